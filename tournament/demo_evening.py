"""The invented evening of the demo: its guests, its seating and its hands. Every person in it is made up."""

import json
import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from django.conf import settings

from scoring.cards import card_text
from scoring.hand import Hand
from scoring.rulebook import Rules
from scoring.sheet import SeatEntry

SEED = 8
HOST = 75
"""The precedence of the host company in the reference evening."""
NOBODY_OUT = 0.016
"""The share of games in which nobody goes out, by simulation."""
CARDS_LEFT = (1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4, 5)
"""How many cards losers are left with: mostly one to three, as in play that gets rid of the dear ones first."""

Document = dict[str, Any]


@cache
def reference() -> Document:
    """The reference evening the demo is drawn from."""
    path = settings.BASE_DIR / "fixtures" / "reference" / "A_clean" / "evening.json"
    document: Document = json.loads(path.read_text())
    return document


def people(number: int) -> Iterator[dict[str, Any]]:
    """So many invented guests: those of the reference evening, then new pairs of their names."""
    known = reference()["players"]
    yield from known[:number]
    rng = random.Random(SEED)  # noqa: S311 -- play, no secrets
    firsts, lasts = ([person[part] for person in known] for part in ("first_name", "last_name"))
    liveries = [company["precedence"] for company in reference()["liveries"] if company["precedence"] != HOST]
    for badge in range(len(known) + 1, number + 1):
        first, last = rng.choice(firsts), rng.choice(lasts)
        yield {
            "id": f"P{badge:03}",
            "badge": badge,
            "name": f"{first} {last}",
            "first_name": first,
            "last_name": last,
            "livery": liveries[badge % len(liveries)],
            "office": "Guest",
            "host_connected": False,
        }


def hands(rules: Rules, seats: Sequence[str], rng: random.Random, packs: int) -> tuple[SeatEntry, ...]:
    """One game's left-over hands: dealt from the pack, so that no card is there twice; usually somebody is out."""
    pack = list(rules.deal.pack) * packs
    rng.shuffle(pack)
    winner = None if rng.random() < NOBODY_OUT else rng.choice(seats)
    return tuple(
        SeatEntry(seat, went_out=True)
        if seat == winner
        else SeatEntry(seat, hand=Hand(tuple(card_text(pack.pop()) for _ in range(rng.choice(CARDS_LEFT)))))
        for seat in seats
    )
