"""Accounts of officials: the organiser of an own evening, and those whom the organiser adds."""

import secrets
from collections.abc import Collection

from django.contrib.auth.models import User

from tournament.event.acts import appoint
from tournament.ledger.chain import Signature, durable, writing
from tournament.models import AccountOrigin, Appointment, Event, Official, Role
from tournament.refusal import Refused
from tournament.server.snapshot import after_snapshot
from tournament.site import second_factor
from tournament.site.this_machine import is_demo_account

SOUNDS = [consonant + vowel for consonant in "bdfghjklmnprstvz" for vowel in "aeiou"]


NOT_YOURS = (
    "{name}’s password is not yours to set: the account was made elsewhere, or can do more than"
    " serve at your evenings. {name} can change it under “Your account”; whoever lost it asks an"
    " administrator."
)


NO_LONGER_ASKED = "You are no longer asked: talk to the organiser."


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
        raise Refused(f"{user.username} is already an official of this evening.")
    if not event.is_demo and is_demo_account(user):
        raise Refused(f"{user.username} is a log-in of the demo: choose another name.")
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
            raise Refused("They have already answered, or are no longer asked.")
        appointment.delete()


@after_snapshot
def remove_official(event: Event, pk: int) -> Official:
    """Take an office back; the account and what it signed stay. Reverse act: `add_official`."""
    with writing(event) as row:
        official = _official(row, pk)
        officials = row.officials.filter(role=Role.ORGANISER).exclude(pk=pk)
        if official.role == Role.ORGANISER and not officials.exists():
            raise Refused("An evening keeps at least one organiser: add another one first.")
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
            raise Refused(NOT_YOURS.format(name=official.user.username))
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
        raise Refused(NO_LONGER_ASKED)
    return current


def _official(event: Event, pk: int) -> Official:
    official = Official.objects.select_related("user").filter(event=event, pk=pk).first()
    if official is None:
        raise Refused("This person is no longer an official of this evening.")
    return official
