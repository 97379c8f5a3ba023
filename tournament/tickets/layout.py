"""Where in a file the guests stand: on which sheet, under which headings, and which rows are
something else: a note above or below, a heading again, the name of the group that follows.

Nothing is thrown away: a row that is not read keeps the reason for it, and a person may lift it.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from tournament.guests.liveries import company_keys, key
from tournament.tickets.beside import under_one_head, without_heads
from tournament.tickets.headings import is_heading, suggested
from tournament.tickets.people import name_like, several
from tournament.tickets.remarks import behind
from tournament.tickets.rows import asked_for, is_total
from tournament.tickets.sheets import (
    A_SHEET,
    ABOVE,
    ACROSS,
    BELOW,
    GROUP,
    HIDDEN_SHEETS,
    LONE,
    OTHER_SHEETS,
    SHEETS,
    GuestFile,
    GuestFileError,
    GuestRow,
    Sheet,
)
from tournament.tickets.sources import plain

MOST_GUESTS = 1000
MOST_COLUMNS = 120
MOST_TEXT = 800_000
HEADING_AMONG = 30
MOST_ROWS = MOST_GUESTS + HEADING_AMONG + 1
"""Of a sheet, lines above the headings included."""
MOST_OF_OTHERS = 2 * MOST_GUESTS
FOOTER = re.compile(
    r"©|https?:|www\.|\b(copyright|confidential|all rights reserved|page \d+( of \d+)?|printed"
    r"|generated|exported|created by|prepared by|as of|last updated|updated on|end of (list|report)"
    r"|sum|signed|report|do not distribute|source|note|notes|nb|p\.? ?s|compiled by|key|legend"
    r"|(kind|best|warm) (regards|wishes)|regards|(many )?thanks|thank you|yours|sincerely"
    r"|faithfully|please|deadline|rsvp|dress code|carriages)\b",
    re.IGNORECASE,
)
BULLET = re.compile(r"^\s*(?:\d{1,4}[.)]\s*|[-*•–·]\s+|\[[ xX]?\]\s+)(?=[^\W\d_])")
RULE = re.compile(r"[-:=_*|+ ]{2,}")
SIGNED = re.compile(r"(kind|best|warm|many|thank|yours|regards|compiled|please|dress)", re.I)
OF_A_GROUP = re.compile(r"^(table|group|team|club|company|section|host|department)\b.*", re.I)
SECTION = re.compile(
    r"(?P<waiting>wait(ing)?[ -]?list(ed)?|reserves?( list)?|stand-?by( list)?)"
    r"|(?P<away>apologies( received)?|regrets|declined|not (coming|attending|going)"
    r"|unable to attend|can['’]?t (go|come|attend|make it)|cannot (go|make it)"
    r"|cancelled|canceled|cancellations?|withdrawn|no longer (coming|attending)|refused"
    r"|cannot (come|attend)|no)"
    r"|(?P<unsure>no reply( yet)?|did not reply|awaiting( reply| response)?|maybe|not replied"
    r"|to be confirmed|unconfirmed|provisional|invited|pending|tentative|interested)"
    r"|(?P<coming>attending|going|confirmed|accepted|coming|guests?|members|yes|paid|attendees|players"
    r"|list of guests|guest list|late (entries|additions)|additions|new)",
    re.IGNORECASE,
)
"""A row that names what became of those below it."""
NO_GROUP = re.compile(
    r"(sheet|tabelle|feuil|hoja|blad|table|tabell|foglio|planilha|list|page)[ _]?\d*"
    r"|(guest|name|attendee|member|entry|booking|order|ticket)s?( list)?|data|export|worksheet.*"
    r"|all|main|master|seating|(form )?responses.*|report.*|evening|bookings|attendees.*|late"
    r"|more|further|extra|additions|new|final|current|copy.*|\d+|dinner|cards|players",
    re.IGNORECASE,
)
"""Titles that a sheet has by itself, or for any list."""
COUNT_BEHIND = re.compile(
    r"\s*(?:[-–—:,]\s*)?(?:\(\s*\d+[^)]*\)|\[\s*\d+[^]]*\])\s*:?$"
    r"|\s*[-–—:,]\s*\d+\s*(?:guests?|people|places|seats|members|players|pax)?\s*:?$"
    r"|\s+\d+\s*(?:guests?|people|places|seats|members|players|pax)\s*:?$",
    re.IGNORECASE,
)
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
    filled = _without_numbers(sheets[main].rows)
    _check_size(filled)
    _check_letters(filled)
    head = _best_place(filled[:HEADING_AMONG])
    below = under_one_head(filled, head)
    columns = [] if below else without_heads(filled)
    file = _under_headings(
        name, sheets[main].title, below or columns or filled, headless=bool(columns)
    )
    refuse_too_many(filled if len(filled) >= MOST_ROWS else file.rows)
    file = _with_sheets(file, sheets, [place for place in places if place != main], main)
    file = replace(file, unseen=() if below or columns else sheets[main].unseen)
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
    return max(
        visible,
        key=lambda place: (
            _headings_known(sheets[place].rows) * (not _tells_who(sheets[place].title)),
            -place,
        ),
    )


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


def _under_headings(
    name: str, title: str, filled: list[GuestRow], *, headless: bool = False
) -> GuestFile:
    place = _best_place(filled[:HEADING_AMONG])
    headings, above, guests = filled[place], filled[:place], filled[place + 1 :]
    headless = headless or _is_data(headings, guests)
    if headless:
        above, guests = [], filled
    else:
        headings, above, guests = _in_one_row(headings, above, guests)
        headings, guests = _under_the_first(headings, guests)
    if not guests:
        raise GuestFileError("There are headings and no guests under them.")
    width = max(len(row.cells) for row in (headings, *guests))
    rows = [replace(row, aside=(*row.aside, ABOVE)) for row in above]
    wide = _wide(headings.cells, width)
    named = [row for row in guests if GROUP not in row.aside]
    words = _made_headings(named, width) if headless else wide
    lines = tuple(_sorted_out([*rows, *guests], words))
    width = max(len(words), *(len(row.cells) for row in lines))
    lines = tuple(replace(row, cells=_wide(row.cells, width)) for row in lines)
    return GuestFile(
        name, title, _wide(words, width), lines, headed=0 if headless else headings.number
    )


def _in_one_row(
    headings: GuestRow, above: list[GuestRow], guests: list[GuestRow]
) -> tuple[GuestRow, list[GuestRow], list[GuestRow]]:
    """Headings in two rows as one: “Name” over “First” and “Last”, and beside them “Livery”."""
    if above and above[-1].number + 1 == headings.number:
        joined = _joined_headings(headings.cells, above[-1].cells)
        if joined != headings.cells:
            return replace(headings, cells=joined), above[:-1], guests
    if guests and guests[0].number == headings.number + 1:
        below = [cell for cell in guests[0].cells if cell]
        if len(below) > 1 and all(map(is_heading, below)) and len(guests) > 1:
            cells = _joined_headings(guests[0].cells, headings.cells)
            return replace(headings, cells=cells), above, guests[1:]
    return headings, above, guests


def _joined_headings(near: Sequence[str], over: Sequence[str]) -> tuple[str, ...]:
    width = max(len(near), len(over))
    pairs = zip(_wide(near, width), _wide(over, width), strict=True)
    return tuple(cell or (top if is_heading(top) else "") for cell, top in pairs)


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
    if any(key(cell) in company_keys() for cell in cells):
        return True
    for place, cell in enumerate(first.cells):
        below = [row.cells[place] for row in rows if len(row.cells) > place and row.cells[place]]
        names = sum(name_like(cell_below) and " " in cell_below for cell_below in below)
        if name_like(cell) and " " in cell and below and names * 10 >= len(below) * 6:
            return True
    return False


def _made_headings(rows: Sequence[GuestRow], width: int) -> tuple[str, ...]:
    """Headings for a list that has none, from what stands in its columns."""
    headings = [f"Column {place + 1}" for place in range(width)]
    columns = [
        [row.cells[p] for row in rows if len(row.cells) > p and row.cells[p]] for p in range(width)
    ]
    free = set(range(width))
    for word, fits in (
        ("Email", lambda cell: "@" in cell),
        ("Livery", lambda cell: key(cell) in company_keys()),
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
    usual = [row for row in rows if not {ABOVE, GROUP} & set(row.aside)]
    wide = sum(sum(map(bool, row.cells)) > 1 for row in usual) * 10 >= len(usual) * 6
    below, lone = _below(usual, wide=wide)
    groups = _groups(usual, wide=wide, below=below, headings=headings)
    if wide and len(usual) > 2 and len(_filled(usual[0])) == 1 and not groups:
        lone.add(usual[0].number)
    again = _headings_again(rows, headings)
    lines = []
    for row in rows:
        if row.number in below | again:
            row = replace(row, aside=(*row.aside, BELOW))
        elif row.number in groups:
            row = replace(row, aside=(*row.aside, GROUP))
        elif row.number in lone:
            row = replace(row, aside=(*row.aside, LONE))
        lines.append(row)
    return lines


def _headings_again(rows: Sequence[GuestRow], headings: Sequence[str]) -> set[int]:
    """The numbers of the rows that are the headings once more, as at the top of a further page."""
    top = tuple(plain(heading) for heading in headings)
    return {
        row.number
        for row in rows
        if (any(top) and tuple(plain(cell) for cell in _wide(row.cells, len(top))) == top)
        or all(RULE.fullmatch(cell) for cell in _filled(row))
    }


def _without_numbers(rows: list[GuestRow]) -> list[GuestRow]:
    """Rows of a text whose lines are numbered or have a bullet: “1. Ann Oak”, “- Ann Oak”."""
    firsts = [(row.cells or ("",))[0] for row in rows]
    if sum(bool(BULLET.match(first)) for first in firsts) * 10 < len(rows) * 6:
        return rows
    bare = (BULLET.sub("", first) for first in firsts)
    return [
        replace(row, cells=(first, *row.cells[1:])) for row, first in zip(rows, bare, strict=True)
    ]


def _filled(row: GuestRow) -> list[str]:
    return [cell for cell in row.cells if cell]


def _below(rows: Sequence[GuestRow], *, wide: bool) -> tuple[set[int], set[int]]:
    """The numbers of the lines under the list that are notes, and of those that hold a name alone,
    as a note may.
    """
    notes, lone = set[int](), set[int]()
    above = _wide_above(rows)
    for place in range(len(rows) - 1, -1, -1):
        row, cells, apart = rows[place], _filled(rows[place]), above[place]
        if is_total(row.cells):
            continue
        if len(cells) == 1 and apart and name_like(cells[0]) and not _is_note(cells[0], wide=True):
            lone.add(row.number)
        elif _is_line(cells, wide=wide or apart, apart=apart):
            notes.add(row.number)
        else:
            break
    return (notes, lone) if len(notes) + len(lone) < len(rows) else (set(), set())


def _wide_above(rows: Sequence[GuestRow]) -> list[bool]:
    """Of each row whether it stands below an empty one, and what is above that says more of each
    guest than one cell.
    """
    truths, apart, wide = list[bool](), False, 0
    for place, row in enumerate(rows):
        if place and row.number > rows[place - 1].number + 1:
            apart = wide * 10 >= place * 6
        truths.append(apart)
        wide += len(_filled(row)) > 1
    return truths


def _is_line(cells: Sequence[str], *, wide: bool, apart: bool) -> bool:
    """Whether a row is a line of text and no guest; `apart`: below a row that is empty."""
    person = name_like(cells[0]) or bool(behind(cells[0]))
    if len(cells) > 2 or (len(cells) == 2 and (person or key(cells[1]) in company_keys())):
        return False
    text = " ".join(cells)
    if _is_note(text, wide=wide and len(cells) == 1):
        return True
    strange = not name_like(cells[0]) and not asked_for(cells[0]) and not several(cells[0])
    letters = sum(letter.isalpha() for letter in cells[0])
    return apart and strange and letters > 2 and key(cells[0]) not in company_keys()


def _is_note(text: str, *, wide: bool) -> bool:
    if FOOTER.search(text) and not (name_like(text) and " " in text and not SIGNED.match(text)):
        return True
    if several(text):
        return False
    if not any(letter.isalpha() for letter in text):
        return len(text) > 2
    long = len(text.split()) >= MOST_WORDS_OF_A_NAME and not name_like(text)
    return long or (wide and (":" in text or text.startswith(("*", "(", "-"))))


def _groups(
    rows: Sequence[GuestRow], *, wide: bool, below: set[int], headings: Sequence[str]
) -> set[int]:
    """The numbers of the rows that name the group of those under them."""
    alone = [
        (place, row, _filled(row)[0])
        for place, row in enumerate(rows)
        if len(_filled(row)) == 1 and row.number not in below and not is_total(row.cells)
    ]
    shout = sum(text.isupper() for _place, _row, text in alone) * 2 > len(rows)
    heads = wide or _each_leads(rows, {place for place, _row, _text in alone})
    titled = heads and "livery" not in suggested(headings).values() and len(alone) > 1
    opening = titled and alone[0][0] == 0
    numbers = set[int]()
    for place, row, text in alone:
        leads = place + 1 < len(rows) and rows[place + 1].number not in below
        gap = place == 0 or row.number > rows[place - 1].number + 1
        loud = wide and text.isupper() and len(text) > 3 and not shout and not several(text)
        lone = titled and (gap or opening) and len(_filled(rows[min(place + 1, len(rows) - 1)])) > 1
        if leads and (_is_title(text) or loud or lone or ACROSS in row.aside):
            numbers.add(row.number)
    return numbers


def _each_leads(rows: Sequence[GuestRow], alone: set[int]) -> bool:
    """Whether rows of one cell each stand over fuller ones, from the first row on and over more
    than one at least once, as titles do.
    """
    full = [len(_filled(row)) > 1 for row in rows]
    led = all(place + 1 < len(rows) and full[place + 1] for place in alone)
    return led and 0 in alone and any(map(all, pairwise(full)))


def _is_title(text: str) -> bool:
    """Whether a row of one cell is certainly the title of those below it."""
    bare = without_count(text)
    familiar = key(bare) in company_keys() or SECTION.fullmatch(bare)
    return bool(familiar or OF_A_GROUP.match(text) or text.endswith(":"))


def without_count(text: str) -> str:
    """The title of a group without how many are in it: “Mercers (12)”, “Mercers - 3 guests”."""
    return COUNT_BEHIND.sub("", text.rstrip(": ")).rstrip(": ").strip()


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
        if reason == SHEETS and (_tells_who(sheet.title) or _names_a_group(sheet.title, headings)):
            lines.append(GuestRow(start, (sheet.title,), (reason, GROUP)))
        lines += [replace(r, number=start + r.number, aside=(*r.aside, reason)) for r in rows]
    title = sheets[main].title
    if _tells_who(title) or (lists and _names_a_group(title, headings)):
        lines.insert(0, GuestRow(0, (sheets[main].title,), (GROUP,)))
    width = len(headings)
    return replace(
        file,
        headings=tuple(headings),
        lines=tuple(replace(row, cells=_wide(row.cells, width)) for row in lines),
        sheets=tuple(titles),
    )


def _tells_who(title: str) -> bool:
    """Whether the title of a sheet says that those on it do not come, or may not."""
    section = SECTION.fullmatch(title.strip())
    return bool(section and not section["coming"])


def _names_a_group(title: str, headings: Sequence[str]) -> bool:
    """Whether the title of a sheet is that of the group of its guests."""
    return "livery" not in suggested(headings).values() and not NO_GROUP.fullmatch(title.strip())


def _shared(file: GuestFile, rows: Sequence[GuestRow]) -> set[str]:
    top = {plain(cell) for cell in rows[_best_place(rows[:HEADING_AMONG])].cells if cell}
    return top & {plain(heading) for heading in file.headings if heading}


def _moved(rows: Sequence[GuestRow], headings: list[str], *, like: bool) -> list[GuestRow]:
    """The rows of a further sheet with their cells under the headings of the first."""
    if not like:
        return [replace(row, cells=row.cells[: len(headings)]) for row in rows]
    top_row = _best_place(rows[:HEADING_AMONG])
    top, guests = rows[top_row].cells, rows[top_row + 1 :]
    filters = _places(top, headings)
    sorted_out = _sorted_out(guests, top)
    return [row.moved(filters, _placed(row.cells, filters, len(headings))) for row in sorted_out]


def _places(top: Sequence[str], headings: list[str]) -> dict[int, int]:
    """Where the columns under other headings go under these, to which new ones are added."""
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
    return filters


def _under_the_first(
    headings: GuestRow, rows: Sequence[GuestRow]
) -> tuple[GuestRow, list[GuestRow]]:
    """A list under whose rows other headings follow, with all its cells under the first ones."""
    words, places, lines = list(headings.cells), dict[int, int](), list[GuestRow]()
    for row in rows:
        cells = _filled(row)
        if len(cells) > 1 and all(map(is_heading, cells)) and "name" in suggested(cells).values():
            again = [plain(cell) for cell in row.cells] == [plain(word) for word in headings.cells]
            places = {} if again else _places(row.cells, words)
            row = row if again else replace(row, aside=(*row.aside, BELOW))
        elif places:
            row = row.moved(places, _placed(row.cells, places, len(words)))
        lines.append(row)
    return replace(headings, cells=tuple(words)), lines


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
