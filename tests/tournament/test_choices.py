"""No page asks more of an organiser than docs/proofs/choices.md says at most."""

import re
from collections.abc import Mapping

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.acts_table import ROOT
from tests.tournament.entry.test_desk import ONE, at, sent
from tests.tournament.evening import official, save, seated_event
from tests.tournament.home.test_take_back import Desk
from tests.tournament.sight import Seen, read
from tests.tournament.ways_table import ways
from tournament.models import Role, Sheet

PAGE = ROOT / "docs" / "proofs" / "choices.md"
MAIN: Mapping[str, tuple[int, ...]] = {
    **dict.fromkeys(("evening", "guests", "door", "seating", "desk"), ()),
    "desk_table": (1, 1),
    **dict.fromkeys(("standings", "cut", "paper", "event_settings"), ()),
}
"""The ten main pages by their routes."""
FIGURES = re.compile(r"^\| `?([^|`]+?)`? \| (\d+|none) \| (\d+) \|$", re.MULTILINE)
"""The rows of both tables: what, before, now."""


def stated(heading: str) -> dict[str, int]:
    """The last column of the table under a heading."""
    part = PAGE.read_text(encoding="utf-8").split(f"## {heading}\n")[1].split("\n## ")[0]
    return {what: int(now) for what, _before, now in FIGURES.findall(part)}


def measured(seen: Mapping[str, Seen]) -> dict[str, int]:
    """The same of the pages themselves."""
    return {
        "tabs": seen["evening"].tabs,
        "links on the home": len(seen["evening"].links),
        "fields in sight in the settings": seen["event_settings"].fields,
        "fields in the folds of the settings": seen["event_settings"].folded,
        **{f"words: {name}": page.words for name, page in seen.items()},
        "words on all ten": sum(page.words for page in seen.values()),
    }


@pytest.mark.django_db
def test_the_pages_ask_no_more_than_is_stated(client: Client) -> None:
    event = seated_event(110)
    for table in range(1, 7):
        save(event, ("out", "5", "=5", "=20", "=40"), (1, table, 1))
    client.force_login(official(event, Role.ORGANISER))
    seen = {
        name: read(client.get(reverse(name, args=[event.slug, *more])).content.decode())
        for name, more in MAIN.items()
    }
    figures, most = measured(seen), stated("What is in sight")
    assert set(figures) == set(most)
    assert {
        what: (number, most[what]) for what, number in figures.items() if number > most[what]
    } == {}


@pytest.mark.django_db
def test_the_commonest_acts_take_no_more_presses_than_is_stated() -> None:
    presses = {way.act[1]: len(way.routes) for way in ways()}
    presses["take_back_press"] = presses_to_take_a_save_back()
    most = stated("How many presses")
    assert {act: presses[act] for act in most if presses[act] > most[act]} == {}


def presses_to_take_a_save_back() -> int:
    """From the home to the last save taken back, by the button of the line that stands there."""
    desk = Desk(seated_event(5))
    desk.client.post(at(desk.event, "desk_table", 1, 1), sent(ONE))
    accepted = Sheet.objects.filter(event=desk.event, accepted=True)
    assert accepted.count() == 1
    desk.enter(desk.read(desk.client.get(at(desk.event, "evening"))))
    assert accepted.count() == 0
    return desk.presses


def test_what_is_folded_hidden_or_data_is_told_apart() -> None:
    page = read(
        '<nav class="tabs"><a href="/">One</a></nav><main><p>Two words <a href="/a">more</a></p>'
        '<details><summary>In sight</summary><p>not this</p><input name="folded"></details>'
        '<table><tbody><tr><td>data <a href="/b">here</a></td></tr></tbody></table>'
        '<p hidden>unseen</p><input name="seen"><input type="hidden" name="key"></main>'
    )
    assert page == Seen(tabs=1, links={"/a"}, words=5, fields=1, folded=1)
