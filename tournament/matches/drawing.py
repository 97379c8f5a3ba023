"""The bracket as a drawing, SVG made here with title and description, for screen and paper; and the
cells of the cross-table.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from scoring.pairing.bracket import THIRD, rounds_needed
from scoring.pairing.course import Course
from scoring.pairing.values import ONE_SIDED, Match, Round
from tournament.matches.reading import Names, Placed, knock_out_name, result_words, score_words

GAP_DOWN, HEAD = 14, 30
AWAITED = re.compile(r"table \d+")
Halves = Callable[[Match], Sequence[SafeString]]
"""The two halves of a match as what is tapped, and a link to more where there is room for it; none
where nothing is tapped.
"""


def no_halves(_match: Match) -> Sequence[SafeString]:
    """Nothing is tapped."""
    return ()


@dataclass(frozen=True, slots=True)
class Layout:
    """How wide a box is and the gap behind it, how many letters of a name it takes, how many rounds
    are drawn, and how tall a box is.
    """

    box: int
    gap: int
    longest: int
    rounds: int
    tall: int

    def at(self, column: int) -> int:
        """Where a column begins."""
        return column * (self.box + self.gap)

    def middle(self, column: int, slot: int) -> int:
        """The height at which a match stands: half-way between the two it comes from."""
        step = (self.tall + GAP_DOWN) << column
        return HEAD + slot * step + step // 2

    def turns(self, due: int, played: int) -> range:
        """Which of the rounds due are drawn, the last one played among them: so many, and no more
        than eight matches under one another where not all are.
        """
        first = max(min(played, due - self.rounds), due - MOST_DOWN, 0)
        return range(first, min(first + self.rounds, due)) if self.rounds < due else range(due)


MOST_DOWN = 4
WHOLE = Layout(252, 34, 24, 99, 52)
TAPPED = Layout(252, 34, 24, 99, 88)
BESIDE = Layout(120, 10, 12, 3, 88)
"""All of it; with halves that a finger meets; three rounds, to stand beside what is played."""


@dataclass(frozen=True, slots=True)
class Box:
    """A match in the bracket: where it stands, the two names, the figures behind them, which of
    them won, and the halves that are tapped.
    """

    x: int
    y: int
    names: tuple[str, str]
    figures: tuple[str, str] = ("", "")
    winner: int = -1
    halves: Sequence[SafeString] = ()


@dataclass(frozen=True, slots=True)
class Bracket:
    """A knock-out to its winner: who is through stands in the next box, with the table that is
    waited for; the rest is empty.
    """

    rounds: tuple[Round, ...]
    due: int
    names: Names
    layout: Layout
    halves: Halves

    @classmethod
    def of(
        cls,
        course: Course,
        stage: int,
        names: Names,
        layout: Layout = WHOLE,
        halves: Halves = no_halves,
    ) -> "Bracket":
        """The bracket of a stage."""
        rounds = tuple(round_ for round_ in course.of_stage(stage) if round_.published)
        return cls(rounds, rounds_needed(len(course.entrants[stage])), names, layout, halves)

    def drawing(self) -> SafeString:
        """As much of it as its layout has."""
        turns = self.layout.turns(self.due, len(self.rounds) - 1)
        return self.part(turns, range(1 << (self.due - turns.stop)))

    def sheets(self) -> tuple[SafeString, ...]:
        """All of it in drawings that can be read on a sheet of paper: the ways of sixteen players
        each, and how they go on.
        """
        if self.due <= MOST_DOWN:
            return (self.drawing(),)
        roots = range(1 << (self.due - MOST_DOWN))
        ways = [self.part(range(MOST_DOWN), range(root, root + 1)) for root in roots]
        return (*ways, self.part(range(MOST_DOWN - 1, self.due), range(1)))

    def part(self, turns: range, roots: range) -> SafeString:
        """These rounds of it, of the trees that end in these matches of the last of them."""
        layout = self.layout
        places = [
            range(roots.start << later, roots.stop << later)
            for later in reversed(range(len(turns)))
        ]
        boxes = list(self._boxes(turns, places))
        height = HEAD + len(places[0]) * (layout.tall + GAP_DOWN)
        last = layout.at(len(turns) - 1)
        heads = [
            (layout.at(column), 18, knock_out_name(self.due - 1 - turn))
            for column, turn in enumerate(turns)
        ]
        for match in self._third() if turns.stop == self.due else ():
            boxes.append(self._box(match, last, height + HEAD))
            heads.append((last, height + 18, "Third place"))
            height += HEAD + layout.tall + GAP_DOWN
        lines = _lines([len(slots) for slots in places], layout)
        drawn = [_drawn_box(box, layout) for box in boxes]
        parts = [*map(_drawn_head, heads), *lines, *drawn]
        # Colours and weights stand on the elements for the press, which knows no style sheet inside
        # a drawing; on screens the style sheet's colours go before them.
        return format_html(
            '<svg class="drawing" viewBox="0 0 {w} {h}" width="{w}" height="{h}" role="{role}" '
            'font-family="Last Card Serif, Source Serif 4, Georgia, serif" font-size="15" '
            'xmlns="http://www.w3.org/2000/svg"><title>The bracket</title><desc>{words}</desc>'
            "{parts}</svg>",
            w=last + layout.box,
            h=height,
            role="img" if self.halves is no_halves else "group",
            words=told(self.rounds, self.names),
            parts=format_html_join("", "{}", ((part,) for part in parts)),
        )

    def _third(self) -> Iterator[Match]:
        """The match for the third place."""
        matches = (match for round_ in self.rounds for match in round_.matches)
        return (match for match in matches if match.slot == THIRD)

    def _boxes(self, turns: range, places: Sequence[range]) -> Iterator[Box]:
        """Every place of these turns, paired or not."""
        paired = [{match.slot: match for match in round_.matches} for round_ in self.rounds]
        for column, (turn, slots) in enumerate(zip(turns, places, strict=True)):
            for down, slot in enumerate(slots):
                x, y = self.layout.at(column), self.layout.middle(column, down)
                y -= self.layout.tall // 2
                if turn < len(paired) and slot in paired[turn]:
                    yield self._box(paired[turn][slot], x, y)
                    continue
                before = paired[turn - 1] if 0 < turn <= len(paired) else {}
                first, second = self._comes(before, 2 * slot), self._comes(before, 2 * slot + 1)
                yield Box(x, y, self._short(first, second))

    def _comes(self, before: Mapping[int, Match], slot: int) -> str:
        """Who comes from a match, or the table that is waited for."""
        match = before.get(slot)
        if match is None:
            return ""
        if match.winner is None:
            return f"table {match.table}"
        return self.names.get(match.winner, match.winner)

    def _box(self, match: Match, x: int, y: int) -> Box:
        first = self.names.get(match.one, match.one)
        second = self.names.get(match.other, match.other) if match.other else "bye"
        score = score_words(match)
        figures = (score.split("–")[0], score.split("–")[1]) if score else ("", "")
        if match.result in ONE_SIDED:
            figures = ("w/o", "") if match.winner == match.one else ("", "w/o")
        decided = match.winner is not None and match.other is not None
        winner = int(match.winner != match.one) if decided else -1
        return Box(x, y, self._short(first, second), figures, winner, self.halves(match))

    def _short(self, first: str, second: str) -> tuple[str, str]:
        longest = self.layout.longest
        return _short(first, longest), _short(second, longest)


def told(rounds: Iterable[Round], names: Names) -> str:
    """The matches in words, for those who do not see the drawing."""
    sentences = [
        f"{names.get(match.one, match.one)} and {names.get(match.other, match.other)}:"
        f" {result_words(match, names)}"
        for round_ in rounds
        for match in round_.matches
        if match.other
    ]
    return ". ".join(sentences) + "." if sentences else "Nothing is paired yet."


def _short(name: str, longest: int) -> str:
    return name if len(name) <= longest else f"{name[: longest - 1].rstrip()}…"


def _drawn_head(head: tuple[int, int, str]) -> SafeString:
    return format_html('<text class="draw-head" font-size="14" x="{}" y="{}">{}</text>', *head)


def _drawn_box(box: Box, layout: Layout) -> SafeString:
    half, wide = layout.tall // 2, layout.box
    if box.halves:
        wide -= half * (len(box.halves) - 2)
        places = ((0, 0, wide, half), (0, half, wide, half), (wide, 0, half, layout.tall))
        return format_html_join(
            "",
            '<foreignObject x="{}" y="{}" width="{}" height="{}">{}</foreignObject>',
            (
                (box.x + right, box.y + down, width, height, html)
                for html, (right, down, width, height) in zip(box.halves, places, strict=False)
            ),
        )
    frame = format_html(
        '<rect class="draw-box" fill="#fff" stroke="#000" stroke-width=".8" x="{}" y="{}"'
        ' width="{}" height="{}" rx="6"/><path class="draw-rule" fill="none" stroke="#999" d="M{}'
        ' {}h{}"/>',
        box.x,
        box.y,
        wide,
        layout.tall,
        box.x,
        box.y + half,
        wide,
    )
    base = box.y + half // 2 + 5
    lines = (_drawn_name(box, side, box.x + wide - 10, base + half * side) for side in (0, 1))
    return frame + next(lines) + next(lines)


def _drawn_name(box: Box, side: int, end: int, y: int) -> SafeString:
    name = box.names[side]
    soft = name == "bye" or bool(AWAITED.fullmatch(name))
    kind = "draw-won" if box.winner == side else "draw-soft" if soft else "draw-name"
    weight = "700" if box.winner == side else "400"
    figure = format_html(
        '<text class="{}" font-weight="{}" x="{}" y="{}" text-anchor="end">{}</text>',
        kind,
        weight,
        end,
        y,
        box.figures[side],
    )
    text = '<text class="{}" font-weight="{}" x="{}" y="{}">{}</text>'
    return format_html(text, kind, weight, box.x + 10, y, name) + figure


def _lines(slots: Sequence[int], layout: Layout) -> Iterator[SafeString]:
    """From each pair of matches to the one they lead to; so many are in each column."""
    middle, step = layout.middle, layout.gap // 2
    for column, number in enumerate(slots[:-1]):
        right = layout.at(column) + layout.box
        for slot in range(number):
            path = f"M{right} {middle(column, slot)}h{step}V{middle(column + 1, slot // 2)}h{step}"
            yield format_html(
                '<path class="draw-line" fill="none" stroke="#000" stroke-width=".8" d="{}"/>', path
            )


def cross_table(course: Course, stage: int, lines: Sequence[Placed]) -> dict[str, Any]:
    """The cross-table for a page: what stands above its columns, and a line with its cells for each
    player.
    """
    rows = zip(lines, cross_rows(course, stage, lines), strict=True)
    return {"heads": cross_heads(course, stage, lines), "rows": list(rows)}


def cross_heads(course: Course, stage: int, lines: Sequence[Placed]) -> list[str]:
    """What stands above the columns: the numbers of the opponents, or of the rounds."""
    if course.plan[stage].kind == "all_play_all":
        return [str(index) for index in range(1, len(lines) + 1)]
    return [f"R{round_.number}" for round_ in course.of_stage(stage) if round_.published]


def cross_rows(course: Course, stage: int, lines: Sequence[Placed]) -> list[list[str]]:
    """The cells: a result (1, ½, 0) by opponent; in a Swiss the opponent's number with the result
    behind it.
    """
    number = {line.ref: index for index, line in enumerate(lines, start=1)}
    rounds = [round_ for round_ in course.of_stage(stage) if round_.published]
    if course.plan[stage].kind == "all_play_all":
        return [[_against(rounds, line.ref, placed.ref) for placed in lines] for line in lines]
    return [
        [_in_round(round_.of(line.ref), line.ref, number) for round_ in rounds] for line in lines
    ]


def _against(rounds: Sequence[Round], ref: str, opponent: str) -> str:
    if ref == opponent:
        return "■"
    match = next(
        (
            match
            for round_ in rounds
            for match in round_.matches
            if {ref, opponent} == {*match.players}
        ),
        None,
    )
    return "" if match is None or not match.done else mark(match, ref)


def _in_round(match: Match | None, ref: str, number: dict[str, int]) -> str:
    if match is None:
        return "–"
    if match.other is None:
        return {"bye": "bye", "asked_bye": "½ bye", "pause": "–"}[match.kind]
    behind = mark(match, ref) if match.done else ""
    sign = {"1": "+", "½": "=", "0": "−"}.get(behind, "")
    return f"{number.get(str(match.opponent(ref)), '')}{sign}"


def mark(match: Match, ref: str) -> str:
    """1, ½ or 0."""
    return {2: "1", 1: "½"}.get(int(match.halves(ref)), "0")
