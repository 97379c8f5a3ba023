"""The grounds of a verdict of Switch: what speaks against a play, and for a legal one the clauses
it rests on.
"""

from collections.abc import Iterator, Sequence

from scoring.cards import ACE, EIGHT, FOUR, JACK, SEVEN, TWO, Card, card_symbol, rank_of, suit_of
from scoring.games.switch.pile import (
    POWERS,
    faults,
    is_alike,
    is_seven_drop,
    may_lay,
    rows_of,
    singles,
)
from scoring.games.switch.position import Whole
from scoring.law.plays import Lay, Miss, PickUp, Play, TakePenalty
from scoring.law.rulebook import Rules
from scoring.law.verdict import Reason
from scoring.words import noun, number_word

_DOES = {
    TWO: ("SW-10", "The next player takes two cards more unless they answer with a 2."),
    FOUR: ("SW-11", "The next player takes four cards more unless they answer with a 4."),
    EIGHT: ("SW-13", "The next player misses their turn."),
    JACK: ("SW-14", "The direction of play turns round."),
    ACE: ("SW-16", "The next player follows the suit named."),
}

_RUNS_OUT = {
    "reshuffle": "The discards are shuffled on the way, to take as many as there are.",
    "lapse": "The pile runs out on the way, and the rest of the penalty lapses.",
}
_UNNAMED = {
    "own": "the suit of the Ace itself is followed",
    "before": "the suit followed before it stays in force",
}


def lays_of(whole: Whole, rules: Rules) -> tuple[Lay, ...]:
    """Every lay open to the hand, without the suit an Ace would name."""
    rows = sorted(rows_of(whole.hand, rules), key=lambda row: (len(row), row))
    return tuple(Lay(row) for row in rows if may_lay(whole.pile, whole.hand, row, rules))


def against(whole: Whole, play: Play, rules: Rules) -> Iterator[Reason]:
    """Everything that speaks against a play, most specific first; nothing if it is legal."""
    if whole.picked_up:
        yield from _turn_is_over(whole)
    if isinstance(play, Lay):
        yield from faults(whole.pile, whole.hand, play, rules)
    elif isinstance(play, PickUp):
        yield from _against_pick_up(whole, rules)
    elif isinstance(play, TakePenalty):
        yield from _against_penalty(whole, rules)
    elif isinstance(play, Miss):
        yield from _against_miss(whole, rules)
    else:
        yield Reason("SW-7", "A turn of Switch is a lay, or the taking of cards.")


def _turn_is_over(whole: Whole) -> Iterator[Reason]:
    clause = "SW-10" if "penalty" in (whole.picked_up or "") else "SW-9"
    yield Reason(clause, f"Cards were taken in this turn ({whole.picked_up}), and that ended it.")


def _due(whole: Whole) -> Reason:
    clause = "SW-11" if whole.pile.due_to == FOUR else "SW-10"
    due = number_word(whole.pile.pending).capitalize()
    return Reason(clause, f"{due} penalty cards are due, all of them together.")


def _able(whole: Whole, rules: Rules) -> str:
    return ", ".join(card_symbol(card) for card in singles(whole.pile, whole.hand, rules))


def _against_pick_up(whole: Whole, rules: Rules) -> Iterator[Reason]:
    able = _able(whole, rules)
    if whole.pile.pending:
        yield _due(whole)
    elif able and rules["compulsory"] == "yes":
        which = noun(able.count(",") + 1, "this card", "these")
        yield Reason(
            "SW-9", f"Only a player with nothing to lay takes a card; {which} can be laid: {able}."
        )
        yield Reason("SW-7", "A player who can match has to.", "default", "SW-A1")
    elif not whole.drawable:
        yield Reason("SW-19", "No card is left to be taken, not even by a reshuffle.")


def _against_penalty(whole: Whole, rules: Rules) -> Iterator[Reason]:
    able = _able(whole, rules)
    if not whole.pile.pending:
        yield Reason("SW-10", "No penalty is due.")
    elif able and rules["two_compulsory"] == "yes":
        yield Reason(
            "SW-10",
            f"The penalty can be answered and so must be, with {able}.",
            "default",
            "SW-A10",
        )
    elif not whole.drawable:
        yield Reason("SW-19", "No card is left to be taken, not even by a reshuffle.")


def _against_miss(whole: Whole, rules: Rules) -> Iterator[Reason]:
    able = _able(whole, rules)
    if whole.drawable:
        yield (
            _due(whole)
            if whole.pile.pending
            else Reason("SW-9", "Whoever lays nothing takes a card.")
        )
        if not whole.stock and whole.stock is not None:
            yield Reason(
                "SW-19", "The pile is used up, so all discards but the top one are shuffled first."
            )
    elif able and not whole.pile.pending:
        yield Reason("SW-7", f"These can be laid: {able}.", "default", "SW-A1")
    elif able and rules["two_compulsory"] == "yes":
        yield Reason(
            "SW-10",
            f"The penalty can be answered and so must be, with {able}.",
            "default",
            "SW-A10",
        )


def behind(whole: Whole, play: Play, rules: Rules) -> Iterator[Reason]:
    """The clauses a legal play rests on, then those that say what it does."""
    if isinstance(play, Lay):
        yield from _behind_lay(whole, play, rules)
    elif isinstance(play, Miss):
        yield Reason(
            "SW-19", "There is no card to take, so the turn is missed.", "default", "SW-A9"
        )
    elif whole.pile.pending:
        yield _due(whole)
        if whole.stock is not None and whole.stock < whole.pile.pending:
            yield Reason("SW-19", _RUNS_OUT[rules["short_stock"]], "default", "SW-A9")
        if singles(whole.pile, whole.hand, rules):
            yield Reason("SW-10", "Answering it is left to the player.", "default", "SW-A10")
    else:
        yield from _behind_pick_up(whole, rules)


