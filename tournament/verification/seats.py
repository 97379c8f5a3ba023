"""Who sat where by the ledger alone: the published rounds, and every act on their seats played
forward, whatever the rows say.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from tournament.ledger.settings import of_round
from tournament.models import Event, LedgerEntry

Body = Mapping[str, Any]


class Entry(NamedTuple):
    """An entry of the ledger, as far as seats are told by it."""

    number: int
    kind: str
    body: Body


@dataclass(frozen=True, slots=True)
class Sat:
    """Who had a seat of a round, from which game on, and until which (None: to the end)."""

    round: int
    table: int
    letter: str
    ref: str
    since: int = 1
    until: int | None = None

    def had(self, game: int) -> bool:
        """Whether the seat was theirs in that game."""
        return self.since <= game and (self.until is None or game <= self.until)


@dataclass(slots=True)
class Seats:
    """The seats of all published rounds, the tables at which each of them is played, and its games
    and stage.

    Games are None, and the stage is empty, where an older ledger does not tell.
    """

    rows: list[Sat] = field(default_factory=list)
    tables: dict[int, set[int]] = field(default_factory=dict)
    games: dict[int, int | None] = field(default_factory=dict)
    stages: dict[int, str] = field(default_factory=dict)
    by_number: dict[int, Entry] = field(default_factory=dict)

    def of_round(self, number: int) -> list[Sat]:
        """The seats of a round in order."""
        return sorted((row for row in self.rows if row.round == number), key=_in_order)

    def drop(self, leavers: Iterable[Sat]) -> None:
        """Take seats away."""
        away = set(leavers)
        self.rows = [row for row in self.rows if row not in away]

    def put(self, old: Sat, new: Sat) -> None:
        """One seat in the place of another."""
        self.rows[self.rows.index(old)] = new

    def open_at(self, number: int, spot: str) -> Sat | None:
        """The seat at a spot (6B) that is somebody's to the end of the round."""
        table, letter = int(spot[:-1]), spot[-1]
        here = (number, table, letter, None)
        return next(
            (row for row in self.rows if (row.round, row.table, row.letter, row.until) == here),
            None,
        )

    def open_of(self, number: int, ref: str) -> list[Sat]:
        """The seat a guest has to the end of the round."""
        return [row for row in self.rows if (row.round, row.ref, row.until) == (number, ref, None)]

    def begun(self, seat: Body, ref: str) -> Sat | None:
        """A guest's seat by where and when it began, as the ledger keeps it."""
        target = (seat["round"], seat["table"], seat["letter"], seat["game"], ref)
        matches = (
            (row.round, row.table, row.letter, row.since, row.ref) == target for row in self.rows
        )
        return next((row for row, fits in zip(self.rows, matches, strict=True) if fits), None)


def _in_order(row: Sat) -> tuple[int, int, str, int, str]:
    return row.round, row.table, row.letter, row.since, row.ref


def seats_at(ledger: Iterable[Entry]) -> Seats:
    """The seats after these entries, which stand in their order from the first one on."""
    seats = Seats()
    for entry in ledger:
        seats.by_number[entry.number] = entry
        if entry.kind in ACTS:
            ACTS[entry.kind](seats, entry.body)
    return seats


def _publish(seats: Seats, body: Body) -> None:
    number, parts = body["round"], body.get("parts", ())
    seats.drop(seats.of_round(number))
    parted = {(part["table"], part["letter"]) for part in parts}
    for table, occupied in enumerate(body["tables"], start=1):
        seats.rows += [
            Sat(number, table, letter, ref)
            for letter, ref in occupied.items()
            if (table, letter) not in parted
        ]
    for part in parts:
        seats.rows.append(
            Sat(number, part["table"], part["letter"], part["guest"], part["game"], part["until"])
        )
    seats.tables[number] = {table for table, taken in enumerate(body["tables"], start=1) if taken}
    seats.games[number], seats.stages[number] = body.get("games"), body.get("stage", "")


