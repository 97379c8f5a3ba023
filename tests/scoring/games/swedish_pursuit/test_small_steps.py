"""One small step to either side of what the code says: a change of a sign, a bound or a word falls
over here.
"""

from typing import Any

import pytest

from scoring.cards import ACE, EIGHT, QUEEN, TWO, parse_card, parse_cards
from scoring.games.registry import ENGINES
from scoring.games.shedding.match_tables import mask_of_copies
from scoring.games.swedish_pursuit import ENGINE, SwedishPursuit
from scoring.games.swedish_pursuit.check import check_table, lay_out
from scoring.law.game import GameError
from scoring.law.plays import (
    MISS,
    PICK_UP,
    TAKE_PENALTY,
    BlockedClaim,
    Call,
    Challenge,
    Nominate,
    Setup,
    Start,
    TallyClaim,
)
from scoring.law.position import (
    BlockedPosition,
    HandPosition,
    NamingPosition,
    SetupPosition,
    StartPosition,
    TablePosition,
)
from scoring.law.verdict import IllegalPlay
from tests.scoring.games.swedish_pursuit.tables import BOOK, RULES, game, lay, position

CLAIMS: list[tuple[Any, Any, str]] = [
    (StartPosition(players=5, turned_up=parse_cards("KH QD")), Start(), ""),
    (StartPosition(players=5, turned_up=parse_cards("8H")), Start(), ""),
    (StartPosition(players=5, turned_up=parse_cards("QD")), Start(), "start_queen=left"),
    (HandPosition(hand=parse_cards("8H KD")), TallyClaim(18), ""),
    (BlockedPosition(players=5, stock=3, consecutive_misses=5), BlockedClaim(), ""),
    (BlockedPosition(players=5, stock=0, consecutive_misses=3), BlockedClaim(), ""),
    (BlockedPosition(players=None, stock=0, consecutive_misses=3), BlockedClaim(), ""),
    (BlockedPosition(players=5, stock=0, consecutive_misses=5), BlockedClaim(), "blocked=redeal"),
    (SetupPosition(players=5, packs=2, dealt=5), Setup(), ""),
    (NamingPosition(named_before=True, next_player_has_acted=False), Nominate(1, 2), ""),
    (NamingPosition(named_before=False, next_player_has_acted=True), Nominate(1, 2), ""),
    (
        NamingPosition(named_before=False, next_player_has_acted=False),
        Nominate(1, 2),
        "nominate_until=card",
    ),
]


@pytest.mark.parametrize(("place", "claim", "option"), CLAIMS)
def test_every_answer_knows_its_rules_and_can_be_asked_again_under_others(
    place: Any, claim: Any, option: str
) -> None:
    verdict = ENGINE.check(place, claim, RULES)
    assert verdict.rules == RULES
    assert verdict.again is not None
    assert verdict.again(RULES) == verdict
    other = BOOK.rules(option)
    assert verdict.again(other) == ENGINE.check(place, claim, other)


@pytest.mark.parametrize(("place", "claim", "option"), [row for row in CLAIMS if row[2]])
def test_the_option_that_turns_an_answer_is_named(place: Any, claim: Any, option: str) -> None:
    assert option.partition("=")[0] in {
        turn.option for turn in ENGINE.check(place, claim, RULES).turned_by
    }


THREE = ["KH 9H", "KD 9D", "KS 9S", "2C 3C 4C"]


def test_who_kept_silent_is_remembered_seat_by_seat() -> None:
    """Seats 1, 2 and 3 come down to one card; seat 2 says LAST CARD; the challenge of each is
    judged alone.
    """
    table = game(THREE, "TH", "5H 6H 7H JC JD JS")
    table.apply(lay("KH"))
    table.apply(lay("KD"))
    table.apply(Call(2))
    table.apply(lay("KS"))
    assert [table.silent >> seat & 1 for seat in range(1, 5)] == [1, 0, 1, 0]
    assert table.check(Challenge(4, 1)).answer == "upheld"
    assert table.check(Challenge(4, 2)).answer == "denied"
    table.apply(Challenge(4, 1))
    assert [table.silent >> seat & 1 for seat in range(1, 5)] == [0, 0, 1, 0]
    assert table.hands[1].bit_count() == 3


def _silent(table: Any) -> set[int]:
    return {seat for seat in range(1, table.players + 1) if table.silent >> seat & 1}


