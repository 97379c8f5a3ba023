"""Guests who sat elsewhere than the list says: their seats change from a game on, also when its
sheets are in.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import Q

from scoring.counting.sheet import SeatEntry
from tournament.counting.plan import letters_of
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
from tournament.models import Event, Guest, Round, Seat, Table
from tournament.models.seating import RoundState
from tournament.refusal import SAY_WHY, Refused
from tournament.seating.changes import reaching
from tournament.server.snapshot import after_snapshot


@dataclass(frozen=True, slots=True)
class _Held:
    """A seat of a guest as it was listed before the change."""

    guest: Guest
    table: Table
    letter: str
    until: int | None

    @property
    def words(self) -> str:
        """Table and letter in short: 6B."""
        return f"{self.table.number}{self.letter}"


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
        if not reason.strip():
            raise Refused(SAY_WHY)
        as_seen(seen_state, lambda: seats_seen(row, change))
        moves = _moves(row, round_, change)
        tables = {place.table.number for pair in moves for place in pair}
        here = Q(table__round=round_, table__number__in=tables, number__gte=change.from_game)
        games = games_found(row, here)
        no_conflicts(row, games)
        _sit(row, round_, moves, change.from_game)
        changes = _rewritten(row, round_, games, change.hands)
        body = {
            "round": round_.number,
            "from_game": change.from_game,
            "hands": change.hands,
            "moves": [
                {"guest": a.guest.ref, "before": a.words, "after": b.words} for a, b in moves
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


def _moves(row: Event, round_: Round, change: SeatChange) -> list[tuple[_Held, _Held]]:
    """Who leaves which place for which: two guests for each other's, or one for a free one."""
    badges = [badge for badge in (change.one, change.other) if badge is not None]
    seats = Seat.objects.filter(
        reaching(change.from_game), event=row, round=round_, guest__badge__in=badges
    )
    seat_by_badge: dict[int, Seat] = {}
    for seat in seats.select_related("guest", "table").order_by("from_game"):
        seat_by_badge.setdefault(seat.guest.badge, seat)
    for badge in badges:
        if badge not in seat_by_badge:
            raise Refused(
                f"Badge {badge} has no seat in round {round_.number} from game"
                f" {change.from_game} on."
            )
        if seat_by_badge[badge].from_game > change.from_game:
            raise Refused(
                f"{seat_by_badge[badge].guest.name} sits in round {round_.number} from game"
                f" {seat_by_badge[badge].from_game} on only."
            )
    first = _as_held(seat_by_badge[change.one])
    if change.other is not None and change.other != change.one:
        second = _as_held(seat_by_badge[change.other])
        return [
            (first, replace(second, guest=first.guest)),
            (second, replace(first, guest=second.guest)),
        ]
    if change.spot is None:
        raise Refused("Choose the guest or the free seat to change with.")
    return [(first, _free_spot(row, round_, first, change.spot))]


def _as_held(seat: Seat) -> _Held:
    return _Held(seat.guest, seat.table, seat.letter, seat.left_after_game)


def _free_spot(row: Event, round_: Round, holding: _Held, spot: Spot) -> _Held:
    number, letter = spot
    table = Table.objects.filter(event=row, round=round_, number=number).first()
    if table is None or letter not in letters_of(row):
        raise Refused(f"Round {round_.number} has no seat {number}{letter}: choose another.")
    return _Held(holding.guest, table, letter, holding.until)


def _sit(row: Event, round_: Round, moves: Sequence[tuple[_Held, _Held]], since: int) -> None:
    """Cut the old seats short and lay the new ones; a guest who comes back to an earlier seat has
    it on end again.
    """
    tables = {place.table.pk for pair in moves for place in pair}
    there = list(
        Seat.objects.filter(event=row, round=round_, table__in=tables).select_related("guest")
    )
    guests = {before.guest.pk for before, _after in moves}
    old = [seat for seat in there if seat.guest_id in guests and _covers(seat, since)]
    Seat.objects.filter(pk__in=[seat.pk for seat in old if seat.from_game == since]).delete()
    Seat.objects.filter(pk__in=[seat.pk for seat in old if seat.from_game < since]).update(
        left_after_game=since - 1
    )
    seats = [seat for seat in there if seat not in old]
    new = []
    for before, after in moves:
        _refuse_occupied(seats, after, since)
        back = [seat.pk for seat in seats if _ends_at(seat, before.guest, after, since)]
        if back:
            Seat.objects.filter(pk__in=back).update(left_after_game=before.until)
        else:
            new.append(_seat(row, round_, before, after, since))
    Seat.objects.bulk_create(new)


def _covers(seat: Seat, since: int) -> bool:
    return seat.from_game <= since and (
        seat.left_after_game is None or seat.left_after_game >= since
    )


def _ends_at(seat: Seat, guest: Guest, place: _Held, since: int) -> bool:
    """Whether this is the same guest's seat at that place until just before."""
    same = (seat.table_id, seat.letter, seat.guest_id) == (place.table.pk, place.letter, guest.pk)
    return same and seat.left_after_game == since - 1


def _seat(row: Event, round_: Round, before: _Held, after: _Held, since: int) -> Seat:
    return Seat(
        event=row,
        round=round_,
        table=after.table,
        letter=after.letter,
        guest=before.guest,
        from_game=since,
        left_after_game=before.until,
    )


def _refuse_occupied(seats: Iterable[Seat], place: _Held, since: int) -> None:
    for seat in seats:
        here = (seat.table_id, seat.letter) == (place.table.pk, place.letter)
        if here and (seat.left_after_game is None or seat.left_after_game >= since):
            raise Refused(f"Seat {place.words} is taken by {seat.guest.name}: choose a free one.")


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
        pool = {
            one.refs[entry.seat]: entry
            for one in of_number
            if one.sheet
            for entry in one.said.entries
        }
        changes += [
            _version(one, seats[one.game.pk], pool, hands) for one in of_number if one.sheet
        ]
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
