"""The drawer More: every page that no tab leads to, those of the present part of the evening
first.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse

from tournament.home.hindrances import Link
from tournament.home.phase import Next, Phase
from tournament.models import Event

BEFORE = frozenset({Phase.GUESTS, Phase.SEATING, Phase.DOOR})
DURING = frozenset({Phase.ROUND, Phase.CUT, Phase.PLAYOFF})


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the evening and its pages."""

    title: str
    links: tuple[Link, ...]

    @property
    def named(self) -> str:
        """What is in it, as the closed drawer says it."""
        return ", ".join(
            link.words if link.words[1:2].isupper() else link.words[:1].lower() + link.words[1:]
            for link in self.links[:5]
        )


@dataclass(frozen=True, slots=True)
class _Page:
    words: str
    route: str
    desk: bool = False
    of_matches: bool = True


PARTS = (
    (
        "before the day",
        BEFORE,
        (
            _Page("Hall and tables", "hall_plan", desk=True),
            _Page("Phones", "phones", desk=True),
            _Page("Guests without a list", "walk_in", desk=True, of_matches=False),
            _Page("Teams", "teams"),
        ),
    ),
    (
        "during play",
        DURING,
        (
            _Page("Calls for an umpire", "calls"),
            _Page("Ask the rules", "just_ask"),
            _Page("Rulings", "rulings"),
            _Page("Pace of the tables", "pace", of_matches=False),
            _Page("The rules at hand", "rules_at_hand"),
            _Page("What guests say is wrong", "doubts", desk=True),
            _Page("Fix a mistake", "put_right", desk=True, of_matches=False),
            _Page("Type in a game from a phone", "rescue", desk=True),
            _Page("Waiting for a second official", "waiting", desk=True),
            _Page("Print what changed", "paper_changed", desk=True),
            _Page("The public board", "board"),
        ),
    ),
    (
        "afterwards",
        frozenset({Phase.PRIZES, Phase.OVER}),
        (
            _Page("Replay a game", "replay"),
            _Page("The evening as it was", "as_of", desk=True, of_matches=False),
            _Page("Who can still make it", "chances", of_matches=False),
        ),
    ),
)


def drawer(event: Event, coming: Next, *, desk: bool) -> tuple[Part, ...]:
    """The parts of the evening, the present one first."""
    order = sorted(PARTS, key=lambda part: coming.phase not in part[1])
    parts = [
        Part(title, tuple(_links(event, pages, coming, desk=desk))) for title, _, pages in order
    ]
    return tuple(part for part in parts if part.links)


def _links(event: Event, pages: tuple[_Page, ...], coming: Next, desk: bool) -> Iterator[Link]:
    for page in pages:
        if (desk or not page.desk) and (page.of_matches or not event.paired):
            yield Link(page.words, reverse(page.route, args=[event.slug]))
    if desk and coming.closes and any(page.route == "pace" for page in pages):
        stop = reverse("time_out", args=[event.slug, coming.closes])
        yield Link("Stop the round now", stop)
