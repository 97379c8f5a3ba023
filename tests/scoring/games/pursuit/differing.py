"""Games of Pursuit played in step by the engine and by the plain reference, and
where they differ.
"""

from collections.abc import Mapping
from random import Random

from scoring.cards import card_text, packs_of, parse_card
from scoring.games.pursuit import PURSUIT, PursuitGame
from scoring.games.pursuit.game import layout
from scoring.law.plays import DRAW, TAKE_DISCARD, Discard, Draw, PutDown, TakeDiscard, TurnPlay
from tests.reference import Card, Play
from tests.reference import pursuit as plain

OPTION_VALUES = [(option.name, value) for option in PURSUIT.options for value in option.values]


def by_name(cards: list[int]) -> None:
    """The shuffle of the reference, in place."""
    cards.sort(key=card_text)


def texts(cards: tuple[int, ...] | list[int]) -> list[Card]:
    return [card_text(card) for card in cards]


def as_tuple(play: TurnPlay) -> Play:
    """A play in the words of the reference."""
    if isinstance(play, PutDown):
        return ("put_down", tuple(tuple(texts(sequence)) for sequence in play.sequences))
    if isinstance(play, Discard):
        return ("discard", card_text(play.card))
    assert isinstance(play, Draw | TakeDiscard)
    return ("take", "stock" if isinstance(play, Draw) else "discard")


def as_play(play: Play) -> TurnPlay:
    """A play of the reference in the words of the engine."""
    if play[0] == "take":
        return DRAW if play[1] == "stock" else TAKE_DISCARD
    if play[0] == "discard":
        return Discard(parse_card(str(play[1])))
    sequences = play[1]
    assert isinstance(sequences, tuple)
    return PutDown(tuple(tuple(parse_card(card) for card in sequence) for sequence in sequences))


def random_options(rng: Random) -> dict[str, str]:
    """Each option at its default twice in three, else at another value."""
    return {
        option.name: rng.choice(option.values) for option in PURSUIT.options if rng.random() < 0.34
    }


def both(rng: Random, options: Mapping[str, str], players: int) -> tuple[PursuitGame, plain.State]:
    """The same deal for both; passing is left to each of them."""
    rules = PURSUIT.rules(options)
    cards = list(packs_of(rules.deal.pack, rules.deal.packs(players)))
    rng.shuffle(cards)
    dealer = rng.randrange(players) + 1
    before = layout(rules.but("passing_cards", "no"), players, list(cards), dealer % players + 1)
    after = layout(rules, players, cards, dealer % players + 1)
    game = PursuitGame(rules, after, by_name)
    hands = [texts(hand) for hand in before.hands]
    up_to = texts(before.fronts)
    start = card_text(before.pile[0])
    return game, plain.new(
        players, hands, texts(before.stock), start, options, dealer=dealer, up_to=up_to
    )


def difference(game: PursuitGame, state: plain.State, plays: int, rng: Random) -> str:
    """Play on with random plays; the first difference in words, or nothing."""
    for number in range(plays):
        mine, theirs = set(map(as_tuple, game.legal_plays())), plain.legal(state)
        if mine != theirs:
            return (
                f"play {number}: only the engine {mine - theirs}, only the reference"
                f" {theirs - mine}"
            )
        if seen(game) != shown(state):
            return f"play {number}: {seen(game)} is not {shown(state)}"
        if game.over:
            return ""
        play = rng.choice(sorted(theirs, key=repr))
        downs = [one for one in theirs if one[0] == "put_down"]
        if downs and rng.random() < 0.5:
            play = rng.choice(sorted(downs, key=repr))
        game.apply(as_play(play))
        state = plain.apply(state, play)
    return ""


def seen(game: PursuitGame) -> tuple[object, ...]:
    """All that the table shows, as the engine has it."""
    hands = [sorted(texts(hand)) for hand in game.hands]
    fronts = [texts(front) for front in game.fronts]
    return (
        hands,
        texts(game.stock),
        texts(game.pile),
        fronts,
        game.turn,
        game.over,
        game.winner,
        list(game.laps),
    )


def shown(state: plain.State) -> tuple[object, ...]:
    """The same as the reference has it."""
    hands = [sorted(hand) for hand in state.hands]
    fronts = [list(front) for front in state.up_to]
    return (
        hands,
        state.stock,
        state.pile,
        fronts,
        state.turn,
        state.over,
        state.winner,
        plain.laps(state),
    )
