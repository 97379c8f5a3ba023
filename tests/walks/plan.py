"""What kind of evening a seed makes: its game, its size, its guest list and what befalls it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random

from tests.walks.guest_lists import FLAWS, STYLES

GAMES: Mapping[str, tuple[str, ...]] = {
    "swedish_pursuit": ("",),
    "switch": ("counting=places", "counting=spread", "counting=wins", "counting=hand"),
    "ottawa": ("ending=fixed blocked=difference", "ending=fixed blocked=no_score"),
    "pursuit_racing": ("counting=places", "counting=spread"),
    "pursuit": (
        "pairing=swiss best_of=1",
        "pairing=swiss best_of=3",
        "pairing=all_play_all best_of=1",
        "pairing=knock_out best_of=3",
        "pairing=swiss_then_knock_out best_of=1",
    ),
}
"""The games, the last one of matches of two, and the answers to their questions on the page of the
rules.
"""
MOST_WHO_ALL_MEET = 20
HIGHEST = frozenset({"counting=wins", "ottawa"})


@dataclass(frozen=True)
class Incident:
    """Something that befalls an evening: what, and the moment; `seed` makes its own choices."""

    kind: str
    moment: str
    seed: int


@dataclass(frozen=True)
class Plan:
    """An evening to walk. Everything else is decided by the pages and by `seed`."""

    seed: int
    game: str = "swedish_pursuit"
    choices: str = ""
    guests: int = 10
    rounds: int = 2
    games: int = 2
    through: int = 4
    playoff: str = "one"
    cut_tie: str = "cut_of_cards"
    absent: str = "table_worst"
    unplayed: str = "void_everywhere"
    one_official: bool = False
    style: str = "name and livery"
    flaws: tuple[str, ...] = ()
    level: bool = False
    prints: bool = False
    phones: float = 0.0
    points: bool = False
    incidents: tuple[Incident, ...] = ()

    @property
    def paired(self) -> bool:
        """Whether two meet two, and nobody sits at drawn tables."""
        return self.game == "pursuit"

    @property
    def pairing(self) -> str:
        """How opponents are found; nothing where nobody has one."""
        return self.asked.get("pairing", "")

    @property
    def best_of(self) -> int:
        """How many games a match is the best of."""
        return int(self.asked.get("best_of", "1"))

    @property
    def asked(self) -> Mapping[str, str]:
        """The answers to the questions of the game."""
        return dict(word.split("=") for word in self.choices.split())

    def dice(self, *what: object) -> Random:
        """Dice of their own for each thing, so that leaving one out throws no other anew."""
        return Random(f"{self.seed} {what}")

    def __str__(self) -> str:
        usual = Plan(self.seed)
        told = [
            f"{name}={value!r}"
            for name, value in vars(self).items()
            if value != getattr(usual, name)
        ]
        return f"Plan({self.seed}{''.join(f', {words}' for words in told)})"


def plan(
    seed: int,
    kinds: Mapping[bool, Mapping[str, tuple[str, ...]]],
    besides: Mapping[str, tuple[str, ...]],
    *,
    most: int = 20,
) -> Plan:
    """The evening of a seed; `kinds` are the incidents there are at tables and
    (True) of matches, with the moments at which each may come. Those `besides` come to tables by
    dice of their own: one kind more throws nothing else of an evening anew.
    """
    dice = Random(f"evening {seed}")
    game = dice.choice(("swedish_pursuit", "swedish_pursuit", "swedish_pursuit", *GAMES))
    guests = min(most, dice.choice((8, 9, 10, 10, 11, 12, 13, 15, most)))
    style = dice.choice(STYLES)
    flaws = tuple(flaw for flaw in FLAWS if style != "name" and dice.random() < 0.25)
    made = Plan(
        seed,
        game,
        dice.choice(GAMES[game]),
        guests=guests,
        rounds=dice.choice((2, 2, 2, 3)),
        games=dice.choice((1, 1, 2, 2, 3)),
        through=dice.randint(3, min(6, guests - 4)),
        playoff=dice.choice(("tables", "one", "one", "none")),
        cut_tie=dice.choice(("cut_of_cards", "cut_of_cards", "admit_still_tied", "admit_all")),
        absent=dice.choice(("table_worst", "table_mean_up")),
        unplayed=dice.choice(("void_everywhere", "mean_of_others")),
        one_official=dice.random() < 0.4,
        style=style,
        flaws=flaws,
        level=dice.random() < 0.3,
        prints=dice.random() < 0.1,
        points=game == "swedish_pursuit" and dice.random() < 0.3,
        phones=dice.choice((0.0, 0.3, 0.7, 1.0)),
    )
    if made.pairing == "all_play_all":  # seventy would meet in 2,415 matches
        made = replace(made, guests=min(guests, MOST_WHO_ALL_MEET))
    if made.paired:
        made = replace(made, through=2 if guests < 12 else 4)
    incidents = _incidents(dice, kinds[made.paired], (0, 1, 2, 3, 4, 5))
    if not made.paired:
        incidents += _incidents(Random(f"besides {seed}"), besides, (0, 1, 1, 2))
    return replace(made, incidents=incidents)


def _incidents(
    dice: Random, kinds: Mapping[str, tuple[str, ...]], numbers: tuple[int, ...]
) -> tuple[Incident, ...]:
    number = dice.choice(numbers) if kinds else 0
    drawn = (dice.choice(sorted(kinds)) for _ in range(number))
    return tuple(Incident(kind, dice.choice(kinds[kind]), dice.randrange(10**6)) for kind in drawn)
