"""Totals, places and order of a field, with what decided every tie and the reason in words for each
place that a tie-break decided.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, groupby
from typing import Any, NamedTuple

from scoring.counting.figures import figures
from scoring.counting.policies import Policies, fill
from scoring.counting.table_par import with_par
from scoring.counting.tally import NEVER_CAME, Direction, Player, Tally
from scoring.counting.tie_breaks import CRITERIA, TIE_BREAK, Context, Facts
from scoring.counting.ties import Decision, Omissions, Prompt, decisions, untie
from scoring.counting.totals import Line, lines

__all__ = [
    "CRITERIA",
    "TIE_BREAK",
    "Decision",
    "Facts",
    "Prompt",
    "Ranking",
    "Standing",
    "rank",
    "standings",
]


@dataclass(frozen=True, slots=True)
class Ranking:
    """How a field is ranked: the best total, the ordered tie-breaks, the policies.

    Raises ValueError when a tie-break is unknown or named twice.
    """

    direction: Direction = "lowest"
    tie_break: tuple[str, ...] = TIE_BREAK
    policies: Policies = field(default_factory=Policies)

    def __post_init__(self) -> None:
        for name in self.tie_break:
            if name not in CRITERIA:
                raise ValueError(
                    f"There is no tie-break {name!r}; choose from {', '.join(CRITERIA)}."
                )
        if len(set(self.tie_break)) < len(self.tie_break):
            raise ValueError("A tie-break is named twice; name each once, in order.")


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's line. `place` is shared on equal totals, `order` is after tie-breaks; None if
    not ranked.

    `rounds` holds points by round (filled and adjusted points included), `round_games` the games
    counted in each. `figures` holds all of `scoring.counting.figures` by name, None while not
    known. `countback` is the points game by game, last first. `adjusted` is the sum of adjustments,
    part of `total`; `par` is what a declared par of table sizes adds to it alone.
    `unranked_because` is withdrawn, absent games or no games. `tied_with` counts the other ranked
    players on the same total; `decided_by` says what separated this one from the next below, then
    above. `undecided` names all (this one included) whom no criterion
    separates: their order among each other is by id alone and decides nothing. `skipped` names
    criteria skipped here, `prompts` what to ask. `bare_rounds` are the rounds of which a card bore
    the total alone: no figure of single games is known then. `line` is what all this was made of,
    where later standings are to be counted from these.
    """

    player: str
    name: str
    total: int
    rounds: Mapping[int, int]
    round_games: Mapping[int, int]
    figures: Mapping[str, int | None]
    countback: tuple[int, ...]
    absent: int
    adjusted: int = 0
    ranked: bool = True
    unranked_because: str = ""
    place: int | None = None
    order: int | None = None
    tied_with: int = 0
    decided_by: tuple[Decision, ...] = ()
    undecided: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    prompts: tuple[Prompt, ...] = ()
    bare_rounds: tuple[int, ...] = ()
    par: int = 0
    line: Line | None = field(default=None, compare=False, repr=False)

    @property
    def played(self) -> int:
        """How many games they sat in: fewer where a target ended the play of their table."""
        return sum(self.round_games.values()) - self.absent

    @property
    def shown_place(self) -> int | None:
        """The place as people read it: in the order that the tie-breaks made, shared by those alone
        whom nothing separates; None for who is not ranked.
        """
        if self.order is None or not self.undecided:
            return self.order
        return self.order - self.undecided.index(self.player)

    @property
    def place_words(self) -> str:
        """That place in words: `=10` where nothing decided, a dash for who is not ranked."""
        if self.shown_place is None:
            return "–"
        return f"={self.shown_place}" if self.undecided else str(self.shown_place)

    @property
    def level_words(self) -> str:
        """The place while tie-breaks are not told yet: `=10` on every equal total."""
        if self.place is None:
            return "–"
        return f"={self.place}" if self.tied_with else str(self.place)


def standings(
    scores: Iterable[Tally],
    players: Sequence[Player],
    ranking: Ranking,
    facts: Facts | None = None,
    earlier: Iterable[Standing] | None = None,
) -> tuple[Standing, ...]:
    """The field in order: the ranked, then those without a rank, the withdrawn last; who never came
    has no line.

    Takes the tallies of one stage as they count (`policies.fill`), all its players and what is
    recorded beside the tallies. Neither the order of `scores` nor that of `players` matters. The
    `earlier` standings, by the same ranking and facts before some sheets came in, spare counting
    the lines of everybody else and ordering the totals of nobody else anew, and change nothing;
    where they are given, empty at first, these standings keep their lines for the next. Raises
    ValueError when a score or an adjustment names somebody who is not among the players. Source:
    ranking key of the reference data.
    """
    recorded = facts or Facts()
    by_id = sorted(players, key=lambda player: player.id)
    listed, before = tuple(scores), tuple(earlier or ())
    counted = [standing.line for standing in before if standing.line]
    everybody = lines(listed, by_id, recorded.adjustments, recorded.round_totals, counted)
    if ranking.policies.par:
        everybody = with_par(everybody, listed, ranking.policies.par, recorded)
    field_lines = tuple(line for line in everybody if line.player.status != NEVER_CAME)
    last_round = max((number for line in field_lines for number in line.rounds), default=0)
    around = Context(ranking.direction, last_round, recorded)
    ranked = [line for line in field_lines if not line.unranked_because]
    unranked = (
        _standing(line, around)
        for reason in ("absent games", "no games", "withdrawn")
        for line in field_lines
        if line.unranked_because == reason
    )
    begun = max((number for line in counted for number in line.rounds), default=0)
    stood = _by_total(before) if begun == last_round else {}
    rows = chain(_placed(ranked, ranking.tie_break, around, stood), unranked)
    return tuple(rows if earlier is not None else (replace(row, line=None) for row in rows))


