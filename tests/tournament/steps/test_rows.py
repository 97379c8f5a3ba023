"""The rows as text: each names what there is, and asks for what used to be missed."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone

from tests.tournament.ending import fresh
from tests.tournament.evening import NOW, new_event, save, seated_event, sign
from tournament.counting.grid import cells
from tournament.home.phase import evening
from tournament.models import Event
from tournament.paper.acts import play_without_paper, record_printing
from tournament.paper.catalogue import find
from tournament.paper.editions import items
from tournament.seating.acts import close_round
from tournament.seating.acts_seats import leave
from tournament.steps.conditions import DONE, WHEN
from tournament.steps.table import Step, rows, text

GAME = ("out", "2", "3", "4", "5")


def test_every_row_names_conditions_lines_and_pages_that_there_are() -> None:
    talks = text()["talk"]
    every = (*rows(), *rows(matches=True))
    assert {row.get("done", row["key"]) for row in every} == set(DONE)
    assert {row["talk"] for row in every if "talk" in row} == set(talks)
    spoken = [line for lines in talks.values() for line in lines]
    variants = [
        one
        for row in every
        for name in ("heading", "figures", "act", "wall")
        for one in (row.get(name, []) if isinstance(row.get(name), list) else [])
    ]
    feet = [one for texts in text()["board"].values() for one in texts]
    assert {row.get("guests", "read") for row in every} == set(text()["guests"])
    assert {row.get("board", "open") for row in every} == set(text()["board"])
    assert all("wall" in row for row in every)
    spoken += [row for line in spoken if isinstance(line["words"], list) for row in line["words"]]
    used = {one["when"] for one in (*spoken, *variants, *feet) if "when" in one}
    used |= {line["until"] for line in spoken if "until" in line}
    assert used | {row["only"] for row in every if "only" in row} == set(WHEN)


def now(event: Event) -> Step:
    """What comes next."""
    return evening(fresh(event)).next


@pytest.mark.django_db
def test_cards_that_changed_after_the_printing_are_asked_for_again() -> None:
    event = seated_event(10)
    kind = find(event, "score-cards")
    assert kind is not None
    says = items(kind.make(timezone.localtime()), event)
    record_printing(event, "score-cards", says, sign())
    event.guests.update(arrived_at=NOW)
    assert now(event).key == "start"
    event.guests.filter(ref="P003").update(name="Another Name")
    Event.objects.filter(pk=event.pk).update(version=fresh(event).version + 1)
    step = now(event)
    assert (step.key, step.figures) == (
        "print",
        "Something changed since the printing: 3 score cards are to print.",
    )
    assert step.act is not None
    assert step.act.route == "paper_changed"


@pytest.mark.django_db
def test_a_table_of_two_is_mended_before_round_2_starts_or_it_starts_all_the_same() -> None:
    event = seated_event(10, games_per_round=1)
    for table in (1, 2):
        save(event, GAME, (1, table, 1))
    close_round(event, 1, sign())
    for ref in ("P001", "P002", "P003"):
        leave(event, ref, (2, 1), sign(), reason="Gone home")
    step = now(event)
    assert (step.heading, step.figures) == ("Mend the small tables", "Table 1 has 2 guests.")
    assert [act.words for act in step.others] == ["Start all the same"]
    assert [cell.round for cell in cells(event) if cell.due] == [2, 2]


@pytest.mark.django_db
def test_an_evening_without_a_list_leads_to_the_door_as_well() -> None:
    step = now(new_event())
    assert [(act.words, act.route) for act in step.others] == [
        ("No list: let them walk in", "door")
    ]


@pytest.mark.django_db
def test_the_steps_of_an_evening_are_printed_done_or_not() -> None:
    event = seated_event(5, games_per_round=1)
    play_without_paper(event, sign())
    told = StringIO()
    call_command("steps", event.slug, stdout=told)
    lines = told.getvalue().splitlines()
    assert lines[:6] == [
        "x list",
        "x seat (1)",
        "x publish (1)",
        "x print (1)",
        "> Check the guests in (1)",
        "x unseated (1)",
    ]
    assert lines[-1] == "0 of 5 guests are here."
