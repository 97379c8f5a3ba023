"""Laying, publishing, closing and clearing who sits where."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from scoring.seating import seat_letter
from scoring.words import first_few, many
from tournament.counting.plan import table_label
from tournament.counting.round_totals import games_without_sheet
from tournament.counting.rulings import outstanding, outstanding_words
from tournament.counting.scores import rules
from tournament.counting.seats import attended
from tournament.counting.target import last_round, target_words
from tournament.guests.acts import strike
from tournament.ledger.chain import Signature, append, writing
from tournament.models import (
    Call,
    CardTotal,
    Event,
    Game,
    Guest,
    LedgerEntry,
    Round,
    RoundTotal,
    Ruling,
    Seat,
    Stage,
    Table,
)
from tournament.models.seating import RoundState
from tournament.refusal import Refused, needs
from tournament.seating.acts_seats import seat
from tournament.seating.changes import Change, Floor
from tournament.server.snapshot import after_snapshot

Tables = Sequence[Sequence[str | None]]
Sat = tuple[Any, ...]
"""The key and number of a table, and letter, guest, first and last game of a seat at it."""


def lay_round(
    event: Event, number: int, tables: Tables, *, movement: str = "", stage: str = Stage.QUALIFYING
) -> Round:
    """Lay the draft of a round in the place of an earlier draft: refs in seat order, None for an
    empty seat.

    Reverse act: `clear_round`.
    """
    with writing(event) as row:
        return laid(row, number, tables, movement=movement, stage=stage)


def laid(
    row: Event, number: int, tables: Tables, *, movement: str = "", stage: str = Stage.QUALIFYING
) -> Round:
    """A round laid inside an act; an earlier draft keeps its tables, and other guests take their
    seats.
    """
    games = row.playoff_games if stage == Stage.PLAYOFF else row.games_per_round
    round_ = Round.objects.filter(event=row, number=number).first()
    if round_ and round_.state != RoundState.DRAFT:
        raise Refused(f"{round_} is published: swap guests there instead of drawing it again.")
    there: dict[int, Table] = {}
    if round_:
        there = {table.number: table for table in Table.objects.filter(round=round_)}
        Seat.objects.filter(round=round_).delete()
        Round.objects.filter(pk=round_.pk).update(stage=stage, games=games, movement=movement)
        round_.stage, round_.games, round_.movement = stage, games, movement
    else:
        round_ = Round.objects.create(
            event=row, number=number, stage=stage, games=games, movement=movement
        )
    _fill(round_, tables, there)
    return round_


@after_snapshot
def clear_round(event: Event, number: int) -> None:
    """Throw a draft away. Reverse act: `lay_round`."""
    with writing(event) as row:
        round_ = round_of(row, number)
        if round_.state != RoundState.DRAFT:
            raise Refused(f"{round_} is published and stays.")
        _clear(round_)


def publish_round(event: Event, number: int, signature: Signature) -> Round:
    """Publish a draft: its games are laid out and its tables take sheets.

    Reverse act: `clear_published`.
    """
    with writing(event) as row:
        round_ = round_of(row, number)
        return published(row, round_, signature)


def published(row: Event, round_: Round, signature: Signature) -> Round:
    """A draft published inside an act."""
    if round_.state != RoundState.DRAFT:
        raise Refused(f"{round_} is published already.")
    round_.state, round_.published_at = RoundState.PUBLISHED, signature.at
    round_.save()
    sat = _sat(round_)
    tables = _refs(sat)
    # A table that nobody sits at, such as one given up at the door, plays no game.
    occupied = [table for table, seats in tables.items() if seats]
    numbers = range(1, round_.games + 1)
    Game.objects.bulk_create(
        [Game(event=row, table_id=table, number=game) for table in occupied for game in numbers]
    )
    body = {
        "round": round_.number,
        "tables": list(tables.values()),
        "games": round_.games,
        "stage": str(round_.stage),
    }
    append(row, "publish", body | _part_seats(sat), signature)
    return round_


def _part_seats(sat: Iterable[Sat]) -> dict[str, Any]:
    """The seats that are somebody's for a part of the games alone, as the ledger keeps them."""
    seats = [
        {"table": number, "letter": letter, "guest": ref, "game": since, "until": until}
        for _table, number, letter, ref, since, until in sat
        if letter and (since > 1 or until is not None)
    ]
    return {"parts": seats} if seats else {}


