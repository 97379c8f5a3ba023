"""Taking in who sat where by an archive: its rounds and how far each is, who changed seats during
one, who was seen at the door, and the plan of the hall.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from tournament.archive.shape import own_signature, refuse, refusing_at, rows_of
from tournament.counting.plan import PlanError, checked_plan
from tournament.counting.target import last_round
from tournament.ledger.chain import append, writing
from tournament.models import Event, Seat, Stage
from tournament.models.seating import RoundState
from tournament.seating.acts import (
    close_round,
    games_missing,
    lay_round,
    publish_round,
    reopen_round,
)


def seat_event(
    event: Event,
    document: Mapping[str, Any],
    now: datetime,
    *,
    stages: Sequence[str] = tuple(Stage),
) -> None:
    """Every round of these stages laid, and published unless the archive has it as a draft."""
    refs = set(event.guests.values_list("ref", flat=True))
    rounds = {row["round"]: row for _place, row in rows_of(document, "rounds")}
    for name, tables in document["seating"].items():
        stage = Stage.PLAYOFF if name == "playoff" else Stage.QUALIFYING
        if stage not in stages or (stage == Stage.PLAYOFF and not tables):
            continue
        number = event.playoff_round if stage == Stage.PLAYOFF else int(name)
        for table in tables:
            for ref in table:
                if ref is not None and ref not in refs:
                    refuse(f"seating[{name}]", f"{ref!r} is not among the players.")
        round_row = rounds.get(number, {})
        lay_round(event, number, tables, movement=round_row.get("movement", ""), stage=stage)
        if round_row.get("games"):
            event.rounds.filter(number=number).update(games=round_row["games"])
        if round_row.get("state") != RoundState.DRAFT:
            publish_round(event, number, own_signature(now))
    # The entries of the published rounds do not tell of these seats.
    if seats := _part_seats(event, document, stages):
        with writing(event) as locked:
            append(locked, "part_seats", {"seats": seats}, own_signature(now))


def close_complete_rounds(event: Event, now: datetime, *, sealed: bool = False) -> None:
    """Close every qualifying round whose games are all in; the last one only when play-off or seal
    came after it.
    """
    after = sealed or event.rounds.filter(stage=Stage.PLAYOFF).exists()
    for round_ in event.rounds.filter(stage=Stage.QUALIFYING, state=RoundState.PUBLISHED):
        if (round_.number < last_round(event) or after) and not games_missing(round_):
            close_round(event, round_.number, own_signature(now))


def take_round_states(event: Event, document: Mapping[str, Any], now: datetime) -> None:
    """Close and open again what the archive says is closed or open, where its games alone do not
    tell.
    """
    for _place, row in rows_of(document, "rounds"):
        number, state = row["round"], row.get("state")
        round_ = event.rounds.filter(number=number).first()
        if round_ is None:
            refuse("rounds", f"round {number} is not in the seating.")
        with refusing_at("rounds"):
            if state == RoundState.CLOSED and round_.open:
                close_round(event, number, own_signature(now))
            if state == RoundState.PUBLISHED and round_.state == RoundState.CLOSED:
                reopen_round(event, number, own_signature(now), reason="Open in the archive")


def _part_seats(
    event: Event, document: Mapping[str, Any], stages: Sequence[str]
) -> list[dict[str, Any]]:
    """Who had a seat for a part of a round; returns the seats as the ledger keeps them."""
    seats: list[dict[str, Any]] = []
    guests = {guest.ref: guest for guest in event.guests.all()}
    tables = {
        (table.round.number, table.number): table for table in event.tables.select_related("round")
    }
    for place, row in rows_of(document, "part_seats"):
        number, letter = row["round"], row["seat"]
        if (Stage.PLAYOFF if number == event.playoff_round else Stage.QUALIFYING) not in stages:
            continue
        table, guest = tables.get((number, row["table"])), guests.get(row["player"])
        since, until = row.get("from_game", 1), row.get("left_after_game")
        last = since if until is None else until
        if not (table and guest and 1 <= since <= last <= table.round.games):
            refuse(place, "there is no such table, seat, player or game.")
        seat: dict[str, Any] = {"event": event, "round": table.round, "table": table}
        seat |= {"letter": letter, "from_game": since}
        if Seat.objects.filter(**seat).exclude(guest=guest).exists():
            refuse(place, "somebody else has that seat.")
        staying = Seat.objects.filter(round=table.round, guest=guest, left_after_game=None)
        if until is None and staying.exclude(table=table, letter=letter, from_game=since).exists():
            refuse(place, "the player has another seat in that round.")
        Seat.objects.update_or_create(**seat, guest=guest, defaults={"left_after_game": until})
        spot = {"round": number, "table": table.number, "letter": letter}
        seats.append(spot | {"guest": guest.ref, "game": since, "until": until})
    return seats


def take_door(event: Event, now: datetime) -> None:
    """An entry of the ledger for the guests whom the archive has seen at the door, if any."""
    arrived = event.guests.exclude(arrived_at=None).order_by("pk").values_list("ref", flat=True)
    if refs := list(arrived):
        with writing(event) as row:
            append(row, "arrivals", {"arrived": refs}, own_signature(now))


def hall_plan(row: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The plan of the hall that an event of an archive tells, none where it tells none."""
    try:
        return checked_plan(row.get("hall_plan", []))
    except PlanError as error:
        refuse("event.hall_plan", str(error))
