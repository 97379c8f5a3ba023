"""Place cards, badges, certificates, the lists without the line and the kitchen’s list: what they
say, that nothing falls off a sheet, and that what somebody eats stands in words for the kitchen
alone.
"""

import io
from dataclasses import replace
from typing import Any

import pytest
from django.utils.html import strip_tags
from pypdf import PdfReader

from tests.tournament.ending import closed_event, fresh, playoff_event
from tests.tournament.evening import NOW, save, seated_event
from tests.tournament.paper.reading import rows_of, words_on
from tournament.models import Event, Guest
from tournament.paper.cards import Badges, PlaceCards
from tournament.paper.catalogue import catalogue, find
from tournament.paper.field import pages_of_field
from tournament.paper.guest_cards import SHEETS, greeting
from tournament.paper.kitchen import marks_of, pages_of_kitchen
from tournament.paper.page import html, pdf
from tournament.paper.printed import ListPaper
from tournament.paper.tonight import further, tonight

pytestmark = pytest.mark.django_db
NAMES = (
    "Dame Beatrix Dunnetwhistle",
    "Alderman Nathaniel Cloverstitch",
    "The Revd Ambrose Vellumby",
    "Sir Peregrine Featherstonehaugh-Cholmondeley",
    "Zoë O’Wherry-Núñez",
)
WISHES = ("vegetarian", "", "allergic to peanuts and shellfish, no gluten", "gluten free", "vegan")
NEW = (
    "place-cards",
    "badges",
    "badges-80x50",
    "kitchen-list-1",
    "movement-slips-2",
    "half-time-list",
    "final-by-livery",
    "keepsakes",
    "certificates",
    "certificates-all",
)


@pytest.fixture
def event() -> Event:
    made = seated_event(10, cut_size=3, has_playoff=False, games_per_round=2)
    for guest, name, wish in zip(made.guests.order_by("badge"), NAMES, WISHES, strict=False):
        guest.name, guest.sort_name, guest.dietary = name, "", wish
        guest.office = "Master" if guest.badge in (1, 5) else ""
        guest.host_connected = guest.badge in (1, 3)
        guest.post_nominals = "DBE" if guest.badge == 1 else ""
        guest.save()
    for number in (1, 2):
        for table in (1, 2):
            for game in (1, 2):
                said = ("out", f"={number}", "=20", "=20", "=40")
                save(made, said, (number, table, game))
    return made


def paper(event: Event, key: str) -> Any:
    """A paper of the catalogue."""
    kind = find(event, key)
    assert kind is not None, key
    return kind.make(NOW)


