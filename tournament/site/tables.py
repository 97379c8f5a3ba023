"""The one kind of table for long lists: the types of its columns, and what of it is shown.

It is sorted, paged and saved by the address, in which anybody may write anything.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from html import escape, unescape
from typing import Any, NamedTuple
from urllib.parse import urlencode

import django_tables2 as tables
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html, strip_tags
from django.utils.safestring import SafeString
from django_tables2.utils import signature

from scoring.names import folded
from tournament.models.event import LIVERIES, Groups
from tournament.site.downloads import download
from tournament.site.spreadsheet import Cell, Page, file_of
from tournament.site.text import csv_text

Record = Mapping[str, Any]
FILE, ALL, SEARCH = "file", "all", "q"
LONGEST_ASKED = 60


NO_GUEST = "No guest fits this search."


class HouseColumn(tables.Column):
    """A column of the house: how its head and its cells are dressed.

    A labelled one has its name beside its cells on a phone.
    """

    head = ""
    cell = "detail"
    labelled = True

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)  # type: ignore[no-untyped-call]

    def more(self, record: Record) -> str:
        """Classes that a cell has besides, by its record."""
        return ""


class PlaceColumn(HouseColumn):
    """A place as it is said: “1”, “=2”, “–”; a shared one is marked."""

    head, cell, labelled = "num", "num place", False

    def more(self, record: Record) -> str:
        """A place that others share."""
        return "shared" if record.get("shared") else ""


class GuestColumn(HouseColumn):
    """Whose row it is."""

    cell, labelled = "name", False


class CompanyColumn(HouseColumn):
    """Livery, club or team: its head is the evening’s word for it (`called_by`)."""

    cell, labelled = "livery", False


class TableColumn(HouseColumn):
    """The number of a table."""

    head, cell = "num", "num detail"


class PointsColumn(HouseColumn):
    """A figure; with `most` the larger one is the better, so that one press sorts it to the top."""

    head, cell = "num spare", "num detail spare"

    def __init__(self, *, most: bool = False, **more: Any) -> None:
        super().__init__(initial_sort_descending=most, **more)


class TotalColumn(PointsColumn):
    """The figure that decides."""

    head, cell, labelled = "num", "num total", False


class WordsColumn(HouseColumn):
    """Words beside the figures, which do not sort."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**{"orderable": False} | more)


class HouseTable(tables.Table):
    """Sorted by any column that sorts, from the better end first.

    `cut_after` draws the line of the cut behind the record of that `order`, with its sentence;
    `hint` stands in the foot; `saves` offers the shown rows as a file. `address` is that of the
    page where the list is read, wherever it is drawn for an answer to a form. `searched` names what
    of a row the search above the list looks through, and `search_words` says so; a page with
    filters of its own leaves both empty.
    """

    caption = ""
    cut_after: int | None = None
    cut_sentence = ""
    hint = ""
    saves = False
    address = ""
    searched: tuple[str, ...] = ()
    search_words = ""
    asked = ""
    kept: tuple[tuple[str, str], ...] = ()
    context: Any
    """That of the page, which the library lends while it draws the table."""

    class Meta:
        """The look of the house."""

        attrs: Mapping[str, str] = {"class": "table stack"}
        default = ""
        per_page = 25
        empty_text = "Nothing fits this search."

    def row_class(self, record: Record) -> str:
        """How a row is dressed."""
        return str(record.get("row_class", ""))

    def called_by(self, groups: Groups) -> None:
        """Call the column of companies, and the search for one, what the evening calls them."""
        for bound in self.columns:
            if isinstance(bound.column, CompanyColumn):
                bound.column.verbose_name = groups.heading
        self.search_words = self.search_words.format(group=groups.word)

    @property
    def head(self) -> SafeString:
        """What stands over the columns, each with the way to sort by it; by hand, as the rows."""
        asked = dict(self.context["request"].GET)
        cells = []
        for bound in self.columns:
            alias, words = bound.order_by_alias, _escaped(bound.header)
            if bound.orderable:
                query = urlencode(asked | {self.prefixed_order_by_field: alias.next}, doseq=True)
                words = f'<a href="{escape(f"{self.address}?{query}")}">{words}</a>'
            way = "descending" if alias.is_descending else "ascending"
            dress = f' aria-sort="{way}"' if bound.is_ordered else ""
            cells.append(
                f'<th scope="col" role="columnheader" class="{bound.column.head}"{dress}>'
                f"{words}</th>\n"
            )
        return SafeString("".join(cells))

    @property
    def body(self) -> SafeString:
        """The rows of this page with the line of the cut, or the sentence that there is none.

        They are put together by hand: a template, and the library's `format_html` and `escape`,
        take several times as long.
        """
        return SafeString("".join(self._rows()) or self._across(self.empty_text))

    def _across(self, words: str, kind: str = "") -> str:
        across = f'<td role="cell" colspan="{len(self.columns)}">{escape(words)}</td>'
        return _line(kind, across)

    def _rows(self) -> Iterator[str]:
        """Row by row; what a column's cells share is worked out once for all of them."""
        columns = [
            (column.column, _dressing(column), _content(self, column)) for column in self.columns
        ]
        for row in self.paginated_rows:
            record = row.record
            cells = [
                f'<td role="cell" {dressed(column.more(record))}>{_escaped(renderer(row))}</td>'
                for column, dressed, renderer in columns
            ]
            yield _line(self.row_class(record), "".join(cells))
            if self.cut_after and record.get("order") == self.cut_after:
                yield self._across(self.cut_sentence, "cut-line")


