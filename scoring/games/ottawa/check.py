"""The verdict on a play of Ottawa, from a whole deal or from the little an umpire can see of a
table, and its grounds: what speaks against a play, and for a legal one the clauses it rests on, by
the rows of `grounds.toml`.
"""

from collections.abc import Iterator
from typing import Any

from scoring.cards import ACE, SUIT_NAMES, Card, case_text, is_joker, rank_of, suit_of
from scoring.games.ottawa.lay_off import (
    PileTop,
    Row,
    bad_opening,
    bad_set,
    before_last,
    changes,
    entry,
    link,
    opens_set,
    step,
    turns_into_set,
)
from scoring.games.ottawa.position import MayLayOff, PilePosition, Question, Whole, wholes
from scoring.law.grounds import Ground, reasons
from scoring.law.guesses import settled
from scoring.law.plays import DRAW, END_TURN, Draw, EndTurn, Lay, Play
from scoring.law.position import OF_HAND
from scoring.law.rulebook import Rules
from scoring.law.verdict import Verdict, repeatable

NOT_AT_ISSUE = ("blocked",)
"""The option that never touches the legality of a play."""


@repeatable
def check_table(position: PilePosition, play: Question, rules: Rules) -> Verdict:
    """Answer for a play of the seat on turn; never raises. `depends` names what must be known."""
    tried = [(guess, judge(table, play, rules)) for guess, table in wholes(position, play)]
    return settled(rules, tried, {}, OF_HAND if position.hand is None else ())


@repeatable
def judge(position: Whole, play: Question, rules: Rules) -> Verdict:
    """Answer for a play on a table of which everything that matters is known."""
    wrong, plays = reasons(rules, against(position, play, rules)), _open_to(position, rules)
    if wrong:
        then = _required(position, rules)
        return Verdict("illegal", wrong, then, plays, plays, not_at_issue=NOT_AT_ISSUE)
    grounds = reasons(rules, behind(position, play, rules))
    return Verdict("legal", grounds, _follows(position, play), plays, not_at_issue=NOT_AT_ISSUE)


def _open_to(position: Whole, rules: Rules) -> tuple[Play, ...]:
    """What could be done: of the lay-offs those of a single card, which may all go on where the
    hand allows.
    """
    single = () if position.laid else tuple(Lay((card,)) for card in begins(position, rules))
    return (
        *single,
        *(play for play in (DRAW, END_TURN) if not any(against(position, play, rules))),
    )


def _required(position: Whole, rules: Rules) -> dict[str, Any]:
    cards = () if position.laid else begins(position, rules)
    return {"legal_cards": [case_text(card) for card in cards]}


def _follows(position: Whole, play: Question) -> dict[str, Any]:
    """What is known to follow from a legal play."""
    then: dict[str, Any] = {}
    if isinstance(play, Lay):
        then = _after_lay_off(position, play)
    elif play == DRAW:
        turn = position.next_turn if position.laid else position.turn
        stock = position.stock - 1 if position.stock else None
        then = {"cards_drawn": 1, "next_turn": turn, "stock": stock}
    elif play == END_TURN:
        then = {"cards_drawn": 0, "next_turn": position.next_turn}
    return {key: value for key, value in then.items() if value is not None}


def _after_lay_off(position: Whole, lay: Lay) -> dict[str, Any]:
    remaining = [case_text(card) for card in position.hand if card not in lay.cards]
    over, top = not remaining, case_text(lay.cards[-1])
    then: dict[str, Any] = {"hand_left": remaining, "game_over": over, "top": top}
    if over:
        return then | {"winner": position.turn}
    turn_ends = position.drawn or not position.can_draw
    return then | {"next_turn": position.next_turn if turn_ends else position.turn}


def begins(position: Whole, rules: Rules) -> tuple[Card, ...]:
    """The cards of the hand that can be laid off alone, and so can begin a longer lay-off."""
    return tuple(card for card in sorted(position.hand) if entry(position.pile, card, rules))


def against(position: Whole, play: Question, rules: Rules) -> Iterator[Ground]:
    """Everything that speaks against a play, most specific first; nothing if it is legal."""
    if isinstance(play, Lay | MayLayOff):
        yield from _against_second(position)
    if isinstance(play, Lay):
        yield from _against_cards(position, play, rules)
    elif isinstance(play, Draw) and position.drawn:
        yield "drawn_already"
    elif isinstance(play, Draw) and not position.can_draw:
        yield "nothing_to_draw"
    elif isinstance(play, EndTurn):
        yield from _against_passing(position)
    elif not isinstance(play, Draw | MayLayOff):
        yield "no_such_play"


def _against_second(position: Whole) -> Iterator[Ground]:
    if position.laid and position.drawn:
        yield "laid_before_draw"
    if position.laid:
        yield "laid_already"


def _against_passing(position: Whole) -> Iterator[Ground]:
    if not position.drawn and position.can_draw:
        yield "draw_first"
        yield "every_turn_draws"
    elif position.laid:
        yield "turn_over"


