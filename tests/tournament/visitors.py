"""Everybody who may come to the site, an evening with one of each row that an address may name, and
a foreign one.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from django.urls import reverse

from tests.tournament.access_table import (
    KNOWN,
    METHODS,
    OWN_TABLE,
    PERSONS,
    ROLES,
    THINGS,
    Cell,
    meant,
)
from tests.tournament.evening import NOW, official, save, seated_event, sign
from tests.tournament.phones.phones import OWN, codes_issued, guest_code, phone_key, table_code
from tests.tournament.route_calls import CALLS, Call
from tests.tournament.rulings.rulings import QUEEN
from tournament.approvals.acts import Asked, ask
from tournament.counting.consequences import Change
from tournament.counting.rulings import Where
from tournament.counting.submission import SheetConflictError
from tournament.event.acts import frozen_payload
from tournament.guests.acts import keep_apart
from tournament.leagues.acts import add_evening, change_league, create_league
from tournament.models import (
    Appointment,
    Ask,
    Code,
    CodeKind,
    Doubt,
    Event,
    LeagueOrganiser,
    Pending,
    Phone,
    PhoneState,
    Picture,
    Role,
)
from tournament.rulings.acts import make_ruling
from tournament.rulings.acts_adjustments import adjust
from tournament.seating.acts_seats import move_guest, take_seats_back
from tournament.site.access import Actor, Mark, mark_of
from tournament.site.checks import routes

HUGE = 10**30
MADE_UP = "A" * 26
BESIDE = {"badge": 11, "number": 2, "table": 3}
"""What only the foreign evening has, by what an address calls it; a round alone is its third."""


@cache
def calls() -> Mapping[str, Call]:
    """How every route is called, those of the administrator too."""
    return dict(CALLS) | {
        name: _call(path) for name, (path, _mark) in marks().items() if name.startswith("admin:")
    }


def _call(path: str) -> Call:
    held = {key: key for key in ("object_id", "id") if f":{key}>" in path or f"<{key}>" in path}
    return Call(
        "POST" if path.endswith("logout/") else "GET",
        args=held or ({"app_label": "tournament"} if "app_label" in path else None),
    )


@cache
def marks() -> Mapping[str, tuple[str, Mark | None]]:
    """The path and the mark of every route by its name."""
    found = {}
    for path, pattern in routes():
        space = "admin:" if path.startswith("administration/") else ""
        found[f"{space}{pattern.name}"] = path, mark_of(pattern.callback)
    return found


def mark(name: str) -> Mark:
    """The mark of a route."""
    found = marks()[name][1]
    assert found is not None, name
    return found


def peopled(guests: int, name: str = "", **fields: Any) -> Event:
    """An evening with a sheet, a conflict, a pair kept apart, rulings, something pending, phones,
    asks and doubts.
    """
    event = seated_event(guests, cut_size=3, games_per_round=1, sign_in_secret="wall", **fields)
    Event.objects.filter(pk=event.pk).update(tablet_secret="tablet")
    Picture.objects.get_or_create(digest="0" * 64, defaults={"svg": True, "content": b"<svg/>"})
    for role in ROLES.values():
        official(event, role, f"{name}{role}")
    save(event, ("out", "8", "3", "4", "5"))
    with pytest.raises(SheetConflictError):
        save(event, ("out", "9", "3", "4", "5"))
    one, other = event.guests.filter(badge__in=(1, 7))
    keep_apart(event, one, other)
    head = User.objects.get(username=f"{name}{Role.HEAD_UMPIRE}")
    asked = Asked("settings", "Set wrongly", frozen_payload(event, {"absent_policy": "unranked"}))
    ask(event, asked, sign(actor=Actor("head umpire", head.pk)))
    organiser = User.objects.get(username=f"{name}{Role.ORGANISER}")
    winter = create_league(f"{name}Winter", organiser, sign())
    add_evening(winter, event, organiser, sign())
    change_league(winter, {"public": True}, sign())
    codes_issued(event)
    move_guest(event, 10, (2, 1, "F"), sign(), reason="Sees better there")
    take_seats_back(
        event, event.ledger.latest("number").number, sign(), reason="Stays with the others"
    )
    own = {"event": event, "mark": "K7"}
    Phone.objects.create(
        **own, digest=phone_key(), state=PhoneState.WAITING, first_at=NOW, seen_at=NOW
    )
    Ask.objects.create(**own, digest=phone_key(), table=1, at=NOW)
    Doubt.objects.create(event=event, guest=one, words="not mine", at=NOW)
    elsewhere = User.objects.create_user(f"{name}asked")
    Appointment.objects.create(
        event=event, user=elsewhere, role=Role.UMPIRE, at=NOW, by="organiser"
    )
    return event


@dataclass
class House:
    """Two evenings, and everybody who may come."""

    own: Event = field(init=False)
    other: Event = field(init=False)
    rows: dict[bool, dict[str, Any]] = field(init=False)
    clients: dict[str, Client] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.own, self.other = peopled(10), peopled(15, "other-", qualifying_rounds=3)
        for event, number in ((self.own, 1), (self.other, 2)):
            made = [
                make_ruling(event, sign(), claim=QUEEN, place=Where(1, 1, 1)) for _ in range(number)
            ]
            adjust(event, Change("points", "Repeated", made[-1].number, "P003", 5), sign())
        self.rows = {True: rows_of(self.own), False: rows_of(self.other)}
        User.objects.create_superuser("administrator", password="a long pass phrase 7")
        self.clients = {person: self._client(person) for person in PERSONS}

    def _client(self, person: str) -> Client:
        codes = {
            "guest": guest_code(self.own.guests.get(badge=1)),
            "table umpire": table_code(self.own),
        }
        if person in codes:
            held = {"authorization": f"Bearer {codes[person]}", "x-phone": phone_key()}
            return Client(headers=held, raise_request_exception=False)
        client = Client(raise_request_exception=False)
        names = {
            "outsider": f"other-{Role.ORGANISER}",
            **{name: str(role) for name, role in ROLES.items()},
        }
        if person != "public":
            client.force_login(User.objects.get(username=names.get(person, person)))
        return client

    def answer(self, cell: Cell) -> str:
        """How the site answers."""
        by_header = mark(cell.route).codes and mark(cell.route).header and cell.method == "POST"
        body = b'{"table": 2}' if cell.thing == "foreign" else b"{}"
        return self.answer_to(cell, body if by_header else None, json=bool(by_header))

    def answer_to(self, cell: Cell, data: Any, *, json: bool) -> str:
        """How the site answers to this; whatever the answer changed is undone, and the log-in is as
        it was.
        """
        where = self.address(cell.route, cell.thing, cell.person)
        client = self.clients[cell.person]
        kept = {name: one.value for name, one in client.cookies.items()}
        before = transaction.savepoint()
        more: dict[str, Any] = (
            {"authorization": f"Bearer {MADE_UP}"} if cell.thing == "missing" else {}
        )
        if json and cell.method == "POST":
            answer = client.post(
                where, data, content_type="application/json", headers={"origin": OWN, **more}
            )
        elif data and cell.method in ("GET", "POST"):
            call = client.get if cell.method == "GET" else client.post
            answer = call(
                where, data if isinstance(data, dict) else None, headers={"origin": OWN, **more}
            )
        else:
            answer = client.generic(cell.method, where, headers={"origin": OWN, **more})
        transaction.savepoint_rollback(before)
        client.cookies.clear()
        client.cookies.load(kept)
        return _in_words(answer)

    def address(self, name: str, thing: str = "own", person: str = "public") -> str:
        """Where a route lies, for a thing of one of the kinds of the table."""
        event = self.other if thing == "other evening" else self.own
        args: dict[str, Any] = dict(calls()[name].args or {})
        rows = self.rows[thing not in ("foreign", "other evening")]
        args = {
            key: rows.get(f"{name} {value}", rows.get(str(value), value))
            for key, value in args.items()
        }
        if thing == "foreign":
            args |= foreign(args)
        if thing == "other evening" and "league" in args:
            args |= {"league": "other-winter"} | (
                {"evening": self.other.slug} if "evening" in args else {}
            )
        if thing == "missing":
            args |= {key: HUGE for key, value in args.items() if key in IDS}
        if name == "guest_page" and person == "guest" and thing == "own":
            args["code"] = guest_code(self.own.guests.get(badge=1))
        if marks()[name][0].startswith("e/"):
            args["slug"] = (
                "no-such-evening" if thing == "missing" and not set(args) & IDS else event.slug
            )
        return reverse(name, kwargs=args) + calls()[name].asked


IDS = frozenset(
    {"round", "table", "game", "badge", "number", "pk", "pair", "object_id", "id", "league"}
)


def foreign(args: Mapping[str, Any]) -> dict[str, Any]:
    """What turns an address of ours into one of the foreign evening's rows."""
    named = {key: value for key, value in BESIDE.items() if key in args}
    return named or ({"round": 3} if "round" in args else {})


