"""Prizes by eligibility: the ranking skips nobody, only a prize does."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.standings import Standing
from scoring.tally import Direction, Player


@dataclass(frozen=True, slots=True)
class PrizeRule:
    """A podium prize: its name and whether host-connected players are passed over for it."""

    name: str
    skips_host: bool = False


@dataclass(frozen=True, slots=True)
class Award:
    """Who gets a prize (None: nobody eligible, or `undecided` must be split first), who was passed over, who is next."""

    prize: str
    player: str | None
    passed_over: tuple[str, ...] = ()
    next_in_line: str | None = None
    undecided: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LiveryPair:
    """A livery's two best totals added up; `players` counts its ranked players, `place` is shared on equal sums."""

    place: int
    livery: str
    sum_best_two: int
    players: int


@dataclass(frozen=True, slots=True)
class Figure:
    """The best figure of a kind and the players who hold it, in order."""

    figure: int
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Prizes:
    """All prizes of an evening; parts not yet known are None or empty."""

    wooden_spoon: tuple[str, ...]
    most_games_won: Figure | None
    most_eights_caught: Figure | None
    best_round: Mapping[int, Figure]
    livery_best_two: tuple[LiveryPair, ...]
    playoff_order: tuple[str, ...]
    podium: tuple[Award, ...]


def prizes(
    field: Sequence[Standing],
    playoff: Sequence[Standing],
    players: Sequence[Player],
    direction: Direction = "lowest",
    podium: Sequence[PrizeRule] = (),
) -> Prizes:
    """All prizes from the qualifying field and the play-off standings (empty before the play-off)."""
    raise NotImplementedError
