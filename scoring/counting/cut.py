"""Who goes through, who is tied on the line, what decided it, and whom a change moves."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from scoring.counting.standings import CRITERIA, Prompt, Reason, Standing, reasons
from scoring.words import many

AtTheLine = Literal["cut_of_cards", "admit_still_tied", "admit_all"]
NEAR = 5
"""Points from the last total inside up to which a miss is a near one."""
Compared = Literal["total", "place", "order"]
"""The figures of a standing that a change may move."""
Crossed = Literal["in", "out", "level", ""]
"""A way over the line: `level` is who waits for a cut of cards, empty who stayed on their side."""


@dataclass(frozen=True, slots=True)
class Cut:
    """The cut of a field: `cut_score` is the last total inside, `clear` how many are better than
    it.

    `tied` are all players on `cut_score` when there are more of them than places, else empty;
    `tie_resolved_by` is the criterion (or policy) after which the line is clear, None without a tie
    or while it is not resolved. `qualifiers` are in order; `undecided` is what the Umpire's cut of
    cards must split for `places_left` places, empty when all is decided. `reasons` covers every
    place that a tie-break decided, `prompts` the facts missing among the tied. `near_misses` are
    the ranked outside the cut, at most `NEAR` points away from `cut_score`. `standings` is the
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
    near_misses: tuple[Standing, ...]
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
    """One player before and after a change, None where they had or have no line, and which way
    they crossed the line.
    """

    player: str
    before: Standing | None
    after: Standing | None
    crossed: Crossed = ""

    @property
    def name(self) -> str:
        """Their name, as it is after the change if they have a line there."""
        return next(standing.name for standing in (self.after, self.before) if standing)

    @property
    def places(self) -> int:
        """Places gained, negative for places lost; 0 where they had or have none."""
        was, now = self.figures("place")
        return was - now if was and now else 0

    @property
    def points(self) -> int:
        """Points that came to the total; a total that is not there counts 0."""
        was, now = self.figures("total")
        return (now or 0) - (was or 0)

    def figures(self, name: Compared) -> tuple[int | None, int | None]:
        """This figure of theirs before and after."""
        return getattr(self.before, name, None), getattr(self.after, name, None)

    def differs(self, *names: Compared) -> bool:
        """Whether they came into or left the field, or one of these figures is another."""
        absent = self.before is None or self.after is None
        return absent or any(was != now for was, now in map(self.figures, names))


@dataclass(frozen=True, slots=True)
class Moves:
    """Who falls out, who comes in, who must newly cut cards; `shifted`: every place, order or total
    that differs. Each in the order after the change.
    """

    out: tuple[Move, ...]
    into: tuple[Move, ...]
    to_cut_cards: tuple[Move, ...]
    shifted: tuple[Move, ...]

    @property
    def crosses_the_line(self) -> bool:
        """Whether the list of those who go through is no longer the same."""
        return bool(self.out or self.into or self.to_cut_cards)

    @property
    def words(self) -> str:
        """Who crosses the line, in a sentence."""
        crossing = {
            "puts out": self.out,
            "lets in": self.into,
            "sends to a cut of cards": self.to_cut_cards,
        }
        parts = [
            f"{subject} {', '.join(move.name for move in moved)}"
            for subject, moved in crossing.items()
            if moved
        ]
        sentence = "; ".join(parts) or "the list of those who go through stays the same"
        return f"{sentence[0].upper()}{sentence[1:]}."


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
    words = ""
    if size < 1:
        words = "A cut takes at least one player: give a size of 1 or more."
    elif len(ranked) < size:
        words = (
            f"A cut of {size} needs {size} ranked players, and there are {len(ranked)}: choose a"
            " smaller cut."
        )
    if words:
        return NoCut(size, len(ranked), words, tuple(field))
    last_in = ranked[size - 1]
    clear = sum(standing.total != last_in.total for standing in ranked[:size])
    end = clear + last_in.tied_with + 1
    tied = tuple(ranked[clear:end]) if end > size else ()
    inside, undecided, cleared_by = _at_the_line(ranked, size, policy, end)
    return Cut(
        size=size,
        policy=policy,
        cut_score=last_in.total,
        clear=clear,
        tied_at_cut=end - clear,
        places_for_tied=size - clear,
        tie=bool(tied),
        tie_resolved_by=cleared_by if tied else None,
        tied=tied,
        qualifiers=inside,
        undecided=undecided,
        places_left=size - len(inside) if undecided else 0,
        admit_all_would_be=end,
        near_misses=tuple(
            standing
            for standing in ranked
            if standing.player not in {*inside, *undecided}
            and abs(standing.total - last_in.total) <= NEAR
        ),
        reasons=reasons(ranked[:end], {*inside}),
        prompts=tuple(prompt for standing in tied for prompt in standing.prompts),
        standings=tuple(field),
    )


