"""Everybody's chance of going through: the event as it stands, finished ten thousand times.

That takes long, so it is done in the background, and a page is told `BEING_WORKED_OUT` until then
(`event_chances`). Chances are kept with the cut and the games to come that they follow from, and
never given for others: a chance of a minute ago beside the totals of now could call somebody
through who is not. What they were before newer sheets came in is `earlier_chances`, with all that
it belongs to.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from random import Random

from scoring.counting.board import Board
from scoring.counting.cut import Cut, NoCut
from scoring.counting.standings import Standing
from scoring.counting.tally import Player
from scoring.foresight.chances import Chance, chances, decided
from scoring.foresight.simulation import Field, Pool, pool, turned
from scoring.foresight.skill import scales
from scoring.formats import Format
from scoring.games.registry import engine
from scoring.games.rulebooks import rulebook
from scoring.law.rulebook import Rules, RulesError
from tournament.counting.board import board
from tournament.counting.grid import NOBODY, ToCome, games_to_come
from tournament.models import Event
from tournament.site.background import BACKGROUND
from tournament.site.keep import KEEP, KeptByVersion

FINISHES = 10_000
"""So many that "as good as through" can be said: what fewer than one of a thousand finishes
changes.
"""
SAMPLE = 400
"""Simulated games of each table size from which the games to come are drawn."""
SMALL_SAMPLE = 100
"""Of games that take longer to play: fewer, or the first chances of an evening would take
seconds.
"""
USUAL_TABLE = 5
DRAWS = 1
"""The same finishes are drawn for all: chances differ by what differs in the cut and in the games
alone.
"""
NOBODY_AHEAD = "No sheet is in yet: nobody is ahead of anybody."
BEING_WORKED_OUT = "The chances are being worked out. They show here in a moment."
FAILED = "The chances could not be worked out: the server’s log says why."

NOT_FORETOLD = (
    "There are no chances for this format: only games whose points come from cards left in hand are"
    " simulated."
)


Grounds = tuple[Cut | NoCut, ToCome]
"""What chances follow from."""


@dataclass(frozen=True, slots=True)
class Chances:
    """What so many finishes gave, for every ranked guest in the order of the standings.

    A row is the standing, the chance, and how many games the guest has to come.
    """

    rows: tuple[tuple[Standing, Chance, int], ...]

    @property
    def of_player(self) -> dict[str, Chance]:
        """The chance of each guest."""
        return {standing.player: chance for standing, chance, _games in self.rows}

    @property
    def to_play(self) -> dict[str, int]:
        """How many games each guest has to come."""
        return {standing.player: games for standing, _chance, games in self.rows}

    @property
    def over(self) -> bool:
        """Whether no game is to come."""
        return not any(games for _standing, _chance, games in self.rows)


@dataclass(frozen=True, slots=True)
class Moment:
    """Chances, or why there are none, with the time and the players of their board."""

    as_of: str
    players: Mapping[str, Player]
    chances: Chances | str


def event_chances(event: Event, now: Board | None = None, *, waits: bool = False) -> Chances | str:
    """The chances as the event's row stands, or as its board does, or a sentence why there are
    none: `BEING_WORKED_OUT` while they are, which begins with this. Who `waits`, as a file that
    cannot follow, is given them.
    """
    now = now or board(event)
    if now.cut is None:
        return NOBODY_AHEAD
    key, grounds = (event_chances, event.uid), (now.cut, _coming.of(event))
    if found := kept_chances(event, grounds):
        return found
    play = play_of(*grounds)
    if not isinstance(play, Play):
        return play
    work = partial(_keep, key, grounds, now, play)
    if waits:
        with suppress(TimeoutError):
            return BACKGROUND.outcome(work)
    BACKGROUND.ask(key, grounds, work)
    return kept_chances(event, grounds) or BEING_WORKED_OUT


def earlier_chances(event: Event) -> Moment | None:
    """The last chances that were reckoned, while those of now are; None where there are none, or
    guests came, went or changed their names since.
    """
    entry = KEEP.find((event_chances, event.uid))
    moment: Moment | None = entry and entry.value
    if moment is None or isinstance(moment.chances, str):
        return None
    return moment if moment.players == board(event).players else None


_coming: KeptByVersion[ToCome] = KeptByVersion(games_to_come)


def kept_chances(event: Event, grounds: Grounds) -> Chances | str | None:
    """The chances that follow from these grounds where they are the last that were reckoned."""
    entry = KEEP.find((event_chances, event.uid))
    return entry.value.chances if entry is not None and entry.state == grounds else None


def _keep(key: Hashable, grounds: Grounds, now: Board, play: "Play") -> Chances | str:
    found: Chances | str = FAILED
    try:
        found = play.finished()
    finally:
        KEEP.put(key, grounds, Moment(now.as_of, now.players, found))
    return found


@dataclass(frozen=True, slots=True)
class Play:
    """What is to be finished: who is ranked or will be, who sits together in each game to come, and
    how many go through.
    """

    field: list[Standing]
    tables: list[tuple[str, ...]]
    cut: int
    coming: ToCome

    def finished(self) -> Chances | str:
        """The chances after so many finishes, or why there can be none."""
        try:
            return self.told(self._simulated())
        except (RulesError, ValueError) as refused:
            return f"No chances can be worked out here: {refused}"

    def told(self, per_player: Iterable[Chance]) -> Chances:
        """These chances with their standings, and how many games each guest has to come."""
        to_come = Counter(player for table in self.tables for player in table)
        rows = tuple(
            (standing, chance, to_come[standing.player])
            for standing, chance in zip(self.field, per_player, strict=True)
        )
        return Chances(rows)

    def _simulated(self) -> tuple[Chance, ...]:
        coming = self.coming
        pools = {len(table): known_games(coming.rules, len(table)) for table in set(self.tables)}
        totals = {standing.player: standing.total for standing in self.field}
        rng = Random(DRAWS)  # noqa: S311 -- play, no secrets
        ahead = Field(totals, self.tables, self.cut, coming.direction, _scales(coming, pools))
        return chances(ahead, pools, FINISHES, rng, coming.par, all_drawn=not coming.rounds)


def play_of(cut: Cut | NoCut, coming: ToCome) -> Play | Chances | str:
    """What is to be finished; the chances where all games are in, or why there are none."""
    if not coming.foretold:
        return NOT_FORETOLD
    waiting = {player for seats in coming.drawn.values() for player in seats}
    field = [
        standing
        for standing in cut.standings
        if standing.ranked or _joins(standing, coming, waiting)
    ]
    if isinstance(cut, NoCut) and not 1 <= cut.size <= len(field):
        return cut.words
    if not 1 <= cut.size < len(field):
        return "Everybody goes through: there is nothing to work out."
    tables = _tables(coming, [standing.player for standing in field])
    play = Play(field, tables, cut.size, coming)
    return play if tables or isinstance(cut, NoCut) else play.told(decided(cut))


def _joins(standing: Standing, coming: ToCome, waiting: Iterable[str]) -> bool:
    """Whether somebody without a game so far has one to come, and so will be ranked."""
    return standing.unranked_because == "no games" and (
        coming.rounds > 0 or standing.player in waiting
    )


def _scales(coming: ToCome, pools: Mapping[int, Pool]) -> dict[str, tuple[float, float]]:
    """How the games so far of each guest compare with simulated ones at tables of that size."""
    usual = {
        size: sum(map(sum, (result.points for result in known_value.results)))
        / len(known_value.results)
        / size
        for size, known_value in pools.items()
    }
    seats = Counter((one.round, one.table, one.game) for one in coming.played)
    games: defaultdict[str, list[float]] = defaultdict(list)
    for tally in coming.played:
        mean = usual.get(seats[tally.round, tally.table, tally.game], 0.0)
        if mean > 0 and tally.points is not None:
            games[tally.player].append(tally.points / mean)
    return scales(games)


@cache
def _games(game: str, options: str, players: int) -> Pool:
    rng = Random(players)  # noqa: S311 -- play, no secrets
    sample = SMALL_SAMPLE if engine(game).slow else SAMPLE
    return turned(pool(rulebook(game).rules(options), players, sample, rng))


def known_games(rules: Rules, players: int) -> Pool:
    """Simulated games of this rulebook at a table of so many.

    Raises ValueError where the rules seat no such table.
    """
    if not rules.deal.seats_min <= players <= rules.deal.seats_max:
        raise ValueError(f"{rules.rulebook.title} is not played by {players}.")
    return _games(rules.rulebook.name, str(rules), players)


def _tables(coming: ToCome, players: list[str]) -> list[tuple[str, ...]]:
    """Who sits together in each game to come; a seat of somebody who is not ranked counts for
    nobody.
    """
    everyone = set(players)
    rng = Random(DRAWS)  # noqa: S311 -- play, no secrets
    seated = [
        tuple(seat if seat in everyone else NOBODY for seat in seats)
        for seats in coming.drawn.values()
    ]
    return [table for table in seated if any(table)] + _not_drawn(sorted(players), coming, rng)


def _not_drawn(players: list[str], coming: ToCome, rng: Random) -> list[tuple[str, ...]]:
    """Rounds nobody has drawn yet: tables of about five by chance."""
    tables: list[tuple[str, ...]] = []
    for _ in range(coming.rounds):
        mixed = rng.sample(players, len(players))
        number = max(1, round(len(mixed) / USUAL_TABLE))
        tables += [tuple(mixed[place::number]) for place in range(number)] * coming.games
    return tables


def words(share: float) -> str:
    """A chance as people say it: in a hundred, and nothing that is open is called certain or
    hopeless.
    """
    if 0 < share < LEAST:
        return "under 1 in 100"
    if 1 - LEAST < share < 1:
        return "over 99 in 100"
    return f"{round(100 * share)} in 100"


LEAST = 0.01


def in_percent(chance: Chance) -> str:
    """A chance in a table: proved, as good as, or of a hundred."""
    if certain := chance.proved or as_good_words(chance):
        return certain
    if chance.share < LEAST:
        return "under 1%"
    return "over 99%" if chance.share > 1 - LEAST else f"{round(100 * chance.share)}%"


def in_words(chance: Chance) -> str:
    """A chance in a few words: proved, as good as, or in a hundred."""
    return chance.proved or as_good_words(chance) or words(chance.share)


def as_good_words(chance: Chance) -> str:
    """ "as good as through", or nothing; never of what is proved."""
    return f"as good as {chance.as_good}" if chance.as_good else ""


def loses_words(chance: Chance, games: int, form: Format) -> str:
    """What it would take to lose a place that is as good as sure; nothing where none is."""
    if chance.loses is None:
        return ""
    lowest = form.direction == "lowest"
    loss = chance.loses
    if loss.others:
        return (
            f"only if {loss.others} of the {loss.of} who can still pass end with {loss.points}"
            f" points or {'fewer' if lowest else 'more'}"
        )
    stretch = f"the last {form.unit}" if games == 1 else form.counted(games)
    return f"only with {loss.points} points or {'more' if lowest else 'fewer'} in {stretch}"


def needs_words(chance: Chance, games: int, form: Format) -> str:
    """What a guest needs of the games to come, in a few words; nothing where no figure does."""
    if not games or chance.needs is None or chance.proved:
        return ""
    stretch = f"the last {form.unit}" if games == 1 else form.counted(games)
    if form.direction != "lowest":
        return f"{chance.needs} or more in {stretch}"
    return f"{chance.needs} or fewer in {stretch}" if chance.needs else f"0 in {stretch}"
