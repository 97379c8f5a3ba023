"""Every form of every page, pressed twice in a row, adds what it adds once; and its press is taken
back, or led to an act of its own.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.db.models import JSONField, Model
from django.test import Client
from django.urls import Resolver404, resolve, reverse

from tests.second_rank import by_rank
from tests.tournament.evening import NOW, add_guests, new_event, official, seated_event, sign
from tests.tournament.leagues.leagues import league_of, serve
from tests.tournament.ledger.test_taking_back import differing, rows
from tests.tournament.phones.phones import OWN, codes_issued, guest_code
from tests.tournament.stages import PRESSED
from tests.walks.pages import Button, Field, Form, read
from tournament.home import presses
from tournament.home.presses import Reader
from tournament.home.words import UNNAMED
from tournament.ledger import signing, taking_back
from tournament.ledger.pressing import pressing
from tournament.ledger.taking_back import TakingBackRefusedError, take_back
from tournament.models import (
    Call,
    Change,
    Doubt,
    Event,
    Guest,
    League,
    LogInEntry,
    Official,
    Press,
    SignIn,
    SlowRequest,
)
from tournament.phones.acts_doubts import raise_doubt
from tournament.seating.acts_walk_in import put_code_up

pytestmark = pytest.mark.django_db
NOT_COUNTED = (Change, Press, SlowRequest, LogInEntry)
ENTRIES = frozenset({"LedgerEntry", "LeagueEntry"})
OTHER_MATTERS = frozenset({"account", "logout", "demo", "login", "import_evening", "wipe_names"})
"""What ends the visit or every other one, needs a password or a file, or builds a whole
demonstration.
"""
MOST_OF_A_KIND = 2
FILES = (".pdf", ".xlsx", ".zip", ".json", ".csv")
"""What holds no form and is costly to draw: the papers of tonight took a third of the time."""
TYPED: Mapping[str, str] = {
    **dict.fromkeys(("company", "livery"), "Grocers"),
    **dict.fromkeys(("badge", "email", "fixed_table"), ""),
    "name": "Zoë O’Wherry",
    "line": "Zoë O’Wherry, Grocers",
    "places": "3",
    "size": "12",
    "other": "2",
    "reason": "As the umpire said",
    "witness": "Una Umpire",
    "date": "2027-03-01",
    "points": "5",
    "number": "3",
}
EVERYWHERE = {
    *("add_guest", "hold_places", "keep_apart", "add_here", "officials", "leagues"),
    *("new_event", "copy_event"),
}
ADDS: Mapping[str, set[str]] = {
    "before_the_seating": EVERYWHERE
    | {"accept_sign_in", "check_in", "draw_seating", "prize_settings", "sign_in"},
    "in_play": EVERYWHERE | {"call_umpire", "check_in", "hall_plan", "second_keying", "unplayed"},
    "ruled": EVERYWHERE | {"adjust points", "adjust void", "accept_ruling", "overrule_ruling"},
    "sealed_event": EVERYWHERE | {"break_seal", "mark_printed", "reply_finalist"},
    "announced": EVERYWHERE | {"seat_playoff"},
    "in_a_league": EVERYWHERE | {"league_settings", "remove_evening"},
}
"""Routes whose forms add rows in each state: so much at least is really pressed."""
ONCE: Mapping[str, frozenset[str]] = {
    "before_the_seating": frozenset(
        {
            *EVERYWHERE - {"leagues"},
            "check_in",
            "tell_walls",
            "announcer_next",
            "announcer_back",
            "prize_settings",
            "switch_chances",
            "hold_board",
            "wall_code",
            "phone_options",
            "self_check_in",
            "duty",
            "add_screen",
            "let_browser_in",
            "teams",
            "rescue",
            "replay",
            "take_in",
            "import_guests",
            "copy_now",
            "mailing",
            "pictures",
            "second_factor",
            "move_hands",
            "change_seats",
            "list_on_board",
            "paper_page",
            "quiz",
            "quiz_printed",
            "rules_at_hand",
            "as_of",
            "seating_balance",
        }
    ),
    "in_play": frozenset(
        {
            "desk_again",
            "desk_totals",
            "second_keying",
            "frozen",
            "unplayed",
            "set_clock",
            "round_total",
        }
    ),
}
"""Pages and forms that are the same in every state, by the one in which they are looked at and
pressed; the long proof looks at them in all.
"""

FIRST = ("before_the_seating", "in_play", "sealed_event", "matched", "in_a_league")
"""The states with forms of their own; of the others most forms are in these."""

REFUSED = "an act of its own|The cut is sealed|is closed: open it again"


PRINTED = frozenset({"paper_pdf", "paper_tonight"})
"""What is printed again is noted once by what stands on it, and must come out again: no key."""


@dataclass
class Pressed:
    """What came of the presses: the forms that changed the number of rows, and those whose second
    press did too; `uncounted` are those that left no press, or several. Where each `goes_back`,
    `left` is what is not as it was then, and `refused` the sentence where it does not; `unnamed`
    are those of which Take back has nothing to say.
    """

    added: set[str] = field(default_factory=set)
    keyless: dict[str, str] = field(default_factory=dict)
    doubled: dict[str, str] = field(default_factory=dict)
    seen: set[tuple[str, str, str]] = field(default_factory=set)
    uncounted: dict[str, int] = field(default_factory=dict)
    elsewhere: frozenset[str] = frozenset()
    goes_back: bool = False
    left: dict[str, str] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    unnamed: set[str] = field(default_factory=set)


@pytest.mark.promise("A form pressed twice adds once, whichever form it is")
@pytest.mark.parametrize("state", by_rank(PRESSED, FIRST))
def test_a_form_pressed_twice_adds_once(state: str) -> None:
    elsewhere = frozenset[str]().union(*(ONCE[one] for one in ONCE if one != state))
    adds_once(state, elsewhere, goes_back=state == "in_play")


@pytest.mark.torture
@pytest.mark.parametrize("state", PRESSED)
def test_a_form_pressed_twice_adds_once_in_every_state(state: str) -> None:
    adds_once(state, goes_back=True)


def adds_once(
    state: str,
    elsewhere: Collection[str] = (),
    *,
    goes_back: bool,
    client: Client | None = None,
) -> None:
    """Nothing of this state is added by a second press; some forms are pressed in another one. What
    a first press did is gone once it is taken back, but for what is led elsewhere, or shut.
    """
    found = press_everything(
        PRESSED[state](), elsewhere=elsewhere, goes_back=goes_back, client=client
    )
    assert (found.doubled, found.keyless, found.uncounted) == ({}, {}, {})
    assert (found.left, found.unnamed) == ({}, set())
    assert [words for words in found.refused.values() if not re.search(REFUSED, words)] == []
    assert found.added >= ADDS.get(state, EVERYWHERE) - set(elsewhere)
    assert not found.added & set(elsewhere)


@pytest.mark.control("test_a_form_pressed_twice_adds_once")
def test_a_press_without_words_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(presses.ROWS, "screen")
    found = press_everything(PRESSED["before_the_seating"](), only={"add_screen"})
    assert found.unnamed == {"add_screen"}


@pytest.mark.control("test_a_form_pressed_twice_adds_once")
def test_an_act_that_goes_past_the_presses_would_be_found(settings: Any) -> None:
    settings.MIDDLEWARE = [name for name in settings.MIDDLEWARE if "pressing" not in name]
    found = press_everything(PRESSED["before_the_seating"](), only={"check_in", "switch_chances"})
    assert set(found.uncounted.values()) == {0}
    assert set(found.uncounted) >= {"check_in", "switch_chances"}


@pytest.mark.control("test_a_form_pressed_twice_adds_once")
def test_a_kind_of_row_that_is_not_put_back_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    put_back = taking_back._put_back
    monkeypatch.setattr(
        taking_back,
        "_put_back",
        lambda event, change: None if change.kind == "guest" else put_back(event, change),
    )
    found = press_everything(PRESSED["in_play"](), only={"add_here"}, goes_back=True)
    assert found.left == {"add_here": "Guest"}


@pytest.mark.control("test_a_form_pressed_twice_adds_once")
def test_without_its_key_a_form_would_add_twice() -> None:
    doubling = {"hold_places", "new_event"}
    elsewhere = ONCE["before_the_seating"] - doubling - {"add_guest"}
    found = press_everything(
        PRESSED["before_the_seating"](), without="key", only=doubling, elsewhere=elsewhere
    )
    assert set(found.doubled) == doubling


def test_an_evening_of_ones_own_is_started_once() -> None:
    found = press_forms(Client(), ["/"])
    assert (found.doubled, found.keyless, found.added) == ({}, {}, {"own_evening"})


def test_the_second_press_of_an_evening_of_ones_own_opens_it_without_the_first_answer() -> None:
    client = Client()
    form = next(
        one for one in forms_of(client, ["/"]) if one.action.endswith(reverse("own_evening"))
    )
    sent = filled(form)
    first, second = client.post(form.action, sent), Client().post(form.action, sent)
    assert second["Location"] == first["Location"]
    other = Client().post(form.action, sent | {"password": ["another pass phrase 8"]})
    assert (other.status_code, "sessionid" in other.cookies, Event.objects.count()) == (
        200,
        False,
        1,
    )


@pytest.mark.parametrize(("key", "evenings"), [({"key": "one page"}, 0), ({}, 1)])
def test_an_evening_taken_into_a_league_and_out_again_stays_out(
    key: dict[str, str], evenings: int
) -> None:
    league, user = league_of()
    event = seated_event(5)
    serve(event, user)
    client = Client()
    client.force_login(user)
    taken_in, out = (reverse("league_evenings", args=[league.slug]), [league.slug, event.slug])
    client.post(taken_in, {"event": event.pk} | key)
    assert league.evenings.count() == 1
    client.post(reverse("remove_evening", args=out))
    client.post(taken_in, {"event": event.pk} | key)
    assert league.evenings.count() == evenings


@pytest.mark.promise("A form sent again after it was answered adds nothing")
@pytest.mark.parametrize("what", ["call", "sign_in", "doubt"])
def test_a_form_sent_again_after_it_was_answered_adds_nothing(what: str) -> None:
    assert sent_again(what, {"key": "one page"}) == 1


@pytest.mark.control("test_a_form_sent_again_after_it_was_answered_adds_nothing")
@pytest.mark.parametrize("what", ["call", "sign_in", "doubt"])
def test_without_its_key_a_form_sent_after_it_was_answered_would_add_again(what: str) -> None:
    assert sent_again(what, {}) == 2


def sent_again(what: str, key: dict[str, str]) -> int:
    """How many rows a form makes that is sent, answered by an official, and sent again."""
    event = seated_event(10)
    codes_issued(event)
    client = Client()
    client.force_login(official(event))
    event.officials.update(on_duty=True)
    put_code_up(event)
    event.refresh_from_db()
    kind, path, sent, answered = {
        "call": (
            Call,
            reverse("call_umpire", args=[event.slug, 1, 1]),
            {"reason": "A card"},
            {"done_at": NOW},
        ),
        "sign_in": (
            SignIn,
            reverse("sign_in", args=[event.slug, event.sign_in_secret]),
            {"name": "Wanda"},
            {"answered_at": NOW},
        ),
        "doubt": (
            Doubt,
            f"/G/{guest_code(event.guests.all()[0])}",
            {"words": "Wrong"},
            {"seen_at": NOW},
        ),
    }[what]
    for _press in range(2):
        client.post(path, sent | key, headers={"origin": OWN})
        kind._default_manager.update(**answered)
    return kind._default_manager.count()


def test_a_page_gone_back_to_and_filled_in_anew_adds_again() -> None:
    event = new_event()
    client = Client()
    client.force_login(official(event))
    for places in ("2", "2", "3"):
        client.post(
            f"/e/{event.slug}/guests/places/", {"places": places, "key": "the key of one page"}
        )
    assert event.guests.count() == 5


def test_a_doubt_said_twice_is_one_until_somebody_has_looked() -> None:
    event = seated_event(5)
    ann = event.guests.all()[0]
    for words in ("Game 1 is wrong", "Game 1 is wrong", "Game 2 is wrong"):
        raise_doubt(ann, None, words, sign().at)
    assert Doubt.objects.count() == 2


def test_a_guest_added_twice_by_one_form_is_added_and_not_refused() -> None:
    event = new_event()
    client = Client()
    client.force_login(official(event))
    for _press in range(2):
        answer = client.post(
            f"/e/{event.slug}/guests/add/", {"name": "Ann", "key": "one page"}, follow=True
        )
    assert "on the list already" not in answer.content.decode()
    assert event.guests.count() == 1


def test_a_press_that_was_refused_can_be_made_again() -> None:
    event = new_event()
    client = Client()
    client.force_login(official(event))
    add_guests(event, 1)
    sent = {"name": "Ann", "badge": "1", "key": "one page"}
    client.post(f"/e/{event.slug}/guests/add/", sent)
    assert (event.guests.count(), Press.objects.count()) == (1, 0)
    Guest.objects.all().delete()
    client.post(f"/e/{event.slug}/guests/add/", sent)
    assert (event.guests.count(), Press.objects.count()) == (1, 1)


def test_of_two_presses_at_once_the_slower_one_changes_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = new_event()
    client = Client()
    client.force_login(official(event))
    sent = {"places": "2", "key": "one page"}
    client.post(f"/e/{event.slug}/guests/places/", sent)
    answers = iter((False, True))
    monkeypatch.setattr(signing, "pressed_before", lambda *_asked: next(answers))
    point = transaction.savepoint()
    client.post(f"/e/{event.slug}/guests/places/", sent)
    transaction.savepoint_rollback(point)
    assert (event.guests.count(), list(answers)) == (2, [])


def press_everything(
    event: Event,
    *,
    without: str = "",
    only: Collection[str] = (),
    elsewhere: Collection[str] = (),
    goes_back: bool = False,
    client: Client | None = None,
) -> Pressed:
    """Every form that the organiser's pages show, or those that lead to some routes alone or to
    none of others, sent twice as it is filled in; each time all is put back.
    """
    client = client or Client()
    user = (
        official(event, name="organiser")
        if not event.officials.exists()
        else event.officials.all()[0].user
    )
    client.force_login(user)
    for league in League.objects.all():
        league.organisers.get_or_create(user=user)
    open_to_all = [f"/G/{guest_code(event.guests.all()[0])}"] if event.codes.exists() else []
    if event.sign_in_secret:
        open_to_all.append(reverse("sign_in", args=[event.slug, event.sign_in_secret]))
    starts = [f"/e/{event.slug}/", "/", *open_to_all]
    pressed = Pressed(elsewhere=frozenset(elsewhere), goes_back=goes_back)
    return press_forms(client, starts, without, only, pressed)


def press_forms(
    client: Client,
    starts: list[str],
    without: str = "",
    only: Collection[str] = (),
    pressed: Pressed | None = None,
) -> Pressed:
    """Every form that is found from these pages, and those on the pages that a first press answers
    with.
    """
    pressed = pressed or Pressed()
    for first in forms_of(client, starts, pressed.elsewhere):
        waiting = [first] if not only or route_of(first.action) in only else []
        while waiting:
            form = waiting.pop()
            for button in form.buttons or [Button("")]:
                waiting += press(client, form, button, pressed, without)
    return pressed


def forms_of(client: Client, starts: list[str], elsewhere: Collection[str] = ()) -> Iterator[Form]:
    """The forms that are posted, of all pages that links lead to, at most so
    many pages of a route.
    """
    waiting, met, routes = list(starts), set(starts), dict[str, int]()
    while waiting:
        path = waiting.pop(0)
        answer = client.get(path)
        if (
            answer.status_code != 200
            or "text/html" not in answer["Content-Type"]
            or answer.streaming
        ):
            continue
        page = read(path, answer.status_code, answer.content.decode())
        yield from (form for form in page.forms if form.method == "post")
        for address in page.here():
            route = route_of(address)
            if (
                address not in met
                and route
                and route not in elsewhere
                and routes.get(route, 0) < MOST_OF_A_KIND
                and not urlsplit(address).path.endswith(FILES)
            ):
                routes[route] = routes.get(route, 0) + 1
                met.add(address)
                waiting.append(address)


@cache
def route_of(address: str) -> str:
    """The name of the route an address leads to, and which adjustment it makes; nothing where it
    leads nowhere.
    """
    try:
        found = resolve(urlsplit(address).path)
    except Resolver404:
        return ""
    return f"adjust {found.kwargs['kind']}" if found.url_name == "adjust" else found.url_name or ""


def press(client: Client, form: Form, button: Button, pressed: Pressed, without: str) -> list[Form]:
    """One button of one form, twice, and then everything is as it was; each kind of button once,
    whichever row it names.

    What comes back are the forms of the page that the first press was answered with: a preview is
    sent on.
    """
    action = button.action or form.action
    route = route_of(action)
    value = "" if re.search(r"\d", button.value) else button.value.split(":")[0]
    kind = (route, button.name, value)
    if not route or route in OTHER_MATTERS | pressed.elsewhere or kind in pressed.seen:
        return []
    pressed.seen.add(kind)
    sent = filled(form) | ({button.name: [button.value]} if button.name else {})
    sent.pop(without, None)
    before, point, noted = counts(), transaction.savepoint(), Press.objects.count()
    stood = rows() if pressed.goes_back else {}
    answer = client.post(action, sent)
    once, noted = counts(), Press.objects.count() - noted
    if noted == 1 and without_words(Press.objects.latest("pk")):
        pressed.unnamed.add(route)
    if pressed.goes_back and noted == 1:
        back_again(route, stood, pressed)
    client.post(action, sent)
    twice = counts()
    transaction.savepoint_rollback(point)
    if once != before:
        pressed.added.add(route)
        pressed.uncounted |= {} if noted == 1 else {route: noted}
    if more_of(before, once) and "key" not in sent and not without and route not in PRINTED:
        pressed.keyless[route] = ", ".join(more_of(before, once))
    if twice != once:
        differing = (
            f"{name} {once.get(name)} {now}" for name, now in twice.items() if once.get(name) != now
        )
        pressed.doubled[route] = ", ".join(differing)
    if answer.status_code != 200 or "text/html" not in answer["Content-Type"] or once != before:
        return []
    return [one for one in read(action, 200, answer.content.decode()).forms if one.method == "post"]


def evening_of(done: Press) -> Event | None:
    """The evening that a press is of; there are presses of leagues and of the site too."""
    kind, _space, key = done.record.partition(" ")
    return Event.objects.filter(pk=key).first() if kind == "event" else None


def without_words(done: Press) -> bool:
    """Whether Take back would list it and has nothing to say of it."""
    event = evening_of(done)
    reader = Reader(event, Official(event=event)) if event else None
    return bool(
        reader and done in reader.presses() and reader.told([done])[done.pk].words == UNNAMED
    )


def back_again(route: str, stood: Mapping[str, Any], pressed: Pressed) -> None:
    """The last press taken back: what is not as it was, or why it is not; then it stands again."""
    done, point = Press.objects.latest("pk"), transaction.savepoint()
    if event := evening_of(done):
        try:
            with pressing(Press(key="back", at=NOW)):
                take_back(event, done, sign())
        except TakingBackRefusedError as refused:
            pressed.refused[route] = str(refused)
        else:
            now = rows()
            if differing(dict(stood), now):
                pressed.left[route] = ", ".join(differing(dict(stood), now))
    transaction.savepoint_rollback(point)


def more_of(before: Mapping[str, object], after: Mapping[str, object]) -> list[str]:
    """Of which kinds there are more rows, or longer lists, than before; entries of the ledger come
    with every act.
    """
    numbers = {name: (before.get(name), now) for name, now in after.items() if name not in ENTRIES}
    return [
        name
        for name, (had, now) in numbers.items()
        if isinstance(now, int) and isinstance(had, int) and now > had
    ]


def filled(form: Form) -> dict[str, list[str]]:
    """What is sent: every field as it stands, and what is empty filled in as somebody might."""
    sent = form.as_it_stands()
    for held in form.fields:
        if held.name and not held.ticked and sent.get(held.name, [""]) == [""]:
            sent[held.name] = [typed(held)]
    return {name: values for name, values in sent.items() if values != [""]}


def typed(held: Field) -> str:
    if held.name.startswith("tie-"):
        return ""
    if held.kind == "select":
        return next((value for value, _words in held.options if value), "")
    if held.kind == "password":
        return "a long pass phrase 7"
    if held.kind in ("radio", "checkbox", "hidden", "file"):
        return held.value
    otherwise = "1" if held.kind == "number" else "Zoë"
    return TYPED.get(held.name, TYPED.get(re.sub(r".*[-:_]", "", held.name), otherwise))


def counts() -> dict[str, object]:
    """How many rows there are of every kind, and the lists that an evening or a league keeps in a
    column of its own.
    """
    kinds: list[type[Model]] = [*apps.get_app_config("tournament").get_models(), User]
    tables = {kind.__name__: kind._meta.db_table for kind in kinds if kind not in NOT_COUNTED}
    # One question for all of them: fifty, three times for each button, were most of the time.
    counted = ", ".join(f"(SELECT COUNT(*) FROM {table})" for table in tables.values())
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {counted}")
        found: dict[str, object] = dict(zip(tables, cursor.fetchone(), strict=True))
    for kind in (Event, League):
        columns = [
            column.name for column in kind._meta.get_fields() if isinstance(column, JSONField)
        ]
        for row in kind._default_manager.order_by("pk").values("pk", *columns):
            found |= {f"{kind.__name__} {row['pk']} {name}": repr(row[name]) for name in columns}
    return found
