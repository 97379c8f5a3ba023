"""The sketch of a disputed position: a felt oval, the cards that were told, the
seats that matter.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Any

from scoring.cards import (
    RANKS,
    SUIT_NAMES,
    CardError,
    is_joker,
    parse_card,
    parse_suit,
    rank_of,
    suit_of,
)
from scoring.law.facts import FACTS
from tournament.rulings.forms_questions import LABELS, LETTERS, SEAT, Asked
from tournament.rulings.words import short

WIDTH, HEIGHT = 358, 188
CARD_WIDTH, CARD_HEIGHT = 60, 84
OVERLAP, GAP, LETTER, ROUND_ENDS = 24, 16, 7, 60
ASIDE = 16
"""So far the cards move aside for a suit and its word at their left."""
SCALES = tuple(step / 20 for step in range(25, 3, -1))
HAND = "hand"
LINE, MOST_LINES = 22, 4
SEAT_MARKS = ("turn", "before", "last", "dealer", "began", "checker", "by")
_PLACED = {
    "turn": "their turn", "before": "played before", "last": "played last", "dealer": "dealt", "began": "began", "checker": "signed",
    "by": "challenged", SEAT: "said to have erred",
}  # fmt: skip
_GROUPS = (
    ("turned_up", "turned up"),
    ("pile_top_last", "showing"),
    ("top", "showing"),
    ("card_before", "laid before"),
    ("lies", "on top"),
    ("up_to", "up to"),
    ("opponent_up_to", "opponent"),
    ("card", "seen"),
    ("cards", "laid"),
    ("sequences", "put down"),
    ("hand", HAND),
)
"""Facts that are drawn as cards, from the pile to the hand, with the word under them."""


@dataclass(frozen=True, slots=True)
class DrawnCard:
    """A card as SVG draws it: the rank as printed, the suit's word ("" for a Joker); `back` shows
    its back.
    """

    rank: str = ""
    suit: str = ""
    back: bool = False
    x: int = 0

    @property
    def red(self) -> bool:
        """Hearts and diamonds."""
        return self.suit in ("hearts", "diamonds")

    @property
    def words(self) -> str:
        """The card for those who hear the page."""
        return f"{self.rank} of {self.suit}" if self.suit else self.rank


@dataclass(frozen=True, slots=True)
class Lying:
    """Cards that lie together, with a word under them; `strong` is what the question is about."""

    label: str
    cards: tuple[DrawnCard, ...]
    strong: bool

    @property
    def width(self) -> int:
        """How wide they lie, at full size."""
        return CARD_WIDTH + OVERLAP * max(len(self.cards) - 1, 0)


def drawn(card: str) -> DrawnCard | None:
    """A card of the address as it is drawn; None for what is no card."""
    try:
        read = parse_card(card)
    except CardError:
        return None
    if is_joker(read):
        return DrawnCard("Joker")
    rank = RANKS[rank_of(read)]
    return DrawnCard("10" if rank == "T" else rank, SUIT_NAMES[suit_of(read)])


def spread(texts: Sequence[str]) -> tuple[DrawnCard, ...]:
    """Cards side by side, each over the one before it."""
    drawn_cards = [card for card in map(drawn, texts) if card]
    return tuple(
        DrawnCard(card.rank, card.suit, card.back, place * OVERLAP)
        for place, card in enumerate(drawn_cards)
    )


def sketch(case: Asked) -> dict[str, Any]:
    """The position as far as it has been told: groups of cards, seats round the felt, suits with
    their words, the way round (None: not told), and lines of words with their height.
    """
    laid_out, suits = list(_laid_out(case)), list(_suits(case))
    return {
        "groups": list(_placed(laid_out, ASIDE if suits else 0)),
        "seats": list(_seats(case)),
        "suits": suits,
        "clockwise": _way(case),
        "figures": _figures(case, laid_out),
    }


def _figures(case: Asked, laid_out: Sequence[object]) -> tuple[tuple[str, int], ...]:
    """What is told in figures, or by yes and no: in the middle of the felt where no cards lie, else
    what is due.
    """
    targets = (
        ("pending", "claimed") if laid_out else tuple(name for name in case.facts if name in FACTS)
    )
    names = [
        name
        for name in targets
        if case.told.get(name) and FACTS[name].kind in ("number", "yes_no", "choice")
    ]
    lines = [
        f"{LABELS[name]}: {short(name, case.told[name])}" for name in names if name != "players"
    ][:MOST_LINES]
    first = 17 if laid_out else HEIGHT // 2 + 6 - LINE * (len(lines) - 1) // 2
    return tuple((line, first + LINE * place) for place, line in enumerate(lines))


def _laid_out(case: Asked) -> Iterator[Lying]:
    """The groups in the order of drawing."""
    if {"top", "pile_top_last", "stock"} & {*case.facts}:
        count = case.told.get("stock", "")
        yield Lying(
            f"stock {count}".strip(), (DrawnCard(back=True),) if count != "0" else (), strong=False
        )
    for name, word in _GROUPS:
        cards = spread(case.told.get(name, "").replace("/", " ").split())
        if cards:
            strong = name in ("cards", "sequences", "card")
            if strong and name != "card" and case.told.get(SEAT):
                yield Lying(f"{word} by {case.told[SEAT].upper()}", cards, strong)
            else:
                yield Lying(word, cards, strong)


Group = dict[str, Any]
"""Cards that lie together, and their place in units of the drawing: the corner and the scale of the
cards, the middle of the word and its height.
"""


def _placed(laid_out: list[Lying], aside: int) -> Iterator[Group]:
    """The groups side by side in the middle of the felt, moved `aside` to the right; beside two or
    more others a hand lies in a row of its own.
    """
    pile, hand = (
        [item for item in laid_out if (item.label == HAND) == in_hand] for in_hand in (False, True)
    )
    if hand and len(pile) > 1:
        yield from _row(pile, aside, top=25, height=60)
        yield from _row(hand, aside, top=112, height=46)
    else:
        yield from _row(laid_out, aside, top=30, height=HEIGHT - 74)


def _row(groups: list[Lying], aside: int, *, top: int, height: int) -> Iterator[Group]:
    """Groups in a row as large as they fit, each with room for the word under it."""
    scale = next(scale for scale in SCALES if scale == SCALES[-1] or _fits(groups, scale, height))
    rooms = [max(scale * group.width, LETTER * len(group.label)) for group in groups]
    x = (WIDTH - sum(rooms) - GAP * (len(rooms) - 1)) / 2
    y = top + (height - scale * CARD_HEIGHT) / 2
    for group, room in zip(groups, rooms, strict=True):
        yield {
            "lying": group,
            "x": round(x + (room - scale * group.width) / 2) + aside,
            "y": round(y),
            "scale": f"{scale:.2f}",
            "middle": round(x + room / 2) + aside,
            "below": round(y + scale * CARD_HEIGHT + 15),
        }
        x += room + GAP


def _fits(groups: list[Lying], scale: float, height: int) -> bool:
    width_used = sum(
        max(scale * group.width, LETTER * len(group.label)) for group in groups
    ) + GAP * (len(groups) - 1)
    return scale * CARD_HEIGHT <= height and width_used <= WIDTH - ROUND_ENDS


def _seats(case: Asked) -> Iterator[dict[str, Any]]:
    """The seats round the felt, clockwise from the top, with what is said of each, where somebody's
    place is what the question is about.
    """
    by_name = {name: case.told.get(name, "").upper() for name in (*SEAT_MARKS, SEAT)}
    seated = {
        name: letter for name, letter in by_name.items() if letter in LETTERS and len(letter) == 1
    }
    players = case.told.get("players", "")
    count = int(players) if players.isdecimal() and 2 <= int(players) <= len(LETTERS) else 0
    letters = LETTERS[:count] if count else "".join(sorted({*seated.values()}))
    if not ({*SEAT_MARKS} & {*case.facts}):
        return
    for place, letter in enumerate(letters):
        words = ", ".join(_PLACED[name] for name, place in seated.items() if place == letter)
        angle = 2 * pi * place / len(letters) - pi / 2
        x, y = round(WIDTH / 2 + 158 * cos(angle)), round(HEIGHT / 2 + 76 * sin(angle))
        yield {"letter": letter, "words": words, "x": x, "y": y}


def _suits(case: Asked) -> Iterator[tuple[str, str]]:
    """Suits that were named or are to be followed, with their word."""
    for name, word in (
        ("suit_in_force", "to follow"),
        ("nominate", "named"),
        ("own_suit", "its own"),
    ):
        text = case.told.get(name, "") if name in FACTS else ""
        try:
            yield word, SUIT_NAMES[parse_suit(text)]
        except CardError:
            continue


def _way(case: Asked) -> bool | None:
    return {"1": True, "-1": False}.get(
        case.told.get("direction") or case.told.get("way_before", "")
    )