def _against_cards(position: Whole, lay: Lay, rules: Rules) -> Iterator[Ground]:
    row = lay.cards
    if any(map(is_joker, row)):
        yield "jokers"
        return
    missing = [
        card for place, card in enumerate(row) if card not in position.hand or card in row[:place]
    ]
    if missing:
        yield "not_held", missing
    if not row:
        yield "no_card"
    if lay.suit is not None:
        yield "suit_named"
    if row:
        yield from _against_row(position.pile, row, rules)


def _against_row(pile: PileTop, row: Row, rules: Rules) -> Iterator[Ground]:
    """Everything wrong with the cards of a lay-off in their order."""
    if not entry(pile, row[0], rules):
        yield from _against_entry(pile, row[0])
    if bad_opening(pile, row, rules):
        yield "opens_wrongly", row[0], pile.top
    for place in range(1, len(row)):
        last, card = row[place - 1 : place + 1]
        clause = link(before_last(pile, row, place, rules), last, card)
        if clause:
            by_pile = place == 1 and not link(None, last, card)
            yield f"first_{clause}" if by_pile else f"bad_{clause}", last, card
        if bad_set(row, place, rules):
            yield "sets_wrongly", card, last
            yield "any_suit_in_runs"
    if rules["alternating"] == "once" and changes(pile, row, rules) > 1:
        yield "turns_once"


def _against_entry(pile: PileTop, card: Card) -> Iterator[Ground]:
    way = step(pile.top, card)
    carries_on = way and way == pile.way
    if carries_on and rank_of(pile.top) == ACE:
        yield "pile_past_ace"
        yield "suit_past_ace", card
    elif carries_on:
        yield "example_forbids"
        yield "example_read"
    yield "fits_in_no_way", card, pile.top
    yield "other_rank", pile.top
    yield "neighbour_of_suit" if way else "no_neighbour"
    if not carries_on:
        yield "carries_nothing"
        yield from _example(pile)


def _example(pile: PileTop) -> Iterator[Ground]:
    """The printed example that shows a pile like this one, if there is one."""
    if pile.way:
        yield "example_up" if pile.way == 1 else "example_down"


def behind(position: Whole, play: Question, rules: Rules) -> Iterator[Ground]:
    """The clauses a legal play rests on, then those that say what it does."""
    if isinstance(play, Lay):
        yield from _behind_entry(position.pile, play.cards[0], rules)
        yield from _behind_row(position.pile, play.cards, rules)
        if len(play.cards) == len(position.hand):
            yield "out"
            yield "at_once"
    elif isinstance(play, MayLayOff):
        yield "may_lay_off"
        yield "need_not"
    elif isinstance(play, Draw):
        yield "draws"
        if position.laid:
            yield "ends_laying"
    else:
        yield "passes"
        if not position.drawn:
            yield "no_draw"


def _behind_entry(pile: PileTop, card: Card, rules: Rules) -> Iterator[Ground]:
    clause = entry(pile, card, rules)
    if clause == "OT-24":
        yield "carries_down" if pile.way == -1 else "carries_up", card
    else:
        yield f"by_{clause}", card, pile.top
    if clause == "OT-22":
        yield "is_a_set"
    elif clause == "OT-23" and ACE in (rank_of(card), rank_of(pile.top)):
        yield "ace_between"
    yield from _example(pile)


def _behind_row(pile: PileTop, row: Row, rules: Rules) -> Iterator[Ground]:
    """Why each card goes on from the one before it, each kind of step once."""
    steps: dict[str, Ground] = {}
    for place in range(1, len(row)):
        last, card = row[place - 1 : place + 1]
        for clause, ground in _steps(before_last(pile, row, place, rules), last, card):
            steps.setdefault(clause, ground)
        if place == 1 and link(pile.top, last, card) and not link(None, last, card):
            steps["OT-21"] = "first_alone"
        if turns_into_set(row, place):
            alike = suit_of(card) == suit_of(last)
            steps["OT-14"] = ("run_to_set", card, last) if alike else ("set_of_any_suit", card)
    yield from steps.values()
    if opens_set(pile, row, rules):
        yield "opens_set", row[0]
    if changes(pile, row, rules) > 1:
        yield "alternates"


def _steps(before: Card | None, last: Card, card: Card) -> Iterator[tuple[str, Ground]]:
    """The grounds of one step, each with its clause."""
    if rank_of(card) == rank_of(last):
        yield "OT-13", ("same_rank", card, last)
        return
    if before is not None:
        if rank_of(before) == rank_of(last):
            yield "OT-14", ("set_to_run", card, last, SUIT_NAMES[suit_of(card)])
        elif step(before, last) != step(last, card):
            yield "OT-11", ("turns_back", card, last)
        if rank_of(last) == ACE:
            yield "OT-12", ("past_ace", card, last)
    yield "OT-10", "in_a_run"
