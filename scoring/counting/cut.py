"""Who goes through, who is tied on the line, what decided it, and whom a change moves."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from scoring.counting.standings import CRITERIA, Prompt, Reason, Standing, reasons
from scoring.words import many

AtTheLine = Literal["cut_of_cards", "admit_still_tied", "admit_all"]
NEAR = 5


@dataclass(frozen=True, slots=True)
class NearMiss:
    """A ranked player outside the cut, `points` (0 to 5) away from the last total inside."""

    player: str
    order: int
    total: int
    points: int


@dataclass(frozen=True, slots=True)
class Cut:
    """The cut of a field: `cut_score` is the last total inside, `clear` how many are better than
    it.

    `tied` are all players on `cut_score` when there are more of them than places, else empty;
    `tie_resolved_by` is the criterion (or policy) after which the line is clear, None without a tie
    or while it is not resolved. `qualifiers` are in order; `undecided` is what the Umpire's cut of
    cards must split for `places_left` places, empty when all is decided. `reasons` covers every
    place that a tie-break decided, `prompts` the facts missing among the tied. `standings` is the
    whole field.
    """

    size: int
    policy: AtTheLine
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
    """The cut cannot be drawn through `field` ranked players: the sentence says why and what would
    mend it.
    """

    size: int
    field: int
    words: str
    standings: tuple[Standing, ...]


@dataclass(frozen=True, slots=True)
class Move:
    """A player's total, place and order, each as (before, after); None where
    they had or have none.
    """

    player: str
    name: str
    total: tuple[int | None, int | None]
    place: tuple[int | None, int | None]
    order: tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class Moves:
    """Who falls out, who comes in, who must newly cut cards; `shifted`: every place, order or total
    that differs.
    """

    out: tuple[Move, ...]
    into: tuple[Move, ...]
    to_cut_cards: tuple[Move, ...]
    shifted: tuple[Move, ...]
    words: str

    @property
    def crosses_the_line(self) -> bool:
        """Whether the list of those who go through is no longer the same."""
        return bool(self.out or self.into or self.to_cut_cards)


def cut(field: Sequence[Standing], size: int, policy: AtTheLine = "cut_of_cards") -> Cut | NoCut:
    """Draw the cut of `size` (1 or more) through standings in order.

    At the line the tie-breaks decide. What they leave tied waits for a recorded cut of cards under
    `cut_of_cards` and is let in as a whole under `admit_still_tied`; `admit_all` uses no tie-break
    at the line and lets in everybody on its total. Gives NoCut when the size is below 1 or above
    the number of ranked players; raises ValueError for an unknown policy.
    """
    if policy not in get_args(AtTheLine):
        raise ValueError(
            f"The policy at the line is one of {', '.join(get_args(AtTheLine))}, not {policy!r}."
        )
    ranked = [standing for standing in field if standing.ranked]
    if size < 1:
        return NoCut(
            size,
            len(ranked),
            "A cut takes at least one player: give a size of 1 or more.",
            tuple(field),
        )
    if len(ranked) < size:
        words = (
            f"A cut of {size} needs {size} ranked players, and there are {len(ranked)}: choose a"
            " smaller cut."
        )
        return NoCut(size, len(ranked), words, tuple(field))
    return _drawn_cut(tuple(field), ranked, size, policy)


def _drawn_cut(
    field: tuple[Standing, ...], ranked: Sequence[Standing], size: int, policy: AtTheLine
) -> Cut:
    last_in = ranked[size - 1]
    clear = next(
        better for better, standing in enumerate(ranked) if standing.total == last_in.total
    )
    end = clear + last_in.tied_with + 1
    tied = tuple(ranked[clear:end]) if end > size else ()
    inside, undecided = _split(ranked, size, policy, end)
    return Cut(
        size=size,
        policy=policy,
        cut_score=last_in.total,
        clear=clear,
        tied_at_cut=end - clear,
        places_for_tied=size - clear,
        tie=bool(tied),
        tie_resolved_by=_resolved_by(ranked, size, policy) if tied else None,
        tied=tied,
        qualifiers=inside,
        undecided=undecided,
        places_left=size - len(inside) if undecided else 0,
        admit_all_would_be=end,
        near_misses=_near_misses(ranked, last_in.total, {*inside, *undecided}),
        reasons=reasons(ranked[:end], {*inside}),
        prompts=tuple(prompt for standing in tied for prompt in standing.prompts),
        standings=field,
    )


def _level_across(ranked: Sequence[Standing], size: int) -> tuple[str, ...]:
    """The players whom no criterion separates although the line runs between them."""
    level = ranked[size - 1].undecided
    return level if size < len(ranked) and ranked[size].player in level else ()


def _split(
    ranked: Sequence[Standing], size: int, policy: AtTheLine, end: int
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    players = tuple(standing.player for standing in ranked)
    if policy == "admit_all":
        return players[:end], ()
    level = _level_across(ranked, size)
    if not level:
        return players[:size], ()
    first = players.index(level[0])
    return (
        (players[: first + len(level)], ())
        if policy == "admit_still_tied"
        else (players[:first], level)
    )


def _resolved_by(ranked: Sequence[Standing], size: int, policy: AtTheLine) -> str | None:
    if policy == "admit_all":
        return policy
    if _level_across(ranked, size):
        return None if policy == "cut_of_cards" else policy
    return next(decision.criterion for decision in ranked[size - 1].decided_by if decision.ahead)


def _near_misses(
    ranked: Sequence[Standing], cut_score: int, settled: set[str]
) -> tuple[NearMiss, ...]:
    misses = []
    for order, standing in enumerate(ranked, start=1):
        away = abs(standing.total - cut_score)
        if standing.player not in settled and away <= NEAR:
            misses.append(NearMiss(standing.player, order, standing.total, away))
    return tuple(misses)


def in_words(cut_: Cut) -> str:
    """The cut in one or two sentences: what the line is, who is tied on it and
    what has to be done.
    """
    if not cut_.tie:
        return f"{len(cut_.qualifiers)} go through, the last on {cut_.cut_score}."
    tied = f"{cut_.tied_at_cut} on {cut_.cut_score} for {_places(cut_.places_for_tied)}"
    if cut_.undecided:
        names = {standing.player: standing.name for standing in cut_.tied}
        level = ", ".join(names[player] for player in cut_.undecided)
        return (
            f"{tied}. Still level for {_places(cut_.places_left)}: {level}. Let them cut cards"
            " before the Umpire."
        )
    criterion = CRITERIA.get(cut_.tie_resolved_by or "")
    if criterion is None:
        return f"{tied}: {len(cut_.qualifiers)} go through, as all who are level are admitted."
    return f"{tied}: decided by {criterion.words}."


def _places(number: int) -> str:
    return many(number, "place")


def moves(before: Cut | NoCut, after: Cut | NoCut) -> Moves:
    """Compare two cuts of one field; each list is in the order after the change."""
    old = {standing.player: standing for standing in before.standings}
    new = {standing.player: standing for standing in after.standings}
    everyone = [*new, *(player for player in old if player not in new)]
    was_in, was_level = _sets(before)
    is_in, is_level = _sets(after)
    out = _moved(everyone, (was_in | was_level) - is_in - is_level, old, new)
    into = _moved(everyone, is_in - was_in, old, new)
    to_cut_cards = _moved(everyone, is_level - was_level, old, new)
    differing = {player for player in everyone if _differs(old.get(player), new.get(player))}
    shifted = _moved(everyone, differing, old, new)
    return Moves(out, into, to_cut_cards, shifted, _moves_in_words(out, into, to_cut_cards))


def _sets(cut_: Cut | NoCut) -> tuple[set[str], set[str]]:
    return (set(cut_.qualifiers), set(cut_.undecided)) if isinstance(cut_, Cut) else (set(), set())


def _differs(old: Standing | None, new: Standing | None) -> bool:
    if old is None or new is None:
        return True
    return (old.total, old.place, old.order) != (new.total, new.place, new.order)


def _moved(
    everyone: Iterable[str],
    chosen: set[str],
    old: Mapping[str, Standing],
    new: Mapping[str, Standing],
) -> tuple[Move, ...]:
    movers = []
    for player in everyone:
        if player in chosen:
            was, now = old.get(player), new.get(player)
            name = (new if now else old)[player].name
            movers.append(
                Move(
                    player,
                    name,
                    _pair(was, now, "total"),
                    _pair(was, now, "place"),
                    _pair(was, now, "order"),
                )
            )
    return tuple(movers)


def _pair(was: Standing | None, now: Standing | None, figure: str) -> tuple[int | None, int | None]:
    return getattr(was, figure, None), getattr(now, figure, None)


def _moves_in_words(
    out: tuple[Move, ...], into: tuple[Move, ...], to_cut_cards: tuple[Move, ...]
) -> str:
    parts = [
        f"{subject} {', '.join(move.name for move in moved)}"
        for subject, moved in (
            ("puts out", out),
            ("lets in", into),
            ("sends to a cut of cards", to_cut_cards),
        )
        if moved
    ]
    sentence = "; ".join(parts) or "the list of those who go through stays the same"
    return f"{sentence[0].upper()}{sentence[1:]}."