def needed(made: Any) -> int:
    """How many sheets a paper of ten guests takes."""
    if isinstance(made, PlaceCards):
        return 3
    if isinstance(made, Badges):
        return -(-len(made.badges) // made.sheet.count)
    content = getattr(made, "content", {})
    return len(content.get("keepsakes") or content.get("certificates") or [made])


def test_each_is_a_page_and_a_pdf_of_as_many_sheets_as_it_needs(event: Event) -> None:
    papers = {key: paper(event, key) for key in NEW}
    sheets = {key: len(PdfReader(io.BytesIO(pdf(made))).pages) for key, made in papers.items()}
    assert sheets == {key: needed(made) for key, made in papers.items()}
    assert (sheets["keepsakes"], sheets["certificates"], sheets["certificates-all"]) == (10, 2, 10)


def test_a_place_card_greets_and_marks_and_never_says_what_somebody_eats(event: Event) -> None:
    made = paper(event, "place-cards")
    cards = {card.guest.name: card for card in made.cards}
    assert cards[NAMES[0]].marks == ("V",)
    assert [card.greeting for card in made.cards[:5]] == [
        "Good evening, Dame Beatrix",
        "Good evening, Alderman Cloverstitch",
        "Good evening, Ambrose",
        "Good evening, Sir Peregrine",
        "Good evening, Zoë",
    ]
    page = words_on(made)
    assert "\nGF\n" in page
    for word in ("vegetarian", "peanuts", "gluten", "vegan"):
        assert word not in page.lower()


def test_who_is_shown_by_badge_is_so_on_the_table_too(event: Event) -> None:
    event.guests.filter(badge=5).update(unnamed=True)
    page = words_on(paper(event, "place-cards")) + words_on(paper(event, "badges"))
    assert "Badge 5" in page
    assert "Wherry" not in page


@pytest.mark.parametrize(
    ("wishes", "letters"),
    [
        ("", ()),
        ("Vegetarian", ("V",)),
        ("vegan please", ("VG",)),
        ("strictly vegan", ("VG",)),
        ("gluten free, no nuts", ("GF", "N")),
        ("Coeliac disease", ("GF",)),
        ("halal; no alcohol", ("H", "NA")),
        ("vegetarian, no nuts, no egg", ("V", "S")),
        ("allergic to celery", ("S",)),
        ("no nuts and no kiwi", ("N", "S")),
    ],
)
def test_a_mark_says_all_or_says_special(wishes: str, letters: tuple[str, ...]) -> None:
    assert tuple(mark.letters for mark in marks_of(wishes)) == letters


def test_a_movement_slip_says_where_one_comes_from_and_goes_to(event: Event) -> None:
    made = paper(event, "movement-slips-2")
    seats = {(seat.guest_id, seat.round.number): seat for seat in event.seats.all()}
    assert [slip.badge for slip in made.slips] == list(range(1, 11))
    for slip in made.slips:
        guest = event.guests.get(badge=slip.badge)
        now, then = seats[guest.pk, 1], seats[guest.pk, 2]
        assert slip.comes_from == f"From table {now.table.number}, seat {now.letter}"
        assert slip.goes_to == (str(then.table.number), then.letter)
    assert find(event, "movement-slips-1") is None


def test_the_kitchen_reads_tables_words_and_plates_of_each_course(event: Event) -> None:
    made = paper(event, "kitchen-list-1")
    assert isinstance(made, ListPaper)
    assert [(strip_tags(heading), len(rows)) for heading, rows in made.groups] == [("15 covers", 4)]
    assert made.content["as_the_menu"] == "2"
    courses = made.content["courses"]
    assert [course for course, _plates in courses] == ["Starter", "Main course", "Pudding"]
    plates = courses[0][1]
    assert plates[0] == ("as the menu", 6, "all tables")
    assert sum(count for _plate, count, _where in plates) == 10


def test_a_name_without_a_space_pushes_no_wish_off_the_kitchen_s_list(event: Event) -> None:
    event.guests.filter(badge=1).update(name="x" * 80, sort_name="")
    made = paper(event, "kitchen-list-1")
    printed = PdfReader(io.BytesIO(pdf(made)))
    assert len(printed.pages) == pages_of_kitchen(made)
    starts = {}

    def seen(text: str, _cm: Any, tm: Any, _font: Any, _size: Any) -> None:
        starts.update({word.strip(): tm[4] for word in text.splitlines() if word.strip()})

    for sheet in printed.pages:
        sheet.extract_text(visitor_text=seen)
    assert starts["vegetarian"] == starts["vegan"] < float(printed.pages[0].mediabox.width) - 90


def test_half_time_has_every_game_and_no_line_and_equal_totals_share_a_place(event: Event) -> None:
    made = paper(event, "half-time-list")
    assert isinstance(made, ListPaper)
    rows = made.rows
    assert [(row[0], row[-1]) for row in rows[:5]] == [
        ("=1", 0),
        ("=1", 0),
        ("=3", 2),
        ("=3", 2),
        ("=5", 40),
    ]
    assert rows[2][3:5] == (1, 1)
    page = html(made)
    assert "Two games to come: nothing is decided." in page
    assert "gap" not in page
    assert "last-in" not in page
    whole = replace(made, groups=(("", rows[:1] * 60),))
    by_livery = replace(made, groups=tuple((f"Livery {n}", rows[:3]) for n in range(26)))
    lists = (made, whole, by_livery)
    drawn = [len(PdfReader(io.BytesIO(pdf(one))).pages) for one in lists]
    assert drawn == [pages_of_field(one) for one in lists] == [1, 2, 3]


def test_a_keepsake_tells_ones_own_evening_kindly_and_names_others_by_their_given_names(
    event: Event,
) -> None:
    event.guests.filter(badge=5).update(unnamed=True)
    made = {
        keepsake["name"]: keepsake for keepsake in paper(event, "keepsakes").content["keepsakes"]
    }
    own = made[NAMES[0]]
    assert own["headline"] == "Level first of 10, and one of the two"
    assert [games for _name, games, _total in own["rounds"]] == [(0, 0), (0, 0)]
    assert own["won"] == "Won rounds 1 and 2, four games won, never caught with an 8"
    assert own["luck"] == (
        "Compared with the average guest, luck saved you about 43 points. In one game luck decides"
        " most, about 88 in 100."
    )
    told = {name for _table, others in own["sittings"] for _seat, name, _livery in others}
    assert told == {"Nathaniel", "Ambrose", "Peregrine", "Badge 5"}
    assert own["line"] is not None
    assert [place for _x, _y, place in own["marks"]] == [1] * len(own["line"].dots)
    assert own["thanks"].startswith("Thank you for playing.")
    cut = own["line"].cut_y
    assert [
        y for one in made.values() for _x, y, _p in one["marks"] if cut and y - 9 < cut < y
    ] == []


def test_a_keepsake_of_the_last_says_whom_they_met_and_neither_place_nor_what_they_lack(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournament.paper.keepsakes.LAST", 2)
    last = [
        keepsake
        for keepsake in paper(event, "keepsakes").content["keepsakes"]
        if keepsake["total"] == 160
    ]
    told = {(one["headline"], one["marks"], one["won"]) for one in last}
    assert told == {("You met new people", (), "")}


def test_the_final_list_stands_by_company(event: Event) -> None:
    made = paper(event, "final-by-livery")
    wanted = {guest.livery_name for guest in event.guests.select_related("livery")}
    assert {heading for heading, _rows in made.groups} == wanted
    assert "Livery" not in [words for words, *_style in made.heads]
    assert "Livery" in [words for words, *_style in paper(event, "half-time-list").heads]


CORNERS = (
    "score-cards-a5",
    "seating-check",
    "ribbon-list",
    "badges-86x55",
    "blank-table-sheets",
    "blank-table-cards",
    "final-by-name",
    "certificates-overprint",
    "certificates-all-overprint",
)


def test_papers_that_nobody_prints_twice_are_gone(event: Event) -> None:
    assert [key for key in CORNERS if find(event, key)] == []
    assert len({kind.key for kind in catalogue(event)}) == len(catalogue(event)) <= 27


def test_an_evening_of_one_round_and_no_playoff_has_no_paper_of_either() -> None:
    played = closed_event(
        qualifying_rounds=1, cut_size=3, has_playoff=False, further_prizes=[{"name": "Best"}]
    )
    keys = {kind.key for kind in catalogue(played)}
    assert {"half-time-list", "final-list", "blank-playoff-cards"} & keys == set()
    prizes = paper(played, "prize-list")
    assert [row[1] for row in rows_of(prizes)] == ["Best\nthe best total of the whole field"]
    assert not [words for words in prizes.facts if "host" in words]


def test_a_certificate_says_the_place_in_words() -> None:
    played = playoff_event()
    save(played, ("out", "5", "=20"), (2, 1, 1))
    said = [
        certificate["lines"][0]
        for certificate in paper(fresh(played), "certificates").content["certificates"]
    ]
    assert said == [
        "won the play-off of three with nought points,",
        "came second of three in the play-off with five points,",
        "came third of three in the play-off with twenty points,",
    ]


def test_papers_of_what_was_played_join_everything_for_tonight_where_they_are_asked_for(
    event: Event,
) -> None:
    bare = [part.kind.key for part in tonight(event)]
    asked = ("keepsakes", "half-time-list", "final-by-livery")
    assert [kind.key for kind in further(event, tonight(event))][-4:] == [
        "half-time-list",
        "final-by-livery",
        "keepsakes",
        "certificates",
    ]
    assert [part.kind.key for part in tonight(event, asked)] == [
        *bare,
        "half-time-list",
        "final-by-livery",
        "keepsakes",
    ]


def test_labels_of_every_sheet_lie_on_it_and_not_on_each_other() -> None:
    for sheet in SHEETS.values():
        corners = [sheet.corner(place) for place in range(sheet.count)]
        for x, y in corners:
            assert x >= 0
            assert x + sheet.width <= 210
            assert y + sheet.height <= 297
        assert sheet.step_x >= sheet.width
        assert sheet.step_y >= sheet.height


def test_a_place_that_is_held_is_greeted_without_a_name() -> None:
    assert greeting(Guest(name="Guest of Grocers, name to follow", placeholder=True)) == (
        "Good evening"
    )


def test_every_paper_that_waits_says_for_what() -> None:
    bare = seated_event(5)
    waiting = {kind.key: kind.waits_for for kind in catalogue(bare)}
    assert waiting["kitchen-list-1"] == "Waits for the first dietary wish."
    assert waiting["half-time-list"] == "Waits for the first sheet."
