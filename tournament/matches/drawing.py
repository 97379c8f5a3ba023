"""The bracket as a drawing, SVG made here with title and description, for screen and paper; and the
cells of the cross-table.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

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


class Bracket:
    """A knock-out to its winner: who is through stands in the next box, with the table that is
    waited for; the rest is empty.
    """

    def __init__(
        self,
        course: Course,
        stage: int,
        names: Names,
        layout: Layout = WHOLE,
        halves: Halves = no_halves,
    ) -> None:
        """`halves`: what is tapped in it."""
        self.rounds = [round_ for round_ in course.of_stage(stage) if round_.published]
        self.due = rounds_needed(len(course.entrants[stage]))
        self.names, self.layout, self.halves = names, layout, halves

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
        drawn = list(self._boxes(turns, places))
        height = HEAD + len(places[0]) * (layout.tall + GAP_DOWN)
        last = layout.at(len(turns) - 1)
        heads = [
            (layout.at(column), 18, knock_out_name(self.due - 1 - turn))
            for column, turn in enumerate(turns)
        ]
        for match in self._third() if turns.stop == self.due else ():
            drawn.append(self._match(match, last, height + HEAD))
            heads.append((last, height + 18, "Third place"))
            height += HEAD + layout.tall + GAP_DOWN
        lines = _lines([len(slots) for slots in places], layout)
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

    def _boxes(self, turns: range, places: Sequence[range]) -> Iterator[SafeString]:
        """Every place of these turns, paired or not."""
        paired = [{match.slot: match for match in round_.matches} for round_ in self.rounds]
        for column, (turn, slots) in enumerate(zip(turns, places, strict=True)):
            for down, slot in enumerate(slots):
                x, y = self.layout.at(column), self.layout.middle(column, down)
                y -= self.layout.tall // 2
                if turn < len(paired) and slot in paired[turn]:
                    yield self._match(paired[turn][slot], x, y)
                    continue
                before = paired[turn - 1] if 0 < turn <= len(paired) else {}
                yield self._box(x, y, [self._comes(before.get(2 * slot + side)) for side in (0, 1)])

    def _comes(self, match: Match | None) -> str:
        """Who comes from a match, or the table that is waited for."""
        if match is None:
            return ""
        return self._name(match.winner) if match.winner else f"table {match.table}"

    def _name(self, ref: str) -> str:
        name, longest = self.names.get(ref, ref), self.layout.longest
        return name if len(name) <= longest else f"{name[: longest - 1].rstrip()}…"

    def _match(self, match: Match, x: int, y: int) -> SafeString:
        """A match that is paired, with its figures or the halves that are tapped."""
        layout, half, wide = self.layout, self.layout.tall // 2, self.layout.box
        if halves := self.halves(match):
            wide -= half * (len(halves) - 2)
            places = ((0, 0, wide, half), (0, half, wide, half), (wide, 0, half, layout.tall))
            return format_html_join(
                "",
                '<foreignObject x="{}" y="{}" width="{}" height="{}">{}</foreignObject>',
                (
                    (x + right, y + down, width, height, html)
                    for html, (right, down, width, height) in zip(halves, places, strict=False)
                ),
            )
        names = [self._name(match.one), self._name(match.other) if match.other else "bye"]
        figures = score_words(match).split("–") if match.result == "played" else ["", ""]
        decided = match.winner is not None and match.other is not None
        winner = int(match.winner != match.one) if decided else -1
        if match.result in ONE_SIDED:
            figures[winner] = "w/o"
        return self._box(x, y, names, figures, winner)

    def _box(
        self,
        x: int,
        y: int,
        names: Sequence[str],
        figures: Sequence[str] = ("", ""),
        winner: int = -1,
    ) -> SafeString:
        """Two names over one another, the figures behind them, and which of them won."""
        half, wide = self.layout.tall // 2, self.layout.box
        frame = format_html(
            '<rect class="draw-box" fill="#fff" stroke="#000" stroke-width=".8" x="{}" y="{}"'
            ' width="{}" height="{}" rx="6"/><path class="draw-rule" fill="none" stroke="#999"'
            ' d="M{} {}h{}"/>',
            x,
            y,
            wide,
            self.layout.tall,
            x,
            y + half,
            wide,
        )
        for side, (name, figure) in enumerate(zip(names, figures, strict=True)):
            won = side == winner
            soft = name == "bye" or AWAITED.fullmatch(name)
            frame += format_html(
                '<g class="{}" font-weight="{}"><text x="{}" y="{}">{}</text>'
                '<text x="{}" y="{}" text-anchor="end">{}</text></g>',
                "draw-won" if won else "draw-soft" if soft else "draw-name",
                "700" if won else "400",
                x + 10,
                y + half // 2 + 5 + half * side,
                name,
                x + wide - 10,
                y + half // 2 + 5 + half * side,
                figure,
            )
        return frame


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


def _drawn_head(head: tuple[int, int, str]) -> SafeString:
    return format_html('<text class="draw-head" font-size="14" x="{}" y="{}">{}</text>', *head)


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


def cross_table(
    course: Course, stage: int, lines: Sequence[Placed]
) -> tuple[list[str], list[tuple[Placed, list[str]]]]:
    """What stands above the columns of a cross-table, and each line of the standing with its cells:
    where all play all, the result (1, ½, 0) by opponent; in a Swiss by round the opponent's number
    with the result behind it.
    """
    number = {line.ref: index for index, line in enumerate(lines, start=1)}
    rounds = [round_ for round_ in course.of_stage(stage) if round_.published]
    if course.plan[stage].kind == "all_play_all":
        heads = [str(index) for index in number.values()]
        return heads, [
            (line, [_against(rounds, line.ref, ref) for ref in number]) for line in lines
        ]
    return [f"R{round_.number}" for round_ in rounds], [
        (line, [_in_round(round_.of(line.ref), line.ref, number) for round_ in rounds])
        for line in lines
    ]


def _against(rounds: Sequence[Round], ref: str, opponent: str) -> str:
    if ref == opponent:
        return "■"
    return next(
        (
            mark(match, ref)
            for round_ in rounds
            for match in round_.matches
            if {ref, opponent} == {*match.players} and match.done
        ),
        "",
    )


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
