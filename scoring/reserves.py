"""Who plays in the play-off once some of those who went through have declined: the next by the recorded order."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

Groups = Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Finalists:
    """Who sits down and who waits.

    `players` are in seeding order, reserves after all who were through; `reserves` are those of them who took a
    declined place. `waiting` is who would be asked next, in order. `level` names reserves whom nothing separates while
    `open_places`, fewer than they are, wait for one of them; empty when all is decided. `vacant` counts declined
    places for which nobody is left.
    """

    players: tuple[str, ...]
    reserves: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    level: tuple[str, ...] = ()
    open_places: int = 0
    vacant: int = 0


def finalists(
    qualifiers: Sequence[str],
    reserves: Groups,
    declined: Collection[str],
    cuts: Sequence[Mapping[str, int]] = (),
) -> Finalists:
    """Fill the places of those who declined from the reserves in their recorded order.

    `qualifiers` are the sealed ones in order. `reserves` is the rest of the sealed order, best first, in groups of one,
    or of all whom nothing separates. `declined` names qualifiers and reserves. `cuts` are cuts of cards
    between reserves (player to rank, 1 first), the newest first: the newest one that holds all of a group orders it.
    Nothing is raised: what cannot be decided comes as `level`.
    """
    staying = [player for player in qualifiers if player not in declined]
    wanted = len(qualifiers) - len(staying)
    asked = [player for group in reserves for player in group if player not in declined]
    taken: list[str] = []
    level: tuple[str, ...] = ()
    for group in _ordered(reserves, declined, cuts):
        if len(group) > wanted - len(taken):
            level = group if wanted > len(taken) else ()
            break
        taken += group
    left = [player for player in asked if player not in taken]
    places = wanted - len(taken)
    return Finalists(
        players=(*staying, *taken),
        reserves=tuple(taken),
        waiting=tuple(left),
        level=level,
        open_places=places if level else 0,
        vacant=0 if level else places,
    )


def _ordered(
    reserves: Groups, declined: Collection[str], cuts: Sequence[Mapping[str, int]]
) -> Iterator[tuple[str, ...]]:
    """The groups without those who declined, each split by the cut of cards that holds all of it."""
    for group in reserves:
        waiting = tuple(player for player in group if player not in declined)
        ranks = next((cut for cut in cuts if all(player in cut for player in waiting)), None)
        places = sorted({ranks[player] for player in waiting}) if ranks else []
        yield from (tuple(one for one in waiting if ranks and ranks[one] == place) for place in places)
        yield from () if places or not waiting else (waiting,)