def test_where_the_next_turn_closes_it_a_seat_alone_is_forgiven_when_it_lays_again() -> None:
    table = game(
        ["KH 9H QH", "KD 9D", "KS 9S", "2C 3C"], "TH", "5H 6H 7H", "challenge_until=next_turn"
    )
    table.silent = 1 << 1 | 1 << 2 | 1 << 3
    table.apply(lay("KH"))
    assert _silent(table) == {2, 3}


def test_where_the_next_turn_closes_it_a_seat_alone_is_forgiven_when_it_picks_up() -> None:
    table = game(["2C", "KD 9D", "KS 9S"], "TH", "5H 6H 7H", "challenge_until=next_turn")
    table.silent = 1 << 1 | 1 << 2
    table.apply(PICK_UP)
    assert _silent(table) == {2}


def test_where_the_next_turn_closes_it_a_seat_alone_is_forgiven_when_it_takes_a_penalty() -> None:
    table = game(["3C", "KD 9D", "KS 9S"], "2H", "5H 6H 7H", "challenge_until=next_turn", pending=2)
    table.silent = 1 << 1 | 1 << 3
    table.apply(TAKE_PENALTY)
    assert (_silent(table), table.called) == ({3}, 0)


def test_a_call_just_before_the_lay_counts_for_that_seat_alone_and_once() -> None:
    table = game(["KH 9H", "KD 9D", "KS 9S"], "TH", "5H 6H 7H")
    table.silent = 1 << 3
    table.apply(lay("KH"))
    table.apply(Call(1))
    assert (_silent(table), table.called) == ({3}, 0)
    early = game(["KH 9H", "KD 9D", "KS 9S"], "TH", "5H 6H 7H")
    early.silent = 1 << 2 | 1 << 3
    early.apply(Call(1))
    assert early.called == 1
    early.apply(lay("KH"))
    assert (_silent(early), early.called) == ({2, 3}, 0)
    early.apply(lay("KD"))
    assert (_silent(early), early.called) == ({2, 3}, 0)


def test_whoever_called_early_and_then_kept_their_cards_has_called_for_nothing() -> None:
    table = game(["2C 3C", "KD 9D", "KS 9S"], "2H", "5H 6H 7H JH", pending=2)
    table.apply(Call(1))
    assert table.called == 1
    table.apply(lay("2C"))
    assert table.called == 0
    other = game(["4C 3C", "KD 9D", "KS 9S"], "2H", "5H 6H 7H JH", pending=2)
    other.apply(Call(1))
    other.apply(TAKE_PENALTY)
    assert other.called == 0


def test_nobody_picks_up_while_a_penalty_is_due_or_the_stock_is_empty() -> None:
    for table in (
        game(["3C", "KD"], "2H", "5H 6H", pending=2),
        game(["3C", "KD"], "TH", ""),
    ):
        with pytest.raises(IllegalPlay) as told:
            table.apply(PICK_UP)
        assert told.value.verdict == table.check(PICK_UP)


def test_the_suit_named_late_is_the_suit_in_force() -> None:
    table = game(["8C 3C 4C", "KD 9D 5S"], "TH", "5H 6H")
    table.apply(lay("8C"))
    table.apply(Nominate(1, 1))
    assert (table.suit, table.check(lay("5S")).answer, table.check(lay("KD")).answer) == (
        1,
        "illegal",
        "legal",
    )
    named = game(["8C 3C 4C", "KD 9D 5S"], "TH", "5H 6H")
    named.apply(lay("8C"))
    named.apply(Nominate(1, 0))
    assert named.suit == 0
    with pytest.raises(IllegalPlay) as told:
        named.apply(Nominate(1, 1))
    assert told.value.verdict.text == named.check(Nominate(1, 1)).text


@pytest.mark.parametrize("eight", ["8C", "8D", "8H", "8S"])
def test_an_eight_without_a_word_asks_for_its_own_suit(eight: str) -> None:
    table = game([f"{eight} 3C 4C", "KD 9D"], "TC" if eight != "8C" else "TD", "5H 6H")
    suit = parse_card(eight) // 13
    reasons = table.check(lay(eight)).reasons
    assert (
        reasons[-1].words
        == f"No suit was named, so {('clubs', 'diamonds', 'hearts', 'spades')[suit]} are to be"
        " followed."
    )
    table.apply(lay(eight))
    assert table.suit == suit