def _line(kind: str, cells: str) -> str:
    """A row of a class, or of none."""
    head = f'<tr role="row" class="{escape(kind)}">' if kind else '<tr role="row">'
    return f"{head}{cells}</tr>\n"


def _escaped(content: object) -> str:
    """What a cell holds, as it is where it is markup already; a number holds none."""
    if isinstance(content, SafeString):
        return content
    return str(content) if isinstance(content, int) else escape(str(content))


def _dressing(bound: Any) -> Callable[[str], SafeString]:
    """The attributes of a column's cells, by the classes that a cell has besides."""
    cell, label = bound.column.cell, _label(bound)

    @cache
    def dressed(more: str) -> SafeString:
        return format_html('class="{}"{}', " ".join(filter(None, (cell, more))), label)

    return dressed


def _content(table: HouseTable, bound: Any) -> Callable[[Any], Any]:
    """What a column's cells hold, as the library makes it; but which arguments a column wants is
    asked once, not at every cell.
    """
    key, empty, render = str(bound.accessor), bound.column.empty_values, bound.render
    parameters, takes_all = _arguments_of(render.__func__)
    as_it_is = render.__func__ is tables.Column.render
    by_library = bound.link or "." in key or "__" in key

    def made(row: Any) -> Any:
        record = row.record
        if by_library or not isinstance(record, dict):
            return row.get_cell(bound.name)
        try:
            value = record[key]  # a record may make it when it is asked for
        except KeyError:
            value = None
        if value in empty:
            return bound.default
        if as_it_is:
            return value
        if parameters == ("record",):
            return render(record=record)
        arguments = {"value": value, "record": record, "column": bound.column}
        arguments |= {"bound_column": bound, "bound_row": row, "table": table}
        return render(
            **(arguments if takes_all else {name: arguments[name] for name in parameters})
        )

    return made


@cache
def _arguments_of(render: Callable[..., Any]) -> tuple[tuple[str, ...], bool]:
    """What a way to make a cell wants beside its own object, and whether it takes all there is."""
    (_self, *parameters), takes_all = signature(render)
    return tuple(parameters), bool(takes_all)


def _label(bound: Any) -> SafeString | str:
    return format_html(' data-label="{}"', bound.header) if bound.column.labelled else ""


OPTION = ('<option value="{}">{}</option>', '<option value="{}" selected>{}</option>')
"""One of a list, and the one that is chosen."""


