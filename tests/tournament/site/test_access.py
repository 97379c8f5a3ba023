"""Who may open what: every route of the site is marked, and every mark holds for everybody who may
come.
"""

import logging
from collections.abc import Iterable, Iterator

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.template.backends.django import Template
from django.test import Client, override_settings
from django.urls import path, reverse

from tests.figures import report
from tests.tournament import visitors
from tests.tournament.access_table import METHODS, PERSONS, TABLE, THINGS, Cell, agrees, meant
from tests.tournament.evening import NOW, new_event, official, save, seated_event, sheet, sign
from tests.tournament.route_calls import CALLS, GET
from tests.tournament.visitors import House, answers, calls, mark, marks, own_method
from tournament import urls
from tournament.entry.acts import resolve_conflict
from tournament.finals.acts import seal_cut
from tournament.ledger.chain import bump
from tournament.models import Doubt, Event, Official, Role
from tournament.seating.acts import close_round
from tournament.site.access import ORGANISER, marked, office
from tournament.site.checks import every_route_is_marked, routes
from tournament.site.sessions import Accounts, SessionStore

pytestmark = pytest.mark.django_db
HERE = "tests.tournament.site.test_access"


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """Two evenings and all persons.

    Pages are not drawn: it is asked who gets them, not what they show.
    """
    made = House()
    monkeypatch.setattr(Template, "render", lambda *_args, **_more: "")
    monkeypatch.setattr("tournament.paper.page.made_here", lambda _paper: iter([b""]))
    monkeypatch.setattr("tournament.paper.press.Binder.add", lambda *_printed: None)
    logging.disable(logging.CRITICAL)
    yield made
    logging.disable(logging.NOTSET)


def wrong(answered: Iterable[tuple[Cell, str]]) -> tuple[dict[Cell, str], set[Cell]]:
    """The cells whose answer is not what the table means, and all that were asked."""
    found, exercised = {}, set()
    for cell, said in answered:
        exercised.add(cell)
        expected = meant(mark(cell.route), cell)
        if not agrees(said, expected, own_method(cell)):
            found[cell] = f"{said}, not {expected}"
    return found, exercised


def held_in(row: Model | None) -> dict[str, object]:
    """What a row holds, and where it came from."""
    assert row is not None
    said = {name: value for name, value in vars(row).items() if name != "_state"}
    return said | {"db": row._state.db, "adding": row._state.adding}


def test_an_event_asked_for_with_its_office_is_the_one_that_its_model_reads() -> None:
    event = new_event(choices={"jokers": "two"}, further_prizes=[{"name": "Field"}])
    bump(event, frozen_at=NOW)
    clerk, stranger = official(event, name="clerk"), User.objects.create_user("stranger")
    found, read = office(event.slug, clerk), Event.objects.get(pk=event.pk)
    assert found is not None
    assert (held_in(found.event), found.event.frozen_at) == (held_in(read), NOW)
    asked = Official.objects.get(event=event, user=clerk)
    assert (found.pk, found.role, found.on_duty) == (asked.pk, asked.role, asked.on_duty)
    nobody = office(event.slug, stranger)
    assert nobody is not None
    assert (nobody.role, nobody.event) == ("", event)
    assert office("no-such-evening", stranger) is None


def test_the_account_of_a_log_in_is_the_one_that_its_model_reads() -> None:
    event, browser = new_event(), Client()
    browser.force_login(clerk := official(event, name="clerk"))
    read = Session.objects.get()
    key = browser.cookies[settings.SESSION_COOKIE_NAME].value
    assert held_in(SessionStore(key)._get_session_from_db()) == held_in(read)
    assert held_in(Accounts().get_user(clerk.pk)) == held_in(User.objects.get(pk=clerk.pk))
    User.objects.filter(pk=clerk.pk).update(is_active=False)
    assert [Accounts().get_user(pk) for pk in (clerk.pk, 0)] == [None, None]


@pytest.mark.promise("What a copy of the database holds of a session logs nobody in")
def test_the_row_of_a_session_is_no_key_to_it() -> None:
    event, browser = new_event(), Client()
    browser.force_login(official(event, name="clerk"))
    page = f"/e/{event.slug}/"
    assert browser.get(page).status_code == 200
    thief = Client()
    thief.cookies[settings.SESSION_COOKIE_NAME] = Session.objects.get().session_key
    assert thief.get(page).status_code == 302
    browser.logout()
    assert not Session.objects.exists()


@pytest.mark.control("test_the_row_of_a_session_is_no_key_to_it")
def test_the_key_itself_opens_it_wherever_it_is_sent_from() -> None:
    event, browser = new_event(), Client()
    browser.force_login(official(event, name="clerk"))
    thief = Client()
    thief.cookies[settings.SESSION_COOKIE_NAME] = browser.cookies[
        settings.SESSION_COOKIE_NAME
    ].value
    assert thief.get(f"/e/{event.slug}/").status_code == 200


