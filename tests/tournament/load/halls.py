"""Halls for the crowd: a round of many games, and an official with a session for each table."""

from django.contrib.auth.models import User
from django.test import Client

from tests.tournament.evening import seated_event
from tests.tournament.load.crowd import Evening
from tournament.event.acts import appoint
from tournament.models import Event, Role


def hall(tables: int, games: int) -> tuple[Event, Evening]:
    """An evening of so many tables of five, and what a crowd needs to come to it."""
    event = seated_event(tables * 5, qualifying_rounds=1, games_per_round=games)
    return event, Evening(event.slug, games, [_session(event, number) for number in range(tables)])


def _session(event: Event, number: int) -> str:
    user = User.objects.create_user(f"umpire-{event.pk}-{number}", password="a long pass phrase 7")
    appoint(event, user, Role.UMPIRE)
    return session_of(user)


def session_of(user: User) -> str:
    """A session of this account, as its cookie says it."""
    client = Client()
    client.force_login(user)
    return str(client.cookies["sessionid"].value)
