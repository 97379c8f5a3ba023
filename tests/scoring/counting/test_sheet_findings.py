"""Each finding about a sheet to the letter: its kind, its seats, its sentence, and whether it
refuses.
"""

import pytest

from scoring.counting.hand import parse_hand
from scoring.counting.sheet import Finding, SeatEntry, Sheet, check_sheet, doubt_limits
from scoring.games.rulebooks import rulebook
from scoring.law.rulebook import Rulebook
from tests.scoring.counting.test_sheet import check_seat, sheet

BOOK = rulebook("swedish-pursuit")
Told = tuple[str, str, str]


def told(findings: tuple[Finding, ...]) -> list[Told]:
    """Kind with `!` if it refuses, seats run together, sentence."""
    return [
        (finding.kind + "!" * finding.refused, "".join(finding.seats), finding.text)
        for finding in findings
    ]


@pytest.mark.parametrize(("faulty", "expected"), [
    (sheet("out", "out", "9H"), [("two_out!", "AB", "Only one player can go out: A and B are both marked.")]),
    (sheet("out", "9H", blocked=True),
     [("out_and_blocked!", "A", "Seat A went out, so the game was not blocked: clear one of the two.")]),
    (sheet("2C", "9H"), [("nobody_out", "", "Nobody went out and the game is not marked as blocked.")]),
    (sheet("out", "9H", ""), [("no_cards!", "C", "Seat C did not go out: enter the cards left, or their points.")]),
    (sheet("out", "=0"), [("points_too_low!", "B", "Seat B did not go out, so it has at least 1 point, not 0.")]),
    (sheet("out", "=429"), [
        ("points_too_high!", "B", "Seat B cannot have 429 points: all cards together count 428."),
        ("high_points", "B", "Seat B has 429 points, more than 66: count again.")]),
    (sheet("out", "=428"), [("high_points", "B", "Seat B has 428 points, more than 66: count again.")]),
    (sheet("out", "=8"), [("bare_eight", "B", "Seat B has 8 points: was it an 8 in hand, which counts 30?")]),
    (sheet("out", "8"), [("bare_eight", "B", "Seat B holds a single 8, which counts 30: or was it 8 points?")]),
    (sheet("out", "2222333344445"), [("long_hand", "B", "Seat B holds 13 cards, more than 12.")]),
    (sheet("out", "8 8 7"), [("high_points", "B", "The 3 cards of seat B count 67: count them again.")]),
    (sheet("out", "K K K 2", "K K 3", "4 5"), [
        ("rank_too_often!", "BC", "Rank K is entered 5 times, but one pack has 4.")]),
    (sheet("out", "X X X X X X X X X", "T J Q K X X X X", "4 5"), [
        ("courts_too_often!", "BC", "Tens and court cards: 17 are entered, but one pack has 16.")]),
    (sheet("out", "AC 2 3 4", "4 3 2 AC"), [("card_too_often!", "BC", "A♣ is entered twice, but one pack has 1."),
     ("same_hand", "BC", "Seats B and C hold the same 4 cards: entered twice?")]),
    (sheet("2233", "3322", "5", blocked=True),
     [("same_hand", "AB", "Seats A and B hold the same 4 cards: entered twice?")]),
])  # fmt: skip
def test_the_finding_reads_so(faulty: Sheet, expected: list[Told]) -> None:
    assert told(check_sheet(faulty, BOOK)) == expected


@pytest.mark.parametrize(("entry", "expected"), [
    (SeatEntry("A", parse_hand("9H"), absent=True),
     [("absent_with_cards!", "A", "Seat A is marked absent, so it can hold no cards or points.")]),
    (SeatEntry("A", parse_hand("9H"), went_out=True),
     [("winner_with_cards!", "A", "Seat A went out, so it can hold no cards or points.")]),
    (SeatEntry("A", parse_hand("9H"), points=8), [
        ("points_disagree!", "A", "The cards of seat A count 9, but 8 points are entered.")]),
    (SeatEntry("A", points=29, caught_eight=True),
     [("eight_disagrees!", "A", "Seat A cannot have an 8, which counts 30, and only 29 points.")]),
    (SeatEntry("A", points=30, caught_eight=True), []),
    (SeatEntry("A", parse_hand("9H"), points=9, caught_eight=True), []),
    (SeatEntry("A", parse_hand(""), points=8),
     [("bare_eight", "A", "Seat A has 8 points: was it an 8 in hand, which counts 30?")]),
    (SeatEntry("A", parse_hand("8 X X X 6")), []),
    (SeatEntry("A", parse_hand("8 X X X 7")), [
        ("high_points", "A", "The 5 cards of seat A count 67: count them again.")]),
    (SeatEntry("A", points=66), []),
    (SeatEntry("A", parse_hand("8 8 2 2 2 2 3 3")), [
        ("high_points", "A", "The 8 cards of seat A count 74: count them again.")]),
    (SeatEntry("A", parse_hand("8 9 9 9 9 7 7 7")), []),
])  # fmt: skip
def test_a_seat_alone_is_told_its_own_faults(entry: SeatEntry, expected: list[Told]) -> None:
    assert told(check_seat(entry, BOOK)) == expected


