"""Deliberately plain second engines for the four games: written from the clauses, importing nothing
from `scoring`.

They are slow on purpose: lists of card strings, no tables, one short function per clause. Each game
is one module:

    swedish_pursuit, switch, ottawa, pursuit

and every module offers the same five names:

    new(players, hands, stock, start, options, **setup) -> State
        A dealt game, ready for the first play.
        `players`: number of seats, 1..players clockwise. `hands`: seat 1 first, each a list of
        cards. `stock`: first card is drawn first. `start`: the card turned up; it has already left
        `stock`. `options`: {name: value}; a name left out has its default; an unknown name or value
        raises ValueError. `setup` (keyword only, each may be left out): `dealer` (seat, default the
        last one), `first` (seat that begins, where an option leaves it to a cut), `shuffle` (see
        below), and in Pursuit `up_to` (the card before each seat).
    legal(state) -> set[Play]
        Every play open to the seat to act. Empty exactly when the game is over.
    apply(state, play) -> State
        A new state; the old one is left alone. Raises ValueError on a play outside `legal`, except
        that Swedish Pursuit also takes an 8 laid without a suit named.
    scores(state) -> list[int | None]
        Points of a finished game, seat 1 first; None for a seat (or for all) where the rules print
        no points.
    places(state) -> list[int | None]
        Finishing places, seat 1 first, 1 = won; None for a seat that has not finished.

A State has at least these attributes; compare them, not the objects:

    hands   list of lists of cards, seat 1 first; the order inside a hand has no meaning
    stock   list, first card drawn first          pile      discards, lay-off pile: list, top card
    last turn    seat to act                           direction 1 clockwise, -1 anticlockwise over
    bool                                  winner    seat or None and where the game has them: suit
    (in force), pending (penalty cards due), out (seats in order of going out).

Cards are two characters, `AS 9D TH`, the Joker is `JK`; with two packs a card may stand twice in a
list.

A Play is a tuple of plain values, its kind first:

    Swedish Pursuit  ("lay", (card,), suit or None) ("pick_up",) ("take_penalty",) ("miss",)
                     An 8 is one play per suit named, its own included; any other lay has None.
                     `miss` means nothing can be laid and nothing drawn; a penalty due with no card
                     left to draw is a `miss` too.
    Switch           ("lay", (card, ...), suit or None) and the other three as above.
                     Cards stand in the order laid, the last lies on top; a top Ace is one play per
                     suit named. Of lays that differ only in the order between the first and the
                     last card, `legal` holds the one with the cards between in the order of PACK (a
                     run has only its own order).
    Ottawa           ("lay_off", (card, ...)) ("draw",) ("pass",)
                     Turn: lay_off then draw, or draw then lay_off or pass; the turn ends by itself
                     when both are done. With nothing to draw (stock empty, pile of two or fewer):
                     lay_off or pass, and that is the turn.
    Pursuit          ("take", "stock") ("take", "discard") ("put_down", ((card, ...), ...))
    ("discard", card)
                     After the take comes one `put_down` or none, then the discard. A Joker is
                     written `JK`.

Plays that differ only in which of two equal cards of two packs is meant are one play.

Reshuffling: a stock is made anew when a card has to be drawn and none is left. The cards that go
into it are given to `shuffle`, a function from a list to the list in drawing order. The default is
`by_name`, so that two engines that hold the same cards in another order still agree: give the
engine under test a shuffle that sorts likewise.

Readings where the clauses leave the play open and no option speaks:

    Switch           A lay of several cards is a 7 and others of its suit (seven_place=first: after
    it); with
                     alternative 1 any number (two or
                     more) of one suit or of one rank; with alternative 2 two or more of one suit,
                     consecutive, up or down (the Ace next to the 2 only, or with ace_in_run=either
                     to the King). The first card must be layable alone. Facing a penalty every card
                     laid must answer it. `seven_powers` governs every lay of several cards: `top` =
                     only the last card acts; `all` = 2s and 4s add up, each Jack turns, each 8
                     makes one more player miss. A penalty is answered by the rank of the last 2 or
                     4 that acted (either with mix_penalties=yes). A lay that empties the hand may
                     not end on an Ace; with a lone Ace: pick_up (or take_penalty). Nothing drawable
                     and able to lay: lay, even with compulsory=no. A full round of misses ends the
                     game, nobody further finishes. play_on ends when one player is left: they take
                     the last place. Power start cards: turned on until another comes, then
                     shuffle(stock + power cards).
    Ottawa           Within a lay-off each card has the rank of the one before, or the next up or
    down (the Ace next
                     to King and 2). A step to another rank needs the same suit when it follows a
                     step of the same rank, turns the direction round, leaves an Ace, or
                     (run_to_set=suit) is followed by a card of its own rank; the first card is
                     judged by the pile alone (OT-22..24), but counts as such a step for the second
                     (within=pile). Runs and sets alternate freely (alternating=free).
                     example2=literal: OT-24 only upwards. blocked=difference: the single lowest
                     hand scores, for each other hand, what that has more.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TypedDict

Card = str
Play = tuple[object, ...]
Shuffle = Callable[[list[Card]], list[Card]]


class Setup(TypedDict, total=False):
    """What `new` may be told beyond the deal; each module reads the keys its game has."""

    dealer: int
    first: int
    shuffle: Shuffle
    up_to: Sequence[Card]


RANKS = "A23456789TJQK"
SUITS = "CDHS"
PACK = [rank + suit for suit in SUITS for rank in RANKS]


def by_name(cards: list[Card]) -> list[Card]:
    """The stock order used when no other shuffle is given: alphabetical."""
    return sorted(cards)


def settled(options: Mapping[str, str], allowed: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """All options of a game, defaults (the first value of each) filled in; ValueError on a name or
    value unknown.
    """
    for name, value in options.items():
        if value not in allowed.get(name, ()):
            raise ValueError(f"{name}={value} is no option of this game")
    return {name: options.get(name, values[0]) for name, values in allowed.items()}


def without(hand: Sequence[Card], cards: Sequence[Card]) -> list[Card]:
    """The hand with these cards taken out, each once; ValueError if one is not there."""
    left = list(hand)
    for card in cards:
        left.remove(card)
    return left
