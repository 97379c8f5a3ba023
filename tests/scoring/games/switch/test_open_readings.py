"""Both readings of what the text of Switch leaves open: each is played, and a verdict that rests on
one names the other.
"""

from itertools import product

import pytest

from scoring.games.shedding.machine import Machine
from scoring.games.switch import ENGINE, SWITCH, Switch
from scoring.law.plays import MISS, TAKE_PENALTY, Nominate
from tests.scoring.games.switch.test_check import at
from tests.scoring.games.switch.test_game import game, lay

BOTH = "same_suit_or_rank=yes suit_runs=yes"
OTHER = "By another reading it would be illegal: "


@pytest.mark.parametrize(("row", "clause", "odd"), [
    ("9C 9D 9S", "SW-24", "9♦, 9♠ do not"),
    ("9C 9H", "SW-24", "9♥ does not"),
    ("9H TH JH", "SW-25", "10♥, J♥ do not"),
])  # fmt: skip
def test_the_first_card_of_a_row_has_to_match_or_every_one(row: str, clause: str, odd: str) -> None:
    options = BOTH if clause == "SW-24" else "suit_runs=yes"
    top, hand = ("9D" if clause == "SW-25" else "6C"), f"{row} 3D"
    loose, strict = (
        at(top, hand, lay(row), options),
        at(top, hand, lay(row), f"{options} row_fit=every"),
    )
    assert (loose.answer, strict.answer, strict.clauses) == ("legal", "illegal", (clause,))
    assert loose.text.endswith(
        f"{OTHER}every card of a group or a run has to match the card showing."
    )
    assert strict.reasons[0].words == (
        f"Here every card of a group or run has to match the card showing; {odd}."
    )


@pytest.mark.parametrize(("top", "row", "options"), [
    ("6C", "3C 9C", BOTH),
    ("9S", "9C 9D", BOTH),
    ("7C", "7H 3H", ""),
    ("7C", "3C 7C", "seven_place=any"),
])  # fmt: skip
def test_rows_that_match_throughout_and_cards_with_a_7_go_by_either_reading(
    top: str, row: str, options: str
) -> None:
    verdict = at(top, f"{row} 3D", lay(row), f"{options} row_fit=every")
    assert verdict.answer == "legal"
    assert "row_fit" not in {turn.option for turn in verdict.turned_by}


def test_an_ace_may_lie_under_the_last_card_or_may_not() -> None:
    free = at("KH", "7H AH 3H", lay("7H AH 3H"))
    assert (free.answer, free.text.endswith(f"{OTHER}no Ace goes down with the last cards.")) == (
        "legal",
        True,
    )
    barred = at("KH", "7H AH 3H", lay("7H AH 3H"), "ace_covered=no")
    assert (barred.answer, barred.clauses) == ("illegal", ("SW-21",))
    assert barred.reasons[0].words == "Here no Ace goes down with the last cards."
    assert at("KH", "7H AH 3H 5D", lay("7H AH 3H"), "ace_covered=no").answer == "legal"


@pytest.mark.parametrize(("options", "suit", "words"), [
    ("", 0, "the suit of the Ace itself is followed until one is named"),
    ("unnamed=before", 2, "the suit followed before it stays in force until one is named"),
    ("unnamed=before nominate_until=card", 2, "the suit followed before it stays in force"),
    ("nominate_until=card", 0, "the suit of the Ace itself is followed"),
])  # fmt: skip
def test_a_silent_ace_asks_for_its_own_suit_or_the_one_before(
    options: str, suit: int, words: str
) -> None:
    table = game("AC 3C 4C/9H 9S 5C", "KH", "2S 3S 4S", options)
    verdict = table.check(lay("AC"))
    assert f"No suit was named, so {words}. (SW-16)" in verdict.text
    assert "The next player follows the suit named." not in verdict.text
    table.apply(lay("AC"))
    assert (table.suit, verdict.then["suit_in_force"]) == (suit, "CDHS"[suit])
    assert table.spelt(lay("AC")) == lay(f"AC={'CDHS'[suit]}")


def test_a_suit_named_after_the_card_is_late_where_it_has_to_come_with_it() -> None:
    told = {"next_player_has_acted": False}
    question = ENGINE.read_question({"kind": "nominate", "nominate": "S"}, told)
    late = ENGINE.check(
        ENGINE.read_position(told, "nominate"), question, SWITCH.rules("nominate_until=card")
    )
    words = "Here the suit is named with the card or not at all."
    assert (late.answer, late.reasons[0].words, late.status) == ("illegal", words, "default")
    assert late.text.endswith(
        "By another reading it would be legal: the suit of an Ace may be named until the next"
        " player acts."
    )
    table = game("AC 3C 4C/9S 9D 5C", "KH", "2S", "nominate_until=card")
    table.apply(lay("AC"))
    assert not table.is_legal(Nominate(1, 3))
    assert table.check(Nominate(1, 3)).reasons[0].words == words


def short(options: str = "") -> Switch:
    table = game("9H 9S/3C 4C", "2H", "5S 6S", options, pending=6)
    table.discards[:0] = lay("KC QC JC TC").cards
    return table


