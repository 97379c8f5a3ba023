"""Making the copy on which an evening is rehearsed, letting it play, and wiping it.

The copy has the guests, the officials and what was declared, and says in its name and by a mark of
its own that it is none. What may never leave the evening itself stays there: addresses, wishes for
the dinner, notes.
"""

from datetime import datetime, timedelta

from django.apps import apps
from django.contrib.auth.models import User
from django.db import connection

from scoring.pairing.values import PairingError
from tournament.counting.formats import cut_too_large
from tournament.counting.matches import plan
from tournament.event.acts import create_event
from tournament.event.copied import companies, declared
from tournament.ledger.chain import Signature, durable
from tournament.models import Event, Guest, KeepApart, Official, Press, Rehearsal
from tournament.models.event import PACES
from tournament.models.guest import AWAY
from tournament.refusal import Refused
from tournament.rehearsal.playing import Stopped, next_step
from tournament.server import triggers
from tournament.server.capture import nothing_kept

NAMED = "Rehearsal: "
LONGEST_NAME, LONGEST_SAID = 120, 200
FEWEST = 8
TAKEN = (
    "title",
    "first_name",
    "last_name",
    "name",
    "sort_name",
    "post_nominals",
    "spoken",
    "team",
    "office",
    "guest_of",
    "host_connected",
    "fixed_table",
    "step_free",
    "keeps_room",
    "placeholder",
    "unnamed",
    "no_photographs",
    "badge",
    "ref",
)
"""What the copy knows of a guest."""


def begin_rehearsal(source: Event, signature: Signature) -> Event:
    """The copy of an evening to practise on, with its own guest list; the one that is there
    already where there is one.

    Reverse act: `wipe_rehearsal`.
    """
    with durable():
        row = Event.objects.select_for_update().get(pk=source.pk)
        running = Rehearsal.objects.filter(source=row).select_related("event").first()
        if running is not None:
            return running.event
        may_be_rehearsed(row)
        name_text = f"{NAMED}{row.name}"[:LONGEST_NAME]
        fields = {
            "name": name_text,
            "date": row.date,
            "is_rehearsal": True,
            "names_kept_days": None,
        }
        event = create_event(declared(row) | fields, companies=companies(row))
        Official.objects.bulk_create(
            Official(event=event, user_id=official.user_id, role=official.role)
            for official in row.officials.all()
        )
        _bring_guests(row, event)
        Rehearsal.objects.create(event=event, source=row, moved_at=signature.at)
    return event


def may_be_rehearsed(row: Event) -> None:
    """Nothing where a rehearsal may begin; raises Refused with what it waits for."""
    if row.is_rehearsal:
        raise Refused("This is the rehearsal: let it play, or wipe it.")
    _not_begun(row)
    statuses = list(row.guests.exclude(status__in=AWAY).values_list("status", flat=True))
    if len(statuses) < FEWEST:
        raise Refused(
            f"A rehearsal takes {FEWEST} guests at least: put your guests on the list first."
        )
    if fault := _unplayable(row) if row.paired else cut_too_large(row, statuses):
        raise Refused(fault)


def _unplayable(row: Event) -> str:
    """Why the matches that are declared cannot be played; nothing where they can."""
    try:
        plan(row)
    except PairingError as fault:
        return str(fault)
    return ""


def _not_begun(row: Event) -> None:
    if row.frozen:
        raise Refused("The evening itself has begun, and a rehearsal would hold its sheets up.")


def _bring_guests(source: Event, event: Event) -> None:
    companies_here = {livery.precedence: livery for livery in event.liveries.all()}
    guests = list(source.guests.exclude(status__in=AWAY).select_related("livery"))
    Guest.objects.bulk_create(
        Guest(
            event=event,
            livery=companies_here[guest.livery.precedence] if guest.livery else None,
            **{name: getattr(guest, name) for name in TAKEN},
        )
        for guest in guests
    )
    here = {guest.ref: guest for guest in event.guests.all()}
    pairs = source.kept_apart.values_list("one__ref", "other__ref")
    KeepApart.objects.bulk_create(
        KeepApart(event=event, one=here[first], other=here[second])
        for first, second in pairs
        if first in here and second in here
    )


