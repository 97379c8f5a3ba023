"""The deal in the tags of a transcript: from a pack in order to tags, and from the tags back to the
pack.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from scoring.cards import RANK_NAMES, Card, CardError, is_joker, parse_cards, rank_of
from scoring.cards import card_text as text_of
from scoring.games.registry import engine
from scoring.games.rulebooks import rulebook
from scoring.law.game import GameError, Notation
from scoring.law.rulebook import Rules
from scoring.transcript.values import Tag, Transcript

_CARD = re.compile(r"\s*,?\s*(JK|(?:10|[A2-9TJQK])[CDHS♣♦♥♠])[\ufe0e\ufe0f]?", re.IGNORECASE)
_PAIRS = {text_of(card): card for card in range(52)}
NEEDED = ("Turn-up", "Deal", "Stock")


@dataclass(frozen=True, slots=True)
class Dealt:
    """What a game was dealt from: `pack` in order from the top, the dealer, and the first seat
    where a cut chose it.
    """

    rules: Rules
    players: int
    pack: tuple[Card, ...]
    dealer: int
    first: int | None = None


def header(dealt: Dealt, tags: Mapping[str, str] | None = None) -> tuple[Tag, ...]:
    """The tags of a whole game; `tags` such as Event, Round, Table, Number, Seats come after the
    rules.

    Turn-up is the first card turned; where it may not open the pile, the next ones turned are those
    of Stock.
    """
    fronts, hands, rest = _apart(dealt)
    found = [
        ("Game", dealt.rules.rulebook.slug),
        ("Rules", str(dealt.rules)),
        *(tags or {}).items(),
    ]
    found.append(("Dealer", str(dealt.dealer)))
    if dealt.first is not None:
        found.append(("First", str(dealt.first)))
    if fronts:
        found.append(("Up-to", joined(fronts)))
    found.append(("Turn-up", joined(rest[:1])))
    found.append(("Deal", " ".join(map(joined, hands))))
    found.append(("Stock", joined(rest[1:])))
    return tuple(found)


def joined(cards: Sequence[Card]) -> str:
    """Cards without gaps: `JC5D6H`."""
    return "".join(map(text_of, cards))


def cards_in(text: str) -> tuple[Card, ...]:
    """Read cards written with or without gaps. Raises CardError naming the piece that is none."""
    try:
        return tuple([_PAIRS[text[at : at + 2]] for at in range(0, len(text), 2)])
    except KeyError:
        return _cards_in(text.rstrip())


def _cards_in(text: str) -> tuple[Card, ...]:
    at, tokens = 0, []
    while at < len(text):
        found = _CARD.match(text, at)
        if found is None:
            raise CardError(text[at : at + 12].strip())
        tokens.append(found[1])
        at = found.end()
    return parse_cards(" ".join(tokens))


def rules_of(transcript: Transcript) -> Rules:
    """The rules in force. Raises RulesError."""
    return _rules(transcript.tag("Game") or "?", transcript.tag("Rules") or "")


@lru_cache(maxsize=256)
def _rules(game: str, options: str) -> Rules:
    return rulebook(game).rules(options)


def is_whole(transcript: Transcript) -> bool:
    """Whether the tags tell the whole deal; if not, only `follow` can judge the moves."""
    told = [transcript.tag(name) for name in NEEDED]
    return all(text is not None and "?" not in text for text in told)


def dealt_from(transcript: Transcript) -> Dealt:
    """Put the pack together again from the tags.

    Raises GameError, CardError or RulesError with a sentence.
    """
    rules = rules_of(transcript)
    missing = [name for name in NEEDED if transcript.tag(name) is None]
    if missing:
        raise GameError(f"The whole deal is not known: the tag {missing[0]} is missing.")
    hands = [list(cards_in(group)) for group in (transcript.tag("Deal") or "").split()]
    seats = len(hands)
    dealer = _seat(transcript, "Dealer", seats) or seats
    first = _seat(transcript, "First", seats)
    rest = cards_in(transcript.tag("Turn-up") or "") + cards_in(transcript.tag("Stock") or "")
    fronts = cards_in(transcript.tag("Up-to") or "")
    _fits(rules, hands, fronts)
    order = _order(rules, seats, dealer, first)
    pack = [*(fronts[seat] for seat in order if fronts), *_together(rules, hands, order), *rest]
    return Dealt(rules, seats, tuple(pack), dealer, first)


def _fits(rules: Rules, hands: list[list[Card]], fronts: tuple[Card, ...]) -> None:
    count = rules.deal.dealt(len(hands))
    if set(map(len, hands)) != {count}:
        raise GameError(f"In the tag Deal every seat needs {count} cards here.")
    ranks = _notation(rules).fronts
    if not ranks:
        return
    title = rules.rulebook.title
    if len(fronts) != len(hands):
        raise GameError(f"In {title} the tag Up-to gives a card for each seat.")
    if any(is_joker(card) or rank_of(card) not in ranks for card in fronts):
        named = " and ".join(f"{RANK_NAMES[rank]}s" for rank in ranks)
        raise GameError(f"In {title} the tag Up-to gives {named}.")


def _notation(rules: Rules) -> Notation:
    return engine(rules.rulebook.name).notation


def _seat(transcript: Transcript, name: str, seats: int) -> int | None:
    text = transcript.tag(name)
    if text is None:
        return None
    if not text.isascii() or not text.isdigit() or not 1 <= int(text[:4]) <= seats:
        raise GameError(f"The tag {name} gives a seat from 1 to {seats}, not “{text[:20]}”.")
    return int(text)


def _order(rules: Rules, seats: int, dealer: int, first: int | None) -> list[int]:
    """The seats, from 0, in which cards are dealt."""
    begins = dealer % seats
    if first is not None and _notation(rules).fronts:
        begins = first - 1
    return [(begins + place) % seats for place in range(seats)]


def _packets(rules: Rules, players: int) -> tuple[int, ...]:
    """How many cards go to each seat at a time."""
    return _notation(rules).packets or (1,) * rules.deal.dealt(players)


def _together(rules: Rules, hands: list[list[Card]], order: list[int]) -> list[Card]:
    """The dealt cards as they lay in the pack."""
    cards: list[Card] = []
    at = 0
    for packet in _packets(rules, len(hands)):
        for seat in order:
            cards += hands[seat][at : at + packet]
        at += packet
    return cards


def _apart(dealt: Dealt) -> tuple[list[Card], list[list[Card]], list[Card]]:
    """Cards set out before the deal, hands by seat, and what is left of the pack."""
    cards = list(dealt.pack)
    order = _order(dealt.rules, dealt.players, dealt.dealer, dealt.first)
    fronts = _notation(dealt.rules).set_out(cards, order)
    hands: list[list[Card]] = [[] for _ in range(dealt.players)]
    for packet in _packets(dealt.rules, dealt.players):
        for seat in order:
            hands[seat] += cards[:packet]
            del cards[:packet]
    return fronts, hands, cards
