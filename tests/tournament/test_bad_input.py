"""Bad input through every door: a sentence, unchanged rows, and never a page that broke."""

from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from tests.second_rank import by_rank
from tests.tournament.ending import closed_event, playoff_event, sealed_event, signed_in
from tests.tournament.evening import add_guests, new_event, official, save, seated_event, sign
from tests.tournament.route_calls import CALLS
from tests.tournament.visitors import marks, rows_of
from tournament.guests.acts import keep_apart
from tournament.leagues.acts import add_evening, create_league
from tournament.models import Event, Guest, LedgerEntry, Role, Round, Sheet, Tally

pytestmark = pytest.mark.django_db
GAME = ("out", "2", "3", "4", "5")
PLACE = (1, 1, 1)
COUNTED = (LedgerEntry, Guest, Round, Sheet, Tally, Event)
HUGE = str(10**30)
HOSTILE = (
    str(10**30),
    "\x00",
    "-1",
    "<script>alert(1)</script>",
    "",
    "x" * 5000,
    "0",
    "\u202egnp.exe",
    "=1+1",
    "１２",
    "8♠",
)
FIELDS = (
    "key",
    "seen",
    "reason",
    "why",
    "witness",
    "checker",
    "checked",
    "blocked",
    "flag",
    "step",
    "number",
    "choice",
    "hand_A",
    "hand_B",
    "hand_C",
    "hand_D",
    "hand_E",
    "hand_Z",
    "flag_single_eight A",
    "seed",
    "one",
    "other",
    "seen_one",
    "seen_other",
    "guest",
    "game",
    "places",
    "late",
    "undo",
    "name",
    "date",
    "venue",
    "charity",
    "qualifying_rounds",
    "games_per_round",
    "cut_size",
    "playoff",
    "playoff_games",
    "unplayed_policy",
    "withdrawn_policy",
    "one_official",
    "games_of_round_1",
    "games_of_round_2",
    "cut_tie",
    "absent_policy",
    "tie-games_won",
    "prize-TOTAL_FORMS",
    "prize-INITIAL_FORMS",
    "prize-0-name",
    "option_trick_match",
    "role",
    "places",
    "livery",
    "badge",
    "fixed_table",
    "email",
    "office",
    "sort_name",
    "another",
    "held",
    "take_in",
    "column:0",
    "cell:2:0",
    "left_out",
    "stage",
    "full",
    "card_P002",
    "card_P003",
    "q",
    "sort",
    "page",
    "per_page",
    "seat",
    "all",
    "your_name",
    "username",
    "password",
    "next",
    "back",
    "hand_1_A",
    "hand_1_B",
    "seen_1",
    "blocked_1",
    "who_1_A",
    "card_A",
    "points",
    "table",
    "round",
    "wanted",
    "by",
    "what",
    "to_table",
    "to_game",
    "from_game",
    "hands",
    "take_back",
    "eights:P002:1:1:1",
    "hand_1_B",
    "count_by",
    "best",
    "missed",
    "place_points",
    "public",
    "event",
    "pair",
    "apart",
    "who",
    "answer",
    "officials",
    "guests",
    "team_figure",
    "team_best",
    "team_minimum",
    "cards",
    "top",
    "hand",
    "players",
    "turn",
    "claimed",
    "noticed",
    "source",
    "on",
    "tap",
    "go",
    "t",
    "text",
    "ref",
)
"""Every name under which a page of the site reads anything."""


def rows() -> list[Any]:
    """The rows that bad input must leave as they are."""
    return [list(model.objects.order_by("pk").values()) for model in COUNTED]


def text(answer: Any) -> str:
    """What a page says."""
    return unescape(answer.content.decode())


def typed(*said: str, **more: Any) -> dict[str, Any]:
    """A form of entry as the page sends it."""
    return {
        "key": "the form",
        "seen": 0,
        **{f"hand_{seat}": words for seat, words in zip("ABCDE", said, strict=True)},
        **more,
    }


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("1", "“1” is not a card"),
        ("11", "“11” is not a card"),
        ("Z", "“Z” is not a card"),
        ("8X 9♣♣", "is not a card"),
        ("K K K K K", "entered 5 times"),
        ("=-5", "whole number"),
        ("-5", "points are never less than 0"),
        ("=501", "501"),
        (f"={10**20}", "points"),
        ("A " * 60, "cards"),
    ],
)
@pytest.mark.parametrize("door", ["sheet", "correction"])
def test_hands_that_cannot_be_are_refused_at_entry_and_correction(
    door: str, said: str, words: str
) -> None:
    event = seated_event()
    if door == "correction":
        save(event, GAME)
    before = rows()
    more = {"step": "save", "seen": 1, "reason": "misread"} if door == "correction" else {}
    answer = signed_in(event).post(
        reverse(door, args=[event.slug, *PLACE]), typed("O", said, "3", "4", "5", **more)
    )
    assert answer.status_code == 422
    refused = [text for row in answer.context["rows"] for text in row.refusals]
    assert any(words in one for one in refused), refused
    assert rows() == before


def test_a_round_with_games_missing_is_not_closed() -> None:
    event = seated_event(10, games_per_round=2)
    save(event, GAME)
    before = rows()
    answer = signed_in(event).post(
        reverse("close", args=[event.slug, 1]), {"key": "close"}, follow=True
    )
    assert "cannot be closed yet" in text(answer)
    assert rows() == before


