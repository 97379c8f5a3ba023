"""The standing of matches: points, Buchholz, Sonneborn-Berger, direct encounter, the lot; and the
places of a knock-out.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from scoring.formats.results import Halves
from scoring.pairing.bracket import THIRD, rounds_needed
from scoring.pairing.values import DRAW, WIN, Match, Round

CRITERION_WORDS = {
    "buchholz": "Buchholz, the points of all opponents",
    "median_buchholz": "median Buchholz, without the best and the weakest opponent",
    "sonneborn_berger": "Sonneborn-Berger, the points of those beaten and half of those drawn with",
    "head_to_head": "direct encounter, the matches between them",
    "games_won": "games won",
    "lot": "the lot",
}
CRITERIA = tuple(CRITERION_WORDS)
"""What can split equal points. Buchholz: the points of all opponents together, since more points of
theirs mean a harder way; a round without an opponent counts like one with as many points as the
player's own.
"""
FEWEST_FOR_MEDIAN = 3


@dataclass(frozen=True, slots=True)
class Line:
    """One player's line: `place` is shared on equality, `order` never; `decided` names what split a
    tie, and where it was the direct encounter, `encounters` what the player's match counted against
    each of those level.
    """

    player: str
    place: int
    order: int
    halves: Halves
    played: int
    won: int
    drawn: int
    lost: int
    games_won: int
    buchholz: Halves
    median_buchholz: Halves
    sonneborn_berger: Fraction
    decided: str = ""
    tied_with: tuple[str, ...] = ()
    encounters: tuple[tuple[str, Halves], ...] = ()


class Sums(NamedTuple):
    """What the criteria are reckoned from: the matches of each player in order, and the points of
    all.
    """

    matches: Mapping[str, tuple[Match, ...]]
    halves: Mapping[str, Halves]
    lot: Mapping[str, int]

    def opposition(self, ref: str) -> list[Halves]:
        """The final points of each opponent, the least first; for a round without one the player's
        own.
        """
        return sorted(self.halves[match.faced(ref)] for match in self.matches[ref])

    def games_won(self, ref: str) -> int:
        """How many single games the player won at the table."""
        return sum(match.games_won(ref) for match in self.matches[ref])


def sums(
    rounds: Sequence[Round],
    entrants: Sequence[str],
    stated: Mapping[str, Halves],
    lot: Sequence[str],
) -> Sums:
    """Gather the finished matches of a stage.

    `stated` are the points that late entries were given; `lot` names players in the order the lot
    drew them.
    """
    matches = {
        ref: tuple(
            match
            for round_ in rounds
            for match in round_.matches
            if match.done and ref in match.players
        )
        for ref in entrants
    }
    halves = {
        ref: sum((match.halves(ref) for match in matches[ref]), stated.get(ref, Halves(0)))
        for ref in entrants
    }
    return Sums(matches, halves, {ref: index for index, ref in enumerate(lot)})


def standing(totals: Sums, criteria: Sequence[str] = CRITERIA) -> tuple[Line, ...]:
    """Everybody in order: by points, then by the criteria, the first that splits. What nothing
    splits shares a place.

    Criteria are names of CRITERIA; "lot" splits only those whom a lot was drawn for. Raises
    KeyError for another name.
    """
    groups: list[Part] = []
    for points in sorted(set(totals.halves.values()), reverse=True):
        level = tuple(ref for ref in totals.halves if totals.halves[ref] == points)
        groups += _split(totals, (level, "", ()), tuple(criteria))
    lines: list[Line] = []
    for part in groups:
        place = len(lines) + 1
        for ref in part[0]:
            lines.append(_line(totals, ref, place, len(lines) + 1, part))
    return tuple(lines)


Part = tuple[tuple[str, ...], str, tuple[str, ...]]
"""Players who are level, what set them off, and those level with them before it did."""


def _split(totals: Sums, part: Part, criteria: tuple[str, ...]) -> list[Part]:
    """The players of the part in order, with the criterion that set each part of them off."""
    group = part[0]
    if len(group) == 1 or not criteria:
        return [part]
    name, *rest = criteria
    values = {ref: FIGURES[name](totals, group, ref) for ref in group}
    parts = [
        tuple(ref for ref in group if values[ref] == value)
        for value in sorted(set(values.values()), reverse=True)
    ]
    if len(parts) == 1:
        return _split(totals, part, tuple(rest))
    # A part that was set off begins again from the first criterion left: head-to-head among fewer
    # may split it.
    return [row for level in parts for row in _split(totals, (level, name, group), tuple(rest))]


def median_of(opposition: Sequence[Halves]) -> Halves:
    """The sum without the least and the greatest; of fewer than three the plain sum.

    Sorted, in half points.
    """
    inner = opposition[1:-1] if len(opposition) >= FEWEST_FOR_MEDIAN else opposition
    return sum(inner, Halves(0))


def _quarters(totals: Sums, ref: str) -> int:
    """Each result times the points of the opponent, those of the player where nobody was met; in
    quarters of a point, as a half of a half is one.
    """
    return sum(
        int(match.halves(ref)) * int(totals.halves[match.faced(ref)])
        for match in totals.matches[ref]
    )


def _head_to_head(totals: Sums, group: Sequence[str], ref: str) -> int:
    """The points among the group alone; all alike unless each of them met each other."""
    met_all = (
        {rival for rival, _ in encounters(totals, peer, group)} == {*group} - {peer}
        for peer in group
    )
    return sum(halves for _, halves in encounters(totals, ref, group)) if all(met_all) else 0


def encounters(totals: Sums, ref: str, group: Sequence[str]) -> tuple[tuple[str, Halves], ...]:
    """The matches of a player against those of a group: whom, and what it counted."""
    matches = [match for match in totals.matches[ref] if match.met]
    rivals = [(str(match.opponent(ref)), match.halves(ref)) for match in matches]
    return tuple((rival, halves) for rival, halves in rivals if rival in group)


FIGURES: Mapping[str, Callable[[Sums, Sequence[str], str], int]] = {
    "buchholz": lambda totals, group, ref: sum(totals.opposition(ref)),
    "median_buchholz": lambda totals, group, ref: median_of(totals.opposition(ref)),
    "sonneborn_berger": lambda totals, group, ref: _quarters(totals, ref),
    "head_to_head": _head_to_head,
    "games_won": lambda totals, group, ref: totals.games_won(ref),
    # Where the lot put them; all alike unless each of them was in it.
    "lot": lambda totals, group, ref: -totals.lot[ref] if totals.lot.keys() >= {*group} else 0,
}
"""For each criterion the figure of a player among a group that is level, the greatest first."""


def _line(totals: Sums, ref: str, place: int, order: int, part: Part) -> Line:
    matches = totals.matches[ref]
    level, decided, before = part
    faced = [match for match in matches if match.other is not None]
    opposition = totals.opposition(ref)
    return Line(
        player=ref,
        place=place,
        order=order,
        halves=totals.halves[ref],
        played=len(faced),
        won=sum(match.halves(ref) == WIN for match in faced),
        drawn=sum(match.halves(ref) == DRAW for match in faced),
        lost=sum(match.halves(ref) == 0 for match in faced),
        games_won=totals.games_won(ref),
        buchholz=sum(opposition, Halves(0)),
        median_buchholz=median_of(opposition),
        sonneborn_berger=Fraction(_quarters(totals, ref), 4),
        decided=decided,
        tied_with=tuple(peer for peer in level if peer != ref),
        encounters=encounters(totals, ref, before) if decided == "head_to_head" else (),
    )


def knock_out_places(rounds: Sequence[Round], entrants: Sequence[str]) -> dict[str, int]:
    """The places a knock-out gives so far: those out in one round share a place, ahead of those out
    before them; of a match that is still open one goes out.

    Who is still in has no place yet. The match for the third place splits third and fourth.
    """
    still, places = len(entrants), dict[str, int]()
    for turn, round_ in enumerate(rounds, start=1):
        bracket = [match for match in round_.matches if match.slot != THIRD]
        out = [
            ref for match in bracket if match.done for ref in match.players if ref != match.winner
        ]
        still -= len(out) + sum(not match.done for match in bracket)
        places |= dict.fromkeys(out, max(still + 1, 2))
        final = bracket[0].winner if turn == rounds_needed(len(entrants)) and bracket else None
        places |= {final: 1} if final else {}
        third = next((match for match in round_.matches if match.slot == THIRD), None)
        if third and third.winner and third.loser:
            places |= {third.winner: 3, third.loser: 4}
    return places
