"""Claims that are no plays, as far as all games answer them alike: the set-up, a tally, a blocked
game; and what sends each question to its check. What is said is in the game's own words, by rows of
its grounds.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from scoring.cards import Card, card_text
from scoring.counting.hand import Hand, Receipt, receipt
from scoring.law.grounds import Ground, rows_of, verdict_of
from scoring.law.plays import BlockedClaim, Setup, TallyClaim
from scoring.law.position import BlockedPosition, HandPosition, SetupPosition
from scoring.law.rulebook import Rules
from scoring.law.verdict import Answer, Check, Reason, Verdict, repeatable
from scoring.words import capital, noun, only_some, spelt

ROOMY = 10
"""The most players whom a game with a row `crowd` seats by its other reading (SW-A18)."""


def answered_by(checks: Mapping[type, Check]) -> Check:
    """What answers any question, by the class of the position it is put at."""

    def check(position: Any, question: Any, rules: Rules) -> Verdict:
        """Never raises on a bad play or a false claim, TypeError for a position of no such kind."""
        answer = checks.get(type(position))
        if answer is None:
            raise TypeError(
                f"{rules.rulebook.title} has no answer for a {type(position).__name__}."
            )
        return answer(position, question, rules)

    return check


def right_setup(position: SetupPosition, rules: Rules) -> dict[str, int]:
    """The packs and cards dealt for so many players, under the names of case files."""
    deal, players = rules.deal, position.players
    return {"decks": deal.packs(players), "dealt": deal.dealt(players)}


def deal_faults(position: SetupPosition, rules: Rules) -> list[str]:
    """Which of the two was told otherwise than it should be."""
    stated = {"decks": position.packs, "dealt": position.dealt}
    right = right_setup(position, rules)
    return [name for name in right if stated[name] not in (None, right[name])]


@repeatable
def check_setup(position: SetupPosition, claim: Setup, rules: Rules) -> Verdict:
    """Say whether the table has the right packs, cards and players, or why so many cannot play.

    A game with a row `too_few_cards` or `two_at_least` says that beside what else is wrong, one
    with a row `seats` instead of it; one with `dealt_from` says it alone of a right table.
    """
    deal, players, rows = rules.deal, position.players, rows_of(rules.rulebook)
    right, wrong = right_setup(position, rules), deal_faults(position, rules)
    packs, dealt = right["decks"], right["dealt"]
    needed, total = deal.needed(players), packs * len(deal.pack)
    if "too_few_cards" in rows and needed > total:
        wrong.insert(0, "too_few_cards")
    elif "two_at_least" in rows and players < deal.seats_min:
        wrong.insert(0, "two_at_least")
    elif "seats" in rows and not deal.seats_min <= players <= deal.seats_max:
        wrong = ["seats"]
    fine = ["dealt_from"] if "dealt_from" in rows else ["decks", "dealt"]
    fine += ["crowd"] if "crowd" in rows and players > ROOMY else []
    facts = {
        "number": players,
        "players": spelt(players, "player"),
        "fewest": deal.seats_min,
        "most": deal.seats_max,
        "packs": spelt(packs, "pack"),
        "Packs": capital(spelt(packs, "pack")),
        "used": noun(packs, "is used", "are mixed"),
        "are": noun(packs, "is", "are"),
        "have": noun(packs, "has", "have"),
        "size": len(deal.pack),
        "total": total,
        "needed": needed,
        "count": dealt,
        "dealt": spelt(dealt, "card"),
        "Dealt": capital(spelt(dealt, "card")),
    }
    answer: Answer = "illegal" if wrong else "legal"
    return verdict_of(rules, answer, *((row, facts) for row in wrong or fine), then=right)


def count_of(hand: Sequence[Card], rules: Rules) -> Receipt:
    """What a hand counts. Raises RulesError for a card without a value."""
    return receipt(Hand(tuple(map(card_text, hand))), rules)


def counted_lines(*counts: Receipt) -> Iterator[Reason]:
    """What the cards of these hands count, a ground for each clause that says so."""
    every = [line for count in counts for line in count.lines]
    for clause in dict.fromkeys(line.clause for line in every):
        words = (f"{line.card} {line.points}" for line in every if line.clause == clause)
        yield Reason(clause, f"{', '.join(words)}.")


def tally_verdict(
    rules: Rules, claimed: int | None, total: int, *grounds: Ground, name: str = "score"
) -> Verdict:
    """The verdict on points that are claimed (None: merely asked for); the right ones follow under
    this name.
    """
    right = claimed in (None, total)
    return verdict_of(rules, "correct" if right else "incorrect", *grounds, then={name: total})


def tally_check(grounds: Callable[[Receipt], Iterable[Ground]]) -> Check:
    """What counts one hand and compares it with the points claimed, on these grounds; where no card
    counts, it says so by the row `no_points`.
    """

    @repeatable
    def check_tally(position: HandPosition, claim: TallyClaim, rules: Rules) -> Verdict:
        if rules.scoring.values is None:
            right = claim.claimed is None
            return verdict_of(rules, "correct" if right else "incorrect", "no_points")
        count = count_of(position.hand, rules)
        return tally_verdict(rules, claim.claimed, count.total, *grounds(count))

    return check_tally


def block_verdict(
    position: BlockedPosition,
    rules: Rules,
    did: str,
    facts: Mapping[str, object],
    *further: Ground,
) -> Verdict | None:
    """The verdict on a game said to be blocked where it is not, or where that cannot be told; None
    where it is.

    `did` is what players do who cannot act; `facts` are what decides, in the words in which it is
    asked for, each None where it is not known. Said are the rows `cards_left`, `some_missed` with
    `further` ones, and `blocked_open`.
    """
    players, misses = position.players, position.consecutive_misses
    going_on: dict[str, Any] = {"game_over": False}
    if position.stock:
        return verdict_of(rules, "denied", ("cards_left", str(position.stock)), then=going_on)
    if players is not None and misses is not None and misses < players:
        few = only_some(misses, players, did)
        return verdict_of(rules, "denied", ("some_missed", few), *further, then=going_on)
    needs = tuple(words for words, fact in facts.items() if fact is None)
    return verdict_of(rules, "depends", "blocked_open", needs=needs) if needs else None


@repeatable
def check_blocked(position: BlockedPosition, claim: BlockedClaim, rules: Rules) -> Verdict:
    """Rule on the claim that nobody can act any more, in a game whose option `blocked` names the
    ending (`no_score` without one).
    """
    facts = {
        "the number of players": position.players,
        "the cards in the stock": position.stock,
        "the passes in a row": position.consecutive_misses,
    }
    ending = rules.get("blocked", "no_score")
    then = {"game_over": True, "blocked": ending}
    then |= {"redeal": True} if ending == "redeal" else {}
    return block_verdict(position, rules, "passed", facts) or verdict_of(
        rules, "upheld", f"blocked_{ending}", then=then
    )
