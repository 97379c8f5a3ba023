"""A paper that a template lays out: a list of columns and rows, for which one template serves, or a
page with a template of its own; and how the words in a cell of a list are set.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import PurePosixPath
from typing import Any, ClassVar, Self

from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournament.paper.fitting import fitted
from tournament.paper.values import Paper
from tournament.site.columns import Column, Row, cells

LISTS = ("paper/lists.css",)
WIDTH = 180
"""Millimetres of a list across the sheet."""


@dataclass(frozen=True, kw_only=True)
class Printed(Paper):
    """A page: what stands in its head, and in the line at its foot, which says how final its
    figures are where they are `results`; `content` is what its template is given besides. What has
    a sheet of its own each, such as certificates, is there under the kind of the page.
    """

    unit: ClassVar[str] = "sheets"
    runs_over: ClassVar[bool] = False
    """Whether lines follow one another over its pages, which are numbered."""
    title: str
    template: str
    styles: tuple[str, ...] = LISTS
    facts: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    results: bool = False
    content: Mapping[str, Any] = field(default_factory=dict)

    @property
    def kind(self) -> str:
        """The class of the whole page, by which style sheets know it."""
        return PurePosixPath(self.template).stem.replace("_", "-")

    @property
    def length(self) -> int:
        """How many sheets or lines can be laid out lot by lot; 1 of a page that is no list."""
        return len(self.content.get(self.kind, "1"))

    def lot(self, start: int, stop: int) -> Self:
        """Of its sheets or lines those from one up to another."""
        if self.kind not in self.content:
            return self
        return replace(
            self, content={**self.content, self.kind: self.content[self.kind][start:stop]}
        )


@dataclass(frozen=True, kw_only=True)
class ListPaper(Printed):
    """A list: the class of its table; its heads, each in words with its class, whether it is in
    capitals and how many columns it spans; and rows of cells in groups. The heading of a group
    stands over it, or with `lead` in a first column of this class; the line with its words is
    drawn under the row of number `line_after`.
    """

    unit, runs_over = "lines", True
    template: str = "paper/print/list.html"
    style: str
    heads: tuple[tuple[str, str, bool, int], ...]
    groups: tuple[tuple[str, tuple[tuple[Any, ...], ...]], ...]
    lead: str = ""
    line_after: int = 0
    line_words: str = ""
    above: str = ""
    below: str = ""

    @property
    def rows(self) -> tuple[tuple[Any, ...], ...]:
        """The rows of all groups."""
        return tuple(row for _heading, rows in self.groups for row in rows)

    @property
    def spanned(self) -> bool:
        """Whether a head stands over several columns, which are told apart before the heads."""
        return any(span != 1 for *_head, span in self.heads)

    @property
    def length(self) -> int:
        """How many lines it has; 1 where there are none, for there is a page all the same."""
        return max(len(self.rows), 1)

    def lot(self, start: int, stop: int) -> Self:
        """Those lines alone, without the heading of a group that began before them; its template
        is told whether something goes before them and after them.
        """
        groups, before = [], 0
        for heading, rows in self.groups:
            first, last = (max(place - before, 0) for place in (start, stop))
            if rows[first:last]:
                groups.append(("" if first else heading, rows[first:last]))
            before += len(rows)
        told = {"continued": start > 0, "goes_on": stop < before}
        return replace(
            self,
            groups=tuple(groups),
            line_after=self.line_after - start,
            content={**self.content, **told},
        )

    def body(self) -> Iterator[tuple[str, list[tuple[int, tuple[tuple[str, Any], ...]]]]]:
        """The groups: each line with its number, counted from 0, and each cell with the class of
        its column.
        """
        classes, numbers = (
            [style for _words, style, *_rest in self.heads[bool(self.lead) :]],
            count(),
        )
        for heading, rows in self.groups:
            yield heading, [(next(numbers), tuple(zip(classes, row, strict=True))) for row in rows]


def list_paper(
    columns: Sequence[Column[Row]],
    groups: Iterable[tuple[str, Iterable[Row]]],
    *,
    lead: tuple[str, str] = ("", ""),
    **paper: Any,
) -> ListPaper:
    """A list of these columns; `lead` are head and class of a first column of the headings, and
    `paper` what else there is of the paper.
    """
    heads = [(column.head, column.style, column.capitals, column.span) for column in columns]
    return ListPaper(
        heads=((*lead, True, 1), *heads) if lead[1] else tuple(heads),
        groups=tuple((heading, tuple(cells(columns, rows))) for heading, rows in groups),
        lead=lead[1],
        **paper,
    )


def bold(words: str, room: str = "") -> SafeString:
    """Words that matter, in the size that fits where a room is told."""
    return format_html("<b>{}</b>", fitted(words, room) if room else words)


def italic(words: str, room: str = "") -> SafeString:
    """Words beside them, such as a company."""
    return format_html("<i>{}</i>", fitted(words, room) if room else words)


def beneath(words: str, style: str = "reason") -> SafeString:
    """A line of its own in a cell; nothing where there are no words."""
    return format_html('<div class="{}">{}</div>', style, words) if words else SafeString("")


def filled(blocks: Iterable[float], first: float, later: float) -> int:
    """Sheets that blocks of these heights fill, none of them broken."""
    sheets, remaining = 1, first
    for block in blocks:
        if block > remaining:
            sheets, remaining = sheets + 1, later
        remaining -= block
    return sheets
