"""Everybody who tells where the evening stands, heard at one moment: the home of the organiser and
of an umpire, the announcer, the wall, the foot of the board, and every guest's own page.
"""

import re
from collections.abc import Mapping
from html import unescape

from django.test import Client
from django.utils import timezone

from tests.tournament.ending import fresh
from tests.tournament.evening import official
from tournament.counting.finals import CUT, PODIUM
from tournament.models import Event, Role
from tournament.screens.reading import Hall, scene_due, show_of
from tournament.screens.scenes import SCENES
from tournament.steps.facts import facts_of
from tournament.steps.offers import step_for_guests
from tournament.steps.table import step
from tournament.templatetags.steps import what_comes

ORGANISER, UMPIRE, ANNOUNCER = "the organiser's home", "an umpire's home", "the announcer"
WALL, BOARD, GUESTS = "the wall", "the board", "the guests"


def heard(event: Event, desk: Client) -> Mapping[str, str]:
    """What each of them says; of the homes first what is to be done, then what is to be said."""
    address, umpire = f"/e/{event.slug}", browser(event, Role.UMPIRE)
    announcer = desk.get(f"{address}/announcer/").content.decode()
    board = desk.get(f"{address}/board/now/").content.decode()
    wall = announcer.partition('class="wall small"')[2].partition('class="mc-coming"')[0]
    guests = {what_comes(guest, plays=True) for guest in event.guests.select_related("event")}
    return {
        ORGANISER: _card(desk.get(f"{address}/").content.decode()),
        UMPIRE: _card(umpire.get(f"{address}/").content.decode()),
        ANNOUNCER: unescape(" ".join(re.findall(r'data-say="([^"]*)"', announcer))),
        WALL: plain(wall.partition("</section>")[0].partition(">")[2]),
        BOARD: plain(board.rpartition("<footer")[2].partition(">")[2]),
        GUESTS: " ".join(sorted(guests)),
    }


def browser(event: Event, role: Role = Role.ORGANISER) -> Client:
    """A browser of somebody with this role, who is appointed where nobody has it."""
    client, there = Client(), event.officials.filter(role=role).select_related("user").first()
    client.force_login(there.user if there else official(event, role))
    return client


def _card(page: str) -> str:
    """Step, heading, figures and sentence of the card Now, whoever looks at it."""
    card = page.partition("panel-next")[2].partition("</section>")[0]
    step_there = re.findall(r'data-step="([^"]+)"', card)
    heading = re.findall(r"<h2[^>]*>(.*?)</h2>", card)
    figures = re.findall(r"<p>(.*?)</p>", card, re.DOTALL)[:1]
    said = re.findall(r'class="read-aloud">(“[^”]*”)', card)
    return plain(" | ".join((*step_there, *heading, *figures, *said)))


def plain(html: str) -> str:
    """The words of a piece of a page."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


READINGS = {CUT: "reading", PODIUM: "podium"}
SAID = re.compile("“([^”]*)”$")


def apart(mouths: Mapping[str, str]) -> list[str]:
    """Which of them say the same thing in other words."""
    organiser, umpire = mouths[ORGANISER], mouths[UMPIRE]
    found = [] if organiser.startswith(umpire) else [f"{organiser} / {umpire}"]
    said = SAID.findall(organiser)
    if said and said != [mouths[ANNOUNCER]]:
        found.append(f"{said[0]} / {mouths[ANNOUNCER]}")
    return found


def _tells(foot: str, words: str, hall: Hall) -> bool:
    """Whether the foot of the board has the words; one without rows has none, and while names are
    read it is the wall.
    """
    return not hall.shown["rows"] or hall.said is not None or words in foot


def unlike_the_step(event: Event, mouths: Mapping[str, str]) -> list[str]:
    """Which of them is at another step than the one that comes first."""
    event = fresh(event)
    coming = step(facts_of(event))
    hall = Hall(event, show_of(event), timezone.now())
    key = f"{coming.key}-{coming.number} | {coming.heading}"
    scene, wall = scene_due(hall), {coming.wall, "move"}
    if hall.said is not None and not coming.interrupted:
        wall = {READINGS[hall.said["stage"]]}
    wrong = {
        "the home": not mouths[ORGANISER].startswith(key),
        "the guests": step_for_guests(event).guests != coming.guests,
        "the board": not _tells(mouths[BOARD], coming.board, hall),
        "the wall": scene not in wall or SCENES[scene].build(hall) is None,
    }
    return [mouth for mouth, is_wrong in wrong.items() if is_wrong]
