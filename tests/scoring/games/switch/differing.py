"""Games of Switch played in step by the engine and by the plain reference, and
where they differ.
"""

from collections.abc import Mapping, Sequence
from random import Random

from scoring.cards import FULL_PACK, SUITS, card_text, packs_of, parse_card, parse_suit
from scoring.games.shedding.dealing import placed
from scoring.games.switch import SWITCH, Switch
from scoring.games.switch.flags import flags_of
from scoring.law.game import Shuffle
from scoring.law.plays import MISS, PICK_UP, TAKE_PENALTY, Lay, TurnPlay
from scoring.law.rulebook import Rules
from tests.reference import Card, Play
from tests.reference import switch as plain

OPTION_VALUES = [(option.name, value) for option in SWITCH.options for value in option.values]
TAKING: dict[str, TurnPlay] = {"pick_up": PICK_UP, "take_penalty": TAKE_PENALTY, "miss": MISS}
MOST_CARDS = 12
"""A longer hand has too many lays under the alternatives to list them in a quick test."""


def by_name(cards: list[int]) -> None:
    """The shuffle of the reference, in place."""
    cards.sort(key=card_text)


def texts(cards: Sequence[int]) -> list[Card]:
    return [card_text(card) for card in cards]


def as_tuple(play: TurnPlay) -> Play:
    """A play in the words of the reference."""
    if isinstance(play, Lay):
        return ("lay", tuple(texts(play.cards)), None if play.suit is None else SUITS[play.suit])
    return (next(word for word, taking in TAKING.items() if taking == play),)


def as_play(play: Play) -> TurnPlay:
    """A play of the reference in the words of the engine."""
    if play[0] != "lay":
        return TAKING[str(play[0])]
    cards, suit = play[1:]
    assert isinstance(cards, tuple)
    return Lay(
        tuple(parse_card(card) for card in cards), None if suit is None else parse_suit(str(suit))
    )


def begin(
    rules: Rules,
    hands: Sequence[Sequence[int]],
    stock: Sequence[int],
    *,
    dealer: int,
    shuffle: Shuffle | None = None,
) -> Switch:
    """A game with these hands, seat 1 first, and a stock in drawing order, the start card next."""
    players = len(hands)
    pack = [
        hands[(dealer + place) % players][card]
        for card in range(len(hands[0]))
        for place in range(players)
    ]
    seats = (players, dealer, None)
    cards = [*pack, *stock]
    return Switch(rules, placed(flags_of(rules), cards, seats, len(hands[0]), shuffle), shuffle)


def random_options(rng: Random) -> dict[str, str]:
    """Each option at its default in most cases, else at any value."""
    return {
        option.name: rng.choice(option.values) for option in SWITCH.options if rng.random() < 0.4
    }


def both(rng: Random, options: Mapping[str, str], players: int) -> tuple[Switch, plain.State]:
    """The same deal for both, Power Cards on top of the stock and all."""
    cards = list(packs_of(FULL_PACK, SWITCH.deal.packs(players)))
    rng.shuffle(cards)
    dealer = rng.randrange(players) + 1
    hands = [cards[7 * seat : 7 * seat + 7] for seat in range(players)]
    stock = cards[7 * players :]
    game = begin(SWITCH.rules(options), hands, stock, dealer=dealer, shuffle=by_name)
    start, *below = texts(stock)
    return game, plain.new(
        players, [texts(hand) for hand in hands], below, start, options, dealer=dealer
    )


def difference(game: Switch, state: plain.State, plays: int, rng: Random) -> str:
    """Play on with random plays; the first difference in words, or nothing."""
    for number in range(plays):
        if seen(game) != shown(state):
            return f"play {number}: {seen(game)} is not {shown(state)}"
        if game.over:
            return counted(game, state)
        if len(game.hand(game.turn)) > MOST_CARDS:
            return ""
        mine, theirs = set(map(as_tuple, game.legal_plays())), plain.legal(state)
        if mine != theirs:
            return (
                f"play {number}: only the engine {mine - theirs}, only the reference"
                f" {theirs - mine}"
            )
        play = rng.choice(sorted(theirs, key=repr))
        game.apply(as_play(play))
        state = plain.apply(state, play)
    return ""


def seen(game: Switch) -> tuple[object, ...]:
    """All that the table shows, as the engine has it."""
    hands = [sorted(texts(game.hand(seat))) for seat in range(1, game.players + 1)]
    now = None if game.over else (game.turn, game.direction, game.pending, SUITS[game.suit])
    return hands, texts(game.stock[::-1]), texts(game.discards), now, game.winner, list(game.out)


def shown(state: plain.State) -> tuple[object, ...]:
    """The same as the reference has it."""
    now = None if state.over else (state.turn, state.direction, state.pending, state.suit)
    return (
        [sorted(hand) for hand in state.hands],
        state.stock,
        state.pile,
        now,
        state.winner,
        state.out,
    )


def counted(game: Switch, state: plain.State) -> str:
    """The difference in places or points of a finished game, or nothing."""
    result = game.result()
    seats = range(1, game.players + 1)
    places = [result.places.index(seat) + 1 if seat in result.places else None for seat in seats]
    points: list[int | None] = list(result.points) or [None for _ in seats]
    theirs = plain.places(state), plain.scores(state)
    return "" if (places, points) == theirs else f"{(places, points)} is not {theirs}"
