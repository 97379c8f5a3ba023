"""Matches of two players: who meets whom, what came of it, and the rounds they make."""

from dataclasses import dataclass, replace
from typing import Literal

from scoring.formats.results import Halves

StageKind = Literal["all_play_all", "swiss", "knock_out"]
MatchKind = Literal["match", "bye", "asked_bye", "pause"]
Result = Literal["", "played", "walkover", "late", "forfeit", "double_forfeit"]

WIN, DRAW, LOSS = Halves(2), Halves(1), Halves(0)
LENGTHS = (1, 3, 5)
"""A match is the best of so many games."""
FIRST, SECOND, DRAWN = "1", "2", "-"
"""How `Match.games` writes a game: won by `one`, won by `other`, ended by time."""
ONE_SIDED: tuple[Result, ...] = ("walkover", "late", "forfeit")
"""Won without a game to its end: the other was not there, came too late, or gave up."""
NOT_MET: tuple[Result, ...] = ("walkover", "late", "double_forfeit")
"""Results of two who have not sat opposite each other: they may be paired again."""


class PairingError(ValueError):
    """Something about pairings that cannot be: the sentence says what, and what to mend."""


@dataclass(frozen=True, slots=True)
class Match:
    """Two players of a round, or one with a bye; players are refs.

    `one` starts up to the ten in the first game and `other` up to the five (clause PU-4); they
    change over for every further game. `other` is None for a bye. `table` counts from 1, and is 0
    for a bye. `slot` is the place in the bracket from 0 (-1: the match for the third place), and
    the order of pairing elsewhere. `games` holds a letter for each game, see FIRST; where the match
    is ONE_SIDED the one letter of who wins. `version` counts the results entered, also those taken
    back. `reasons` say why they were paired so, as sentences.
    """

    one: str
    other: str | None = None
    kind: MatchKind = "match"
    table: int = 0
    slot: int = 0
    result: Result = ""
    games: str = ""
    version: int = 0
    reasons: tuple[str, ...] = ()

    @property
    def players(self) -> tuple[str, ...]:
        """One or two refs."""
        return (self.one,) if self.other is None else (self.one, self.other)

    @property
    def done(self) -> bool:
        """Whether nothing is waited for: a result is in, or it is a bye."""
        return self.other is None or self.result != ""

    @property
    def met(self) -> bool:
        """Whether the two are opponents of each other for good: a match in
        which both could play.
        """
        return self.other is not None and self.result not in NOT_MET

    @property
    def winner(self) -> str | None:
        """Who won it: also by bye or walkover; None while open, drawn or lost by both."""
        if self.other is None:
            return self.one
        first, second = self.games.count(FIRST), self.games.count(SECOND)
        if not self.result or first == second:
            return None
        return self.one if first > second else self.other

    @property
    def loser(self) -> str | None:
        """The other of the two where there is a winner; None for a bye."""
        winner = self.winner
        return None if winner is None or self.other is None else self.opponent(winner)

    def opponent(self, ref: str) -> str | None:
        """Whom a player of this match meets; None for a bye."""
        return self.other if ref == self.one else self.one

    def faced(self, ref: str) -> str:
        """Whom a player of this match met in it; themselves where that is nobody."""
        return (self.met and self.opponent(ref)) or ref

    def instead(self, out: str, comes: str) -> "Match":
        """The match with somebody in the place of one of its players."""
        return replace(self, one=comes) if self.one == out else replace(self, other=comes)

    def halves(self, ref: str) -> Halves:
        """What it counts for one of its players: a win 1, a draw ½. A bye is a win, one that was
        asked for a draw; the pause that everybody has once where an odd number plays all is
        nothing.
        """
        if self.kind != "match":
            return {"bye": WIN, "asked_bye": DRAW}.get(self.kind, LOSS)
        if self.result in ("", "double_forfeit"):
            return LOSS
        return DRAW if self.winner is None else WIN if self.winner == ref else LOSS

    def games_won(self, ref: str) -> int:
        """The games this player won at the table: none by bye or walkover."""
        if self.result != "played":
            return 0
        return self.games.count(FIRST if ref == self.one else SECOND)


@dataclass(frozen=True, slots=True)
class Round:
    """All matches and byes of one round.

    `number` counts over the whole event from 1, `stage` from 0.
    """

    number: int
    stage: int
    published: bool
    matches: tuple[Match, ...]

    @property
    def waiting(self) -> tuple[Match, ...]:
        """The matches without a result."""
        return tuple(match for match in self.matches if not match.done)

    @property
    def begun(self) -> bool:
        """Whether a result is in."""
        return any(match.result for match in self.matches)

    def of(self, ref: str) -> Match | None:
        """The match or bye of a player."""
        return next((match for match in self.matches if ref in match.players), None)

    def at(self, table: int) -> Match | None:
        """The match at a table; a bye has none."""
        return next((match for match in self.matches if match.table == table and match.other), None)


def fault_in_result(result: str, games: str) -> str:
    """What is wrong with a result that was not played to its end, as a sentence; empty where
    nothing is. One of the two wins where it is ONE_SIDED, neither where both lose.
    """
    if result in ONE_SIDED:
        return "" if games in (FIRST, SECOND) else "Choose who of the two wins."
    return "" if (result, games) == ("double_forfeit", "") else "Choose what came of the match."


def fault_in_games(games: str, best_of: int, *, needs_winner: bool = False) -> str:
    """What is wrong with the games of a match as entered, as a sentence; empty where nothing is.

    `games` has a letter for each game in order (FIRST, SECOND, DRAWN); `best_of` is 1, 3 or 5.
    Games after the deciding one are refused, and missing ones too. `needs_winner`: a knock-out, in
    which no match ends drawn.
    """
    if set(games) - {FIRST, SECOND, DRAWN}:
        return "A game has one winner, or none when time ended it: tap one for each game."
    if len(games) > best_of:
        return (
            f"{len(games)} games are entered and the match is the best of {best_of}: take some out."
        )
    for played in range(1, len(games)):
        if _decided(games[:played], best_of):
            return f"The match was decided after game {played}: leave the games after it empty."
    if not games:
        return "No game is entered: tap who won."
    if not _decided(games, best_of) and len(games) < best_of:
        return f"Nobody has won the match yet: enter game {len(games) + 1}."
    if needs_winner and games.count(FIRST) == games.count(SECOND):
        return (
            "A knock-out match needs a winner: let them play a game that decides, and enter that"
            " one."
        )
    return ""


def _decided(games: str, best_of: int) -> bool:
    """Whether one of the two can no longer be caught up."""
    first, second = games.count(FIRST), games.count(SECOND)
    return abs(first - second) > best_of - len(games)
