"""An organiser who does nothing but what the home asks for, pressing its filled button alone; what
a page wants to know is invented. What the evening must be at its end is kept in words of its own.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from html import unescape
from typing import Any

from django.test import Client
from django.urls import Resolver404, resolve
from django.utils import timezone

from tests.tournament.evening import add_guests, new_event, official, save, sign
from tests.tournament.steps.mouths import apart, heard
from tests.walks.sentences import false_in
from tournament.counting.board import compute
from tournament.counting.finals import CUT, PODIUM, closing_of
from tournament.counting.seats import hall
from tournament.finals.acts import seal_cut
from tournament.finals.acts_cards import record_cut_of_cards
from tournament.finals.acts_playoff import open_extra_game, read_next
from tournament.finals.acts_replies import reply
from tournament.home.phase import evening as home
from tournament.ledger.chain import bump
from tournament.models import Event, Game, Guest, Reply, RoundClock, Seal
from tournament.models.guest import GuestStatus
from tournament.paper.acts import record_printing
from tournament.paper.catalogue import find
from tournament.paper.editions import items
from tournament.seating.acts_door import check_in
from tournament.seating.acts_draw import (
    draw_seating,
    drawn,
    drawn_further,
    open_further,
    publish_seating,
)
from tournament.seating.acts_tables import open_table
from tournament.steps.acts import seat_playoff

MOST_PRESSES = 70
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
CARDS = ("A♠", "2♠", "3♠", "4♠", "5♠", "6♠")


class AstrayError(AssertionError):
    """The home led nowhere, in a ring, or past something that was due."""


@dataclass
class Evening:
    """One evening and how its games end; what the organiser pressed."""

    event: Event
    client: Client
    hands: Mapping[int, Sequence[str]]
    guests: int = 10
    pressed: list[str] = field(default_factory=list)

    @property
    def fresh(self) -> Event:
        """The event as its row stands."""
        return Event.objects.get(pk=self.event.pk)

    def card(self) -> str:
        """What the home asks for."""
        page = self.client.get(f"/e/{self.event.slug}/").content.decode()
        return page.partition("panel-next")[2].partition("</section>")[0]


def begun(**fields: Any) -> Evening:
    """An empty evening of two short rounds with a play-off."""
    hands = fields.pop("hands", {})
    guests = fields.pop("guests", 5)
    wanted = {"games_per_round": 1, "cut_size": 3, "playoff_games": 1, "playoff_tables": 1}
    event = new_event(**wanted | fields)
    client = Client()
    client.force_login(official(event))
    return Evening(event, client, hands, guests)


def walked(evening: Evening, *onlookers: Client) -> Evening:
    """The evening as the filled buttons lead it; what was left undone at its end is an error, and
    so is a filled button of an onlooker that leads to a page without its act.
    """
    seen: set[tuple[str, str]] = set()
    for _press in range(MOST_PRESSES):
        card = evening.card()
        heading = unescape(card.partition("<h2")[2].partition(">")[2].partition("</h2>")[0])
        if heading == "The evening is over":
            _all_is_told(evening)
            return evening
        step = re.findall(r'data-step="([^"]+)"', card)[0]
        place = (f"{step} {heading}", card.partition("<p>")[2].partition("</p>")[0])
        if place in seen:
            raise AstrayError(f"{place} again, after {evening.pressed}")
        seen.add(place)
        mouths = heard(evening.fresh, evening.client)
        if unlike := apart(mouths):
            raise AstrayError(f"not the same: {unlike} at {place}")
        if wrong := false_in(" | ".join(mouths.values()), evening.fresh):
            raise AstrayError(f"false: {wrong} at {place}")
        for onlooker in onlookers:
            _look_on(evening, onlooker)
        _look_round(evening)
        _follow(evening, card, heading)
    raise AstrayError(f"no end after {evening.pressed[-6:]}")


def filled(card: str) -> tuple[str, dict[str, str], str]:
    """The one filled button of a card: its address, what it sends, its words."""
    forms = re.findall(r'<form method="post" action="([^"]+)">(.*?)</form>', card, re.DOTALL)
    presses = [(url, body) for url, body in forms if 'class="button button-main"' in body]
    links = re.findall(r'<a class="button button-main" href="([^"]+)">([^<]+)<', card)
    if len(presses) + len(links) != 1:
        raise AstrayError(f"{len(presses)} and {len(links)} filled buttons on: {card[:300]}")
    if links:
        return unescape(links[0][0]), {}, unescape(links[0][1])
    url, body = presses[0]
    fields = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', body))
    return url, fields, unescape(re.sub(r"<[^>]+>", "", body.partition("<button")[2]))


def _follow(evening: Evening, card: str, heading: str) -> None:
    url, fields, _words = filled(card)
    evening.pressed.append(heading)
    if fields:
        evening.client.post(url, fields)
        return
    _has_the_act(evening, evening.client, url)
    ANSWERS[heading_key(heading)](evening)


def _look_on(evening: Evening, onlooker: Client) -> None:
    """Whoever looks on has at most one filled button, and it leads to where the act is done."""
    page = onlooker.get(f"/e/{evening.event.slug}/").content.decode()
    card = page.partition("panel-next")[2].partition("</section>")[0]
    if "button-main" not in card:
        if "does this" not in card:
            raise AstrayError(f"nobody is named who acts: {card[:300]}")
        return
    url, fields, _words = filled(card)
    if not fields:
        _has_the_act(evening, onlooker, url)


PAGES = ("cut", "reveal", "podium", "play-off", "prizes", "seating", "door", "paper", "door/close")


def _look_round(evening: Evening) -> None:
    """On each page on the way at most one button is filled, and it is the act of the step, or leads
    to the page where that is done.
    """
    act = home(evening.fresh).next.act
    targets = {act.route, *act.does} if act else set()
    for page in PAGES:
        answer = evening.client.get(f"/e/{evening.event.slug}/{page}/", follow=True)
        urls = filled_on(answer.content.decode()) if answer.status_code == 200 else []
        names = [str(resolve(url.partition("?")[0]).url_name) for url in urls]
        if len(names) > 1 or not set(names) <= targets:
            raise AstrayError(f"{page} has {names} filled, and the step is {targets}")


def filled_on(page: str) -> list[str]:
    """Where the filled buttons of a page lead, or what they send."""
    text = page.partition("<main")[2].partition("</main>")[0]
    forms = re.findall(r'<form[^>]* action="([^"]+)"[^>]*>(.*?)</form>', text, re.DOTALL)
    sends = [url for url, body in forms if re.search(r"<button[^>]* button-main", body)]
    links = re.findall(r'<a [^>]*button-main[^>]* href="([^"]+)"', text)
    return [unescape(url) for url in (*sends, *links)]


def _has_the_act(evening: Evening, client: Client, url: str) -> None:
    page, act = client.get(url), home(evening.fresh).next.act
    if page.status_code != 200 or act is None:
        raise AstrayError(f"a filled button leads to {url}, which answers {page.status_code}")
    if not reachable(page.content.decode(), url) & set(act.does):
        raise AstrayError(f"a filled button leads to {url}, where nobody can {act.does}")


def reachable(page: str, url: str) -> set[str]:
    """The routes to which a page leads or sends, its own where a form sends to no other."""
    addresses = re.findall(r'(?:href|action|formaction)="(/[^"#?]*)', page)
    if '<form method="post">' in page:
        addresses.append(url.partition("?")[0])
    names = set()
    for address in addresses:
        with suppress(Resolver404):
            names.add(str(resolve(address).url_name))
    return names


def heading_key(heading: str) -> str:
    """The heading without its numbers and rounds."""
    return re.sub(r"^\w+(-\w+)?( \w+)*: .*", "play", re.sub(r"\d+", "n", heading))


def _list(evening: Evening) -> None:
    add_guests(evening.fresh, evening.guests)
    bump(evening.fresh)


def _print(evening: Evening) -> None:
    event = evening.fresh
    kind = find(event, "score-cards")
    if kind is None:
        raise AstrayError("There are no score cards to print.")
    says = items(kind.make(timezone.localtime()), event)
    record_printing(event, "score-cards", says, sign())


def _arrive(evening: Evening) -> None:
    rows = evening.event.guests.filter(status=GuestStatus.REGISTERED, arrived_at=None)
    for ref in list(rows.values_list("ref", flat=True)):
        check_in(evening.fresh, ref, sign())


def _play(evening: Evening) -> None:
    """Every sheet that is due in the round that is open, as the evening's hands say."""
    games = Game.objects.filter(
        event=evening.event, table__round__state="published", sheets=None, not_played=False
    ).order_by("table__round__number", "table__number", "number")
    first = games.values_list("table__round__number", flat=True)[0]
    for table, game in list(
        games.filter(table__round__number=first).values_list("table__number", "number")
    ):
        seats = Guest.objects.filter(
            seats__table__number=table, seats__round__number=first, event=evening.event
        ).count()
        hands = evening.hands.get(first, ("out", "=5", "=10", "=20", "=40"))
        save(evening.fresh, hands[:seats], (first, table, game))


