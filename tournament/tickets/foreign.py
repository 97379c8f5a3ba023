"""Files of other programs: those that hold people are read (a page of the web saved as a workbook,
OpenDocument, cards of an address book), all others are named for what they are, with what to do.
"""

import quopri
import re
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import replace
from html.parser import HTMLParser
from io import BytesIO
from xml.etree import ElementTree

from tournament.tickets.letters import decoded
from tournament.tickets.sheets import (
    HIDDEN,
    STRUCK,
    GuestFileError,
    GuestRow,
    Sheet,
    row_of,
    without_struck,
)

MOST_ROWS, MOST_CELLS, MOST_TABLES = 1100, 301, 40
OTHER_KINDS = (
    (
        b"\xd0\xcf\x11\xe0",
        "an old or protected workbook: save it as .xlsx without a password, or as CSV",
    ),
    (b"%PDF", "a PDF: save the list as .xlsx or CSV"),
    (b"\x89PNG", "a picture: save the list as .xlsx or CSV"),
    (b"\xff\xd8\xff", "a picture: save the list as .xlsx or CSV"),
    *(
        (start, "a picture: save the list as .xlsx or CSV")
        for start in (b"GIF8", b"II*\0", b"MM\0*", b"\0\0\0\x18ftyp", b"\0\0\0\x1cftyp", b"RIFF")
    ),
    *(
        (start, "a compressed file: unpack it, and choose the list in it")
        for start in (b"\x1f\x8b", b"7z\xbc\xaf", b"Rar!", b"BZh", b"\xfd7zXZ")
    ),
    (b"{\\rtf", "a text document: save the list as .xlsx or CSV"),
    (b"SQLite format 3\0", "a database: save the list as .xlsx or CSV"),
)
PARTS_OF = (
    ("word/document.xml", "a text document of Word: save the list as .xlsx or CSV"),
    ("ppt/presentation.xml", "a presentation: save the list as .xlsx or CSV"),
    ("xl/workbook.bin", "a binary workbook (.xlsb): save it as Excel Workbook (.xlsx)"),
    ("Index/Document.iwa", "a file of Numbers or Pages: choose File, Export To, Excel there"),
)
WORDS_OF_XML = (
    ("<usebio", "results of a bridge club (USEBIO): export its players as CSV"),
    ("schemas-microsoft-com:office:spreadsheet", "an XML spreadsheet of 2003: save it as .xlsx"),
    ("<plist", "a link or the settings of a Mac: open it, and save the list itself as CSV"),
    ("<svg", "a picture: save the list as .xlsx or CSV"),
    ("<rss", "a news feed, not a list: export the guests as CSV"),
    ("<office:document", "a flat OpenDocument file: save it as .ods, .xlsx or CSV"),
)
THE_EVENING = "a whole evening of Last Card: take it in under Evenings, not as a list"
WORDS_OF_JSON = (
    ('"formatversion"', "a competition file (WCIF): export its competitors as CSV"),
    ('"url"', "a link to an online sheet: open it there and choose File, Download, .xlsx"),
)
WORDS_OF_TEXT = (
    (r"begin:vcalendar", "a calendar, not a list: export the guests as CSV"),
    (
        r"\d{3} .{3,}\n\d{3} ",
        "a report of a chess tournament (TRF): export its players as CSV",
    ),
    (r"\[internetshortcut\]", "a link: open it, and save the list itself as .xlsx or CSV"),
    (
        r"(?:(?:from|to|subject|date|received|return-path|delivered-to|mime-version|message-id)"
        r": [^\n]*\n(?:[ \t][^\n]*\n)*){2}",
        "an e-mail: save the list attached to it, and choose that",
    ),
    (
        r"(insert into|create table|begin transaction|-- \w+ dump)\b",
        "a copy of a database: export the list as CSV",
    ),
    (r"[\w-]+:[ \t]*\n[ \t]*- ", "a YAML file of another program: export the list as CSV"),
)
EVENING = (b'"event"', b'"games_per_round"')
HTML = re.compile(r"<(!doctype html|html|table|head|body|meta)\b", re.IGNORECASE)


