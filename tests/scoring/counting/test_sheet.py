"""Checks of a sheet: the impossible is refused, the unlikely flagged, the reference evenings are
left in peace.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.counting.hand import Hand, parse_hand
from scoring.counting.sheet import Finding, SeatEntry, Sheet, check_sheet
from scoring.games.rulebooks import RULEBOOKS, rulebook
from scoring.law.rulebook import Rulebook

BOOK = rulebook("swedish-pursuit")
REFERENCE = Path(__file__).parents[3] / "fixtures" / "reference"
EVENINGS = ("A_clean", "B1_tie_games_won", "C_incidents")


def sheet(*hands: str, blocked: bool = False, packs: int = 1) -> Sheet:
    """A table with these hands; `out` marks who went out, a number bare points, `absent` an absent
    player.
    """
    entries = []
    for seat, text in zip("ABCDEFGHIJ", hands, strict=False):
        if text in ("out", "absent"):
            entries.append(SeatEntry(seat, went_out=text == "out", absent=text == "absent"))
        elif text.startswith("="):
            entries.append(SeatEntry(seat, points=int(text[1:])))
        else:
            entries.append(SeatEntry(seat, parse_hand(text)))
    return Sheet(tuple(entries), blocked, packs)


def kinds(of: Sheet) -> list[tuple[str, bool]]:
    return [(finding.kind, finding.refused) for finding in check_sheet(of, BOOK)]


def check_seat(entry: SeatEntry, rules: Rulebook, packs: int = 1) -> tuple[Finding, ...]:
    """What a sheet says of a seat taken alone."""
    alone = check_sheet(Sheet((entry,), packs=packs), rules)
    return tuple(finding for finding in alone if finding.seats)


@pytest.mark.parametrize("fine", [
    sheet("out", "8H", "KD QS", "3C"),
    sheet("out", "8H", "=14", "absent"),
    sheet("2C", "3D", "4H", blocked=True),
    sheet("out", "X X K", "9 9 9 9", "10 J"),
    sheet("out", "KS KS", "KS", packs=3),
])  # fmt: skip
def test_a_likely_sheet_has_no_findings(fine: Sheet) -> None:
    assert kinds(fine) == []


@pytest.mark.parametrize(("faulty", "kind"), [
    (sheet("out", "out", "9H"), "two_out"),
    (sheet("out", "9H", "2C", blocked=True), "out_and_blocked"),
    (sheet("out", "9H", ""), "no_cards"),
    (sheet("out", "KKK", "K K"), "rank_too_often"),
    (sheet("out", "9H", "9H 2C"), "card_too_often"),
    (sheet("out", "XXXXXXXXX", "XXXXXXXX"), "courts_too_often"),
    (sheet("out", "=-3", "2C"), "points_too_low"),
    (sheet("out", "=0", "2C"), "points_too_low"),
    (sheet("out", "=429", "2C"), "points_too_high"),
])  # fmt: skip
def test_the_impossible_is_refused(faulty: Sheet, kind: str) -> None:
    refused = {found for found, hard in kinds(faulty) if hard}
    assert refused == {kind}


def test_a_court_card_without_a_name_is_refused_where_they_count_differently() -> None:
    hands = sheet("out", "9 X", "K")
    mau_mau = check_sheet(hands, RULEBOOKS["mau_mau"].rules())
    assert [one.kind for one in mau_mau if one.refused] == ["court_unnamed"]
    assert mau_mau[0].text.startswith("Seat B: Here ten, Jack, Queen and King count differently")
    assert [finding for finding in check_sheet(hands, BOOK) if finding.refused] == []


def test_the_sixteenth_ten_or_court_card_passes_and_the_seventeenth_is_refused() -> None:
    sixteen = check_sheet(sheet("out", "XXXXXXXX", "TJQKTJQK"), BOOK)
    seventeen = check_sheet(sheet("out", "XXXXXXXXX", "TJQKTJQK"), BOOK)
    assert [finding.kind for finding in sixteen if finding.refused] == []
    assert [finding.kind for finding in seventeen if finding.refused] == ["courts_too_often"]


CASES = json.loads((REFERENCE / "scoring_cases.json").read_text())


@pytest.mark.parametrize(
    "case", [case for case in CASES["reject"] + CASES["warn"] if "hands" in case]
)
def test_the_reference_tables_are_refused_or_flagged(case: dict[str, Any]) -> None:
    entries = tuple(
        SeatEntry(seat, parse_hand(hand), went_out=not hand) for seat, hand in case["hands"].items()
    )
    assert [finding.refused for finding in check_sheet(Sheet(entries), BOOK)] == [
        case in CASES["reject"]
    ]


@pytest.mark.parametrize(
    "case", [case for case in CASES["reject"] + CASES["warn"] if "points" in case]
)
def test_the_reference_points_are_refused_or_flagged(case: dict[str, Any]) -> None:
    found = check_seat(SeatEntry("B", points=case["points"]), BOOK)
    assert [finding.refused for finding in found if finding.refused] == [True] * (
        case in CASES["reject"]
    )
    assert found != ()


def test_ten_can_play_with_one_pack_and_eleven_cannot() -> None:
    ten = sheet("out", *(["2"] * 4), *(["3"] * 4), "4")
    eleven = Sheet((*ten.entries, SeatEntry("K", parse_hand("4"))))
    assert kinds(ten) == []
    assert kinds(eleven) == [("too_many_seats", True)]
    assert kinds(Sheet(eleven.entries, packs=2)) == []


def test_a_seat_is_entered_once() -> None:
    twice = Sheet(
        (
            SeatEntry("A", went_out=True),
            SeatEntry("B", parse_hand("2")),
            SeatEntry("B", parse_hand("3")),
        )
    )
    assert kinds(twice) == [("seat_twice", True)]


def test_a_winner_holds_nothing_and_an_absent_player_neither() -> None:
    winner = SeatEntry("A", parse_hand("9H"), went_out=True)
    absent = SeatEntry("B", points=4, absent=True)
    assert [finding.kind for finding in check_seat(winner, BOOK)] == ["winner_with_cards"]
    assert [finding.kind for finding in check_seat(absent, BOOK)] == ["absent_with_cards"]
    assert check_seat(SeatEntry("B", absent=True), BOOK) == ()
    assert check_seat(SeatEntry("A", Hand(), 0, went_out=True), BOOK) == ()


def test_points_must_agree_with_the_cards() -> None:
    right = SeatEntry("C", parse_hand("8H KD"), 40)
    wrong = SeatEntry("C", parse_hand("8H KD"), 18)
    assert check_seat(right, BOOK) == ()
    assert [finding.text for finding in check_seat(wrong, BOOK)] == [
        "The cards of seat C count 40, but 18 points are entered."
    ]


def test_an_eight_cannot_hide_in_fewer_than_thirty_points() -> None:
    assert [f.kind for f in check_seat(SeatEntry("C", points=29, caught_eight=True), BOOK)] == [
        "eight_disagrees"
    ]
    assert check_seat(SeatEntry("C", points=30, caught_eight=True), BOOK) == ()


def test_forty_six_cards_may_be_left_when_someone_went_out_and_fifty_one_when_blocked() -> None:
    cards = [f"{rank}{suit}" for suit in "CDHS" for rank in "A23456789TJQK"]

    def held(count: int, *, blocked: bool) -> bool:
        hands = " ".join(cards[:count])
        table = sheet(hands, blocked=True) if blocked else sheet("out", hands)
        return ("too_many_held", True) in kinds(table)

    assert [held(46, blocked=False), held(47, blocked=False)] == [False, True]
    assert [held(51, blocked=True), held(52, blocked=True)] == [False, True]


@pytest.mark.parametrize(("unlikely", "kind"), [
    (sheet("2C", "3D", "9H"), "nobody_out"),
    (sheet("out", "2 2 2 3 3 3 4 4 4 5 5 5 6"), "long_hand"),
    (sheet("out", "=67"), "high_points"),
    (sheet("out", "8 8 7"), "high_points"),
    (sheet("out", "8 K K K K"), "high_points"),
    (sheet("out", "8"), "bare_eight"),
    (sheet("out", "=8"), "bare_eight"),
    (sheet("out", "8 A K 2", "2 K A 8"), "same_hand"),
])  # fmt: skip
def test_the_unlikely_is_flagged(unlikely: Sheet, kind: str) -> None:
    assert kinds(unlikely) == [(kind, False)]


@pytest.mark.parametrize("likely", [
    sheet("out", "=66"),
    sheet("out", "8H"),
    sheet("out", "8 8"),
    sheet("out", "8 A K", "8 A K"),
    sheet("out", "2 2 2 3 3 3 4 4 4 5 5 5"),
    sheet("out", "A A 4 4 5 5 6 8 9 K K"),
])  # fmt: skip
def test_what_happens_every_evening_is_not_flagged(likely: Sheet) -> None:
    assert kinds(likely) == []


def evening(folder: str, *, suits: bool) -> list[tuple[Sheet, bool]]:
    """The sheets of a reference evening, with suits or as the pad enters them."""
    games = json.loads((REFERENCE / folder / "evening.json").read_text())["games"]
    return [(_sheet_of(game, suits=suits), game["blocked"]) for game in games]


def _sheet_of(game: dict[str, Any], *, suits: bool) -> Sheet:
    entries = []
    for result in game["results"]:
        cards = result["hand"] or ()
        hand = Hand(tuple(card if suits else _key(card) for card in cards)) if cards else None
        out, absent = result["player"] == game["went_out"], result["status"] == "absent"
        entries.append(SeatEntry(result["seat"], hand, result["points"] or None, out, absent))
    return Sheet(tuple(entries), game["blocked"], game["packs"])


def _key(card: str) -> str:
    return "X" if card[0] in "TJQK" else card[0]


@pytest.mark.parametrize("folder", EVENINGS)
@pytest.mark.parametrize("suits", [True, False])
def test_fewer_than_one_false_flag_per_twenty_five_sheets(folder: str, *, suits: bool) -> None:
    sheets = evening(folder, suits=suits)
    found = [finding for each, _ in sheets for finding in check_sheet(each, BOOK)]
    assert [finding for finding in found if finding.refused] == []
    assert len(found) * 25 < len(sheets)


def test_the_blocked_games_of_the_evenings_are_flagged_without_their_box() -> None:
    for folder in EVENINGS:
        bare = [
            (Sheet(each.entries, packs=each.packs), blocked)
            for each, blocked in evening(folder, suits=True)
        ]
        flagged = [("nobody_out", False) in kinds(each) for each, _ in bare]
        assert flagged == [blocked for _, blocked in bare]
        assert sum(flagged) >= 3


def test_a_game_without_card_values_checks_only_the_pack() -> None:
    book = rulebook("swedish-pursuit")
    places = type(book)(**{**vars_of(book), "scoring": type(book.scoring)("places", "lowest")})
    entries = (SeatEntry("A", went_out=True), SeatEntry("B", parse_hand("8 8 8"), 3))
    assert check_sheet(Sheet(entries), places) == ()


def vars_of(book: Any) -> dict[str, Any]:
    return {name: getattr(book, name) for name in book.__dataclass_fields__}
