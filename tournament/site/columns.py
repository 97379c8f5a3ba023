"""A list as its columns: what stands over each, what it says of a row, and how wide it is; on paper
and in a workbook alike.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Column(Generic[Row]):
    """A column: its head, what it says of a row, and its width in characters of a spreadsheet; on
    paper the class that sets it, whether its head is in capitals, and over how many columns.
    """

    head: str
    of: Callable[[Row], Any]
    width: int = 0
    style: str = ""
    capitals: bool = True
    span: int = 1


def cells(columns: Sequence[Column[Row]], rows: Iterable[Row]) -> Iterator[tuple[Any, ...]]:
    """What the columns say of each row."""
    return (tuple(column.of(row) for column in columns) for row in rows)