def other_kind(data: bytes) -> str:
    """What a file is that is certainly no list, with what to do; nothing for any other."""
    words = next((words for start, words in OTHER_KINDS if data.startswith(start)), "")
    return f"This is {words}." if words else _named_text(data[:4000], data)


def _named_text(top: bytes, data: bytes) -> str:
    text = top.decode("utf-8", "ignore").lstrip("\ufeff \t\r\n")
    low = text.casefold()
    if low.startswith("<") and not HTML.match(text) and re.match(r"<[?!a-z]", low):
        if HTML.search(text) and "<html" in low:
            return ""
        words = next((words for mark, words in WORDS_OF_XML if mark in low), "")
        return f"This is {words or 'an XML file of another program: export the list as CSV'}."
    if re.match(r"(\{\s*(\"|\}|$)|\[\s*[\[{\"])", low):
        words = next((words for mark, words in WORDS_OF_JSON if mark in low), "")
        words = THE_EVENING if all(mark in data for mark in EVENING) else words
        return f"This is {words or 'a JSON file of another program: export the list as CSV'}."
    lines = low.replace("\r\n", "\n").replace("\r", "\n")
    for start, words in WORDS_OF_TEXT:
        if re.match(start, lines):
            return f"This is {words}."
    return ""


def sheets_of_text(data: bytes) -> tuple[str, list[Sheet]] | None:
    """The letters and sheets of a page of the web or of an address book; None for anything else."""
    top = data[:2000].decode("utf-8", "ignore").lstrip("\ufeff \t\r\n")
    if top[:11].casefold() == "begin:vcard":
        letters, text = decoded(data)
        return letters, [Sheet("", [*_cards(text)])]
    if HTML.match(top) or (top.startswith("<?xml") and "<html" in top.casefold()):
        letters, text = decoded(data)
        page = _Tables()
        page.feed(text)
        tables = [[row for row in rows if any(row.cells)] for rows in page.tables]
        tables = [rows for rows in tables if len(rows) > 1]
        if not tables:
            raise GuestFileError(
                "This is a web page, not a list. In the ticket shop choose Export as CSV."
            )
        several = len(tables) > 1
        titles = (f"Table {number}" if several else "" for number in range(1, MOST_TABLES + 1))
        return letters, [Sheet(title, rows) for title, rows in zip(titles, tables, strict=False)]
    return None


class _Tables(HTMLParser):
    """The rows of each table of a page; a cell over several rows is said of each."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tables: list[list[GuestRow]] = [[]]
        self.cells: list[str] = []
        self.inside = self.hidden = False
        self.struck, self.crossed = 0, [False]
        self.merged: list[int] = []
        self.spans: dict[int, int] = {}
        self.texts: dict[int, str] = {}
        self.bare: dict[int, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A table, a row or a cell begins, or what is struck through."""
        words = {name: value or "" for name, value in attrs}
        self.struck += tag in CROSSING
        if tag == "table":
            self.tables.append([])
            self.spans, self.texts = {}, {}
        elif tag == "tr":
            style = words.get("style", "").replace(" ", "").casefold()
            self.cells, self.crossed, self.struck, self.merged = [], [], 0, []
            self.bare = {}
            self.hidden = "display:none" in style or "hidden" in words
        elif tag in ("td", "th"):
            self._fill()
            down = words.get("rowspan", "1")
            if down.isdecimal() and 1 < int(down[:4]) < MOST_ROWS:
                self.spans[len(self.cells)] = int(down[:4])
            self.cells.append("")
            self.inside = True
        elif tag == "br" and self.inside:
            self.cells[-1] += "\n"

    def _fill(self) -> None:
        """The cells of this row that began in one above."""
        while self.texts.get(len(self.cells)) and self.spans.get(len(self.cells), 0) > 0:
            self.merged.append(len(self.cells))
            self.cells.append(self.texts[len(self.cells)])

    def handle_endtag(self, tag: str) -> None:
        """A row or a cell ends."""
        self.struck -= tag in CROSSING and self.struck > 0
        if tag in ("td", "th"):
            self.inside = False
        elif tag == "tr" and len(self.tables[-1]) < MOST_ROWS:
            self._fill()
            self.spans = {place: rows - 1 for place, rows in self.spans.items() if rows > 1}
            cells = [" ".join(cell.split(" ")).strip() for cell in self.cells[:MOST_CELLS]]
            self.texts = {place: cells[place] for place in self.spans if place < len(cells)}
            aside = (HIDDEN,) * self.hidden + (STRUCK,) * all(self.crossed or [False])
            row = row_of(len(self.tables[-1]) + 1, cells)
            row = row if STRUCK in aside else without_struck(row, self.bare)
            self.tables[-1].append(replace(row, aside=aside, merged=tuple(self.merged)))

    def handle_data(self, data: str) -> None:
        """Text of a cell."""
        if self.inside and self.cells:
            if self.struck and data.strip():
                self.bare.setdefault(len(self.cells) - 1, self.cells[-1])
            elif len(self.cells) - 1 in self.bare:
                self.bare[len(self.cells) - 1] += data
            self.cells[-1] += data
            if any(map(str.isalpha, data)):
                self.crossed.append(self.struck > 0)