def test_every_route_is_marked_and_called_by_these_tests() -> None:
    assert every_route_is_marked(None) == []
    assert sorted(marks()) == sorted(calls())
    assert len(marks()) == len(list(routes()))
    assert {found.name for _path, found in marks().values() if found} == set(TABLE)


@pytest.mark.promise(
    "Every route answers every role as one table says", faults=(16,), figure="access_table"
)
@pytest.mark.parametrize("at_an_event", [True, False])
def test_every_mark_holds_for_everybody(house: House, at_an_event: bool) -> None:
    names = {name for name, (path, _) in marks().items() if path.startswith("e/") == at_an_event}
    found, exercised = wrong(answers(house, whole=False, of=names))
    assert found == {}
    assert {(cell.route, cell.method) for cell in exercised} == {
        (name, method) for name in names for method in ("GET", "POST")
    }
    every = (
        Cell(name, person, calls()[name].method, "own") for name in names for person in PERSONS
    )
    may_not = {cell[:3] for cell in every if meant(mark(cell.route), cell) != "open"}
    assert may_not - {cell[:3] for cell in exercised} == set()


@pytest.mark.torture
@pytest.mark.promise(
    "What is another's, or nobody's, is not there", faults=(16,), figure="access_table"
)
def test_every_cell_of_the_whole_product_is_as_the_table_says(house: House) -> None:
    found, exercised = wrong(answers(house, whole=True))
    assert found == {}
    assert {cell[:3] for cell in exercised} == {
        (name, person, method) for name in marks() for person in PERSONS for method in METHODS
    }
    assert {cell.thing for cell in exercised} == set(THINGS)
    report(
        "access_table",
        f"{len(exercised):,} cells ({len(marks())} routes, {len(PERSONS)} persons, {len(METHODS)}"
        " methods, things of one's own, another's and nobody's), 0 not as the table says",
    )


def test_a_sealed_evening_keeps_the_same_doors(house: House) -> None:
    event = house.own
    resolve_conflict(
        event, sheet(("out", "8", "3", "4", "5"), seen=1, reason="the hand was shown"), sign()
    )
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
        "seat_playoff",
    )
    found, _exercised = wrong(answers(house, whole=False, of=names))
    assert found == {}


def unguarded(request: HttpRequest, slug: str = "") -> HttpResponse:
    """A page that asks nobody who they are."""
    return HttpResponse(slug)


urlpatterns = [
    *urls.urlpatterns,
    path("unmarked/", unguarded, name="unmarked"),
    path(
        "e/<slug:slug>/leak/",
        marked(lambda request, slug: HttpResponse(slug), ORGANISER),
        name="leak",
    ),
]


@pytest.mark.control("test_every_mark_holds_for_everybody")
@override_settings(ROOT_URLCONF=HERE)
def test_an_unmarked_route_and_one_that_is_marked_but_open_are_found(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    errors = every_route_is_marked(None)
    assert [(error.id, "“unmarked/”" in error.msg) for error in errors] == [
        ("tournament.E001", True)
    ]
    monkeypatch.setitem(CALLS, "leak", GET)
    for kept in (visitors.marks, visitors.calls):
        kept.cache_clear()
    try:
        assert set(marks()) - set(calls()) == {"unmarked"}
        found, _asked = wrong(answers(house, whole=False, of=("leak",)))
        assert {cell.person for cell in found} == set(PERSONS) - {"organiser"}
    finally:
        for kept in (visitors.marks, visitors.calls):
            kept.cache_clear()


@pytest.mark.control("test_every_cell_of_the_whole_product_is_as_the_table_says")
def test_a_view_that_looks_a_row_up_without_its_evening_is_found(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = house.other.doubts.get()

    def anywhere(*_said: object, **_more: object) -> Doubt:
        return theirs

    cell = Cell("see_doubt", "organiser", "POST", "foreign")
    assert house.address("see_doubt", "foreign").endswith(f"/{theirs.pk}/")
    assert house.answer(cell) == "404"
    monkeypatch.setattr("tournament.phones.views_guest_cards.of_event", anywhere)
    monkeypatch.setattr("tournament.phones.acts_doubts.mark_doubt", anywhere)
    assert house.answer(cell) == "open"


def test_after_the_log_in_one_lands_on_the_page_asked_for_and_never_on_an_act(house: House) -> None:
    asked, acted = (reverse(name, args=[house.own.slug]) for name in ("cut", "seal_cut"))
    public = house.clients["public"]
    assert public.get(asked).headers["Location"] == f"/login/?next={asked}"
    assert (
        public.post(acted).headers["Location"]
        == f"/login/?next={reverse('evening', args=[house.own.slug])}"
    )


@pytest.mark.parametrize("name", ["event_settings", "event_rules", "prize_settings", "teams"])
def test_what_only_the_organiser_changes_is_not_there_for_a_form_of_the_head_umpire(
    name: str,
) -> None:
    event, client = seated_event(), Client()
    client.force_login(official(event, Role.HEAD_UMPIRE))
    address = reverse(name, args=[event.slug])
    assert (client.get(address).status_code, client.post(address).status_code) == (200, 404)
