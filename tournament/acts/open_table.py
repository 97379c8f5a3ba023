"""Opening a table for those who wait, while a round is played, and taking it back."""

from collections.abc import Sequence

from tournament.acts.seating import SeatingRefusedError, known
from tournament.hall_plan import table_label
from tournament.ledger.chain import Signature, append, writing
from tournament.ledger.seats import MOST, fewest
from tournament.ledger.waiting import round_in_play, waiting
from tournament.models import Event, Game, Guest, Round, Seat, Sheet, Stage, Table
from tournament.models.guest import GuestStatus
from tournament.models.seating import RoundState
from tournament.snapshot import after_snapshot

LETTERS = "ABCDEF"[:MOST]


class TableRefusedError(SeatingRefusedError):
    """The table cannot be opened or taken back: the sentence says why and what to do."""


def open_table(event: Event, refs: Sequence[str], by: Signature) -> Table:
    """Four to six of those who wait sit down at a table of their own and play at once. Reverse act: `take_table_back`.

    The first table opens round 1. Raises TableRefusedError where somebody does not wait, or no round takes tables.
    """
    with writing(event) as row:
        found = round_in_play(row)
        if known(row, by):
            return Table.objects.filter(event=row, round=found).latest("number")
        if not fewest(row) <= len(set(refs)) <= MOST or len(set(refs)) != len(refs):
            raise TableRefusedError(f"A table takes {fewest(row)} to {MOST} guests: {len(refs)} are chosen.")
        guests = {guest.ref: guest for guest in waiting(row, found)}
        if gone := [ref for ref in refs if ref not in guests]:
            raise TableRefusedError(f"{_name(row, gone[0])} does not wait for a seat any more: choose again.")
        found = found or _first_round(row, by)
        table = _free_table(row, found)
        seated = [guests[ref] for ref in refs]
        listed = _seat(table, found, seated)
        body = {"round": found.number, "table": table.number, "seats": dict(zip(LETTERS, refs, strict=False))}
        append(row, "open_table", body | {"games": found.games, "listed": listed}, by)
    return table


@after_snapshot
def take_table_back(event: Event, spot: tuple[int, int], by: Signature, *, reason: str) -> None:
    """Those at a table (round, number) that was opened wait again, while it has no sheet. Reverse act: `open_table`."""
    number, place = spot
    with writing(event) as row:
        if known(row, by):
            return
        found = Table.objects.select_related("round").filter(event=row, round__number=number, number=place).first()
        if found is None or not found.round.open or found.round.stage != Stage.QUALIFYING:
            raise TableRefusedError("There is no such table in play.")
        called = table_label(row, place)
        if Sheet.objects.filter(game__table=found).exists():
            raise TableRefusedError(f"Table {called} has a sheet: move its guests one by one instead.")
        seats = dict(found.seats.values_list("letter", "guest__ref"))
        if not seats:
            raise TableRefusedError(f"Nobody sits at table {called}.")
        append(row, "close_table", {"round": number, "table": place, "seats": seats}, by, reason=reason)
        _clear(found)


def _first_round(row: Event, by: Signature) -> Round:
    """Round 1 opens with its first table; a further round is drawn."""
    latest = Round.objects.filter(event=row).order_by("-number").first()
    if latest is None:
        return Round.objects.create(
            event=row, number=1, games=row.games_per_round, state=RoundState.PUBLISHED, published_at=by.at
        )
    if latest.state == RoundState.DRAFT:
        raise TableRefusedError(f"{latest} is drawn and not published: publish it, or seat the guests there.")
    raise TableRefusedError(f"{latest} is closed: draw the next round, or open this one again.")


def _free_table(row: Event, found: Round) -> Table:
    """A table that nobody sits at, or one more."""
    numbers = set(found.tables.filter(seats__isnull=False).values_list("number", flat=True))
    free = next(number for number in range(1, len(numbers) + 2) if number not in numbers)
    return Table.objects.get_or_create(event=row, round=found, number=free)[0]


def _seat(table: Table, found: Round, guests: Sequence[Guest]) -> dict[str, str]:
    """Seats, games, and how those are listed who missed a round before; returns how these were listed until now."""
    event = found.event
    Seat.objects.bulk_create(
        Seat(event=event, round=found, table=table, letter=letter, guest=guest)
        for letter, guest in zip(LETTERS, guests, strict=False)
    )
    Game.objects.bulk_create(Game(event=event, table=table, number=game) for game in range(1, found.games + 1))
    listed: dict[str, str] = {}
    if found.number > 1:
        sat = Seat.objects.filter(event=event, round__number__lt=found.number, guest__in=guests).values("guest")
        late = Guest.objects.filter(pk__in=[guest.pk for guest in guests], status=GuestStatus.REGISTERED)
        listed = dict(late.exclude(pk__in=sat).values_list("ref", "status"))
        late.filter(ref__in=listed).update(status=GuestStatus.LATE)
    return listed


def _clear(table: Table) -> None:
    found = table.round
    Game.objects.filter(table=table).delete()
    Seat.objects.filter(table=table).delete()
    if not found.tables.filter(number__gt=table.number).exists():
        table.delete()
    if not found.tables.exists():
        found.delete()


def _name(row: Event, ref: str) -> str:
    return Guest.objects.filter(event=row, ref=ref).values_list("name", flat=True).first() or "Somebody"
