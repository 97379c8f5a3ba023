"""Random games of all four rulebooks, dealt from a known pack, for transcripts to record."""

from random import Random

from scoring.cards import Card, packs_of
from scoring.games.registry import ENGINES
from scoring.law.game import Game
from scoring.law.plays import Call, Challenge, EndTurn, Lay, Nominate
from scoring.transcript import Dealt

NAMES = sorted(ENGINES)


def random_dealt(name: str, rng: Random) -> Dealt:
    """Rules, seats, pack and dealer by chance; options mostly at their defaults."""
    book = ENGINES[name].rulebook
    rules = book.rules(
        {option.name: rng.choice(option.values) for option in book.options if rng.random() < 0.25}
    )
    players = rng.randint(rules.deal.seats_min, min(rules.deal.seats_max, 7))
    cards = list(packs_of(rules.deal.pack, rules.deal.packs(players)))
    rng.shuffle(cards)
    cut = name == "swedish_pursuit" and rules["first_player"] == "cut"
    first = rng.randint(1, players) if cut else None
    return Dealt(rules, players, tuple(cards), rng.randint(1, players), first)


class Later:
    """Leaves the dealt pack alone and shuffles what comes after it."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.dealt = False

    def __call__(self, cards: list[Card]) -> None:
        if self.dealt:
            self.rng.shuffle(cards)
        self.dealt = True


def random_game(dealt: Dealt, rng: Random, plays: int) -> Game:
    """Play on with random plays, calls and challenges."""
    first = {} if dealt.first is None else {"first": dealt.first}
    deal = ENGINES[dealt.rules.rulebook.name].deal
    game: Game = deal(
        dealt.rules, dealt.players, dealt.pack, dealer=dealt.dealer, shuffle=Later(rng), **first
    )
    for _ in range(plays):
        if game.over:
            break
        choice = game.legal_plays()
        # Hands of Ottawa that are never laid off grow until listing all lay-offs takes long.
        lays = [play for play in choice if not isinstance(play, EndTurn)]
        chosen = (
            max(lays, key=_length)
            if dealt.rules.rulebook.name == "ottawa" and lays
            else rng.choice(choice)
        )
        # An 8 or an Ace may be laid without a word; for the 8 the suit may follow.
        game.apply(Lay(chosen.cards) if isinstance(chosen, Lay) and rng.random() < 0.3 else chosen)
        _asides(game, rng)
    return game


def _length(play: object) -> int:
    return len(play.cards) if isinstance(play, Lay) else 0


def _asides(game: Game, rng: Random) -> None:
    for seat in range(1, game.players + 1):
        for aside in (
            Call(seat),
            Challenge(seat % game.players + 1, seat),
            Nominate(seat, rng.randrange(4)),
        ):
            if rng.random() < 0.4 and game.is_legal(aside):
                game.apply(aside)
