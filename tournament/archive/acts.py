"""Taking in a whole evening from an archive: through the real acts, all or nothing."""

import logging
from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any, cast

from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError

from scoring.formats import FormatError, format_of, read_line
from scoring.games.rulebooks import rulebook
from scoring.law.rulebook import RulesError
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
from tournament.archive.guests import (
    LIVERIES,
    PLAYERS,
    pictures_kept,
    take_mails,
    take_tickets,
)
from tournament.archive.matches import take_matches
from tournament.archive.rulings import put_aside, set_aside, take_adjustments, take_rulings
from tournament.archive.schema import EVENT, check_document
from tournament.archive.seating import (
    close_complete_rounds,
    hall_plan,
    seat_event,
    take_door,
    take_round_states,
)
from tournament.archive.settings import settings_fields
from tournament.archive.shape import ArchiveError, refuse, rows_of, unknown
from tournament.event.acts import create_event
from tournament.ledger.chain import all_or_nothing
from tournament.models import Event, Guest, KeepApart, Stage
from tournament.refusal import Refused
from tournament.site.progress import Step


def import_evening(document: dict[str, Any], now: datetime) -> Event:
    """A new event with everything the archive holds.

    Raises ArchiveError and leaves nothing behind.
    """
    *_steps, event = importing_evening(document, now)
    return cast(Event, event)


def importing_evening(
    document: dict[str, Any], now: datetime
) -> Generator[Step | Event, None, None]:
    """The same, told while it goes: how many of its games are in, and at last the event. Whoever
    stops listening before that leaves nothing behind.
    """
    document = check_document(document)
    try:
        with all_or_nothing():
            event = yield from _take_in(document, now)
            games = len(document.get("games", ()))
            yield games, games, "games, and a last look at all of them"
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
    yield event


GAMES_A_STEP = 100
"""Of a long evening it is told how far it is whenever so many games more are in."""
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


def _take_in(document: dict[str, Any], now: datetime) -> Generator[Step, None, Event]:
    event = open_event(document)
    take_door(event, now)
    # A sealed cut comes before the play-off here too: what the board held then shows nothing of it.
    parts = (
        [[Stage.QUALIFYING], [Stage.PLAYOFF]]
        if document.get("seals")
        else [[Stage.QUALIFYING, Stage.PLAYOFF]]
    )
    for stages in parts:
        seat_event(event, document, now, stages=stages)
        take_round_totals(event, document, stages, now)
        yield from _take_games(event, document, stages, now)
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
            take_version(event, row, location)
            version = row["version"]
            if version in self._aside.get(place, ()):
                put_aside(event, place, version)
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
) -> Iterator[Step]:
    earlier, games = _Earlier(document), list(rows_of(document, "games"))
    for number, (location, row) in enumerate(games):
        if (Stage.PLAYOFF if row.get("stage") == Stage.PLAYOFF else Stage.QUALIFYING) not in stages:
            continue
        if number and number % GAMES_A_STEP == 0:
            yield number, len(games), "games"
        earlier.take(event, cell(row), now)
        take_game(event, row, location, now)
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
    liveries = [
        LIVERIES.fields(row) | {"extra": unknown(row, LIVERIES.kinds)}
        for row in document.get("liveries", [])
    ]
    _no_two_alike("liveries", "precedence", [str(row["precedence"]) for row in liveries])
    event = create_event(_event_fields(document["event"]), companies=liveries)
    by_precedence = {livery.precedence: livery for livery in event.liveries.all()}
    guests = list[Guest]()
    for place, row in rows_of(document, "players"):
        livery = row.get("livery")
        if livery is not None and livery not in by_precedence:
            refuse(f"{place}.livery", f"there is no livery {livery!r} in the archive.")
        guest = Guest(
            event=event,
            livery=None if livery is None else by_precedence[livery],
            extra=unknown(row, PLAYERS.kinds),
            **PLAYERS.fields(row),
        )
        _check_fields(guest, place)
        guests.append(guest)
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
    fields |= {"name": row["name"], "date": date.fromisoformat(row["date"]), "game": book.name}
    fields |= {"rules": str(book.rules(fields.get("rules", ""))), "hall_plan": hall_plan(row)}
    format_of(row.get("format") or book.name, read_line(row.get("choices", "")))
    return fields | {"extra": unknown(row, EVENT)}


def _keep_apart(event: Event, pairs: Sequence[Sequence[str]]) -> None:
    guests = {guest.ref: guest for guest in event.guests.all()}
    for index, pair in enumerate(pairs):
        if len(pair) != 2 or pair[0] == pair[1] or not set(pair) <= set(guests):
            refuse(f"keep_apart[{index}]", "two different players are needed here, by their ids.")
        first, second = sorted((guests[ref] for ref in pair), key=lambda guest: guest.pk)
        KeepApart.objects.get_or_create(event=event, one=first, other=second)


def _check_fields(row: Guest, place: str) -> None:
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
