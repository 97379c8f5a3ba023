"""Every form of the pages that links lead to, filled in and pressed twice: what each press added,
and what taking it back left.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from django.apps import apps
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.db.models import JSONField, Model
from django.test import Client
from django.urls import Resolver404, resolve, reverse

from tests.tournament.evening import NOW, official, sign
from tests.tournament.ledger.test_taking_back import differing, rows
from tests.tournament.phones.phones import guest_code
from tests.tournament.stages import PRESSED
from tests.walks.pages import Button, Field, Form, read
from tournament.home.presses import Reader
from tournament.home.words import UNNAMED
from tournament.ledger.pressing import pressing
from tournament.ledger.taking_back import TakingBackRefusedError, take_back
from tournament.models import (
    Change,
    Event,
    League,
    LogInEntry,
    Official,
    Press,
    SlowRequest,
)

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
PRESSED_ONLY_IN: Mapping[str, frozenset[str]] = {
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

REFUSED = "an act of its own|The cut is sealed|is closed: open it again"
"""The sentences in which Take back may refuse a press."""
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
    other_states: frozenset[str] = frozenset()
    goes_back: bool = False
    left: dict[str, str] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    unnamed: set[str] = field(default_factory=set)


def of_other_states(state: str) -> frozenset[str]:
    """The routes that are pressed in another state than this."""
    return frozenset[str]().union(
        *(routes for pressed_in, routes in PRESSED_ONLY_IN.items() if pressed_in != state)
    )


def adds_once(
    state: str,
    other_states: Collection[str] = (),
    *,
    goes_back: bool,
    client: Client | None = None,
) -> None:
    """In this state no second press adds anything; routes in `other_states` are pressed in another
    state. With `goes_back` each first press is also taken back and must leave nothing, unless Take
    back refuses it with a sentence in REFUSED.
    """
    found = press_everything(
        PRESSED[state](), other_states=other_states, goes_back=goes_back, client=client
    )
    assert (found.doubled, found.keyless, found.uncounted) == ({}, {}, {})
    assert (found.left, found.unnamed) == ({}, set())
    assert [words for words in found.refused.values() if not re.search(REFUSED, words)] == []
    assert found.added >= ADDS.get(state, EVERYWHERE) - set(other_states)
    assert not found.added & set(other_states)


def press_everything(
    event: Event,
    *,
    without: str = "",
    only: Collection[str] = (),
    other_states: Collection[str] = (),
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
    pressed = Pressed(other_states=frozenset(other_states), goes_back=goes_back)
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
    for first in forms_of(client, starts, pressed.other_states):
        waiting = [first] if not only or route_of(first.action) in only else []
        while waiting:
            form = waiting.pop()
            for button in form.buttons or [Button("")]:
                waiting += press(client, form, button, pressed, without)
    return pressed


def forms_of(
    client: Client, starts: list[str], other_states: Collection[str] = ()
) -> Iterator[Form]:
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
                and route not in other_states
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
    if not route or route in OTHER_MATTERS | pressed.other_states or kind in pressed.seen:
        return []
    pressed.seen.add(kind)
    sent = filled(form) | ({button.name: [button.value]} if button.name else {})
    sent.pop(without, None)
    before, point, presses_before = counts(), transaction.savepoint(), Press.objects.count()
    stood = rows() if pressed.goes_back else {}
    answer = client.post(action, sent)
    once, noted = counts(), Press.objects.count() - presses_before
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
    forms = read(action, 200, answer.content.decode()).forms
    return [form for form in forms if form.method == "post"]


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
