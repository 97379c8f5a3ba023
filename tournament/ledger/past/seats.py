"""Who sat where at a number of the ledger: the published rounds, and every act on their seats played forward."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from tournament.ledger.past.entries import Entry
from tournament.ledger.past.sat import Body, Sat, Seats
from tournament.ledger.settings_log import of_round


def seats_at(told: Iterable[Entry]) -> Seats:
    """The seats after these entries, which stand in their order from the first one on."""
    found = Seats()
    for entry in told:
        found.by_number[entry.number] = entry
        if entry.kind in ACTS:
            ACTS[entry.kind](found, entry.body)
    return found


def _publish(seats: Seats, body: Body) -> None:
    number, parts = body["round"], body.get("parts", ())
    seats.drop(seats.of_round(number))
    held = {(part["table"], part["letter"]) for part in parts}
    for table, taken in enumerate(body["tables"], start=1):
        seats.rows += [Sat(number, table, letter, ref) for letter, ref in taken.items() if (table, letter) not in held]
    for part in parts:
        seats.rows.append(Sat(number, part["table"], part["letter"], part["guest"], part["game"], part["until"]))
    seats.tables[number] = {table for table, taken in enumerate(body["tables"], start=1) if taken}
    seats.games[number], seats.stages[number] = body.get("games"), body.get("stage", "")


def _unpublish(seats: Seats, body: Body) -> None:
    number = body["round"]
    seats.drop(seats.of_round(number))
    for known in (seats.tables, seats.games, seats.stages):
        known.pop(number, None)


def _swap(seats: Seats, body: Body) -> None:
    """Each guest takes over the very seat at the new spot; in a draft there is none yet."""
    found = [(seats.open_at(body["round"], move["after"]), move["guest"]) for move in body["moves"]]
    for row, ref in found:
        if row is not None:
            seats.put(row, replace(row, ref=ref))


def _reseat(seats: Seats, body: Body) -> None:
    number, since = body["round"], body["from_game"]
    moves = [(move["guest"], move["after"]) for move in body["moves"]]
    old = {row.ref: row for row in seats.rows if row.round == number and row.had(since) and row.ref in dict(moves)}
    for row in old.values():
        if row.since == since:
            seats.drop([row])
        else:
            seats.put(row, replace(row, until=since - 1))
    for ref, spot in moves:
        until = old[ref].until if ref in old else None
        _sit_on(seats, Sat(number, int(spot[:-1]), spot[-1], ref, since, until), set(old.values()))


def _sit_on(seats: Seats, new: Sat, old: set[Sat]) -> None:
    """A new seat, or an earlier one of the same guest that goes on; `old` are those just cut short."""
    cut = {(row.table, row.letter, row.ref) for row in old}
    for row in seats.of_round(new.round):
        same = (row.table, row.letter, row.ref) == (new.table, new.letter, new.ref)
        if same and row.until == new.since - 1 and (row.table, row.letter, row.ref) not in cut:
            seats.put(row, replace(row, until=new.until))
            return
    seats.rows.append(new)


def _leave(seats: Seats, body: Body) -> None:
    """A listing alone frees no seat."""
    for kept in body.get("seats", ()):
        _free(seats, kept, body["guest"], body["game"] if kept["round"] == body["round"] else 1)


def _free(seats: Seats, kept: Body, ref: str, out: int) -> None:
    row = seats.begun(kept, ref)
    if row is not None and out <= row.since:
        seats.drop([row])
    elif row is not None:
        seats.put(row, replace(row, until=out - 1))


def _take(seats: Seats, kept: Body, ref: str) -> None:
    if kept["round"] in seats.tables:
        seats.rows.append(Sat(kept["round"], kept["table"], kept["letter"], ref, kept["game"]))


def _sit_down(seats: Seats, body: Body) -> None:
    for kept in body["seats"]:
        _take(seats, kept, body["guest"])


def _take_back(seats: Seats, body: Body) -> None:
    back = seats.by_number.get(body["of"])
    for kept in body["seats"]:
        if back is not None and back.kind == "attendance":
            _restore(seats, kept, body["guest"])
        else:
            seats.drop(seats.open_of(kept["round"], body["guest"]))


def _restore(seats: Seats, kept: Body, ref: str) -> None:
    row = seats.begun(kept, ref)
    if row is not None:
        seats.put(row, replace(row, until=None))
    else:
        _take(seats, kept, ref)


def _substitute(seats: Seats, body: Body) -> None:
    for kept in body["freed"]:
        _free(seats, kept, body["guest"], body["game"] if kept["round"] == body["round"] else 1)
    for kept in body["taken"]:
        _take(seats, kept, body["comes"])


def _unsubstitute(seats: Seats, body: Body) -> None:
    said = seats.by_number[body["of"]].body
    for kept in said["taken"]:
        seats.drop(seats.open_of(kept["round"], body["comes"]))
    for kept in said["freed"]:
        _restore(seats, kept, body["guest"])


def _door(seats: Seats, body: Body) -> None:
    for gone in body["absent"]:
        for kept in gone["seats"]:
            until = kept.get("until")
            _free(seats, kept, gone["guest"], 1 if until is None else until + 1)
    _seat_anew(seats, body["moves"], "after")
    for number, table in body["given_up"]:
        seats.tables.get(number, set()).discard(table)


def _reopen_door(seats: Seats, body: Body) -> None:
    said = seats.by_number[body["of"]].body
    _seat_anew(seats, said["moves"], "before")
    for gone in said["absent"]:
        mine = [row for row in seats.rows if row.ref == gone["guest"]]
        for row in mine:
            seats.put(row, replace(row, until=None))
        there = {row.round for row in mine}
        for kept in gone["seats"]:
            if kept["round"] not in there:
                _take(seats, kept, gone["guest"])
    for number, table in said["given_up"]:
        if number in seats.tables:
            seats.tables[number].add(table)


def _seat_anew(seats: Seats, moves: Sequence[Body], side: str) -> None:
    """Those who move have a whole seat at the new spot, and the one they had to the end of the round no more."""
    for move in moves:
        seats.drop(seats.open_of(move["round"], move["guest"]))
    for move in moves:
        if move["round"] in seats.tables:
            seats.rows.append(Sat(move["round"], int(move[side][:-1]), move[side][-1], move["guest"]))


def _open_table(seats: Seats, body: Body) -> None:
    number = body["round"]
    seats.rows += [Sat(number, body["table"], letter, ref) for letter, ref in body["seats"].items()]
    seats.tables.setdefault(number, set()).add(body["table"])
    seats.games.setdefault(number, body.get("games"))
    seats.stages.setdefault(number, "")


def _close_table(seats: Seats, body: Body) -> None:
    number = body["round"]
    seats.drop(row for row in seats.of_round(number) if row.table == body["table"])
    left = seats.tables.get(number, set())
    left.discard(body["table"])
    if not left:
        _unpublish(seats, body)


def _part_seats(seats: Seats, body: Body) -> None:
    for said in body["seats"]:
        if said["round"] not in seats.tables:
            continue
        row = seats.begun(said, said["guest"])
        new = Sat(said["round"], said["table"], said["letter"], said["guest"], said["game"], said["until"])
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
    "door": _door,
    "reopen_door": _reopen_door,
    "open_table": _open_table,
    "close_table": _close_table,
    "part_seats": _part_seats,
    "settings": _games,
}
