"""Accounts of officials: the organiser of an own evening, and those whom the organiser adds."""

import secrets

from django.contrib.auth.models import User

from tournament.acts.event import appoint
from tournament.ledger.chain import durable, writing
from tournament.models import Event, Official, Role
from tournament.own_machine import is_demo_account
from tournament.snapshot import after_snapshot

SOUNDS = [consonant + vowel for consonant in "bdfghjklmnprstvz" for vowel in "aeiou"]


class OfficialRefusedError(ValueError):
    """The official cannot be added, removed or given a new password so: the sentence says why."""


def pass_phrase() -> str:
    """Three pronounceable words of six letters: 57 bits, typed without hunting for keys."""
    return "-".join("".join(secrets.choice(SOUNDS) for _sound in range(3)) for _word in range(3))


def create_organiser(name: str, password: str) -> User:
    """A new account for one who starts an evening of their own. No reverse: accounts stay, as the record names them."""
    with durable():
        return User.objects.create_user(name, password=password)


def add_official(event: Event, name: str, role: Role) -> tuple[Official, str]:
    """Give a person an office; for a new account also its password, which is kept nowhere else.

    Reverse act: `remove_official`.
    """
    with writing(event) as row:
        user = User.objects.filter(username__iexact=name).first()
        if user and row.officials.filter(user=user).exists():
            raise OfficialRefusedError(f"{user.username} is an official of this evening already.")
        if user and not row.is_demo and is_demo_account(user):
            raise OfficialRefusedError(f"{user.username} is a log-in of the demo: choose another name.")
        phrase = "" if user else pass_phrase()
        return appoint(row, user or User.objects.create_user(name, password=phrase), role), phrase


@after_snapshot
def remove_official(event: Event, pk: int) -> Official:
    """Take an office back; the account and what it signed stay. Reverse act: `add_official`."""
    with writing(event) as row:
        official = _found(row, pk)
        others = row.officials.filter(role=Role.ORGANISER).exclude(pk=pk)
        if official.role == Role.ORGANISER and not others.exists():
            raise OfficialRefusedError("An evening keeps at least one organiser: add another one first.")
        official.delete()
    return official


def renew_password(event: Event, pk: int, organiser: User) -> tuple[Official, str]:
    """A new password for an official all of whose evenings this organiser runs. No reverse: a further new one."""
    with writing(event) as row:
        official = _found(row, pk)
        runs = organiser.offices.filter(role=Role.ORGANISER).values("event")
        if official.user.offices.exclude(event__in=runs).exists():
            raise OfficialRefusedError(
                f"{official.user.username} also serves at an evening of another organiser, who sets the password."
            )
        phrase = pass_phrase()
        official.user.set_password(phrase)
        official.user.save(update_fields=["password"])
    return official, phrase


def _found(event: Event, pk: int) -> Official:
    official = Official.objects.select_related("user").filter(event=event, pk=pk).first()
    if official is None:
        raise OfficialRefusedError("This person is no official of the evening any more.")
    return official
