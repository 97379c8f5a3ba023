"""Who sat where in an archive: its rounds, who changed seats during one and how far each round
is, who was seen at the door, what guests need of the hall and its plan; taken in as it was
written out, with keys that are absent where there is nothing to say.
"""

import uuid
from collections.abc import Mapping, Sequence
from datetime import datetime
from string import ascii_uppercase
from typing import Any

from tournament.archive import shape as form
from tournament.archive.games import IMPORTED
from tournament.archive.shape import archived_time, refuse, refusing_at
from tournament.counting.plan import PlanError, checked_plan
from tournament.counting.target import last_round
from tournament.ledger.chain import Signature, append, writing
from tournament.models import Event, Guest, Seat, Stage
from tournament.models.seating import RoundState
from tournament.seating.acts import (
    close_round,
    games_missing,
    lay_round,
    publish_round,
    reopen_round,
)

MOVEMENT = 400
MOST_GAMES = 20


def seat_event(
    event: Event,
    document: Mapping[str, Any],
    now: datetime,
    *,
    stages: Sequence[str] = tuple(Stage),
) -> None:
    """Every round of these stages laid, and published unless the archive has it as a draft."""
    refs = set(event.guests.values_list("ref", flat=True))
    rounds = _rounds(event, document)
    for name, tables in document["seating"].items():
        stage = Stage.PLAYOFF if name == "playoff" else Stage.QUALIFYING
        if stage not in stages or (stage == Stage.PLAYOFF and not tables):
            continue
        number = event.playoff_round if stage == Stage.PLAYOFF else _round_number(name)
        for table in tables:
            for ref in table:
                if ref is not None and ref not in refs:
                    refuse(f"seating[{name}]", f"{ref!r} is not among the players.")
        movement, state, games = rounds.get(number, ("", "", 0))
        lay_round(event, number, tables, movement=movement, stage=stage)
        if games:
            event.rounds.filter(number=number).update(games=games)
        if state != RoundState.DRAFT:
            publish_round(event, number, _sign(now, f"publish-{number}"))
    _log_part_seats(event, _part_seats(event, document.get("part_seats", []), stages), now)


def _log_part_seats(event: Event, occupied: list[dict[str, Any]], now: datetime) -> None:
    """The seats that the entries of the published rounds do not tell."""
    if occupied:
        with writing(event) as row:
            append(row, "part_seats", {"seats": occupied}, _sign(now, "part-seats"))


def close_complete_rounds(event: Event, now: datetime, *, sealed: bool = False) -> None:
    """Close every qualifying round whose games are all in; the last one only when play-off or seal
    came after it.
    """
    after = sealed or event.rounds.filter(stage=Stage.PLAYOFF).exists()
    for round_ in event.rounds.filter(stage=Stage.QUALIFYING, state=RoundState.PUBLISHED):
        if (round_.number < last_round(event) or after) and not games_missing(round_):
            close_round(event, round_.number, _sign(now, f"close-{round_.number}"))


def take_round_states(event: Event, document: Mapping[str, Any], now: datetime) -> None:
    """Close and open again what the archive says is closed or open, where its games alone do not
    tell.
    """
    for number, (_movement, state, _games) in _rounds(event, document).items():
        round_ = event.rounds.filter(number=number).first()
        if round_ is None:
            refuse("rounds", f"round {number} is not in the seating.")
        with refusing_at("rounds"):
            if state == RoundState.CLOSED and round_.open:
                close_round(event, number, _sign(now, f"close-{number}"))
            if state == RoundState.PUBLISHED and round_.state == RoundState.CLOSED:
                reopen_round(
                    event, number, _sign(now, f"reopen-{number}"), reason="Open in the archive"
                )


def _rounds(event: Event, document: Mapping[str, Any]) -> dict[int, tuple[str, str, int]]:
    """Movement, state and number of games by the number of the round, for the
    rounds that tell any.
    """
    rounds: dict[int, tuple[str, str, int]] = {}
    for index, value in enumerate(form.sequence(document.get("rounds", []), "rounds")):
        place = f"rounds[{index}]"
        row = form.mapping(value, place)
        state = form.text(row, "state", place, "")
        if state not in ("", *RoundState):
            refuse(f"{place}.state", form.one_of(RoundState))
        movement = form.text(row, "movement", place, "")
        if len(movement) > MOVEMENT:
            refuse(
                f"{place}.movement", f"a sentence of at most {MOVEMENT} characters is needed here."
            )
        games = form.whole(row, "games", place, 0)
        if games > MOST_GAMES:
            refuse(f"{place}.games", f"a number of games up to {MOST_GAMES} is needed here.")
        rounds[form.whole(row, "round", place)] = (movement, state, games)
    return rounds


