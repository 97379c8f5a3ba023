"""What paper lets in: a phone at each table by the card that stands there, and a guest by the own
score card.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from django.test import Client

from tests.walks import recount
from tests.walks.pages import Page
from tests.walks.people import Person, WallError
from tests.walks.recount import Said
from tests.walks.tables import dealt, noted
from tournament.models import Event
from tournament.models.guest import AWAY
from tournament.site.paper_codes import paper_codes

if TYPE_CHECKING:
    from tests.walks.walk import Walk

CODE = re.compile(r"/([TG])/([A-Z2-7]{26})$")
LOST = 0.2
"""How often the answer to a sheet is lost on its way, so that the phone sends it again."""
SLIPPED = 0.15
"""How often an umpire sees at once that something was tapped wrongly, and reopens the pad."""


@dataclass
class Pad(Person):
    """A phone with the code of one table; it bears code and key in each call, and no cookie."""

    table: int = 0
    address: str = ""

    def call(self, what: str, body: dict[str, Any] | None = None) -> tuple[int, dict[str, Any]]:
        """A call of the phone: the status, and what was answered."""
        self.story.act = f"/pad/{what}" if body else self.story.act
        try:
            if body is None:
                answer = self.client.get(f"/pad/{what}")
            else:
                answer = self.client.post(
                    f"/pad/{what}", json.dumps(body), content_type="application/json"
                )
        except Exception as error:
            raise WallError(f"500 /pad/{what}", f"{self.name}: {error!r}") from error
        if answer.status_code not in (200, 201, 409, 422):
            raise WallError(
                f"{answer.status_code} /pad/{what}", f"{self.name}: {answer.content.decode()[:300]}"
            )
        return answer.status_code, json.loads(answer.content)

    def state(self) -> dict[str, Any]:
        """What the pad shows."""
        return self.call("state")[1]


@dataclass
class Phones:
    """The codes as they were read off paper, and who bears them."""

    walk: "Walk"
    pads: dict[int, Pad] = field(default_factory=dict)
    guests: dict[int, tuple[Person, str]] = field(default_factory=dict)

    def pad(self, table: int) -> Pad:
        """The phone of a table; where it has none yet, the code is scanned from the card on the
        table.
        """
        if table not in self.pads:
            code = self._scanned("table-cards", table)
            key = f"{self.walk.plan.seed:05}{table:03}".translate(
                str.maketrans("0123456789", "ABCDEFGHIJ")
            ).rjust(26, "A")
            held = {
                "authorization": f"Bearer {code}",
                "x-phone": key,
                "origin": "http://testserver",
            }
            made = Pad(
                f"The phone at table {table}",
                self.walk.story,
                Client(enforce_csrf_checks=True, headers=held),
            )
            made.table, made.address = table, f"/T/{code}"
            self.pads[table] = self.walk.people["phone"] = made
            self.walk.looks.known["phone"] |= {
                "pad": f"/T/{code}",
                "ask": f"/A/{code}",
                "rules": "/pad/ask/",
            }
        return self.pads[table]

    def guest(self, badge: int) -> tuple[Person, str]:
        """A guest who scans the own score card, and the address of the own page."""
        if badge not in self.guests:
            address = f"/G/{self._scanned('score-cards', badge)}"
            client = Client(headers={"origin": "http://testserver"})
            person = self.walk.people["guest"] = Person(
                f"The guest with badge {badge}", self.walk.story, client
            )
            self.guests[badge] = person, address
            self.walk.looks.known["guest"]["own"] = address
        return self.guests[badge]

    def carded(self, badges: Iterable[int]) -> list[int]:
        """Those of them whose score card bears a code: whoever has gone home
        gets no card any more.
        """
        event = Event.objects.get(slug=self.walk.base.split("/")[2])
        gone = set(event.guests.filter(status__in=AWAY).values_list("badge", flat=True))
        return [badge for badge in badges if badge in self.guests or badge not in gone]

    def _scanned(self, paper: str, whose: int) -> str:
        """A camera reads the square of a paper, which the desk lays out where it is not yet."""
        found = self._printed(paper, whose)
        if found is None:
            page = self.walk.organiser.open(self.walk.at("paper/"))
            if form := page.form(rf"paper/{paper}(/|\.pdf)$"):
                self.walk.organiser.press(form)
            found = self._printed(paper, whose)
        if found is None:
            raise WallError("no code", f"{paper}: nothing to scan for {whose}")
        return found.group(2)

    def _printed(self, paper: str, whose: int) -> re.Match[str] | None:
        known = paper_codes(Event.objects.get(slug=self.walk.base.split("/")[2]))
        return CODE.search(
            (known.tables if paper == "table-cards" else known.guests).get(whose, "")
        )


def type_on_phone(walk: "Walk", number: int, table: int) -> None:
    """The games of a table that are missing, tapped in on its phone."""
    pad = walk.phones.pad(table)
    state = pad.state()
    if (state["round"] or {}).get("number") != number:
        raise WallError(
            "phone elsewhere",
            f"table {table} is to play round {number}, its phone shows {state['round']}",
        )
    for shown in state["games"]:
        if shown["state"] == "missing":
            _tapped(walk, pad, state, shown)
    walk.did(pad.open(pad.address))


def _tapped(walk: "Walk", pad: Pad, state: dict[str, Any], shown: dict[str, Any]) -> None:
    place = (state["round"]["number"], pad.table, shown["game"])
    dice = walk.dealing(*place)
    names = {ref: person["name"] for ref, person in state["people"].items()}
    said, blocked = dealt(dice, walk.plan, [names[seat["guest"]] for seat in shown["seats"]])
    sent = _sheet(state, shown, said, names) | {
        "key": f"walk-{'-'.join(map(str, place))}",
        "blocked": blocked,
    }
    status, answer = pad.call("sheet", sent)
    walk.story.tell(
        f"{pad.name} sends round {place[0]}, game {place[2]}:"
        f" {_told(said)}{' blocked' if blocked else ''}"
    )
    if status != 201:
        raise WallError("phone refused", f"{pad.name}: {answer}")
    noted(walk, {place: said})
    chance = walk.plan.dice("taps", *place).random()
    if chance < LOST:
        again = pad.call("sheet", sent)
        if again != (200, answer | {"repeated": True, "flags": []}):
            raise WallError("sent twice", f"{pad.name}: {again} after {answer}")
    elif chance < LOST + SLIPPED:
        _taken_back(walk, pad, state, shown, answer["version"])


def _taken_back(
    walk: "Walk", pad: Pad, state: dict[str, Any], shown: dict[str, Any], version: int
) -> None:
    """Within a minute the phone may reopen its own sheet without a reason."""
    place = (state["round"]["number"], pad.table, shown["game"])
    names = {ref: person["name"] for ref, person in state["people"].items()}
    dice = walk.plan.dice("deals again", *place)
    said, blocked = dealt(dice, walk.plan, [names[seat["guest"]] for seat in shown["seats"]])
    more = {"key": f"walk-{'-'.join(map(str, place))}-again", "blocked": blocked, "seen": version}
    status, answer = pad.call("sheet", _sheet(state, shown, said, names) | more)
    walk.story.tell(f"{pad.name} reopens round {place[0]}, game {place[2]}: {_told(said)}")
    if status not in (200, 201):
        raise WallError("phone not reopened", f"{pad.name}: {answer}")
    noted(walk, {place: said})


def _sheet(
    state: dict[str, Any], shown: dict[str, Any], said: dict[str, Said], names: dict[str, str]
) -> dict[str, Any]:
    keys = {key["key"] for key in state["keys"]}
    entries = [
        {"seat": seat["seat"], "guest": seat["guest"]}
        | _entry(said.get(names[seat["guest"]], Said()), keys)
        for seat in shown["seats"]
    ]
    return {
        "round": state["round"]["number"],
        "game": shown["game"],
        "seen": 0,
        "checked": True,
        "entries": entries,
    }


def _entry(said: Said, keys: set[str]) -> dict[str, Any]:
    """One seat as the pad sends it: the card keys it has, ten and courts on one where they count
    alike.
    """
    if said.out:
        return {"out": True}
    if said.points is not None:
        return {"points": said.points}
    if said.cards:
        return {"hand": " ".join(card if card in keys else "X" for card in said.cards)}
    return {name: value for name in ("place", "laps") if (value := getattr(said, name)) is not None}


def _told(said: dict[str, Said]) -> str:
    return ", ".join(
        f"{guest} {'out' if one.out else one.cards or [one.points, one.place, one.laps]}"
        for guest, one in said.items()
    )


# ---------------------------------------------------------------------- what phones and guests are
# shown


def look_at_a_pad(walk: "Walk", table: int) -> None:
    """The figures on a phone against the recount."""
    state = walk.phones.pads[table].state()
    names = {ref: person["name"] for ref, person in state["people"].items()}
    for shown in state["games"]:
        sitting = (
            walk.counted.games.get((state["round"]["number"], table, shown["game"]))
            if state["round"]
            else None
        )
        if shown["state"] == "entered" and sitting:
            own = recount.points_of(sitting, walk.counted.rules)
            rows = [
                row
                for row in shown["entries"]
                if row["points"] is not None and row["guest"] in names
            ]
            told = {names[row["guest"]]: Fraction(str(row["points"])) for row in rows}
            if any(own.get(guest) != points for guest, points in told.items()):
                raise WallError(
                    "pad", f"table {table}, game {shown['game']}: shown {told}, counted {own}"
                )


def look_at_a_guest(walk: "Walk", badge: int, name: str) -> None:
    """The guest's own page: the total of the recount, and the seat that “Where do I sit?” finds."""
    person, address = walk.phones.guest(badge)
    page = person.open(address)
    line = recount.lines(walk.counted).get(name)
    told = [words.replace("½", ".5") for kind, words in page.figures if kind == "guest-total"]
    if line is not None and "In all" in page.words and Fraction(told[-1]) != line.total:
        raise WallError("guest's total", f"{name}: shown {told}, counted {line.total}")
    seat = re.search(r"Your (?:next )?seat.{0,60}? Table (\S+) Seat ([A-Z])", page.words)
    if seat:
        found = _found(walk, name)
        if f"Table {seat.group(1)} Seat {seat.group(2)}" not in found.words:
            raise WallError("where do I sit", f"{name}: {seat.group(0)}, found {found.words[:400]}")


def _found(walk: "Walk", name: str) -> Page:
    public = walk.people["public"]
    page = public.open(walk.at("find/"))
    form = page.form("find/$", holding="q")
    if form is None:
        raise WallError("no form find", page.words[:300])
    return public.send(form, {"q": name})
