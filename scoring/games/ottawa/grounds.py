"""The grounds of a verdict of Ottawa: what speaks against a play, and for a legal one the clauses
it rests on.
"""

from collections.abc import Iterator

from scoring.cards import ACE, SUIT_NAMES, Card, card_symbol, is_joker, rank_of, suit_of
from scoring.games.ottawa.lay_off import (
    PileTop,
    Row,
    before_last,
    changes,
    entry,
    example,
    link,
    opens_set,
    row_faults,
    step,
    turns_into_set,
)
from scoring.games.ottawa.position import MayLayOff, Question, Whole
from scoring.law.plays import Draw, EndTurn, Lay
from scoring.law.rulebook import Rules
from scoring.law.verdict import Reason


def begins(position: Whole, rules: Rules) -> tuple[Card, ...]:
    """The cards of the hand that can be laid off alone, and so can begin a longer lay-off."""
    return tuple(card for card in sorted(position.hand) if entry(position.pile, card, rules))


def against(position: Whole, play: Question, rules: Rules) -> Iterator[Reason]:
    """Everything that speaks against a play, most specific first; nothing if it is legal."""
    if isinstance(play, Lay):
        yield from _against_second(position)
        yield from _against_cards(position, play, rules)
    elif isinstance(play, MayLayOff):
        yield from _against_second(position)
    elif isinstance(play, Draw):
        yield from _against_draw(position)
    elif isinstance(play, EndTurn):
        yield from _against_passing(position)
    else:
        yield Reason("OT-16", "A turn of Ottawa is the draw and the lay-off, nothing else.")


def _against_second(position: Whole) -> Iterator[Reason]:
    if not position.laid:
        return
    if position.drawn:
        yield Reason("OT-18", "Cards were laid off before the draw, so none are laid off after it.")
    yield Reason("OT-19", "There is one lay-off in a turn, and it has been made.")


def _against_cards(position: Whole, lay: Lay, rules: Rules) -> Iterator[Reason]:
    row = lay.cards
    if any(is_joker(card) for card in row):
        yield Reason("OT-4", "Ottawa is played without Jokers.")
        return
    missing = [
        card_symbol(card)
        for place, card in enumerate(row)
        if card not in position.hand or card in row[:place]
    ]
    if not row or missing:
        words = f"Not in the hand: {', '.join(missing)}." if row else "No card was laid off."
        yield Reason("OT-9", words)
    if lay.suit is not None:
        yield Reason("OT-9", "No card of Ottawa lets its player name a suit.")
    if row:
        yield from row_faults(position.pile, row, rules)


def _against_draw(position: Whole) -> Iterator[Reason]:
    if position.drawn:
        yield Reason("OT-17", "One card is drawn in a turn, and it has been.")
    elif not position.can_draw:
        yield Reason(
            "OT-27", "The stock is used up and the pile's two top cards stay: nothing can be drawn."
        )


def _against_passing(position: Whole) -> Iterator[Reason]:
    if not position.drawn and position.can_draw:
        yield Reason("OT-17", "The draw is still to be made.", "default", "OT-A7")
        yield Reason("OT-16", "Every turn has its draw.", "default", "OT-A7")
    elif position.laid:
        yield Reason("OT-19", "The turn was over with the lay-off and the draw.")


def behind(position: Whole, play: Question, rules: Rules) -> Iterator[Reason]:
    """The clauses a legal play rests on, then those that say what it does."""
    if isinstance(play, Lay):
        yield from _behind_lay(position, play.cards, rules)
    elif isinstance(play, MayLayOff):
        yield Reason("OT-16", "The lay-off of this turn is still open.")
        yield Reason("OT-20", "Nobody has to make one.")
    elif isinstance(play, Draw):
        yield Reason("OT-17", "One card is drawn from the stock.")
        if position.laid:
            yield Reason("OT-18", "After it nothing more is laid off in this turn.")
    else:
        yield Reason("OT-20", "Nobody has to lay off.")
        if not position.drawn:
            yield Reason("OT-27", "Nothing can be drawn, so there is no draw.", "default", "OT-A8")