class Choice(NamedTuple):
    """A filter of some values: its name in the address, its label, the words for all of them, and
    what is chosen.
    """

    name: str
    label: str
    anything: str
    options: tuple[tuple[str, str], ...]
    chosen: str

    @property
    def listed(self) -> SafeString:
        """The options as a browser takes them: a hundred companies are too many for a template's
        loop.
        """
        return SafeString(
            "".join(
                OPTION[value == self.chosen].format(escape(value), escape(words))
                for value, words in self.options
            )
        )


def arrange(
    request: HttpRequest,
    table: HouseTable,
    name: str = "",
    *,
    saves: bool = False,
    groups: Groups = LIVERIES,
) -> HttpResponse | None:
    """Sort by the columns asked for and turn to the page asked for; what names neither is passed
    over.

    The column of companies has the word of these `groups`. Where it `saves`, and the address asks
    for the file, the answer is every row that is shown, under this name; the cells of a CSV file
    are parted as the evening parts them.
    """
    table.called_by(groups)
    if table.searched:
        _search(request, table)
    order = request.GET.getlist(table.prefixed_order_by_field)
    aliases = [alias for alias in order if alias.removeprefix("-") in table.columns]
    if aliases:
        table.order_by = aliases
    if saves and name and request.GET.get(FILE) in SAVED_AS:
        official = getattr(request, "official", None)
        separator = official.event.list_separator if official else ","
        return SAVED_AS[request.GET[FILE]](table, name, separator)
    table.saves = saves and bool(name)
    per_page = max(1, len(table.rows)) if request.GET.get(ALL) else table.Meta.per_page
    table.paginate(per_page=per_page)  # type: ignore[no-untyped-call]
    table.page = table.paginator.get_page(request.GET.get(table.prefixed_page_field))
    return None


def _search(request: HttpRequest, table: HouseTable) -> None:
    """Leave the rows in which the words asked for stand; what else the address holds goes along."""
    left_out = (SEARCH, FILE, ALL, table.prefixed_page_field)
    table.kept = tuple(
        (name, value)
        for name, values in request.GET.lists()
        if name not in left_out
        for value in values
    )
    table.asked = " ".join(request.GET.get(SEARCH, "").split())[:LONGEST_ASKED]
    if words := folded(table.asked):
        table.data.data = [
            row
            for row in table.data
            if words in folded(" ".join(str(row[name]) for name in table.searched))
        ]


def saved(table: HouseTable, name: str, separator: str) -> HttpResponse:
    """Every row of the table as a CSV file; no cell is taken for a formula."""
    rows = (
        ["" if cell is None else _words(cell) for cell in row]
        for row in table.as_values()  # type: ignore[no-untyped-call]
    )
    return download(csv_text(rows, separator).encode("utf-8-sig"), f"{name}.csv")


def saved_as_sheet(table: HouseTable, name: str, _separator: str) -> HttpResponse:
    """The same as a spreadsheet, whatever parts the cells of a list where it is opened; what is a
    number stays one.
    """
    head, *rows = table.as_values()  # type: ignore[no-untyped-call]
    columns = [(str(title), WIDE if index == 1 else NARROW) for index, title in enumerate(head)]
    counting = {
        place
        for place, column in enumerate(zip(*rows, strict=False))
        if all(WHOLE.fullmatch(str(cell).lstrip("=")) for cell in column if cell not in (None, ""))
    }
    page = Page(
        "List",
        columns,
        [[_cell(cell, place in counting) for place, cell in enumerate(row)] for row in rows],
    )
    return download(file_of([page]), f"{name}.xlsx")


SAVED_AS = {"csv": saved, "xlsx": saved_as_sheet}
NARROW, WIDE = 16, 34
WHOLE = re.compile(r"0|[1-9]\d{0,5}")
"""A text that is a number: no telephone, and nothing that begins with a nought."""


def _words(value: object) -> str:
    """What a cell shows, without what a page is written in."""
    text = unescape(strip_tags(value)) if isinstance(value, SafeString) else str(value)
    return "" + text


def _cell(value: Any, counts: bool) -> Cell:
    """A number though it was written as text, where its column holds nothing else but perhaps
    shared places: a table, a place.
    """
    if value is None or isinstance(value, int | float):
        return value
    text = _words(value)
    return int(text) if counts and text.isdecimal() else text
