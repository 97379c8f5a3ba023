"""What came between the cut and the hand-over, in an archive and taken in again through the real
acts: answers, reserves' cards, extra games, prizes, the podium.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any

from scoring.counting.board import digest
from tournament.archive.decisions import cards_of, own_edition, write_seal
from tournament.archive.games import take_game
from tournament.archive.shape import (
    NO_SUCH_NUMBER,
    archived_time,
    own_signature,
    refuse,
    refusing_at,
    rows_of,
    signature_of,
)
from tournament.counting.finals import CLOSED, RESERVES, closing_of
from tournament.counting.scores import seal_in_force
from tournament.finals.acts_cards import record_cut_of_cards
from tournament.finals.acts_playoff import lay_extra_game, show_playoff
from tournament.finals.acts_replies import reply
from tournament.ledger.chain import append, writing
from tournament.models import Event, LedgerEntry, Reply, Seal, Seat, Stage

Row = dict[str, Any]


def finals(event: Event, games: Iterable[Row]) -> dict[str, list[Row]]:
    """The optional keys of this part; `games` are all game rows, those of extra
    games among them.
    """
    rows = [row for row in games if row["stage"] == Stage.EXTRA]
    return {"broken_seals": _broken_seals(event)} | {
        "replies": _replies(event),
        "reserve_cards": _reserve_cards(event),
        "extra_games": _extra(event, rows),
    }


def finals_of_event(event: Event) -> Row:
    """How the public followed the play-off, when the podium was shown, who closed the evening."""
    row: Row = {}
    if event.playoff_live:
        row["playoff_live"] = True
    if event.podium_revealed_at:
        row["podium_revealed_at"] = archived_time(event.podium_revealed_at)
    closed = closing_of(event)
    if closed:
        row |= {"closed_at": archived_time(closed.at), "closed_by": closed.actor}
    return row


def _broken_seals(event: Event) -> list[Row]:
    """The editions before the one in force, each whole as it was sealed, and
    why it was given up.
    """
    kinds = ("break_seal", "withdraw_reveal")
    given_up = {
        entry.body.get("withdrawn", entry.body.get("edition")): entry
        for entry in LedgerEntry.standing.filter(event=event, kind__in=kinds).order_by("number")
    }
    return [
        _broken(seal, given_up.get(seal.edition))
        for seal in Seal.objects.filter(event=event).exclude(broken_at=None)
    ]


def _broken(seal: Seal, entry: LedgerEntry | None) -> Row:
    row: Row = {"edition": seal.edition, "sealed_by": seal.sealed_by, "snapshot": seal.snapshot}
    times = {
        name: getattr(seal, name)
        for name in ("sealed_at", "printed_at", "revealed_at", "broken_at")
    }
    row |= {name: archived_time(moment) for name, moment in times.items() if moment is not None}
    return row | ({"broken_by": entry.actor, "reason": entry.reason} if entry else {})


def _replies(event: Event) -> list[Row]:
    seal = seal_in_force(event)
    replies = Reply.objects.filter(event=event, seal=seal, taken_back=None).select_related(
        "guest", "entry"
    )
    return [
        {
            "player": reply.guest.ref,
            "declined": reply.declined,
            "answered_at": archived_time(reply.entry.at),
            "answered_by": reply.entry.actor,
        }
        for reply in replies.order_by("pk")
    ]


def _reserve_cards(event: Event) -> list[Row]:
    entries = (
        LedgerEntry.objects.filter(event=event, cuts_of_cards__stage=RESERVES)
        .distinct()
        .order_by("number")
    )
    return [cards_of(entry) for entry in entries]


def _extra(event: Event, games: list[Row]) -> list[Row]:
    """Each extra game with who plays it and, once it is in, its row as among the games."""
    played = {row["round"]: row for row in games}
    seats = Seat.objects.filter(event=event, round__stage=Stage.EXTRA).order_by(
        "round__number", "letter"
    )
    players: dict[int, list[str]] = {}
    for number, ref in seats.values_list("round__number", "guest__ref"):
        players.setdefault(number, []).append(ref)
    return [
        {"players": refs} | ({"game": played[number]} if number in played else {})
        for number, refs in players.items()
    ]


def take_broken_seals(event: Event, document: Mapping[str, Any], now: datetime) -> None:
    """The editions that were sealed and given up again, as they stood; the results of then are
    theirs alone.
    """
    for place, row in rows_of(document, "broken_seals"):
        edition = own_edition(event, row["edition"], place)
        try:
            head = digest(row["snapshot"])
        except ValueError:
            refuse(f"{place}.snapshot", NO_SUCH_NUMBER)
        broken = signature_of(row, now, "broken")
        with writing(event) as locked:
            kept = {**row, "broken_at": archived_time(broken.at)}
            write_seal(locked, kept, edition, head, signature_of(row, now, "sealed"))
            reason = row.get("reason", "")
            append(locked, "break_seal", {"edition": edition}, broken, reason=reason)


def take_answers(event: Event, document: Mapping[str, Any], now: datetime) -> None:
    """What finalists answered, and the cards that reserves cut."""
    for place, row in rows_of(document, "replies"):
        signature, declined = signature_of(row, now, "answered"), row.get("declined", False)
        with refusing_at(place):
            reply(event, [row["player"]], signature, declined=declined)
    for place, row in rows_of(document, "reserve_cards"):
        with refusing_at(place):
            signature = signature_of(row, now, "recorded")
            record_cut_of_cards(event, row["cards"], signature, stage=RESERVES)


def take_extra_games(
    event: Event,
    document: Mapping[str, Any],
    now: datetime,
    earlier: Callable[[Event, tuple[int, int, int], datetime], None],
) -> None:
    """Extra games opened between the same guests and entered, `earlier` versions of their sheets
    first.
    """
    for place, row in rows_of(document, "extra_games"):
        refs = row["players"]
        strangers = set(refs) - set(event.guests.values_list("ref", flat=True))
        if strangers or len(set(refs)) < 2 or not event.rounds.filter(stage=Stage.PLAYOFF).exists():
            refuse(place, "two or more players of a play-off are needed here, by their ids.")
        opened = lay_extra_game(event, refs, own_signature(now))
        earlier(event, (opened.number, 1, 1), now)
        if "game" in row:
            game = row["game"] | {"stage": str(Stage.EXTRA), "round": opened.number}
            take_game(event, game, f"{place}.game", now)


def take_public(event: Event, document: Mapping[str, Any], now: datetime) -> None:
    """What the public may see of the end."""
    event_row = document["event"]
    with refusing_at("event"):
        if event_row.get("playoff_live"):
            show_playoff(event, own_signature(now), live=True)
    if event_row.get("podium_revealed_at"):
        if not event.rounds.filter(stage=Stage.PLAYOFF).exists():
            refuse("event.podium_revealed_at", "no play-off was seated.")
        # What was corrected since, or a prize more, may have left a place undecided, and the act
        # would be refused here; the hall has seen the podium all the same.
        with writing(event) as row:
            signature = signature_of({"at": event_row["podium_revealed_at"]}, now)
            append(row, "reveal_podium", {}, signature)
            row.podium_revealed_at = signature.at
            row.save(update_fields=["podium_revealed_at"])


def take_closing(event: Event, document: Mapping[str, Any], now: datetime) -> None:
    """That the evening is over, where the archive says so; last of all."""
    event_row = document["event"]
    if event_row.get("closed_at"):
        # What was opened again after the closing is open in the archive too, and the act would be
        # refused here.
        with writing(event) as row:
            append(row, CLOSED, {}, signature_of(event_row, now, "closed"))