FILES = (
    "workbook",
    "standings_csv",
    "standings_json",
    "archive",
    "closing_pack",
    "mails",
    "paper_pdf",
    "paper_tonight",
    "ruling_pdf",
)


def pages(event: Event) -> Iterator[str]:
    """Every page of the evening that is read, and a guest's own."""
    rows = _rows(event)
    for name, call in CALLS.items():
        if call.method == "GET" and name not in FILES and marks()[name][0].startswith("e/"):
            args = {key: rows.get(str(value), value) for key, value in (call.args or {}).items()}
            yield reverse(name, kwargs={**args, "slug": event.slug}) + call.asked
    yield f"/G/{guest_code(event.guests.get(badge=2))}"


def rows_of(event: Event) -> dict[str, Any]:
    """The rows that an address may name by their primary key."""
    return _rows(event) | _administered()


def _rows(event: Event) -> dict[str, Any]:
    rows = {
        "pair": event.kept_apart.first(),
        # An evening that waits for nothing has no such page.
        "pending": event.pending.first() or Pending(pk=0),
        "official": event.officials.filter(role=Role.UMPIRE).first(),
        "ask": event.asks.first(),
        "phone": event.phones.first(),
        "code": event.codes.filter(kind=CodeKind.TABLE).first() or Code(pk=0),
        "doubt": event.doubts.first(),
        "appointment": event.appointments.first(),
        "runs": LeagueOrganiser.objects.filter(league__evenings__event=event).first(),
    }
    moved = event.ledger.filter(kind="move_seats").values_list("number", flat=True).first()
    return {name: row.pk if row else 0 for name, row in rows.items()} | {"move": moved or 0}