def _behind_lay(position: Whole, row: Row, rules: Rules) -> Iterator[Reason]:
    yield from _begun(position.pile, row[0], rules)
    yield from _gone_on(position.pile, row, rules)
    if len(row) == len(position.hand):
        yield Reason("OT-28", "The last card is laid off: the deal is won.")
        yield Reason("OT-29", "Play stops at once.")


def _begun(pile: PileTop, card: Card, rules: Rules) -> Iterator[Reason]:
    name, top = card_symbol(card), card_symbol(pile.top)
    clause = entry(pile, card, rules)
    if clause == "OT-22":
        yield Reason(clause, f"{name} has the rank of {top}.")
        yield Reason("OT-13", "A card of the rank on the pile is a set.")
    elif clause == "OT-23":
        yield Reason(clause, f"{name} is next to {top} and of its suit.")
        if rank_of(card) == ACE or rank_of(pile.top) == ACE:
            yield Reason("OT-4", "The Ace stands next to the King and to the 2.")
    elif pile.way == -1:
        yield Reason(
            clause,
            f"{name} carries the run on the pile on downwards, in any suit.",
            "default",
            "OT-A1",
        )
    else:
        yield Reason(clause, f"{name} carries the run on the pile on, in any suit.")
    yield from example(pile)


def _gone_on(pile: PileTop, row: Row, rules: Rules) -> Iterator[Reason]:
    reasons: dict[str, Reason] = {}
    for place in range(1, len(row)):
        for reason in _link_grounds(
            before_last(pile, row, place, rules), row[place - 1], row[place]
        ):
            reasons.setdefault(reason.clause, reason)
        if place == 1 and link(pile.top, row[0], row[1]) and not link(None, row[0], row[1]):
            reasons["OT-21"] = Reason(
                "OT-21", "Here only the first card has to fit the pile.", "default", "OT-A11"
            )
        if turns_into_set(row, place):
            reasons["OT-14"] = _set_ground(row, place, rules)
    if opens_set(pile, row, rules):
        words = f"{card_symbol(row[0])} opens a set on the pile's run; here its suit is free."
        reasons["opening"] = Reason("OT-14", words, "default", "OT-A13")
    yield from reasons.values()
    if changes(pile, row, rules) > 1:
        yield Reason(
            "OT-14",
            "The text does not say how often run and set may alternate.",
            "default",
            "OT-A12",
        )


def _link_grounds(before: Card | None, last: Card, card: Card) -> Iterator[Reason]:
    name, after = card_symbol(card), card_symbol(last)
    if rank_of(card) == rank_of(last):
        yield Reason("OT-13", f"{name} has the rank of {after}.")
        return
    if before is None:
        yield Reason("OT-10", "In a run rank follows rank; the suits are free.")
        return
    if rank_of(before) == rank_of(last):
        suit = SUIT_NAMES[suit_of(card)]
        yield Reason("OT-14", f"The set turns into a run at {after}; {name} is of {suit} too.")
    elif step(before, last) != step(last, card):
        yield Reason("OT-11", f"The run turns back at {after}; {name} is of its suit.")
    if rank_of(last) == ACE:
        yield Reason("OT-12", f"The run goes past {after}; {name} is of its suit.")
    yield Reason("OT-10", "In a run rank follows rank; the suits are free.")


def _set_ground(row: Row, place: int, rules: Rules) -> Reason:
    name, last = card_symbol(row[place]), card_symbol(row[place - 1])
    if suit_of(row[place]) == suit_of(row[place - 1]):
        return Reason("OT-14", f"The run turns into a set at {name}, which has the suit of {last}.")
    return Reason(
        "OT-14", f"The run turns into a set at {name}; here its suit is free.", "default", "OT-A5"
    )
