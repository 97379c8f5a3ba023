"""Cards, sheets and lists lifted from an event say what its archive says."""

import copy
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO
from itertools import groupby

import pytest
from pypdf import PdfReader

from scoring.games.swedish_pursuit import SWEDISH_PURSUIT
from tests.tournament.evening import new_event, seated_event, sign
from tests.tournament.guest_lists import as_csv
from tests.tournament.paper import lists
from tests.tournament.paper.evening import LETTERS, archive, guest, players, score_cards, seats
from tests.tournament.paper.reading import rows_of
from tournament.archive.acts import import_evening
from tournament.models import Event, Guest, Seat
from tournament.paper import page, seating
from tournament.paper.drawing import Words
from tournament.paper.score_cards import Neighbour, card_form
from tournament.refusal import Refused
from tournament.seating.acts import lay_round, publish_round
from tournament.seating.acts_seats import swap_guests
from tournament.tickets.acts import import_guests
from tournament.tickets.headings import suggested
from tournament.tickets.spreadsheet import read_guest_file

NOW = datetime(2027, 2, 11, 17, 42, tzinfo=UTC)
pytestmark = pytest.mark.django_db


def seated() -> Event:
    """The reference evening, seated and not yet played."""
    document = copy.deepcopy(archive())
    document["games"] = []
    document["seating"].pop("playoff")
    return import_evening(document, NOW)


def test_score_cards_from_rows_are_those_of_the_archive() -> None:
    lifted = seating.score_cards(seated(), NOW)
    drawn = score_cards()
    assert [card.guest for card in lifted.cards] == [card.guest for card in drawn.cards]
    for ours, theirs in zip(lifted.cards, drawn.cards, strict=True):
        assert ours.upper == theirs.upper
        assert ours.lower is not None
        assert theirs.lower is not None
        for field in ("table", "seat", "checked_by", "checks"):
            assert getattr(ours.lower, field) == getattr(theirs.lower, field)
    assert (lifted.games, lifted.hint) == (drawn.games, drawn.hint)


def test_card_values_equal_the_rulebook() -> None:
    printed = seating.score_cards(seated(), NOW).values
    costs = {rank: group.points for group in printed for rank in group.ranks}
    rulebook = SWEDISH_PURSUIT.card_values
    assert rulebook is not None
    faces = {rank: int(rank) for rank, points in costs.items() if points is None}
    assert {
        ("T" if rank == "10" else rank): faces.get(rank, points) for rank, points in costs.items()
    } == rulebook


def test_sheets_and_lists_from_rows_are_those_of_the_archive() -> None:
    event = seated()
    assert seating.table_sheets(event, 2, NOW).sheets == lists.table_sheets(2).sheets
    by_name = {row[1]: row[3:] for row in rows_of(seating.seating_by_name(event, NOW))}
    first, second = seats(1), seats(2)
    for player in players().values():
        rest = player["name"].removesuffix(player["last_name"]).strip()
        places = (first[player["id"]], second[player["id"]])
        assert by_name[f"{player['last_name']}, {rest}"] == tuple(
            words for table, seat in places for words in (str(table), LETTERS[seat])
        )
    by_table = seating.seating_by_table(event, 1, NOW)
    assert [(heading, [row[0] for row in rows]) for heading, rows in by_table.groups] == [
        (str(number), list(LETTERS[: len(ids)]))
        for number, ids in enumerate(archive()["seating"]["1"], 1)
    ]
    assert [row[1:] for row in rows_of(by_table)] == [
        (guest(who).name, guest(who).livery, str(guest(who).badge))
        for ids in archive()["seating"]["1"]
        for who in ids
    ]
    assert [card.seats for card in seating.table_cards(event, NOW).cards] == [
        c.seats for c in lists.table_cards().cards
    ]


def test_links_reach_the_cards_of_their_guests_only() -> None:
    paper = seating.score_cards(seated_event(5), NOW, links={"P002": "HTTP://X/G/2"})
    assert [card.link for card in paper.cards] == ["", "HTTP://X/G/2", "", "", ""]


