"""Where in a file the guests stand: on which sheet, under which headings, and which rows are
something else: a note above or below, a heading again, the name of the group that follows.

Nothing is thrown away: a row that is not read keeps the reason for it, and a person may lift it.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from tournament.guests.liveries import aliases, key, liveries
from tournament.tickets.headings import is_heading, plain, suggested
from tournament.tickets.people import name_like, several
from tournament.tickets.rows import is_total
from tournament.tickets.sheets import (
    A_SHEET,
    ABOVE,
    BELOW,
    GROUP,
    HIDDEN_SHEETS,
    OTHER_SHEETS,
    SHEETS,
    GuestFile,
    GuestFileError,
    GuestRow,
    Sheet,
)

MOST_GUESTS = 1000
MOST_COLUMNS = 80
MOST_TEXT = 800_000
HEADING_AMONG = 10
MOST_ROWS = MOST_GUESTS + HEADING_AMONG + 1
"""Of a sheet, lines above the headings included."""
MOST_OF_OTHERS = 2 * MOST_GUESTS
FOOTER = re.compile(
    r"©|https?:|www\.|\b(copyright|confidential|all rights reserved|page \d+( of \d+)?|printed"
    r"|generated|exported|created by|prepared by|as of|last updated|updated on|end of (list|report)"
    r"|sum|signed|report|do not distribute|source|note|notes|nb|p\.? ?s)\b",
    re.IGNORECASE,
)
OF_A_GROUP = re.compile(r"^(table|group|team|club|company|section|host|department)\b.*", re.I)
MOST_WORDS_OF_A_NAME = 6


def laid_out(name: str, sheets: Sequence[Sheet], letters: str = "") -> GuestFile:
    """The file with its guests under their headings. Raises GuestFileError."""
    places = [place for place, sheet in enumerate(sheets) if any(r.cells for r in sheet.rows)]
    if not places:
        location = f"The sheet “{sheets[0].title}”" if sheets and sheets[0].title else "The file"
        raise GuestFileError(
            f"{location} is empty: put the guests on the first sheet, with headings in its first"
            " row."
        )
    main = _main(sheets, places)
    if sheets[main].fault:
        raise GuestFileError(sheets[main].fault)
    filled = sheets[main].rows
    _check_size(filled)
    _check_letters(filled)
    file = _under_headings(name, sheets[main].title, filled)
    refuse_too_many(filled if len(filled) >= MOST_ROWS else file.rows)
    file = _with_sheets(file, sheets, [place for place in places if place != main], main)
    return replace(file, letters=letters if _strange(file.lines) else "")


def refuse_too_many(rows: Sequence[GuestRow]) -> None:
    """Refuse more rows than an evening holds. Raises GuestFileError."""
    if len(rows) > MOST_GUESTS:
        raise GuestFileError(
            f"There are more than {MOST_GUESTS:,} guests: an evening holds {MOST_GUESTS:,}."
        )


def refuse_far_row(number: int) -> None:
    """Refuse a row beyond those that are read. Raises GuestFileError."""
    if number > MOST_ROWS:
        raise GuestFileError(
            f"There is something in row {number:,}; a guest list has at most"
            f" {MOST_GUESTS:,} rows. Delete what is not about guests, or save the list alone."
        )


def _strange(lines: Iterable[GuestRow]) -> bool:
    return any(not cell.isascii() for row in lines for cell in row.cells)


def _main(sheets: Sequence[Sheet], places: Sequence[int]) -> int:
    """The sheet with the guests: a visible one, with most of the headings that are known."""
    visible = [place for place in places if not sheets[place].hidden] or list(places)
    return max(visible, key=lambda place: (_headings_known(sheets[place].rows), -place))


def _headings_known(rows: Sequence[GuestRow]) -> int:
    top = rows[_best_place(rows[:HEADING_AMONG])].cells
    fields = set(suggested(top).values())
    has_name = "name" in fields or {"first_name", "last_name"} <= fields
    return sum(map(is_heading, top)) if has_name and len(rows) > 1 else 0


def _best_place(rows: Sequence[GuestRow]) -> int:
    """The row with most headings, below lines that are not about guests."""
    counts = [sum(map(is_heading, row.cells)) for row in rows]
    best = counts.index(max(counts))
    # One word under headings of one's own may be called as a heading is.
    wide = sum(map(bool, rows[0].cells)) > 1
    return 0 if max(counts) == 1 and wide else best


def _under_headings(name: str, title: str, filled: list[GuestRow]) -> GuestFile:
    place = _best_place(filled[:HEADING_AMONG])
    headings, above, guests = filled[place], filled[:place], filled[place + 1 :]
    headless = _is_data(headings, guests)
    if headless:
        above, guests = [], filled
    if not guests:
        raise GuestFileError("There are headings and no guests under them.")
    width = max(len(row.cells) for row in (headings, *guests))
    rows = [replace(row, aside=(*row.aside, ABOVE)) for row in above]
    wide = _wide(headings.cells, width)
    words = _made_headings(guests, width) if headless else wide
    lines = tuple(_sorted_out([*rows, *guests], words))
    width = max(len(words), *(len(row.cells) for row in lines))
    lines = tuple(replace(row, cells=_wide(row.cells, width)) for row in lines)
    return GuestFile(
        name, title, _wide(words, width), lines, headed=0 if headless else headings.number
    )


def turned(file: GuestFile) -> GuestFile:
    """The file read the other way: its first row as headings, or its headings as a guest."""
    width = len(file.headings)
    if file.headed:
        first = GuestRow(file.headed, file.headings)
        lines = (first, *file.lines)
        return replace(file, headings=_made_headings(lines, width), lines=lines, headed=0)
    first, *rest = file.lines
    return replace(file, headings=_wide(first.cells, width), lines=tuple(rest), headed=first.number)


def _is_data(first: GuestRow, rows: Sequence[GuestRow]) -> bool:
    """Whether the row that should be headings is a guest like those below it."""
    cells = [cell for cell in first.cells if cell]
    familiar = sum(map(is_heading, cells))
    if any("@" in cell and "." in cell for cell in cells):
        return True
    if familiar:
        return False
    if any(key(cell) in _known_companies() for cell in cells):
        return True
    for place, cell in enumerate(first.cells):
        below = [row.cells[place] for row in rows if len(row.cells) > place and row.cells[place]]
        names = sum(name_like(cell_below) and " " in cell_below for cell_below in below)
        if name_like(cell) and " " in cell and below and names * 10 >= len(below) * 6:
            return True
    return False


def _known_companies() -> set[str]:
    return {key(row["name"]) for row in liveries()} | {key(alias) for alias in aliases()}


def _made_headings(rows: Sequence[GuestRow], width: int) -> tuple[str, ...]:
    """Headings for a list that has none, from what stands in its columns."""
    headings = [f"Column {place + 1}" for place in range(width)]
    columns = [
        [row.cells[p] for row in rows if len(row.cells) > p and row.cells[p]] for p in range(width)
    ]
    companies = _known_companies()
    free = set(range(width))
    for word, fits in (
        ("Email", lambda cell: "@" in cell),
        ("Livery", lambda cell: key(cell) in companies),
        ("Name", lambda cell: name_like(cell) and " " in cell),
        ("First name", lambda cell: name_like(cell)),
        ("Last name", lambda cell: name_like(cell)),
        ("Name", lambda cell: not cell.isdigit()),
    ):
        if (word in ("First name", "Last name") or headings.count(word)) and "Name" in headings:
            continue
        for place in sorted(free):
            share = sum(map(fits, columns[place]))
            if columns[place] and share * 10 >= len(columns[place]) * 6:
                headings[place] = word
                free.discard(place)
                break
    if "First name" in headings and "Last name" not in headings:
        headings[headings.index("First name")] = "Name"
    if "Last name" in headings and "Name" in headings:
        headings[headings.index("Name", 0)] = "Column"
    return tuple(headings)


def _sorted_out(rows: Sequence[GuestRow], headings: Sequence[str]) -> list[GuestRow]:
    """The rows of a list with the reason beside each that is no guest of it."""
    usual = [row for row in rows if ABOVE not in row.aside]
    wide = sum(sum(map(bool, row.cells)) > 1 for row in usual) * 10 >= len(usual) * 6
    below = _below(usual, wide=wide)
    groups = _groups(usual, wide=wide, below=below, headings=headings)
    again = tuple(plain(heading) for heading in headings)
    lines = []
    for row in rows:
        words = tuple(plain(cell) for cell in _wide(row.cells, len(again)))
        if row.number in below or (words == again and any(again)):
            row = replace(row, aside=(*row.aside, BELOW))
        elif row.number in groups:
            row = replace(row, aside=(*row.aside, GROUP))
        lines.append(row)
    return lines


def _below(rows: Sequence[GuestRow], *, wide: bool) -> set[int]:
    """The numbers of the lines under the list that are notes."""
    notes = set[int]()
    for row in reversed(rows):
        cells = [cell for cell in row.cells if cell]
        if is_total(row.cells):
            continue
        if len(cells) > 2 or (len(cells) == 2 and not _is_note(" ".join(cells), wide=False)):
            break
        if len(cells) == 1 and not _is_note(cells[0], wide=wide):
            break
        notes.add(row.number)
    return notes if len(notes) < len(rows) else set()


def _is_note(text: str, *, wide: bool) -> bool:
    if several(text):
        return False
    if FOOTER.search(text) and not (name_like(text) and " " in text):
        return True
    if not any(letter.isalpha() for letter in text):
        return len(text) > 2
    long = len(text.split()) >= MOST_WORDS_OF_A_NAME and not name_like(text)
    return long or (wide and (":" in text or text.startswith(("*", "(", "-"))))


def _groups(
    rows: Sequence[GuestRow], *, wide: bool, below: set[int], headings: Sequence[str]
) -> set[int]:
    """The numbers of the rows that name the group of those under them."""
    alone = [
        (place, row, next(cell for cell in row.cells if cell))
        for place, row in enumerate(rows)
        if sum(map(bool, row.cells)) == 1 and row.number not in below and not is_total(row.cells)
    ]
    companies = _known_companies()
    shout = sum(text.isupper() for _place, _row, text in alone) * 2 > len(rows)
    columns = suggested(headings)
    numbers = set[int]()
    for place, row, text in alone:
        company = key(text.rstrip(":")) in companies
        loud = wide and text.isupper() and len(text) > 3 and not shout and not several(text)
        called = bool(OF_A_GROUP.match(text))
        leads = place + 1 < len(rows) and rows[place + 1].number not in below
        gap = place == 0 or row.number > rows[place - 1].number + 1
        lone = wide and "livery" not in columns.values() and gap and leads and len(alone) > 1
        if leads and (company or loud or called or text.endswith(":") or lone):
            numbers.add(row.number)
    return numbers


def _with_sheets(
    file: GuestFile, sheets: Sequence[Sheet], further: Sequence[int], main: int
) -> GuestFile:
    """The file with the rows of its other sheets, set aside, under the same headings."""
    headings, lines, titles, room = list(file.headings), list(file.lines), [], MOST_OF_OTHERS
    lists = 0
    for place in further:
        sheet = sheets[place]
        like = _headings_known(sheet.rows) > 0 or bool(_shared(file, sheet.rows))
        reason = HIDDEN_SHEETS if sheet.hidden else SHEETS if like else OTHER_SHEETS
        titles.append((str(place + 1), sheet.title, reason))
        if len(sheet.rows) > room:
            continue
        room -= len(sheet.rows)
        rows = _moved(sheet.rows, headings, like=like)
        lists += reason == SHEETS
        start = (place + 1) * A_SHEET
        if reason == SHEETS and "livery" not in suggested(headings).values():
            lines.append(GuestRow(start, (sheet.title,), (reason, GROUP)))
        lines += [replace(r, number=start + r.number, aside=(*r.aside, reason)) for r in rows]
    if lists and "livery" not in suggested(headings).values():
        lines.insert(0, GuestRow(0, (sheets[main].title,), (GROUP,)))
    width = len(headings)
    return replace(
        file,
        headings=tuple(headings),
        lines=tuple(replace(row, cells=_wide(row.cells, width)) for row in lines),
        sheets=tuple(titles),
    )


def _shared(file: GuestFile, rows: Sequence[GuestRow]) -> set[str]:
    top = {plain(cell) for cell in rows[_best_place(rows[:HEADING_AMONG])].cells if cell}
    return top & {plain(heading) for heading in file.headings if heading}


def _moved(rows: Sequence[GuestRow], headings: list[str], *, like: bool) -> list[GuestRow]:
    """The rows of a further sheet with their cells under the headings of the first."""
    if not like:
        return [replace(row, cells=row.cells[: len(headings)]) for row in rows]
    top_row = _best_place(rows[:HEADING_AMONG])
    top, guests = rows[top_row].cells, rows[top_row + 1 :]
    fields = {field: place for place, field in suggested(headings).items()}
    own, filters = suggested(top), dict[int, int]()
    words = [plain(heading) for heading in headings]
    for place, heading in enumerate(top):
        if not heading:
            continue
        if plain(heading) in words:
            filters[place] = words.index(plain(heading))
        elif own.get(place) in fields:
            filters[place] = fields[own[place]]
        else:
            filters[place] = len(headings)
            headings.append(heading)
            words.append(plain(heading))
    sorted_out = _sorted_out(guests, top)
    return [replace(row, cells=_placed(row.cells, filters, len(headings))) for row in sorted_out]


def _placed(cells: Sequence[str], filters: Mapping[int, int], width: int) -> tuple[str, ...]:
    placed = [""] * width
    for place, cell in enumerate(cells):
        if place in filters:
            placed[filters[place]] = cell
    return tuple(placed)


def _check_size(filled: Sequence[GuestRow]) -> None:
    widest = max(filled, key=lambda row: len(row.cells))
    if len(widest.cells) > MOST_COLUMNS:
        raise GuestFileError(
            f"Row {widest.number} reaches to column {len(widest.cells)}; a guest list has at most"
            f" {MOST_COLUMNS}. Delete the columns that are not about guests."
        )
    if sum(len(cell) for row in filled for cell in row.cells) > MOST_TEXT:
        raise GuestFileError(
            "There is far more text than in a guest list: delete the columns that are not needed."
        )


def _check_letters(filled: Sequence[GuestRow]) -> None:
    """Refuse a file that was opened in the wrong encoding and saved so: nobody is called “ZoÃ«”."""
    for row in filled:
        for cell in row.cells:
            if (mended := _as_meant(cell)) != cell:
                raise GuestFileError(
                    f"Row {row.number} says “{cell[:40]}” where “{mended[:40]}” is meant: the list"
                    " was saved with the wrong letters. Save it again where it comes from, as"
                    " .xlsx or as “CSV UTF-8”."
                )


def _as_meant(cell: str) -> str:
    """What a text was before its UTF-8 was read as Windows-1252; itself where it was not."""
    if cell.isascii():
        return cell
    try:
        return cell.encode("cp1252").decode("utf-8")
    except UnicodeError:
        return cell


def _wide(cells: Sequence[str], width: int) -> tuple[str, ...]:
    return tuple(cells) + ("",) * (width - len(cells))
