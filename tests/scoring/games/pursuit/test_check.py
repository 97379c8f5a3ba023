"""Questions put to the rules of Pursuit about a table of which only the deciding part is known."""

from collections.abc import Callable
from typing import Any

import pytest

from scoring.cards import RANK_NAMES, TEN, card_text
from scoring.games.pursuit import ENGINE, PURSUIT
from scoring.games.pursuit.game import deal
from scoring.games.pursuit.sequences import FIVE
from scoring.law.plays import TAKE_DISCARD, PutDown
from scoring.law.verdict import Verdict

HAND = ["10S", "AS", "2S", "7D", "8C", "3H", "4H", "JK"]


def asked(up_to: str | None, chain: str, options: str = "", **position: Any) -> Verdict:
    """Ask for sequences written `3D 4D / 4S 5S`."""
    play = {"kind": "put_down", "sequences": [part.split() for part in chain.split("/")]}
    told = {"up_to": up_to, "opponent_up_to": "9C", **position}
    return put(told, play, options)


def put(position: dict[str, Any], play: dict[str, Any], options: str = "") -> Verdict:
    read = ENGINE.read_position(position, play["kind"])
    return ENGINE.check(read, ENGINE.read_question(play, position), PURSUIT.rules(options))


@pytest.mark.parametrize(
    ("up_to", "chain", "options", "answer", "clause"),
    [
        ("10H", "10S AS 2S", "", "legal", "PU-15"),
        ("2C", "2D 3D 4D / 4S 5S / 5H / 5D 6D", "", "legal", "PU-13"),
        ("10H", "AS 2S", "", "illegal", "PU-14"),
        ("10H", "10S 2S", "", "illegal", "PU-13"),
        ("10H", "10S AS 2H", "", "illegal", "PU-13"),
        ("10H", "10S QS", "", "illegal", "PU-2"),
        ("2C", "2D 3D / 4S 5S", "", "illegal", "PU-14"),
        ("6C", "6D 5D", "", "illegal", "PU-26"),
        ("6C", "6D 5D", "direction=both", "legal", "PU-14"),
        ("AC", "AD 10D 9D", "direction=both", "win", "PU-21"),
        ("7C", "7D 8D 9D 10D", "", "win", "PU-21"),
        ("7C", "7D 8D 9D 10D", "win=end_on_card", "legal", "PU-21"),
        ("7C", "7D 8D 9D", "win=end_on_card", "win", "PU-21"),
        ("7C", "7D 8D JK", "", "win", "PU-16"),
        ("7C", "7D 8D JK", "joker_wins=no", "legal", "PU-20"),
        ("5C", "5D 6D JK", "", "legal", "PU-20"),
        ("5C", "5D 6D JK", "no_final_joker=yes", "illegal", "PU-24"),
        ("5C", "5D JK / 6S 7S", "no_final_joker=yes", "legal", "PU-16"),
        ("5C", "JK / 5S 6S", "", "legal", "PU-16"),
        ("5C", "5S 6S / JK", "", "illegal", "PU-20"),
        ("5C", "JK 6S JK", "", "legal", "PU-16"),
        ("5C", "", "", "illegal", "PU-13"),
        ("8C", "8D 9D", "racing=yes", "legal", "PU-25"),
        ("8C", "8D 7D", "racing=yes", "illegal", "PU-26"),
        ("8C", "8D 9D", "racing=yes direction=both", "legal", "PU-25"),
        ("8C", "8D 7D", "racing=yes direction=both", "illegal", "PU-26"),
    ],
)
def test_sequences_put_down(up_to: str, chain: str, options: str, answer: str, clause: str) -> None:
    verdict = asked(up_to, chain, options)
    assert (verdict.answer, clause in verdict.clauses) == (answer, True), verdict.text


def test_a_safe_opponent_is_not_caught_and_unknown_safety_decides() -> None:
    option = "no_early_wins=yes"
    assert asked("7C", "7D 8D 9D", option, opponent_has_put_down=True).answer == "win"
    barred = asked("7C", "7D 8D 9D 10D", option, opponent_has_put_down=False)
    assert (barred.answer, barred.clauses[0]) == ("illegal", "PU-22")
    depends = asked("7C", "7D 8D 9D", option)
    assert (depends.answer, depends.needs) == (
        "depends",
        ("whether the opponent has put down yet",),
    )
    assert depends.clauses == ("PU-22",)
    assert asked("7C", "7D 8D", option).answer == "legal"