def test_a_guest_of_the_second_round_only_has_a_card_too() -> None:
    event = seated_event(5)
    first = Seat.objects.get(event=event, round__number=1, letter="B")
    late = first.guest
    first.delete()
    card = next(
        card for card in seating.score_cards(event, NOW).cards if card.guest.badge == late.badge
    )
    assert (card.upper.table, card.upper.checked_by) == (None, Neighbour("", ""))
    assert card.lower is not None
    assert (card.lower.table, card.lower.seat, card.lower.movement) == (1, "B", "")


def test_an_empty_seat_is_passed_over_in_checking() -> None:
    event = seated_event(5)
    Seat.objects.get(event=event, round__number=1, letter="B").delete()
    card = seating.score_cards(event, NOW).cards[0]
    assert card.upper.checked_by == Neighbour("C", "Guest 3")


def test_a_guest_alone_at_a_table_has_no_checker() -> None:
    card = seating.score_cards(seated_event(1), NOW).cards[0]
    assert card.upper.checked_by == Neighbour("", "")


def test_the_movement_says_how_far_a_guest_goes() -> None:
    cards = seating.score_cards(seated(), NOW).cards
    moves = [card.lower.movement for card in cards[:3] if card.lower]
    assert moves == [
        "Seat A stays at table 1.",
        "Seat B moves on one table: table 2.",
        "Seat C moves on two tables: table 3.",
    ]
    assert cards[-1].lower is not None
    assert cards[-1].lower.movement == "Seat E moves on to table 4."


def test_a_seating_not_published_is_called_a_draft() -> None:
    event = seated_event(5)
    draft = "draft, not published"
    assert draft not in seating.seating_by_name(event, NOW).remarks
    event.rounds.update(state="draft")
    assert draft in seating.seating_by_name(event, NOW).remarks
    assert draft in seating.seating_by_table(event, 1, NOW).remarks


def test_the_edition_is_the_version_of_the_event() -> None:
    event = seated_event(5)
    edition = seating.edition(event, NOW)
    assert (edition.number, edition.printed_at, edition.official) == (event.version, NOW, False)
    assert len(edition.digest) == 64


def test_sort_names_order_the_list_and_surnames_lead() -> None:
    event = seated_event(2)
    Guest.objects.filter(event=event, badge=1).update(
        name="Siân Zouche", last_name="Zouche", sort_name="Zouche Siân"
    )
    Guest.objects.filter(event=event, badge=2).update(
        name="Ann Abbey", last_name="Abbey", sort_name="Abbey Ann"
    )
    rows = rows_of(seating.seating_by_name(event, NOW))
    assert [(row[0], row[1]) for row in rows] == [("A", "Abbey, Ann"), ("Z", "Zouche, Siân")]


def test_a_list_with_one_name_column_takes_two_pages_and_leads_with_the_surnames() -> None:
    event = new_event()
    surnames = (
        "Barker,Clark,de la Mare,Featherstonehaugh-Cholmondeley,McDonald,Núñez,O’Wherry,St John,van"
        " der Berg,Wood"
    )
    around = (
        "{},Sir {} KC,Lt Col {} OBE,Dame {},The Revd Canon {},{} (Mrs),Past Master {},Dr {} MBE"
        " JP,{} Esq.,Ann {}"
    )
    companies = (
        "Makers of Playing Cards",
        "Tobacco Pipe Makers and Tobacco Blenders",
        "Stationers and Newspaper Makers",
    )
    people = [
        form.format(f"Zoë {surname}")
        for surname in (*surnames.split(","), "Ćwikła")
        for form in around.split(",")
    ]
    rows = [
        ["Name", "Livery"],
        *([name, companies[place % 3]] for place, name in enumerate(people)),
    ]
    file = read_guest_file("list.csv", as_csv(rows))
    import_guests(event, file.rows, suggested(file.headings), sign())
    refs = list(event.guests.values_list("ref", flat=True))
    for number in (1, 2):
        lay_round(event, number, [refs[start : start + 5] for start in range(0, 110, 5)])
        publish_round(event, number, sign())
    paper = seating.seating_by_name(event, NOW)
    assert [key for key, _ in groupby(row[1].partition(", ")[0] for row in rows_of(paper))] == [
        "Barker",
        "Clark",
        "Ćwikła",
        "de la Mare",
        "Featherstonehaugh-Cholmondeley",
        "McDonald",
        "Núñez",
        "O’Wherry",
        "St John",
        "van der Berg",
        "Wood",
    ]
    assert [row[0] for row in rows_of(paper) if row[0]] == list("BCDFMNOSVW")
    assert len(PdfReader(BytesIO(page.pdf(paper))).pages) == 2
    html = page.html(paper)
    assert html.count("<b>Ćwikła</b>, Lt Col Zoë OBE</span>") == 1
    assert html.count("wraps") == 0


