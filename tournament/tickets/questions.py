"""What a file says beside the guests that are ready: each thing that was not read, or that changes
who comes, how many come or where they sit, as one line with its number, what was done with it, and
one button that does the other.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Sized
from dataclasses import replace

from scoring.words import listed, many
from tournament.models.event import Groups
from tournament.tickets.answers import says_off
from tournament.tickets.headings import is_heading
from tournament.tickets.judging import BUYERS, NEW_GROUPS, Candidate, Judged
from tournament.tickets.last_time import LEFT_OUT
from tournament.tickets.layout import SECTION
from tournament.tickets.letters import ways
from tournament.tickets.question import Question, short, some
from tournament.tickets.questions_columns import of_columns
from tournament.tickets.shaping import (
    BEHIND,
    COUPLES,
    CROSSED,
    DITTOES,
    DOWN,
    KIND,
    LETTERS,
    MERGED,
    OFF,
    SECTIONS,
    SMALL,
    SURNAMES,
    TURNED,
    Shaped,
)
from tournament.tickets.sheets import (
    A_LIST,
    A_SHEET,
    ABOVE,
    BELOW,
    BESIDE,
    COLOURED,
    GROUP,
    HIDDEN,
    HIDDEN_SHEETS,
    LONE,
    OTHER_SHEETS,
    READ_TOO,
    SHEETS,
    STRUCK,
    GuestFile,
    GuestRow,
)
from tournament.tickets.sources import plain

LOOKED_AT = 30


def questions(
    file: GuestFile,
    columns: dict[int, str],
    shape: Shaped,
    judged: Judged,
    groups: Groups,
    guest_rows: Sequence[GuestRow] = (),
) -> list[Question]:
    """All that is to be said of a list, what concerns the whole of it first."""
    names = {row.number: _named(row, columns) for row in file.rows}
    lines = [
        *_letters(file),
        *_headings(file),
        *_sheets(file),
        *_set_aside(file),
        *_crossed(file),
        *_coloured(file),
        *_unseen(file, columns),
        *_beside(file),
        *_lone(file),
        *_groups(file, shape),
        *_sections(file, shape, names),
        *_behind(file, shape),
        *_people(file, shape, names),
        *_spellings(file, shape),
        *of_columns(file, columns),
        *_kinds(file, shape, names),
        *_buyers(file, judged.candidates),
        *_strangers(file, judged, groups),
        *_below(file, shape, groups),
        *_left(guest_rows),
        *_missing(judged),
    ]
    return [
        replace(
            question,
            pressed=question.pressed or question.key in file.choices,
            lines=[short(line, 90) for line in question.lines][:LOOKED_AT],
        )
        for question in lines
    ]


def _letters(file: GuestFile) -> Iterator[Question]:
    if not file.letters:
        return
    cells = [cell for row in file.rows for cell in row.cells if not cell.isascii()]
    names = list(dict.fromkeys(cells))
    if not names:
        return
    sample = listed(f"“{short(name)}”" for name in names[:2])
    offers = [
        (f"letters:{key}", f"{alphabet}: {short(name)}")
        for key, alphabet, name in ways(names[:40], file.letters)
    ]
    yield Question(
        "",
        f"Are these names right? {sample}",
        "The file does not say in which letters it is written.",
        "",
        more=offers,
    )


def _headings(file: GuestFile) -> Iterator[Question]:
    if not file.headed and file.rows and GROUP not in file.lines[0].aside:
        first = _line(file.rows[0])
        yield Question(
            "first", "This list has no headings", f"Row 1 is read as a guest: {first}.",
            "Row 1 is the headings",
        )  # fmt: skip
    elif file.headed and not any(map(is_heading, file.headings)):
        sample = ", ".join(heading for heading in file.headings if heading)
        yield Question(
            "first", f"Row {file.headed} is read as headings", f"It says {short(sample, 80)}.",
            "It is a guest",
        )  # fmt: skip


def _sheets(file: GuestFile) -> Iterator[Question]:
    for reason, form, why in (
        (SHEETS, "more sheet|more sheets", "Not read."),
        (OTHER_SHEETS, "sheet that is no list|sheets that are no lists", "Not read."),
        (HIDDEN_SHEETS, "hidden sheet|hidden sheets", "Hidden in the workbook. Not read."),
    ):
        sheets = [(number, title) for number, title, aside in file.sheets if aside == reason]
        if not sheets:
            continue
        counts = [(title, _rows_of(file, number)) for number, title in sheets]
        parts = [f"“{short(title)}”, {many(len(rows), 'row')}" for title, rows in counts]
        number = sum(len(rows) for _title, rows in counts)
        words = many(len(sheets), *form.split("|"))
        button = "Add this 1" if number == 1 else f"Add these {number}"
        lines = [_line(row) for _title, rows in counts for row in rows]
        then = "Read too." if reason in file.choices else why
        yield Question(
            reason, f"{words}: {', '.join(parts)}", then, button, weighty=False, lines=lines
        )


def _rows_of(file: GuestFile, number: str) -> list[GuestRow]:
    return [
        row
        for row in file.lines
        if row.number // A_SHEET == int(number) and not {GROUP, BELOW} & set(row.aside)
    ]


def _set_aside(file: GuestFile) -> Iterator[Question]:
    for reason, form, why in (
        (HIDDEN, "hidden row|hidden rows", "Hidden, perhaps by a filter. Not read."),
        (STRUCK, "struck-through row|struck-through rows", "Not read."),
        (ABOVE, "line above the headings|lines above the headings", "Not read."),
        (BELOW, "line below the list|lines below the list", "Not read: no guest is in them."),
    ):
        rows = [row for row in file.lines if reason in row.aside]
        if not rows:
            continue
        place = f"{'Row' if len(rows) == 1 else 'Rows'} {listed(row.place for row in rows[:6])}. "
        words = _told(form, rows, map(_first, rows))
        button = "Add this 1" if len(rows) == 1 else f"Add these {len(rows)}"
        then = "Read too." if reason in file.choices else f"{place}{why}"
        yield Question(reason, words, then, button, weighty=False, lines=[*map(_line, rows)])


def _crossed(file: GuestFile) -> Iterator[Question]:
    """Words struck through within a row that is read, and comments."""
    struck = [(bare, full) for row in file.rows for _place, bare, full in row.crossed]
    if struck:
        form = "cell is struck through, or a part of it|cells are struck through, or a part of them"
        lines = [f"“{full}” as “{bare}”" if bare else f"“{full}”" for bare, full in struck]
        then = "Read whole." if CROSSED in file.choices else "What is struck through is not read."
        yield Question(
            CROSSED, _told(form, struck, (full for _bare, full in struck)), then,
            "Read it too" if len(struck) == 1 else "Read them too", lines=lines,
        )  # fmt: skip
    commented = [(row, words) for row in file.rows for words in row.comments]
    if commented:
        form = "comment hangs on a cell|comments hang on cells"
        lines = [f"{_first(row)}: {comment}" for row, comment in commented]
        yield Question(
            "", _told(form, commented, (comment for _row, comment in commented)),
            "Not read. Where one changes who comes, fix its row.", "", lines=lines,
        )  # fmt: skip


def _coloured(file: GuestFile) -> Iterator[Question]:
    rows = [row for row in file.lines if COLOURED in row.aside and set(row.aside) <= READ_TOO]
    if rows:
        form = "row has a colour of its own|rows have colours of their own"
        out = "Not read." if COLOURED in file.choices else "Read as the others are."
        button = "Leave it out" if len(rows) == 1 else "Leave them out"
        back = "Read it" if len(rows) == 1 else "Read them"
        yield Question(COLOURED, _told(form, rows, map(_first, rows)), out, button, back=back)


def _unseen(file: GuestFile, columns: Mapping[int, str]) -> Iterator[Question]:
    for place in file.unseen:
        if columns.get(place) and place < len(file.headings):
            words = f"The column “{short(file.headings[place])}” is hidden"
            key = f"column:{place}:{columns[place]}"
            yield Question(key, words, "Read all the same.", "Leave it out")


def _beside(file: GuestFile) -> Iterator[Question]:
    rows = [row for row in file.lines if BESIDE in row.aside and GROUP not in row.aside]
    if rows:
        lists = many(len({row.number // A_LIST for row in rows}), "further list")
        stands = f"{lists} beside the first: {some(map(_first, rows))}"
        number = many(len(rows), "guest")
        then = f"{number} not read." if BESIDE in file.choices else f"{number} read too."
        yield Question(
            BESIDE, stands, then, "Leave them out", back="Read them", lines=[*map(_line, rows)]
        )


def _lone(file: GuestFile) -> Iterator[Question]:
    rows = [
        row for row in file.lines if LONE in row.aside and set(row.aside) - {LONE} <= file.choices
    ]
    if rows:
        out = LONE in file.choices
        yield Question(
            LONE,
            _told("row holds a name alone|rows hold a name alone", rows, map(_first, rows)),
            "Not read." if out else f"Read as {many(len(rows), 'guest')}.",
            "It is no guest" if len(rows) == 1 else "They are no guests",
            back="Read them" if len(rows) > 1 else "Read it",
        )


def _sections(file: GuestFile, shape: Shaped, names: Mapping[int, str]) -> Iterator[Question]:
    for title, numbers in shape.sections.items():
        key = f"{SECTIONS}{plain(title)}"
        section = SECTION.fullmatch(title)
        unsure = bool(section and section["unsure"])
        away = (key in file.choices) == unsure
        words = many(len(numbers), "guest stands below", "guests stand below")
        one = len(numbers) == 1
        yield Question(
            key,
            f"{words} “{short(title)}”: {some(names[number] for number in numbers)}",
            "Listed, not seated." if away else "Read as guests who come.",
            ("Is not coming" if one else "They are not coming")
            if unsure
            else ("Is coming" if one else "They are coming"),
            back="Seat them" if unsure else "Leave them unseated",
        )


def _behind(file: GuestFile, shape: Shaped) -> Iterator[Question]:
    """Remarks behind names, and marks for the same as above."""
    if shape.off:
        form = "name says that it is off|names say that they are off"
        coming = OFF in file.choices
        yield Question(
            OFF, _told(form, shape.off, shape.off),
            "Read as guests who come." if coming else "Listed, not seated.",
            "Is coming" if len(shape.off) == 1 else "They are coming", back="Leave them unseated",
        )  # fmt: skip
    if shape.behind:
        form = "name with a remark behind|names with a remark behind"
        first, bare = next(iter(shape.behind.items()))
        then = f"Read as “{short(bare)}”; the rest stands in its own column."
        if BEHIND in file.choices:
            then = f"Read as they stand: “{short(first)}”."
        yield Question(
            BEHIND, _told(form, shape.behind, shape.behind), then, "As they stand", weighty=False
        )
    if shape.dittoes:
        above = dict.fromkeys(shape.dittoes.values())
        then = "Read as nothing." if DITTOES in file.choices else "Read as the one above."
        yield Question(
            DITTOES, _told("row says “the same”|rows say “the same”", shape.dittoes, above), then,
            "It means nothing", back="The same",
        )  # fmt: skip


def _groups(file: GuestFile, shape: Shaped) -> Iterator[Question]:
    rows = [
        row
        for row in file.lines
        if GROUP in row.aside and set(row.aside) <= {GROUP, *READ_TOO, *file.choices}
    ]
    if rows:
        below = f"{many(shape.grouped, 'guest')} below them belong to it."
        then = f"Not read as guests. {below}" if shape.grouped else "Not read as guests."
        button = "It is a guest" if len(rows) == 1 else "They are guests"
        words = _told("row names a group|rows name groups", rows, map(_first, rows))
        yield Question(GROUP, words, then, button, back="They are groups")
    merged = [row for row in file.rows if row.merged]
    if merged:
        values = dict.fromkeys(row.cells[place] for row in merged for place in row.merged)
        yield Question(
            MERGED,
            _told("row under a merged cell|rows under a merged cell", merged, values),
            "A merged cell is read for each of its rows.",
            "Only for the first row",
            back="For each row",
        )


def _people(file: GuestFile, shape: Shaped, names: Mapping[int, str]) -> Iterator[Question]:
    if shape.several:
        places = sum(map(len, shape.several.values()))
        sample = (names[number] for number in shape.several)
        together = "1 guest" if len(shape.several) == 1 else f"{len(shape.several)} guests"
        then = f"Read as {together}." if COUPLES in file.choices else f"Read as {places} places."
        lines = [", ".join(name or "a place held" for name in p) for p in shape.several.values()]
        yield Question(
            COUPLES,
            _told("row names two or more|rows name two or more", shape.several, sample),
            then,
            "One place a row",
            back="Take them apart",
            lines=lines,
        )
    if shape.households:
        form = "row may name more than one|rows may name more than one"
        then = "Read as one place each. Where there are more, add them to the list by hand."
        yield Question("", _told(form, shape.households, shape.households), then, "")
    if shape.commas:
        words = _told("name has a comma|names have commas", shape.commas, shape.commas)
        then = "Read as it stands: fix its row where it is not a name."
        yield Question("", words, then, "")
    if shape.surnames:
        surnames = dict.fromkeys(shape.surnames.values())
        unchanged = SURNAMES in file.choices
        yield Question(
            SURNAMES,
            _told("surname is none|surnames are none", shape.surnames, surnames),
            "Printed as they stand." if unchanged else "Left out.",
            "They are names",
            weighty=False,
        )


def _spellings(file: GuestFile, shape: Shaped) -> Iterator[Question]:
    """Names that are read, or may be read, in another way than they are written."""
    for key, names, form, by_itself, button in (
        (TURNED, shape.turned, "name surname first|names surname first", True, "As they stand"),
        (LETTERS, shape.letters, "surname with letters behind|surnames with letters behind", True,
         "They are surnames"),
        (SMALL, shape.small, "name without its capitals|names without their capitals", False,
         "With capitals"),
    ):  # fmt: skip
        if not names:
            continue
        first = next(iter(names.values()))
        changed = (key in file.choices) != by_itself
        then = f"Read as they stand, not as “{short(first)}”."
        if changed:
            then = f"Read with “{short(first)}” apart." if key == LETTERS else ""
            then = then or f"Read as “{short(first)}”."
        words = _told(form, names, names)
        yield Question(key, words, then, button, weighty=False)


def _kinds(file: GuestFile, shape: Shaped, names: Mapping[int, str]) -> Iterator[Question]:
    for words, numbers in shape.kinds.items():
        out = f"{KIND}{plain(words)}" in file.choices
        sample = some(names[number] for number in numbers)
        yield Question(
            f"{KIND}{plain(words)}",
            f"{many(len(numbers), 'guest')} with “{short(words)}”: {sample}",
            "Listed, not seated." if out else "Not read: they get seats at the cards.",
            f"{'They do' if len(numbers) > 1 else 'Does'} not play"
            if not says_off(words)
            else f"{'They are' if len(numbers) > 1 else 'Is'} not coming",
            back="Seat them",
        )


def _buyers(file: GuestFile, candidates: Iterable[Candidate]) -> Iterator[Question]:
    first_places = [place for place in candidates if place.buyers]
    held_too = BUYERS in file.choices
    if first_places or held_too:
        words = many(len(first_places), "order names nobody", "orders name nobody")
        names = f": {some(place.values['name'] for place in first_places)}" if first_places else ""
        yield Question(
            BUYERS,
            f"{words}{names}",
            "All its places are held." if held_too else "The first place is its buyer’s.",
            "Hold that place too",
            back="It is the buyer’s",
        )


def _strangers(file: GuestFile, judged: Judged, groups: Groups) -> Iterator[Question]:
    if judged.strangers:
        guests = sum(judged.strangers.values())
        new = NEW_GROUPS in file.choices
        sample = some(
            (f"{name}, {number}" for name, number in judged.strangers.items()), quoted=False
        )
        then = f"{many(guests, 'guest')} belong to them."
        if not new:
            then = f"{many(guests, 'guest')} {'comes' if guests == 1 else 'come'} in without one."
        words = many(
            len(judged.strangers),
            f"{groups.word} is not on the list",
            f"{groups.several} are not on the list",
        )
        number = len(judged.strangers)
        yield Question(
            NEW_GROUPS, f"{words}: {sample}", then,
            "Add this 1" if number == 1 else f"Add these {number}",
            lines=[f"{name}: {many(count, 'guest')}" for name, count in judged.strangers.items()],
        )  # fmt: skip


def _below(file: GuestFile, shape: Shaped, groups: Groups) -> Iterator[Question]:
    if shape.below:
        words = f"guest without {groups.article}, below one that has it"
        plural = f"guests without {groups.article}, each below one that has it"
        filled = DOWN in file.choices
        yield Question(
            DOWN,
            many(len(shape.below), words, plural),
            "Read as the one above."
            if filled
            else f"Empty cells below {some(dict.fromkeys(shape.below.values()))}.",
            "The same as above",
            back="None",
        )


def _left(rows: Sequence[GuestRow]) -> Iterator[Question]:
    if rows:
        yield Question(
            LEFT_OUT,
            _told("row is left out|rows are left out", rows, map(_first, rows)),
            "Not read, this time or when the list comes again.",
            "Read it" if len(rows) == 1 else "Read them",
            weighty=False,
        )


def _missing(judged: Judged) -> Iterator[Question]:
    if judged.gone:
        names = [ticket.name for ticket in judged.gone]
        yield Question(
            "",
            _told("guest is not in this list|guests are not in this list", names, names),
            "On the list of the last file; they stay unless you tick them.",
            "",
            lines=names,
        )


def _told(form: str, counted: Sized, names: Iterable[str]) -> str:
    """How many are counted, in the form for one or for more (“row|rows”), and the first of their
    names.
    """
    return f"{many(len(counted), *form.split('|'))}: {some(names)}"


def _named(row: GuestRow, columns: Mapping[int, str]) -> str:
    """Whose row it is, by the columns of names; else by the first words of it."""
    place_of = {field: place for place, field in columns.items()}
    fields = ("name",) if "name" in place_of else ("first_name", "last_name")
    cells = (row.cells[place_of[f] : place_of[f] + 1] for f in fields if f in place_of)
    return " ".join(" ".join(cell for part in cells for cell in part).split()) or _first(row)


def _name(row: GuestRow) -> str:
    words = [cell for cell in row.cells if any(letter.isalpha() for letter in cell)]
    return next((cell for cell in words if " " in cell), words[0] if words else "")


def _first(row: GuestRow) -> str:
    return _name(row) or next((cell for cell in row.cells if cell), "")


def _line(row: GuestRow) -> str:
    return " ".join(", ".join(cell for cell in row.cells if cell).split())
