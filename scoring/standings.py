"""Totals, places and order of a field, with what decided every tie."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from scoring.policies import Adjustment, Policies, Score
from scoring.tally import Direction, Player, Tally

TIE_BREAK = (
    "games_won",
    "eights_caught",
    "last_round",
    "worst_game",
    "cards_left",
    "last_game_countback",
    "cut_of_cards",
)


@dataclass(frozen=True, slots=True)
class CardCut:
    """A recorded cut of cards: (player, rank) with 1 first; equal ranks are cut again and recorded as a further CardCut."""

    ranks: tuple[tuple[str, int], ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Ranking:
    """How a field is ranked: which total is best, the ordered tie-breaks, the policies."""

    direction: Direction = "lowest"
    tie_break: tuple[str, ...] = TIE_BREAK
    policies: Policies = field(default_factory=Policies)


@dataclass(frozen=True, slots=True)
class Facts:
    """What is recorded beside the tallies: adjustments, cuts of cards, totals carried from an earlier stage."""

    adjustments: tuple[Adjustment, ...] = ()
    card_cuts: tuple[CardCut, ...] = ()
    earlier: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Decision:
    """One step of a tied group: `player` stands ahead of (or behind) `other` by `criterion`, figures own first."""

    criterion: str
    player: str
    other: str
    ahead: bool
    figures: tuple[str, str]
    words: str


@dataclass(frozen=True, slots=True)
class Prompt:
    """A missing fact that made a criterion be skipped in a tied group: whom to ask for what, cells as (round, table, game)."""

    criterion: str
    player: str
    cells: tuple[tuple[int, int, int], ...]
    words: str


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's line. `place` is shared on equal totals, `order` is after tie-breaks; both None when not ranked.

    `eights_caught`, `cards_left`, `last_round` and `worst_game` are None where not known. `countback` is the points game
    by game, last first. `undecided_with` names the players no criterion could separate from this one: their order among
    each other is then only alphabetical by id and must not be used for a decision.
    """

    player: str
    name: str
    total: int
    rounds: Mapping[int, int]
    games: int
    games_won: int
    eights_caught: int | None
    last_round: int | None
    worst_game: int | None
    cards_left: int | None
    countback: tuple[int, ...]
    absent: int
    adjusted: int = 0
    ranked: bool = True
    unranked_because: str = ""
    place: int | None = None
    order: int | None = None
    tied_with: int = 0
    decided_by: tuple[Decision, ...] = ()
    undecided_with: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    prompts: tuple[Prompt, ...] = ()


def standings(
    scores: Iterable[Score], players: Sequence[Player], ranking: Ranking, facts: Facts | None = None
) -> tuple[Standing, ...]:
    """The field in order: ranked players first, then the unranked, withdrawn last."""
    raise NotImplementedError


def rank(
    tallies: Iterable[Tally], players: Sequence[Player], ranking: Ranking | None = None, facts: Facts | None = None
) -> tuple[Standing, ...]:
    """Tallies straight to standings: fill by the policies, then rank."""
    raise NotImplementedError
