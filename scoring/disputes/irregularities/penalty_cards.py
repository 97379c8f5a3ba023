"""Penalty cards after a 2 (or a 4) that were not taken, or not as many as were due."""

from scoring.disputes.settlements import statements
from scoring.law.case import Case, Settled, count
from scoring.law.ruling import Statement
from scoring.words import number_word


def penalty_cards(case: Case) -> Settled:
    """What is missing is taken while the game lasts, and after it where its last card still costs
    cards; what was taken too much goes back under the stock.
    """
    twos, fours, cards_drawn = (case.facts.get(name, 0) for name in ("twos", "fours", "taken"))
    draws = (effect.draws for effect in case.rules.rulebook.effects if effect.draws)
    brought = 2 * twos + 4 * fours + (int(case.facts.get("unanswered", 0)) * next(draws, 0))
    last = bool(case.facts.get("two_was_last"))
    # After the round nothing is taken any more, whatever ended the game.
    closed = case.noticed == "after_round" and cards_drawn < brought
    over_at_once = last and not closed and case.chosen(case.conduct.last_penalty) != "pick_up"
    due = 0 if over_at_once else brought
    told = case.facts.keys() & {"twos", "fours", "unanswered"}
    in_words = number_word(brought) if brought else "none"
    finding = f"{case.who} took {count(cards_drawn)}; {in_words} were due"
    names = {"twos": twos, "fours": fours, "several": twos > 1, "told": bool(told)}
    yes = {name: "yes" if holds else "no" for name, holds in names.items()}
    law = statements(case, case.conduct.due, due=in_words, **yes)
    if last:
        law += (_by_the_end(case, "The last card of the game brought the penalty."),)
    if not told:
        return case.look(
            f"{case.who} took {count(cards_drawn)}", law, "which penalty cards lay unanswered"
        )
    if over_at_once and not cards_drawn:
        words = "Nothing is taken: the game was over at once."
        return Settled(finding, law, "none", (_by_the_end(case, words),))
    if cards_drawn == due:
        return case.nothing(finding, law, "That was right: nothing changes.")
    if cards_drawn > due:
        words = (
            f"{count(cards_drawn - due).capitalize()}, drawn unseen from the hand, go back under"
            " the stock."
        )
        return Settled(finding, law, "restore", (case.discretion(words),))
    return _missing(case, finding, law, due - cards_drawn)


def _by_the_end(case: Case, words: str) -> Statement:
    """A statement on what a card that ended the game still costs: by the reading of the question
    on it, or by the clause on winning where the game asks none.
    """
    question = case.conduct.last_penalty
    if question:
        return case.reading(question, words)
    return case.text(words, *case.rules.rulebook.aspects["wins"])


def _missing(case: Case, finding: str, law: tuple[Statement, ...], missing: int) -> Settled:
    last = bool(case.facts.get("two_was_last"))
    over = case.noticed == "after_round" or (case.noticed == "after_game" and not last)
    if over:
        words = "The game is over, so nothing is taken any more."
        return Settled(finding, law, "stands", (case.practice("penalty_forgotten", words),))
    remedy, stock = [], case.facts.get("stock")
    if stock is not None and stock < missing:
        remedy.append(_short(case, stock, missing))
    elif last:
        words = f"{case.who} takes {count(missing)}."
        if case.rules.scoring.values:
            words = f"{case.who} takes {count(missing)} and counts them with the hand."
        remedy.append(_by_the_end(case, words))
    else:
        words = f"{case.who} takes {count(missing)} now, and play goes on."
        remedy.append(case.practice("penalty_forgotten", words))
    return Settled(finding, law, "complete", tuple(remedy))


def _short(case: Case, stock: int, missing: int) -> Statement:
    renews = case.rules.get("short_stock", "reshuffle") == "reshuffle"
    words = (
        f"The discards are shuffled and {case.them} takes {count(missing)}."
        if renews
        else f"The stock has {number_word(stock)}: that is all {case.them} takes of"
        f" {count(missing)}."
    )
    return case.practice("short_stock", words)
