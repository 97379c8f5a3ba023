"""Lists that stand side by side on one sheet, under the same headings again or a column for each
group: laid one below another, as if they had been written so.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from tournament.tickets.headings import is_heading, suggested
from tournament.tickets.people import name_like
from tournament.tickets.sheets import A_LIST, BESIDE, GROUP, GuestRow
from tournament.tickets.sources import plain

FEWEST = 2
"""So many full names make a column one of names."""


def under_one_head(rows: Sequence[GuestRow], head: int) -> list[GuestRow]:
    """The rows of lists with the same headings side by side, one list below another; `head` is the
    place of the headings. Nothing where there is one list alone.
    """
    words = [plain(cell) for cell in rows[head].cells]
    first = next((place for place, word in enumerate(words) if word), len(words))
    starts = [place for place, word in enumerate(words) if word and word == words[first]]
    spans = [*pairwise([*starts, len(words)])]
    heads = [[word for word in words[start:end] if word] for start, end in spans]
    guests = rows[head + 1 :]
    if len(heads) < FEWEST or any(part != heads[0] for part in heads) or not _holds_name(heads[0]):
        return []
    if len(heads[0]) == 1 and not all(_full_names(guests, start) for start in starts):
        return []
    above, titles = list(rows[:head]), rows[head - 1] if head else GuestRow(0, ())
    parts = [[cell for cell in titles.cells[start:end] if cell] for start, end in spans]
    titled = sum(map(bool, parts)) > 1 and all(len(part) < FEWEST for part in parts)
    lists = [titles, *guests] if titled else guests
    top = replace(rows[head], cells=rows[head].cells[slice(*spans[0])])
    marked = titles.number if titled else -1
    return [*(above[:-1] if titled else above), top, *_below_another(lists, spans, {marked})]


def without_heads(rows: Sequence[GuestRow]) -> list[GuestRow]:
    """The rows of columns of names that no heading explains, one column below another. Nothing
    where there is one column of names alone, or where they are not alike.
    """
    top = [sum(map(is_heading, row.cells)) for row in rows[:5]]
    width = max(len(row.cells) for row in rows)
    starts = [place for place in range(width) if _full_names(rows, place)]
    if any(top) or len(starts) < FEWEST:
        return []
    spans = [*pairwise([*starts, width])]
    widths = {_width(rows, span) for span in spans}
    if len(widths) > 1 or any(cell for row in rows for cell in row.cells[: starts[0]]):
        return []
    heads = [
        next((r.cells[s] for r in rows if len(r.cells) > s and r.cells[s]), "") for s in starts
    ]
    titled = not any(_full_name(head) for head in heads)
    return _below_another(rows, spans, {rows[0].number} if titled else set())


def _holds_name(words: Sequence[str]) -> bool:
    fields = set(suggested(words).values())
    return "name" in fields or {"first_name", "last_name"} <= fields


def _full_name(cell: str) -> bool:
    return name_like(cell) and " " in cell


def _full_names(rows: Sequence[GuestRow], place: int) -> bool:
    """Whether a column is one of full names."""
    cells = [row.cells[place] for row in rows if len(row.cells) > place and row.cells[place]]
    full = sum(map(_full_name, cells))
    return full >= FEWEST and full * 10 >= len(cells) * 6


def _width(rows: Sequence[GuestRow], span: tuple[int, int]) -> int:
    start, end = span
    used = [
        place
        for row in rows
        for place in range(start, min(end, len(row.cells)))
        if row.cells[place]
    ]
    return max(used) - start


def _below_another(
    rows: Sequence[GuestRow], spans: Sequence[tuple[int, int]], titles: set[int]
) -> list[GuestRow]:
    below = []
    for number, (start, end) in enumerate(spans):
        for row in rows:
            cells = row.cells[start:end]
            if not any(cells):
                continue
            aside = (*row.aside, *[BESIDE] * bool(number), *[GROUP] * (row.number in titles))
            own = {place: place - start for place in range(start, end)}
            moved = row.moved(own, cells)
            below.append(replace(moved, number=number * A_LIST + row.number, aside=aside))
    return below
