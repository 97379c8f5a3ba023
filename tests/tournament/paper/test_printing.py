"""What was printed is known, what changed since is printed alone, and the code of an old printing
says so.
"""

import io
import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pypdf import PageObject, PdfReader

from tests.tournament.ending import fresh, sealed_event, signed_in
from tests.tournament.evening import new_event, seated_event, sign
from tests.tournament.paper.reading import marks_on, rows_of, words_on
from tournament.models import Event, Guest, Printing, Role
from tournament.paper.catalogue import find
from tournament.paper.drawing import Words
from tournament.paper.editions import items
from tournament.paper.guest_cards import badges
from tournament.paper.seating import seating_by_name, table_cards
from tournament.paper.tonight import pages_of, tonight
from tournament.seating.acts_seats import swap_guests

pytestmark = pytest.mark.django_db


def printed(client: Client, event: Event, kind: str) -> None:
    assert client.post(reverse("paper_pdf", args=[event.slug, kind])).status_code == 200


def swapped(event: Event) -> Event:
    """Guests 1 and 6 change places in round 2."""
    swap_guests(event, 2, (1, 6), sign(), reason="At the wrong table")
    return fresh(event)


def pages(content: bytes) -> list[PageObject]:
    return list(PdfReader(io.BytesIO(content)).pages)


def test_after_a_swap_just_the_cards_and_lists_it_touched_are_printed() -> None:
    event = seated_event(10)
    client = signed_in(event, Role.HEAD_UMPIRE)
    for kind in ("score-cards", "table-cards", "seating-by-table-1"):
        printed(client, event, kind)
    assert Printing.objects.filter(event=event).count() == 10 + 2 + 1
    where = reverse("paper_changed", args=[event.slug])
    assert "Nothing has changed" in client.get(where).content.decode()
    event = swapped(event)
    page = client.get(where).content.decode()
    moved = "badges 1, 2, 5, 6, 7 and 10"
    assert re.findall(r"To print: ([^<]*)\.", page) == [moved, "tables 1 and 2"]
    answer = client.post(where)
    assert (answer["Content-Type"], len(pages(answer.content))) == ("application/pdf", 2 + 2)
    assert "Nothing has changed" in client.get(where).content.decode()
    assert (
        "Nothing has changed since the last print."
        in client.post(where, follow=True).content.decode()
    )


def test_everything_for_tonight_is_one_file_in_the_order_of_use_and_counts_as_printed() -> None:
    event = seated_event(10)
    client = signed_in(event, Role.HEAD_UMPIRE)
    listed, where = (reverse(name, args=[event.slug]) for name in ("paper", "paper_tonight"))
    shown = client.get(listed).content.decode()
    amounts = ["2 pages, one for each table", "3 pages, cut and stack"]
    assert [one for one in (*amounts, "2 copies of one page") if one not in shown] == []
    told = b"".join(client.post(where, headers={"Accept": "text/x-progress"}))
    lines, _pdf, file = told.partition(b"\nfile\n")
    names = [line.partition(" ")[2] for line in lines.decode().splitlines()]
    assert names == [
        "Seating by name",
        "Table cards",
        "Score cards, four to a sheet",
        "Table sheets, round 1",
        "Table sheets, round 2",
        "Rule sheet",
        "all in one file",
    ]
    said = pages(file)
    # Two lists for the wall, two tables with a card, two sheets and the rules each, ten cards.
    assert len(said) == 2 + 2 + 3 + 2 + 2 + 2
    assert f"One PDF in the order you lay it out, about {len(said)} pages, A4." in shown
    assert "Where do I sit?" in said[1].extract_text()
    assert set(Printing.objects.values_list("kind", flat=True)) >= {"score-cards", "rule-sheet"}
    assert "Printed at" in client.get(listed).content.decode()
    swapped(event)
    assert "Print what changed (" in client.get(listed).content.decode()


def test_badges_and_slips_go_into_tonight_where_they_are_used_once_asked_for() -> None:
    event = seated_event(10)
    event.guests.filter(badge=1).update(office="Master")
    client = signed_in(event, Role.HEAD_UMPIRE)
    listed = reverse("paper", args=[event.slug])
    asked = {"also": ["movement-slips-2", "badges", "<x>", "standings"]}
    said = [client.get(listed, query).content.decode() for query in ({}, asked)]
    assert ["Add Badges" in one for one in said] == [True, False]
    assert ["Leave out" in one for one in said] == [False, True]
    assert "<x>" not in said[1]
    assert "standings" not in said[1].partition("Print everything for tonight")[0][-300:]
    parts = tonight(event, asked["also"])
    keys = [part.kind.key for part in parts]
    assert keys == [
        "seating-by-name",
        "badges",
        "table-cards",
        "score-cards",
        "table-sheets-1",
        "table-sheets-2",
        "movement-slips-2",
        "rule-sheet",
    ]
    amounts = {part.kind.key: part.amount for part in parts}
    sheets = badges(event, timezone.now(), "badges")
    assert amounts["badges"].startswith(f"{len(sheets.badges) // sheets.sheet.count} pages, ")
    assert amounts["movement-slips-2"] == "1 page, cut and lay out"
    assert (pages_of(parts), pages_of(tonight(event))) == ("about 16 pages", "about 13 pages")


