"""What the cells of a column say that changes who comes, how many come or where they sit, whatever
its heading: answers, numbers of places, tables, kinds of ticket that do not play, further names.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournament.models import TicketState
from tournament.tickets.answers import KNOWN, says_off, state_of
from tournament.tickets.headings import is_heading, suggested
from tournament.tickets.people import counted, name_like
from tournament.tickets.rows import asked_for
from tournament.tickets.sheets import GuestRow
from tournament.tickets.sources import plain, source_of, spellings

ANSWERS, PLACES, MORE, TABLE, NAMES = "answers", "places", "more", "table", "names"
PLAN = "plan"
FIELD = {
    ANSWERS: "status",
    PLACES: "quantity",
    MORE: "more_places",
    TABLE: "fixed_table",
    NAMES: "beside",
    PLAN: "",
}
"""The field that a column of each kind fills, once somebody says so; a plan of tables that have
names fills none.
"""
MAYBE = frozenset(
    spellings(
        "maybe|perhaps|tentative|no reply|no response|not replied|awaiting reply|invited|pending"
        "|unsure"
        "|vielleicht|peut etre|kanske"
        "|undecided|possibly|not yet|asked|sent|opened|not opened|interested|tbc|to be confirmed"
    )
)
QUITE_ELSE = re.compile(
    r"\b(diet\w*|veg\w*|allerg\w*|member\w*|newsletter|consent|gdpr|marketing|first time|photos?"
    r"|print\w*|hosts?|host \w+|parking|wheel ?chair|step|wine|gift aid|drinks?|read|e ?mails?"
    r"|subscribe\w*|vip|speaker|use institution prefix|terms|meal|menu|halal|kosher|gluten|new"
    r"|stays|smok\w*|mobility|access\w*|anonymous|private|profile|date|when"
    r"|step free|keeps room|hide\w*)\b"
)
WHO_ELSE = re.compile(
    r"\b(second|2nd|third|3rd|other|partners?|companions?|plus ones?|spouse|additional"
    r"|accompan\w+|guest ?(name )?[1-9]|guest s? ?names?|guests|names? of|wife|husband|friends?"
    r"|attendee [2-9]|person [2-9]|name [2-9]|player [2-9]|bringing|brings?|with you|plus 1"
    r"|family|party members?|members of|others|who else|extra|joined by|together with"
    r"|^1 (name|guest)|(his|her|their) guest|guest of yours|your guest|companion s name)\b"
)
NOT_WHO_ELSE = re.compile(r"\b(emergency|billing|invoice|next of kin|event|venue|table host)\b")
NO_FURTHER_GUEST = re.compile(
    r"\b(buyer|payer|paid by|sold by|address|street|road|city|town|county|country|region"
    r"|company|employer|firm|organi[sz]ation"
    r"|job|occupation|profession|title|role|position|account|card ?holder|manager|secretary"
    r"|assistant|referr\w*|proposer|proposed|seconder|seconded|sponsor|introduced|school|course"
    r"|meal|menu|dish|starter|main|dessert|ticket|product|item|table|seat|session|status|payment"
    r"|campaign|source|medium|language|nationality|category|type|kind|host|team|hotel|pronun\w*"
    r"|phonetic|prefer\w*|known as"
    r"|badge|alias|aka|nickname|maiden|sort|file as|print\w*|salutation|greeting|dear)\b"
)
HOW_MANY = re.compile(
    r"\b(guests?|count|number|no|party|seats|people|persons?|pax|heads?|headcount|covers|adults"
    r"|plus ones?|plus|attendees|size|total|places|tickets|qty|quantity|how many|bringing|extra"
    r"|additional|companions?|spaces|children|kids|juniors|group size|admits?|x)\b"
)
NOT_HOW_MANY = re.compile(
    r"\b(phone|mobile|tel|badge|order|ticket (no|number|id)|id|zip|post|age|year|price|amount|fee"
    r"|paid|points|score|rank|handicap|table|seat|invoice|membership|member|room|date|time|badge no"
    r"|number|no)\b"
)
BESIDE = re.compile(
    r"\b(plus|extra|additional|bringing|brings?|companions?|accompan\w+|further|more|children|kids"
    r"|juniors|partners?|other guests?|guests besides)\b|^1( y n| yes no|s)?$"
)
OF_A_TABLE = re.compile(
    r"\b(table|tbl|seat|seating|tisch|bord|bordsplats|mesa|tavolo|platz|place at table)\b"
)
OF_NAMED_TABLES = re.compile(r"(dinner |supper )?(table|tbl|tisch|bord)( name| plan| no| number)?")
SPOT = re.compile(r"^(?:table|tbl|t)?\s*(\d{1,3})\s*[-/, ]*\s*(?:seat)?\s*[a-h]?\d{0,2}$", re.I)
NOT_PLAYING = re.compile(
    r"\b((dinner|supper|meal|reception|drinks|buffet|lunch)s? only|only (dinner|supper|drinks)"
    r"|spectators?|spectating|watching|observers?|volunteers?|helpers?|staff|crew|stewards?"
    r"|non[- ]?play(er|ing)s?|not playing|does not play|marshals?"
    r"|photographers?|press|media|speakers?"
    r"|scorers?|umpires?|referees?|(just|only) (dinner|supper|dine|dining|eating|watching)"
    r"|(just|only) the (dinner|meal)|dine only|no cards|dining only|diners?"
    r"|dinner guests?|waiters?|musicians?|donation|raffle)\b",
    re.IGNORECASE,
)
OF_REPLIES = re.compile(
    r"\b(reply|replies|replied|response|rsvp|answers?|attends?|attending|coming|accepts?|accepted"
    r"|joining|will come|can (you )?(come|attend)|confirmed|y n|yes no|yes or no|kommer"
    r"|kommt|anmeldung|zusage|vient)\b"
)
"""A heading that asks who comes: what stands below it is told of, whatever it says."""
NAMELESS = re.compile(r"column \d+")
OF_PLAY = re.compile(r"(playing )?cards?|plays?|playing|play cards|card play|tournament|will play")
"""A heading under which those are ticked who sit down to cards."""
LONGEST_KIND = 60
WEAK = frozenset({"no", "n", "false", "0", "out", "non", "absent", "duplicate", "reserve"})
"""Words that say of many another thing than coming that it is not so."""
MOST, MOST_ANSWERS, LONGEST_REPLY = 31, 12, 24


OF_STATUS = ("status", "order_status")


@dataclass(frozen=True, slots=True)
class Content:
    """What a column seems to hold, with its cells counted by what they say."""

    place: int
    kind: str
    heading: str
    counts: Mapping[str, int]


def contents(
    headings: Sequence[str], rows: Sequence[GuestRow], columns: Mapping[int, str]
) -> list[Content]:
    """The columns that are left out, or were put to such a use by hand, that change who comes, how
    many come, or where they sit.
    """
    contents_seen, settled = [], source_of(headings).reads
    named = next((place for place, field in columns.items() if field == "name"), -1)
    names = {row.cells[named] for row in rows if 0 <= named < len(row.cells)}
    for place, heading in enumerate(headings):
        chosen = columns.get(place, "")
        if (chosen and chosen not in FIELD.values()) or plain(heading) in settled:
            continue
        cells = [row.cells[place] for row in rows if _says_more(row, place, names)]
        kind = _kind(plain(heading), cells) if cells else ""
        if kind and (not chosen or chosen == FIELD[kind]) and not _known(heading, chosen):
            contents_seen.append(Content(place, kind, heading.strip(), Counter(cells)))
    return contents_seen


def _says_more(row: GuestRow, place: int, names: set[str]) -> bool:
    """Whether a cell says something, and not only the name of somebody on the list once more."""
    cell = row.cells[place] if place < len(row.cells) else ""
    return bool(cell) and cell not in names


def _known(heading: str, chosen: str) -> bool:
    """Whether the heading is called as that field is: nobody need say so."""
    return bool(chosen) and is_heading(heading)


def _kind(heading: str, cells: Sequence[str]) -> str:
    if OF_A_TABLE.search(heading) and _mostly([bool(SPOT.match(cell)) for cell in cells]):
        return TABLE
    if _are_names(heading, cells):
        return NAMES
    if _are_numbers(heading, cells):
        further = bool(BESIDE.search(heading)) or "0" in cells
        return MORE if further else PLACES
    if _are_answers(heading, cells):
        return ANSWERS
    named = OF_NAMED_TABLES.fullmatch(heading) and len(set(cells)) < max(len(cells), 4)
    return PLAN if named and not any(map(SPOT.match, cells[:1])) else ""


def _mostly(truths: Sequence[bool]) -> bool:
    return sum(truths) * 10 >= len(truths) * 8


def _are_numbers(heading: str, cells: Sequence[str]) -> bool:
    beside = bool(BESIDE.search(heading))
    numbers = [1 if beside and asked_for(cell) else counted(cell) for cell in cells]
    if not beside:
        words = [not any(letter.isdigit() for letter in cell) for cell in cells]
        if any(words) and all(plain(cell) in KNOWN for cell in cells):
            return False  # yes and no: answers
    few = [number is not None and number < MOST for number in numbers]
    if not _mostly(few) or not any(number not in (0, 1, None) for number in numbers):
        further = beside or ("0" in cells and _of_people(heading))
        return further and _mostly(few) and 1 in numbers
    if len(set(cells)) == len(cells) > 2 and set(numbers) >= {1, 2, 3}:
        return False  # each another number: they count the rows
    many = HOW_MANY.search(heading) or NAMELESS.fullmatch(heading)
    return bool(many) and not (NOT_HOW_MANY.search(heading) and not _of_people(heading))


def _are_names(heading: str, cells: Sequence[str]) -> bool:
    """Whether the cells name people beside the first: a word for nobody says nothing of it."""
    telling = [cell for cell in cells if counted(cell) is None and not asked_for(cell)]
    people = [name_like(part) for cell in telling for part in re.split(r"[,;\n&]|\band\b", cell)]
    named = any(name_like(cell) for cell in telling)
    if not telling or not named or NOT_WHO_ELSE.search(heading) or not _mostly(people):
        return False
    if WHO_ELSE.search(heading):
        return not all(state_of(cell) for cell in telling)
    if suggested([heading]).get(0) == "name":
        return True
    if NO_FURTHER_GUEST.search(heading):
        return False
    full = sum(name_like(cell) and " " in cell for cell in telling) * 10 >= len(telling) * 8
    return full and len(telling) > 1 and len(set(telling)) * 10 >= len(telling) * 7


def _of_people(heading: str) -> bool:
    return bool(
        re.search(r"guests?|people|persons?|places|seats|attendees|tickets|adults", heading)
    )


def _are_answers(heading: str, cells: Sequence[str]) -> bool:
    words = [plain(cell) for cell in cells]
    states = [state_of(cell) for cell in cells]
    familiar = [
        state is not None or word in MAYBE for state, word in zip(states, words, strict=True)
    ]
    tell = [
        word
        for word, state in zip(words, states, strict=True)
        if (state is not None and state != TicketState.COMING) or word in MAYBE
    ]
    strong = [word for word in tell if word not in WEAK]
    if OF_REPLIES.search(heading) and not QUITE_ELSE.search(heading) and len(set(cells)) > 1:
        return len(set(cells)) <= MOST_ANSWERS and max(map(len, cells)) <= LONGEST_REPLY
    share = 4 if strong and len(set(words)) <= MOST_ANSWERS else 8
    if not tell or sum(familiar) * 10 < len(familiar) * share:
        return False
    if all(word.isdigit() for word in words):
        return False
    return bool(strong) or not QUITE_ELSE.search(heading)


def _not_ticked(
    headings: Sequence[str], rows: Sequence[GuestRow], columns: Mapping[int, str]
) -> dict[str, list[int]]:
    """Whose cell is empty in a column in which all others are ticked: for coming, or for cards."""
    kinds: dict[str, list[int]] = {}
    for place, heading in enumerate(headings):
        if columns.get(place, "") not in ("", "status") or not (
            columns.get(place) or OF_PLAY.fullmatch(plain(heading))
        ):
            continue
        cells = {row.number: row.cells[place] if place < len(row.cells) else "" for row in rows}
        filled = [cell for cell in cells.values() if cell]
        ticked = all(state_of(cell) == TicketState.COMING for cell in filled)
        if filled and ticked and len(filled) < len(rows):
            kinds[f"nothing under {heading.strip()}"] = [n for n, cell in cells.items() if not cell]
    return kinds


def kinds_not_playing(
    headings: Sequence[str], rows: Sequence[GuestRow], columns: Mapping[int, str]
) -> dict[str, list[int]]:
    """What cells say of those who do not sit down to cards, with the numbers of their rows."""
    kinds = _not_ticked(headings, rows, columns)
    free = {"", "ticket_type", "notes", "office", *OF_STATUS}
    answers = {content.place for content in contents(headings, rows, columns)}
    for row in rows:
        for place in (place for place in range(len(headings)) if place not in answers):
            cell = row.cells[place] if place < len(row.cells) else ""
            if cell and columns.get(place, "") in free and len(cell) <= LONGEST_KIND:
                if columns.get(place) == "office" and not re.search("only|not play", cell, re.I):
                    continue
                if (NOT_PLAYING.search(cell) and state_of(cell) is None) or (
                    says_off(cell) and columns.get(place, "") not in OF_STATUS
                ):
                    kinds.setdefault(cell, []).append(row.number)
                    break
    return kinds
