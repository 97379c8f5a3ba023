"""Making a browser a wall, steering walls, and calling up what they show. No result changes, so the
ledger is not asked.

The clock of a round: begun and ended by one key, paused, its last game called, and minutes that
a ruling gives a table. No result changes, so the ledger is not asked; the version moves on, and
with it every page that follows.
"""

import secrets
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import DatabaseError, IntegrityError
from django.db.models import F
from django.utils import timezone

from scoring.counting.rescue import CHECK_LETTERS
from tournament.counting.finals import closing_of
from tournament.counting.seats import round_in_play
from tournament.ledger.chain import Signature, durable, writing
from tournament.models import Event, Ground, Round, RoundClock, Screen, Show, Stage, Table
from tournament.models.seating import RoundState
from tournament.refusal import Refused
from tournament.screens.reading import Hall, moment
from tournament.screens.scenes import SCENES
from tournament.site import clock as site_clock
from tournament.site.codes import digest_of

LETTERS = "".join(name for name in CHECK_LETTERS if name.isalpha())
MOST = 60
QUIET = timedelta(minutes=10)
LONG_AGO = timedelta(hours=18)
NAMED_FOR = timedelta(seconds=6)
SEEN_EVERY = timedelta(seconds=15)
LONGEST_PLACE, LONGEST_NOTICE, LONGEST_GIVEN = 60, 120, 20


def new_letters() -> str:
    """Two letters that no wall has."""
    letters_in_use = set(Screen.objects.values_list("letters", flat=True))
    free = [a + b for a in LETTERS for b in LETTERS if a + b not in letters_in_use]
    return secrets.choice(free)


def add_screen(event: Event, letters: str, place: str, signature: Signature) -> Screen:
    """Make the browser that shows these letters a wall of this evening. Reverse act:
    `remove_screen`.

    Letters of an evening that is over, or of a wall that was silent for long, are taken over.
    """
    text = "".join(letters.split()).upper()
    if len(text) != 2 or any(name not in LETTERS for name in text):
        raise Refused("Type the two letters that the wall shows, such as GH.")
    with durable():
        screen = Screen.objects.filter(letters=text).select_related("event").first()
        if screen is not None and screen.event_id == event.pk:
            raise Refused(f"{text} is a wall of this evening already.")
        if screen is not None and not _free(screen, signature.at):
            raise Refused(
                f"{text} is a wall of another evening: take it off there, then it shows letters."
            )
        if Screen.objects.filter(event=event).count() >= MOST:
            raise Refused(f"An evening has at most {MOST} walls: take one off first.")
        digest = screen.digest if screen else ""
        Screen.objects.filter(letters=text).delete()
        try:
            return Screen.objects.create(
                event=event,
                letters=text,
                place=place[:LONGEST_PLACE],
                digest=digest,
                since=signature.at,
            )
        except IntegrityError:
            raise Refused(f"{text} was made a wall just now: look again.") from None


def _free(screen: Screen, moment: datetime) -> bool:
    return (
        screen.seen_at is None
        or moment - screen.seen_at > QUIET
        or of_an_earlier_day(screen, moment)
        or closing_of(screen.event) is not None
    )


def of_an_earlier_day(screen: Screen, moment: datetime) -> bool:
    """Whether a wall was told nothing since an evening that is days ago: it is let in anew."""
    day_after = screen.event.date + timedelta(days=1)
    return moment - screen.since > LONG_AGO and timezone.localdate(moment) > day_after


def remove_screen(event: Event, letters: str) -> None:
    """Take a wall off: its browser shows its letters again. Reverse act: `add_screen`."""
    with durable():
        _screen(event, letters).delete()


def steer(event: Event, letters: str, change: Mapping[str, Any], signature: Signature) -> None:
    """Change what a wall shows: `scene`, `black`, `frozen`, `ground`, `place`, or `named_until`.
    It is its own reverse act.

    Without letters every wall of the evening is meant.
    """
    walls = Screen.objects.filter(event=event)
    scene = change.get("scene", "")
    if scene and scene not in SCENES:
        raise Refused("There is no such scene: choose one on the page.")
    if change.get("ground", Ground.DARK) not in Ground.values:
        raise Refused("A wall is dark, light, or black and white: choose one of them.")
    with durable():
        if letters:
            walls = walls.filter(pk=_screen(event, letters).pk)
        walls.update(**{**change, "since": signature.at})


def _screen(event: Event, letters: str) -> Screen:
    screen = Screen.objects.filter(event=event, letters=letters).first()
    if screen is None:
        raise Refused("There is no such wall at this evening: look at the page again.")
    return screen


def bind(screen: Screen, secret: str) -> bool:
    """Whether this browser is the wall: the first that answers to the letters becomes it."""
    digest = digest_of(secret)
    if not screen.digest:
        Screen.objects.filter(pk=screen.pk, digest="").update(digest=digest)
        screen.refresh_from_db(fields=["digest"])
    return secrets.compare_digest(screen.digest, digest)


