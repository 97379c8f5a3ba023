"""The cells of one guest read: text to values, with a fault and its mends where that cannot be."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from scoring.names import folded, sort_name
from tournament.guests.companies import NEW, Companies, fault_in_company
from tournament.guests.liveries import means_none
from tournament.models import Livery
from tournament.models.event import LIVERIES, Groups
from tournament.models.guest import (
    HIGHEST_BADGE,
    HIGHEST_TABLE,
    fault_in_name,
    hidden,
    joins,
    tidy,
    without_hidden,
)
from tournament.tickets.answers import state_of
from tournament.tickets.headings import BY_FIELD, called
from tournament.tickets.people import counted, name_like, nobody, several
from tournament.tickets.sources import spellings

YES = frozenset({"yes", "y", "true", "1", "x", "host", "ja", "oui", "✓", "✔"})
NO = frozenset({"no", "n", "false", "0", "-", "", "guest"})
WORDS = re.compile(r"[^\W\d_]+")
COUNTED = frozenset({"total", "totals", "subtotal", "sum", "count", "headcount"})
HEADS = frozenset({"guests", "covers", "people"})
AROUND_COUNTED = HEADS | {
    "sub",
    "grand",
    "of",
    "the",
    "number",
    "no",
    "all",
    "overall",
    "places",
    "attending",
    "so",
    "far",
}
ASKED_FOR = frozenset(
    spellings(
        "info requested|information requested|to be confirmed|to be advised|tbc|tba|tbd|t.b.c"
        "|to be announced|to be named|to be decided|to be determined|to be provided|unknown|n/a|n.a"
        "|plus one|plus 1|+1|anonymous|guest name|name|to follow|name to follow|name tbc"
        "|name tba"
        "|guest tbc|guest tba|guest tbd|awaiting name|name required|name needed|not yet known"
        "|not known yet|not known|vacant|spare|reserved|placeholder|nobody yet|none|null|nil"
        "|no name"
        "|first name|last name|surname|first last|xxx|xx|???|??|name unknown|guest|not provided"
        "|not given|not specified|pending|attendee|ticket holder|details to follow|somebody|someone"
        "|no name yet|name pending|info pending|empty|missing|blank"
    )
)
"""What a list says in the place of a name that nobody has given yet."""
IN_A_PART = frozenset(
    spellings(
        "info requested|information requested|to be confirmed|to be advised|tbc|tba|tbd|n/a"
        "|unknown"
        "|plus one|+1|anonymous|guest name|first name|last name|surname|to follow|to be named"
    )
)
"""The same where a first or a last name should be: some of those words are names of people."""
NUMBERED = re.compile(
    r"(guest|player|attendee|person|seat|place|ticket|member|participant|name|friend|partner"
    r"|delegate|spare|reserved)\s*(no\.?|number|#)?\s*(\d{1,3}|[a-h])(\s+of\s+\d{1,3})?"
    r"(\s*[(,-]?\s*(tbc|tba|tbd)\)?)?",
    re.IGNORECASE,
)
NO_SURNAME = frozenset(
    spellings(
        ".|..|...|-|–|—|--|_|x|xx|xxx|n/a|na|n.a|n.a.|none|nil|null|*|?|??|0|(none)|/|,|no-surname"
        "|lastname|surname|nosurname|not-given"
    )
)
"""What stands in a column of surnames for somebody who has, or gave, none."""
NAMED = frozenset({"name", "first_name", "last_name", "title"})
FREE = ("phone", "notes", "order_number", "ticket", "ticket_type")
STATUS = ("status", "order_status")
BUYER = ("buyer", "buyer_first", "buyer_last")
MOST_PLACES = 50
WITHOUT = {
    "badge": "Give the next free",
    "more_places": "No further place",
    "fixed_table": "No fixed table",
    "quantity": "One place",
}
FOLLOWS = re.compile(r"(to follow|\bt\.?b\.?[ac]\.?)\s*$", re.IGNORECASE)
SOMEBODYS = re.compile(
    r"(guest|partner|companion|plus one)( \d{1,2})?( of \S.*)?"
    r"|\S.*['’]s? (guest|partner)( \d{1,2})?",
    re.IGNORECASE,
)
"""“Guest of Mercers”, “Guest 2”, “Mrs Carver's guest”: a place, with nobody's name."""


@dataclass(frozen=True, slots=True)
class Mend:
    """A button: its words, and the field and text it puts in; without a field it leaves the row
    out. `everywhere` puts it into every cell of the column that says the same.
    """

    words: str
    field: str
    text: str
    everywhere: bool = False


HOLD = Mend("Hold the place", "name", "Guest, name to follow")
UNNAMED = "unnamed"
"""The key under which values say that a list has a word where a name should be."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is the matter with one cell, in bold words and the rest of the sentence, and the mends
    on offer.
    """

    field: str
    bold: str
    words: str
    mends: Sequence[Mend] = ()

    def sentence(self, groups: Groups = LIVERIES) -> str:
        """The whole in one line, with the column it is about."""
        return f"column {called(self.field, groups)}: {self.bold} {self.words}".rstrip()


NO_NAME = Fault("name", "No name.", "Type it, or hold the place.", (HOLD,))


def is_total(cells: Iterable[str]) -> bool:
    """Whether a row counts guests and is none: “Total 113”, “Sub-total”, “Guests: 113”, and but for
    it only figures.
    """
    texts = [cell.casefold() for cell in cells]
    each = [set(WORDS.findall(text)) for text in texts]
    first, words = next(filter(None, each), set[str]()), set[str]().union(*each)
    figures = any(character.isdecimal() for text in texts for character in text)
    counts = bool(COUNTED & words) or (figures and bool(HEADS & words))
    if counts and words <= COUNTED | AROUND_COUNTED:
        return True
    return bool(COUNTED & first) and first <= COUNTED | AROUND_COUNTED


def asked_for(cell: str) -> bool:
    """Whether a cell says that somebody was asked for it, and nothing of them."""
    text = tidy(cell).strip(" .-–—?[]()<>*").casefold()
    if not text and "?" in cell:
        return True
    return text in ASKED_FOR or bool(NUMBERED.fullmatch(text) and not SOMEBODYS.fullmatch(text))


def _unnamed(name: str, cell: str) -> bool:
    if name == "name":
        return asked_for(cell)
    return name in NAMED and tidy(cell).strip(" .-–—?").casefold() in IN_A_PART


def no_surname(last: str, first: str) -> bool:
    """Whether what stands as a surname is none: a dot, a dash, N/A, the first name again."""
    bare = tidy(last).casefold().replace("no surname", "no-surname").replace(" ", "-")
    return bool(bare) and (bare in NO_SURNAME or folded(last) == folded(first) != "")


class CellError(ValueError):
    """A cell cannot be read; carries the fault."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.sentence())
        self.fault = fault


