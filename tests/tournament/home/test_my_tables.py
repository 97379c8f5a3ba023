"""The umpire's own home: each table with what is to be done there, the most urgent first."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.evening import NOW, official, save, seated_event
from tournament.models import Call, Event, Role, Table

pytestmark = pytest.mark.django_db


def home(event: Event, role: Role) -> str:
    client = Client()
    client.force_login(official(event, role, f"x-{role}"))
    return client.get(reverse("evening", args=[event.slug])).content.decode()


def test_an_umpire_sees_the_tables_with_calls_and_doubts_first_and_an_organiser_does_not() -> None:
    event = seated_event(20, games_per_round=2)
    save(event, ("out", "9", "3", "4", "5"), (1, 1, 1), checked=True)
    save(event, ("out", "9", "3", "4", "5"), (1, 2, 1))
    save(event, ("out", "=125", "3", "4", "5"), (1, 3, 1))
    fourth = Table.objects.get(event=event, round__number=1, number=4)
    Call.objects.create(
        event=event, table=fourth, reason="A Queen on a Queen", called_by="x", called_at=NOW
    )
    html = home(event, Role.UMPIRE)
    part = html.partition('class="my-tables"')[2].partition("</section>")[0]
    told = [word.partition("</span>")[0] for word in part.split('class="my-table-words">')[1:]]
    assert told[0] == "Calls: A Queen on a Queen"
    assert told[1].startswith("Game 1: ")
    assert told[2:] == ["One sheet to check", "Game 2 next"]
    assert "5 games to come." in part
    assert part.count("my-table-now") == 2
    assert reverse("just_ask", args=[event.slug]) in part
    assert "My tables" not in home(event, Role.ORGANISER)