@pytest.mark.parametrize("size", [5, 6, 500])
def test_a_cut_larger_than_the_field_is_not_sealed_and_one_as_large_is(size: int) -> None:
    event = closed_event(cut_size=size)
    client, before = signed_in(event), rows()
    answer = client.post(reverse("seal_cut", args=[event.slug]), {"key": "seal"}, follow=True)
    assert (answer.status_code, "message-fault" in text(answer)) == (200, size > 5)
    assert (rows() == before) == (size > 5)


@pytest.mark.parametrize("number", [1, 2, 3, 7])
def test_numbers_that_no_tables_hold_are_not_drawn(number: int) -> None:
    event = new_event()
    add_guests(event, number)
    client, before = signed_in(event), rows()
    answer = client.post(
        reverse("draw_seating", args=[event.slug]), {"key": "draw", "seed": "1"}, follow=True
    )
    assert answer.status_code == 200
    assert "message-fault" in text(answer)
    assert rows() == before


def test_a_guest_is_not_kept_apart_from_themselves_nor_given_the_badge_of_another() -> None:
    event = new_event()
    add_guests(event, 5)
    client, before = signed_in(event), rows()
    same = client.post(reverse("keep_apart", args=[event.slug, 1]), {"other": "1"}, follow=True)
    assert "field-wrong" in text(same) or "message-fault" in text(same)
    taken = client.post(
        reverse("add_guest", args=[event.slug]), {"name": "Ann Carver", "badge": "3"}, follow=True
    )
    assert "Badge 3 belongs to Guest 3" in text(taken)
    assert rows() == before


@pytest.mark.parametrize(
    "asked",
    [
        "per_page=-1",
        "per_page=0",
        "page=-1",
        "page=x",
        f"page={HUGE}",
        "sort=a.b",
        "sort=-",
        "sort=--",
    ],
)
@pytest.mark.parametrize("name", ["standings", "guests"])
def test_a_table_passes_over_what_names_no_page_and_no_column(name: str, asked: str) -> None:
    event = closed_event()
    answer = signed_in(event).get(f"{reverse(name, args=[event.slug])}?{asked}")
    assert (answer.status_code, text(answer).count("Guest 1")) == (200, 1)


STATES = ("drafted", "played", "sealed", "play-off")
FILES = (
    "paper_pdf",
    "paper_tonight",
    "league_pdf",
    "league_workbook",
    "workbook",
    "archive",
    "closing_pack",
    "mails",
    "standings_csv",
    "standings_json",
)
"""They read nothing of what is sent, and take long to make."""


@pytest.mark.parametrize("state", by_rank(STATES, ("drafted", "play-off")))
def test_no_page_breaks_whatever_is_sent_to_it(state: str) -> None:
    """Each page is asked in one state of the evening with one value; in the long proof in every
    state with every value.
    """
    number = STATES.index(state)
    turned = HOSTILE[number * 3 :] + HOSTILE[: number * 3]
    assert pages_broken(state, lambda at: turned[at % len(turned)], number, len(STATES)) == []


@pytest.mark.torture
@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("value", HOSTILE)
def test_no_page_breaks_whatever_is_sent_to_every_one(state: str, value: str) -> None:
    assert pages_broken(state, lambda _at: value) == []


def pages_broken(
    state: str, value: Callable[[int], str], first: int = 0, step: int = 1
) -> list[tuple[str, str, str]]:
    """The pages that broke, with the method and the value; `value` is what a page gets, by its
    number. Every page is asked, or those from the first on in steps.
    """
    event = evening_in(state)
    client, broken = signed_in(event), []
    in_a_league(event)
    client.raise_request_exception = False
    session, rows = client.cookies["sessionid"].value, rows_of(event)
    for at, name in list(enumerate(sorted(set(CALLS) - set(FILES))))[first::step]:
        where = address(event, name, rows)
        for method in ("GET", "POST"):
            client.cookies["sessionid"] = session
            if status_of(client, method, where, value(at)) >= 500:
                broken.append((name, method, value(at)))
    return broken


def address(event: Event, name: str, rows: dict[str, Any]) -> str:
    """Where a route lies for this event and its rows."""
    call = CALLS[name]
    args = {key: rows.get(str(value), value) for key, value in (call.args or {}).items()}
    slug = {"slug": event.slug} if marks()[name][0].startswith("e/") else {}
    return reverse(name, kwargs=args | slug) + call.asked


def evening_in(state: str) -> Event:
    """A small evening as far as its name says, with one of each row that an address may hold."""
    makers: dict[str, Callable[[], Event]] = {
        "drafted": seated_event,
        "sealed": sealed_event,
        "play-off": playoff_event,
    }
    made = makers.get(state, closed_event)()
    official(made, Role.UMPIRE)
    one, other = made.guests.order_by("badge")[:2]
    keep_apart(made, one, other)
    return made


def in_a_league(event: Event) -> None:
    """The evening is one of a league, which its organiser runs."""
    organiser = event.officials.get(role=Role.ORGANISER).user
    winter = create_league("Winter", organiser, sign())
    add_evening(winter, event, organiser, sign())


def status_of(client: Client, method: str, where: str, value: str) -> int:
    """The status of an answer to this value in every field at once; what it changed is undone."""
    before = transaction.savepoint()
    sent = dict.fromkeys(FIELDS, value)
    answer = client.get(where, sent) if method == "GET" else client.post(where, sent)
    transaction.savepoint_rollback(before)
    return answer.status_code
