"""Verdicts inside a running game, whole: every field of them, and what calls and challenges leave
behind.
"""

import pytest

from scoring.cards import parse_card, parse_cards
from scoring.games.shedding.match_tables import mask_of_copies
from scoring.games.swedish_pursuit import SwedishPursuit
from scoring.games.swedish_pursuit.check import position_of
from scoring.law.plays import MISS, Call, Challenge, Nominate
from scoring.law.position import TablePosition
from scoring.law.verdict import IllegalPlay, Reason, Verdict
from tests.scoring.games.swedish_pursuit.tables import RULES, game, lay

STOCK = "2S 3S 4S 5S 6S"


def silent_pair() -> SwedishPursuit:
    """Seats 1 and 2 both came down to one card without a word; seat 3 is on turn."""
    table = game(["KS 3H", "KC 5D", "KD 8C 4C"], "KH", STOCK)
    table.apply(lay("KS"))
    table.apply(lay("KC"))
    return table


def over() -> SwedishPursuit:
    table = game(["KS", "KC 5D"], "KH", STOCK)
    table.apply(lay("KS"))
    return table


def test_the_position_of_a_table_is_all_that_can_be_seen() -> None:
    table = game(
        ["3H", "2C 9D", "TC"],
        "2H",
        "4S 5S",
        under="6S 7S",
        turn=2,
        direction=-1,
        pending=4,
        misses=1,
    )
    assert position_of(table) == TablePosition(
        players=3, turn=2, direction=-1, top=parse_card("2H"), suit=2, pending=4, stock=2,
        hand=tuple(sorted(parse_cards("2C 9D"))), misses=1, discards=3,
    )  # fmt: skip


def test_after_the_end_every_play_is_too_late() -> None:
    table = over()
    for play in (lay("5D"), MISS):
        verdict = table.check(play)
        assert verdict == Verdict(
            "illegal", (Reason("SP-28", "The game is over."),), {"game_over": True}
        )
        assert verdict.rules == RULES
    with pytest.raises(IllegalPlay) as refused:
        over().apply(lay("5D"))
    assert refused.value.verdict == table.check(lay("5D"))


def test_a_refusal_carries_the_verdict_on_the_very_play() -> None:
    table = game(["9H 3C", "KC 5D"], "KH", STOCK)
    with pytest.raises(IllegalPlay) as refused:
        table.apply(lay("3C"))
    assert refused.value.verdict == table.check(lay("3C"))
    assert "3♣" in refused.value.verdict.text


CALLED_AHEAD = Reason("SP-25", "The call is made in the turn it belongs to.", "default", "SP-A21")
CALLED = Reason("SP-25", "The call is made in the turn it belongs to.")
LATE = Reason("SP-25", "The next player has acted: the call comes too late.")
NOT_DUE = Reason("SP-25", "No call is due from this seat now.")


def test_a_call_is_told_from_one_ahead_a_late_one_and_one_not_due() -> None:
    before = game(["KS 3H", "KC 5D", "KD 8C 4C"], "KH", STOCK)
    assert before.check(Call(1)) == Verdict("legal", (CALLED_AHEAD,))
    after = silent_pair()
    expected = {
        0: ("illegal", NOT_DUE),
        1: ("illegal", LATE),
        2: ("legal", CALLED),
        3: ("illegal", NOT_DUE),
    }
    for seat, (answer, ground) in expected.items():
        verdict = after.check(Call(seat))
        assert (verdict.answer, verdict.reasons, verdict.rules) == (answer, (ground,), RULES)
    assert after.check(Call(4)).reasons == (NOT_DUE,)


def test_the_last_seat_may_be_late_too() -> None:
    table = game(["9S 3H 4H", "KC 5D"], "KH", STOCK, turn=2)
    table.apply(lay("KC"))
    table.apply(table.legal_plays()[0])
    assert table.check(Call(2)).reasons == (LATE,)


def test_calls_and_challenges_are_recorded_and_settle_one_seat_alone() -> None:
    table = silent_pair()
    table.apply(Call(2))
    assert table.record[-1] == (2, Call(2))
    table = silent_pair()
    table.apply(lay("KD"))
    assert (table.is_legal(Challenge(1, 2)), table.is_legal(Challenge(3, 2))) == (True, True)
    table.apply(Challenge(3, 1))
    assert table.record[-1] == (3, Challenge(3, 1))
    assert table.silent == 1 << 2
    assert table.hands[1] == mask_of_copies(parse_cards("3H 2S 3S"))
    verdict = table.check(Challenge(1, 2))
    assert (verdict.answer, verdict.then, verdict.rules) == (
        "upheld", {"offender_draws": 2, "game_over": False, "stock": 1}, RULES,
    )  # fmt: skip
    assert table.check(Challenge(2, 1)).answer == "denied"


def test_the_last_seat_can_be_challenged() -> None:
    table = game(["9S 3H 4H", "KC 5D"], "KH", STOCK, turn=2)
    table.apply(lay("KC"))
    table.apply(table.legal_plays()[0])
    assert table.is_legal(Challenge(1, 2))


def test_after_a_win_a_challenge_is_told_so() -> None:
    assert [reason.words for reason in silent_winner().check(Challenge(2, 1)).reasons] == [
        "The game was over before the challenge.",
        "A challenge may come at any moment of the game, but not later.",
        "The win stands.",
    ]


def silent_winner() -> SwedishPursuit:
    """Seat 1 never said LAST CARD and went out."""
    table = game(["KS 3S", "4S 5D 6D"], "KH", STOCK)
    for text in ("KS", "4S", "3S"):
        table.apply(lay(text))
    return table


@pytest.mark.parametrize("eight", ["8C", "8D", "8H", "8S"])
def test_every_eight_laid_without_a_word_may_be_named_late(eight: str) -> None:
    table = game([f"{eight} 3C 4C", "KC 5D"], "KH", STOCK, "nominate_until=next_play")
    assert table.spelt(lay(eight)) == lay(f"{eight}={eight[1]}")
    assert table.spelt(lay("3C")) == lay("3C")
    table.apply(lay(eight))
    for suit in range(4):
        assert (table.is_legal(Nominate(1, suit)), table.check(Nominate(1, suit)).answer) == (
            True,
            "legal",
        )
    for naming in (Nominate(2, 0), Nominate(1, 4), Nominate(1, -1)):
        verdict = table.check(naming)
        words = f"Seat {naming.seat} has no 8 without a suit."
        assert verdict == Verdict("illegal", (Reason("SP-18", words),))
        assert (verdict.rules, table.is_legal(naming)) == (
            RULES.but("nominate_until", "next_play"),
            False,
        )
