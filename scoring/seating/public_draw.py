"""A draw that a whole room can check: what stands fixed before it, what the room adds, and the same
draw on any laptop.

Before the draw the digest of the list and of a secret is shown. Then the room cuts cards. Secret
and cards together are the seed: who keeps the secret cannot choose the seating, nor can who cuts
the cards; and with both anybody draws once more and finds everybody where they sat.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from hashlib import sha256
from random import Random
from typing import Any

from scoring.cards import cards_text, parse_cards, plain
from scoring.command import CommandError
from scoring.json_text import read_json
from scoring.seating.draw import best_draw
from scoring.seating.plan import TablePlan
from scoring.seating.values import LABELS, Key, Round, Seating, Sitter, Wishes

CUT = 4
"""So many cards are cut: 6,497,400 ways that they can come."""
FORM = "last card public draw 1"
DIGITS = 12
"""Of the seed's digest, as many hexadecimal digits as every program takes for a whole number."""
WRONG = "this is no file of a public draw, or it is not whole."


@dataclass(frozen=True, slots=True)
class PublicDraw:
    """Everything a draw follows from, and the digest that was shown before it.

    `sizes` are the seats of the tables in order, `cards` those that were cut.
    """

    wishes: Wishes
    sizes: tuple[int, ...]
    rounds: int
    digest: str
    secret: str
    cards: str

    @property
    def kept(self) -> bool:
        """Whether list and secret are those of the digest."""
        return commitment(self.wishes, self.secret) == self.digest

    def drawn(self) -> Seating:
        """The seating that follows, the same on every machine."""
        rng = Random(seed(self.secret, self.cards))  # noqa: S311 -- to be repeatable
        return best_draw(listed(self.wishes), TablePlan(self.sizes), self.rounds, rng)


def listed(wishes: Wishes) -> Wishes:
    """The wishes without a word of anybody: liveries, parties and teams are numbered as they come
    in the list, and tables have no labels.
    """
    numbers: dict[str, dict[Key, int]] = {label: {} for label in LABELS.values()}
    sitters = []
    for sitter in wishes.sitters:
        labels = {label: getattr(sitter, label) for label in numbers}
        numbered: dict[str, Any] = {
            label: None if key is None else numbers[label].setdefault(key, len(numbers[label]) + 1)
            for label, key in labels.items()
        }
        sitters.append(replace(sitter, **numbered))
    return replace(wishes, sitters=tuple(sitters), labels=())


def list_values(wishes: Wishes) -> dict[str, Any]:
    """The list as plain values: a row a guest with what is set of them."""
    public = listed(wishes)
    return {
        "guests": [
            {name: value for name, value in asdict(sitter).items() if value not in (None, False)}
            for sitter in public.sitters
        ],
        "apart": [list(pair) for pair in public.apart],
        "rooms": list(public.rooms),
        "step_free": sorted(public.step_free),
    }


def commitment(wishes: Wishes, secret: str) -> str:
    """The digest of the list and the secret."""
    text = json.dumps(list_values(wishes), sort_keys=True, separators=(",", ":"))
    return sha256(f"{secret}\n{text}".encode()).hexdigest()


def cut_cards(text: str) -> str:
    """Read the cards that were cut, in their order; gives them in one spelling.

    Raises CardError, and ValueError with a sentence where they are not four different cards.
    """
    cards = parse_cards(text)
    if len(cards) != CUT or len(set(map(plain, cards))) < CUT:
        raise ValueError(f"Type the {CUT} different cards that were cut, such as QS 10H 4C AD.")
    return cards_text(cards)


def seed(secret: str, cards: str) -> int:
    """The seed that a secret and the cards of the room make together."""
    return int(sha256(f"{secret}\n{cards}".encode()).hexdigest()[:DIGITS], 16)


def values(draw: PublicDraw) -> dict[str, Any]:
    """A draw as plain values."""
    return {
        "form": FORM,
        "digest": draw.digest,
        "secret": draw.secret,
        "cards": draw.cards,
        "rounds": draw.rounds,
        "sizes": list(draw.sizes),
        "list": list_values(draw.wishes),
    }


def file_text(draw: Mapping[str, Any], seats: Sequence[Round]) -> str:
    """The file that any laptop repeats a draw from, made of its values; `seats` is where everybody
    sits now.
    """
    now = {"seats": [[list(table) for table in row] for row in seats]}
    return json.dumps({**draw, **now}, indent=1) + "\n"


def read(text: str, name: str) -> tuple[PublicDraw, tuple[Round, ...]]:
    """Read such a file: the draw, and where everybody sits. Raises CommandError."""
    document = read_json(text, name)
    try:
        if document["form"] != FORM:
            raise CommandError(f"{name}: {WRONG}")
        draw = PublicDraw(
            _wishes(document["list"]),
            tuple(map(int, document["sizes"])),
            int(document["rounds"]),
            str(document["digest"]),
            str(document["secret"]),
            str(document["cards"]),
        )
        seats = tuple(tuple(tuple(table) for table in row) for row in document["seats"])
        fit = sum(draw.sizes) == len(draw.wishes.sitters) and draw.rounds == len(seats) > 0
        fit = fit and min(draw.sizes) > 0
    except (KeyError, TypeError, ValueError) as fault:
        if isinstance(fault, CommandError):
            raise
        raise CommandError(f"{name}: {WRONG}") from None
    if not fit:
        raise CommandError(f"{name}: {WRONG}")
    return draw, seats


def _wishes(guest_list: Mapping[str, Any]) -> Wishes:
    names = {field.name for field in fields(Sitter)}
    sitters = [
        Sitter(**{name: row[name] for name in names & row.keys()}) for row in guest_list["guests"]
    ]
    hash(tuple(sitters))  # a list in the place of a badge is a TypeError here, not while drawing
    return Wishes(
        tuple(sitters),
        tuple((first, second) for first, second in guest_list["apart"]),
        rooms=tuple(guest_list["rooms"]),
        step_free=frozenset(guest_list["step_free"]),
    )


def moved(draw: Seating, seats: Sequence[Round]) -> list[Key]:
    """Who sits elsewhere than drawn in any round, in the order of their keys."""
    sat, sit = (
        {(key, number, table, seat) for number, table, seat, key in seating.places()}
        for seating in (draw, Seating(tuple(seats)))
    )
    return sorted({key for key, *_place in sat ^ sit}, key=str)