def _cut_cards(evening: Evening) -> None:
    cut = compute(evening.fresh).cut
    level = getattr(cut, "undecided", ())
    record_cut_of_cards(evening.fresh, dict(zip(level, CARDS, strict=False)), sign())


def _read(evening: Evening) -> None:
    stage = PODIUM if home(evening.fresh).next.key == "podium" else CUT
    read_next(evening.fresh, sign(), stage=stage)


def _answer(evening: Evening) -> None:
    seal = Seal.objects.get(event=evening.event, broken_at=None)
    reply(evening.fresh, list(seal.snapshot["qualifiers"]), sign(), declined=False)


def _extra(evening: Evening) -> None:
    prizes = compute(evening.fresh).prizes
    level = next(award.undecided for award in prizes.podium if award.undecided) if prizes else ()
    open_extra_game(evening.fresh, list(level), sign())


def _seat_playoff(evening: Evening) -> None:
    seat_playoff(evening.fresh, sign())


def _seal(evening: Evening) -> None:
    seal_cut(evening.fresh, sign())


def _draw_next(evening: Evening) -> None:
    event = evening.fresh
    number = event.rounds.count() + 1
    open_further(event, drawn_further(hall(event), number, 7), sign())


ANSWERS: Mapping[str, Callable[[Evening], object]] = {
    "Add the guests": _list,
    "Seat the guests": lambda evening: draw_seating(
        evening.fresh, drawn(hall(evening.fresh), 7), sign()
    ),
    "Publish the seating": lambda evening: publish_seating(evening.fresh, sign()),
    "Publish round n": lambda evening: publish_seating(evening.fresh, sign()),
    "Draw round n": _draw_next,
    "Print the papers": _print,
    "Check the guests in": _arrive,
    "play": _play,
    "Let them cut cards": _cut_cards,
    "Seal the cut": _seal,
    "Read the names out": _read,
    "n of n is read": _read,
    "n of n are read": _read,
    "Ask who plays on": _answer,
    "Seat the play-off": _seat_playoff,
    "Decide the prizes": _extra,
    "Read the podium": _read,
}


