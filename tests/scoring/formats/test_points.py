"""Half points that stay whole numbers and show themselves in whole points."""

from scoring.formats import Halves, in_points


def test_halves_show_themselves_in_whole_points() -> None:
    assert [str(Halves(number)) for number in (0, 1, 2, 5, -3)] == ["0", "0.5", "1", "2.5", "-1.5"]
    assert f"{Halves(5)} {Halves(5):+d} {Halves(-5):+} {Halves(3):>5}" == "2.5 +2.5 -2.5   1.5"


def test_sums_differences_and_means_stay_halves() -> None:
    total = sum([Halves(3), Halves(4)])
    shown = [
        str(one)
        for one in (
            total,
            1 + Halves(1),
            total - 2,
            8 - Halves(3),
            -total,
            abs(Halves(-1)),
            total // 2,
        )
    ]
    assert shown == ["3.5", "1", "2.5", "2.5", "-3.5", "0.5", "1.5"]
    assert Halves.of(3) == 6


def test_written_down_halves_are_numbers_of_whole_points() -> None:
    written = {"total": Halves(5), "rounds": [Halves(4), 7], "name": "Ann"}
    assert in_points(written) == {"total": 2.5, "rounds": [2, 7], "name": "Ann"}
