"""The same sheet twice: the place of another sheet that says the same of the same seats.

Five equal hands cannot happen, and five equal figures hardly: one paper was typed twice, or as
another game. Nothing is refused for it, as it can be so.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring.counting.sheet import Finding
from scoring.words import number_word
from tournament.counting.formats import Play
from tournament.counting.submission import Columns, Place, Submission, columns_of, sheet_of

KIND = "same_sheet"
ANYWHERE, AT_THE_TABLE = 5, 4
"""So many seats make it unlikely in all of the evening, and at one table of one round."""
UNEQUAL = {"hands": 2, "figures": 3}
"""So many figures of those still in play have to differ: fewer are equal by chance."""
SCALE = 10_000
NOBODY = "NULL"


@dataclass(frozen=True, slots=True)
class Twin:
    """What another sheet has to say to be the same, as part of the question that finds the place
    of this one: `sql` is one number, `params` what goes into it. `columns` are those of the tallies
    of this sheet, which were reckoned for it.
    """

    sql: str
    params: dict[str, Any]
    word: str = ""
    columns: Columns = field(default_factory=dict, compare=False)


NONE = Twin(NOBODY, {})
# The place of the one that was saved first, as one number; read in the same question as the seats,
# so that a save asks the database no more often. Sheets are looked through in the order in which
# they were saved, and none after the first that is the same.
FIRST = """
    (SELECT (CAST(r.number AS bigint) * 10000 + t.number) * 10000 + g.number
     FROM tournament_tally base
     JOIN tournament_sheet s ON s.id = base.sheet_id AND s.accepted
     JOIN tournament_game g ON g.id = s.game_id
     JOIN tournament_table t ON t.id = g.table_id
     JOIN tournament_round r ON r.id = t.round_id
     WHERE base.event_id = %(event)s AND {base}
       AND NOT (r.number = %(round)s AND t.number = %(table)s AND g.number = %(game)s)
       AND (r.number = %(round)s AND t.number = %(table)s OR {anywhere})
       AND (SELECT COUNT(*) FROM tournament_tally x WHERE x.sheet_id = s.id) = {seats}
       AND (SELECT COUNT(*) FROM tournament_tally x WHERE x.sheet_id = s.id AND ({each})) = {seats}
     ORDER BY base.sheet_id LIMIT 1)
"""


def twin_of(play: Play, submission: Submission) -> Twin:
    """What is asked for the twin of a sheet; nothing where equal sheets are no news. Whether this
    one can be right is looked at when it is saved: one that is refused then has no use for a twin.
    """
    if play.format.scorer != "own_hand":
        return NONE
    try:
        columns = columns_of(sheet_of(submission), *play)
    except ValueError:  # such a hand, or such a tick, has no points
        return NONE
    number = len(columns)
    if number < AT_THE_TABLE:
        return NONE
    playing = {seat: row for seat, row in columns.items() if row.get("points") is not None}
    word = "hands" if all("hand" in row for row in playing.values()) else "figures"
    figures = {row["points"] for row in playing.values() if not row.get("went_out")}
    if len(figures) < UNEQUAL[word]:
        return NONE
    params: dict[str, Any] = {}
    item = [_seat(index, seat, row, params) for index, (seat, row) in enumerate(columns.items())]
    dearest = max(range(number), key=lambda index: list(columns.values())[index].get("points") or 0)
    sql = FIRST.format(
        base=item[dearest].replace("x.", "base."),
        anywhere="1 = 1" if number >= ANYWHERE else "1 = 0",
        seats=number,
        each=" OR ".join(item),
    )
    return Twin(sql, params, word, columns)


def _seat(index: int, seat: str, row: Mapping[str, Any], params: dict[str, Any]) -> str:
    """The condition of one seat: equal points, and equal cards where both are known."""
    params[f"twin_seat_{index}"] = seat
    if row.get("points") is None:
        return f"(x.seat = %(twin_seat_{index})s AND x.points IS NULL)"
    params[f"twin_points_{index}"] = row["points"]
    same = f"x.seat = %(twin_seat_{index})s AND x.points = %(twin_points_{index})s"
    if "hand" not in row:
        return f"({same})"
    params[f"twin_hand_{index}"] = row["hand"]
    return f"({same} AND (x.hand IS NULL OR x.hand = %(twin_hand_{index})s))"


def number_of(place: Place) -> int:
    """A place as one number, as the question gives that of the first."""
    return (place.round * SCALE + place.table) * SCALE + place.game


def finding_of(twin: Twin, number: int | None, submission: Submission, unit: str) -> Finding | None:
    """The flag of a sheet that says the same as another, with the place of that one."""
    if not number:
        return None
    rest, game = divmod(number, SCALE)
    first = Place(*divmod(rest, SCALE), game)
    own, place = submission.place, f"{unit} {game}"
    if (first.round, first.table) != (own.round, own.table):
        place = f"table {first.table}, {place}"
    if first.round != own.round:
        place = f"round {first.round}, {place}"
    seats = number_word(len(submission.entries))
    text = f"The same {seats} {twin.word} as {place}. One sheet typed twice?"
    return Finding(KIND, (), text, refused=False)