def _unpublish(seats: Seats, body: Body) -> None:
    number = body["round"]
    seats.drop(seats.of_round(number))
    for mapping in (seats.tables, seats.games, seats.stages):
        mapping.pop(number, None)


def _swap(seats: Seats, body: Body) -> None:
    """Each guest takes over the very seat at the new spot; in a draft there is none yet."""
    rows = [(seats.open_at(body["round"], move["after"]), move["guest"]) for move in body["moves"]]
    for row, ref in rows:
        if row is not None:
            seats.put(row, replace(row, ref=ref))


def _reseat(seats: Seats, body: Body) -> None:
    number, since = body["round"], body["from_game"]
    moves = [(move["guest"], move["after"]) for move in body["moves"]]
    old = {
        row.ref: row
        for row in seats.rows
        if row.round == number and row.had(since) and row.ref in dict(moves)
    }
    for row in old.values():
        if row.since == since:
            seats.drop([row])
        else:
            seats.put(row, replace(row, until=since - 1))
    for ref, spot in moves:
        until = old[ref].until if ref in old else None
        _sit_on(seats, Sat(number, int(spot[:-1]), spot[-1], ref, since, until), set(old.values()))


def _sit_on(seats: Seats, new: Sat, old: set[Sat]) -> None:
    """A new seat, or an earlier one of the same guest that goes on; `old` are
    those just cut short.
    """
    cut = {(row.table, row.letter, row.ref) for row in old}
    for row in seats.of_round(new.round):
        same = (row.table, row.letter, row.ref) == (new.table, new.letter, new.ref)
        if same and row.until == new.since - 1 and (row.table, row.letter, row.ref) not in cut:
            seats.put(row, replace(row, until=new.until))
            return
    seats.rows.append(new)


def _leave(seats: Seats, body: Body) -> None:
    """A listing alone frees no seat."""
    for seat in body.get("seats", ()):
        _free(seats, seat, body["guest"], body["game"] if seat["round"] == body["round"] else 1)


def _free(seats: Seats, seat: Body, ref: str, out: int) -> None:
    row = seats.begun(seat, ref)
    if row is not None and out <= row.since:
        seats.drop([row])
    elif row is not None:
        seats.put(row, replace(row, until=out - 1))


def _take(seats: Seats, seat: Body, ref: str) -> None:
    if seat["round"] in seats.tables:
        seats.rows.append(Sat(seat["round"], seat["table"], seat["letter"], ref, seat["game"]))


def _sit_down(seats: Seats, body: Body) -> None:
    for seat in body["seats"]:
        _take(seats, seat, body["guest"])


def _take_back(seats: Seats, body: Body) -> None:
    back = seats.by_number.get(body["of"])
    for seat in body["seats"]:
        if back is not None and back.kind == "attendance":
            _restore(seats, seat, body["guest"])
        else:
            seats.drop(seats.open_of(seat["round"], body["guest"]))


def _restore(seats: Seats, seat: Body, ref: str) -> None:
    row = seats.begun(seat, ref)
    if row is not None:
        seats.put(row, replace(row, until=None))
    else:
        _take(seats, seat, ref)


def _substitute(seats: Seats, body: Body) -> None:
    for seat in body["freed"]:
        _free(seats, seat, body["guest"], body["game"] if seat["round"] == body["round"] else 1)
    for seat in body["taken"]:
        _take(seats, seat, body["comes"])


def _unsubstitute(seats: Seats, body: Body) -> None:
    original = seats.by_number[body["of"]].body
    for seat in original["taken"]:
        seats.drop(seats.open_of(seat["round"], body["comes"]))
    for seat in original["freed"]:
        _restore(seats, seat, body["guest"])


def _move(seats: Seats, body: Body) -> None:
    for move in body["moves"]:
        row = seats.begun(move["from"], move["guest"])
        if row is not None and move["until"] is None:
            seats.drop([row])
        elif row is not None:
            seats.put(row, replace(row, until=move["until"]))
        _take(seats, move["to"], move["guest"])


