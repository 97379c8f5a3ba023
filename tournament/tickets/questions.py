"""What a file says beside the guests that are ready: each thing that was not read, or that changes
who comes, how many come or where they sit, as one line with its number, what was done with it, and
one button that does the other.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from scoring.words import first_few, listed, many
from tournament.models import TicketState
from tournament.models.event import Groups
from tournament.tickets.answers import says_off, state_of
from tournament.tickets.contents import (
    ANSWERS,
    FIELD,
    MAYBE,
    MORE,
    NAMES,
    PLAN,
    TABLE,
    Content,
    contents,
)
from tournament.tickets.headings import is_heading
from tournament.tickets.judging import BUYERS, NEW_GROUPS, Candidate, Judged
from tournament.tickets.last_time import LEFT_OUT
from tournament.tickets.layout import SECTION
from tournament.tickets.letters import ways
from tournament.tickets.people import counted
from tournament.tickets.rows import CellError, asked_for, further
from tournament.tickets.shaping import (
    BEHIND,
    COUPLES,
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
    A_SHEET,
    ABOVE,
    BELOW,
    GROUP,
    HIDDEN,
    HIDDEN_SHEETS,
    LONE,
    OTHER_SHEETS,
    SHEETS,
    STRUCK,
    GuestFile,
    GuestRow,
)
from tournament.tickets.sources import plain, source_of

NAMED = 3
LONGEST = 34
LOOKED_AT = 30


@dataclass(frozen=True, slots=True)
class Question:
    """One line: what there is, what was done with it, the button that does the other (`key` is what
    it sends), and whether it has been pressed. `weighty`: it changes who comes or where they sit
    though nothing is left out. `more`: further answers, key and words. `lines`: rows to look at.
    """

    key: str
    words: str
    then: str
    button: str
    pressed: bool = False
    weighty: bool = True
    back: str = "Leave out"
    more: Sequence[tuple[str, str]] = ()
    lines: Sequence[str] = ()


def questions(
    file: GuestFile,
    columns: dict[int, str],
    shape: Shaped,
    judged: Judged,
    groups: Groups,
    guest_rows: Sequence[GuestRow] = (),
) -> list[Question]:
    """All that is to be said of a list, what concerns the whole of it first."""
    lines = [
        *_letters(file),
        *_headings(file),
        *_sheets(file),
        *_set_aside(file),
        *_lone(file),
        *_groups(file, shape),
        *_sections(file, shape),
        *_behind(file, shape),
        *_people(file, shape),
        *_spellings(file, shape),
        *_columns(file, columns),
        *_kinds(file, shape),
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
            lines=[_short(line, 90) for line in question.lines][:LOOKED_AT],
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
    sample = listed(f"“{_short(name)}”" for name in names[:2])
    offers = [
        (f"letters:{key}", f"{alphabet}: {_short(name)}")
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
    if not file.headed and file.rows:
        first = _line(file.rows[0])
        yield Question(
            "first", "This list has no headings", f"Row 1 is read as a guest: {first}.",
            "Row 1 is the headings",
        )  # fmt: skip
    elif not any(map(is_heading, file.headings)):
        sample = ", ".join(heading for heading in file.headings if heading)
        yield Question(
            "first", f"Row {file.headed} is read as headings", f"It says {_short(sample, 80)}.",
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
        parts = [f"“{_short(title)}”, {many(len(rows), 'row')}" for title, rows in counts]
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
        (HIDDEN, "hidden row", "Hidden, perhaps by a filter. Not read."),
        (STRUCK, "struck-through row", "Not read."),
        (ABOVE, "line above the headings|lines above the headings", "Not read."),
        (BELOW, "line below the list|lines below the list", "Not read: no guest is in them."),
    ):
        rows = [row for row in file.lines if reason in row.aside]
        if not rows:
            continue
        place = f"{'Row' if len(rows) == 1 else 'Rows'} {listed(row.place for row in rows[:6])}. "
        words = f"{many(len(rows), *form.split('|'))}: {_some(map(_first, rows))}"
        button = "Add this 1" if len(rows) == 1 else f"Add these {len(rows)}"
        then = "Read too." if reason in file.choices else f"{place}{why}"
        yield Question(reason, words, then, button, weighty=False, lines=[*map(_line, rows)])


def _lone(file: GuestFile) -> Iterator[Question]:
    rows = [
        row for row in file.lines if LONE in row.aside and set(row.aside) - {LONE} <= file.choices
    ]
    if rows:
        words = many(len(rows), "row holds a name alone", "rows hold a name alone")
        out = LONE in file.choices
        yield Question(
            LONE,
            f"{words}: {_some(map(_first, rows))}",
            "Not read." if out else f"Read as {many(len(rows), 'guest')}.",
            "It is no guest" if len(rows) == 1 else "They are no guests",
            back="Read them" if len(rows) > 1 else "Read it",
        )


def _sections(file: GuestFile, shape: Shaped) -> Iterator[Question]:
    rows = {row.number: row for row in file.rows}
    for title, numbers in shape.sections.items():
        key = f"{SECTIONS}{plain(title)}"
        section = SECTION.fullmatch(title)
        unsure = bool(section and section["unsure"])
        away = (key in file.choices) == unsure
        words = many(len(numbers), "guest stands below", "guests stand below")
        one = len(numbers) == 1
        yield Question(
            key,
            f"{words} “{_short(title)}”: {_some(_name(rows[number]) for number in numbers)}",
            "Listed, not seated." if away else "Read as guests who come.",
            ("Is not coming" if one else "They are not coming")
            if unsure
            else ("Is coming" if one else "They are coming"),
            back="Seat them" if unsure else "Leave them unseated",
        )


def _behind(file: GuestFile, shape: Shaped) -> Iterator[Question]:
    """Remarks behind names, and marks for the same as above."""
    if shape.off:
        words = many(len(shape.off), "name says that it is off", "names say that they are off")
        coming = OFF in file.choices
        yield Question(
            OFF, f"{words}: {_some(shape.off)}",
            "Read as guests who come." if coming else "Listed, not seated.",
            "Is coming" if len(shape.off) == 1 else "They are coming", back="Leave them unseated",
        )  # fmt: skip
    if shape.behind:
        words = many(len(shape.behind), "name with a remark behind", "names with a remark behind")
        first, bare = next(iter(shape.behind.items()))
        then = f"Read as “{_short(bare)}”; the rest stands in its own column."
        if BEHIND in file.choices:
            then = f"Read as they stand: “{_short(first)}”."
        yield Question(
            BEHIND, f"{words}: {_some(shape.behind)}", then, "As they stand", weighty=False
        )
    if shape.dittoes:
        words = many(len(shape.dittoes), "row says “the same”", "rows say “the same”")
        then = "Read as nothing." if DITTOES in file.choices else "Read as the one above."
        yield Question(
            DITTOES, f"{words}: {_some(dict.fromkeys(shape.dittoes.values()))}", then,
            "It means nothing", back="The same",
        )  # fmt: skip


def _groups(file: GuestFile, shape: Shaped) -> Iterator[Question]:
    rows = [
        row for row in file.lines if GROUP in row.aside and set(row.aside) <= {GROUP, *file.choices}
    ]
    if rows:
        names = _some(map(_first, rows))
        then = f"Not read as guests. {many(shape.grouped, 'guest')} below them belong to it."
        button = "It is a guest" if len(rows) == 1 else "They are guests"
        words = many(len(rows), "row names a group", "rows name groups")
        yield Question(GROUP, f"{words}: {names}", then, button, back="They are groups")
    merged = [row for row in file.rows if row.merged]
    if merged:
        values = dict.fromkeys(row.cells[place] for row in merged for place in row.merged)
        yield Question(
            MERGED,
            f"{many(len(merged), 'row')} under a merged cell: {_some(values)}",
            "A merged cell is read for each of its rows.",
            "Only for the first row",
            back="For each row",
        )


def _people(file: GuestFile, shape: Shaped) -> Iterator[Question]:
    if shape.several:
        rows = {row.number: row for row in file.rows}
        places = sum(map(len, shape.several.values()))
        names = _some(" ".join(_name(rows[number]).split()) for number in shape.several)
        words = many(len(shape.several), "row names two or more", "rows name two or more")
        together = "1 guest" if len(shape.several) == 1 else f"{len(shape.several)} guests"
        then = f"Read as {together}." if COUPLES in file.choices else f"Read as {places} places."
        lines = [", ".join(name or "a place held" for name in p) for p in shape.several.values()]
        yield Question(
            COUPLES,
            f"{words}: {names}",
            then,
            "One place a row",
            back="Take them apart",
            lines=lines,
        )
    if shape.households:
        words = many(
            len(shape.households), "row may name more than one", "rows may name more than one"
        )
        then = "Read as one place each. Where there are more, add them to the list by hand."
        yield Question("", f"{words}: {_some(shape.households)}", then, "")
    if shape.surnames:
        words = many(len(shape.surnames), "surname is none", "surnames are none")
        sample = _some(dict.fromkeys(shape.surnames.values()))
        unchanged = SURNAMES in file.choices
        yield Question(
            SURNAMES, f"{words}: {sample}", "Printed as they stand." if unchanged else "Left out.",
            "They are names", weighty=False,
        )  # fmt: skip


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
        then = f"Read as they stand, not as “{_short(first)}”."
        if changed:
            then = f"Read with “{_short(first)}” apart." if key == LETTERS else ""
            then = then or f"Read as “{_short(first)}”."
        words = f"{many(len(names), *form.split('|'))}: {_some(names)}"
        yield Question(key, words, then, button, weighty=False)


def _columns(file: GuestFile, columns: dict[int, str]) -> Iterator[Question]:
    reads = source_of(file.headings).reads
    for content in contents(file.headings, file.rows, columns):
        if plain(content.heading) in reads:
            continue
        field = FIELD[content.kind]
        key = f"column:{content.place}:{field}" if field else ""
        pressed = bool(field) and columns.get(content.place) == field
        words, then, button = SAY[content.kind](content, len(file.rows))
        yield Question(key, words, "Read." if pressed else then, button, pressed)


def _answers(content: Content, rows: int) -> tuple[str, str, str]:
    away = sum(
        number
        for cell, number in content.counts.items()
        if (state := state_of(cell)) is not None and state != TicketState.COMING
    )
    maybe = sum(number for cell, number in content.counts.items() if plain(cell) in MAYBE)
    sample = ", ".join(
        f"{number} {_short(cell)}"
        for cell, number in sorted(content.counts.items(), key=lambda pair: -pair[1])[:5]
    )
    button = f"The {away} are not coming" if away > 1 else "The 1 is not coming"
    if not away:
        button = f"Ask about the {maybe}"
    return (
        f"Column “{_short(content.heading)}” looks like answers",
        f"{sample}. Not read: all {rows} are coming.",
        button,
    )


def _places(content: Content, _rows: int) -> tuple[str, str, str]:
    least = 1 if content.kind == MORE else 2
    numbers = [(_number_of(cell), times) for cell, times in content.counts.items()]
    held = sum((number - least + 1) * times for number, times in numbers if number >= least)
    rows = sum(times for number, times in numbers if number >= least)
    return (
        f"Column “{_short(content.heading)}” looks like numbers of places",
        f"{many(rows, 'row')} with {least} or more. Not read: one place a row.",
        f"Hold these {held} places" if held != 1 else "Hold this 1 place",
    )


def _number_of(cell: str) -> int:
    number = counted(cell)
    return int(asked_for(cell)) if number is None else number


def _tables(content: Content, _rows: int) -> tuple[str, str, str]:
    cells = sorted(content.counts, key=lambda cell: (len(cell), cell))
    sample = f"{cells[0]} to {cells[-1]}" if len(cells) > 1 else cells[0]
    return (
        f"Column “{_short(content.heading)}” looks like a dinner plan",
        f"Numbers {sample}. Not read: the draw seats everybody.",
        "Keep these tables",
    )


def _plan(content: Content, _rows: int) -> tuple[str, str, str]:
    return (
        f"Column “{_short(content.heading)}” looks like a dinner plan",
        f"It says {_some(content.counts)}. Not read: the draw seats everybody.",
        "",
    )


def _further(content: Content, _rows: int) -> tuple[str, str, str]:
    number = sum(_people_in(cell) * times for cell, times in content.counts.items())
    return (
        f"Column “{_short(content.heading)}” holds names: {_some(content.counts)}",
        "Not read: one place a row.",
        "Add this 1" if number == 1 else f"Add these {number}",
    )


def _people_in(cell: str) -> int:
    try:
        return len(further(cell))
    except CellError:
        return 1


Said = tuple[str, str, str]
SAY: dict[str, Callable[[Content, int], Said]] = {
    ANSWERS: _answers,
    "places": _places,
    MORE: _places,
    TABLE: _tables,
    NAMES: _further,
    PLAN: _plan,
}


def _kinds(file: GuestFile, shape: Shaped) -> Iterator[Question]:
    rows = {row.number: row for row in file.rows}
    for words, numbers in shape.kinds.items():
        out = f"{KIND}{plain(words)}" in file.choices
        names = _some(_name(rows[number]) for number in numbers)
        yield Question(
            f"{KIND}{plain(words)}",
            f"{many(len(numbers), 'guest')} with “{_short(words)}”: {names}",
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
        names = f": {_some(place.values['name'] for place in first_places)}" if first_places else ""
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
        sample = _some(
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
            else f"Empty cells below {_some(dict.fromkeys(shape.below.values()))}.",
            "The same as above",
            back="None",
        )


def _left(rows: Sequence[GuestRow]) -> Iterator[Question]:
    if rows:
        words = many(len(rows), "row is left out", "rows are left out")
        yield Question(
            LEFT_OUT,
            f"{words}: {_some(map(_first, rows))}",
            "Not read, this time or when the list comes again.",
            "Read it" if len(rows) == 1 else "Read them",
            weighty=False,
        )


def _missing(judged: Judged) -> Iterator[Question]:
    if judged.gone:
        words = many(len(judged.gone), "guest is not in this list", "guests are not in this list")
        yield Question(
            "",
            f"{words}: {_some(ticket.name for ticket in judged.gone)}",
            "On the list of the last file; they stay unless you tick them.",
            "",
            lines=[ticket.name for ticket in judged.gone],
        )


def _some(names: Iterable[str], *, quoted: bool = True) -> str:
    short_names = [_short(" ".join(name.split())) for name in names]
    return first_few([f"“{name}”" if quoted else name for name in short_names], NAMED)


def _name(row: GuestRow) -> str:
    words = [cell for cell in row.cells if any(letter.isalpha() for letter in cell)]
    return next((cell for cell in words if " " in cell), words[0] if words else "")


def _first(row: GuestRow) -> str:
    return _name(row) or next((cell for cell in row.cells if cell), "")


def _line(row: GuestRow) -> str:
    return " ".join(", ".join(cell for cell in row.cells if cell).split())


def _short(text: str, longest: int = LONGEST) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1].rstrip()}…"