def seen(screen: Screen) -> None:
    """Note that the wall answers, not at each of its questions. Where nothing can be written it is
    not noted.
    """
    now = timezone.now()
    if screen.seen_at is None or now - screen.seen_at > SEEN_EVERY:
        try:
            Screen.objects.filter(pk=screen.pk).update(seen_at=now)
        except DatabaseError:
            return


def tell(event: Event, change: Mapping[str, Any], signature: Signature) -> Show:
    """Change what the walls are told: a scene called up for all that follow, a notice, the sum
    given, how many prizes were called, whether the spoon is named. It is its own reverse act.
    """
    fields = dict(change)
    for name, longest in (("notice", LONGEST_NOTICE), ("given", LONGEST_GIVEN)):
        if len(fields.get(name, "")) > longest:
            raise Refused(f"The {name} takes {longest} letters at most: shorten it.")
    with durable():
        show, _created = Show.objects.get_or_create(event=event)
        if "scene" in fields:
            fields["course"] = moment(Hall(event, show, signature.at))
        Show.objects.filter(pk=show.pk).update(**fields, revision=F("revision") + 1)
        return Show.objects.get(pk=show.pk)


MOST_MINUTES = 60
Change = Callable[[RoundClock, datetime], dict[str, Any]]


def _go_on(clock: RoundClock, moment: datetime) -> dict[str, Any]:
    """The round goes on; time that passed in a pause does not count, and none passed where the
    computer's clock was put back meanwhile.
    """
    paused = max(moment - clock.paused_at, timedelta()) if clock.paused_at else timedelta()
    if not paused or clock.paused_at is None:
        return {"paused_at": None}
    stood = [*clock.pauses, [clock.paused_at.timestamp(), moment.timestamp()]]
    begun = clock.started_at + paused if clock.started_at else None
    return {"paused_at": None, "started_at": begun, "pauses": stood}


def _begin(clock: RoundClock, moment: datetime) -> dict[str, Any]:
    """The round begins, or goes on after it was stopped."""
    if clock.started_at is not None:
        return {"stopped_at": None}
    return {"started_at": moment, "stopped_at": None, "ahead": site_clock.ahead()}


CHANGES: dict[str, Change] = {
    "start": _begin,
    "stop": lambda clock, moment: {"stopped_at": moment, "paused_at": None},
    "pause": lambda clock, moment: {"paused_at": clock.paused_at or moment},
    "go_on": _go_on,
    "last_game": lambda clock, moment: {"last_game_at": clock.last_game_at or moment},
    "not_last": lambda clock, moment: {"last_game_at": None},
    "not_begun": lambda clock, moment: (
        dict.fromkeys(("started_at", "stopped_at", "paused_at", "last_game_at", "ahead"))
        | {"pauses": []}
    ),
}


def open_round(event: Event) -> Round | None:
    """The round that is played: a qualifying one, else the play-off."""
    later = Round.objects.filter(event=event, state=RoundState.PUBLISHED).exclude(
        stage=Stage.QUALIFYING
    )
    return round_in_play(event) or later.order_by("number").first()


def set_clock(event: Event, do: str, signature: Signature) -> RoundClock:
    """Start or stop the round that is played, pause it, or call its last game. It is its own
    reverse act.
    """
    if do not in CHANGES:
        raise Refused("The clock starts, stops, pauses, goes on, or calls the last game.")
    with writing(event) as row:
        clock = _clock(row)
        if do not in ("start", "not_begun") and clock.started_at is None:
            clock.started_at, clock.ahead = signature.at, site_clock.ahead()
        for name, value in CHANGES[do](clock, signature.at).items():
            setattr(clock, name, value)
        clock.save()
        _call(row)
    return clock


def _call(row: Event) -> None:
    """The walls are told of it: a call is drawn at once, where a sheet may wait a moment."""
    Show.objects.get_or_create(event=row)
    Show.objects.filter(event=row).update(revision=F("revision") + 1)


def give_time(event: Event, table: int, minutes: int, signature: Signature) -> RoundClock:
    """Give a table of the round more minutes by a ruling, none to take them back. It is its own
    reverse act.
    """
    if not 0 <= minutes <= MOST_MINUTES:
        raise Refused(f"Minutes: give 1 to {MOST_MINUTES}, or 0 to take them back.")
    with writing(event) as row:
        clock = _clock(row)
        if not Table.objects.filter(round=clock.round_id, number=table).exists():
            raise Refused("Table: there is none of that number in this round.")
        clock.extra = {key: minutes for key, minutes in clock.extra.items() if key != str(table)}
        if minutes:
            clock.extra[str(table)] = minutes
        clock.save()
        _call(row)
    return clock


def _clock(row: Event) -> RoundClock:
    round_ = open_round(row)
    if round_ is None:
        raise Refused("No round is open: publish its seating first.")
    return RoundClock.objects.get_or_create(event=row, round=round_)[0]