class Reader:
    """Reads cells for one event: it knows the event's companies, and counts those that it does not;
    they are new ones if `adds`, and else none.
    """

    def __init__(self, companies: Companies, *, adds: bool = False) -> None:
        self.companies, self.adds = companies, adds
        self.strangers = Counter[str]()
        self.special: Mapping[str, Callable[[str], Any]] = {
            "badge": partial(_whole_number, "badge", HIGHEST_BADGE),
            "fixed_table": lambda cell: _whole_number("fixed_table", HIGHEST_TABLE, table_of(cell)),
            "quantity": lambda cell: _whole_number("quantity", MOST_PLACES, _number_in(cell)),
            "more_places": lambda cell: _whole_number(
                "more_places", MOST_PLACES, _number_in(cell).lstrip("+ 0")
            ),
            "beside": further,
            "livery": self._livery,
            "buyer_company": lambda cell: (
                companies.finder.find(cell) if not means_none(cell) else None
            ),
            "host_connected": partial(_yes_or_no, "host_connected"),
            "as_it_stands": partial(_yes_or_no, "as_it_stands"),
            **{name: partial(_consent, name) for name in CONSENT},
            "email": _email,
            **{name: partial(_free, name) for name in FREE},
            "dietary": lambda cell: "" if means_none(cell) else _free("dietary", cell),
            **{name: partial(_status, name) for name in STATUS},
            **dict.fromkeys(BUYER, _harmless),
        }

    def read(self, cells: Mapping[str, str]) -> tuple[dict[str, Any], list[Fault]]:
        """The values of a row's cells by field, and what is the matter with the others."""
        values: dict[str, Any] = {}
        faults = []
        for name, cell in cells.items():
            try:
                read = self.special.get(name)
                empty = _unnamed(name, cell)
                values[name] = read(cell) if read else _words(name, "" if empty else cell)
            except CellError as error:
                faults.append(error.fault)
        together = f"{cells.get('first_name', '')} {cells.get('last_name', '')}"
        if asked_for(together) and not cells.get("name"):
            values |= {"first_name": "", "last_name": ""}
        faults += self._named(cells, values, faults)
        unnamed = asked_for(together) or any(_unnamed(name, cells.get(name, "")) for name in NAMED)
        if NO_NAME in faults and unnamed:
            faults.remove(NO_NAME)
            values[UNNAMED] = True
        return values, faults

    def _named(
        self, cells: Mapping[str, str], values: dict[str, Any], faults: Sequence[Fault]
    ) -> list[Fault]:
        """The printed name, from its parts where there is no column or cell for it."""
        if any(fault.field in ("name", "first_name", "last_name", "title") for fault in faults):
            return []
        if not values.get("name"):
            parts = (values.get(part, "") for part in ("title", "first_name", "last_name"))
            values["name"] = " ".join(part for part in parts if part)
        elif folded(values.get("last_name", "")) not in folded(values["name"]):
            # Of two columns, “Name” and “Surname”, the first holds the given names alone.
            values["name"] = f"{values['name']} {values['last_name']}"
        if values.get("sort_name"):
            values["sort_name"] = sort_name(values["name"], values["sort_name"])[
                : BY_FIELD["sort_name"].longest
            ]
        fault = fault_in_name(values["name"])
        if not values["name"]:
            return [NO_NAME]
        if fault:
            return [Fault("name", "Too long.", fault)]
        hold_place(values)
        return []

    def _livery(self, cell: str) -> Any:
        if means_none(cell):
            return None
        livery = None if NEW.match(cell) else self.companies.finder.find(cell)
        if livery and livery.pk:
            return livery
        near = [] if livery else self.companies.near(cell)
        if near:
            raise CellError(_which_company(cell, near, self.companies.event.groups))
        if fault := fault_in_company(cell):
            raise CellError(_no_such(self.companies.event.groups, fault))
        self.strangers[tidy(NEW.sub("", cell))] += 1
        certain = self.adds or bool(NEW.match(cell))
        return self.companies.find(tidy(cell)) if certain else None


