"""From what was entered at a table to what each seat scores, one function for every format; points
that may be halves are kept as exact whole numbers.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from scoring.counting.hand import receipt
from scoring.counting.sheet import SeatEntry, Sheet
from scoring.counting.tally import eights_in_bare_points
from scoring.formats.format import SPREAD, EntryKind, Format, Scorer
from scoring.law.rulebook import Rules

WITHOUT_PLACE = 999
"""Whoever has no place comes after all who have one."""


class Result(NamedTuple):
    """What a seat has of one game; None where that is not known, or says nothing in the format.

    `points` count (half points where the format keeps halves), None for whoever was absent; `won`
    marks the winner. `cards` and `eights` are of the hand left, `held` its points where somebody
    else scores them; `place` is the best place they share, `laps` the laps run.
    """

    points: int | None
    won: bool = False
    cards: int | None = None
    eights: int | None = None
    held: int | None = None
    place: int | None = None
    laps: int | None = None


def results(sheet: Sheet, form: Format, rules: Rules) -> Mapping[str, Result]:
    """The result of each seat of a sheet that `check` found nothing impossible in; the order of
    seats is no matter.
    """
    present = [entry for entry in sheet.entries if not entry.absent]
    scored = _SCORERS[form.scorer](present, sheet, form, rules)
    return {entry.seat: scored.get(entry.seat, Result(None)) for entry in sheet.entries}


def points_held(entry: SeatEntry, rules: Rules) -> int | None:
    """What the cards left at a seat count: 0 for whoever went out, None while neither cards nor
    points are known.
    """
    if entry.went_out:
        return 0
    if entry.hand is None or not entry.hand.count:
        return entry.points
    return receipt(entry.hand, rules).total


def ranks(present: Sequence[SeatEntry], entry: EntryKind) -> Mapping[str, tuple[int, int]]:
    """The place of each seat and how many share it, from finishing places or laps; those without a
    place come last.
    """
    keys = {
        seat_entry.seat: (
            -(seat_entry.laps or 0) if entry == "laps" else 0,
            seat_entry.place or WITHOUT_PLACE,
        )
        for seat_entry in present
    }
    order = sorted(keys.values())
    return {seat: (order.index(key) + 1, order.count(key)) for seat, key in keys.items()}


def _own_hand(
    present: Sequence[SeatEntry], sheet: Sheet, form: Format, rules: Rules
) -> dict[str, Result]:
    return {seat_entry.seat: _of_hand(seat_entry, rules) for seat_entry in present}


def _of_hand(seat_entry: SeatEntry, rules: Rules) -> Result:
    if seat_entry.went_out:
        return Result(0, won=True, cards=0, eights=0)
    points, values = points_held(seat_entry, rules), rules.scoring.card_values
    if seat_entry.holds and seat_entry.hand is not None:
        return Result(points, cards=seat_entry.hand.count, eights=seat_entry.hand.eights)
    # Of bare points it is asked how many eights they prove, where the game has a value for one.
    if seat_entry.points is None or values is None or "8" not in values:
        return Result(points)
    if seat_entry.caught_eight is False:
        return Result(points, eights=0)
    ticked = bool(seat_entry.caught_eight)
    eights = eights_in_bare_points(seat_entry.points, values["8"], ticked=ticked)
    return Result(points, eights=eights)


def _winner_takes(
    present: Sequence[SeatEntry], sheet: Sheet, form: Format, rules: Rules
) -> dict[str, Result]:
    in_hand = {seat_entry.seat: points_held(seat_entry, rules) or 0 for seat_entry in present}
    row = {entry.seat: sum(in_hand.values()) for entry in present if entry.went_out}
    lowest = min(in_hand.values(), default=0)
    having = [seat for seat, points in in_hand.items() if points == lowest]
    # Without a winner the lowest hand scores what the others hold beyond it, where the format has
    # it so; nobody scores at a tie.
    if not row and form.without_winner == "lowest_takes" and len(having) == 1:
        row = {having[0]: sum(points - lowest for points in in_hand.values())}
    return {
        seat_entry.seat: Result(
            row.get(seat_entry.seat, 0),
            won=seat_entry.went_out,
            cards=0 if seat_entry.went_out else seat_entry.holds or None,
            held=in_hand[seat_entry.seat],
        )
        for seat_entry in present
    }


def _win(
    present: Sequence[SeatEntry], sheet: Sheet, form: Format, rules: Rules
) -> dict[str, Result]:
    win = 2 if form.halves else 1
    draw = sheet.blocked and form.without_winner == "draw"
    return {
        seat_entry.seat: Result(
            win if seat_entry.went_out else win // 2 if draw else 0,
            won=seat_entry.went_out,
            place=1 if seat_entry.went_out else None,
        )
        for seat_entry in present
    }


def _places(
    present: Sequence[SeatEntry], sheet: Sheet, form: Format, rules: Rules
) -> dict[str, Result]:
    """A place counts itself, a shared one the mean of the places it covers: in halves. Where places
    are spread they count (place - 1) / (seats - 1) in parts of `SPREAD`: whole at every table of up
    to seven, shared places included; to the nearest whole at a larger one.

    Whoever alone has the first place won: by going out first, or by most laps when time was called.
    """
    positions, steps = ranks(present, form.entry), max(1, len(present) - 1)
    scored = {}
    for seat_entry in present:
        place, shared = positions[seat_entry.seat]
        halves = 2 * place + shared - 1
        spread = ((halves - 2) * SPREAD + steps) // (2 * steps)
        finished = form.entry == "laps" or seat_entry.place is not None
        scored[seat_entry.seat] = Result(
            halves if form.scorer == "places" else spread,
            won=place == 1 and shared == 1 and finished,
            place=place,
            laps=seat_entry.laps,
        )
    return scored


_Scored = Callable[[Sequence[SeatEntry], Sheet, Format, Rules], dict[str, Result]]
_SCORERS: Mapping[Scorer, _Scored] = {
    "own_hand": _own_hand,
    "winner_takes": _winner_takes,
    "places": _places,
    "spread_places": _places,
    "win": _win,
}


class Halves(int):
    """So many half points: an exact integer that shows itself in whole points ("2", "2.5").

    Sums, differences and means (`//`) of Halves are Halves again, so that a total made of them
    shows itself rightly wherever it is printed. Compared and sorted, it is the number of half
    points.
    """

    __slots__ = ()

    @classmethod
    def of(cls, points: int) -> "Halves":
        """So many whole points."""
        return cls(2 * points)

    def __str__(self) -> str:
        quotient, half = divmod(abs(int(self)), 2)
        return f"{'-' if self < 0 else ''}{quotient}{'.5' if half else ''}"

    def __format__(self, spec: str) -> str:
        """In whole points; a sign is written where it is asked for, a width is kept."""
        text = f"+{self}" if spec.startswith("+") and self >= 0 else str(self)
        return format(text, spec.removeprefix("+").removesuffix("d"))

    def __add__(self, other: int) -> "Halves":
        return Halves(int(self) + int(other))

    __radd__ = __add__

    def __sub__(self, other: int) -> "Halves":
        return Halves(int(self) - int(other))

    def __rsub__(self, other: int) -> "Halves":
        return Halves(int(other) - int(self))

    def __neg__(self) -> "Halves":
        return Halves(-int(self))

    def __abs__(self) -> "Halves":
        return Halves(abs(int(self)))

    def __floordiv__(self, other: int) -> "Halves":
        return Halves(int(self) // int(other))


def in_points(value: Any) -> Any:
    """A written value with half points as numbers of whole points: 5 halves are 2.5."""
    if isinstance(value, Halves):
        return int(value) // 2 if int(value) % 2 == 0 else int(value) / 2
    if isinstance(value, dict):
        return {name: in_points(item) for name, item in value.items()}
    return [in_points(item) for item in value] if isinstance(value, list) else value
