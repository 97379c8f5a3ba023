"""Points that may be halves, kept as exact whole numbers."""

from typing import Any


class Halves(int):
    """So many half points: an exact integer that shows itself in whole points ("2", "2.5").

    Sums, differences and means (`//`) of Halves are Halves again, so that a total made of them shows itself
    rightly wherever it is printed. Compared and sorted, it is the number of half points.
    """

    __slots__ = ()

    @classmethod
    def of(cls, points: int) -> "Halves":
        """So many whole points."""
        return cls(2 * points)

    def __str__(self) -> str:
        whole, half = divmod(abs(int(self)), 2)
        return f"{'-' if self < 0 else ''}{whole}{'.5' if half else ''}"

    def __format__(self, spec: str) -> str:
        """In whole points; a sign is written where it is asked for, a width is kept."""
        shown = f"+{self}" if spec.startswith("+") and self >= 0 else str(self)
        return format(shown, spec.removeprefix("+").removesuffix("d"))

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
        return {name: in_points(one) for name, one in value.items()}
    return [in_points(one) for one in value] if isinstance(value, list) else value
