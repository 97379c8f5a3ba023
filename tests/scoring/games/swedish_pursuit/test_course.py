"""The course of play: what each card does, and what every option makes of it."""

import pytest

from scoring.cards import cards_text, parse_card
from scoring.games.shedding.laying_table import LayingTable
from scoring.games.shedding.machine import Machine, Refused
from scoring.law.plays import (
    MISS,
    PICK_UP,
    TAKE_PENALTY,
    Call,
    Challenge,
    Draw,
    Lay,
    Nominate,
    Reshuffle,
)
from scoring.law.verdict import IllegalPlay
from tests.scoring.games.swedish_pursuit.tables import game, lay

REST = ["9C 9D 9S", "TC TD TS", "JC JD JS"]


def spelt(table: LayingTable) -> list[str]:
    return [str(play) for play in table.legal_plays()]


def test_king_on_king_and_any_heart_but_nothing_else() -> None:
    table = game(["KS 3C 9H 7C", *REST], "KH", "5S")
    assert spelt(table) == ["9H", "KS"]
    table.apply(lay("KS"))
    assert (table.turn, table.suit, cards_text(table.hand(1))) == (2, 3, "3C 7C 9H")


def test_a_trick_card_must_follow_suit_unless_rank_is_enough() -> None:
    hands = ["AS QS 2S", *REST]
    assert spelt(game(hands, "QH", "5S")) == ["+"]
    assert spelt(game(hands, "QH", "5S", "trick_match=rank_or_suit")) == ["QS"]
    assert spelt(game(hands, "4S", "5S")) == ["AS", "2S", "QS"]


def test_an_eight_goes_on_anything_and_names_a_suit() -> None:
    table = game(["8C 3C 4C", *REST], "KH", "5S")
    assert spelt(table) == ["8C=C", "8C=D", "8C=H", "8C=S"]
    table.apply(lay("8C=D"))
    assert (table.suit, spelt(table)) == (1, ["9D"])


def test_a_silent_eight_asks_for_its_own_suit_or_leaves_the_suit() -> None:
    own, before = (
        game(["8C 3C 4C", *REST], "KH", "5S", f"unnominated_eight={v}") for v in ("own", "before")
    )
    for table, suit in ((own, 0), (before, 2)):
        assert table.spelt(lay("8C")) == Lay((7,), suit)
        assert table.is_legal(lay("8C"))
        table.apply(lay("8C"))
        assert table.suit == suit


def test_an_ace_skips_and_between_two_gives_another_turn() -> None:
    table = game(["AH 3C 4C", *REST], "KH")
    table.apply(lay("AH"))
    assert table.turn == 3
    pair = game(["AH 3C 4C", "9C 9D"], "KH")
    pair.apply(lay("AH"))
    assert pair.turn == 1


def test_a_queen_turns_play_round_and_between_two_changes_nothing_unless_it_skips() -> None:
    table = game(["QH 3C 4C", *REST], "KH")
    table.apply(lay("QH"))
    assert (table.turn, table.direction) == (4, -1)
    for value, turn in (("none", 2), ("skip", 1)):
        pair = game(["QH 3C 4C", "9C 9D"], "KH", options=f"queen_two={value}")
        pair.apply(lay("QH"))
        assert (pair.turn, pair.direction) == (turn, -1)


def test_twos_add_up_and_the_penalty_is_the_whole_turn() -> None:
    table = game(["2H 3C 4C", "2C 9D 5D", "KC 8D 7D", "JC JD"], "KH", "AS 2S 3S 4S 5S 6S")
    table.apply(lay("2H"))
    assert (table.pending, spelt(table)) == (2, ["2C"])
    table.apply(lay("2C"))
    assert (table.pending, spelt(table)) == (4, ["++"])
    table.apply(TAKE_PENALTY)
    assert (table.pending, table.turn, cards_text(table.hand(3))) == (0, 4, "KC 7D 8D AS 2S 3S 4S")
    assert spelt(table) == ["JC"]


def test_an_eight_on_a_two_cancels_or_passes_the_penalty() -> None:
    hands = ["8C 3C 4C", "9D 5D", "JC JD"]
    assert spelt(game(hands, "2H", "AS 2S 3S", pending=2)) == ["++"]
    for value, pending in (("cancels", 0), ("passes", 2)):
        table = game(hands, "2H", "AS 2S 3S", f"eight_on_two={value}", pending=2)
        table.apply(lay("8C=S"))
        assert (table.pending, table.turn) == (pending, 2)


def test_an_ace_or_queen_of_the_suit_turns_the_penalty_away() -> None:
    hands = ["AH QH AS QS", "9D 5D", "JC JD", "KC KD"]
    assert spelt(game(hands, "2H", "3S 4S", pending=2)) == ["++"]
    for value, card, turn in (("ace", "AH", 3), ("queen", "QH", 4)):
        table = game(hands, "2H", "3S 4S", f"deflect_two={value}", pending=2)
        assert spelt(table) == [card]
        table.apply(lay(card))
        assert (table.pending, table.turn) == (2, turn)


def test_a_two_in_hand_may_be_kept_where_answering_is_optional() -> None:
    hands = ["2C 3C 4C", "9D 5D"]
    assert spelt(game(hands, "2H", "3S 4S", pending=2)) == ["2C"]
    table = game(hands, "2H", "3S 4S", "two_compulsory=no", pending=2)
    assert spelt(table) == ["2C", "++"]
    table.apply(TAKE_PENALTY)
    assert cards_text(table.hand(1)) == "2C 3C 4C 3S 4S"