@after_snapshot
def close_round(event: Event, number: int, signature: Signature, *, flagged: int = 0) -> Round:
    """Close a round whose sheets are all in. Reverse act: `reopen_round`.

    `flagged`: on so many sheets a flag is open, and whoever closes the round knows it and lets them
    stand.
    """
    with writing(event) as row:
        round_ = round_of(row, number)
        if round_.state != RoundState.PUBLISHED:
            raise Refused(f"{round_} is not open.")
        missing = games_missing(round_)
        if missing:
            raise Refused(f"{round_} cannot be closed yet: {_missing_words(row, missing)}")
        wanting = outstanding_words(outstanding(row, number))
        if wanting:
            raise Refused(f"{round_} cannot be closed yet. {wanting}")
        round_.state, round_.closed_at = RoundState.CLOSED, signature.at
        round_.save()
        body = {"round": number} | ({"flagged": flagged} if flagged else {})
        append(row, "close", body | ended_by_target(row, round_, signature), signature)
    return round_


def ended_by_target(row: Event, round_: Round, signature: Signature) -> dict[str, int]:
    """Inside an act that closes a round: it becomes the last where the target of all rounds is
    reached, and those that would follow are taken back unless one has sheets. For the ledger, how
    many rounds were declared. Reverse: `goes_on_again`.
    """
    declared, later = row.qualifying_rounds, Round.objects.filter(event=row).order_by("number")
    later = later.filter(stage=Stage.QUALIFYING, number__gt=round_.number)
    played = Game.objects.filter(table__round__in=later, sheets__isnull=False)
    if not last_round(row) <= round_.number < declared or played.exists():
        return {}
    for follower in later:
        if follower.state == RoundState.DRAFT:
            _clear(follower)
        else:
            signed = replace(signature, key=f"{signature.key[:70]} {follower.number}")
            cleared(row, follower, signed, reason=target_words(row, last_round(row)))
    row.qualifying_rounds = round_.number
    row.save(update_fields=["qualifying_rounds"])
    return {"rounds": declared}


def goes_on_again(row: Event, number: int) -> None:
    """Inside an act that opens a round again: so many rounds as were declared before it was closed
    as the last.
    """
    closings = LedgerEntry.objects.filter(event=row, body__round=number, body__rounds__gt=number)
    closing = closings.filter(kind__in=("close", "time_out")).order_by("-number").first()
    laid_after = Round.objects.filter(event=row, number__gt=number)
    if closing is not None and row.qualifying_rounds == number and not laid_after.exists():
        row.qualifying_rounds = closing.body["rounds"]
        row.save(update_fields=["qualifying_rounds"])


@after_snapshot
def reopen_round(event: Event, number: int, signature: Signature, *, reason: str) -> Round:
    """Let a closed round take sheets again. Reverse act: `close_round`."""
    with writing(event) as row:
        round_ = round_of(row, number)
        if round_.state != RoundState.CLOSED:
            raise Refused(f"{round_} is not closed.")
        needs(reason, "Say why the round is opened again.")
        round_.state, round_.closed_at = RoundState.PUBLISHED, None
        round_.save()
        goes_on_again(row, number)
        append(row, "reopen", {"round": number}, signature, reason=reason)
    return round_


def games_missing(round_: Round) -> list[tuple[int, int]]:
    """Table and game of every game of a round that wants a sheet.

    Somebody sits there, and it is not void, not unplayed and not told in all.
    """
    games = Game.objects.filter(table__round=round_, not_played=False, void=False)
    open_games = attended(games).exclude(sheets__accepted=True).order_by("table__number", "number")
    without_sheet = games_without_sheet(round_.event)
    missing = open_games.values_list("table__number", "number")
    return [
        (table, game)
        for table, game in missing
        if (round_.number, table, game) not in without_sheet
    ]


def round_of(row: Event, number: int) -> Round:
    """The round with this number, or a refusal."""
    round_ = Round.objects.filter(event=row, number=number).first()
    if round_ is None:
        raise Refused(f"There is no round {number}.")
    round_.event = row
    return round_


def _missing_words(row: Event, missing: Sequence[tuple[int, int]]) -> str:
    names = [f"table {table_label(row, table)} game {game}" for table, game in missing]
    games = many(len(missing), "game has", "games have")
    return f"{games} no sheet: {first_few(names, 6)}. Enter them first."