def rank(
    tallies: Iterable[Tally],
    players: Sequence[Player],
    ranking: Ranking | None = None,
    facts: Facts | None = None,
    earlier: Iterable[Standing] | None = None,
) -> tuple[Standing, ...]:
    """Tallies straight to standings: filled by the policies, then ranked; arguments as for these
    two.

    Whoever never came is left out before any policy looks at a table.
    """
    order = ranking or Ranking()
    away = {player.id for player in players if player.status == NEVER_CAME}
    counted = (tally for tally in tallies if tally.player not in away) if away else tallies
    scores = fill(counted, order.policies, order.direction)
    return standings(scores, players, order, facts, earlier)


def _by_total(earlier: Iterable[Standing]) -> Mapping[int, Sequence[Standing]]:
    by_total: defaultdict[int, list[Standing]] = defaultdict(list)
    for standing in earlier:
        by_total[standing.total].append(standing)
    return by_total


def _placed(
    ranked: Sequence[Line],
    tie_break: Sequence[str],
    around: Context,
    stood: Mapping[int, Sequence[Standing]],
) -> Iterator[Standing]:
    """The ranked lines in order, those on one total ordered by the tie-breaks; as they `stood`
    where the same lines were on that total before.
    """
    sign = 1 if around.direction == "lowest" else -1
    best_first = sorted(ranked, key=lambda line: sign * line.total)
    place = 1
    for total, same_total in groupby(best_first, key=lambda line: line.total):
        group, before = tuple(same_total), stood.get(total, ())
        if {id(standing.line) for standing in before} == set(map(id, group)):
            yield from (_from_place(standing, place) for standing in before)
        else:
            yield from _untied(group, place, tie_break, around)
        place += len(group)


def _from_place(standing: Standing, place: int) -> Standing:
    """The same among those on its total, where these begin at this place."""
    if standing.place == place or standing.place is None or standing.order is None:
        return standing
    return replace(standing, place=place, order=standing.order - standing.place + place)


def _untied(
    group: Sequence[Line], place: int, tie_break: Sequence[str], around: Context
) -> Iterator[Standing]:
    """Those on one total in order, from this place on."""
    omissions: Omissions = defaultdict(list)
    untied = untie(group, tie_break, around, omissions)
    order = place
    for position, level in enumerate(untied.levels):
        for line in level:
            skipped = omissions[line.player.id]
            yield _standing(
                line,
                around,
                place=place,
                order=order,
                tied_with=len(group) - 1,
                decided_by=decisions(untied, position),
                undecided=tuple(line.player.id for line in level) if len(level) > 1 else (),
                skipped=tuple([criterion for criterion, _prompt in skipped]),
                prompts=tuple([prompt for _criterion, prompt in skipped if prompt]),
            )
            order += 1


def _standing(line: Line, around: Context, **placed: Any) -> Standing:
    """The standing of a line, with the fields that say where it is `placed`."""
    return Standing(
        player=line.player.id,
        name=line.player.name,
        total=line.total,
        rounds=line.rounds,
        round_games=line.round_games,
        figures=figures(line, around),
        countback=line.countback,
        absent=line.absent,
        adjusted=line.adjusted,
        ranked=not line.unranked_because,
        unranked_because=line.unranked_because,
        bare_rounds=tuple(line.bare),
        par=line.par,
        line=line,
        **placed,
    )


class Reason(NamedTuple):
    """Why a player stands where they do among equals: "10th by most games won (5 to 3)"."""

    player: str
    order: int
    criterion: str
    words: str


def reasons(ranked: Sequence[Standing], inside: set[str]) -> tuple[Reason, ...]:
    """The reason of every standing (in order from 1) whose order a tie-break decided; `inside` are
    those through.
    """
    explained = []
    for order, standing in enumerate(ranked, start=1):
        # Whoever is in wants to know over whom, whoever is out behind whom.
        steps = sorted(
            standing.decided_by,
            key=lambda decision: decision.ahead,
            reverse=standing.player in inside,
        )
        if steps:
            words = f"{ordinal(order)} by {steps[0].by}"
            explained.append(Reason(standing.player, order, steps[0].criterion, words))
    return tuple(explained)


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th … 11th, 12th, 13th … 21st for a whole number above 0."""
    ending = (
        "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    )
    return f"{number}{ending}"
