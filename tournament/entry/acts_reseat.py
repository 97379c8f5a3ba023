"""Guests who sat elsewhere than the list says: their seats change from a game on, also when its
sheets are in.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from django.db.models import Q

from scoring.counting.sheet import SeatEntry
from tournament.entry.acts_corrections import (
    GameFound,
    Rewrite,
    Told,
    as_seen,
    games_found,
    no_conflicts,
    rewrite,
)
from tournament.entry.in_hand import totals_in_all
from tournament.entry.wrong_place import Hands, SeatChange, Spot, seats_seen
from tournament.ledger.chain import Signature, known, writing
from tournament.models import Event, Guest, Round, Seat
from tournament.models.seating import RoundState
from tournament.refusal import Refused, needs
from tournament.seating.acts_seats import seat
from tournament.seating.changes import Change, Floor, reaches
from tournament.server.snapshot import after_snapshot


@after_snapshot
def reseat(
    event: Event, change: SeatChange, signature: Signature, *, reason: str, seen_state: str = ""
) -> None:
    """Change seats from a game on. Reverse act: the same change again, or back to the seat that
    became free.

    Raises Refused where a seat is taken, or a sheet that is in would lose a hand or be
    impossible.
    """
    with writing(event) as row:
        if known(row, signature):
            return
        round_ = _round(row, change)
        needs(reason)
        as_seen(seen_state, lambda: seats_seen(row, change))
        (floor,) = Floor.all_of(row, [round_])
        moves = _moves(floor, change)
        places = [move.lost(round_.number) for move in moves]
        tables = {place["table"] for place in places} | {move.table for move in moves}
        here = Q(table__round=round_, table__number__in=tables, number__gte=change.from_game)
        games = games_found(row, here)
        no_conflicts(row, games)
        seat(floor, moves, company=False, after_play=True)
        changes = _rewritten(row, round_, games, change.hands)
        body = {
            "round": round_.number,
            "from_game": change.from_game,
            "hands": change.hands,
            "moves": [
                {
                    "guest": move.guest.ref,
                    "before": "{table}{letter}".format(**before),
                    "after": f"{move.table}{move.letter}",
                }
                for move, before in zip(moves, places, strict=True)
            ],
        }
        rewrite(row, Told("reseat", body, reason), changes, signature)


def _round(row: Event, change: SeatChange) -> Round:
    round_ = (
        Round.objects.filter(event=row, number=change.round).exclude(state=RoundState.DRAFT).first()
    )
    if round_ is None:
        raise Refused(f"Round {change.round} is not published: swap seats on its plan instead.")
    if not 1 <= change.from_game <= round_.games:
        raise Refused(f"{round_} has the games 1 to {round_.games}: choose one of them.")
    if change.hands not in ("player", "seat"):
        raise Refused("Choose whether the hands go with the players or stay with the seats.")
    return round_


def _moves(floor: Floor, change: SeatChange) -> list[Change]:
    """Who leaves which seat for which: two guests for each other's, or one for a free one."""
    first = _seat_of(floor, change.one, change.from_game)
    if change.other is not None and change.other != change.one:
        second = _seat_of(floor, change.other, change.from_game)
        return [
            _move(floor, first, (second.table.number, second.letter), change.from_game),
            _move(floor, second, (first.table.number, first.letter), change.from_game),
        ]
    if change.spot is None:
        raise Refused("Choose the guest or the free seat to change with.")
    return [_move(floor, first, change.spot, change.from_game)]


def _seat_of(floor: Floor, badge: int, since: int) -> Seat:
    """The seat that a guest has in a game. Raises Refused where they have none then."""
    number = floor.round.number
    own = [row for row in floor.seats if row.guest.badge == badge and reaches(row, since)]
    if not own:
        raise Refused(f"Badge {badge} has no seat in round {number} from game {since} on.")
    earliest = min(own, key=lambda row: row.from_game)
    if earliest.from_game > since:
        raise Refused(
            f"{earliest.guest.name} sits in round {number} from game {earliest.from_game} on only."
        )
    return earliest


def _move(floor: Floor, current: Seat, spot: Spot, since: int) -> Change:
    """A guest in another seat (table, letter) from a game on, for as long as they had this one; who
    comes back to a seat that they had until the game before goes on in it.
    """
    table, letter = spot
    place = (current.guest_id, table, letter, since - 1)
    earlier = next(
        (
            row
            for row in floor.seats
            if (row.guest_id, row.table.number, row.letter, row.left_after_game) == place
        ),
        None,
    )
    until = current.left_after_game
    return Change(current.guest, current, since, table, letter, since, earlier, until)


def _rewritten(
    row: Event, round_: Round, games: Iterable[GameFound], hands: Hands
) -> list[Rewrite]:
    """A version of every sheet that is in, with its hands where the choice puts them."""
    listed = list(games)
    seats = _seats(row, round_, listed)
    by_game: dict[int, list[GameFound]] = {}
    for game_found in listed:
        by_game.setdefault(game_found.game.number, []).append(game_found)
    changes = []
    for of_number in by_game.values():
        with_sheet = [game_found for game_found in of_number if game_found.sheet]
        pool = {
            saved.refs[entry.seat]: entry for saved in with_sheet for entry in saved.said.entries
        }
        changes += [_version(saved, seats[saved.game.pk], pool, hands) for saved in with_sheet]
        placed = {ref for change in changes for ref in change.refs.values()}
        lost = [ref for ref in pool if ref not in placed]
        if lost and hands == "player":
            name = Guest.objects.get(event=row, ref=lost[0]).name
            number = of_number[0].game.number
            raise Refused(
                f"No sheet of game {number} is in at the new table of {name}: enter it first, or"
                " let the hands stay."
            )
    return changes


def _seats(row: Event, round_: Round, games: Iterable[GameFound]) -> dict[int, dict[str, str]]:
    """Who sits where in each of these games now, by seat."""
    in_all = totals_in_all(row, round_.number)
    listed = list(games)
    rows = Seat.objects.filter(
        event=row, round=round_, table__in={game_found.game.table_id for game_found in listed}
    )
    columns = ("table_id", "letter", "guest__ref", "from_game", "left_after_game")
    seats = [seat for seat in rows.values_list(*columns) if seat[2] not in in_all]
    return {
        game_found.game.pk: {
            letter: ref
            for table, letter, ref, since, until in seats
            if table == game_found.game.table_id
            and since <= game_found.game.number <= (until or game_found.game.number)
        }
        for game_found in listed
    }


def _version(
    game_found: GameFound, seats: Mapping[str, str], pool: Mapping[str, SeatEntry], hands: Hands
) -> Rewrite:
    submission = game_found.said
    own = {entry.seat: entry for entry in submission.entries}
    entries = []
    for letter, ref in sorted(seats.items()):
        entry = pool.get(ref) if hands == "player" else own.get(letter)
        if entry is None:
            raise Refused(
                f"The sheet of {game_found.place} has no hand for seat {letter}: correct it"
                " first, or"
                " choose the other way."
            )
        entries.append(replace(entry, seat=letter))
    if hands == "seat" and own.keys() != seats.keys():
        raise Refused(
            f"The sheet of {game_found.place} would lose a hand: let the hands go with the players."
        )
    return Rewrite(
        game_found, replace(submission, entries=tuple(entries), dismissed={}), dict(seats)
    )
