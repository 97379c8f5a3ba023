"""Setting up an event; its reverse is `remove_event`, while nothing was entered.

Accounts of officials: the organiser of an own evening, and those whom the organiser adds.

The copy of an event as the start of the next one, and those of the last one who may come again.

Whether the room sees the chances that officials always see.

The arms of an evening and its sponsor's picture.
"""

import secrets
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import connection, transaction
from django.db.models import F
from django.utils.text import slugify

from scoring.formats import rules_of
from scoring.words import capital
from tournament.approvals.acts import KINDS, Agreed, Kind, Payload
from tournament.counting.formats import event_format
from tournament.counting.scores import rules
from tournament.event.pictures import PictureRefusedError, harmless
from tournament.event.reading import (
    TOGETHER,
    bound_by_the_cut,
    held_fields,
    rounds_not_started,
)
from tournament.event.words import called, value_words
from tournament.guests.names import liveries
from tournament.ledger.chain import Signature, append, durable, known, of_round, plain, writing
from tournament.models import (
    AccountOrigin,
    Appointment,
    Event,
    Game,
    Livery,
    Official,
    Picture,
    Role,
    Round,
)
from tournament.models.event import LIVERIES, Groups, best_two
from tournament.models.seating import RoundState
from tournament.refusal import Refused
from tournament.server import triggers
from tournament.server.capture import nothing_kept
from tournament.server.snapshot import after_snapshot
from tournament.site import second_factor
from tournament.site.limits import is_demo_account


class EventRefusedError(Refused):
    """The event cannot be set up or changed so: the sentence says why and what to mend."""


def create_event(
    fields: Mapping[str, Any], *, companies: Iterable[Mapping[str, Any]] | None = None
) -> Event:
    """A new event with companies of its own: those given, else the liveries of the fixture where it
    is an evening of liveries.

    Reverse act: `remove_event`.
    """
    event = Event(**fields)
    _name_prize(event, LIVERIES)
    year = "" if str(event.date.year) in event.name else event.date.year
    event.slug = free_slug(event.slug or f"{event.name} {year}")
    event.full_clean()
    event.save()
    rows = companies
    if rows is None:
        rows = liveries() if event.groups == LIVERIES else ()
    Livery.objects.bulk_create([Livery(event=event, **row) for row in rows])
    return event