def _administered() -> dict[str, Any]:
    """The first row of every model, under the name of its page."""
    found = {
        "admin:auth_user_password_change id": User.objects.order_by("pk").values_list(
            "pk", flat=True
        )[0]
    }
    first: dict[Any, int] = {}
    for _path, pattern in routes():
        admin = getattr(pattern.callback, "model_admin", None)
        if admin:
            if admin.model not in first:
                row = admin.model._default_manager.order_by("pk").first()
                first[admin.model] = row.pk if row else 0
            found[f"admin:{pattern.name} object_id"] = first[admin.model]
    return found


def things(house: House, name: str) -> Iterator[str]:
    """Whose the thing may be that this route names; of some rows neither evening has one."""
    args, found = set(calls()[name].args or {}) & IDS, mark(name)
    of_event = marks()[name][0].startswith("e/")
    if "object_id" not in args or house.rows[True][f"{name} object_id"]:
        yield THINGS[0]
    if of_event or ("league" in args and found.roles):
        yield THINGS[1]
    if (of_event and args) or name in OWN_TABLE:
        yield THINGS[2]
    if of_event or args or found.codes:
        yield THINGS[3]


def answers(house: House, *, whole: bool, of: Collection[str] = ()) -> Iterator[tuple[Cell, str]]:
    """Every cell of the product, or of these routes, with its answer; in the short form our own
    things, other tables, the methods of forms and links, and those who tell a mark from another.
    """
    for name in sorted(of or calls()):
        for thing in list(things(house, name))[: None if whole or name in OWN_TABLE else 1]:
            for method in METHODS if whole else ("GET", "POST"):
                every = [Cell(name, person, method, thing) for person in PERSONS]
                for cell in every if whole else _telling(every):
                    said = house.answer(cell)
                    yield cell, said
                    if said == "405" and not (whole or own_method(cell)):
                        break  # the route knows no such method: nobody else is asked for it


def _telling(every: Sequence[Cell]) -> list[Cell]:
    """In the short form, of one question to everybody: as the route is called, everybody whom it
    refuses, the one with the least rights of those it lets in, and the administrator where that is
    another way in; by another method the public and those with the most rights that it refuses.
    """
    asked = mark(every[0].route)
    let_in = [cell for cell in every if meant(asked, cell) in ("open", "not its table")]
    refused = [cell for cell in every if cell not in let_in]
    if not own_method(every[0]):
        return refused[:1] + refused[1:][-2:] or let_in[:1]
    return [*let_in[:1], *(let_in[1:][-1:] if asked.administrator else ()), *refused]


def own_method(cell: Cell) -> bool:
    """Whether this is how the route is called; what only reads may be asked for its head too."""
    wanted = calls()[cell.route].method
    return cell.method in KNOWN and cell.method == wanted


def _in_words(answer: Any) -> str:
    """The answer in the words of the table."""
    if answer.status_code == 302 and answer.headers["Location"].startswith("/login/?next="):
        return "log in"
    if answer.status_code == 422 and b'"field": "table"' in answer.content:
        return "not its table"
    said = {200: "open", 302: "open", 304: "open", 422: "open", 415: "open"}
    return said.get(answer.status_code, str(answer.status_code))