def rehearsal_of(event: Event) -> Rehearsal:
    """What the copy knows of itself, or a refusal for an evening that is none."""
    rehearsal = Rehearsal.objects.filter(event=event).select_related("source").first()
    if rehearsal is None:
        raise Refused("This evening is no rehearsal: nothing in it plays by itself.")
    return rehearsal


def set_pace(event: Event, signature: Signature, *, going: bool, pace: int) -> Rehearsal:
    """Let the rehearsal go on, or hold it, and how fast it plays. It is its own reverse act."""
    if pace not in PACES:
        raise Refused("A rehearsal plays slow, as usual, or quick: choose one.")
    with durable():
        rehearsal = rehearsal_of(event)
        rehearsal.going, rehearsal.pace = going and not rehearsal.over, pace
        rehearsal.save(update_fields=["going", "pace"])
    return rehearsal


def take_step(event: Event, signature: Signature, *, at_once: bool) -> Rehearsal:
    """The next step of the rehearsal: at once where it is asked for, else when it is due. Of
    several pages that ask at once one takes it.

    No reverse: `wipe_rehearsal` wipes it with the rest.
    """
    rehearsal = rehearsal_of(event)
    if (
        rehearsal.over
        or not (at_once or rehearsal.going)
        or not _mine(rehearsal, signature.at, at_once=at_once)
    ):
        return rehearsal
    change: dict[str, object] = {}
    try:
        _not_begun(rehearsal.source)
        change["said"] = next_step(event, signature.at)[:LONGEST_SAID]
    except Stopped as end:
        change |= {"said": str(end), "going": False, "over": True}
    except Refused as refused:
        change |= {"said": str(refused)[:LONGEST_SAID], "going": False}
    with durable():
        Rehearsal.objects.filter(pk=rehearsal.pk).update(**change)
    return rehearsal_of(event)


def _mine(rehearsal: Rehearsal, moment: datetime, *, at_once: bool) -> bool:
    """Whether this call takes the step: the first that moves the time on."""
    since = moment - timedelta(seconds=0 if at_once else rehearsal.pace)
    waiting = Rehearsal.objects.filter(pk=rehearsal.pk, steps=rehearsal.steps, moved_at__lte=since)
    with durable():
        return waiting.update(moved_at=moment, steps=rehearsal.steps + 1) == 1


def wipe_rehearsal(event: Event) -> Event:
    """Wipe the copy and everything that was done on it; the evening itself, which is returned,
    stays as it is.

    No reverse: the next rehearsal is a new copy. Raises Refused for a real evening.
    """
    with durable():
        source = rehearsal_of(event).source
        if not Event.objects.select_for_update().get(pk=event.pk).is_rehearsal:
            raise Refused("This evening is no rehearsal: it is not wiped.")
        triggers.drop(connection)
        with nothing_kept():
            _wipe(event)
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        triggers.create(connection)
    return source


def _wipe(event: Event) -> None:
    """Every row that bears the event; constraints are looked at when all of them are gone."""
    elsewhere = Official.objects.exclude(event=event)
    made_here = User.objects.filter(origin__event=event).exclude(offices__in=elsewhere)
    strangers = list(made_here.filter(leagues_run=None).values_list("pk", flat=True))
    for model in apps.get_app_config("tournament").get_models():
        for field in model._meta.concrete_fields:
            if field.name in ("event", "made") and field.related_model is Event:
                rows = model._default_manager.filter(**{field.name: event})
                rows._raw_delete(rows.db)
    Press.objects.filter(record=f"event {event.pk}").delete()
    events = Event.objects.filter(pk=event.pk)
    events._raw_delete(events.db)
    User.objects.filter(pk__in=strangers).delete()