CROSSING = frozenset({"s", "strike", "del"})
CARD = (
    ("Name", "FN"),
    ("Last name", "N"),
    ("Company", "ORG"),
    ("Office", "TITLE"),
    ("Email", "EMAIL"),
    ("Phone", "TEL"),
    ("Notes", "NOTE"),
)


def _cards(text: str) -> Iterator[GuestRow]:
    yield row_of(1, (heading for heading, _key in CARD))
    unfolded = re.sub(r"\r?\n[ \t]|(?<==[0-9A-F]{2})=\r?\n(?==[0-9A-F]{2})", "", text)
    unfolded = re.sub(r"(?i)(quoted-printable[^\n]*)=\r?\n", r"\1", unfolded)
    for number, card in enumerate(re.split(r"(?i)begin:vcard", unfolded)[1:], start=2):
        values: dict[str, str] = {}
        for line in card.splitlines():
            head, colon, value = line.partition(":")
            key = head.split(";")[0].rpartition(".")[2].upper()
            if colon and key in {name for _heading, name in CARD}:
                quoted = "QUOTED-PRINTABLE" in head.upper()
                values.setdefault(key, _plain_value(_unquoted(value) if quoted else value))
        parts = [part.strip() for part in values.get("N", "").split(";")]
        values["N"] = parts[0]
        whole = (*parts[3:4], *parts[1:2], parts[0])
        values["FN"] = values.get("FN", "") or " ".join(part for part in whole if part)
        values["ORG"] = values.get("ORG", "").split(";")[0]
        yield row_of(number, (values.get(key, "") for _heading, key in CARD))


def _unquoted(value: str) -> str:
    """A value of an older card: `J=C3=BCrgen`."""
    return quopri.decodestring(value.encode()).decode("utf-8", "replace")


def _plain_value(value: str) -> str:
    return value.replace("\\,", ",").replace("\\n", " ").replace("\\;", ",").strip()


def other_zip(names: Iterable[str]) -> str:
    """What a zip file is that is no workbook."""
    parts = set(names)
    words = next((words for part, words in PARTS_OF if part in parts), "")
    return (
        f"This is {words}."
        if words
        else ("This is a zip file, not an .xlsx workbook: save the list as .xlsx or CSV.")
    )


TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"