def _no_such(groups: Groups, words: str, *mends: Mend) -> Fault:
    none = f"No {groups.word}"
    without = (
        Mend(none, "livery", ""),
        Mend(f"{none} for all of these", "livery", "", everywhere=True),
    )
    return Fault("livery", f"No such {groups.word}.", words, (*mends, *without))


def _which_company(cell: str, near: Sequence[Livery], groups: Groups) -> Fault:
    use = [
        Mend("Use that" if len(near) == 1 else company.name, "livery", company.name)
        for company in near
    ]
    mends = list(use)
    if not fault_in_company(cell):
        new = f"new: {tidy(cell)}"
        mends.append(Mend("It is a new one", "livery", new, everywhere=True))
    return _no_such(groups, f"{near[0].name}?", *mends)


def hold_place(values: dict[str, Any]) -> None:
    """Say of a name that is nobody's own that it stands for a place."""
    if SOMEBODYS.fullmatch(values["name"]):
        values["name"] = f"{values['name'][: BY_FIELD['name'].longest - 16]}, name to follow"
    if FOLLOWS.search(values["name"]):
        values["placeholder"] = True


def _words(name: str, cell: str) -> str:
    longest = BY_FIELD[name].longest
    bare = without_hidden(cell)
    if bare != cell:
        bold = (
            "A hidden mark in the"
            f" {BY_FIELD[name].label.lower().replace('name as printed', 'name')}"
        )
        mend = Mend("Take it out", name, tidy(bare))
        raise CellError(Fault(name, bold, _what_hides(cell), (mend,)))
    text = tidy(cell)
    if name in NAMED and any(map(str.isdigit, text)) and not any(map(str.isalpha, text)):
        words = "A spreadsheet makes dates of some names: type who it is."
        raise CellError(Fault(name, "A date or a number, no name.", words))
    if name in ("name", "first_name") and text[:1] in OPENS and any(map(str.isalpha, text)):
        bare = text.strip(OPENS)
        mends = (Mend(f"It is {bare}", name, bare),) if name_like(bare) else ()
        words = "It seems to go with the row above: type who it is, or leave it out."
        raise CellError(Fault(name, "No name begins so.", words, mends))
    if len(text) > longest:
        raise CellError(
            Fault(name, "Too long.", f"At most {longest} characters; these are {_length(text)}.")
        )
    lost = "A letter is lost here: type it as it is meant." if LOST.search(text) else ""
    fault = lost or fault_in_name(text, longest=longest)
    if fault:
        raise CellError(Fault(name, "Not printable.", fault, _without_strangers(name, text)))
    return text