def test_only_missing_facts_that_decide_are_asked_for() -> None:
    unknown = asked(None, "3D 4D", opponent_up_to=None)
    assert (unknown.answer, unknown.needs) == (
        "depends",
        ("the card the player is up to", "the card the opponent is up to"),
    )
    assert asked(None, "3D 4S").answer == "illegal"
    chased = asked("3C", "3D 4D", opponent_up_to=None)
    assert (chased.answer, chased.needs, chased.clauses) == (
        "depends",
        ("the card the opponent is up to",),
        ("PU-21",),
    )
    assert asked("3C", "3D 4D", "racing=yes", opponent_up_to=None).answer == "legal"


def test_a_racer_running_the_other_way_is_told_by_seat_or_direction() -> None:
    option = "racing=yes opposite_directions=yes"
    assert asked("6C", "6D 5D", option, turn=2).answer == "legal"
    assert asked("6C", "6D 5D", option, turn=1).answer == "illegal"
    assert asked("6C", "6D 5D", option, direction="down").answer == "legal"
    assert asked("6C", "6D 5D", option).needs == ("whether this player runs upwards or downwards",)


def test_the_fifth_lap_wins_a_race_and_landing_costs_the_other_a_turn() -> None:
    assert asked("3C", "3D 4D", "racing=yes", steps=49).answer == "win"
    assert asked("3C", "3D 4D", "racing=yes", laps=4).then["laps"] == 4
    assert asked("4C", "4D 5D", "racing=yes", laps=4, start="5H").answer == "win"
    assert asked("5C", "5D 6D", "racing=yes", laps=4, start="5H").answer == "legal"
    down = "racing=yes opposite_directions=yes"
    assert asked("6C", "6D 5D", down, laps=4, start="5H", direction="down").answer == "win"
    landed = asked("8C", "8D 9D", "racing=yes landing_misses=yes")
    assert landed.then["missed"] == "opponent"
    assert "missed" not in asked("7C", "7D 8D", "racing=yes landing_misses=yes").then


def test_what_follows_is_told_in_the_words_of_case_files() -> None:
    assert asked("8C", "8D 9D JK", opponent_up_to="2C").then == {
        "up_to": "10D",
        "kept": ["9D", "JK"],
    }
    eight = ["2D", "3D", "4D", "4S", "5S", "5H", "5D", "6D"]
    all_down = asked("2C", "2D 3D 4D / 4S 5S / 5H / 5D 6D", hand=eight)
    assert all_down.then == {"up_to": "6D", "kept": ["6D"], "discard": None}
    assert asked("7C", "7D 8D 9D").then["winner"] == "mover"


def test_an_illegal_putting_down_comes_with_all_that_was_allowed() -> None:
    verdict = asked("10H", "AS 2S", hand=HAND)
    allowed = [str(play) for play in verdict.legal_plays]
    assert "TS,AS,2S" in allowed
    assert ">JK" in allowed
    assert verdict.instead == verdict.legal_plays
    assert asked("10H", "10S AS / AC", hand=HAND).clauses == ("PU-12",)
    assert asked("10H", "AS 2S").legal_plays == ()


def test_takes_and_discards_have_their_order() -> None:
    take: dict[str, Any] = {"kind": "take", "from": "stock"}
    discard = {"kind": "discard", "card": "7D"}
    assert put({"taken": False}, take).answer == "legal"
    assert put({"taken": True}, take).clauses == ("PU-7",)
    assert put({"stock": 0, "discards": 1}, take).instead == (TAKE_DISCARD,)
    assert put({"stock": 0, "discards": 2}, take).answer == "legal"
    assert put({"discards": 0}, {"kind": "take", "from": "discard"}).clauses == ("PU-11",)
    assert put({"hand": HAND}, discard).clauses == ("PU-9", "PU-12")
    assert put({"hand": HAND, "has_put_down": True}, discard).clauses == ("PU-9",)
    assert put({"hand": HAND}, {"kind": "discard", "card": "9D"}).clauses == ("PU-9",)
    too_soon = put({"hand": HAND, "taken": False, "stock": 3}, discard)
    assert [str(play) for play in too_soon.instead] == ["+", "+d"]
    assert asked("10H", "10S", taken=False).clauses == ("PU-7",)
    assert asked("10H", "10S", has_put_down=True, hand=HAND).clauses == ("PU-8",)