def test_nothing_is_printed_for_tonight_before_there_are_seats() -> None:
    event = new_event()
    client = signed_in(event)
    where = reverse("paper_tonight", args=[event.slug])
    assert "publish the seating first" in client.get(where, follow=True).content.decode()


def test_a_card_of_somebody_who_has_no_seat_any_more_is_to_be_taken_back() -> None:
    event = seated_event(10)
    client = signed_in(event)
    printed(client, event, "score-cards")
    event.seats.filter(guest__ref="P010").delete()
    page = client.get(reverse("paper_changed", args=[event.slug])).content.decode()
    assert "Collect, no longer in use: badge 10." in page


def test_the_code_of_a_printing_says_whether_it_is_still_true() -> None:
    event = seated_event(10)
    paper = find(event, "score-cards")
    assert paper is not None
    says = items(paper.make(timezone.now()), event)
    old = {
        badge: reverse("edition", args=[event.slug, "score-cards", badge, says[badge][:10]])
        for badge in ("1", "3")
    }
    assert "This paper is still right" in Client().get(old["1"]).content.decode()
    event = swapped(event)
    told = {badge: Client().get(where).content.decode() for badge, where in old.items()}
    assert "This paper is out of date" in told["1"]
    assert f'href="/e/{event.slug}/paper/score-cards/?badges=1"' in told["1"]
    assert "This paper is still right" in told["3"]
    for strange in (
        "score-cards/1/0000000000",
        "no-such/-/0123456789",
        "score-cards/99/0123456789",
        "the-ten/-/1",
    ):
        assert "out of date" in Client().get(f"/e/{event.slug}/edition/{strange}/").content.decode()


def test_every_list_and_sheet_bears_its_code_and_the_same_code_again() -> None:
    event = seated_event(10)
    client = signed_in(event)
    for kind in ("seating-by-name", "seating-by-table-1"):
        twice = [
            client.get(reverse("paper_page", args=[event.slug, kind])).content.decode()
            for _ in range(2)
        ]
        codes = [re.findall(r'src="(data:image[^"]+)"', page)[:1] for page in twice]
        assert codes[0] != []
        assert codes[0] == codes[1]
        assert "edition-code" in twice[0]


def test_of_results_only_what_was_printed_is_told_to_anybody() -> None:
    event = sealed_event()
    client = signed_in(event)
    paper = find(event, "the-ten")
    assert paper is not None
    digest = items(paper.make(timezone.now()), event)[""][:10]
    where = reverse("edition", args=[event.slug, "the-ten", "-", digest])
    assert "out of date" in Client().get(where).content.decode()
    printed(client, event, "the-ten")
    assert "still right" in Client().get(where).content.decode()


@pytest.mark.parametrize("kind", ["score-cards", "playoff-cards"])
def test_blank_cards_can_be_printed_before_anything_else(kind: str) -> None:
    event = new_event()
    paper = find(event, f"blank-{kind}")
    assert paper is not None
    made = paper.make(timezone.now())
    said = words_on(made)
    assert "Guest" not in said
    large = [mark for mark in marks_on(made) if isinstance(mark, Words) and mark.size > 18]
    assert "–" not in {mark.text for mark in large}
    assert "None" not in said


def test_lists_for_the_wall_name_nobody_who_chose_not_to_be_named() -> None:
    event = sealed_event()
    Guest.objects.filter(event=event, ref="P002").update(
        unnamed=True, first_name="Guest", last_name="2"
    )
    now = timezone.now()
    found = [
        find(event, kind) for kind in ("standings", "the-ten", "seating-by-name", "table-cards")
    ]
    said = [words_on(kind.make(now)) for kind in found if kind]
    assert len(said) == 4
    assert [("Guest 2" in page, "Badge 2" in page) for page in said] == [(False, True)] * 4
    assert rows_of(seating_by_name(event, now))[0][1] == "Badge 2"
    assert "Guest 1" in words_on(table_cards(event, now))