LOST = re.compile(
    r"[\ufffd]|[^\W\d_][?¿][^\W\d_]|&#?\w+;?\d"
    r"|&(?:amp|apos|quot|nbsp|[lr]squo|szlig|[a-z](?:uml|acute|grave|circ|tilde|cedil|ring|slash))",
    re.IGNORECASE,
)
OPENS = " (&/-–—,.)"
"""Signs with which a remark begins, or the second half of a row."""
ORNAMENT = frozenset('*"“”„«»†‡★☆!|_~^[]{}<>')


def _number_in(cell: str) -> str:
    """`two`, `2 people` and `just me` as figures; any other cell as it is."""
    number = counted(cell) if cell.strip() else None
    number = 1 if number is None and asked_for(cell) else number
    return cell if number is None else str(number)


def further(cell: str) -> tuple[str, ...]:
    """The further people of a row, one a line or parted by commas; "" for one whose name is not
    told.
    """
    lines = [part for line in cell.split("\n") for part in _in_one_line(tidy(line))]
    return tuple("" if _untold(line) else _words("beside", line) for line in lines)


def _in_one_line(line: str) -> Sequence[str]:
    if nobody(line):
        return ()
    parts = [part.strip() for part in re.split("[,;]", line) if part.strip()]
    if len(parts) > 1 and all(name_like(part) for part in parts):
        full = all(" " in part for part in parts)
        if full or len(parts) > 2:
            return [name for part in parts for name in (several(part) or (part,))]
    return several(line) or (line,)


def _untold(line: str) -> bool:
    return line in ("", "?") or asked_for(line) or counted(line) == 1


def table_of(cell: str) -> str:
    """The table in `Table 7`, `7 B` or `T7`; any other cell as it is."""
    match = re.fullmatch(
        r"(?:table|tbl|t)?\s*(\d{1,3})\s*[-/, ]*\s*(?:seat)?\s*[a-h]?\d{0,2}", cell.strip(), re.I
    )
    return match[1] if match else cell


def _what_hides(cell: str) -> str:
    turning = any(
        "\u202a" <= character <= "\u202e" or "\u2066" <= character <= "\u2069" for character in cell
    )
    return (
        "would turn the text round."
        if turning
        else "would not be seen, and would spoil cards and lists."
    )


def _without_strangers(name: str, text: str) -> tuple[Mend, ...]:
    """The text without ornament, where nothing else is wrong: no letter of a name is left out, and
    no two names become one.
    """
    if LOST.search(text):
        return ()
    strange = {
        letter
        for place, letter in enumerate(text)
        if fault_in_name(letter) and not joins(text, place)
    }
    pictures = {letter for letter in strange if unicodedata.category(letter) == "So"}
    clean = tidy("".join(letter for letter in text if letter not in strange))
    parted = re.sub("|".join(map(re.escape, strange)) or "$", " ", text)
    if strange - ORNAMENT - pictures or tidy(parted) != clean:
        return ()
    good = clean and not fault_in_name(clean, longest=120)
    return (Mend(f"Write “{clean}”", name, clean),) if good else ()


