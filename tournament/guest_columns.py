"""Which column of a guest list holds which field: headings recognised by name, the choice left to a person."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Column(NamedTuple):
    """A field of a guest that a file may fill: its name, what it is called, usual headings, its longest text."""

    field: str
    label: str
    known_as: tuple[str, ...]
    longest: int = 200


COLUMNS = (
    Column(
        "badge", "Badge", ("badge", "badge no", "badge number", "no", "number", "nr", "#", "player no", "player"), 6
    ),
    Column("title", "Title", ("title", "prefix", "salutation", "style"), 40),
    Column("first_name", "First name", ("first name", "firstname", "forename", "given name", "christian name"), 80),
    Column("last_name", "Last name", ("last name", "lastname", "surname", "family name"), 80),
    Column(
        "name",
        "Name as printed",
        ("name", "guest", "guest name", "name as printed", "full name", "name on card", "player name", "printed name"),
        80,
    ),
    Column("sort_name", "Sort name", ("sort name", "sortname", "sort", "sort as", "sort by"), 120),
    Column("post_nominals", "Post-nominals", ("post nominals", "postnominals", "letters", "suffix", "honours"), 40),
    Column(
        "livery", "Livery", ("livery", "company", "livery company", "club", "team", "wc", "guild", "livery name"), 120
    ),
    Column("office", "Office", ("office", "dignity", "position", "role", "rank", "civic office"), 60),
    Column("guest_of", "Guest of", ("guest of", "host", "invited by", "hosted by", "party"), 80),
    Column(
        "host_connected",
        "Host-connected",
        ("host connected", "host side", "host company", "of the host", "home", "host connection"),
        10,
    ),
    Column("fixed_table", "Fixed table", ("fixed table", "table", "stays at table", "mobility", "static table"), 6),
    Column("email", "E-mail", ("email", "e mail", "e mail address", "email address", "mail"), 254),
)
BY_FIELD: Mapping[str, Column] = {column.field: column for column in COLUMNS}
_FIELDS = {name: column.field for column in COLUMNS for name in (*column.known_as, column.field.replace("_", " "))}


def plain(heading: str) -> str:
    """A heading without case, accents and punctuation."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", heading.casefold()) if not unicodedata.combining(c))
    if bare.strip() == "#":
        return "#"
    return " ".join(re.sub(r"[^\w]+|_", " ", bare).split())


def is_heading(cell: str) -> bool:
    """Whether a cell is called as one of the fields is."""
    return plain(cell) in _FIELDS


def suggested(headings: Sequence[str]) -> dict[int, str]:
    """Column number to field for every heading that is recognised, each field once, the first heading first."""
    found: dict[int, str] = {}
    for place, heading in enumerate(headings):
        field = _FIELDS.get(plain(heading), "")
        if field and field not in found.values():
            found[place] = field
    return found


def left_out(headings: Sequence[str], chosen: Mapping[int, str]) -> str:
    """The headings that no field takes, for a person to see; nothing where all are taken."""
    names = [heading.strip() for place, heading in enumerate(headings) if heading.strip() and not chosen.get(place)]
    return f"columns left out: {', '.join(names)}" if names else ""


def fault_in_columns(chosen: Mapping[int, str]) -> str:
    """What is wrong with a choice of columns: a field twice, or no name."""
    fields = [field for field in chosen.values() if field]
    twice = next((field for field in fields if fields.count(field) > 1), "")
    if twice:
        return f"Two columns are both “{BY_FIELD[twice].label}”: leave one of them out."
    if "name" not in fields and not {"first_name", "last_name"} <= set(fields):
        return "Say which column holds the name as printed, or which hold first and last name."
    return ""
