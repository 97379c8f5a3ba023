"""Cards and packs: small integers inside, text such as `10H`, `TH`, `10♥` or `JK` at the edge."""

from collections.abc import Iterable, Sequence

Card = int
"""0 to 51: 13 * suit + rank (suits C D H S, ranks Ace = 0 to King = 12); the
Jokers are 52 and 53.
"""

SUITS = "CDHS"
RANKS = "A23456789TJQK"
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
RANK_NAMES = (
    "Ace", "two", "three", "four", "five", "six", "seven",
    "eight", "nine", "ten", "Jack", "Queen", "King",
)  # fmt: skip
SYMBOLS = "♣♦♥♠"
JOKERS: tuple[Card, Card] = (52, 53)
JOKER = JOKERS[0]
ACE, TWO, FOUR, SEVEN, EIGHT, TEN, JACK, QUEEN, KING = 0, 1, 3, 6, 7, 9, 10, 11, 12

SUIT_MASKS = tuple(0x1FFF << 13 * suit for suit in range(4))
"""For each suit the bits of its thirteen cards, for hands kept as one integer."""
RANK_MASKS = tuple(sum(1 << 13 * suit + rank for suit in range(4)) for rank in range(13))
"""For each rank the bits of its four cards."""


class CardError(ValueError):
    """Text that is no card; `token` is the offending piece and the message names it."""

    def __init__(
        self, token: str, why: str = "write a rank and a suit, such as 10H, QS or JK for a Joker"
    ) -> None:
        super().__init__(f"“{token}” is not a card: {why}.")
        self.token = token


def _spellings() -> dict[str, Card]:
    table = {"JK": JOKERS[0]}
    for card in range(52):
        suit, rank = divmod(card, 13)
        for spelt_rank in (RANKS[rank], *(("10",) if rank == TEN else ())):
            for spelt_suit in (
                SUITS[suit],
                SYMBOLS[suit],
                SYMBOLS[suit] + "\ufe0f",
                SYMBOLS[suit] + "\ufe0e",
            ):
                table[spelt_rank + spelt_suit] = card
    return table


_READ = _spellings()
_WRITE = (*(RANKS[card % 13] + SUITS[card // 13] for card in range(52)), "JK", "JK")


def parse_card(token: str) -> Card:
    """Read one card in any of the usual spellings, upper or lower case; `JK` reads as the first
    Joker.

    Raises CardError naming the token.
    """
    try:
        return _READ[token.strip().upper()]
    except KeyError:
        raise CardError(token) from None


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards parted by spaces or commas, in their order; every second `JK` is the second Joker.

    Raises CardError naming the first faulty token.
    """
    cards: list[Card] = []
    jokers = 0
    for token in text.replace(",", " ").split():
        card = parse_card(token)
        if card == JOKERS[0]:
            card, jokers = JOKERS[jokers % 2], jokers + 1
        cards.append(card)
    return tuple(cards)


def parse_suit(text: str) -> int:
    """Read a suit as its letter, symbol or English name; returns 0 to 3 (C D H S).

    Raises CardError.
    """
    word = text.strip().upper()
    for suit in range(4):
        name = SUIT_NAMES[suit].upper()
        if word in (SUITS[suit], SYMBOLS[suit], name, name[:-1]):
            return suit
    raise CardError(text, "a suit is C, D, H or S")


def card_text(card: Card) -> str:
    """Write a card as rank and suit, the ten as `T`, a Joker as `JK`."""
    return _WRITE[card]


def case_text(card: Card) -> str:
    """Write a card as case files do: `10H` for the ten of hearts."""
    return _WRITE[card].replace("T", "10")


def cards_text(cards: Iterable[Card]) -> str:
    """Write cards parted by single spaces, in the given order."""
    return " ".join(_WRITE[card] for card in cards)


class NamedCard(int):
    """A card that shows its name where it is printed: the same number, and usable wherever a card
    is.
    """

    def __repr__(self) -> str:
        return _WRITE[self]

    __str__ = __repr__


_NAMED = tuple(map(NamedCard, range(54)))


class Cards(tuple[NamedCard, ...]):
    """Cards in an order, shown as `Cards('8H KD')`; `str` gives `8H KD`.

    Equal to the tuple of their numbers.
    """

    __slots__ = ()

    def __new__(cls, cards: Iterable[Card] | str = ()) -> "Cards":
        """Take cards as numbers or as text. Raises CardError for text that is none."""
        numbers = parse_cards(cards) if isinstance(cards, str) else cards
        return super().__new__(cls, (_NAMED[card] for card in numbers))

    def __repr__(self) -> str:
        return f"Cards('{self}')"

    def __str__(self) -> str:
        return cards_text(self)


def card_symbol(card: Card) -> str:
    """Write a card for people: `10♥`, or `Joker`."""
    if card >= JOKERS[0]:
        return "Joker"
    suit, rank = divmod(card, 13)
    return ("10" if rank == TEN else RANKS[rank]) + SYMBOLS[suit]


def is_joker(card: Card) -> bool:
    """Tell whether the card is one of the Jokers."""
    return card >= JOKERS[0]


def rank_of(card: Card) -> int:
    """Give the rank, 0 (Ace) to 12 (King), of a card that is no Joker."""
    return card % 13


def suit_of(card: Card) -> int:
    """Give the suit, 0 to 3 in the order C D H S, of a card that is no Joker."""
    return card // 13


def cards_of(mask: int) -> tuple[Card, ...]:
    """The cards whose bits are set in an integer, in ascending order."""
    cards: list[Card] = []
    while mask:
        low = mask & -mask
        cards.append(low.bit_length() - 1)
        mask ^= low
    return tuple(cards)


FULL_PACK: tuple[Card, ...] = tuple(range(52))
"""The ordinary pack of 52."""


def packs_of(pack: tuple[Card, ...], packs: int = 1) -> tuple[Card, ...]:
    """Mix whole packs: the cards of one pack, `packs` times over, unshuffled.

    `packs` is 1 or more.
    """
    return pack * packs


def is_pack(cards: Sequence[Card], pack: tuple[Card, ...], packs: int = 1) -> bool:
    """Tell whether these are the cards of one pack, `packs` times over, in whatever order."""
    if packs > 1:
        return sorted(cards) == sorted(packs_of(pack, packs))
    # Sorting one shuffled pack would take as long as dealing its hands.
    return len(cards) == len(pack) and set(cards).issuperset(pack)


def plain(card: Card) -> Card:
    """The card as plays name it: both Jokers are alike."""
    return JOKER if is_joker(card) else card
