"""Taking in a whole evening from an archive: through the real acts, all or nothing."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError

from scoring.rulebook import RulesError
from scoring.rulebooks import rulebook
from tournament import archive_form as form
from tournament.acts.archive_decisions import take_cuts_of_cards, take_seals
from tournament.acts.archive_games import cell, earlier_versions, take_game, take_version
from tournament.acts.archive_seating import close_complete_rounds, seat_event, take_round_states
from tournament.acts.event import create_event
from tournament.archive_form import ArchiveError, refuse
from tournament.ledger.chain import all_or_nothing
from tournament.models import Event, Guest, KeepApart, Livery, Stage


def import_evening(document: dict[str, Any], now: datetime) -> Event:
    """A new event with everything the archive holds. Raises ArchiveError and leaves nothing behind."""
    form.check_document(document)
    try:
        with all_or_nothing():
            event = open_event(document)
            # A sealed cut comes before the play-off here too: what the board held then shows nothing of it.
            parts = [[Stage.QUALIFYING], [Stage.PLAYOFF]] if document.get("seals") else [list(Stage)]
            for stages in parts:
                seat_event(event, document, now, stages=stages)
                _take_games(event, document, stages, now)
                close_complete_rounds(event, now, sealed=bool(document.get("seals")))
                take_cuts_of_cards(event, document, stages, now)
                if Stage.QUALIFYING in stages:
                    take_seals(event, document, now)
            take_round_states(event, document, now)
    except ValidationError as error:
        raise ArchiveError(
            " ".join(f"{name}: {' '.join(texts)}" for name, texts in error.message_dict.items())
        ) from None
    except RulesError as error:
        raise ArchiveError(f"event: {error}") from None
    return event


def _take_games(event: Event, document: Mapping[str, Any], stages: Sequence[str], now: datetime) -> None:
    earlier = earlier_versions(document)
    for index, row in enumerate(document["games"]):
        if (Stage.PLAYOFF if row.get("stage") == Stage.PLAYOFF else Stage.QUALIFYING) not in stages:
            continue
        for where, version in earlier.get(cell(row), ()):
            take_version(event, version, where, now)
        take_game(event, row, f"games[{index}]", now)


def open_event(document: Mapping[str, Any]) -> Event:
    """The event and its guests."""
    liveries = [_livery(row, index) for index, row in enumerate(document.get("liveries", []))]
    event = create_event(_event_fields(document["event"]), companies=liveries)
    by_precedence = {livery.precedence: livery for livery in event.liveries.all()}
    guests = [_guest(event, row, by_precedence, f"players[{index}]") for index, row in enumerate(document["players"])]
    for guest in guests:
        guest.full_clean(validate_unique=False, validate_constraints=False, exclude=["event", "livery", "extra"])
    _no_two_alike(guests)
    Guest.objects.bulk_create(guests)
    _keep_apart(event, document.get("keep_apart", []))
    return event


def _event_fields(row: Mapping[str, Any]) -> dict[str, Any]:
    where = "event"
    book = rulebook(form.text(row, "game", where))
    playoff = row.get("playoff")
    fields: dict[str, Any] = {
        "name": form.text(row, "name", where),
        "date": form.day(row, "date", where),
        "venue": form.text(row, "venue", where, ""),
        "charity": form.text(row, "charity", where, ""),
        "game": book.name,
        "rules": str(book.rules(form.text(row, "options", where, ""))),
        "games_per_round": form.whole(row, "games_per_round", where, 5),
        "qualifying_rounds": form.whole(row, "qualifying_rounds", where, 2),
        "cut_size": form.whole(row, "cut", where, 10),
        "playoff_games": form.whole(row, "playoff_games", where, 5),
        "has_playoff": playoff is not None,
        "one_official": form.truth(row, "one_official", where),
        "absent_policy": form.text(row, "absent_game_policy", where, "table_worst"),
        "withdrawn_policy": form.text(row, "withdrawn_policy", where, "unranked"),
        "unplayed_policy": form.text(row, "unplayed_game_policy", where, "void_everywhere"),
        "cut_tie": form.text(row, "cut_tie", where, "cut_of_cards"),
        "extra": form.unknown(row, form.EVENT_KEYS),
    }
    if "tie_break" in row:
        fields["tie_breaks"] = form.sequence(row["tie_break"], "event.tie_break")
    if "prizes" in row:
        fields["prizes"] = form.sequence(row["prizes"], "event.prizes")
    if playoff is not None:
        given = form.mapping(playoff, "event.playoff")
        fields["playoff_tables"] = form.whole(given, "tables", "event.playoff", 2)
        fields["playoff_carries"] = form.truth(given, "carry_over", "event.playoff")
    return fields


def _livery(row: Mapping[str, Any], index: int) -> dict[str, Any]:
    where = f"liveries[{index}]"
    return {
        "precedence": form.whole(row, "precedence", where),
        "name": form.text(row, "short_name", where),
        "full_name": form.text(row, "full_name", where, ""),
        "great_twelve": form.truth(row, "great_twelve", where),
        "modern": form.truth(row, "modern", where),
        "note": form.text(row, "note", where, ""),
        "extra": form.unknown(row, form.LIVERY_KEYS),
    }


def _guest(event: Event, row: Mapping[str, Any], liveries: Mapping[int, Livery], where: str) -> Guest:
    livery = row.get("livery")
    if livery is not None and livery not in liveries:
        refuse(f"{where}.livery", f"there is no livery {livery!r} in the archive.")
    texts = ("first_name", "last_name", "office", "status_note", "title", "sort_name", "post_nominals", "guest_of")
    return Guest(
        event=event,
        ref=form.text(row, "id", where),
        badge=form.whole(row, "badge", where),
        name=form.text(row, "name", where),
        livery=liveries[livery] if livery is not None else None,
        host_connected=form.truth(row, "host_connected", where),
        status=form.text(row, "status", where, "registered"),
        fixed_table=row.get("fixed_table"),
        email=form.text(row, "email", where, ""),
        placeholder=form.truth(row, "placeholder", where),
        extra=form.unknown(row, form.PLAYER_KEYS),
        **{name: form.text(row, name, where, "") for name in texts},
    )


def _keep_apart(event: Event, rows: Any) -> None:
    guests = {guest.ref: guest for guest in event.guests.all()}
    for index, row in enumerate(form.sequence(rows, "keep_apart")):
        pair = form.sequence(row, f"keep_apart[{index}]")
        if len(pair) != 2 or pair[0] == pair[1] or not all(isinstance(ref, str) and ref in guests for ref in pair):
            refuse(f"keep_apart[{index}]", "two different players are wanted here, by their ids.")
        first, second = sorted((guests[ref] for ref in pair), key=lambda guest: guest.pk)
        KeepApart.objects.get_or_create(event=event, one=first, other=second)


def _no_two_alike(guests: list[Guest]) -> None:
    for name, values in (("id", [guest.ref for guest in guests]), ("badge", [str(guest.badge) for guest in guests])):
        twice = sorted(value for value, seen in Counter(values).items() if seen > 1)
        if twice:
            refuse("players", f"the {name} {', '.join(twice)} is there more than once.")