def open_document(archive: zipfile.ZipFile) -> list[Sheet]:
    """The sheets of an .ods file whose parts were found harmless."""
    if b"opendocument.spreadsheet" not in archive.read("mimetype"):
        raise GuestFileError("This is a text document: save the list as .ods, .xlsx or CSV.")
    root = ElementTree.parse(BytesIO(archive.read("content.xml"))).getroot()  # noqa: S314 -- no entities
    struck, unseen = set[str](), set[str]()
    for style in root.iter(f"{STYLE}style"):
        for part in style:
            if part.get(f"{STYLE}text-line-through-style", "none") != "none":
                struck.add(style.get(f"{STYLE}name", ""))
            if part.get(f"{TABLE}display") == "false":
                unseen.add(style.get(f"{STYLE}name", ""))
    return [
        Sheet(
            table.get(f"{TABLE}name", ""),
            [*_document_rows(table, struck)],
            table.get(f"{TABLE}style-name") in unseen,
        )
        for table in root.iter(f"{TABLE}table")
    ]


def _document_rows(table: ElementTree.Element, struck: set[str]) -> Iterator[GuestRow]:
    number, spans = 1, dict[int, tuple[int, str]]()
    for row in table.iter(f"{TABLE}table-row"):
        repeated = int(row.get(f"{TABLE}number-rows-repeated", "1"))
        cells, merged, crossed, bare, notes = _document_cells(row, spans, struck)
        hidden = row.get(f"{TABLE}visibility") in ("collapse", "filter")
        aside = (HIDDEN,) * hidden + (STRUCK,) * crossed
        while cells and not cells[-1]:
            cells.pop()
        if cells:
            for copy in range(min(repeated, MOST_ROWS)):
                read = GuestRow(number + copy, tuple(cells), aside, merged, comments=notes)
                yield read if crossed else without_struck(read, bare)
        number += repeated
        if number > MOST_ROWS and cells:
            return


def _document_cells(
    row: ElementTree.Element, spans: dict[int, tuple[int, str]], struck: set[str]
) -> tuple[list[str], tuple[int, ...], bool, dict[int, str], tuple[str, ...]]:
    cells, merged, crossed, lettered = list[str](), list[int](), list[bool](), list[bool]()
    bare, notes = dict[int, str](), list[str]()
    for cell in row:
        if cell.tag not in (f"{TABLE}table-cell", f"{TABLE}covered-table-cell"):
            continue
        lines = ("".join(line.itertext()) for line in cell.findall(f"{TEXT}p"))
        text, place = "\n".join(lines).strip()[:301], len(cells)
        if cell.get(f"{OFFICE}boolean-value"):
            text = "yes" if cell.get(f"{OFFICE}boolean-value") == "true" else "no"
        down = int(cell.get(f"{TABLE}number-rows-spanned", "1"))
        if down > 1:
            spans[place] = (down - 1, text)
        elif not text and spans.get(place, (0, ""))[0] and cell.tag.endswith("covered-table-cell"):
            remaining, text = spans[place]
            spans[place] = (remaining - 1, text)
            merged.append(place)
        if text and place not in merged:
            crossed_cell = cell.get(f"{TABLE}style-name", "") in struck
            crossed.append(crossed_cell)
            rest = "" if crossed_cell else "\n".join(_left(cell, struck)).strip()[:301]
            if rest != text and not cell.get(f"{OFFICE}boolean-value"):
                bare[place] = rest
            notes += _annotations(cell)
            lettered.append(any(map(str.isalpha, text)))
        room = MOST_CELLS - len(cells)
        cells += [text] * min(int(cell.get(f"{TABLE}number-columns-repeated", "1")), room)
    words = next((place for place, letters in enumerate(lettered) if letters), 0)
    out = bool(crossed) and (all(crossed) or crossed[words])
    return cells, tuple(merged), out, bare, tuple(notes)


def _left(cell: ElementTree.Element, struck: set[str]) -> Iterator[str]:
    """The lines of a cell without the words that are struck through."""
    for line in cell.findall(f"{TEXT}p"):
        parts = [line.text or ""]
        for part in line:
            out = part.get(f"{TEXT}style-name", "") in struck
            parts += ["" if out else "".join(part.itertext()), part.tail or ""]
        yield "".join(parts)


def _annotations(cell: ElementTree.Element) -> Iterator[str]:
    for note in cell.findall(f"{OFFICE}annotation"):
        yield " ".join(" ".join("".join(line.itertext()) for line in note.iter(f"{TEXT}p")).split())
