"""Who may open what: every route of the site is marked, and every mark holds for everybody who may come."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import path, reverse

from tests.tournament.evening import add_guests, new_event, official, save, seated_event, sheet, sign
from tournament import urls
from tournament.access import ORGANISER, PUBLIC, SIGNED_IN, Mark, mark_of, marked
from tournament.acts.cut import seal_cut
from tournament.acts.entry import SheetConflictError, resolve_conflict
from tournament.acts.guests import keep_apart
from tournament.acts.seating import close_round
from tournament.checks import every_route_is_marked, routes
from tournament.models import Event, KeepApart, Role

pytestmark = pytest.mark.django_db
HERE = "tests.tournament.test_access"
ROLES: Mapping[str, str] = {"umpire": Role.UMPIRE, "head umpire": Role.HEAD_UMPIRE, "organiser": Role.ORGANISER}
PERSONS = ("anonymous", "outsider", *ROLES)
GAME = {"round": 1, "table": 1, "game": 1}


@dataclass(frozen=True, slots=True)
class Call:
    """How a route is called: its method, what its address holds, and what is asked behind it."""

    method: str = "GET"
    args: Mapping[str, Any] | None = None
    asked: str = ""


GET, POST = Call(), Call("POST")
CALLS: Mapping[str, Call] = {
    **dict.fromkeys(("start", "icon", "login", "new_event"), GET),
    **dict.fromkeys(("logout", "demo", "own_evening"), POST),
    **dict.fromkeys(("evening", "sheets", "standings", "cut", "reveal", "playoff", "prizes", "paper"), GET),
    **dict.fromkeys(("event_settings", "event_rules", "officials", "guests", "add_guest", "import_guests"), GET),
    **dict.fromkeys(("board", "board_now", "finder"), GET),
    **dict.fromkeys(("workbook", "standings_csv", "standings_json", "archive"), GET),
    **dict.fromkeys(("seating", "publish_seating", "unpublish_seating"), GET),
    **dict.fromkeys(("draw_seating", "hold_places", "seat_playoff", "unseat_playoff"), POST),
    **dict.fromkeys(("seal_cut", "break_seal", "mark_printed", "reveal_cut", "withdraw_announcement"), POST),
    **dict.fromkeys(("hold_board", "release_board", "list_on_board"), POST),
    **dict.fromkeys(("record_cut_of_cards", "take_back_cut_of_cards"), POST),
    **dict.fromkeys(("sheet", "correction", "conflict", "history"), Call(args=GAME)),
    **dict.fromkeys(("look", "check", "dismiss", "unplayed"), Call("POST", GAME)),
    "table": Call(args={"round": 1, "table": 2}),
    "close": Call("POST", {"round": 1}),
    "reopen": Call(args={"round": 1}),
    "round_seating": Call(args={"round": 2}),
    "change_seat": Call(args={"round": 2}),
    "swap_seats": Call(args={"round": 2}, asked="?one=1&other=7"),
    "guest": Call(args={"badge": 1}),
    "remove_guest": Call("POST", {"badge": 1}),
    "keep_apart": Call("POST", {"badge": 1}),
    "let_meet": Call("POST", {"badge": 1, "pair": "pair"}),
    "renew_password": Call("POST", {"pk": "official"}),
    "remove_official": Call("POST", {"pk": "official"}),
    "paper_pdf": Call(args={"kind": "score-cards"}),
    "paper_page": Call(args={"kind": "standings"}),
}
"""A route that is missing here fails the tests: who adds one says how it is called."""


@pytest.fixture
def event() -> Event:
    """An evening of two tables with a sheet, a conflict about it, a pair kept apart, and one official of each role."""
    made = seated_event(10, cut_size=3, games_per_round=1)
    for role in ROLES.values():
        official(made, Role(role), str(role))
    save(made, ("out", "8", "3", "4", "5"))
    with pytest.raises(SheetConflictError):
        save(made, ("out", "9", "3", "4", "5"))
    one, other = made.guests.filter(badge__in=(1, 7))
    keep_apart(made, one, other)
    official(new_event(), Role.ORGANISER, "outsider")
    return made


def client_of(person: str) -> Client:
    """The browser of one of the persons; the outsider runs another evening."""
    client = Client()
    if person != "anonymous":
        client.force_login(User.objects.get(username=ROLES.get(person, person)))
    return client


def address(event: Event, name: str, call: Call) -> str:
    """Where a route lies for this event."""
    known = {"pair": event.kept_apart.first(), "official": event.officials.filter(role=Role.UMPIRE).first()}
    args = {key: row.pk if (row := known.get(str(value))) else value for key, value in (call.args or {}).items()}
    of_event = dict(routes_by_name())[name].startswith("e/")
    return reverse(name, kwargs={**args, **({"slug": event.slug} if of_event else {})}) + call.asked


def routes_by_name() -> list[tuple[str, str]]:
    """Name and path of every route."""
    return [(str(pattern.name), found) for found, pattern in routes()]


def gate(mark: Mark, person: str) -> str:
    """What a mark says of a person: open, to the log-in, or nothing there."""
    if mark.signed_in and person == "anonymous":
        return "log-in"
    return "open" if not mark.roles or ROLES.get(person) in mark.roles else "not there"


def answered(event: Event, person: str, method: str, where: str) -> str:
    """How the site answers a person; whatever the answer changed is undone."""
    client = client_of(person)
    before = transaction.savepoint()
    answer = client.get(where) if method == "GET" else client.post(where)
    transaction.savepoint_rollback(before)
    if answer.status_code == 302 and answer.headers["Location"].startswith("/login/?next="):
        return "log-in"
    if answer.status_code == 404:
        return "not there"
    return "open" if answer.status_code in (200, 302, 422) else str(answer.status_code)


def marks() -> Mapping[str, Mark]:
    """The mark of every route by its name."""
    found = {str(pattern.name): mark_of(pattern.callback) for _path, pattern in routes()}
    return {name: mark for name, mark in found.items() if mark is not None}


def test_every_route_is_marked_and_called_by_these_tests() -> None:
    names = [name for name, _path in routes_by_name()]
    assert every_route_is_marked(None) == []
    assert sorted(names) == sorted(CALLS)
    assert sorted(marks()) == sorted(CALLS)


def test_every_mark_holds_for_everybody(event: Event) -> None:
    assert doors(event, CALLS) == {(name, person): gate(marks()[name], person) for name in CALLS for person in PERSONS}


def doors(event: Event, names: Iterable[str]) -> dict[tuple[str, str], str]:
    """How each of these routes answers each person."""
    found: dict[tuple[str, str], str] = {}
    for name in names:
        method, where = CALLS[name].method, address(event, name, CALLS[name])
        found |= {(name, person): answered(event, person, method, where) for person in PERSONS}
    return found


@pytest.mark.parametrize("call", ["GET", "POST"])
def test_the_other_method_opens_no_door_and_breaks_nothing(call: str, event: Event) -> None:
    other = "POST" if call == "GET" else "GET"
    wrong = {}
    for name in (name for name in CALLS if CALLS[name].method == call):
        where = address(event, name, CALLS[name])
        for person in PERSONS:
            said, meant = answered(event, person, other, where), gate(marks()[name], person)
            if said != meant and (other, said) != ("GET", "405"):
                wrong[name, person] = said
    assert wrong == {}


def test_a_sealed_evening_keeps_the_same_doors(event: Event) -> None:
    resolve_conflict(event, sheet(("out", "8", "3", "4", "5"), seen=1, reason="the hand was shown"), sign())
    for place in ((1, 2, 1), (2, 1, 1), (2, 2, 1)):
        save(event, ("out", "2", "3", "4", "6"), place)
    for number in (1, 2):
        close_round(event, number, sign())
    seal_cut(event, sign())
    names = (
        "cut",
        "reveal",
        "mark_printed",
        "reveal_cut",
        "break_seal",
        "reopen",
        "board",
        "paper_page",
        "seat_playoff",
    )
    assert doors(event, names) == {(name, person): gate(marks()[name], person) for name in names for person in PERSONS}


ELSEWHERE: Mapping[str, Mapping[str, Any]] = {
    **{name: {"round": 1, "table": 3, "game": 1} for name in ("sheet", "correction", "conflict", "history")},
    "table": {"round": 1, "table": 3},
    **{name: {"round": 3} for name in ("round_seating", "change_seat", "swap_seats")},
    **{name: {"badge": 11} for name in ("guest", "remove_guest", "keep_apart")},
    **{name: {"kind": "table-sheets-3"} for name in ("paper_pdf", "paper_page")},
}
HUGE = 10**30


@pytest.mark.parametrize("huge", [False, True])
def test_what_only_another_evening_has_is_not_there(huge: bool, event: Event) -> None:
    larger = seated_event(15, qualifying_rounds=3, games_per_round=1)
    official(larger, Role.ORGANISER, "of the larger one")
    said: dict[tuple[str, str], str] = {}
    for name, held in ELSEWHERE.items():
        args = {key: HUGE if huge and isinstance(value, int) else value for key, value in held.items()}
        where = address(event, name, Call(args=args))
        said |= {(name, method): answered(event, "organiser", method, where) for method in ("GET", "POST")}
    assert {call: words for call, words in said.items() if words not in ("not there", "405")} == {}
    assert sum(words == "not there" for words in said.values()) >= len(ELSEWHERE)


@pytest.mark.parametrize("name", ["let_meet", "renew_password", "remove_official"])
def test_a_row_of_another_evening_is_not_touched(name: str, event: Event) -> None:
    other = new_event()
    keep_apart(other, *add_guests(other, 2))
    umpire = official(other, Role.UMPIRE, "elsewhere")
    pair = KeepApart.objects.get(event=other)
    foreign = {"pk": other.officials.get().pk} if name != "let_meet" else {"badge": 1, "pair": pair.pk}
    client = client_of("organiser")
    for args in (foreign, dict.fromkeys(foreign, HUGE)):
        answer = client.post(reverse(name, kwargs={"slug": event.slug, **args}), follow=True)
        assert answer.status_code == 404 or "message-fault" in answer.content.decode()
    assert KeepApart.objects.filter(pk=pair.pk).exists()
    assert User.objects.get(username="elsewhere").password == umpire.password
    assert other.officials.count() == 1


def unguarded(request: HttpRequest, slug: str = "") -> HttpResponse:
    """A page that asks nobody who they are."""
    return HttpResponse(slug)


urlpatterns = [
    *urls.urlpatterns,
    path("unmarked/", unguarded, name="unmarked"),
    path("e/<slug:slug>/leak/", marked(lambda request, slug: HttpResponse(slug), ORGANISER), name="leak"),
]


@override_settings(ROOT_URLCONF=HERE)
def test_an_unmarked_route_and_one_that_is_marked_but_open_are_found(event: Event) -> None:
    assert [(error.id, "“unmarked/”" in error.msg) for error in every_route_is_marked(None)] == [
        ("tournament.E001", True)
    ]
    said = {person: answered(event, person, "GET", f"/e/{event.slug}/leak/") for person in PERSONS}
    assert [person for person in PERSONS if said[person] != gate(ORGANISER, person)] == list(PERSONS[:-1])


def test_the_gates_say_what_the_marks_mean() -> None:
    assert {person: gate(SIGNED_IN, person) for person in PERSONS} == {
        "anonymous": "log-in",
        **dict.fromkeys(("outsider", *ROLES), "open"),
    }
    assert {gate(PUBLIC, person) for person in PERSONS} == {"open"}


def test_after_the_log_in_one_lands_on_the_page_asked_for_and_never_on_an_act(event: Event) -> None:
    asked, acted = (reverse(name, args=[event.slug]) for name in ("cut", "seal_cut"))
    assert Client().get(asked).headers["Location"] == f"/login/?next={asked}"
    assert Client().post(acted).headers["Location"] == f"/login/?next={reverse('evening', args=[event.slug])}"
