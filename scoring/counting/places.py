"""Places of lines that have a figure and further figures to break ties, as teams and leagues do."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any, TypeVar

LineT = TypeVar("LineT")


def placed(
    lines: Sequence[LineT], figure: Callable[[LineT], Any], key: Callable[[LineT], Any]
) -> Iterator[tuple[LineT, int, int, Sequence[LineT], LineT | None]]:
    """Each of the lines, which are sorted by `figure` and then by `key`, with its place, shared on
    equal figures, its order, those level with it by the key too (itself among them; nobody where it
    is alone), and the first line that the key puts behind it on its figure.
    """
    order = 1
    for _figure, equal in groupby(lines, figure):
        place = order
        levels: list[list[LineT]] = [list(level) for _key, level in groupby(equal, key)]
        for level, following in zip(levels, [*levels[1:], []], strict=True):
            after = following[0] if following else None
            for line in level:
                yield line, place, order, level if level[1:] else (), after
                order += 1
