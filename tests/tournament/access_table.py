"""The one table of who may open what: a line for each mark, a column for each person who may come.

`open` is an answer, `log in` leads to the log-in, 404 is the answer of a page that is not there,
401 that of a call without the right code; `reads` is open to GET and HEAD and 404 to anything else.
"""

from collections.abc import Mapping
from typing import NamedTuple

from tournament.models import Role
from tournament.site.access import Mark

ROLES: Mapping[str, Role] = {role.label.lower(): role for role in Role}
"""Every role there is: one without a column in the table below fails at once."""
PERSONS = ("public", "guest", "table umpire", "outsider", *ROLES, "administrator")
"""The outsider is organiser of another evening; guest and table umpire bear the code of their card
and no log-in.
"""
_TABLE = """
mark                       | public | guest  | table umpire | outsider | umpire | head umpire | organiser | announcer | administrator
public                     | open   | open   | open         | open     | open   | open        | open      | open      | open
signed in                  | log in | log in | log in       | open     | open   | open        | open      | open      | open
record                     | log in | log in | log in       | 404      | open   | open        | open      | 404       | reads
official                   | log in | log in | log in       | 404      | open   | open        | open      | 404       | 404
desk                       | log in | log in | log in       | 404      | 404    | open        | open      | 404       | 404
announcer                  | log in | log in | log in       | 404      | 404    | open        | open      | open      | 404
desk, password again       | log in | log in | log in       | 404      | 404    | open        | open      | 404       | 404
desk, organiser writes     | log in | log in | log in       | 404      | 404    | reads       | open      | 404       | 404
official, organiser writes | log in | log in | log in       | 404      | reads  | reads       | open      | 404       | 404
organiser                  | log in | log in | log in       | 404      | 404    | 404         | open      | 404       | 404
organiser, password again  | log in | log in | log in       | 404      | 404    | 404         | open      | 404       | 404
league                     | log in | log in | log in       | 404      | 404    | 404         | open      | 404       | 404
league, password again     | log in | log in | log in       | 404      | 404    | 404         | open      | 404       | 404
administrator              | log in | log in | log in       | 404      | 404    | 404         | 404       | 404       | open
rows, to read              | log in | log in | log in       | 404      | 404    | 404         | 404       | 404       | reads
table                      | 401    | 401    | open         | 401      | 401    | 401         | 401       | 401       | 401
hand-over                  | 401    | 401    | 401          | 401      | 401    | 401         | 401       | 401       | 401
guest                      | 404    | open   | 404          | 404      | 404    | 404         | 404       | 404       | 404
"""
NOT_TONIGHT = frozenset({"to_key_again"})
"""A page of an evening put back from a copy: at others it is not there for anybody."""
OWN_TABLE = frozenset(
    {"pad_sheet", "pad_match", "pad_agreed", "pad_order", "pad_dealer", "pad_make_ruling"}
)
"""Calls that act on the table of the code. A body that names another one, or nobody's, is wrong in
that field: no address named it, nothing of it is looked for, and a phone sets aside what it hears
so; after a 404 it sends again.
"""
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")
KNOWN, READING = METHODS[:3], METHODS[:2]
THINGS = ("own", "other evening", "foreign", "missing")
"""Whose the thing is that the address names: of this evening; all of it of another one; a row of
another evening, asked for at this one; or nobody's.
"""


def _lines() -> Mapping[str, Mapping[str, str]]:
    head, *lines = (
        [cell.strip() for cell in line.split("|")] for line in _TABLE.strip().splitlines()
    )
    if tuple(head[1:]) != PERSONS:
        raise ValueError(f"The table needs one column for each of {PERSONS}, in this order.")
    return {mark: dict(zip(PERSONS, cells, strict=True)) for mark, *cells in lines}


TABLE = _lines()


class Cell(NamedTuple):
    """One question: who calls which route how, and whose is what it names."""

    route: str
    person: str
    method: str
    thing: str


def meant(mark: Mark, cell: Cell) -> str:
    """What the table says of a cell."""
    if cell.method not in KNOWN:
        return "405"
    said = TABLE[mark.name][_stands_for(mark, cell)]
    if said == "reads":
        said = "open" if cell.method in READING else "404"
    if said == "open" and cell.thing == "foreign" and cell.route in OWN_TABLE:
        return "not its table"
    if said == "open" and (cell.thing in ("missing", "foreign") or cell.route in NOT_TONIGHT):
        return "401" if mark.codes and mark.header else "404"
    return said


def _stands_for(mark: Mark, cell: Cell) -> str:
    """At the other evening the outsider is the organiser, and our officials are outsiders."""
    if cell.thing != "other evening" or not mark.roles:
        return cell.person
    theirs = {"outsider": "organiser"} | dict.fromkeys(ROLES, "outsider")
    return theirs.get(cell.person, cell.person)


def agrees(said: str, expected: str, own_method: bool) -> bool:
    """Whether an answer is as meant; methods that are not a route's own are refused before or after
    the gate.
    """
    return said == expected or (said == "405" and not own_method)