def _clear(round_: Round) -> None:
    """Take a round away with its tables and seats; what the umpires wrote about it is never taken
    with it.
    """
    own = (model.objects.filter(round=OuterRef("pk")) for model in (RoundTotal, CardTotal))
    rulings = Exists(Ruling.objects.filter(table__round=OuterRef("pk")))
    if Round.objects.filter(rulings | Exists(next(own)) | Exists(next(own)), pk=round_.pk).exists():
        raise Refused(f"{round_} has rulings or totals of its own on record: it stays.")
    Call.objects.filter(table__round=round_).delete()
    # In one query each: whatever could refer to them is seen to above.
    for rows in (
        Seat.objects.filter(round=round_),
        Table.objects.filter(round=round_),
        Round.objects.filter(pk=round_.pk),
    ):
        rows._raw_delete(rows.db)


def drop_games(games: QuerySet[Game], words: str) -> None:
    """Take the games of a round away that is no longer played so, unless something was written
    about one.
    """
    if not strike(games):
        raise Refused(f"{words} has sheets, rulings or answers on record: it stays as published.")


def _fill(laid: Round, tables: Tables, there: dict[int, Table]) -> None:
    """Seat the guests at tables of which `there` are some already."""
    guests = {guest.ref: guest for guest in Guest.objects.filter(event=laid.event)}
    numbers = range(1, len(tables) + 1)
    if spare := [table.pk for number, table in there.items() if number not in numbers]:
        Table.objects.filter(pk__in=spare).delete()
    packs = [rules(laid.event).deal.packs(len([ref for ref in table if ref])) for table in tables]
    new = [
        Table(event=laid.event, round=laid, number=number, packs=packs[number - 1])
        for number in numbers
        if number not in there
    ]
    Table.objects.bulk_create(new)
    rows = there | {table.number: table for table in new}
    letters = tuple(map(seat_letter, range(max(map(len, tables), default=0))))
    changes = [
        Change(guests[ref], table=number, letter=letter)
        for number, refs in enumerate(tables, start=1)
        for letter, ref in zip(letters, refs, strict=False)
        if ref is not None
    ]
    seat(Floor(laid, (), rows, {}, letters), changes, company=False)


def _sat(round_: Round) -> list[Sat]:
    """Every seat of a round by table and letter, and a row without a letter for a table at which
    nobody sits.
    """
    rows = Table.objects.filter(round=round_).order_by(
        "number", "seats__letter", "seats__from_game"
    )
    columns = ("letter", "guest__ref", "from_game", "left_after_game")
    return list(rows.values_list("pk", "number", *(f"seats__{name}" for name in columns)))


def _refs(sat: Iterable[Sat]) -> dict[int, dict[str, str]]:
    """Who sits at each table of a round, by the table's key in the order of its number."""
    seats: dict[int, dict[str, str]] = {}
    for table, _number, letter, ref, *_games in sat:
        seats.setdefault(table, {}).update({letter: ref} if letter else {})
    return seats


def clear_published(
    event: Event,
    number: int,
    signature: Signature,
    *,
    reason: str,
    listed: Mapping[str, str] | None = None,
) -> None:
    """Take a published round back while none of its games has a sheet. Reverse act: laying and
    publishing it again.

    `listed` is how guests were listed whose listing changes with it, for the ledger.
    """
    with writing(event) as row:
        cleared(row, round_of(row, number), signature, reason=reason, listed=listed)


def cleared(
    row: Event,
    round_: Round,
    signature: Signature,
    *,
    reason: str,
    listed: Mapping[str, str] | None = None,
) -> None:
    """A published round taken back inside an act."""
    if Game.objects.filter(table__round=round_, sheets__isnull=False).exists():
        raise Refused(f"{round_} has sheets already: it stays as published.")
    if Game.objects.filter(table__round=round_, not_played=True).exists():
        raise Refused(f"{round_} has games declared not played: take that back first.")
    more: dict[str, Any] = {"listed": dict(listed)} if listed else {}
    append(row, "unpublish", {"round": round_.number} | more, signature, reason=reason)
    drop_games(Game.objects.filter(table__round=round_), str(round_))
    _clear(round_)
