"""What the frame of every page needs: the five tabs of the evening, the pages of the tab that is
open, the event and the role.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils.text import capfirst

from tournament.models import Role
from tournament.site.keep import kept_by_arguments

MOST_ADDRESSES = 4096
"""So many are remembered: two dozen for each evening that a process serves."""


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a tab: its label, its route, who finds it there, and what else belongs to it by
    the beginning of its address.
    """

    label: str
    route: str
    desk: bool = False
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tab:
    """A tab and its pages; the first one is where the tab leads."""

    label: str
    pages: tuple[Page, ...]
    also: tuple[str, ...] = ()


EVENING = Tab("Evening", (Page("Evening", "evening"),), also=("rounds/",))
PAPER = Tab("Paper", (Page("Paper", "paper", desk=True),))
TABS = (
    EVENING,
    Tab(
        "Guests & seats",
        (
            Page("Guest list", "guests"),
            Page("Seating", "seating", also=("hall/",)),
            Page("Door", "door", also=("walk-in/",)),
        ),
        also=("find/",),
    ),
    Tab(
        "Scores",
        # Its views are the switch beside its heading.
        (Page("Scores", "desk", also=("sheets/", "cut/check-queue/")),),
    ),
    Tab(
        "Results",
        (
            Page("Standings", "standings"),
            Page("Cut", "cut", also=("reveal/",)),
            Page("Play-off", "playoff", also=("podium/",)),
            Page("Prizes", "prizes"),
        ),
    ),
    PAPER,
)
PAIRED_TABS = (
    EVENING,
    Tab("Guests & seats", (Page("Guest list", "guests"), Page("Door", "door"))),
    Tab("Scores", (Page("Pairings", "pairings"),)),
    Tab("Results", (Page("Results", "match_results"),)),
    PAPER,
)
"""Where guests are paired there is no seating, no sheet of a table and no cut by totals."""
READ_ONLY = frozenset({"standings", "cut", "match_results"})
"""What an administrator without an office reads."""


@dataclass(frozen=True, slots=True)
class Link:
    """A link of the frame; an empty url is a place not open to whoever looks."""

    label: str
    url: str
    active: bool


def frame(request: HttpRequest) -> dict[str, Any]:
    """The tabs with the open one marked, for a page that an official of an event sees."""
    official = getattr(request, "official", None)
    if official is None:
        return {}
    event, role = official.event, official.role
    here = _open_page(event.slug, request.path, paired=event.paired)
    places, pages = _links(event.slug, role, here, paired=event.paired)
    return {
        "places": places,
        "tab_pages": pages,
        "event": event,
        "role": capfirst(official.get_role_display()),
        "official": official,
        "desk_menu": role in (Role.HEAD_UMPIRE, Role.ORGANISER),
    }


@kept_by_arguments
def _links(
    slug: str, role: str, here: tuple[str, str], *, paired: bool
) -> tuple[tuple[Link, ...], tuple[Link, ...]]:
    """The tabs, and the pages of the one that is open, as a role sees them."""
    tabs = PAIRED_TABS if paired else TABS
    places: list[Link] = []
    pages: tuple[Link, ...] = ()
    for tab in tabs:
        visible, is_open = tuple(_visible_pages(tab, role)), tab.label == here[0]
        if visible or role == Role.UMPIRE:
            links = tuple(
                Link(page.label, address(page.route, slug), (tab.label, page.label) == here)
                for page in visible
            )
            places.append(Link(tab.label, links[0].url if links else "", is_open))
            pages = links if is_open and len(links) > 1 else pages
    return tuple(places), pages


def _visible_pages(tab: Tab, role: str) -> Iterable[Page]:
    """The pages of a tab that a role may open."""
    if role == "administrator":
        return (page for page in tab.pages if page.route in READ_ONLY)
    return (page for page in tab.pages if not (page.desk and role == Role.UMPIRE))


def _open_page(slug: str, path: str, *, paired: bool) -> tuple[str, str]:
    """The labels of the tab and the page that an address belongs to: whatever it begins with at
    most length.
    """
    home, begins = _beginnings(slug, paired=paired)
    fitting = [
        begin
        for begin in begins
        if path.startswith(begin[0]) and (begin[0] != home or path == home)
    ]
    _start, tab, page = max(fitting, key=lambda row: len(row[0]), default=("", "", ""))
    return tab, page


@kept_by_arguments
def _beginnings(slug: str, *, paired: bool) -> tuple[str, tuple[tuple[str, str, str], ...]]:
    """The address of the home, and with what the addresses of each tab and page begin."""
    home = address("evening", slug)
    beginnings: list[tuple[str, str, str]] = []
    for tab in PAIRED_TABS if paired else TABS:
        beginnings += [(f"{home}{also}", tab.label, "") for also in tab.also]
        for page in tab.pages:
            starts = (address(page.route, slug), *(f"{home}{also}" for also in page.also))
            beginnings += [(start, tab.label, page.label) for start in starts if start]
    return home, tuple(beginnings)


@lru_cache(MOST_ADDRESSES)
def address(name: str, slug: str) -> str:
    """The address of a place, or nothing while it has no page."""
    try:
        return reverse(name, args=[slug])
    except NoReverseMatch:
        return ""
