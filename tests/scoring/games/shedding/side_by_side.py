"""Random games with options mixed at random, played side by side: another engine of each game and
the laying machine. Every position is compared, and so is what may be done and said in it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any

from scoring.cards import rank_of
from scoring.games.registry import ENGINES
from scoring.games.shedding.dealing import placed
from scoring.games.shedding.flags import Flags
from scoring.games.shedding.law import flags_of as flags_by_rulebook
from scoring.games.shedding.machine import Machine
from scoring.games.swedish_pursuit.flags import flags_of as flags_of_swedish_pursuit
from scoring.games.switch.flags import flags_of as flags_of_switch
from scoring.law.plays import (
    LAY,
    LAY_NAMING,
    MISS,
    PICK_UP,
    TAKE_PENALTY,
    Call,
    Challenge,
    Lay,
    Nominate,
    Play,
)
from scoring.law.rulebook import Rules
from tests.reference.laying import PlainGame
from tests.reference.laying_rows import PlainSwitch
from tests.reference.laying_tricks import PlainSwedishPursuit

FLAGS: dict[str, Callable[[Rules], Flags]] = {
    "swedish_pursuit": flags_of_swedish_pursuit,
    "switch": flags_of_switch,
    "crazy_eights": flags_by_rulebook,
    "mau_mau": flags_by_rulebook,
    "prsi": flags_by_rulebook,
    "pesten": flags_by_rulebook,
}
FEW_CARDS = {"swedish_pursuit": 10, "switch": 8, "crazy_eights": 10, "mau_mau": 5, "prsi": 5,
             "pesten": 10}  # fmt: skip
"""The most players at a table of the bench; two packs are met at two games of it."""
Seats = tuple[int, int, int | None]
"""How many play, who deals, whom a cut chose to begin."""
Planted = Callable[[Flags], Flags]
"""A fault put into the flags; the negative control."""


def as_they_are(flags: Flags) -> Flags:
    """No fault."""
    return flags


@dataclass
class Pair:
    """One deal at two tables, the rules and what was played."""

    engine: Any
    machine: Machine
    rules: Rules

    def __str__(self) -> str:
        return f"{self.rules.rulebook.name} {self.rules} {self.engine.record}"


def mixed(name: str, rng: Random) -> Rules:
    """Rules with each option drawn anew."""
    book = ENGINES[name].rulebook
    return book.rules({option.name: rng.choice(option.values) for option in book.options})


def dealt(
    name: str,
    rng: Random,
    planted: Planted = as_they_are,
    *,
    starved: bool = False,
    most: int = 0,
) -> Pair:
    """One deal at both tables, for so many players at `most`; a `starved` one has three cards in
    the stock at most.
    """
    rules = mixed(name, rng)
    flags = planted(FLAGS[name](rules))
    players = rng.randint(2, most or FEW_CARDS[name])
    deal, seed = rules.deal, rng.random()
    pack = list(deal.pack * deal.packs(players))
    rng.shuffle(pack)
    cut = rng.randint(1, players) if "first_player" in rules.full else None
    seats = (players, rng.randint(1, players), cut)
    engine = other_engine(rules, pack, seats)
    engine.shuffle = Random(seed).shuffle
    placement = placed(flags, pack, seats, deal.dealt(players))
    if starved:
        kept = rng.randint(0, 3)
        engine.stock[: max(0, len(engine.stock) - kept)] = []
        placement.stock = list(engine.stock)
    return Pair(engine, Machine(rules, flags, placement, Random(seed).shuffle), rules)


def state_of(game: Any) -> dict[str, object]:
    """All that shows at a table. Whose turn it were matters only while the game is on."""
    told = {
        "hands": [game.hand(seat) for seat in range(1, game.players + 1)],
        "stock": list(game.stock),
        "discards": list(game.discards),
        "suit": game.suit,
        "record": list(game.record),
        "over": game.over,
        "winner": game.winner,
        "ending": game.ending,
    }
    if game.over:
        return told | {"outcome": game.outcome()}
    plays = {"plays": list(game.legal_plays()), "silent": list(silences(game))}
    table = {"turn": game.turn, "pending": game.pending, "misses": game.misses}
    return told | table | plays | {"direction": game.direction}


def silences(game: Any) -> Iterator[bool]:
    """Whether each seat is down to one card without a word: bits, or a set of seats."""
    for seat in range(1, game.players + 1):
        silent = game.silent
        yield bool(silent >> seat & 1) if isinstance(silent, int) else seat in silent


def other_engine(rules: Rules, pack: list[int], seats: Seats) -> Any:
    """The plain engine of a game."""
    players, dealer, cut = seats
    if rules.rulebook.name == "swedish_pursuit":
        return PlainSwedishPursuit(rules, players, pack, dealer, cut)
    plain = PlainSwitch if rules.rulebook.name == "switch" else PlainGame
    return plain(rules, players, pack, dealer)


def asides(players: int) -> list[Play]:
    """Everything that can be said at a table."""
    seats = range(1, players + 1)
    return [
        *(Call(seat) for seat in seats),
        *(Challenge(by, offender) for by, offender in product(seats, repeat=2)),
        *(Nominate(seat, suit) for seat, suit in product(seats, range(4))),
    ]


def asked(pair: Pair, rng: Random) -> list[Play]:
    """Plays put to both tables: all that may be said, and plays right and wrong."""
    machine = pair.machine
    hand = machine.hand(machine.turn)
    wild = [card for card in range(52) if machine.wild >> card & 1]
    lays = [LAY[card] for card in {*hand, rng.randrange(52), rng.randrange(52)}]
    named = [LAY_NAMING[card][rng.randrange(4)] for card in (*wild, *hand) if card in wild]
    rows = [Lay(tuple(rng.sample(hand, 2))) for _ in range(2) if len(hand) > 1]
    rows += [Lay(tuple(rng.sample(hand, 3))) for _ in range(2) if len(hand) > 2]
    said = asides(machine.players)
    if rank_of(machine.top) in {rank_of(card) for card in wild} or rng.random() < 0.2:
        return [*lays, *named, *rows, *said, PICK_UP, TAKE_PENALTY, MISS]
    return [*rows, *(play for play in said if not isinstance(play, Nominate)), MISS, *lays]


def told_apart(pair: Pair, rng: Random, *, deep: float) -> str:
    """What the two tables tell apart now, "" if nothing."""
    engine, machine = state_of(pair.engine), state_of(pair.machine)
    if engine != machine:
        return ", ".join(key for key in engine if engine[key] != machine.get(key))
    if pair.engine.over or rng.random() < deep:
        for play in asked(pair, rng):
            if pair.engine.is_legal(play) != pair.machine.is_legal(play):
                return f"the legality of {play!r}"
    return ""


def next_play(pair: Pair, rng: Random) -> Play | None:
    """A play of the turn, or something said that counts; None when nothing is left to do."""
    if rng.random() < 0.3 or pair.engine.over:
        said = [play for play in asides(pair.engine.players) if pair.engine.is_legal(play)]
        if said and rng.random() < 0.8:
            return rng.choice(said)
    plays: Sequence[Play] = pair.engine.legal_plays()
    if not plays:
        return None
    play = rng.choice(plays)
    # A wild card is laid without a word as well.
    if isinstance(play, Lay) and play.suit is not None and rng.random() < 0.3:
        return Lay(play.cards)
    return play


def difference(pair: Pair, rng: Random, *, deep: float = 0.2, longest: int = 300) -> str:
    """Play both tables to the end; where they part, or "" if they never do."""
    for _ in range(longest):
        apart = told_apart(pair, rng, deep=deep)
        if apart:
            return f"{apart}: {pair}"
        play = next_play(pair, rng)
        if play is None:
            return ""
        pair.engine.apply(play)
        if not pair.machine.is_legal(play):
            return f"the legality of {play!r}: {pair}"
        pair.machine.apply(play)
    return ""