def test_a_short_stock_gives_what_it_has_or_is_renewed() -> None:
    hands = ["3C 4C", "9D 5D"]
    lapsed = game(hands, "2H", "3S", pending=4, under="6S 7S KS")
    lapsed.apply(TAKE_PENALTY)
    assert (cards_text(lapsed.hand(1)), lapsed.stock, lapsed.pending) == ("3C 4C 3S", [], 0)
    renewed = game(hands, "2H", "3S", "short_stock=reshuffle", pending=4, under="6S 7S KS")
    renewed.apply(TAKE_PENALTY)
    assert cards_text(renewed.hand(1)) == "3C 4C 3S 6S 7S KS"
    assert renewed.record[0] == (0, Reshuffle((44, 45, 51)))


def test_a_penalty_lapses_with_an_empty_stock_unless_there_is_one_to_be_made() -> None:
    hands = ["3C 4C", "9D 5D"]
    assert spelt(game(hands, "2H", "", pending=2, under="6S")) == ["-"]
    assert spelt(game(hands, "2H", "", "short_stock=reshuffle", pending=2)) == ["-"]
    table = game(hands, "2H", "", "short_stock=reshuffle", pending=2, under="6S")
    assert spelt(table) == ["++"]
    missed = game(hands, "2H", "", pending=2, under="6S")
    missed.apply(MISS)
    assert (missed.pending, missed.misses, missed.turn) == (0, 1, 2)


@pytest.mark.parametrize(("value", "ending", "points"), [
    ("tally", "blocked", (7, 14)), ("redeal", "redeal", ()), ("lowest_zero", "blocked", (0, 14)),
])  # fmt: skip
def test_a_round_of_misses_ends_the_game(value: str, ending: str, points: tuple[int, ...]) -> None:
    table = game(["3C 4C", "9D 5D"], "KH", "", f"blocked={value}", under="6S 7S")
    table.apply(MISS)
    assert not table.over
    table.apply(MISS)
    assert (table.over, table.ending, table.winner, table.legal_plays()) == (True, ending, None, ())
    assert table.result().points == points


def test_a_blocked_game_may_be_renewed_once_there_is_something_to_shuffle() -> None:
    table = game(["3C 4C", "9D 5D"], "KH", "", "blocked=reshuffle", under="6S 7S")
    table.apply(MISS)
    table.apply(MISS)
    assert (table.over, table.stock, table.misses) == (False, [45, 44], 0)
    bare = game(["3C 4C", "9D 5D"], "KH", "", "blocked=reshuffle")
    bare.apply(MISS)
    bare.apply(MISS)
    assert (bare.over, bare.ending) == (True, "blocked")


def test_the_last_card_wins_and_a_last_two_may_still_cost() -> None:
    for value, hand in (("at_once", "9D"), ("pick_up", "9D 3S 4S")):
        table = game(["2H", "9D"], "KH", "3S 4S 5S", f"final_two={value}")
        table.apply(lay("2H"))
        assert (table.over, table.winner, table.ending) == (True, 1, "won")
        assert cards_text(table.hand(2)) == hand
        # Whoever looks at the table then finds nothing due that was paid.
        assert table.pending == (0 if value == "pick_up" else 2)


@pytest.mark.parametrize("card", ["AH", "2H", "8H", "QH"])
def test_a_trick_card_may_be_barred_as_the_last_one(card: str) -> None:
    assert game([card, "9D 5D"], "KH", "3S").lays
    assert spelt(game([card, "9D 5D"], "KH", "3S", "trick_finish=barred")) == ["+"]
    assert spelt(game(["7H", "9D 5D"], "KH", "3S", "trick_finish=barred")) == ["7H"]


def test_a_refused_play_changes_nothing() -> None:
    table = game(["KS 3C", "9D 5D"], "KH", "3S")
    for play in (lay("3C"), lay("3C=H"), lay("9D"), Lay(()), Lay((25, 38)), Lay((52,)), PICK_UP, TAKE_PENALTY, MISS,
                 Draw(), Call(2), Challenge(1, 2)):  # fmt: skip
        with pytest.raises(IllegalPlay) as caught:
            table.apply(play)
        assert caught.value.verdict.answer in ("illegal", "denied")
        assert (table.record, table.turn, cards_text(table.hand(1))) == ([], 1, "3C KS")


def test_the_bare_course_refuses_without_reasons() -> None:
    table = game(["KS 3C", "9D 5D"], "KH", "3S")
    table.__class__ = Machine  # type: ignore[assignment]
    with pytest.raises(Refused, match="3C"):
        table.apply(lay("3C"))


def test_nothing_can_be_played_when_the_game_is_over() -> None:
    table = game(["KS", "9D 5D"], "KH", "3S")
    table.apply(lay("KS"))
    for play in (lay("9D"), PICK_UP, MISS, TAKE_PENALTY, Call(2)):
        with pytest.raises(IllegalPlay):
            table.apply(play)
    assert table.top == parse_card("KS")


def test_the_ace_of_clubs_alone_is_barred_like_every_other_trick_card() -> None:
    table = game(["KC 3H 4H", "AC"], "KH", "3S", "trick_finish=barred")
    table.apply(lay("KC"))
    assert spelt(table) == ["+"]


def test_a_suit_named_after_an_8_keeps_the_8_that_shows() -> None:
    options = "trick_follow=shown nominate_until=next_play"
    at_once, later = (game(["8H 3C", "9D 5D"], "KH", "3S", options) for _ in range(2))
    at_once.apply(Lay((parse_card("8H"),), 3))
    later.apply(Lay((parse_card("8H"),)))
    later.apply(Nominate(1, 3))
    assert later.key == at_once.key
