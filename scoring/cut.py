"""Who goes through, who is tied on the line, what decided it, and what could still change it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from scoring.policies import Score
from scoring.standings import Prompt, Standing

AtTheLine = Literal["cut_of_cards", "admit_still_tied", "admit_all"]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a player stands where they stand at this cut, in words: "10th by most games won (5 to 3)"."""

    player: str
    order: int
    criterion: str
    words: str


@dataclass(frozen=True, slots=True)
class NearMiss:
    """A ranked player outside the cut, `points` from the last total inside."""

    player: str
    order: int
    total: int
    points: int


@dataclass(frozen=True, slots=True)
class OpenSheet:
    """An unchecked sheet that could still change the cut, the players in it for whom it could, and why."""

    round: int
    table: int
    game: int
    players: tuple[str, ...]
    words: str


@dataclass(frozen=True, slots=True)
class Cut:
    """The cut of a field. `undecided` is what the Umpire's cut of cards must split for `places_left` places."""

    size: int
    cut_score: int
    clear: int
    tied_at_cut: int
    places_for_tied: int
    tie: bool
    tie_resolved_by: str | None
    tied: tuple[Standing, ...]
    qualifiers: tuple[str, ...]
    undecided: tuple[str, ...]
    places_left: int
    admit_all_would_be: int
    near_misses: tuple[NearMiss, ...]
    reasons: tuple[Reason, ...]
    prompts: tuple[Prompt, ...]
    standings: tuple[Standing, ...]


@dataclass(frozen=True, slots=True)
class NoCut:
    """The cut cannot be drawn: the sentence says why and what to do."""

    size: int
    field: int
    words: str
    standings: tuple[Standing, ...]


@dataclass(frozen=True, slots=True)
class Move:
    """A player's place and order before and after a change."""

    player: str
    name: str
    place: tuple[int | None, int | None]
    order: tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class Moves:
    """What a change does to a cut: who falls out, who comes in, whose place or order differs."""

    out: tuple[Move, ...]
    into: tuple[Move, ...]
    shifted: tuple[Move, ...]
    words: str


def cut(field: Sequence[Standing], size: int, policy: AtTheLine = "cut_of_cards") -> Cut | NoCut:
    """Draw the cut through standings in order."""
    raise NotImplementedError


def open_sheets(
    drawn: Cut, scores: Iterable[Score], unchecked: Iterable[tuple[int, int, int]]
) -> tuple[OpenSheet, ...]:
    """The unchecked sheets (round, table, game) that could still change the cut."""
    raise NotImplementedError


def moves(before: Cut | NoCut, after: Cut | NoCut) -> Moves:
    """Who goes out, who comes in, and every place that differs."""
    raise NotImplementedError
