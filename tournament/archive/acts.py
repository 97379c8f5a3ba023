"""Taking in a whole evening from an archive: through the real acts, all or nothing."""

import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError

from scoring.formats import FormatError, format_of, read_line
from scoring.games.rulebooks import rulebook
from scoring.law.rulebook import RulesError
from tournament.archive import shape as form
from tournament.archive.comparison import refuse_what_is_lost
from tournament.archive.decisions import take_cuts_of_cards, take_seals
from tournament.archive.export import archive
from tournament.archive.finals import (
    take_answers,
    take_broken_seals,
    take_closing,
    take_extra_games,
    take_public,
)
from tournament.archive.games import (
    cell,
    earlier_versions,
    move_away,
    moved_versions,
    stage_of,
    take_desk,
    take_game,
    take_round_totals,
    take_version,
)
from tournament.archive.guests import notes_fields, pictures_kept, take_mails, take_tickets
from tournament.archive.matches import take_matches
from tournament.archive.rulings import put_aside, set_aside, take_adjustments, take_rulings
from tournament.archive.schema import EVENT, LIVERY, PLAYER, check_document
from tournament.archive.seating import (
    close_complete_rounds,
    seat_event,
    take_door,
    take_round_states,
)
from tournament.archive.settings import settings_fields
from tournament.archive.shape import ArchiveError, refuse
from tournament.event.acts import create_event
from tournament.ledger.chain import all_or_nothing
from tournament.models import Event, Guest, KeepApart, Livery, Stage
from tournament.refusal import Refused


def import_evening(document: dict[str, Any], now: datetime) -> Event:
    """A new event with everything the archive holds.

    Raises ArchiveError and leaves nothing behind.
    """
    document = check_document(document)
    try:
        with all_or_nothing():
            event = _take_in(document, now)
            refuse_what_is_lost(document, archive(Event.objects.get(pk=event.pk)))
    except ArchiveError:
        raise
    except ValidationError as error:
        raise ArchiveError(_fields_refused(error)) from None
    except (RulesError, FormatError) as error:
        raise ArchiveError(f"event: {error}") from None
    except Refused as refused:
        raise ArchiveError(f"the file: {refused}") from None
    except NOT_TOGETHER as fault:
        LOG.warning("An archive broke its reader: %s", type(fault).__name__, exc_info=fault)
        raise ArchiveError(DISJOINT) from None
    return event


LOG = logging.getLogger(__name__)
NOT_TOGETHER = (
    *(ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError),
    *(DataError, IntegrityError),
)
"""What a document may still raise whose places are each of their kind; never a locked database."""
DISJOINT = (
    "the file: two places in it do not fit together, and which cannot be said. Save it once more"
    " from the page of its files, or take back what was changed in it by hand."
)


def _fields_refused(error: ValidationError) -> str:
    if not hasattr(error, "error_dict"):
        return f"the file: {' '.join(error.messages)}"
    return " ".join(f"{name}: {' '.join(texts)}" for name, texts in error.message_dict.items())


def _take_in(document: dict[str, Any], now: datetime) -> Event:
    event = open_event(document)
    take_door(event, document, now)
    # A sealed cut comes before the play-off here too: what the board held then shows nothing of it.
    parts = (
        [[Stage.QUALIFYING], [Stage.PLAYOFF]]
        if document.get("seals")
        else [[Stage.QUALIFYING, Stage.PLAYOFF]]
    )
    for stages in parts:
        seat_event(event, document, now, stages=stages)
        take_round_totals(event, document, stages, now)
        _take_games(event, document, stages, now)
        _take_said_of_games(event, document, stages, now)
        close_complete_rounds(event, now, sealed=bool(document.get("seals")))
        take_cuts_of_cards(event, document, stages, now)
        if Stage.QUALIFYING in stages:
            take_broken_seals(event, document, now)
            take_seals(event, document, now)
            take_answers(event, document, now)
    take_extra_games(event, document, now, _Earlier(document).take)
    _take_said_of_games(event, document, [Stage.EXTRA], now)
    take_public(event, document, now)
    take_matches(event, document, now)
    take_round_states(event, document, now)
    take_closing(event, document, now)
    return event