def test_only_a_name_that_could_not_be_read_on_one_line_wraps() -> None:
    event = seated_event(2)
    longest = "Ann " + " ".join(["Featherstonehaugh-Cholmondeley"] * 2)
    Guest.objects.filter(event=event, badge=1).update(name=longest, sort_name="")
    html = page.html(seating.seating_by_name(event, NOW))
    assert (html.count('class="wraps"'), html.count("<br>Feather")) == (1, 0)


@pytest.mark.parametrize("paper", [seating.table_sheets, seating.seating_by_table])
def test_a_round_without_seats_is_a_sentence_not_a_fault(
    paper: Callable[[Event, int, datetime], object],
) -> None:
    with pytest.raises(Refused) as caught:
        paper(seated_event(5), 3, NOW)
    assert (
        str(caught.value) == "Nobody is seated in round 3 yet: draw its seating first, then print."
    )


def test_cards_of_an_unseated_event_are_a_sentence_too() -> None:
    with pytest.raises(Refused):
        seating.score_cards(new_event(), NOW)


def test_the_play_off_has_cards_of_its_own_with_a_copy_to_keep() -> None:
    event = import_evening(copy.deepcopy(archive()) | {"games": []}, NOW)
    paper = seating.score_cards(event, NOW, first=3)
    card = paper.cards[0]
    assert (len(paper.cards), card.upper.title) == (10, "Play-off")
    assert card.lower == replace(card.upper, movement="Your own copy, to keep.")
    texts = [mark.text for mark in card_form(paper).marks if isinstance(mark, Words)]
    assert texts.count("PLAY-OFF") == 2
    assert "carried" not in texts
    assert seating.seating_by_table(event, 3, NOW).title == "Play-off"
    assert {sheet.name for sheet in seating.table_sheets(event, 3, NOW).sheets} == {"Play-off"}


def test_papers_call_tables_as_the_hall_does() -> None:
    event = seated_event(10)
    event.hall_plan = [{"label": "12", "room": "Great Hall"}, {"label": "14", "room": "Library"}]
    event.save(update_fields=["hall_plan"])
    rows = rows_of(seating.seating_by_name(event, NOW))
    names = {table for row in rows for table in row[3::2]}
    assert names == {"12", "14"}
    assert [sheet.called for sheet in seating.table_sheets(event, 1, NOW).sheets] == ["12", "14"]
    by_table = seating.seating_by_table(event, 1, NOW)
    assert [heading for heading, _rows in by_table.groups] == ["12", "14"]
    assert [card.called for card in seating.table_cards(event, NOW).cards] == ["12", "14"]
    swap_guests(event, 2, (1, 6), sign(), reason="They asked")
    half = seating.score_cards(event, NOW).cards[0].lower
    assert half is not None
    assert (half.shown_table, half.movement) == (
        "14",
        "Seat A moves on one table: table 14, Library.",
    )
