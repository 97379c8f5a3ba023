"""What was mended in a list before: remembered with the evening and with the next one made from it,
proposed where a list says the same again, and never done without a word.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from scoring.words import many
from tournament.models import Event
from tournament.tickets.headings import called
from tournament.tickets.sheets import GuestRow

AGAIN = frozenset(
    {
        "name",
        "first_name",
        "last_name",
        "title",
        "post_nominals",
        "sort_name",
        "office",
        "livery",
        "buyer_company",
        "status",
        "order_status",
    }
)
"""Cells in which a list says the same wrong thing each year; a badge or an address is another."""
CHOICE = "= "
"""Before a choice that is remembered among the headings; no heading begins so once it is plain."""
LEFT_OUT = "left out"
"""Where a field stands: the whole row was left out."""
MOST = 200
LONGEST = 120
Mended = tuple[str, str, str]
"""A field, what the list said there, and what was put instead."""


def text_of(row: GuestRow) -> str:
    """How a row that was left out is known again."""
    return " | ".join(cell for cell in row.cells if cell)[:LONGEST]


def left_before(event: Event, rows: Iterable[GuestRow]) -> list[int]:
    """The numbers of the rows that were left out of the last list."""
    texts = {words for field, words, _became in event.list_mends if field == LEFT_OUT}
    # Of rows that are alike the last is meant, as it was the one that was too much.
    last = {text_of(row): row.number for row in rows}
    return [number for text, number in last.items() if text in texts]


def choices_of(event: Event, source: str) -> frozenset[str]:
    """What was chosen for the last list of this kind."""
    remembered = event.list_headings.get(source, {})
    return frozenset(key.removeprefix(CHOICE) for key in remembered if key.startswith(CHOICE))


def worth_keeping(field: str, words: str, became: str) -> bool:
    """Whether a mend is remembered: of words that were there, not of a cell left empty."""
    short = len(words) <= LONGEST and len(became) <= LONGEST
    return field in AGAIN and bool(words) and words != became and short


def kept(event: Event) -> dict[tuple[str, str], str]:
    """What is remembered: field and words of the list to what was put instead."""
    return {(field, words): became for field, words, became in event.list_mends}


def joined(before: Iterable[Sequence[str]], mended: Iterable[Mended]) -> list[list[str]]:
    """What is remembered afterwards, the newest last; a cell mended twice goes from its first words
    to its last.
    """
    mends = {(field, words): became for field, words, became in before}
    for field, words, became in mended:
        for key, was in list(mends.items()):
            if key[0] == field and was == words:
                mends[key] = became
        mends.pop((field, words), None)
        mends[field, words] = became
    rows = [[field, words, became] for (field, words), became in mends.items() if words != became]
    return rows[-MOST:]


def found_again(
    event: Event, rows: Iterable[GuestRow], columns: Mapping[int, str]
) -> list[tuple[str, str, str, str]]:
    """What of it this list says again, in the order in which it was remembered: the field as the
    page calls it, what the list says, what was put instead, and in how many rows.
    """
    values = kept(event)
    if not values:
        return []
    counts = Counter(
        (field, row.cells[place])
        for row in rows
        for place, field in columns.items()
        if place < len(row.cells) and (field, row.cells[place]) in values
    )
    return [
        (called(field, event.groups), words, became, many(counts[field, words], "row"))
        for (field, words), became in values.items()
        if counts[field, words]
    ]


def put_again(
    event: Event, rows: Iterable[GuestRow], columns: Mapping[int, str]
) -> tuple[GuestRow, ...]:
    """The rows with every such cell as it was put before."""
    values = kept(event)
    return tuple(
        replace(
            row,
            cells=tuple(
                values.get((columns.get(place, ""), cell), cell)
                for place, cell in enumerate(row.cells)
            ),
        )
        for row in rows
    )
