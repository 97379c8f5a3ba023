"""The checks of each format's own entry: a sentence for each fault, and none for a sheet that can
be right.
"""

import pytest

from scoring.counting.sheet import SeatEntry, Sheet
from scoring.formats import check, rules_of
from tests.scoring.formats.tables import chosen, faults

FORMATS = {
    "switch": chosen("switch"),
    "wins": chosen("switch", counting="wins"),
    "ottawa": chosen("ottawa"),
    "racing": chosen("pursuit-racing"),
}


@pytest.mark.parametrize(
    ("form", "text", "blocked", "sentences"),
    [
        ("switch", "A=1 B=2 C=3", False, []),
        ("switch", "A=1 B=2 C=3 D=-", False, []),
        ("switch", "A=1 B= C=", True, []),
        (
            "switch",
            "A=1 B=1 C=3",
            False,
            ["Seats A and B both have place 1: two cannot finish first."],
        ),
        ("switch", "A=1 B=2 C=2", False, ["Seats B and C both have place 2: change one."]),
        (
            "switch",
            "A=1 B=2 C=",
            False,
            ["Seat C has no place: enter it, or tick that time was called."],
        ),
        (
            "switch",
            "A=1 B=2 C=4",
            False,
            [
                "Seat C: there is no place 4 among 3 players; give 1 to 3.",
                "Place 3 is missing: nobody has it, and later places are given.",
            ],
        ),
        (
            "switch",
            "A=2 B= C=",
            True,
            ["Place 1 is missing: nobody has it, and later places are given."],
        ),
        (
            "switch",
            "A=1 B=2",
            True,
            ["Everybody has a place, so time did not end the game: clear the tick."],
        ),
        (
            "switch",
            "A=- B=-",
            False,
            ["Everybody is marked absent: declare the game not played instead."],
        ),
        ("switch", "A=1 A=2", False, ["Seat A is entered twice."]),
        ("wins", "A=O B= C=", False, []),
        ("wins", "A= B= C=", True, []),
        (
            "wins",
            "A=O B= C=O",
            False,
            ["Only one player can win a game: seats A and C are both marked."],
        ),
        (
            "wins",
            "A= B=",
            False,
            ["Nobody won: mark the winner of the game, or that it ended without one."],
        ),
        (
            "wins",
            "A=O B=",
            True,
            ["Seat A won, so the game did not end without a winner: clear one of the two."],
        ),
        ("ottawa", "A=O B=K,A C=8", False, []),
        ("ottawa", "A=O B=O C=8", False, ["Only one player can go out: A and B are both marked."]),
        ("racing", "A=5 B=3 C=0", False, []),
        ("racing", "A=5 B=3/3 C=3/2", False, []),
        ("racing", "A=4 B=3 C=4", True, []),
        (
            "racing",
            "A=5 B=5 C=1",
            False,
            ["Only one player can win a race: seats A and B are both marked."],
        ),
        (
            "racing",
            "A=4 B=3",
            False,
            ["Nobody won: mark the winner of the race, or that it ended without one."],
        ),
        (
            "racing",
            "A=7 B=5",
            False,
            ["Seat A: 7 laps are not possible where 5 win; give 0 to 5."],
        ),
        ("racing", "A=5 B=", False, ["Seat B has no laps: enter 0 to 5, or mark the seat absent."]),
        (
            "racing",
            "A=5 B=3/2 C=3",
            False,
            ["Seat C ran as many laps as another who has a place: give both one, or neither."],
        ),
        (
            "racing",
            "A=5 B=3/3 C=1/2",
            False,
            [
                "Seat B: place 3 does not fit the laps run; leave the place out or correct it.",
                "Seat C: place 2 does not fit the laps run; leave the place out or correct it.",
            ],
        ),
        (
            "racing",
            "A=5 B=3/2 C=3/2",
            False,
            [
                "Seat B: place 2 does not fit the laps run; leave the place out or correct it.",
                "Seat C: place 2 does not fit the laps run; leave the place out or correct it.",
            ],
        ),
    ],
)
def test_each_fault_of_a_table_is_a_sentence(
    form: str, text: str, blocked: bool, sentences: list[str]
) -> None:
    assert faults(FORMATS[form], text, blocked=blocked) == sentences


def test_a_table_of_bare_points_wants_points_of_everyone() -> None:
    form = chosen("switch", counting="wins")
    bare = type(form)(
        **{name: getattr(form, name) for name in form.__slots__} | {"entry": "points"}
    )
    sheet = Sheet((SeatEntry("A", points=7), SeatEntry("B", went_out=True), SeatEntry("C")))
    told = [finding.text for finding in check(sheet, bare, rules_of(bare))]
    assert told == ["Seat C has no points: enter them, or mark the seat absent."]


def test_a_table_that_grew_plays_with_the_packs_of_so_many_players() -> None:
    form = chosen("switch", counting="hand")
    five, six = "A=O B=2D C=2D D=3C E=4C", "A=O B=2D C=2D D=3C E=4C F=5C"
    assert [len(faults(form, text)) for text in (five, six)] == [1, 0]
    assert "2♦" in faults(form, five)[0]
