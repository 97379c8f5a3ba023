"""Every address of an evening asked at both kinds of evening: those of tables where guests are
paired, those of matches where they are seated. None breaks, none is empty, and each that is not
there leads on.
"""

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import NoReverseMatch, reverse

from tests.second_rank import by_rank
from tests.tournament.ending import fresh, signed_in
from tests.tournament.evening import new_event, seated_event
from tests.tournament.matches.matches import match_event, out, play_round, play_stage
from tests.tournament.route_calls import CALLS
from tests.tournament.test_every_act import undone
from tournament.matches import views
from tournament.models import Event
from tournament.site.access import COUNTERPARTS, OTHERWISE

pytestmark = pytest.mark.django_db
FEWEST_WORDS = 6
DRAWN_OVER_A_PICTURE = "overlay"
"""A page without words of its own: they come with the first name."""


def addresses(event: Event) -> Iterator[tuple[str, str, str]]:
    """Each route of an evening with its method and address; a row that is named by a key is
    nobody's.
    """
    for name, call in sorted(CALLS.items()):
        args = {
            key: 1 if key in ("pk", "number") and isinstance(value, str) else value
            for key, value in (call.args or {}).items()
        }
        try:
            address = reverse(name, kwargs={"slug": event.slug, **args})
        except NoReverseMatch:
            continue
        yield name, call.method, address + call.asked


def answers(client: Client, event: Event) -> Iterator[tuple[str, Any]]:
    """The answer of each; what it changed is taken back before the next."""
    for name, method, address in addresses(event):
        with undone():
            yield name, client.generic(method, address)


def faults_of(event: Event) -> dict[str, object]:
    """What is wrong with them: broken, empty, or without a way on."""
    found: dict[str, object] = {}
    client = signed_in(event)
    client.raise_request_exception = False
    for name, answer in answers(client, event):
        if name == DRAWN_OVER_A_PICTURE:
            continue
        if answer.status_code >= 500:
            found[name] = answer.status_code
        elif answer.status_code < 300 or answer.status_code >= 400:
            found |= {name: fault} if (fault := _fault_in_page(answer)) else {}
    return found


def _fault_in_page(answer: Any) -> str:
    html = b"".join(answer).decode(errors="replace")
    if "html" not in answer.headers.get("Content-Type", "") or not html.lstrip().startswith("<!"):
        return ""
    main = html.partition("<main")[2].partition("</main>")[0] or html
    words = unescape(re.sub(r"<(script|style)\b.*?</\1>|<[^>]+>", " ", main, flags=re.DOTALL))
    if len(words.split()) < FEWEST_WORDS:
        return f"empty: {' '.join(words.split())}"
    if answer.status_code == 404 and not re.search(r'<a [^>]*href="/', html):
        return "no way on"
    return ""


@pytest.mark.parametrize("stage", by_rank(("guests", "published", "played", "over"), ("played",)))
def test_every_address_answers_sensibly_where_guests_are_paired(stage: str) -> None:
    event = match_event(5, pairing="knock_out")
    if stage == "over":
        play_stage(event, 3)
    elif stage != "guests":
        out(event)
        if stage == "played":
            play_round(event)
    assert faults_of(fresh(event)) == {}


def test_every_address_answers_sensibly_where_guests_are_seated() -> None:
    assert faults_of(seated_event(10)) == {}


@pytest.mark.parametrize("paired", [True, False])
def test_each_page_of_the_other_kind_leads_to_what_stands_in_its_place_with_a_sentence(
    *, paired: bool
) -> None:
    event = match_event(4) if paired else new_event()
    client, met = signed_in(event), set()
    for name, method, address in addresses(event):
        if instead := COUNTERPARTS[paired].get(name):
            answer = client.generic(method, address)
            assert (answer.status_code, answer["location"]) == (
                302,
                reverse(instead, args=[event.slug]),
            ), name
            assert OTHERWISE[paired] in client.get(answer["location"]).content.decode(), name
            met.add(name)
    assert met == COUNTERPARTS[paired].keys()


def test_an_address_that_breaks_or_shows_nothing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control."""
    event = match_event(2)
    monkeypatch.setattr(views, "names_of", lambda _event: 1 / 0)
    found = faults_of(event)
    assert {"pairings", "match_results"} <= found.keys()
