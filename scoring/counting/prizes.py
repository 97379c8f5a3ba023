"""Prizes by eligibility: the ranking skips nobody, only a prize does."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from scoring.counting.prize_list import Evening, Given, Prize, best_twos, give
from scoring.counting.standings import Standing
from scoring.counting.tally import Direction, Player
from scoring.counting.teams import TeamStanding

PODIUM_2019 = (
    Prize("winner"),
    Prize("second", skips_host=True),
    Prize("third", skips_host=True),
)
"""The podium of the evening of 2019, in the order in which its prizes are given."""


class Award(NamedTuple):
    """Who gets a prize, who was passed over for it, who is next in line.

    `player` is None when nobody is eligible, or while the order of `undecided` is open.
    """

    prize: str
    player: str | None
    passed_over: tuple[str, ...] = ()
    next_in_line: str | None = None
    undecided: tuple[str, ...] = ()


class Prizes(NamedTuple):
    """All prizes of an evening; what is not known yet is None or empty, a figure of 0 wins nothing.

    `livery_best_two` are the liveries with at least two ranked players, by place and then by name.
    """

    wooden_spoon: tuple[str, ...]
    most_games_won: Given | None
    most_eights_caught: Given | None
    best_round: Mapping[int, Given]
    livery_best_two: tuple[TeamStanding, ...]
    playoff: tuple[Standing, ...]
    podium: tuple[Award, ...]


def prizes(
    field: Sequence[Standing],
    playoff: Sequence[Standing],
    players: Sequence[Player],
    direction: Direction = "lowest",
    podium: Sequence[Prize] = PODIUM_2019,
) -> Prizes:
    """All prizes from the qualifying standings and those of the play-off (empty before it).

    Only ranked players count. A round's best is sought among those with all its games; where the
    highest wins, among all who have any.
    """
    evening = Evening(field, playoff, players, direction)
    ranked, rounds = evening.ranked, sorted(evening.games)
    of_rounds = [Prize(f"best of round {number}", "round", round=number) for number in rounds]
    won, caught, *best = give(
        [Prize("won", figure="games_won"), Prize("eights", figure="eights_caught"), *of_rounds],
        evening,
        {},
    )
    return Prizes(
        wooden_spoon=tuple(
            standing.player for standing in ranked if standing.place == ranked[-1].place
        ),
        most_games_won=won if won.players else None,
        most_eights_caught=caught if caught.players else None,
        best_round=dict(zip(rounds, best, strict=True)),
        livery_best_two=tuple(best_twos(ranked, players, direction)),
        playoff=tuple(playoff),
        podium=awards(playoff, players, podium),
    )


def awards(
    playoff: Iterable[Standing], players: Iterable[Player], rules: Iterable[Prize]
) -> tuple[Award, ...]:
    """Give the podium prizes in turn to the best placed eligible player who has none yet.

    Where players whom nothing separates compete for a prize, it and all after it stay open: who
    gets the later ones depends on the order of those.
    """
    host = {player.id for player in players if player.host_connected}
    waiting = [standing for standing in playoff if standing.ranked]
    level: tuple[str, ...] = ()
    awarded = []
    for rule in rules:
        barred = host if rule.skips_host else set()
        eligible = [standing for standing in waiting if standing.player not in barred]
        best = eligible[0] if eligible else None
        if best and not level:
            peers = [peer.player for peer in eligible if peer.player in best.undecided]
            level = tuple(peers) if len(peers) > 1 else ()
        if level:
            awarded.append(Award(rule.name, None, undecided=level))
            continue
        ahead = waiting[: waiting.index(best)] if best else waiting
        passed_over = tuple(standing.player for standing in ahead)
        following = eligible[1].player if eligible[1:] else None
        awarded.append(Award(rule.name, best.player if best else None, passed_over, following))
        waiting = [standing for standing in waiting if standing != best]
    return tuple(awarded)