def _length(text: str) -> str:
    return "more than 200" if len(text) > 200 else str(len(text))


def _free(name: str, cell: str) -> str:
    """Words that are kept and never printed for all: whatever letters, but none unseen."""
    text, longest = tidy(cell), BY_FIELD[name].longest
    label = BY_FIELD[name].label.lower()
    bare = without_hidden(text)
    if bare != text:
        raise CellError(
            Fault(
                name,
                f"A hidden mark in the {label}",
                _what_hides(text),
                (Mend("Take it out", name, tidy(bare)),),
            )
        )
    if len(text) > longest:
        keep = Mend(f"Keep the first {longest}", name, text[:longest].rstrip())
        words = f"The {label} have room for {longest} characters."
        raise CellError(Fault(name, "Too long.", words, (keep, Mend("Leave it out", name, ""))))
    return text


def _harmless(cell: str) -> str:
    """A name that is of use where it can be printed, and else is none."""
    text = tidy(cell)
    return "" if asked_for(text) or fault_in_name(text) else text


def _status(name: str, cell: str) -> str:
    text = tidy("".join(character for character in cell if not hidden(character)))[:60]
    if state_of(text) is None:
        mends = (
            Mend("Coming", name, "Attending"),
            Mend("Not coming", name, "Not attending"),
            Mend("All of these are coming", name, "Attending", everywhere=True),
            Mend("None of these are coming", name, "Not attending", everywhere=True),
        )
        raise CellError(Fault(name, "Coming or not?", f"“{text}” does not say.", mends))
    return text


def _whole_number(name: str, highest: int, cell: str) -> int | None:
    text = cell.strip().lstrip("#").strip()
    if not text:
        return None
    if not (text.isascii() and text.isdecimal()) or len(text) > 9 or not 1 <= int(text) <= highest:
        label = BY_FIELD[name].label.lower()
        mend = Mend(WITHOUT[name], name, "")
        words = f"It is a whole number from 1 to {highest:,}."
        raise CellError(Fault(name, f"No {label} number.", words, (mend,)))
    return int(text)


def _yes_or_no(name: str, cell: str) -> bool | None:
    word = tidy(cell).casefold()
    if word in YES | NO:
        return None if not word else word in YES
    mends = (Mend("Yes", name, "yes"), Mend("No", name, "no"))
    raise CellError(Fault(name, "Yes or no?", f"{BY_FIELD[name].label} is one of these.", mends))


CONSENT = ("public_name", "photographs", "no_photographs")
"""What a guest wishes of name and picture, asked in either direction."""
AGREED = frozenset({"agree", "agreed", "consent", "consented", "ok", "okay", "allow", "allowed"})
REFUSED = frozenset({"refuse", "refused", "decline", "declined", "not", "don’t", "don't", "no"})
SAID_TOO = frozenset({"i", "we", "do", "am", "happy", "please", "to", "photo", "photos", "thanks"})


def _consent(name: str, cell: str) -> bool | None:
    """Yes or no, as a form’s own words for it may be: “I agree”, “No photos, please”."""
    text = tidy(cell)
    words = set(re.findall(r"[^\W\d_]+(?:['’][^\W\d_]+)?", text.casefold())) - SAID_TOO
    if len(text.split()) > 1 and words & REFUSED and words <= REFUSED | AGREED:
        # “No photos” under “No photographs” is a yes to that.
        return name == "no_photographs"
    return True if words and words <= AGREED else _yes_or_no(name, text)


def _email(cell: str) -> str:
    text = "" if asked_for(cell) else cell.strip()
    try:
        if text:
            validate_email(text)
    except ValidationError:
        mend = Mend("Leave it out", "email", "")
        raise CellError(
            Fault("email", "No e-mail address.", "It looks like name@example.org.", (mend,))
        ) from None
    return text