def test_a_blocked_game_of_two_discards_is_shuffled_where_the_option_says_so() -> None:
    table = game(["3C", "4C"], "TH", "", "blocked=reshuffle", under="9S")
    table.apply(MISS)
    table.apply(MISS)
    assert (table.over, table.hands, len(table.stock)) == (
        False,
        [0, mask_of_copies(parse_cards("3C")), mask_of_copies(parse_cards("4C"))],
        1,
    )


def test_a_challenge_and_a_late_suit_are_read_with_who_makes_them() -> None:
    assert ENGINE.read_question({"kind": "challenge"}, {"offender": 3}) == Challenge(0, 3)
    assert ENGINE.read_question({"kind": "challenge", "by": 2}, {"offender": 3}) == Challenge(2, 3)
    assert ENGINE.read_question({"kind": "nominate", "nominate": "S"}, {"turn": 4}) == Nominate(
        4, 3
    )
    assert ENGINE.read_question({"kind": "nominate", "nominate": "S"}, {}) == Nominate(1, 3)


def test_a_deal_says_what_is_wrong_with_the_pack_and_shuffles_again_as_it_began() -> None:
    with pytest.raises(GameError) as told:
        SwedishPursuit.deal(RULES, 5, parse_cards("8H KD"))
    assert str(told.value) == "Swedish Pursuit with 5 players is played with 52 cards."
    turned: list[int] = []
    table = SwedishPursuit.deal(
        BOOK.rules("short_stock=reshuffle"), 5, shuffle=lambda cards: turned.append(len(cards))
    )
    table.shuffle([1, 2, 3])
    assert turned == [52, 3]
    assert SwedishPursuit.deal(RULES, 1 + 1, first=1).players == 2
    assert table.hands[0] == 0


def test_a_game_that_is_not_over_has_no_result() -> None:
    with pytest.raises(GameError) as told:
        game(["3C", "4C"], "TH", "9S").result()
    assert str(told.value) == "The game is still on: there is nothing to count yet."


def test_a_table_is_not_asked_what_has_a_position_of_its_own() -> None:
    with pytest.raises(GameError) as told:
        check_table(position("KH", "9H 3S"), Call(1), RULES)
    words = "A call, challenge or late naming is put with a position of its own, not with a table."
    assert str(told.value) == words


def test_a_table_cannot_be_laid_out_without_its_top_card_or_its_suit() -> None:
    words = "A table needs a card showing and a suit in force."
    for place in (
        TablePosition(top=None, suit=2, hand=(), stock=1, pending=0),
        TablePosition(top=3, suit=None, hand=(), stock=1, pending=0),
    ):
        with pytest.raises(GameError) as told:
            lay_out(place, RULES)
        assert str(told.value) == words


def test_a_table_of_which_little_is_told_is_laid_out_for_five_with_seat_one_to_play() -> None:
    table = lay_out(TablePosition(top=3, suit=0, hand=parse_cards("9H"), stock=2, pending=0), RULES)
    assert (table.players, table.turn, table.hand(1)) == (5, 1, parse_cards("9H"))
    assert len(table.discards) == 6
    told = lay_out(position("KH", "9H", discards=4), RULES)
    assert len(told.discards) == 4
    assert len(lay_out(position("KH", "9H", discards=1), RULES).discards) == 1
    cards = [*table.stock, *table.discards]
    assert len(set(cards)) == len(cards)


@pytest.mark.parametrize(("options", "carries", "renewed"), [
    ("", set(), False),
    ("deflect_two=ace", {ACE}, False),
    ("deflect_two=queen", {QUEEN}, False),
    ("eight_on_two=passes", {EIGHT}, False),
    ("eight_on_two=cancels", set(), False),
    ("eight_on_two=passes deflect_two=queen short_stock=reshuffle", {EIGHT, QUEEN}, True),
])  # fmt: skip
def test_under_which_cards_a_penalty_stays_due_the_options_say(
    options: str, carries: set[int], renewed: bool
) -> None:
    bounds = ENGINES["swedish_pursuit"].bounds(BOOK.rules(options))
    assert (bounds.names_suit, bounds.penalty) == (frozenset({EIGHT}), {TWO: 2})
    assert (bounds.carries, bounds.renewed) == (frozenset(carries), renewed)


@pytest.mark.parametrize(("card", "pending"), [("2H", 2), ("3H", 0)])
def test_a_2_turned_up_at_the_start_is_due(card: str, pending: int) -> None:
    top = parse_card(card)
    others = [number for number in range(52) if number != top]
    table = SwedishPursuit.deal(RULES, 5, [*others[:25], top, *others[25:]])
    assert (table.top, table.pending, table.turn) == (top, pending, 1)