def _move_back(seats: Seats, body: Body) -> None:
    original = seats.by_number[body["of"]].body
    for move in original["moves"]:
        seats.drop(seats.open_of(body["round"], move["guest"]))
    for move in original["moves"]:
        _restore(seats, move["from"], move["guest"])


def _door(seats: Seats, body: Body) -> None:
    for absentee in body["absent"]:
        for seat in absentee["seats"]:
            until = seat.get("until")
            _free(seats, seat, absentee["guest"], 1 if until is None else until + 1)
    _seat_anew(seats, body["moves"], "after")
    for new in body.get("seated", []):
        if new["round"] not in seats.tables:
            continue
        seats.rows.append(Sat(new["round"], int(new["after"][:-1]), new["after"][-1], new["guest"]))
    for number, table in body["given_up"]:
        seats.tables.get(number, set()).discard(table)


def _reopen_door(seats: Seats, body: Body) -> None:
    original = seats.by_number[body["of"]].body
    for new in original.get("seated", []):
        seats.drop(seats.open_of(new["round"], new["guest"]))
    _seat_anew(seats, original["moves"], "before")
    for absentee in original["absent"]:
        for seat in absentee["seats"]:
            _restore(seats, seat, absentee["guest"])
    for number, table in original["given_up"]:
        if number in seats.tables:
            seats.tables[number].add(table)


def _seat_anew(seats: Seats, moves: Sequence[Body], side: str) -> None:
    """Those who move have a whole seat at the new spot, and the one they had to the end of the
    round no more.
    """
    for move in moves:
        seats.drop(seats.open_of(move["round"], move["guest"]))
    for move in moves:
        if move["round"] in seats.tables:
            seats.rows.append(
                Sat(move["round"], int(move[side][:-1]), move[side][-1], move["guest"])
            )


def _open_table(seats: Seats, body: Body) -> None:
    number = body["round"]
    seats.rows += [Sat(number, body["table"], letter, ref) for letter, ref in body["seats"].items()]
    seats.tables.setdefault(number, set()).add(body["table"])
    seats.games.setdefault(number, body.get("games"))
    seats.stages.setdefault(number, "")


def _close_table(seats: Seats, body: Body) -> None:
    number = body["round"]
    seats.drop(row for row in seats.of_round(number) if row.table == body["table"])
    remaining = seats.tables.get(number, set())
    remaining.discard(body["table"])
    if not remaining:
        _unpublish(seats, body)


def _part_seats(seats: Seats, body: Body) -> None:
    for seat in body["seats"]:
        if seat["round"] not in seats.tables:
            continue
        row = seats.begun(seat, seat["guest"])
        new = Sat(
            seat["round"], seat["table"], seat["letter"], seat["guest"], seat["game"], seat["until"]
        )
        if row is not None:
            seats.put(row, new)
        else:
            seats.rows.append(new)


def _games(seats: Seats, body: Body) -> None:
    """The number of games of a published round was changed."""
    for name, games in body["after"].items():
        if of_round(name) in seats.games:
            seats.games[of_round(name)] = games


ACTS: Mapping[str, Callable[[Seats, Body], None]] = {
    "publish": _publish,
    "unpublish": _unpublish,
    "swap": _swap,
    "reseat": _reseat,
    "attendance": _leave,
    "seat": _sit_down,
    "take_back": _take_back,
    "substitute": _substitute,
    "unsubstitute": _unsubstitute,
    "move_seats": _move,
    "move_seats_back": _move_back,
    "door": _door,
    "reopen_door": _reopen_door,
    "open_table": _open_table,
    "close_table": _close_table,
    "part_seats": _part_seats,
    "settings": _games,
}


def entries(event: Event) -> list[Entry]:
    """Every entry that tells of seats, in order. One query."""
    rows = LedgerEntry.standing.filter(event=event, kind__in=ACTS).order_by("number")
    return [Entry(*row) for row in rows.values_list("number", "kind", "body")]