def _behind_pick_up(whole: Whole, rules: Rules) -> Iterator[Reason]:
    yield Reason("SW-9", "One card is taken, and the turn is over.")
    if whole.stock == 0:
        yield Reason(
            "SW-19", "The pile is used up, so all discards but the top one are shuffled first."
        )
    if [rank_of(card) for card in whole.hand] == [ACE]:
        yield Reason("SW-22", "The only card left is an Ace, which cannot be the last one laid.")
        yield Reason("SW-21", "An Ace cannot be the last card.")
    elif singles(whole.pile, whole.hand, rules):
        yield Reason(
            "SW-7", "This evening a player who could lay may take a card.", "default", "SW-A1"
        )


def _behind_lay(whole: Whole, lay: Lay, rules: Rules) -> Iterator[Reason]:
    row = lay.cards
    if len(row) > 1:
        yield from _behind_form(whole, row, rules)
    if whole.pile.pending:
        yield from _answer(row)
    else:
        yield from _match(whole, row[0], rules)
    yield from _deeds(lay, rules)
    if rank_of(row[-1]) == ACE and lay.suit is None:
        words = f"No suit was named, so {_UNNAMED[rules['unnamed']]}."
        if rules["nominate_until"] == "next_play":
            words = f"No suit was named, so {_UNNAMED[rules['unnamed']]} until one is named."
        yield Reason("SW-16", words, "default", "SW-A20")
    if rank_of(row[-1]) != ACE and lay.suit is not None:
        words = "The suit named is void: only an Ace lets its player name one."
        yield Reason("SW-16", words)
    if len(row) == len(whole.hand):
        yield from _out(whole, row, rules)


def _behind_form(whole: Whole, row: Sequence[Card], rules: Rules) -> Iterator[Reason]:
    if is_seven_drop(row, rules):
        yield Reason("SW-12", "With a 7 go other cards of its suit.")
    elif rules["same_suit_or_rank"] == "yes" and is_alike(row):
        yield Reason(
            "SW-24", "Alternative 1 lets cards of one suit, or of one rank, go down together."
        )
        if rules["row_fit"] == "first" and not _like_the_table(whole, row):
            words = "Only the first card has to match the card showing."
            yield Reason("SW-24", words, "default", "SW-A17")
    else:
        yield Reason("SW-25", "Alternative 2 lets a run of one suit go down.")
        if rules["row_fit"] == "first" and not _like_the_table(whole, row):
            yield Reason(
                "SW-25", "Only its first card has to match the card showing.", "default", "SW-A17"
            )
    if rules["same_suit_or_rank"] == rules["suit_runs"] == "yes":
        yield Reason("SW-26", "Both alternatives are agreed here.")
    if any(rank_of(card) in POWERS and rank_of(card) != SEVEN for card in row[:-1]):
        words = (
            "Of several cards laid at once every Power Card acts."
            if rules["seven_powers"] == "all"
            else "Of several cards laid at once only the top card acts."
        )
        yield Reason("SW-12", words, "default", "SW-A4")


def _like_the_table(whole: Whole, row: Sequence[Card]) -> bool:
    same_rank = all(rank_of(card) == rank_of(whole.pile.top) for card in row)
    return same_rank or all(suit_of(card) == whole.pile.suit for card in row)


def _answer(row: Sequence[Card]) -> Iterator[Reason]:
    yield Reason("SW-10", "The penalty due is answered and passed on.")
    if any(rank_of(card) == FOUR for card in row):
        yield Reason("SW-11", "4s add up as 2s do.")


def _match(whole: Whole, card: Card, rules: Rules) -> Iterator[Reason]:
    if rank_of(card) == ACE:
        paid = rank_of(whole.pile.top) in (TWO, FOUR)
        words = "An Ace is wild; the 2 or 4 showing has been paid." if paid else "An Ace is wild."
        yield Reason("SW-15", words, *(("default", "SW-A3") if paid else ()))
    else:
        alike = "rank" if rank_of(card) == rank_of(whole.pile.top) else "suit"
        yield Reason("SW-7", f"{card_symbol(card)} matches by {alike}.")
        if alike == "suit" and suit_of(whole.pile.top) != whole.pile.suit:
            yield Reason("SW-16", "It follows the suit named with the Ace.")


def _deeds(lay: Lay, rules: Rules) -> Iterator[Reason]:
    row = lay.cards
    acting = row if rules["seven_powers"] == "all" else row[-1:]
    for rank in dict.fromkeys(rank_of(card) for card in acting if rank_of(card) in _DOES):
        if rank != ACE or lay.suit is not None:
            clause, words = _DOES[rank]
            mixed = rank in (TWO, FOUR) and rules["mix_penalties"] == "yes"
            yield Reason(clause, f"{words[:-4]}a 2 or a 4." if mixed else words)


def _out(whole: Whole, row: Sequence[Card], rules: Rules) -> Iterator[Reason]:
    if whole.out:
        yield Reason("SW-23", "The last card is down: the next place is taken.")
    else:
        yield Reason("SW-20", "The last card is down: the game is won.")
        yield Reason("SW-3", "To be the first without cards is the aim.")
    if any(rank_of(card) == ACE for card in row[:-1]):
        yield Reason(
            "SW-21", "The Ace does not lie on top, so it is not the last card.", "default", "SW-A19"
        )
    if rank_of(row[-1]) in POWERS:
        yield Reason(
            "SW-21",
            "Of the Power Cards only the Ace is barred from being the last.",
            "default",
            "SW-A7",
        )