def test_the_least_points_are_those_of_the_game() -> None:
    assert told(check_seat(SeatEntry("A", points=1), rulebook("ottawa"))) == [
        ("points_too_low!", "A", "Seat A did not go out, so it has at least 2 points, not 1.")
    ]


def test_refusals_come_before_flags() -> None:
    assert told(check_sheet(sheet("8", "9H", "=0"), BOOK)) == [
        ("points_too_low!", "C", "Seat C did not go out, so it has at least 1 point, not 0."),
        ("nobody_out", "", "Nobody went out and the game is not marked as blocked."),
        ("bare_eight", "A", "Seat A holds a single 8, which counts 30: or was it 8 points?"),
    ]


def test_a_seat_alone_may_hold_the_points_of_two_packs() -> None:
    entry = SeatEntry("A", points=856)
    assert [finding.kind for finding in check_seat(entry, BOOK, packs=2)] == ["high_points"]
    assert [finding.kind for finding in check_seat(entry, BOOK)] == [
        "points_too_high",
        "high_points",
    ]


def test_ten_players_fit_one_pack_and_eleven_do_not() -> None:
    def table(players: int, packs: int = 1) -> list[Told]:
        entries = tuple(SeatEntry(str(seat), absent=True) for seat in range(1, players + 1))
        return told(check_sheet(Sheet(entries, blocked=True, packs=packs), BOOK))

    assert table(10) == []
    assert table(11) == [
        ("too_many_seats!", "", "11 players need 56 cards: more than one pack can give.")
    ]
    assert table(20, packs=2) == []
    assert table(21, packs=2) == [
        ("too_many_seats!", "", "21 players need 106 cards: more than 2 packs can give.")
    ]


def test_a_seat_entered_twice_is_named_once() -> None:
    twice = Sheet(
        (
            SeatEntry("B", parse_hand("9H")),
            SeatEntry("B", parse_hand("2C")),
            SeatEntry("A", went_out=True),
        )
    )
    assert told(check_sheet(twice, BOOK)) == [("seat_twice!", "B", "Seat B is entered twice.")]


def whole_pack(*, without: int) -> str:
    cards = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]
    return " ".join(cards[: 52 - without])


def test_the_start_card_and_the_winners_cards_cannot_be_held() -> None:
    blocked = [
        finding
        for finding in told(check_sheet(sheet(whole_pack(without=0), blocked=True), BOOK))
        if "!" in finding[0]
    ]
    assert blocked == [
        (
            "too_many_held!",
            "A",
            "The hands hold 52 cards together; with one pack at most 51 can be left.",
        )
    ]
    won = [
        finding
        for finding in told(check_sheet(sheet("out", whole_pack(without=5)), BOOK))
        if "!" in finding[0]
    ]
    assert won == [
        (
            "too_many_held!",
            "B",
            "The hands hold 47 cards together; with one pack at most 46 can be left.",
        )
    ]
    assert all(
        "!" not in finding[0]
        for finding in told(check_sheet(sheet("out", whole_pack(without=6)), BOOK))
    )


@pytest.mark.parametrize(("book", "hand", "kinds"), [
    (rulebook("ottawa"), "8", []),
    (rulebook("ottawa"), "=8", []),
    (rulebook("switch"), "2222333344445", ["long_hand"]),
    (rulebook("switch"), "=900", []),
])  # fmt: skip
def test_other_games_are_judged_by_their_own_values(
    book: Rulebook, hand: str, kinds: list[str]
) -> None:
    assert [finding.kind for finding in check_sheet(sheet("out", hand), book)] == kinds


@pytest.mark.parametrize(
    ("game", "points", "eight"),
    [("swedish-pursuit", 66, 30), ("switch", 0, 0), ("ottawa", 66, 0), ("pursuit", 0, 0)],
)
def test_the_limits_of_doubts_are_told_as_figures(game: str, points: int, eight: int) -> None:
    told = {"cards": 12, "points": points, "explained": 8, "alike": 4, "eight": eight}
    assert doubt_limits(rulebook(game)) == told
