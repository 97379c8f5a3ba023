"""From what was entered at a table to what each seat scores, one function for every format; points
that may be halves are kept as exact whole numbers.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
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
    points = points_held(seat_entry, rules)
    if seat_entry.holds and seat_entry.hand is not None:
        return Result(points, cards=seat_entry.hand.count, eights=seat_entry.hand.eights)
    return Result(points, eights=_eights_in(seat_entry, rules))


def _eights_in(seat_entry: SeatEntry, rules: Rules) -> int | None:
    """How many eights bare points prove, or None where that stays open."""
    values = rules.scoring.card_values
    if seat_entry.points is None or values is None or "8" not in values:
        return None
    if seat_entry.caught_eight is False:
        return 0
    return eights_in_bare_points(
        seat_entry.points, values["8"], ticked=bool(seat_entry.caught_eight)
    )


def _winner_takes(
    present: Sequence[SeatEntry], sheet: Sheet, form: Format, rules: Rules
) -> dict[str, Result]:
    in_hand = {seat_entry.seat: points_held(seat_entry, rules) or 0 for seat_entry in present}
    winners = [seat_entry.seat for seat_entry in present if seat_entry.went_out]
    row = dict.fromkeys(winners, sum(in_hand.values())) or _without_winner(in_hand, form)
    return {
        seat_entry.seat: Result(
            row.get(seat_entry.seat, 0),
            won=seat_entry.went_out,
            cards=0 if seat_entry.went_out else seat_entry.holds or None,
            held=in_hand[seat_entry.seat],
        )
        for seat_entry in present
    }


def _without_winner(in_hand: Mapping[str, int], form: Format) -> dict[str, int]:
    """The lowest hand scores what the others hold beyond it, where the format has it so; nobody
    scores at a tie.
    """
    lowest = min(in_hand.values(), default=0)
    having = [seat for seat, points in in_hand.items() if points == lowest]
    if form.without_winner != "lowest_takes" or len(having) != 1:
        return {}
    return {having[0]: sum(points - lowest for points in in_hand.values())}


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
    """A place counts itself; a shared one the mean of the places it covers, in halves."""
    return {
        seat_entry.seat: _placed(seat_entry, place, shared, form, 2 * place + shared - 1)
        for seat_entry, place, shared in _ranked(present, form)
    }


def _spread_places(
    present: Sequence[SeatEntry], sheet: Sheet, form: Format, rules: Rules
) -> dict[str, Result]:
    """(place - 1) / (seats - 1), in parts of `SPREAD`: whole at every table of up to seven, shared
    places included; to the nearest whole at a larger one.
    """
    steps = max(1, len(present) - 1)
    return {
        seat_entry.seat: _placed(
            seat_entry,
            place,
            shared,
            form,
            ((2 * (place - 1) + shared - 1) * SPREAD + steps) // (2 * steps),
        )
        for seat_entry, place, shared in _ranked(present, form)
    }


def _ranked(present: Sequence[SeatEntry], form: Format) -> Iterable[tuple[SeatEntry, int, int]]:
    positions = ranks(present, form.entry)
    return ((seat_entry, *positions[seat_entry.seat]) for seat_entry in present)


def _placed(seat_entry: SeatEntry, place: int, shared: int, form: Format, points: int) -> Result:
    """Whoever alone has the first place won: by going out first, or by most laps when time was
    called.
    """
    finished = form.entry == "laps" or seat_entry.place is not None
    return Result(
        points, won=place == 1 and shared == 1 and finished, place=place, laps=seat_entry.laps
    )


_Scored = Callable[[Sequence[SeatEntry], Sheet, Format, Rules], dict[str, Result]]
_SCORERS: Mapping[Scorer, _Scored] = {
    "own_hand": _own_hand,
    "winner_takes": _winner_takes,
    "places": _places,
    "spread_places": _spread_places,
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