def test_the_set_up_is_checked_by_seats_packs_and_cards_dealt() -> None:
    def set_up(options: str = "", **position: int) -> Verdict:
        return put(dict(position), {"kind": "setup"}, options)

    assert set_up(players=2, decks=1, dealt=7).answer == "legal"
    assert set_up(players=3).clauses == ("PU-1",)
    assert set_up(players=9, options="racing=yes").clauses == ("PU-5", "PU-25", "PU-4")
    assert (
        set_up(players=3, options="racing=yes").reasons[1].words
        == "Two packs of 42 cards are mixed."
    )
    many, few = (set_up(players=players, options="racing=yes") for players in (11, 1))
    assert [many.text, few.text] == [
        "Illegal. 11 players need 89 cards with the start cards; two packs have 84. (PU-25)",
        "Illegal. A race is for two players or more, not 1. (PU-25)",
    ]
    assert set_up(players=2, decks=2).then == {"decks": 1}
    assert set_up(players=4, decks=1, dealt=8, options="racing=yes").then == {
        "decks": 2,
        "dealt": 7,
    }


@pytest.mark.parametrize("players", [3, 4, 9, 10])
@pytest.mark.parametrize(
    ("option", "fives", "clause"),
    [
        ("", lambda place: place % 2 == 0, "PU-4"),
        ("race_starts=fives", lambda place: place < 8, "PU-25"),
    ],
)
def test_the_umpire_tells_the_cards_that_the_deal_sets_out_under_either_reading(
    players: int, option: str, fives: Callable[[int], bool], clause: str
) -> None:
    """PU-A20."""
    rules = PURSUIT.rules(f"racing=yes {option}")
    verdict = put({"players": players}, {"kind": "setup"}, str(rules))
    told = verdict.then["start_cards"]
    assert told == ["five" if fives(place) else "ten" for place in range(players)]
    reason = next(reason for reason in verdict.reasons if reason.question == "PU-A20")
    assert (reason.clause, reason.words.split(" start on ")[1]) == (clause, ", ".join(told) + ".")
    assert {turn.option for turn in verdict.turned_by} == {"racing", "race_starts"}
    game = deal(rules, players, dealer=1)
    dealt = [RANK_NAMES[game.up_to[(1 + place) % players]] for place in range(players)]
    assert dealt == told
    for front in {card_text(cards[0]) for cards in game.fronts}:
        facts = {"players": players, "up_to": front, "start": front, "steps": 0}
        ENGINE.refuse_impossible(facts, {"kind": "take", "from": "stock"}, rules)


def test_two_racers_start_on_a_five_and_a_ten_under_either_reading() -> None:
    for option in ("turns", "fives"):
        rules = PURSUIT.rules(f"racing=yes race_starts={option}")
        assert deal(rules, 2).up_to == [FIVE, TEN]
        assert "start_cards" not in put({"players": 2}, {"kind": "setup"}, str(rules)).then


def test_every_clause_cited_is_a_clause_of_the_game_and_every_verdict_reads_aloud() -> None:
    for chain in ("6D 5D", "6D 7D / JK", "6D 7D JK", "6D 8D", "7D", "6D 7S"):
        verdict = asked("6C", chain)
        assert [PURSUIT.clause(clause).id for clause in verdict.clauses] == list(verdict.clauses)
        assert verdict.text.startswith(f"{verdict.answer.capitalize()}.")


def test_the_status_is_text_unless_a_reading_of_ours_decides() -> None:
    assert asked("7C", "7D 8D 9D").status == "text"
    assert asked("7C", "7D 8D 9D 10D").status == "default"
    assert asked("7C", "7D 8D JK").status == "default"
    assert asked("6C", "6D 5D").status == "default"
    assert asked("5C", "5S 6S / JK").status == "default"


@pytest.mark.parametrize(
    ("position", "answer"),
    [
        ({"up_to": "5C", "hand": ["5S", "2H"]}, "illegal"),
        ({"up_to": "5C", "hand": ["7S", "2H"]}, "legal"),
        ({"up_to": "5C", "hand": ["5S", "2H"], "has_put_down": True}, "legal"),
        ({"up_to": "5C"}, "depends"),
        ({"hand": ["5S", "2H"]}, "depends"),
    ],
)
def test_whoever_can_put_down_has_to_where_it_is_so_read(
    position: dict[str, Any], answer: str
) -> None:
    told = {"opponent_up_to": "9C", "taken": True} | position
    play = {"kind": "discard", "card": "2H"}
    verdict = put(told, play, "must_put_down=yes")
    assert verdict.answer == answer, verdict.text
    assert verdict.needs or answer != "depends"
    assert all(isinstance(play, PutDown) for play in verdict.instead)
    assert put(told, play).answer == "legal"
