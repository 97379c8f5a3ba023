"""A result that changes: what of the later rounds is paired again, who changes places, and what
stands.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from scoring.pairing.bracket import THIRD
from scoring.pairing.course import Course
from scoring.pairing.values import Match, PairingError, Round

STAGE_CLOSED = "That stage is closed, and its order with it: open it again first."


class Move(NamedTuple):
    """Somebody takes another's place in a later match of the bracket."""

    round: int
    slot: int
    out: str
    comes: str


class Effect(NamedTuple):
    """What a changed result does to later rounds, by their numbers.

    `dropped` are drafts made from the old result: they are paired again. `offered` is published and
    not begun: the desk chooses whether it is paired again or stands. `stands` has results and
    stays. `moves` happen in the bracket.
    """

    dropped: tuple[int, ...] = ()
    offered: tuple[int, ...] = ()
    stands: tuple[int, ...] = ()
    moves: tuple[Move, ...] = ()

    @property
    def asks(self) -> bool:
        """Whether there is anything that a person should see first."""
        return bool(self.dropped or self.offered or self.stands or self.moves)

    @property
    def seen(self) -> str:
        """A short word for just this effect: who agrees sends it back."""
        moves = [f"{move.round}/{move.slot}/{move.out}/{move.comes}" for move in self.moves]
        return " ".join(
            [
                *map(str, self.dropped),
                "o",
                *map(str, self.offered),
                "s",
                *map(str, self.stands),
                *moves,
            ]
        )


def effect(course: Course, number: int, table: int, new: Match) -> Effect:
    """What it does to have this result at a table in place of the one that stands. Raises
    PairingError.

    Nothing depends on the results of rounds of an all-play-all, and nothing changes where winner
    and points stay.
    """
    round_, old = course.round(number), course.match(number, table)
    if round_.stage < course.now:
        raise PairingError(STAGE_CLOSED)
    later = [round_ for round_ in course.rounds if round_.number > number]
    kind = course.plan[round_.stage].kind
    same = old.winner == new.winner and all(
        old.halves(ref) == new.halves(ref) for ref in old.players
    )
    if (
        not later
        or kind == "all_play_all"
        or (same and (old.met == new.met or kind == "knock_out"))
    ):
        return Effect()
    drafts = tuple(round_.number for round_ in later if not round_.published)
    published = [round_ for round_ in later if round_.published]
    if kind == "knock_out":
        return Effect(
            dropped=drafts, moves=tuple(_moves(course, round_, old, new)) if published else ()
        )
    offered = tuple(round_.number for round_ in published if not round_.begun)
    return Effect(drafts, offered, tuple(round_.number for round_ in published if round_.begun))


def _moves(course: Course, round_: Round, old: Match, new: Match) -> Iterator[Move]:
    """Who changes places in the next round of the bracket; refused where one of the two has played
    on.
    """
    following = course.round(round_.number + 1)
    if old.winner is None or new.winner is None:
        raise PairingError(
            f"Round {following.number} is published, and its bracket would have another shape: "
            f"take round {following.number} back first."
        )
    # Winners came to the next slot, losers of a semi-final to the match for the third place, if
    # there is one.
    places = ((old.slot // 2, old.winner, new.winner), (THIRD, str(old.loser), str(new.loser)))
    for slot, out, comes in places:
        match = next(
            (match for match in following.matches if match.slot == slot and out in match.players),
            None,
        )
        if match is None:
            continue
        played_on = match.result or (match.other is None and len(course.rounds) > following.number)
        if played_on:
            place = f"round {following.number}"
            if match.table:
                place = f"{place} at table {match.table}"
            raise PairingError(
                f"Whoever won that match has played on in {place}: take that result back first."
            )
        yield Move(following.number, slot, out, comes)


def with_result(course: Course, number: int, new: Match, again: tuple[int, ...]) -> Course:
    """The course with a result in its place, later rounds dropped that are paired `again`, and
    places changed.

    Raises PairingError where `again` names another round than the effect drops or offers.
    """
    change = effect(course, number, new.table, new)
    if not set(change.dropped) <= set(again) <= {*change.dropped, *change.offered}:
        raise PairingError(
            "The rounds changed meanwhile: look again at what would be paired again."
        )
    rounds = []
    for round_ in course.rounds:
        if round_.number in again:
            continue
        matches = list(round_.matches)
        if round_.number == number:
            matches = [
                new if match.table == new.table and match.other else match for match in matches
            ]
        for move in change.moves:
            if move.round == round_.number:
                matches = [
                    match.instead(move.out, move.comes) if match.slot == move.slot else match
                    for match in matches
                ]
        rounds.append(replace(round_, matches=tuple(matches)))
    return replace(course, rounds=tuple(rounds))
