"""A way to an act, followed from the home of an evening as a person would: by links and by forms
that only ask, page by page.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from http import HTTPStatus
from urllib.parse import urlencode, urljoin, urlsplit

from django.test import Client
from django.urls import Resolver404, resolve

from tests.tournament.reached import Key, acts_of_routes
from tests.tournament.ways_table import Way

FEW = 16
"""So many pages of one route are looked at; the sheets of an evening are many."""
TYPED = {"cards": "QS", "top": "QH"}
"""What is typed into the fields of a form that only asks."""
TAP, MOST_TAPS = "tap", 6
"""The name of the keys that exchange a part of their page; so many are tapped in turn."""
MATCHES = {
    "pair_round": "pair",
    "unpair_round": "throw-away",
    "swap_opponents": "swap",
    "publish_pairs": "publish",
    "withdraw_pairs": "withdraw",
    "close_stage": "close",
    "reopen_stage": "reopen",
    "request_bye": "bye",
    "take_bye_back": "bye-back",
    "enter_late": "late",
    "take_late_entry_back": "late-back",
    "bind_pair": "bond",
    "free_pair": "free",
}
NARROWER: Mapping[Key, frozenset[str]] = {
    **{("matches/acts", name): frozenset({f"act={act}"}) for name, act in MATCHES.items()},
    ("entry/acts_checking", "raise_flag_again"): frozenset({"again"}),
    ("entry/acts_checking", "mark_unchecked"): frozenset({"take_back"}),
    ("entry/acts_checking", "mark_table_unchecked"): frozenset({"take_back"}),
    ("entry/acts_unplayed", "take_back_unplayed"): frozenset({"take_back"}),
    ("entry/acts_cards", "take_back_answer"): frozenset({"take_back"}),
    ("entry/acts_corrections", "swap_hands"): frozenset({"what=hands"}),
    ("entry/acts_corrections", "move_table"): frozenset({"what=table"}),
    ("seating/acts_walk_in", "wait_again"): frozenset({"again"}),
    ("seating/acts_walk_in", "take_code_down"): frozenset({"down"}),
    ("seating/acts_seats", "break_up_table"): frozenset({"break_up"}),
    ("seating/acts_seats", "fill_table"): frozenset({"fill"}),
    ("seating/acts_seats", "move_guest"): frozenset({"move-guest"}),
    ("leagues/acts", "tell_apart"): frozenset({"apart"}),
    ("archive/acts_mails", "note_returned"): frozenset({"pasted"}),
    ("archive/acts_mails", "note_arrived"): frozenset({"arrived"}),
    ("event/acts", "accept_appointment"): frozenset({"answer=yes"}),
    ("event/acts", "decline_appointment"): frozenset({"answer=no"}),
    ("event/acts_next", "confirm_invited"): frozenset({"answer=yes"}),
    ("event/acts_next", "decline_invited"): frozenset({"answer=no"}),
    ("event/acts_next", "ask_again"): frozenset({"answer=again"}),
    ("event/acts_next", "forget_invited"): frozenset({"answer=forget"}),
}
"""What a form sends where its route does more than one act."""


@dataclass(slots=True)
class Form:
    """A form of a page: where it leads (`also`: by its own button), by which method, and what it
    holds and offers.
    """

    action: str
    method: str
    mark: str
    fields: dict[str, str] = field(default_factory=dict)
    buttons: list[tuple[str, str, str]] = field(default_factory=list)
    also: list[str] = field(default_factory=list)
    swaps: bool = False

    @property
    def taps(self) -> list[str]:
        """What its keys send that exchange a part of the page they are on."""
        return [value for _said, name, value in self.buttons if name == TAP and self.swaps]

    @property
    def held(self) -> frozenset[str]:
        """Its fields and buttons, as names and as `name=value`."""
        named = [*self.fields.items(), *((name, value) for _said, name, value in self.buttons)]
        return frozenset(one for name, value in named for one in (name, f"{name}={value}"))


class Page(HTMLParser):
    """What of a page can be followed or pressed."""

    def __init__(self, here: str, text: str) -> None:
        super().__init__()
        self.here, self.links, self.forms = here, list[tuple[str, str]](), list[Form]()
        self._form: Form | None = None
        self._said: list[str] | None = None
        self._open: dict[str, str] = {}
        self._drawn = 0
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        """Begin a link, a form or a button; keep what a field holds."""
        held = {name: value or "" for name, value in attrs}
        self._drawn += tag == "svg"
        if tag in ("a", "button"):
            self._said, self._open = [], held
        elif tag == "form":
            action, method = held.get("action") or self.here, held.get("method", "get").lower()
            self._form = Form(action, method, held.get("id", ""), swaps="data-swap" in held)
            self.forms.append(self._form)
        elif tag in ("input", "select", "textarea", "option") and self._form:
            self._keep(tag, held)

    def _keep(self, tag: str, held: Mapping[str, str]) -> None:
        fields = self._form.fields if self._form else {}
        if tag == "option" and fields:
            name = next(reversed(fields))
            first = not fields[name] or "selected" in held
            fields[name] = held.get("value", "") if first else fields[name]
        elif held.get("name") and (held.get("type") != "radio" or "checked" in held):
            fields[held["name"]] = held.get("value", "")

    def handle_data(self, data: str) -> None:
        """What a link or a button says; a drawing says nothing."""
        if self._said is not None and not self._drawn:
            self._said.append(data)

    def handle_endtag(self, tag: str) -> None:
        """End a link, a form or a button."""
        self._drawn -= tag == "svg"
        if tag == "form":
            self._form = None
        elif tag in ("a", "button") and self._said is not None:
            said, held = " ".join("".join(self._said).split()), self._open
            self._said = None
            if tag == "a" and held.get("href"):
                self.links.append((held["href"], said))
            elif tag == "button":
                owner = next(
                    (form for form in self.forms if form.mark == held.get("form")), self._form
                )
                if owner:
                    owner.buttons.append((said, held.get("name", ""), held.get("value", "")))
                    owner.also += [held["formaction"]] if held.get("formaction") else []


@dataclass(frozen=True, slots=True)
class Press:
    """Something that does an act: the route it leads to, what is sent along, and what it says."""

    route: str
    held: frozenset[str]
    words: str


@dataclass(frozen=True, slots=True)
class Step:
    """Something that leads to another page."""

    route: str
    url: str
    words: str


@cache
def route_of(url: str, here: str) -> tuple[str, frozenset[str], str]:
    """The route behind an address, what the address names, and its path; empty outside the site."""
    parts = urlsplit(urljoin(f"http://here{here}", url))
    try:
        match = resolve(parts.path)
    except Resolver404:
        return "", frozenset(), ""
    if parts.netloc != "here" or url.startswith("#"):
        return "", frozenset(), ""
    named = frozenset(f"{key}={value}" for key, value in match.kwargs.items())
    return match.url_name or "", named, parts.path + (f"?{parts.query}" if parts.query else "")


def steps(page: Page) -> Iterator[Step]:
    """Where a page leads: its links, and the forms that only ask."""
    for url, said in page.links:
        route, _named, path = route_of(url, page.here)
        if route and said:
            yield Step(route, path, said)
    for form in page.forms:
        for action in (form.action, *form.also) if form.method == "get" and form.buttons else ():
            route, _named, path = route_of(action, page.here)
            asked = {name: value or TYPED.get(name, "") for name, value in form.fields.items()}
            yield Step(route, f"{path.split('?')[0]}?{urlencode(asked)}", form.buttons[0][0])


def presses(page: Page) -> Iterator[Press]:
    """What a page does: its forms that send."""
    for form in page.forms:
        route, named, _path = route_of(form.action, page.here)
        if form.method == "post" and route:
            said = form.buttons[0][0] if form.buttons else "keeps what is typed"
            yield Press(route, form.held | named, said)


@dataclass(frozen=True, slots=True)
class Visitor:
    """A browser at the page where its way begins."""

    client: Client
    home: str
    seen: dict[str, Page] = field(default_factory=dict)

    def page(self, url: str) -> Page:
        """A page as it is read; an empty one for a file, and for what is not there."""
        if url not in self.seen:
            answer = self.client.get(url)
            html = str(answer.headers.get("Content-Type", "")).startswith("text/html")
            there = answer.status_code == HTTPStatus.OK and html
            self.seen[url] = Page(url, answer.content.decode() if there else "")
        return self.seen[url]

    def tapped(self, url: str) -> str:
        """Where a page stands when the first key of its open question was tapped, in turn."""
        for _tap in range(MOST_TAPS):
            forms = [form for form in self.page(url).forms if form.taps]
            if not forms:
                break
            asked = urlencode({**forms[0].fields, TAP: forms[0].taps[0]})
            moved = self.client.get(f"{url.split('?')[0]}?{asked}")
            if moved.status_code != HTTPStatus.FOUND or moved.headers["Location"] == url:
                break
            url = moved.headers["Location"]
        return url


def does(act: Key, press: Press) -> bool:
    """Whether a press does an act: its route comes to it, and sends what tells it from others."""
    done = acts_of_routes().get(press.route, frozenset())
    return act in done and NARROWER.get(act, frozenset()) <= press.held


def followed(way: Way, visitor: Visitor) -> tuple[str, ...]:
    """The words of links and button on the way; none where it does not lead to the act."""
    reached: list[tuple[tuple[str, ...], str]] = [((), visitor.home)]
    for route in way.routes[:-1]:
        new: dict[str, tuple[str, ...]] = {}
        for words, url in reached:
            for step in steps(visitor.page(url)):
                if step.route == route:
                    new.setdefault(step.url, (*words, step.words))
        reached = [(words, visitor.tapped(url)) for url, words in list(new.items())[:FEW]]
    for words, url in reached:
        for press in presses(visitor.page(url)):
            if press.route == way.routes[-1] and does(way.act, press):
                return (*words, press.words)
    return ()