def free_slug(target: str) -> str:
    """An address of its own for an event: the wanted one, with a number behind it where that is
    taken.
    """
    base = slugify(target)[:50] or "evening"
    slugs = set(Event.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    number = 2
    slug = base
    while slug in slugs:
        slug, number = f"{base}-{number}", number + 1
    return slug


def appoint(event: Event, user: User, role: Role) -> Official:
    """Give an account a role at the event, in the place of an earlier one.

    Reverse act: `remove_official`.
    """
    official, _created = Official.objects.update_or_create(
        event=event, user=user, defaults={"role": role}
    )
    return official


@after_snapshot
def change_event(
    event: Event, fields: Mapping[str, Any], signature: Signature | None = None, *, reason: str = ""
) -> Event:
    """Change what was declared; signed, it is logged with its reason once the event has a record.

    `games_of_round_2` among the fields is the number of games of that round. Reverse act: changing
    it back. Raises EventRefusedError for what is held: by the first sheet, by seated rounds, by the
    seal.
    """
    with writing(event) as row:
        if signature and known(row, signature):
            return row
        changed = changes(row, fields)
        refuse_held(changed, held_fields(row))
        _apply(row, changed)
        if signature and changed and row.ledger.exists():
            _log(row, changed, signature, reason)
    return row


@after_snapshot
def change_frozen(
    event: Event, fields: Mapping[str, Any], signature: Signature, *, reason: str, witness: str
) -> Event:
    """Change an option that decides results although sheets are in: everything is counted anew by
    it.

    Takes head umpire and organiser (tournament/approvals/acts.py), or a named witness. Reverse act:
    changing it back.
    """
    with writing(event) as row:
        if known(row, signature):
            return row
        changed = changes(row, fields)
        refuse_held(changed, bound_by_the_cut(row))
        if not changed:
            raise EventRefusedError("Nothing has changed: choose another value.")
        if strange := sorted(set(changed) - TOGETHER):
            raise EventRefusedError(f"{words_of(strange)} cannot be changed in this way.")
        if not witness.strip():
            raise EventRefusedError(
                "This takes a second official, or a named witness where there is only one."
            )
        _same_points(row, changed)
        _apply(row, changed)
        _log(row, changed, signature, reason, witness.strip())
    return row


def changes(row: Event, fields: Mapping[str, Any]) -> dict[str, tuple[Any, Any]]:
    """Each field that would differ, as it is and as it would be."""
    games = (
        {round_.number: round_.games for round_ in rounds_not_started(row)}
        if any(map(of_round, fields))
        else {}
    )
    differing = {}
    for name, value in fields.items():
        if (number := of_round(name)) and number not in games:
            raise EventRefusedError(
                f"Round {number} is not laid or has begun: the number of its games stays."
            )
        before = games[number] if number else getattr(row, name)
        if before != value:
            differing[name] = (before, value)
    return differing


def refuse_held(changed: Iterable[str], reasons: Mapping[str, str]) -> None:
    """Refuse with every reason that holds one of these fields."""
    names = [name for name in changed if name in reasons]
    if names:
        sentences = " ".join(dict.fromkeys(reasons[name] for name in names))
        raise EventRefusedError(f"{sentences} Not changed: {words_of(names).lower()}.")


def words_of(names: Iterable[str]) -> str:
    """Fields as one reads them."""
    text = ", ".join(name.replace("_", " ") for name in names)
    return capital(text)


def _apply(row: Event, changed: Mapping[str, tuple[Any, Any]]) -> None:
    for name, (_before, value) in changed.items():
        if number := of_round(name):
            _set_games(row, number, value)
        else:
            setattr(row, name, value)
    try:
        row.full_clean(validate_unique=False)
    except ValidationError as error:
        text = " ".join(error.messages)
        raise EventRefusedError(f"{words_of(error.message_dict)}: {text}") from None
    if "group_one" in changed:
        _call_groups(row, Groups(changed["group_one"][0], ""))
    row.save()


def _call_groups(row: Event, before: Groups) -> None:
    """After another word for its groups: the prize for two of one is called by it, and the liveries
    of the fixture are on offer where guests come from liveries, else those alone that somebody has.
    """
    _name_prize(row, before)
    rows = {company["name"]: company for company in liveries()}
    if row.groups != LIVERIES:
        unused = row.liveries.filter(guests=None, name__in=rows)
        Livery.objects.filter(pk__in=list(unused.values_list("pk", flat=True))).delete()
        return
    present = set(row.liveries.values_list("name", flat=True))
    if missing := [rows[name] for name in rows if name not in present]:
        row.liveries.update(precedence=F("precedence") + BEHIND)
        Livery.objects.bulk_create([Livery(event=row, **company) for company in missing])


BEHIND = 1000
"""So far clubs move down when the liveries come back: each keeps the order it has."""


def _name_prize(row: Event, before: Groups) -> None:
    if before.word != row.groups.word:
        row.further_prizes = [
            {**prize, "name": best_two(row.groups)}
            if prize.get("name") == best_two(before)
            else prize
            for prize in row.further_prizes
        ]


def _set_games(row: Event, number: int, games: int) -> None:
    """A round of more or fewer games: those of its tables are laid out or taken away."""
    round_ = Round.objects.get(event=row, number=number)
    round_.games = games
    round_.save(update_fields=["games"])
    if round_.state == RoundState.DRAFT:
        return
    Game.objects.filter(table__round=round_, number__gt=games).delete()
    there = set(Game.objects.filter(table__round=round_).values_list("table_id", "number"))
    places = ((table, game) for table in round_.tables.all() for game in range(1, games + 1))
    missing = [
        Game(event=row, table=table, number=game)
        for table, game in places
        if (table.pk, game) not in there
    ]
    Game.objects.bulk_create(missing)


def _same_points(row: Event, changed: Mapping[str, tuple[Any, Any]]) -> None:
    """Sheets keep the points they were counted with, so no option may change
    what a card is worth.
    """
    if (
        "rules" in changed
        and rules_of(event_format(row), changed["rules"][1]).scoring != rules(row).scoring
    ):
        raise EventRefusedError(
            "That option changes what cards are worth: correct the sheets one by one instead."
        )


def _log(
    row: Event,
    changed: Mapping[str, tuple[Any, Any]],
    signature: Signature,
    reason: str,
    witness: str = "",
) -> None:
    if not reason.strip():
        raise EventRefusedError("Say why: the evening has begun.")
    before, after = ({name: plain(pair[side]) for name, pair in changed.items()} for side in (0, 1))
    agreed = {"witness": witness} if witness else {}
    append(row, "settings", {"before": before, "after": after} | agreed, signature, reason=reason)


def remove_event(event: Event) -> None:
    """Take back an event that nothing was entered for. Reverse act: `create_event`."""
    if event.ledger.exists():
        raise EventRefusedError(
            "Something has been entered for this evening, so it cannot be removed."
        )
    if hasattr(event, "rehearsed"):
        raise EventRefusedError("There is a rehearsal of this evening: wipe that first.")
    if event.is_rehearsal:
        raise EventRefusedError("This is a rehearsal: wipe it on its own page.")
    with transaction.atomic(), nothing_kept():
        triggers.drop(connection)
        event.changes.all().delete()
        triggers.create(connection)
        event.officials.all().delete()
        event.seats.all().delete()
        event.games.all().delete()
        event.tables.all().delete()
        event.rounds.all().delete()
        event.guests.all().delete()
        event.delete()


def _settings_changed(event: Event, agreed: Agreed, signature: Signature) -> object:
    before, after = agreed.payload["before"], agreed.payload["after"]
    now = {name: plain(getattr(event, name)) for name in before}
    if now != before:
        raise EventRefusedError(
            "The settings changed since this was asked: decline it, and ask again."
        )
    return change_frozen(event, after, signature, reason=agreed.reason, witness=agreed.second)


def frozen_payload(event: Event, fields: Payload) -> dict[str, Any]:
    """What is asked for when frozen options are to change: each as it is and as it would be."""
    changed = changes(event, fields)
    return {
        "before": {n: plain(a) for n, (a, _b) in changed.items()},
        "after": {n: b for n, (_a, b) in changed.items()},
    }


def _differences(payload: Payload) -> tuple[str, ...]:
    before, after = payload["before"], payload["after"]
    return tuple(
        f"{called(name)}: “{value_words(name, before[name])}” becomes"
        f" “{value_words(name, after[name])}”"
        for name in after
    )


def _changed(payload: Payload) -> str:
    names = list(payload["after"])
    return (
        f"Change what is frozen: {called(names[0])}"
        if len(names) == 1
        else f"Change {len(names)} frozen settings"
    )


KINDS.update(
    {
        "settings": Kind(
            _changed,
            _settings_changed,
            "This counts all results again.",
            lines=_differences,
            both_offices=True,
        ),
    }
)


SOUNDS = [consonant + vowel for consonant in "bdfghjklmnprstvz" for vowel in "aeiou"]


NOT_YOURS = (
    "{name}’s password is not yours to set: the account was made elsewhere, or can do more than"
    " serve at your evenings. {name} can change it under “Your account”; whoever lost it asks an"
    " administrator."
)


NO_LONGER_ASKED = "You are no longer asked: talk to the organiser."


class OfficialRefusedError(Refused):
    """The official cannot be added, removed or given a new password so: the sentence says why."""


def pass_phrase() -> str:
    """Three pronounceable words of six letters: 57 bits, typed without hunting for keys."""
    return "-".join("".join(secrets.choice(SOUNDS) for _sound in range(3)) for _word in range(3))


def create_organiser(name: str, password: str) -> User:
    """A new account for one who starts an evening of their own.

    No reverse: accounts stay, as the record names them.
    """
    with durable():
        return User.objects.create_user(name, password=password)


def change_password(user: User, password: str) -> None:
    """A password of the owner's own choice; all other log-ins of the account end.

    Reverse act: choosing another one.
    """
    with durable():
        user.set_password(password)
        user.save(update_fields=["password"])


def add_official(
    event: Event, name: str, role: Role, signature: Signature
) -> tuple[Official | Appointment, str]:
    """Give a new account an office, with its password, which is kept nowhere else; or ask an
    existing account to serve.

    Reverse act: `remove_official`, or `take_back_appointment`.
    """
    with writing(event) as row:
        user = User.objects.filter(username__iexact=name).first()
        if user:
            return ask_to_serve(row, user, role, signature), ""
        phrase = pass_phrase()
        user = User.objects.create_user(name, password=phrase)
        AccountOrigin.objects.create(user=user, event=row)
        return appoint(row, user, role), phrase


def ask_to_serve(event: Event, user: User, role: Role, signature: Signature) -> Appointment:
    """Ask an account to serve; it has the office once its owner accepts.

    Part of an act; `take_back_appointment`.
    """
    if event.officials.filter(user=user).exists():
        raise OfficialRefusedError(f"{user.username} is already an official of this evening.")
    if not event.is_demo and is_demo_account(user):
        raise OfficialRefusedError(f"{user.username} is a log-in of the demo: choose another name.")
    defaults = {"role": role, "at": signature.at, "by": signature.actor.name}
    return Appointment.objects.update_or_create(event=event, user=user, defaults=defaults)[0]


def accept_appointment(appointment: Appointment) -> Official:
    """The owner of the account takes the office. Reverse act: `remove_official`."""
    with writing(appointment.event) as row:
        still = _still_asked(appointment)
        still.delete()
        return appoint(row, still.user, Role(still.role))


def decline_appointment(appointment: Appointment) -> None:
    """The owner of the account does not serve. Reverse act: `add_official`, which asks again."""
    with writing(appointment.event):
        _still_asked(appointment).delete()


def take_back_appointment(event: Event, pk: int) -> None:
    """Ask this account no longer. Reverse act: `add_official`, which asks again."""
    with writing(event) as row:
        appointment = row.appointments.filter(pk=pk).first()
        if appointment is None:
            raise OfficialRefusedError("They have already answered, or are no longer asked.")
        appointment.delete()


@after_snapshot
def remove_official(event: Event, pk: int) -> Official:
    """Take an office back; the account and what it signed stay. Reverse act: `add_official`."""
    with writing(event) as row:
        official = _official(row, pk)
        officials = row.officials.filter(role=Role.ORGANISER).exclude(pk=pk)
        if official.role == Role.ORGANISER and not officials.exists():
            raise OfficialRefusedError(
                "An evening keeps at least one organiser: add another one first."
            )
        official.delete()
        # Whoever served at its rehearsal read the guest list there.
        Official.objects.filter(event__rehearsal__source=row, user=official.user_id).delete()
    return official


def renew_password(event: Event, pk: int, organiser: User) -> tuple[Official, str]:
    """A new password for an account that was made at an evening of this organiser and serves at no
    other's.

    What other evenings ask of the account is taken back: whoever sets a password could accept. A
    second factor goes with the old password: its phone may be what was lost. No reverse: a further
    new one.
    """
    with writing(event) as row:
        official = _official(row, pk)
        runs = set(organiser.offices.filter(role=Role.ORGANISER).values_list("event", flat=True))
        if not may_renew(official.user, runs):
            raise OfficialRefusedError(NOT_YOURS.format(name=official.user.username))
        phrase = pass_phrase()
        official.user.set_password(phrase)
        official.user.save(update_fields=["password"])
        official.user.appointments.exclude(event__in=runs).delete()
        second_factor.turn_off(official.user)
    return official, phrase


def may_renew(user: User, runs: Collection[int]) -> bool:
    """Whether whoever organises these evenings (by row) may give an account a new password.

    Only where nothing is won by it: the account was made at one of them, and can do nothing outside
    of them.
    """
    if user.is_staff or user.is_superuser or user.leagues_run.exists():
        return False
    made_here = AccountOrigin.objects.filter(user=user, event__in=runs).exists()
    return made_here and not user.offices.exclude(event__in=runs).exists()


def _still_asked(appointment: Appointment) -> Appointment:
    current = Appointment.objects.select_related("user").filter(pk=appointment.pk).first()
    if current is None:
        raise OfficialRefusedError(NO_LONGER_ASKED)
    return current


def _official(event: Event, pk: int) -> Official:
    official = Official.objects.select_related("user").filter(event=event, pk=pk).first()
    if official is None:
        raise OfficialRefusedError("This person is no longer an official of this evening.")
    return official


def show_chances(event: Event, signature: Signature, *, visible: bool) -> None:
    """Show the chances on guests' pages, or no longer. Reverse act: the other of the two."""
    with writing(event) as row:
        if row.chances_shown == visible:
            return
        append(row, "show_chances", {"shown": visible}, signature)
        row.chances_shown = visible
        row.save(update_fields=["chances_shown"])


USES = {"arms": "The company’s arms", "sponsor": "The sponsor’s picture"}


def set_picture(event: Event, use: str, body: bytes | None, signature: Signature) -> Event:
    """Show a picture as the arms or the sponsor's, or none; it is kept as it was made harmless.

    Raises PictureRefusedError. Reverse act: `set_picture`, with what was there, or with none.
    """
    if use not in USES:
        raise PictureRefusedError("Picture: it is the company’s arms or the sponsor’s.")
    with writing(event) as row:
        setattr(row, use, keep(body) if body is not None else "")
        row.save(update_fields=[use])
    return row


def keep(body: bytes) -> str:
    """Keep a picture once it is harmless; its digest. Part of an act."""
    created = harmless(body)
    fields = {"svg": created.svg, "content": created.content}
    return Picture.objects.get_or_create(digest=created.digest, defaults=fields)[0].digest
