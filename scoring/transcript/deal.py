"""The deal of a game as the tags of a transcript tell it: from a pack in its order to tags, and
from the tags back to the pack.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from scoring.cards import RANK_NAMES, Card, CardError, is_joker, parse_cards, rank_of
from scoring.cards import card_text as text_of
from scoring.games.registry import engine
from scoring.games.rulebooks import rulebook
from scoring.law.game import GameError, Notation
from scoring.law.rulebook import Rules
from scoring.transcript.values import Tag, Transcript
from scoring.words import listed

_CARD = re.compile(r"\s*,?\s*(JK|(?:10|[A2-9TJQK])[CDHS♣♦♥♠])[\ufe0e\ufe0f]?", re.IGNORECASE)
_BY_LETTERS = {(text_of(card)[0], text_of(card)[1]): card for card in range(52)}
NEEDED = ("Turn-up", "Deal", "Stock")
"""The tags without which the pack cannot be put together again."""


class Dealt(NamedTuple):
    """What a game was dealt from: the `pack` in order from the top, the dealer, and the seat dealt
    to `first` where a cut chose it.
    """

    rules: Rules
    players: int
    pack: tuple[Card, ...]
    dealer: int
    first: int | None = None


def header(dealt: Dealt, tags: Mapping[str, str] | None = None) -> tuple[Tag, ...]:
    """The tags of a whole game; further `tags` such as Event, Round or Table come after the rules.

    Turn-up is the first card turned; where it may not open the pile, the next ones turned are those
    of Stock.
    """
    fronts, hands, rest = _dealt_out(dealt)
    lines = [
        ("Game", dealt.rules.rulebook.slug),
        ("Rules", str(dealt.rules)),
        *(tags or {}).items(),
        ("Dealer", str(dealt.dealer)),
    ]
    if dealt.first is not None:
        lines.append(("First", str(dealt.first)))
    if fronts:
        lines.append(("Up-to", joined(fronts)))
    lines += [
        ("Turn-up", joined(rest[:1])),
        ("Deal", " ".join(map(joined, hands))),
        ("Stock", joined(rest[1:])),
    ]
    return tuple(lines)


def _dealt_out(dealt: Dealt) -> tuple[list[Card], list[list[Card]], list[Card]]:
    """The pack dealt: the cards set out before the deal, the hands by seat, and what is left."""
    cards = list(dealt.pack)
    order, places = _dealing(dealt.rules, dealt.players, dealt.dealer, dealt.first)
    fronts = _notation(dealt.rules).set_out(cards, order, dealt.rules)
    in_hands = [card for _, card in sorted(zip(places, cards, strict=False))]
    count = len(places) // dealt.players
    hands = [in_hands[index : index + count] for index in range(0, len(in_hands), count)]
    return fronts, hands, cards[len(places) :]


@lru_cache(maxsize=256)
def _dealing(
    rules: Rules, seats: int, dealer: int, first: int | None
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The order of the seats, from 0, in which cards are dealt; and for each dealt card, in the
    order of the pack, its place in the hands written one behind the other.
    """
    notation, count = _notation(rules), rules.deal.dealt(seats)
    start = first - 1 if first is not None and notation.fronts else dealer % seats
    order = tuple((start + place) % seats for place in range(seats))
    places: list[int] = []
    in_hand = 0
    for packet in notation.packets or (1,) * count:
        for seat in order:
            first_place = seat * count + in_hand
            places += range(first_place, first_place + packet)
        in_hand += packet
    return order, tuple(places)


def _notation(rules: Rules) -> Notation:
    """How the game of these rules deals and writes its cards."""
    return engine(rules.rulebook.name).notation


def joined(cards: Sequence[Card]) -> str:
    """Cards without gaps: `JC5D6H`."""
    return "".join(map(text_of, cards))