class _Earlier:
    """The versions of sheets that count no longer, by round, table and game; each is taken once."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.versions = earlier_versions(document)
        self._aside, self._moved = set_aside(document), moved_versions(document)

    def take(self, event: Event, place: tuple[Any, Any, Any], now: datetime) -> None:
        """Those of one game, before the sheet that counts."""
        for location, row in self.versions.pop(place, ()):
            take_version(event, row, location, now)
            version = row.get("version")
            if version in self._aside.get(place, ()):
                put_aside(event, place, row["version"])
            moved = self._moved.get(place, {}).get(version)
            if moved is not None:
                move_away(event, moved, now)

    @property
    def without_a_sheet(self) -> list[tuple[Any, Any, Any]]:
        """Games whose sheets were all set aside by a ruling or moved away."""
        return [
            version for version in self.versions if version in self._aside or version in self._moved
        ]


def _take_games(
    event: Event, document: Mapping[str, Any], stages: Sequence[str], now: datetime
) -> None:
    earlier = _Earlier(document)
    for index, row in enumerate(document["games"]):
        if (Stage.PLAYOFF if row.get("stage") == Stage.PLAYOFF else Stage.QUALIFYING) not in stages:
            continue
        earlier.take(event, cell(row), now)
        take_game(event, row, f"games[{index}]", now)
    for place in earlier.without_a_sheet:
        if stage_of(event, place[0]) in stages:
            earlier.take(event, place, now)


def _take_said_of_games(
    event: Event, document: Mapping[str, Any], stages: Sequence[str], now: datetime
) -> None:
    """What the desk typed beside the sheets of these stages, and what was ruled about them."""
    take_desk(event, document, stages, now)
    take_rulings(event, document, stages, now)
    take_adjustments(event, document, stages, now)


def open_event(document: Mapping[str, Any]) -> Event:
    """The event and its guests."""
    liveries = [_livery(row, index) for index, row in enumerate(document.get("liveries", []))]
    _no_two_alike("liveries", "precedence", [str(row["precedence"]) for row in liveries])
    event = create_event(_event_fields(document["event"]), companies=liveries)
    by_precedence = {livery.precedence: livery for livery in event.liveries.all()}
    guests = [
        _guest(event, row, by_precedence, f"players[{index}]")
        for index, row in enumerate(document["players"])
    ]
    for index, guest in enumerate(guests):
        _check_fields(guest, f"players[{index}]")
    _no_two_alike("players", "id", [guest.ref for guest in guests])
    _no_two_alike("players", "badge", [str(guest.badge) for guest in guests])
    Guest.objects.bulk_create(guests)
    take_tickets(event, document)
    take_mails(event, document)
    _keep_apart(event, document.get("keep_apart", []))
    return event


def _event_fields(row: Mapping[str, Any]) -> dict[str, Any]:
    book = rulebook(row["game"])
    fields = settings_fields(row) | pictures_kept(row)
    fields |= {"name": row["name"], "date": form.day(row, "date", "event"), "game": book.name}
    fields["rules"] = str(book.rules(fields.get("rules", "")))
    format_of(row.get("format") or book.name, read_line(row.get("choices", "")))
    return fields | {"extra": form.unknown(row, EVENT)}


def _livery(row: Mapping[str, Any], index: int) -> dict[str, Any]:
    place = f"liveries[{index}]"
    return {
        "precedence": form.whole(row, "precedence", place),
        "name": form.text(row, "short_name", place),
        "full_name": form.text(row, "full_name", place, ""),
        "great_twelve": form.truth(row, "great_twelve", place),
        "modern": form.truth(row, "modern", place),
        "note": form.text(row, "note", place, ""),
        "extra": form.unknown(row, LIVERY),
    }


def _guest(
    event: Event, row: Mapping[str, Any], liveries: Mapping[int, Livery], place: str
) -> Guest:
    livery = row.get("livery")
    if livery is not None and livery not in liveries:
        refuse(f"{place}.livery", f"there is no livery {livery!r} in the archive.")
    texts = (
        "first_name",
        "last_name",
        "team",
        "office",
        "status_note",
        "title",
        "sort_name",
        "post_nominals",
        "spoken",
        "guest_of",
    )
    return Guest(
        event=event,
        ref=form.text(row, "id", place),
        badge=form.whole(row, "badge", place),
        name=form.text(row, "name", place),
        livery=liveries[livery] if livery is not None else None,
        host_connected=form.truth(row, "host_connected", place),
        status=form.text(row, "status", place, "registered"),
        fixed_table=row.get("fixed_table"),
        email=form.text(row, "email", place, ""),
        placeholder=form.truth(row, "placeholder", place),
        extra=form.unknown(row, PLAYER),
        unnamed=form.truth(row, "unnamed", place),
        no_photographs=form.truth(row, "no_photographs", place),
        **{name: form.text(row, name, place, "") for name in texts},
        **notes_fields(row, place),
    )


def _keep_apart(event: Event, rows: Any) -> None:
    guests = {guest.ref: guest for guest in event.guests.all()}
    for index, row in enumerate(form.sequence(rows, "keep_apart")):
        pair = form.sequence(row, f"keep_apart[{index}]")
        if (
            len(pair) != 2
            or pair[0] == pair[1]
            or not all(isinstance(ref, str) and ref in guests for ref in pair)
        ):
            refuse(f"keep_apart[{index}]", "two different players are needed here, by their ids.")
        first, second = sorted((guests[ref] for ref in pair), key=lambda guest: guest.pk)
        KeepApart.objects.get_or_create(event=event, one=first, other=second)


def _check_fields(row: Guest | Livery, place: str) -> None:
    """What the fields of a row say for themselves, with the place in the file."""
    try:
        row.full_clean(
            validate_unique=False, validate_constraints=False, exclude=["event", "livery", "extra"]
        )
    except ValidationError as error:
        name, texts = next(iter(error.message_dict.items()))
        refuse(f"{place}.{name}", " ".join(texts))


def _no_two_alike(part: str, key: str, values: Sequence[str]) -> None:
    twice = sorted(value for value, count in Counter(values).items() if count > 1)
    if twice:
        refuse(part, f"the {key} {', '.join(twice)} is there more than once.")