def test_a_pile_that_runs_out_in_a_penalty_is_shuffled_or_ends_it() -> None:
    whole, cut = short(), short("short_stock=lapse")
    assert whole.check(TAKE_PENALTY).then["cards_drawn"] == 6
    assert "The discards are shuffled on the way" in whole.check(TAKE_PENALTY).text
    verdict = cut.check(TAKE_PENALTY)
    assert (verdict.then["cards_drawn"], verdict.then["stock"]) == (2, 0)
    assert "The pile runs out on the way, and the rest of the penalty lapses. (SW-19)" in (
        verdict.text
    )
    for table in (whole, cut):
        table.apply(TAKE_PENALTY)
    assert [len(table.hand(1)) for table in (whole, cut)] == [8, 4]
    empty = game("9H 9S/3C 4C", "2H", "", "short_stock=lapse", pending=2)
    empty.discards[:0] = lay("KC QC JC").cards
    assert empty.check(lay("9H")).then["cards_drawn"] == 2


def test_a_blocked_game_has_no_winner_or_is_dealt_again() -> None:
    for options, ending in (("", "blocked"), ("blocked=redeal", "redeal")):
        table = game("9H/9D", "KC", "", options)
        table.apply(MISS)
        table.apply(MISS)
        assert (table.result().ending, table.result().winner) == (ending, None)
        assert table.result().citation == table.rules.citation
    told = {"players": 2, "stock": 0, "consecutive_misses": 2}
    question = ENGINE.read_question({"kind": "claim_blocked"}, told)
    position = ENGINE.read_position(told, "claim_blocked")
    ended, void = (
        ENGINE.check(position, question, SWITCH.rules(options))
        for options in ("", "blocked=redeal")
    )
    assert (ended.then, void.then.get("redeal")) == ({"game_over": True, "winner": None}, True)
    assert "here the game is over and nobody has won. (SW-20)" in ended.text
    assert ended.text.endswith(
        "By another reading something else would follow: a blocked game is void and dealt again."
    )


@pytest.mark.parametrize(("options", "hand", "words"), [
    ("", "9D", "at once: nobody takes the cards. (SW-20)"),
    ("final_penalty=pick_up", "9D 3S 4S", "and the next player still takes two cards. (SW-10)"),
])  # fmt: skip
def test_a_game_won_with_a_2_is_over_at_once_or_still_costs_the_next_player(
    options: str, hand: str, words: str
) -> None:
    table = game("2H/9D/9C", "KH", "3S 4S 5S", f"{options} scoring=hand_points")
    verdict = table.check(lay("2H"))
    assert words in verdict.text
    assert "unless they answer" not in verdict.text
    assert "final_penalty" in {turn.option for turn in verdict.turned_by}
    table.apply(lay("2H"))
    assert (table.over, table.hand(2)) == (True, lay(hand).cards)
    assert table.result().points == tuple(table.counts())


def test_a_4_that_answers_a_penalty_and_wins_passes_all_of_it_on() -> None:
    table = game("4H/9D/9C", "4S", "3S 4D 5S 6S 7S 8S TS JS QS", "final_penalty=pick_up", pending=4)
    words = "The game is over, and the next player still takes eight cards. (SW-11)"
    assert words in table.check(lay("4H")).text
    table.apply(lay("4H"))
    assert [len(table.hand(seat)) for seat in (1, 2, 3)] == [0, 9, 1]


def apart() -> list[str]:
    """Last rows after which the running game deals other cards than the umpire says are due."""
    found = []
    values = [
        [f"{option}={value}" for value in SWITCH.option(option).values]
        for option in ("final_penalty", "play_on", "seven_powers")
    ]
    rows = ("2H", "4H", "9H", "7H 2H 3H", "7H 8H 4H", "7H JH 2H", "7H 2H 4H")
    for options, row, others in product(product(*values), rows, ("9D", "9D/9C", "9D/9C/9S")):
        table = game(f"{row}/{others}", "KH", "3S 4S 5S 6S 7S TS QS KS", " ".join(options))
        held = [len(table.hand(seat)) for seat in range(1, table.players + 1)]
        told = at("KH", row, lay(row), " ".join(options), players=table.players).then
        table.apply(lay(row))
        dealt = sum(len(table.hand(seat)) - held[seat - 1] for seat in range(2, table.players + 1))
        assert (told["game_over"], table.hand(1)) == (table.over, ())
        if (table.pending, dealt)[table.over] != told["pending"]:
            found.append(f"{options} {row} {others}: {dealt} dealt, {told['pending']} due")
    return found


def test_the_game_deals_after_the_last_card_what_the_umpire_says_is_due() -> None:
    assert apart() == []


@pytest.mark.control
def test_a_game_that_deals_nothing_after_the_last_card_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Machine, "_draw_due", lambda table, seat: None)
    assert apart()


def test_a_last_penalty_lapses_as_far_as_the_stock_is_short() -> None:
    for value, held in (("reshuffle", 5), ("lapse", 2)):
        options = f"final_penalty=pick_up short_stock={value}"
        table = game("4H/9D/9C", "KH", "3S", options)
        table.discards[:0] = lay("KC QC JC TC").cards
        table.apply(lay("4H"))
        assert len(table.hand(2)) == held


def test_the_last_two_of_those_who_play_on_end_the_game_as_one_winner_does() -> None:
    def told(value: str, out: tuple[int, ...]) -> tuple[bool, int]:
        options = f"play_on=yes final_penalty={value}"
        then = at("KH", "2H", lay("2H"), options, players=3, out=out).then  # type: ignore[arg-type]
        return then["game_over"], then["pending"]

    assert [told(value, (3,)) for value in ("at_once", "pick_up")] == [(True, 0), (True, 2)]
    assert [told(value, ()) for value in ("at_once", "pick_up")] == [(False, 2), (False, 2)]
