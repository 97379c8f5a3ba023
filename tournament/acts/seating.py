"""Laying, publishing and changing who sits where."""

from collections.abc import Sequence

from scoring.seating import seat_letter
from tournament.ledger.chain import Signature, append, writing
from tournament.models import Event, Game, Guest, LedgerEntry, Round, Seat, Stage, Table
from tournament.models.seating import RoundState

Tables = Sequence[Sequence[str | None]]


class SeatingRefusedError(ValueError):
    """The seating cannot be changed so: the sentence says why and what to mend."""


def lay_round(event: Event, number: int, tables: Tables, *, movement: str = "", stage: str = Stage.QUALIFYING) -> Round:
    """Lay the draft of a round in the place of an earlier draft: refs in seat order, None for an empty seat.

    Reverse act: `clear_round`.
    """
    with writing(event) as row:
        games = row.playoff_games if stage == Stage.PLAYOFF else row.games_per_round
        found = Round.objects.filter(event=row, number=number).first()
        if found and found.state != RoundState.DRAFT:
            raise SeatingRefusedError(f"{found} is published: swap guests there instead of drawing it anew.")
        if found:
            _clear(found)
        laid = Round.objects.create(event=row, number=number, stage=stage, games=games, movement=movement)
        _fill(laid, tables)
    return laid


def clear_round(event: Event, number: int) -> None:
    """Throw a draft away."""
    with writing(event) as row:
        found = Round.objects.get(event=row, number=number)
        if found.state != RoundState.DRAFT:
            raise SeatingRefusedError(f"{found} is published and stays.")
        _clear(found)


def publish_round(event: Event, number: int, by: Signature) -> Round:
    """Publish a draft: its games are laid out and its tables take sheets."""
    with writing(event) as row:
        found = Round.objects.get(event=row, number=number)
        if found.state != RoundState.DRAFT:
            raise SeatingRefusedError(f"{found} is published already.")
        found.state, found.published_at = RoundState.PUBLISHED, by.at
        found.save()
        tables = list(found.tables.all())
        numbers = range(1, found.games + 1)
        Game.objects.bulk_create(Game(event=row, table=table, number=game) for table in tables for game in numbers)
        append(row, "publish", {"round": number, "tables": _refs(found)}, by)
    return found


def close_round(event: Event, number: int, by: Signature) -> Round:
    """Close a round whose sheets are all in. Reverse act: `reopen_round`."""
    with writing(event) as row:
        found = Round.objects.get(event=row, number=number)
        if found.state != RoundState.PUBLISHED:
            raise SeatingRefusedError(f"{found} is not open.")
        missing = games_missing(found)
        if missing:
            raise SeatingRefusedError(f"{found} cannot be closed yet: {_missing_words(missing)}")
        found.state, found.closed_at = RoundState.CLOSED, by.at
        found.save()
        append(row, "close", {"round": number}, by)
    return found


def reopen_round(event: Event, number: int, by: Signature, *, reason: str) -> Round:
    """Let a closed round take sheets again."""
    with writing(event) as row:
        found = Round.objects.get(event=row, number=number)
        if found.state != RoundState.CLOSED:
            raise SeatingRefusedError(f"{found} is not closed.")
        found.state, found.closed_at = RoundState.PUBLISHED, None
        found.save()
        append(row, "reopen", {"round": number}, by, reason=reason)
    return found


def games_missing(found: Round) -> list[tuple[int, int]]:
    """Table and game of every game of a round that has no sheet and is not declared not played."""
    games = Game.objects.filter(table__round=found, not_played=False)
    open_games = games.exclude(sheets__accepted=True).order_by("table__number", "number")
    return list(open_games.values_list("table__number", "number"))


def known(row: Event, by: Signature) -> bool:
    """Whether this very request was done already."""
    return LedgerEntry.objects.filter(event=row, key=by.key).exists()


def _missing_words(missing: Sequence[tuple[int, int]]) -> str:
    shown = ", ".join(f"table {table} game {game}" for table, game in missing[:6])
    more = f" and {len(missing) - 6} more" if len(missing) > 6 else ""
    games = "1 game has" if len(missing) == 1 else f"{len(missing)} games have"
    return f"{games} no sheet ({shown}{more}). Enter them first."


def _clear(found: Round) -> None:
    Seat.objects.filter(round=found).delete()
    Table.objects.filter(round=found).delete()
    found.delete()


def _fill(laid: Round, tables: Tables) -> None:
    guests = dict(Guest.objects.filter(event=laid.event).values_list("ref", "pk"))
    rows = Table.objects.bulk_create(
        Table(event=laid.event, round=laid, number=number) for number in range(1, len(tables) + 1)
    )
    Seat.objects.bulk_create(
        Seat(
            event=laid.event,
            round=laid,
            table=row,
            letter=seat_letter(place),
            guest_id=guests[ref],
        )
        for row, refs in zip(rows, tables, strict=True)
        for place, ref in enumerate(refs)
        if ref is not None
    )


def _refs(found: Round) -> list[dict[str, str]]:
    seats: dict[int, dict[str, str]] = {number: {} for number in found.tables.values_list("number", flat=True)}
    rows = Seat.objects.filter(round=found).order_by("table__number", "letter")
    for number, letter, ref in rows.values_list("table__number", "letter", "guest__ref"):
        seats[number][letter] = ref
    return list(seats.values())


def clear_published(event: Event, number: int, by: Signature, *, reason: str) -> None:
    """Take a published round back while none of its games has a sheet."""
    with writing(event) as row:
        found = Round.objects.get(event=row, number=number)
        if Game.objects.filter(table__round=found, sheets__isnull=False).exists():
            raise SeatingRefusedError(f"{found} has sheets already: it stays as published.")
        append(row, "unpublish", {"round": number}, by, reason=reason)
        Game.objects.filter(table__round=found).delete()
        _clear(found)
