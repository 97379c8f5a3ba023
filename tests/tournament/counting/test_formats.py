"""Formats as data: an invented game runs through every page, entries of other games are checked,
targets end tables.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.formats import FORMATS, Format, Halves, Seats
from scoring.games.rulebooks import RULEBOOKS
from scoring.law.rulebook import Clause, Deal, Rulebook, Scoring
from tests.tournament.ending import fresh
from tests.tournament.evening import NOW, official, seated_event
from tests.tournament.formats import evening_of
from tests.tournament.paper.reading import rows_of
from tournament.archive.acts import import_evening
from tournament.archive.export import archive
from tournament.counting.announcement import points, spoken
from tournament.counting.board import compute
from tournament.counting.formats import rules_named
from tournament.entry.desk import desk_grid
from tournament.event.forms_rules import new_columns
from tournament.models import Event, Role, Sheet
from tournament.models.event import format_named
from tournament.paper.catalogue import find
from tournament.paper.seating import score_cards, table_sheets
from tournament.phones.guest_page import guest_page
from tournament.standings.explanation import why
from tournament.standings.public import released
from tournament.verification.checks import faults
from tournament.workbook.games import hands_page
from tournament.workbook.page import lift_evening
from tournament.workbook.results import standings_page

pytestmark = pytest.mark.django_db
HERE = Path(__file__).resolve().parents[3]
NAMES = ("swedish_pursuit", "swedish-pursuit", "pursuit_racing", "pursuit-racing", "ottawa")


@pytest.fixture
def snap(monkeypatch: pytest.MonkeyPatch) -> Iterator[Format]:
    """A fifth game that exists in this test alone: points are entered, and the
    highest total wins.
    """
    book = Rulebook(
        name="snap",
        title="Snap",
        clauses=(Clause("SN-1", "Whoever calls first takes the pile.", ("invented",)),),
        options=(),
        silences=(),
        deal=Deal(seats_min=2, seats_max=6, dealt_steps=((6, 8),)),
        scoring=Scoring("losers", "highest"),
    )
    form = Format(
        name="snap",
        title="Snap",
        game="snap",
        entry="points",
        scorer="own_hand",
        direction="highest",
        without_winner="all_count",
        without_winner_words="Everybody keeps what they have.",
        seats=Seats(3, 4, 6),
        tie_breaks=("best_game", "cut_of_cards"),
        allowed=("best_game", "last_round", "cut_of_cards"),
        unit="heat",
        figures=frozenset({"best_game"}),
    )
    monkeypatch.setitem(RULEBOOKS, "snap", book)
    monkeypatch.setitem(FORMATS, "snap", form)
    yield form
    format_named.cache_clear()
    rules_named.cache_clear()


def client_of(event: Event, role: Role = Role.ORGANISER) -> Client:
    client = Client()
    client.force_login(official(event, role))
    return client


def typed(
    client: Client,
    event: Event,
    texts: tuple[str, ...],
    place: tuple[int, int, int] = (1, 1, 1),
    **more: Any,
) -> Any:
    """The answer to a game typed on the page of entry."""
    hands = {f"hand_{letter}": text for letter, text in zip("ABCDEF", texts, strict=False)}
    sent = {"key": f"{place} {texts}", "seen": 0, "checked": "on", **hands, **more}
    return client.post(reverse("sheet", args=[event.slug, *place]), sent)


def in_words(page: str) -> str:
    """What a page says, without its tags; what they say aloud stays."""
    said = re.sub(r"<(?:script|style|svg)\b.*?</(?:script|style|svg)>", "", page, flags=re.DOTALL)
    return re.sub(r"<[^>]*?(?:aria-label=\"([^\"]*)\"[^>]*)?>", r" \1 ", said)


def totals(event: Event) -> dict[str, str]:
    return {standing.player: str(standing.total) for standing in compute(event).standings}


def test_an_invented_game_runs_through_pages_paper_and_workbook_as_data_alone(snap: Format) -> None:
    event = evening_of("snap", 4)
    client = client_of(event)
    assert typed(client, event, ("12", "30", "7", "30")).status_code == 302
    assert totals(event) == {"P002": "30", "P004": "30", "P001": "12", "P003": "7"}
    for name in (
        "standings",
        "cut",
        "board",
        "desk",
        "evening",
        "chances",
        "check_queue",
        "prizes",
        "event_rules",
    ):
        answer = client.get(reverse(name, args=[event.slug]))
        assert (name, answer.status_code) == (name, 200)
    entry = client.get(reverse("sheet", args=[event.slug, 1, 1, 2])).content.decode()
    with_figures = reverse("standings", args=[event.slug]) + "?figures=on"
    shown = client.get(with_figures).content.decode()
    assert ("Cards left" in entry, "Eights" in shown, "Best" in shown) == (False, False, True)
    assert "Highest totals lead" in client.get(reverse("board", args=[event.slug])).content.decode()
    assert ("Save heat 2" in entry, re.findall(r"\b[Gg]ames?\b", in_words(entry))) == (True, [])
    desk = client.get(reverse("desk_table", args=[event.slug, 1, 1])).content.decode()
    declared = client.get(reverse("event_settings", args=[event.slug])).content.decode()
    assert ("Heats in a round" in declared, "Games in" in declared) == (True, False)
    assert ("Heat 2" in desk, re.findall(r"\b[Gg]ames?\b", in_words(desk))) == (True, [])
    sheets = table_sheets(event, 1, NOW)
    assert (sheets.said.short, sheets.said.unit, score_cards(event, NOW).units) == (
        "points",
        "heat",
        "heats",
    )
    headings = [title for title, _ in standings_page(lift_evening(event, compute(event))).columns]
    assert [title for title in headings if title in ("Best heat", "Eights", "Heats won")] == [
        "Best heat"
    ]
    assert list(faults(event)) == []


def test_no_page_paper_or_workbook_asks_for_a_games_name() -> None:
    files = [*(HERE / "tournament").rglob("*.py"), *(HERE / "templates").rglob("*.html")]
    asked = {
        str(path.relative_to(HERE))
        for path in files
        if "migrations" not in path.parts and any(name in path.read_text() for name in NAMES)
    }
    assert asked == set()


@pytest.mark.parametrize(
    ("name", "choices", "texts", "more", "sentence"),
    [
        (
            "switch",
            {},
            ("1", "1", "3", "4"),
            {},
            "Seats A and B both have place 1: two cannot finish first.",
        ),
        (
            "switch",
            {},
            ("1", "2", "3", ""),
            {},
            "Seat D has no place: enter it, or tick that time was called.",
        ),
        (
            "switch",
            {},
            ("first", "2", "3", "4"),
            {},
            "Seat A: write the finishing place as a number",
        ),
        (
            "switch",
            {"counting": "wins"},
            ("O", "", "O", ""),
            {},
            "Only one player can win a game: seats A and C",
        ),
        ("switch", {"counting": "wins"}, ("yes", "", "", ""), {}, "Seat A: write O for the winner"),
        (
            "ottawa",
            {},
            ("O", "O", "K", "A"),
            {},
            "Only one player can go out: A and B are both marked.",
        ),
        (
            "pursuit-racing",
            {},
            ("5", "6", "1", "2"),
            {},
            "Seat B: 6 laps are not possible where 5 win; give 0 to 5.",
        ),
        (
            "pursuit-racing",
            {},
            ("5", "three", "1", "2"),
            {},
            "Seat B: write the laps as a number, such as 4",
        ),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence_and_nothing_is_saved(
    name: str, choices: dict[str, str], texts: tuple[str, ...], more: dict[str, Any], sentence: str
) -> None:
    event = evening_of(name, 4, **choices)
    answer = typed(client_of(event), event, texts, **more)
    assert (answer.status_code, Sheet.objects.count()) == (422, 0)
    assert sentence in answer.content.decode().replace("&#x27;", "'")


def test_time_called_in_a_game_of_switch_shares_the_places_left() -> None:
    event = evening_of("switch", 4)
    client = client_of(event)
    assert typed(client, event, ("", "1", "X", "-"), blocked="on").status_code == 302
    assert totals(event) == {"P002": "1", "P001": "2.5", "P003": "2.5", "P004": "2.5"}
    assert [row["total"] for row in released(event, compute(event))["rows"]] == [1, 2.5, 2.5, 2.5]
    saved = client.get(reverse("sheet", args=[event.slug, 1, 1, 1])).content.decode()
    assert ("2.5" in saved, "Time was called." in saved) == (True, True)


def test_a_card_with_a_half_is_compared_as_it_is_written_and_comes_back_from_an_archive() -> None:
    event = evening_of("switch", 4)
    client, address = client_of(event), reverse("desk_totals", args=[event.slug, 1, 1])
    typed(client, event, ("", "1", "X", "-"), blocked="on")
    refused = client.post(address, {"key": "no", "card_A": "2,3"}).content.decode()
    assert (
        "Seat A: what the card says is a number of whole or half points, such as 12 or 12½."
        in refused
    )
    client.post(address, {"key": "cards", "card_A": "2½", "card_B": "1", "card_C": "3.0"})
    grid = desk_grid(event, 1, 1)
    assert grid is not None
    assert [line.verdict for line in grid.lines] == ["agrees", "agrees", "0.5 short", ""]
    document = archive(event)
    assert [row["points"] for row in document["card_totals"]] == [2.5, 1, 3]
    again = archive(import_evening(json.loads(json.dumps(document)), NOW))
    assert (again["card_totals"], list(faults(event))) == (document["card_totals"], [])


def test_spread_places_weigh_tables_of_three_and_five_alike() -> None:
    refs = [f"P{number:03}" for number in range(1, 9)]
    event = seated_event(
        8, tables=[refs[:3], refs[3:]], **new_columns("switch", {"counting": "spread"})
    )
    client = client_of(event)
    typed(client, event, ("1", "2", "3"))
    typed(client, event, ("1", "2", "3", "4", "5"), (1, 2, 1))
    assert [totals(event)[ref] for ref in refs] == ["0", "60", "120", "0", "30", "60", "90", "120"]


def test_a_table_of_ottawa_with_its_target_takes_no_further_deal_and_wants_none() -> None:
    event = evening_of("ottawa", 3, ending="target", target=30)
    client = client_of(event)
    typed(client, event, ("O", "A", "K"))
    assert (totals(event)["P001"], compute(event).progress.rounds[1]) == ("25", (1, 5))
    typed(client, event, ("O", "9", "-"), (1, 1, 2))
    assert compute(event).progress.rounds[1] == (2, 2)
    refused = typed(client, event, ("O", "2", "3"), (1, 1, 3)).content.decode()
    said = (
        "This table reached its target of 30: Guest 1 has 34 points since deal 2, so no further"
        " deal is played."
    )
    assert (said in refused, Sheet.objects.count()) == (True, 2)


def test_a_new_evening_offers_every_game_and_leads_to_its_choices() -> None:
    client = client_of(seated_event())
    page = client.get(reverse("new_event")).content.decode()
    assert [title for form in FORMATS.values() if (title := form.title) not in page] == []
    answer = client.post(
        reverse("new_event"), {"name": "Switch night", "date": "2027-03-01", "game": "switch"}
    )
    event = Event.objects.get(name="Switch night")
    assert (answer.url, event.tie_breaks[:2]) == (  # type: ignore[attr-defined]
        reverse("event_rules", args=[event.slug]),
        ["games_won", "second_places"],
    )
    shown = client.get(reverse("event_rules", args=[event.slug])).content.decode()
    assert "The text of Switch prints no points at all" in shown
    assert client.get(reverse("event_settings", args=[event.slug])).status_code == 200


def test_choices_are_saved_with_the_tie_breaks_that_go_with_them_and_a_target_of_nought_is_refused() -> (
    None
):
    event = seated_event(4, tables=[["P001", "P002", "P003", "P004"]], **new_columns("ottawa"))
    client, address = client_of(event), reverse("event_rules", args=[event.slug])
    options = {
        "example2": "misprint",
        "run_to_set": "suit",
        "within": "pile",
        "alternating": "free",
        "set_on_run": "free",
    }
    kept = {f"option_{name}": value for name, value in options.items()} | {
        "choice_blocked": "no_score",
        "game": "ottawa",
    }
    refused = client.post(
        address, kept | {"choice_ending": "target", "choice_target": "0"}
    ).content.decode()
    event.refresh_from_db()
    assert (
        "Target score: 0 is not from 1 to 2000; change it." in refused,
        "target" in event.choices,
    ) == (True, False)
    client.post(
        address,
        kept
        | {
            "choice_ending": "target",
            "choice_target": "150",
            "reason": "As agreed",
            "step": "save",
        },
    )
    event.refresh_from_db()
    assert event.choices == "ending=target blocked=no_score target=150"


def test_half_points_are_said_as_halves() -> None:
    said = [points(number) for number in (Halves(2), 2.5, Halves(1), 94, Halves(43))]
    assert said == [
        "one point",
        "two and a half points",
        "a half point",
        "ninety-four points",
        "twenty-one and a half points",
    ]


def test_where_the_highest_total_is_best_the_fewest_points_are_the_worst() -> None:
    event = evening_of("ottawa", 3)
    shown = client_of(event).get(reverse("event_settings", args=[event.slug])).content.decode()
    assert (
        "The fewest points scored at that table" in shown,
        "The most points scored" in shown,
    ) == (True, False)


def test_half_points_are_whole_on_the_guests_page_in_the_workbook_and_in_why() -> None:
    event = evening_of("switch", 4)
    typed(client_of(event), event, ("1", "", "", "-"), blocked="on")
    guest = event.guests.select_related("event").get(ref="P002")
    assert [
        game.points for game in guest_page(guest).rounds[0].games if game.points is not None
    ] == [Halves(5)]
    assert [str(one.total) for one in why(guest)] == ["2.5"]
    hands = hands_page(lift_evening(event, compute(event)))
    points_at = [title for title, _ in hands.columns].index("Points")
    assert [str(row[points_at]) for row in hands.rows] == ["1", "2.5", "2.5", "None"]


def test_half_points_are_whole_on_every_paper_of_what_was_played() -> None:
    event = evening_of("switch", 4)
    Event.objects.filter(pk=event.pk).update(cut_size=3, has_playoff=False)
    typed(client_of(event), event, ("1", "", "", "-"), blocked="on")
    event = fresh(event)

    def paper(key: str) -> Any:
        kind = find(event, key)
        assert kind is not None
        return kind.make(NOW)

    kept = {card["name"]: card for card in paper("keepsakes").content["keepsakes"]}
    assert [str(points) for points in kept["Guest 2"]["rounds"][0][1][:1]] == ["2.5"]
    assert [row[3] for row in rows_of(paper("half-time-list"))] == ["1", "2.5", "2.5", "–"]
    said = [sheet["lines"][0] for sheet in paper("certificates").content["certificates"]]
    assert [words.rpartition(" with ")[2] for words in said] == [
        "one point,",
        "two and a half points,",
        "two and a half points,",
    ]


@pytest.mark.parametrize(
    ("halves", "words"), [(1, "a half"), (5, "two and a half"), (42, "twenty-one"), (0, "nought")]
)
def test_half_points_are_said_as_whole_ones(halves: int, words: str) -> None:
    assert (spoken(Halves(halves)), spoken(halves / 2)) == (words, words)
