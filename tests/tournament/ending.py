"""Evenings whose games are played, for the tests of standings, cut and play-off."""

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from django.contrib.auth.models import User
from django.test import Client

from tests.tournament.evening import official, save, seated_event, sign
from tournament.finals.acts import freeze_by_itself, reveal_cut, seal_cut
from tournament.ledger.chain import Signature
from tournament.models import Event, Role, Round
from tournament.refusal import Refused
from tournament.seating.acts import close_round
from tournament.steps.acts import seat_playoff

# One game of five at one table: totals 0, 5, 5, 20 and 40; P002 left one card, P003 an unknown
# number.
GAME = ("out", "5", "=5", "=20", "=40")
LEVEL = ("out", "5", "5", "=20", "=40")
SMALL: dict[str, Any] = {
    "qualifying_rounds": 1,
    "games_per_round": 1,
    "cut_size": 3,
    "playoff_tables": 1,
    "playoff_games": 1,
}


def played_event(said: Sequence[str] = GAME, **fields: Any) -> Event:
    """A small evening with its one sheet in; the round is still open."""
    event = seated_event(**SMALL | fields)
    save(event, said)
    return fresh(event)


def closed_event(said: Sequence[str] = GAME, **fields: Any) -> Event:
    """The same with its round closed: nothing is in the way of the seal."""
    event = played_event(said, **fields)
    close_round(event, 1, sign())
    return fresh(event)


def sealed_event(said: Sequence[str] = GAME, **fields: Any) -> Event:
    """The same, sealed and not revealed."""
    event = closed_event(said, **fields)
    seal_cut(event, sign())
    return fresh(event)


def playoff_event(said: Sequence[str] = GAME, **fields: Any) -> Event:
    """The same, revealed, the play-off seated and its tables open."""
    event = sealed_event(said, **fields)
    reveal_cut(event, sign())
    seat_playoff(event, sign())
    return fresh(event)


def names_shown(html: str) -> list[str]:
    """The names on a public board as HTML: in their order, or while a list is read out as they were
    read.
    """
    rows = re.findall(r'class="board-name[^"]*">([^<]*)<', html)
    read = re.findall(r'class="read-name"><b[^>]*>([^<]*)<', html)
    plates = re.findall(r'class="plate plate-([123])[^"]*">.*?<h2>([^<]*)<', html)
    return rows or read[::-1] or [name for _order, name in sorted(plates, reverse=True)]


def fresh(event: Event) -> Event:
    """The event as its row stands."""
    return Event.objects.get(pk=event.pk)


def signed_in(event: Event, role: Role = Role.ORGANISER) -> Client:
    """A browser of an official."""
    client = Client()
    client.force_login(official(event, role))
    return client


def stranger() -> Client:
    """A browser of an account that has no role at the event."""
    client = Client()
    client.force_login(User.objects.create_user("somebody", password="a long pass phrase 7"))
    return client


def following(event: Event) -> Event:
    """The same with its board following to the end, as an organiser may choose it."""
    freeze_by_itself(event, sign(), on=False)
    return fresh(event)


def seat_after_reading(event: Event, by: Signature, **wanted: Any) -> Round:
    """The play-off seated once the list is public, where there is one to show."""
    with suppress(Refused):
        reveal_cut(event, sign())
    return seat_playoff(event, by, **wanted)