def cards_in(text: str) -> tuple[Card, ...]:
    """Read cards written with or without gaps. Raises CardError naming the piece that is none."""
    try:
        # Our own notation, two letters a card, is what is read most: it needs no expression.
        return tuple(map(_BY_LETTERS.__getitem__, zip(text[::2], text[1::2], strict=True)))
    except (KeyError, ValueError):
        return _cards_spelt_freely(text.rstrip())


def _cards_spelt_freely(text: str) -> tuple[Card, ...]:
    """Read cards with gaps, commas, small letters, jokers, or suits as signs."""
    index, tokens = 0, []
    while index < len(text):
        match = _CARD.match(text, index)
        if match is None:
            raise CardError(text[index : index + 12].strip())
        tokens.append(match[1])
        index = match.end()
    return parse_cards(" ".join(tokens))


def rules_of(transcript: Transcript) -> Rules:
    """The rules in force. Raises RulesError."""
    return _rules(transcript.tag("Game") or "?", transcript.tag("Rules") or "")


@lru_cache(maxsize=256)
def _rules(game: str, options: str) -> Rules:
    return rulebook(game).rules(options)


def is_whole(transcript: Transcript) -> bool:
    """Whether the tags tell the whole deal; if not, only `follow` can judge the moves."""
    texts = [transcript.tag(name) for name in NEEDED]
    return all(text is not None and "?" not in text for text in texts)


def dealt_from(transcript: Transcript) -> Dealt:
    """Put the pack together again from the tags.

    Raises GameError, CardError or RulesError with a sentence.
    """
    rules = rules_of(transcript)
    turned, deal, stock = (_needed(transcript, name) for name in NEEDED)
    hands = deal.split()
    seats, cards = len(hands), cards_in("".join(hands))
    dealer = _seat(transcript, "Dealer", seats) or seats
    first = _seat(transcript, "First", seats)
    up_to = transcript.tag("Up-to")
    fronts = cards_in(up_to) if up_to else ()
    _check_counts(rules, hands, cards, fronts)
    order, places = _dealing(rules, seats, dealer, first)
    pack = (
        *[fronts[seat] for seat in order if fronts],
        *map(cards.__getitem__, places),
        *cards_in(turned),
        *cards_in(stock),
    )
    return Dealt(rules, seats, pack, dealer, first)


def _needed(transcript: Transcript, name: str) -> str:
    """The text of a tag. Raises GameError where it is missing."""
    text = transcript.tag(name)
    if text is None:
        raise GameError(f"The whole deal is not known: the tag {name} is missing.")
    return text


def _check_counts(
    rules: Rules, hands: Sequence[str], cards: tuple[Card, ...], fronts: tuple[Card, ...]
) -> None:
    """Refuse hands and cards set out that the game does not deal; `cards` are those of all hands.

    Raises GameError.
    """
    count = rules.deal.dealt(len(hands))
    # A card has two letters or more: then each hand holds as many as all of them say.
    plainly = set(map(len, hands)) == {2 * count} and len(cards) == count * len(hands)
    if not plainly and set(map(len, map(cards_in, hands))) != {count}:
        raise GameError(f"In the tag Deal every seat needs {count} cards here.")
    ranks = _notation(rules).fronts
    if not ranks:
        return
    title = rules.rulebook.title
    if len(fronts) != len(hands):
        raise GameError(f"In {title} the tag Up-to gives a card for each seat.")
    if any(is_joker(card) or rank_of(card) not in ranks for card in fronts):
        name = listed(f"{RANK_NAMES[rank]}s" for rank in ranks)
        raise GameError(f"In {title} the tag Up-to gives {name}.")


def _seat(transcript: Transcript, name: str, seats: int) -> int | None:
    """The seat that a tag gives; None without the tag. Raises GameError."""
    text = transcript.tag(name)
    if text is None:
        return None
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= 4 else 0
    if not 1 <= number <= seats:
        raise GameError(f"The tag {name} gives a seat from 1 to {seats}, not “{text[:20]}”.")
    return number
