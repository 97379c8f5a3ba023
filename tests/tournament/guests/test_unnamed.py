"""Whoever chose not to be named is named nowhere in public, at no moment of an evening, as
docs/privacy.md tells guests.
"""

import re
from collections.abc import Callable, Iterator, Mapping

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.ending import fresh, sealed_event
from tests.tournament.evening import NOW, official
from tests.tournament.guests.test_private_fields import packed, read_text
from tests.tournament.paper.reading import words_on
from tests.tournament.phones.phones import codes_issued, guest_code
from tests.tournament.stages import PRESSED, STAGES
from tests.tournament.visitors import pages, peopled
from tournament.models import Code, Event, League, Role
from tournament.paper.catalogue import catalogue
from tournament.paper.score_cards import ScoreCards

pytestmark = pytest.mark.django_db
MARKER = re.compile(r"Zz(?:quiet|soft)\d+")
OWN = ("score-cards", "movement-slips", "player-slips", "place-cards", "badges")
"""Papers of which each guest has a piece of their own, with their own name."""
OFFICIALS = ("seating-by-table", "table-sheets", "kitchen", "rulings")
"""Papers that umpires and the kitchen hold."""


def quietened(event: Event) -> Event:
    """The evening, whose guests all chose not to be named."""
    for guest in event.guests.all():
        guest.name = f"Zzquiet{guest.badge} Zzsoft{guest.badge}"
        guest.sort_name, guest.unnamed = f"Zzsoft{guest.badge}", True
        guest.save()
    event.version += 1
    event.save()
    if not Code.objects.filter(event=event).exists():
        codes_issued(event)
    return fresh(event)


def in_public(event: Event) -> Iterator[tuple[str, str]]:
    """Everything that anybody can read, by where it stands."""
    anybody = Client(raise_request_exception=False)
    for page in pages(event):
        if not page.startswith("/G/"):  # a guest's own
            yield page, read_text(anybody.get(page))
    for league in League.objects.all():
        yield "a league", read_text(anybody.get(reverse("league_public", args=[league.slug])))
    for name, content in packed(event):
        if name == "closing pack’s site":
            yield name, content
    official(event, Role.ORGANISER, "takes the files")
    organiser = Client()
    organiser.force_login(event.officials.filter(role=Role.ORGANISER).latest("pk").user)
    for name in ("standings_csv", "standings_json"):
        yield name, read_text(organiser.get(reverse(name, args=[event.slug])))


def named(texts: Iterator[tuple[str, str]]) -> dict[str, set[str]]:
    """Where somebody is named."""
    found = {place: set(MARKER.findall(text)) for place, text in texts}
    return {place: markers for place, markers in found.items() if markers}


def papers(event: Event) -> Iterator[tuple[str, str]]:
    """Every paper that lies or hangs in the hall."""
    for kind in catalogue(event):
        if not kind.waits_for and not kind.key.startswith((*OWN, *OFFICIALS)):
            yield kind.key, words_on(kind.make(NOW))


READ_OUT = "the podium is read out"
EVENINGS: Mapping[str, Callable[[], Event]] = {
    "in play": lambda: peopled(10),
    **{name: STAGES[name] for name in (READ_OUT, "all matches of a stage are in")},
    "in a league": PRESSED["in_a_league"],
}


@pytest.mark.promise("Whoever chose not to be named stands by name in nothing that is public")
@pytest.mark.parametrize(
    "stage",
    [
        pytest.param(stage, marks=() if stage == READ_OUT else pytest.mark.nightly)
        for stage in EVENINGS
    ],
)
def test_nobody_who_chose_not_to_be_named_is_named_in_public(stage: str) -> None:
    event = quietened(EVENINGS[stage]())
    assert named(in_public(event)) == {}
    assert named(papers(event)) == {}


@pytest.mark.control("test_nobody_who_chose_not_to_be_named_is_named_in_public")
def test_a_list_that_calls_everybody_by_name_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    event = quietened(sealed_event())
    monkeypatch.setattr("tournament.paper.seating.called", lambda guest: guest.name)
    assert set(named(papers(event))) == {"seating-by-name", "table-cards"}


def test_a_card_of_ones_own_names_nobody_else() -> None:
    event = quietened(peopled(10))
    (cards,) = (kind.make(NOW) for kind in catalogue(event) if kind.key == "score-cards")
    assert isinstance(cards, ScoreCards)
    for card in cards.cards:
        for half in filter(None, (card.upper, card.lower)):
            assert not MARKER.search(f"{half.checked_by.name} {half.checks.name}")
    for badge in (1, 2):
        page = Client().get(f"/G/{guest_code(event.guests.get(badge=badge))}", follow=True)
        assert set(MARKER.findall(read_text(page))) <= {f"Zzquiet{badge}", f"Zzsoft{badge}"}
