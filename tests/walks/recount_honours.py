"""Prizes, records and the champion, counted again from what the walkers said."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tests.walks.recount import Evening, _Judge, _order, lines, points_of, standings


def wooden_spoon(evening: Evening) -> set[str]:
    """Those on the worst total."""
    ranked, found = [guest for level in standings(evening) for guest in level], lines(evening)
    return {guest for guest in ranked if found[guest].total == found[ranked[-1]].total}


def most_won(evening: Evening) -> set[str]:
    """Those who won most games, where anybody won one."""
    found = lines(evening)
    won = {guest: found[guest].won for level in standings(evening) for guest in level}
    most = max(won.values(), default=0)
    return {guest for guest, number in won.items() if number == most and most}


def best_rounds(evening: Evening) -> dict[int, tuple[Fraction, set[str]]]:
    """The best round of anybody with all its games, by round, and who played it.

    Where the highest wins, whoever has fewer games of a round is at no advantage and counts too.
    """
    levels = standings(evening)
    ranked = [
        line for line in lines(evening).values() if any(line.guest in level for level in levels)
    ]
    found = {}
    for number in sorted({number for line in ranked for number, _game in line.points}):
        own = {
            line.guest: [points for (at, _game), points in line.points.items() if at == number]
            for line in ranked
        }
        games = max(map(len, own.values()))
        sums = {
            guest: sum(points, Fraction())
            for guest, points in own.items()
            if points and (len(points) == games or evening.rules.highest)
        }
        best = (max if evening.rules.highest else min)(sums.values())
        found[number] = best, {guest for guest, points in sums.items() if points == best}
    return found


def livery_pairs(evening: Evening, liveries: Mapping[str, str]) -> list[tuple[str, Fraction]]:
    """The liveries of two and more by the sum of their two best totals, then by name."""
    own, found = defaultdict[str, list[Fraction]](list), lines(evening)
    for guest in (guest for level in standings(evening) for guest in level):
        if liveries.get(guest):
            own[liveries[guest]].append(found[guest].total)
    highest = evening.rules.highest
    pairs = {
        team: sum(sorted(totals, reverse=highest)[:2], Fraction())
        for team, totals in own.items()
        if totals[1:]
    }
    return sorted(pairs.items(), key=lambda pair: (-pair[1] if highest else pair[1], pair[0]))


def playoff(evening: Evening) -> list[tuple[str, ...]]:
    """The play-off in order: by its own games, then by the extra games, then by the cards."""
    alone = Evening(evening.rules, games=evening.final)
    before = tuple(
        name for name in evening.rules.tie_breaks if name not in ("cut_of_cards", "head_to_head")
    )
    levels = _order(lines(alone).values(), evening.rules, before, ())
    games = [points_of(sitting, evening.rules) for sitting in evening.extra.values()]
    sign = -1 if evening.rules.highest else 1
    drawn = [*evening.drawn_after]
    for points in games:
        order = sorted(set(points.values()), key=lambda value: sign * value)
        drawn.append({guest: order.index(value) for guest, value in points.items()})
    judge = _Judge(evening.rules, 0, drawn)
    return [part for level in levels for part in judge.by_cards(list(level))]


def podium(levels: Sequence[tuple[str, ...]], hosts: Collection[str]) -> list[str]:
    """Winner, second and third prize: the latter two pass over the host's guests; one open leaves
    the next open.
    """
    left, given = [list(level) for level in levels], list[str]()
    for barred in ((), hosts, hosts):
        level = next(
            (found for one in left if (found := [guest for guest in one if guest not in barred])),
            [],
        )
        if len(level) != 1:
            return given + [""] * (3 - len(given))
        given.append(level[0])
        left = [[guest for guest in one if guest != level[0]] for one in left]
    return given


@dataclass
class Record:
    """What a player of matches has of the first stage: half points at the table, and how many were
    won and lost.
    """

    halves: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    games: int = 0


def records(evening: Evening) -> dict[str, Record]:
    """The matches of the first stage; what byes and late entries bring is not among them."""
    found = defaultdict[str, Record](Record)
    for (number, _table), match in evening.matches.items():
        if evening.rounds_of_matches.get(number):
            continue
        ones, others = match.games.count("1"), match.games.count("2")
        for guest, mine, theirs in ((match.one, ones, others), (match.other, others, ones)):
            record = found[guest]
            record.won += mine > theirs
            record.lost += mine < theirs or match.ended == "double_forfeit"
            record.drawn += mine == theirs and match.ended != "double_forfeit"
            record.halves = 2 * record.won + record.drawn
            record.games += 0 if match.ended else mine
    return dict(found)


def champion(evening: Evening, *, stage: int) -> str:
    """Who lost no match of the knock-out that ends an evening; nobody while more than one has not.

    A match for third place is between two who have lost.
    """
    won, lost = set[str](), set[str]()
    for (number, _table), match in evening.matches.items():
        if evening.rounds_of_matches.get(number) == stage:
            ones, others = match.games.count("1"), match.games.count("2")
            won.add(match.one if ones > others else match.other)
            lost.add(match.other if ones > others else match.one)
    left = won - lost
    return left.pop() if len(left) == 1 else ""


def opponents(evening: Evening, guest: str) -> tuple[list[str], int]:
    """Whom a player really met in the first stage, and how many matches had an opponent who was not
    there.
    """
    met, alone = list[str](), 0
    for (number, _table), match in evening.matches.items():
        if evening.rounds_of_matches.get(number) or guest not in (match.one, match.other):
            continue
        if match.ended:
            alone += 1
        else:
            met.append(match.other if guest == match.one else match.one)
    return met, alone


def is_buchholz(
    evening: Evening, guest: str, shown: Fraction, halves: Mapping[str, int], byes: int
) -> bool:
    """Whether the points of all opponents together are what is shown: a round without one counts as
    many as the player's own. `halves` are everybody's half points, `byes` those that byes brought:
    a bye two, one that was asked for one, a pause of all who play all none.
    """
    met, alone = opponents(evening, guest)
    of_others = sum(halves[one] for one in met)
    pauses = 1 if evening.rules.pairing == "all_play_all" else 0
    rounds = range(-(-byes // 2), byes + pauses + 1)
    return 2 * shown in {of_others + (alone + more) * halves[guest] for more in rounds}
