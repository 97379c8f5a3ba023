"""What the papers for guests add to their values before their templates draw them."""

from collections.abc import Sequence
from typing import Any, TypeVar

from django.utils.dateformat import format as write_date

from tournament.paper.drawing import ITALIC_WIDTH, NAME_WIDTH, fits, halved, one_line, step
from tournament.paper.labels import foot
from tournament.paper.values_guests import (
    Badge,
    Badges,
    Certificate,
    Certificates,
    FieldList,
    FieldRow,
    Keepsakes,
    KitchenList,
    PlaceCard,
    PlaceCards,
)
from tournament.site.codes import code_image

Context = dict[str, Any]
Card = TypeVar("Card")
ON_A_SHEET = 4
COMPANY, GAP = 48, 2
"""Millimetres of the company in a list of the field, as field_list.css has them, and before it."""
BADGE_NUMBER, ARMS = 10, 9
"""Millimetres of the number of a badge and of the arms beside its heading."""
CAPITALS = 1.32
"""How much wider capitals with space between them are than the same letters; measured."""
SMALL = 64
"""At this step of its size and below a name takes two lines."""


def place_cards(paper: PlaceCards) -> Context:
    """Four cards to a sheet."""
    sheets = [[_place_card(card) for card in some] for some in _parts(paper.cards, ON_A_SHEET)]
    return {"title": paper.title, "sheets_of_cards": sheets}


def _place_card(card: PlaceCard) -> Context:
    return {
        "card": card,
        "name": on_lines(card.guest.name, 23, 87),
        "under": ", ".join(part for part in (card.guest.livery, card.guest.office) if part),
        "front": next((one.place for one in card.rounds if one.place), None),
    }


def badges(paper: Badges) -> Context:
    """Each label where its sheet has it."""
    room = paper.sheet.width - 10
    sheets = [
        [_badge(badge, room) for badge in some] for some in _parts(paper.badges, paper.sheet.count)
    ]
    return {
        "title": paper.title,
        "kind_of_sheet": f"label-{paper.sheet.width:.0f}",
        "under_room": f"11.5 {room:.0f} cut",
        "heading": _heading(
            paper.edition.event, room - BADGE_NUMBER - ARMS * bool(paper.edition.arms)
        ),
        "sheets_of_badges": sheets,
    }


def _heading(event: str, room: float) -> tuple[str, ...]:
    """What an evening is called above each badge: on one line, or on two."""
    return (event,) if fits(event, 7.5, 100, room / CAPITALS) else halved(event)


def _badge(badge: Badge, room: float) -> Context:
    return {
        "badge": badge,
        "name": on_lines(badge.guest.name, 19.5, room),
        "under": ", ".join(part for part in (badge.guest.livery, badge.guest.office) if part),
        "image": code_image(badge.link) if badge.link else "",
    }


def on_lines(name: str, size: float, room: float) -> Context:
    """A name on one line, or on two that are larger where one would be small."""
    one = step(name, size, room)
    lines = (name,) if one > SMALL else halved(name)
    return {"lines": lines, "percent": min(step(line, size, room) for line in lines)}


def certificates(paper: Certificates) -> Context:
    """The name in the size that fits; the words stand at the same places whole and overprinted."""
    day = write_date(paper.edition.on, "l j F Y")
    return {
        "title": paper.title,
        "when": ", ".join(part for part in (paper.edition.venue, day) if part),
        "made": [_certificate(one) for one in paper.certificates],
    }


def _certificate(one: Certificate) -> Context:
    return {"one": one, "size": step(one.of, 19, 220)}


def field_list(paper: FieldList) -> Context:
    """As many figures as there are; the company takes what the name leaves."""
    narrow = 9 if len(paper.columns) > 2 else 17
    company = COMPANY if paper.company else 0
    room = 180 - 14 - 16 - narrow * len(paper.columns) - company - GAP
    return {
        "title": paper.title,
        "facts": paper.facts,
        "wide": narrow == 17,
        "lists": [
            (heading, [(row, _listed(row, room / NAME_WIDTH)) for row in rows])
            for heading, rows in paper.groups
        ],
        "livery_room": f"9.2 {(COMPANY - GAP) / ITALIC_WIDTH:.0f}",
        "columns": 3 + paper.company + len(paper.columns),
        "foot": foot(paper.edition, results=bool(paper.last)),
    }


def _listed(row: FieldRow, room: float) -> str:
    return one_line(f"{row.name}, {row.rest}" if row.rest else row.name, 9.8, room)


def keepsakes(paper: Keepsakes) -> Context:
    """Nothing to add but the day."""
    day = write_date(paper.edition.on, "j F Y")
    where = ", ".join(part for part in (paper.edition.venue, day) if part)
    return {"title": paper.title, "where": where}


def kitchen_list(paper: KitchenList) -> Context:
    """Tables where nobody eats otherwise are named in a line of their own."""
    return {
        "title": paper.title,
        "facts": paper.facts,
        "otherwise": [one for one in paper.tables if one[2]],
        "as_the_menu": ", ".join(one[0] for one in paper.tables if not one[2]),
        "foot": foot(paper.edition, "for the kitchen alone: destroy after the dinner"),
    }


def _parts(cards: Sequence[Card], count: int) -> list[Sequence[Card]]:
    return [cards[start : start + count] for start in range(0, len(cards), count)]