def _sign(now: datetime, subject: str) -> Signature:
    return Signature(IMPORTED, now, f"{subject}-{uuid.uuid4()}")


def _round_number(name: str) -> int:
    if not name.isdecimal():
        refuse("seating", f"{name!r} is no round: use the round's number, or playoff.")
    return int(name)


def _part_seats(event: Event, rows: Any, stages: Sequence[str]) -> list[dict[str, Any]]:
    """Who had a seat for a part of a round; returns the seats as the ledger keeps them."""
    seats: list[dict[str, Any]] = []
    guests = {guest.ref: guest for guest in event.guests.all()}
    tables = {
        (table.round.number, table.number): table for table in event.tables.select_related("round")
    }
    for index, value in enumerate(form.sequence(rows, "part_seats")):
        place = f"part_seats[{index}]"
        row = form.mapping(value, place)
        number = form.whole(row, "round", place)
        if (Stage.PLAYOFF if number == event.playoff_round else Stage.QUALIFYING) not in stages:
            continue
        table = tables.get((number, form.whole(row, "table", place)))
        guest = guests.get(form.text(row, "player", place))
        letter, since = form.text(row, "seat", place), form.whole(row, "from_game", place, 1)
        until = (
            None
            if row.get("left_after_game") is None
            else form.whole(row, "left_after_game", place)
        )
        last = since if until is None else until
        is_seat_letter = letter in tuple(ascii_uppercase)
        if not (table and guest and is_seat_letter and 1 <= since <= last <= table.round.games):
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


NEEDS = ("step_free", "keeps_room")
"""What a guest may need of the hall: the step-free side, or one room for all rounds."""


def hall_of(event: Event) -> dict[str, Any]:
    """The plan of the hall, where there is one."""
    return {"hall_plan": event.hall_plan} if event.hall_plan else {}


def door_of(guest: Guest) -> dict[str, Any]:
    """When a guest was seen at the door, and what they need of the hall."""
    row: dict[str, Any] = (
        {"arrived_at": archived_time(guest.arrived_at)} if guest.arrived_at else {}
    )
    return row | {name: True for name in NEEDS if getattr(guest, name)}


def take_door(event: Event, document: Mapping[str, Any], now: datetime) -> None:
    """The marks of the guests and the plan of the hall; nothing where the archive has neither."""
    plan = _plan(document["event"])
    guests = {guest.ref: guest for guest in event.guests.all()}
    changed = []
    for index, row in enumerate(document["players"]):
        place, guest = f"players[{index}]", guests[row["id"]]
        for name in NEEDS:
            setattr(guest, name, form.truth(row, name, place))
        if "arrived_at" in row:
            guest.arrived_at = form.moment(
                form.text(row, "arrived_at", place), f"{place}.arrived_at"
            )
        if guest.arrived_at or any(getattr(guest, name) for name in NEEDS):
            changed.append(guest)
    if plan or changed:
        _keep(event, plan, changed, now)


def _keep(event: Event, plan: list[dict[str, Any]], changed: list[Guest], now: datetime) -> None:
    with writing(event) as row:
        Guest.objects.bulk_update(changed, ["arrived_at", *NEEDS])
        row.hall_plan = event.hall_plan = plan
        row.save(update_fields=["hall_plan"])
        arrived = [guest.ref for guest in changed if guest.arrived_at]
        if arrived:
            append(
                row,
                "arrivals",
                {"arrived": arrived},
                Signature(IMPORTED, now, f"arrivals-{uuid.uuid4()}"),
            )


def _plan(row: Mapping[str, Any]) -> list[dict[str, Any]]:
    rows = form.sequence(row.get("hall_plan", []), "event.hall_plan")
    for index, table in enumerate(rows):
        form.mapping(table, f"event.hall_plan[{index}]")
    try:
        return checked_plan(rows)
    except PlanError as error:
        refuse("event.hall_plan", str(error))
