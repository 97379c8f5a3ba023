"""Opening a table for those who wait, while a round is played, and taking it back."""

from collections.abc import Sequence

from tournament.counting.plan import bounds_of, letters_of, table_label
from tournament.counting.seats import round_in_play, waiting
from tournament.ledger.chain import Signature, append, known, writing
from tournament.models import Event, Game, Guest, Round, Seat, Sheet, Stage, Table
from tournament.models.guest import GuestStatus
from tournament.models.seating import RoundState
from tournament.refusal import Refused
from tournament.seating.acts_seats import seat
from tournament.seating.changes import Change, Floor
from tournament.server.snapshot import after_snapshot


def open_table(event: Event, refs: Sequence[str], signature: Signature) -> Table:
    """Four to six of those who wait sit down at a table of their own and play at once. Reverse act:
    `take_table_back`.

    The first table opens round 1. Raises Refused where somebody does not wait, or no
    round takes tables.
    """
    with writing(event) as row:
        round_ = round_in_play(row)
        if known(row, signature):
            return Table.objects.filter(event=row, round=round_).latest("number")
        bounds = bounds_of(row)
        if not bounds.least <= len(set(refs)) <= bounds.most or len(set(refs)) != len(refs):
            raise Refused(
                f"A table takes {bounds.least} to {bounds.most} guests: {len(refs)} are chosen."
            )
        guests = {guest.ref: guest for guest in waiting(row, round_)}
        if departed := [ref for ref in refs if ref not in guests]:
            raise Refused(
                f"{_name_of(row, departed[0])} does not wait for a seat any more: choose again."
            )
        round_ = round_ or _first_round(row, signature)
        table = _free_table(row, round_)
        seated = [guests[ref] for ref in refs]
        listed = _seat_at(table, round_, seated)
        body = {
            "round": round_.number,
            "table": table.number,
            "seats": dict(zip(letters_of(row), refs, strict=False)),
        }
        append(row, "open_table", body | {"games": round_.games, "listed": listed}, signature)
    return table


@after_snapshot
def take_table_back(
    event: Event, spot: tuple[int, int], signature: Signature, *, reason: str
) -> None:
    """Those at a table (round, number) that was opened wait again, while it has no sheet.

    Reverse act: `open_table`.
    """
    number, place = spot
    with writing(event) as row:
        if known(row, signature):
            return
        table = (
            Table.objects.select_related("round")
            .filter(event=row, round__number=number, number=place)
            .first()
        )
        if table is None or not table.round.open or table.round.stage != Stage.QUALIFYING:
            raise Refused("There is no such table in play.")
        called = table_label(row, place)
        if Sheet.objects.filter(game__table=table).exists():
            raise Refused(f"Table {called} has a sheet: move its guests one by one instead.")
        seats = dict(table.seats.values_list("letter", "guest__ref"))
        if not seats:
            raise Refused(f"Nobody sits at table {called}.")
        append(
            row,
            "close_table",
            {"round": number, "table": place, "seats": seats},
            signature,
            reason=reason,
        )
        _clear(table)


def _first_round(row: Event, signature: Signature) -> Round:
    """Round 1 opens with its first table; a further round is drawn."""
    latest = Round.objects.filter(event=row).order_by("-number").first()
    if latest is None:
        return Round.objects.create(
            event=row,
            number=1,
            games=row.games_per_round,
            state=RoundState.PUBLISHED,
            published_at=signature.at,
        )
    if latest.state == RoundState.DRAFT:
        raise Refused(f"{latest} is drawn and not published: publish it, or seat the guests there.")
    raise Refused(f"{latest} is closed: draw the next round, or open this one again.")


def _free_table(row: Event, round_: Round) -> Table:
    """A table that nobody sits at, or one more."""
    numbers = set(round_.tables.filter(seats__isnull=False).values_list("number", flat=True))
    free = next(number for number in range(1, len(numbers) + 2) if number not in numbers)
    return Table.objects.get_or_create(event=row, round=round_, number=free)[0]


def _seat_at(table: Table, round_: Round, guests: Sequence[Guest]) -> dict[str, str]:
    """Seats, games, and how those are listed who missed a round before; returns how these were
    listed until now.
    """
    event = round_.event
    letters = zip(letters_of(event), guests, strict=False)
    changes = [Change(guest, table=table.number, letter=letter) for letter, guest in letters]
    seat(Floor.of(event, round_.number), changes, company=False)
    Game.objects.bulk_create(
        Game(event=event, table=table, number=game) for game in range(1, round_.games + 1)
    )
    listed: dict[str, str] = {}
    if round_.number > 1:
        sat = Seat.objects.filter(
            event=event, round__number__lt=round_.number, guest__in=guests
        ).values("guest")
        late = Guest.objects.filter(
            pk__in=[guest.pk for guest in guests], status=GuestStatus.REGISTERED
        )
        listed = dict(late.exclude(pk__in=sat).values_list("ref", "status"))
        late.filter(ref__in=listed).update(status=GuestStatus.LATE)
    return listed


def _clear(table: Table) -> None:
    round_ = table.round
    Game.objects.filter(table=table).delete()
    Seat.objects.filter(table=table).delete()
    if not round_.tables.filter(number__gt=table.number).exists():
        table.delete()
    if not round_.tables.exists():
        round_.delete()


def _name_of(row: Event, ref: str) -> str:
    return (
        Guest.objects.filter(event=row, ref=ref).values_list("name", flat=True).first()
        or "Somebody"
    )
