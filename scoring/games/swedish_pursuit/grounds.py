"""The grounds of a verdict on a play of Swedish Pursuit, as rows of `grounds.toml`, most specific
first.
"""

from collections.abc import Iterator

from scoring.cards import (
    ACE,
    EIGHT,
    QUEEN,
    RANK_NAMES,
    SUIT_NAMES,
    TWO,
    Card,
    card_symbol,
    cards_of,
)
from scoring.games.shedding.laying_table import LayingTable
from scoring.games.swedish_pursuit.flags import TRICKS
from scoring.law.grounds import Ground
from scoring.law.plays import Lay, Miss, PickUp, Play, TakePenalty
from scoring.words import listed, number_word


def behind(table: LayingTable, play: Play) -> Iterator[Ground]:
    """Why a legal play is legal, and what it does. `table` is as it was before the play."""
    if isinstance(play, Lay):
        yield from _laid(table, play.only)
        if play.only % 13 != EIGHT and play.suit is not None:
            yield "void_suit", play.only
        elif play.only % 13 == EIGHT and play.suit is None:
            followed = table.suit if table.flags.unnamed_keeps else play.only // 13
            yield "unnamed", SUIT_NAMES[followed]
    elif isinstance(play, PickUp):
        yield "picks_up"
        yield "whole_turn"
    elif isinstance(play, TakePenalty):
        yield from _taken(table)
    else:
        yield "misses"
        if table.pending:
            yield "lapses"


def against(table: LayingTable, play: Play, picked_up: str | None = None) -> Iterator[Ground]:
    """Why an illegal play is illegal, then what has to be done instead."""
    if picked_up:
        yield "penalty_was_turn" if "penalty" in picked_up else "card_was_turn"
        return
    if isinstance(play, Lay):
        yield from _not_laid(table, play)
        fitting = [card for card in dict.fromkeys(play.cards) if _may_lay(table, card)]
        if fitting:
            yield "alone", listed(map(card_symbol, fitting), "or")
            return
    else:
        yield from _not_passed(table, play)
    yield _instead(table)


def _may_lay(table: LayingTable, card: Card) -> bool:
    return card < 52 and bool(1 << card & table.lays)


def _laid(table: LayingTable, card: Card) -> Iterator[Ground]:
    remaining, rank = table.hands[table.turn].bit_count() - 1, card % 13
    if not remaining:
        yield "won", card
        yield "all_count"
    yield from _matched(table, card)
    if rank == TWO and not remaining:
        yield "final_pick_up" if table.flags.last_draws else "final_at_once"
    elif rank == TWO:
        answer = _averting(table).replace("another", "a")
        yield "does_2", number_word(table.pending + 2), answer
        if table.pending:
            yield "grown", str(table.pending), str(table.pending + 2)
    elif rank in (ACE, QUEEN) and remaining:
        yield "does_A" if rank == ACE else "does_Q"
    if remaining == 1:
        yield "one_left"


def _matched(table: LayingTable, card: Card) -> Iterator[Ground]:
    rank = card % 13
    if rank == EIGHT:
        yield "eight"
        if table.pending:
            yield "eight_on_two"
    elif table.pending and rank == TWO:
        yield "two_on_two"
    elif table.pending:
        yield "deflects", card
    else:
        yield _fitted(table, card)
    if _asks_another(table) and rank != EIGHT and card // 13 == table.suit:
        yield "eight_asks", SUIT_NAMES[table.suit]


def _fitted(table: LayingTable, card: Card) -> Ground:
    """Which of suit and rank a card follows where no penalty is due."""
    rank, suit = card % 13, SUIT_NAMES[table.suit]
    trick = rank in TRICKS
    if trick and _asks_another(table):
        return "trick_follows_shown" if table.flags.shown else "trick_follows_named", card, suit
    if card // 13 != table.suit:
        return "trick_of_rank" if trick else "of_rank", card, RANK_NAMES[rank]
    return "trick_of_suit" if trick else "of_suit", card, suit


def _taken(table: LayingTable) -> Iterator[Ground]:
    yield "unanswered", number_word(table.pending)
    if table.pending > 2:
        yield "each_adds"
    yield "nothing_laid"
    if table.left < table.pending:
        yield "stock_short"


def _not_laid(table: LayingTable, play: Lay) -> Iterator[Ground]:
    hand, card = table.hands[table.turn], play.only
    bit = 1 << card
    if len(play.cards) != 1:
        yield "one_card"
    elif card > 51 or not hand & bit:
        yield "not_held", card, str(table.turn)
    elif bit & table.barred and not hand & ~bit:
        yield "trick_last", card
    elif table.pending:
        yield from _averts_not(table, card)
    elif card % 13 in TRICKS and table.rules["trick_match"] == "suit":
        yield from _trick(table, card)
    else:
        yield "matches_neither", card, table.top, SUIT_NAMES[table.suit]
        if _asks_another(table):
            yield "eight_asks", SUIT_NAMES[table.suit]


def _averts_not(table: LayingTable, card: Card) -> Iterator[Ground]:
    if card % 13 == EIGHT:
        yield "eight_averts_not", card, _averting(table)
        yield "special_clause"
    else:
        trick = card % 13 in TRICKS and card // 13 == table.suit
        yield "trick_averts_not" if trick else "averts_not", card, _averting(table)


def _asks_another(table: LayingTable) -> bool:
    """Whether an 8 asks for a suit that is not its own: for trick cards the text may mean either
    (SP-A41).
    """
    return table.top // 13 != table.suit


def _averting(table: LayingTable) -> str:
    """What may be laid on an unanswered 2 here."""
    eights = ["an 8"] if table.rules["eight_on_two"] != "no" else []
    turning = {"no": [], "ace": ["an Ace of the suit"], "queen": ["a Queen of the suit"]}
    further = [*eights, *turning[table.rules["deflect_two"]]]
    return listed(["a 2", *further], "or") if further else "another 2"


def _trick(table: LayingTable, card: Card) -> Iterator[Ground]:
    suit_shown, another = table.top // 13, _asks_another(table)
    suit = suit_shown if table.flags.shown and another else table.suit
    read = another and card // 13 in (table.suit, suit_shown)
    yield "trick_off_suit_read" if read else "trick_off_suit", card, SUIT_NAMES[suit]
    if card % 13 != table.top % 13:
        yield "nor_rank", table.top
    elif card % 13 == TWO:
        yield "special_first_for_2"
        yield "paid_already"
    else:
        yield "special_first"


def _not_passed(table: LayingTable, play: Play) -> Iterator[Ground]:
    if table.lays:
        picks_up = isinstance(play, PickUp | TakePenalty)
        unable = "only_unable_pick_up" if picks_up else "only_unable_miss"
        yield "can_answer" if table.pending else unable
        if all(card % 13 == EIGHT for card in cards_of(table.lays)):
            yield "eight_can"
    elif isinstance(play, TakePenalty) and not table.pending:
        yield "none_due"
    elif isinstance(play, PickUp) and table.pending:
        yield "due_not_one", number_word(table.pending).capitalize()
    elif not isinstance(play, PickUp | TakePenalty | Miss):
        yield "no_such_play"


def _instead(table: LayingTable) -> Ground:
    able = cards_of(table.lays)
    if able:
        return "must_several" if able[1:] else "must_one", able
    if not table.left:
        return "must_miss"
    return "must_take" if table.pending else "must_pick_up"