def _all_is_told(evening: Evening) -> None:
    """At the end everybody sat down to a started clock, every name was read, and all is public."""
    event = evening.fresh
    seal = Seal.objects.get(event=event, broken_at=None)
    rounds, started = event.rounds, RoundClock.objects.filter(event=event, started_at__gt=EPOCH)
    read = event.ledger.filter(kind="read")
    at_the_end = {
        "every clock was started": started.count() == rounds.count(),
        "every round is closed": not rounds.exclude(state="closed").exists(),
        "the papers were spoken of": event.printings.exists(),
        "nobody is awaited": not event.guests.filter(arrived_at=None).exists(),
        "the list was read": read.filter(body__reading__stage=CUT).count() == 4,
        "the list is public": seal.revealed_at is not None,
        "the evening is closed": closing_of(event) is not None,
    }
    if event.has_playoff:
        asked = Reply.objects.filter(seal=seal, taken_back=None).count()
        at_the_end |= {
            "every finalist was asked": asked == len(seal.snapshot["qualifiers"]),
            "the podium was read": read.filter(body__reading__stage=PODIUM).count() == 4,
            "the winner is public": event.podium_revealed_at is not None,
        }
    if wrong := [words for words, true in at_the_end.items() if not true]:
        raise AstrayError(f"not so at the end: {wrong}, after {evening.pressed}")


def walk_in(evening: Evening) -> Evening:
    """The same without a list: those who came sit down at tables of their own."""
    guests = add_guests(evening.fresh, evening.guests)
    for guest in guests:
        check_in(evening.fresh, guest.ref, sign())
    open_table(evening.fresh, [guest.ref for guest in guests], sign())
    return evening