def _at_the_line(
    ranked: Sequence[Standing], size: int, policy: AtTheLine, end: int
) -> tuple[tuple[str, ...], tuple[str, ...], str | None]:
    """Who goes through, who is left for a cut of cards, and what clears a tie on the line, None
    while it is not cleared; `end` counts everybody up to the last on the last total inside.
    """
    players = tuple(standing.player for standing in ranked)
    if policy == "admit_all":
        return players[:end], (), policy
    last_in = ranked[size - 1]
    level = last_in.undecided
    if size == len(ranked) or ranked[size].player not in level:
        deciding = (decision.criterion for decision in last_in.decided_by if decision.ahead)
        return players[:size], (), next(deciding, None)
    # No criterion separates these players, although the line runs between them.
    first = players.index(level[0])
    if policy == "admit_still_tied":
        return players[: first + len(level)], (), policy
    return players[:first], level, None


def in_words(cut_: Cut) -> str:
    """The cut in one or two sentences: what the line is, who is tied on it and
    what has to be done.
    """
    if not cut_.tie:
        return f"{len(cut_.qualifiers)} go through, the last on {cut_.cut_score}."
    tied = f"{cut_.tied_at_cut} on {cut_.cut_score} for {many(cut_.places_for_tied, 'place')}"
    if cut_.undecided:
        names = {standing.player: standing.name for standing in cut_.tied}
        level = ", ".join(names[player] for player in cut_.undecided)
        return (
            f"{tied}. Still level for {many(cut_.places_left, 'place')}: {level}. Let them cut"
            " cards before the Umpire."
        )
    criterion = CRITERIA.get(cut_.tie_resolved_by or "")
    if criterion is None:
        return f"{tied}: {len(cut_.qualifiers)} go through, as all who are level are admitted."
    return f"{tied}: decided by {criterion.words}."


def moves(before: Cut | NoCut, after: Cut | NoCut) -> Moves:
    """Compare two cuts of one field; where no cut can be drawn nobody is inside or level."""
    (was_in, was_level), (is_in, is_level) = (
        (set(side.qualifiers), set(side.undecided)) if isinstance(side, Cut) else (set(), set())
        for side in (before, after)
    )
    crossed: dict[str, Crossed] = {
        **dict.fromkeys((was_in | was_level) - is_in - is_level, "out"),
        **dict.fromkeys(is_in - was_in, "in"),
        **dict.fromkeys(is_level - was_level, "level"),
    }
    everybody = compared(before.standings, after.standings, crossed)
    out, into, to_cut_cards = (
        tuple(move for move in everybody if move.crossed == way) for way in ("out", "in", "level")
    )
    shifted = tuple(move for move in everybody if move.differs("total", "place", "order"))
    return Moves(out, into, to_cut_cards, shifted)


def compared(
    before: Iterable[Standing], after: Iterable[Standing], crossed: Mapping[str, Crossed]
) -> list[Move]:
    """Everybody of two fields, in the order of the later one and then of the earlier one."""
    old = {standing.player: standing for standing in before}
    new = {standing.player: standing for standing in after}
    return [
        Move(player, old.get(player), new.get(player), crossed.get(player, ""))
        for player in dict.fromkeys((*new, *old))
    ]
