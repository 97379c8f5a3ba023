"""What each seat scores from what was entered at the table, in every format."""

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from scoring.counting.sheet import SeatEntry, Sheet
from scoring.formats import Halves, points_held, results, rules_of
from tests.scoring.formats.tables import chosen, points, table

SWEDISH, SWITCH, OTTAWA = chosen("swedish-pursuit"), chosen("switch"), chosen("ottawa")
SPREAD, WINS = chosen("switch", counting="spread"), chosen("switch", counting="wins")
RACING, PURSUIT = chosen("pursuit-racing"), chosen("pursuit")


def test_in_swedish_pursuit_everybody_scores_their_own_hand() -> None:
    assert points(SWEDISH, "A=O B=8,K C==7 D=-") == {"A": 0, "B": 40, "C": 7, "D": None}


def test_eights_and_cards_are_known_from_a_hand_and_sometimes_from_bare_points() -> None:
    sheet = Sheet(
        (
            SeatEntry("A", went_out=True),
            SeatEntry("B", points=38),
            SeatEntry("C", points=29),
            SeatEntry("D", points=38, caught_eight=False),
            SeatEntry("E", points=38, caught_eight=True),
            SeatEntry("F"),
        )
    )
    found = results(sheet, SWEDISH, rules_of(SWEDISH))
    assert {seat: (one.cards, one.eights) for seat, one in found.items()} == {
        "A": (0, 0),
        "B": (None, None),
        "C": (None, 0),
        "D": (None, 0),
        "E": (None, 1),
        "F": (None, None),
    }


def test_the_winner_of_ottawa_scores_all_other_hands_with_the_ace_fifteen() -> None:
    found = results(table(OTTAWA, "A=A,K B=O C=8 D==12 E=-"), OTTAWA, rules_of(OTTAWA))
    assert {seat: one.points for seat, one in found.items()} == {
        "A": 0,
        "B": 45,
        "C": 0,
        "D": 0,
        "E": None,
    }
    assert {seat: (one.held, one.won) for seat, one in found.items()} == {
        "A": (25, False),
        "B": (0, True),
        "C": (8, False),
        "D": (12, False),
        "E": (None, False),
    }


def test_a_blocked_deal_of_ottawa_pays_the_differences_to_the_lowest_hand_alone() -> None:
    assert points(OTTAWA, "A=K B=2 C=9", blocked=True) == {"A": 0, "B": 15, "C": 0}
    assert points(OTTAWA, "A=2 B=2 C=9", blocked=True) == {"A": 0, "B": 0, "C": 0}
    assert points(chosen("ottawa", blocked="no_score"), "A=K B=2", blocked=True) == {"A": 0, "B": 0}


def test_places_count_themselves_and_shared_ones_their_mean() -> None:
    assert points(SWITCH, "A=2 B=1 C=4 D=3") == {"A": 4, "B": 2, "C": 8, "D": 6}
    assert points(SWITCH, "A=1 B= C= D=-", blocked=True) == {"A": 2, "B": 5, "C": 5, "D": None}
    found = results(table(SWITCH, "A= B= C=", blocked=True), SWITCH, rules_of(SWITCH))
    assert {(str(Halves(one.points or 0)), one.won, one.place) for one in found.values()} == {
        ("2", False, 1)
    }


def test_spread_places_run_from_nothing_to_120_at_tables_of_any_size() -> None:
    assert points(SPREAD, "A=1 B=2 C=3") == {"A": 0, "B": 60, "C": 120}
    assert points(SPREAD, "A=1 B=2 C=3 D=4 E=5") == {"A": 0, "B": 30, "C": 60, "D": 90, "E": 120}
    assert points(SPREAD, "A=1 B= C= D= E= F= G=", blocked=True) == {"A": 0} | dict.fromkeys(
        "BCDEFG", 70
    )
    assert points(SPREAD, "A=1") == {"A": 0}
    eight = points(SPREAD, "A=1 B=2 C=3 D=4 E=5 F=6 G=7 H=8")
    assert list(eight.values()) == [0, 17, 34, 51, 69, 86, 103, 120]  # sevenths, to the nearest


def test_a_winner_alone_scores_one() -> None:
    assert points(WINS, "A= B=O C=") == {"A": 0, "B": 1, "C": 0}
    assert points(WINS, "A= B=", blocked=True) == {"A": 0, "B": 0}


def test_a_drawn_match_of_pursuit_is_half_a_win_for_both() -> None:
    assert points(PURSUIT, "A=O B=") == {"A": 2, "B": 0}
    assert points(PURSUIT, "A= B=", blocked=True) == {"A": 1, "B": 1}


def test_races_place_by_laps_and_split_equal_laps_by_the_finishing_order() -> None:
    assert points(RACING, "A=5 B=3 C=4 D=3") == {"A": 2, "B": 7, "C": 4, "D": 7}
    assert points(RACING, "A=5 B=3/4 C=4 D=3/3") == {"A": 2, "B": 8, "C": 4, "D": 6}
    found = results(table(RACING, "A=4 B=2 C=3", blocked=True), RACING, rules_of(RACING))
    assert [(seat, one.won, one.laps) for seat, one in found.items()] == [
        ("A", True, 4),
        ("B", False, 2),
        ("C", False, 3),
    ]


def test_points_held_are_nothing_for_whoever_went_out() -> None:
    assert points_held(SeatEntry("A", went_out=True), rules_of(OTTAWA)) == 0


@given(laps=st.lists(st.integers(0, 4), min_size=2, max_size=6))
def test_place_points_of_a_table_always_add_up_to_the_same(laps: list[int]) -> None:
    text = " ".join(f"{seat}={ran}" for seat, ran in zip("ABCDEF", laps, strict=False))
    players = len(laps)
    assert sum(value or 0 for value in points(RACING, text, blocked=True).values()) == players * (
        players + 1
    )


@given(
    hands=st.lists(st.sampled_from(["A", "K,9", "8", "2,3,4"]), min_size=2, max_size=5),
    out=st.integers(0, 4),
)
def test_points_do_not_depend_on_the_order_in_which_seats_are_entered(
    hands: list[str], out: int
) -> None:
    words = [
        f"{seat}={'O' if at == out % len(hands) else hand}"
        for at, (seat, hand) in enumerate(zip("ABCDE", hands, strict=False))
    ]
    usual = points(OTTAWA, " ".join(words))
    assert all(points(OTTAWA, " ".join(order)) == usual for order in list(permutations(words))[:24])
