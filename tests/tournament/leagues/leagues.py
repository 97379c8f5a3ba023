"""A small league for the tests: evenings of one table and one game, built through the real acts."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.contrib.auth.models import User

from tests.tournament.evening import add_guests, new_event, save, sign
from tournament.event.acts import appoint
from tournament.leagues.acts import add_evening, create_league
from tournament.leagues.reading import league_board
from tournament.models import Event, Guest, League, Role
from tournament.seating.acts import lay_round, publish_round

ROUND = {"qualifying_rounds": 1, "games_per_round": 1, "cut_size": 2, "has_playoff": False}


def evening(day: date, totals: Mapping[str, int], **fields: Any) -> Event:
    """An evening at which so many points were scored by these; the lowest went out with 0, whatever
    is given.
    """
    event = new_event(name=f"Cards {day:%d %B %Y}", date=day, **(ROUND | fields))
    guests = add_guests(event, len(totals))
    for guest, name in zip(guests, totals, strict=True):
        guest.name = guest.sort_name = name
    Guest.objects.bulk_update(guests, ["name", "sort_name"])
    lay_round(event, 1, [[guest.ref for guest in guests]])
    publish_round(event, 1, sign())
    save(event, ["out" if points == 0 else f"={points}" for points in totals.values()])
    return Event.objects.get(pk=event.pk)


def league_of(*events: Event, name: str = "Winter League") -> tuple[League, User]:
    """A league of these evenings and the account that runs it and organises them all."""
    user = User.objects.create_user(f"organiser of {name}", password="a long pass phrase 7")
    made = create_league(name, user, sign())
    for event in events:
        serve(event, user)
        add_evening(made, event, user, sign())
    return fresh(made), user


def serve(event: Event, user: User) -> None:
    """Make an account organiser of an evening."""
    appoint(event, user, Role.ORGANISER)


def fresh(league: League) -> League:
    """The league as its row stands."""
    return League.objects.get(pk=league.pk)


def guest(event: Event, name: str) -> int:
    """The row of a guest."""
    return Guest.objects.get(event=event, name=name).pk


def lines(league: League, *, public: bool = False) -> list[tuple[str, str, str]]:
    """Place, name and sum of everybody."""
    return [
        (line.place, line.name, line.figure)
        for line in league_board(fresh(league), public=public).lines
    ]
