"""The form of the personal score card: every rule, box and heading that is the same on all cards of
a printing.

Personal score cards: one to a page, or four to an A4 sheet that is cut and stacked into table
order.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from math import ceil
from typing import Any, Literal, Self

from django.utils.dateformat import format as write_date

from tournament.models import CodeKind
from tournament.paper.drawing import (
    CAPTION,
    EMPHASIS,
    HAIR,
    POINT,
    TOTAL,
    Box,
    Code,
    Drawing,
    Form,
    Line,
    Mark,
    Paragraph,
    Placed,
    Words,
    rehearsal,
)
from tournament.paper.fitting import fitted_words, in_room, width
from tournament.paper.labels import printed, value_strip
from tournament.paper.values import DrawnPaper, Edition, Named, ValueGroup
from tournament.site.paper_codes import PaperCodes

WIDTH, HEIGHT = 105.0, 148.5
LEFT, RIGHT = 6.0, 99.0
TEAR = 74.25
CUT_MARK = 5.5
HEADING, ITALIC = 7.0, 1.09
"""Size of the heading in points; and how much more italics hold than the semi-bold that widths are
reckoned for.
"""
GAMES_A_LINE = 7
"""More boxes than these stand in two or more lines: a box narrower than 9 mm
cannot be written in.
"""


CardSize = Literal["A6", "A4"]
"""Score cards: one to a page, or four to an A4 sheet to cut and stack."""


@dataclass(frozen=True)
class Neighbour:
    """A seat and who sits there in that round."""

    seat: str
    name: str


@dataclass(frozen=True)
class Half:
    """One round on a score card: where the guest sits (table None = not seated), who checks them,
    whom they check. `dealers` is the letter of the seat that deals each game, empty while nobody
    has said.
    """

    round: int
    table: int | None
    seat: str
    checked_by: Neighbour
    checks: Neighbour
    movement: str = ""
    name: str = ""
    blank: bool = False
    label: str = ""
    room: str = ""
    dealers: str = ""

    @property
    def called(self) -> str:
        """What everybody calls the table."""
        return self.label or str(self.table)

    @property
    def shown_table(self) -> str:
        """The table as printed: a dash for who does not sit, nothing on a card to be filled in by
        hand.
        """
        return "" if self.blank else "–" if self.table is None else self.called

    @property
    def title(self) -> str:
        """What the round is called: `Round 2`, or a name of its own such as `Play-off`."""
        return self.name or f"Round {self.round}"


@dataclass(frozen=True)
class ScoreCard:
    """One guest's card: the half handed in and the half kept. `link` becomes a QR code on the half
    kept.

    A round printed alone stands on both halves: the lower is the guest's own copy.
    """

    guest: Named
    upper: Half
    lower: Half | None = None
    link: str = ""


@dataclass(frozen=True)
class ScoreCards(DrawnPaper):
    """All cards of a printing in table order; every card has the same rounds and boxes for the same
    games.

    `hint` is the one rule of counting worth a line at the foot; `unit` and `units` are the words
    for one deal and more.
    """

    name = "Score cards"
    codes = CodeKind.GUEST
    cards: tuple[ScoreCard, ...]
    games: int
    values: tuple[ValueGroup, ...] = ()
    hint: str = ""
    size: CardSize = "A4"
    unit: str = "game"
    units: str = "games"

    def key(self, item: ScoreCard) -> str:
        """The badge of its guest."""
        return str(item.guest.badge or "")

    def says(self, item: ScoreCard) -> Any:
        """The card as it is and what all of them say, but for the dealers: a card without them is
        not printed anew.
        """
        card = asdict(replace(item, link=""))
        for half in filter(None, (card["upper"], card["lower"])):
            del half["dealers"]
        return [card, self.games, self.hint]

    def coded(self, codes: PaperCodes) -> Self:
        """Each with the way to its guest's own page."""
        return self.linked(
            lambda card: {"link": codes.guests.get(card.guest.badge or 0, card.link)}
        )

    def laid_out(self) -> Sequence["Sheet"]:
        """The sheets of a printing.

        Four to a sheet, sheet i of n bears the cards i, i+n, i+2n and i+3n: cut once each way, then
        piles A on B on C on D are in table order without sorting.
        """
        cards = self.cards
        if self.size != "A4":
            return [
                (Slot("A", f"{number}/{len(cards)}", card),) for number, card in enumerate(cards, 1)
            ]
        count = ceil(len(cards) / len(PILES))
        return [
            tuple(
                Slot(pile, f"{pile}{sheet + 1}/{count}", cards[sheet + number * count])
                for number, pile in enumerate(PILES)
                if sheet + number * count < len(cards)
            )
            for sheet in range(count)
        ]

    def drawings(self, sheets: Sequence["Sheet"]) -> Iterator[Drawing]:
        """Sheets of a printing, with the form under the words of each card."""
        form = Form(card_form(self).marks)
        coded = any(card.link for card in self.cards)
        width, height = SIZES[self.size]
        for sheet in sheets:
            marks: list[Mark] = [rehearsal(width, height)] if self.edition.rehearsal else []
            for slot in sheet:
                x, y = CORNERS[slot.pile]
                words = tuple(_words(slot, self.games, coded=coded))
                marks += [Placed(x, y, form), Placed(x, y, words)]
            yield Drawing(width, height, tuple(marks))


@dataclass(frozen=True)
class Boxes:
    """Where the boxes of a round stand: left edge, top and width of them all, and their numbers of
    lines and games.
    """

    x: float
    y: float
    width: float
    games: int

    @property
    def lines(self) -> int:
        """How many lines of boxes are needed."""
        return ceil(self.games / GAMES_A_LINE)

    @property
    def a_line(self) -> int:
        """How many boxes stand in a line, as even as can be."""
        return ceil(self.games / self.lines)

    @property
    def box(self) -> tuple[float, float]:
        """The width of a box, and the height of one where there are several lines of them."""
        return self.width / self.a_line, 17.8 / self.lines

    def corner(self, game: int) -> tuple[float, float]:
        """The upper left corner of the box of a game, counted from 0."""
        width, height = self.box
        return self.x + game % self.a_line * width, self.y + game // self.a_line * height


UPPER_BOXES, LOWER_BOXES, OWN_BOXES = (LEFT, 42.3, 70.0), (20.5, 114.8, 57.5), (LEFT, 114.8, 70.0)
"""Left edge, top and width of the boxes of the half handed in, of the half kept beside what is
carried forward, and of a half kept alone.
"""


def card_form(paper: ScoreCards) -> Drawing:
    """The empty card of a printing: one or two halves, boxes for its games, the values of its
    rulebook.
    """
    first = paper.cards[0]
    coded = any(card.link for card in paper.cards)
    marks = [*_upper(paper, first.upper), Line(0, TEAR, WIDTH, TEAR, 0.25, (1.4, 1.1))]
    if first.lower is not None:
        marks += _lower(paper, first.upper, first.lower, coded=coded)
    if paper.size == "A4":
        marks += _cut_marks()
    return Drawing(WIDTH, HEIGHT, tuple(marks))


def _cut_marks() -> list[Mark]:
    """Short rules at the corners; four cards together make the crosses to cut by, clear of all
    text.
    """
    across = [Line(x, y, x + CUT_MARK, y) for x in (0, WIDTH - CUT_MARK) for y in (0, HEIGHT)]
    return [
        *across,
        *(Line(x, y, x, y + CUT_MARK) for x in (0, WIDTH) for y in (0, HEIGHT - CUT_MARK)),
    ]


def _upper(paper: ScoreCards, half: Half) -> list[Mark]:
    return [
        *_heading(half, paper.edition, 9.1, RIGHT),
        *_cells(54, 18.5, (15, 12), 7),
        *_checkers(paper, 32.9),
        *_games(Boxes(*UPPER_BOXES, paper.games), paper),
        Words(88.5, 41.1, f"{half.title} total", 7.8, "600", "middle"),
        Box(78, 54.1, 21, 6),
        Box(78, 42.3, 21, 11.8, TOTAL),
        Words(79, 57, "checked", 7, "italic", colour=CAPTION),
        *value_strip(paper.values, LEFT, 61.9, RIGHT - LEFT),
        *_foot(paper.edition, 71.7, f"After {paper.unit} {paper.games} tear off, for your umpire."),
    ]


def _lower(paper: ScoreCards, before: Half, half: Half, *, coded: bool) -> list[Mark]:
    right = 73.5 if coded else RIGHT
    return [
        *_heading(half, paper.edition, 81.3, right),
        *_cells(right - 42, 92.1, (14, 11.3), 7),
        *_checkers(paper, 106.1),
        Words(89.25, 113.6, f"{half.title} total", 7.8, "600", "middle"),
        *(_own_copy(paper) if half.round == before.round else _with_total(paper, before, half)),
        *value_strip(paper.values, LEFT, 133.7, RIGHT - LEFT),
        *_foot(paper.edition, 143.7, paper.hint),
        *((Words(87.75, 102.9, "your seats and scores", 7, "italic", "middle"),) if coded else ()),
    ]


def _own_copy(paper: ScoreCards) -> list[Mark]:
    """A round that stands alone carries nothing forward."""
    return [
        *_games(Boxes(*OWN_BOXES, paper.games), paper),
        Box(79.5, 114.8, 19.5, 17.8, TOTAL),
    ]


def _with_total(paper: ScoreCards, before: Half, half: Half) -> list[Mark]:
    """What was carried forward, the games, their sum, and the sum of all rounds so far."""
    earlier = before.title if before.round == 1 else f"Rounds 1–{before.round}"
    return [
        *_games(Boxes(*LOWER_BOXES, paper.games), paper),
        Box(79.5, 114.8, 19.5, 7.4, EMPHASIS),
        Box(79.5, 122.2, 19.5, 10.4, TOTAL),
        Words(
            80.6, 124.9, "both rounds" if half.round == 2 else f"rounds 1 to {half.round}", 7, "600"
        ),
        Words(12.5, 113.6, earlier, 7.2, "600", "middle"),
        Box(LEFT, 114.8, 13, 11.8, EMPHASIS),
        Words(12.5, 129.2, "carried", 7, "italic", "middle"),
        Words(12.5, 131.9, "forward", 7, "italic", "middle"),
    ]


def _heading(half: Half, edition: Edition, y: float, right: float) -> list[Mark]:
    room = (right - LEFT - 28) * ITALIC
    title = f"{edition.event} · {write_date(edition.on, 'j F Y')}"
    if width(title, HEADING) > room:
        # The date stands at the foot as well.
        title = edition.event
    return [
        Words(LEFT, y, half.title.upper(), 9.6, "700", spacing=0.12),
        Words(right, y, *fitted_words(title, HEADING, room), "italic", "end"),
        Line(LEFT, y + 1.7, right, y + 1.7, 0.25),
    ]


def _cells(x: float, y: float, cell: tuple[float, float], size: float) -> list[Mark]:
    width, height = cell
    marks: list[Mark] = []
    for number, label in enumerate(("BADGE", "TABLE", "SEAT")):
        x_left = x + number * width
        marks.append(Box(x_left, y, width, height, EMPHASIS))
        marks.append(Words(x_left + width / 2, y + 2.9, label, size, "600", "middle", spacing=0.09))
    return marks


def _checkers(paper: ScoreCards, y: float) -> list[Mark]:
    what = "hand" if paper.values else "card"
    captions = ((LEFT, f"your {what} is checked by seat"), (55, "you check seat"))
    return [Words(x, y, text, 7, "italic", colour=CAPTION) for x, text in captions]


def _games(boxes: Boxes, paper: ScoreCards) -> list[Mark]:
    if boxes.lines == 1:
        return _one_line(boxes, paper)
    width, height = boxes.box
    heading = f"{paper.units.capitalize()}: dealer at the left, checker at the right"
    marks: list[Mark] = [Words(boxes.x, boxes.y - 1.2, heading, 7.2)]
    for game in range(boxes.games):
        x, y = boxes.corner(game)
        marks += [
            Box(x, y, width, height, 0.28),
            Line(x + width * 0.68, y, x + width * 0.68, y + height),
        ]
        marks.append(Words(x + 0.6, y + 2.6, str(game + 1), 7, colour=CAPTION))
    return marks


def _one_line(boxes: Boxes, paper: ScoreCards) -> list[Mark]:
    width = boxes.width / boxes.games
    marks: list[Mark] = []
    for game in range(boxes.games):
        x = boxes.x + game * width
        word = f"{paper.unit.capitalize()} {game + 1}" if width > 10 else str(game + 1)
        marks += [
            Words(x + width / 2, boxes.y - 1.2, word, 7.6 if width > 11 else 7, anchor="middle"),
            Box(x, boxes.y, width, 11.8, 0.28),
            Box(x, boxes.y + 11.8, width, 6, HAIR),
            Words(
                x + 0.9,
                boxes.y + 14.3,
                "checked" if width > 10 else "chk",
                7,
                "italic",
                colour=CAPTION,
            ),
        ]
    return marks


def _foot(edition: Edition, y: float, sentence: str) -> list[Mark]:
    return [
        Words(LEFT, y, *fitted_words(sentence, 7, 53), "600"),
        Words(90.5, y, printed(edition), 7, anchor="end"),
    ]


PILES = "ABCD"
CORNERS = {"A": (0.0, 0.0), "B": (WIDTH, 0.0), "C": (0.0, HEIGHT), "D": (WIDTH, HEIGHT)}
SIZES = {"A4": (2 * WIDTH, 2 * HEIGHT), "A6": (WIDTH, HEIGHT)}


@dataclass(frozen=True)
class Slot:
    """A card at its corner of a sheet, with the mark at its foot that says where it belongs in the
    stack.
    """

    pile: str
    mark: str
    card: ScoreCard


Sheet = tuple[Slot, ...]


def _words(slot: Slot, games: int, *, coded: bool) -> Iterator[Mark]:
    card, guest = slot.card, slot.card.guest
    yield from in_room(Words(LEFT, 16.55, guest.name, 14.5, "600"), 93)
    origin = ((21.87, guest.livery, "italic"), (25.87, guest.office, "400"))
    for y, text, face in origin:
        yield from in_room(Words(LEFT, y, text, 10.3, face), 46, line=4)
    yield from _places(card, card.upper, (61.5, 15, 28.1, 20))
    yield from _checking(card.upper, 35.98)
    yield from _dealers(Boxes(*UPPER_BOXES, games), card.upper.dealers)
    yield Words(RIGHT, 71.65, slot.mark, 7, anchor="end")
    if card.lower is not None:
        yield from _words_below(card, card.lower, games, coded=coded)
        yield Words(RIGHT, 143.7, slot.mark, 7, anchor="end")
    if card.link:
        yield Code(76.5, 78, 22.5, card.link)


def _words_below(card: ScoreCard, half: Half, games: int, *, coded: bool) -> Iterator[Mark]:
    guest = card.guest
    yield from in_room(Words(LEFT, 87.61, guest.name, 11, "600"), 67 if coded else 93, line=4.1)
    yield from in_room(Words(LEFT, 91.71, guest.livery, 8.6, "italic"), 60, line=4.1)
    movement = (Words(0, 0, half.movement, 8.8, "600"),)
    if half.movement:
        yield Paragraph(LEFT, 95.79, movement, 24.8 if coded else 49, 3.4)
    yield from _places(card, half, (38.5 if coded else 64, 14, 101.55, 18.5))
    yield from _checking(half, 108.98)
    own_copy = half.round == card.upper.round
    boxes = Boxes(*(OWN_BOXES if own_copy else LOWER_BOXES), games)
    yield from _dealers(boxes, half.dealers)


def _places(
    card: ScoreCard, half: Half, at_cells: tuple[float, float, float, float]
) -> Iterator[Mark]:
    """Badge, table and seat in their cells: the middle of the first, the way to the next, the
    baseline and the size.
    """
    middle, step, y, size = at_cells
    badge = "" if card.guest.badge is None else str(card.guest.badge)
    yield from in_room(Words(middle, y, badge, size, "700", "middle"), step - 1)
    yield Words(middle + step, y, half.shown_table, size, "700", "middle")
    yield Words(middle + 2 * step, y, half.seat, size, "700", "middle")


def _dealers(boxes: Boxes, dealers: str) -> Iterator[Mark]:
    """Which seat deals each game, in a corner of its box, where that is known: in words, one below
    the other in a narrow box; in several lines of boxes by its letter, which their heading
    explains.
    """
    for game, letter in enumerate(dealers[: boxes.games]):
        x, y = boxes.corner(game)
        if boxes.lines > 1:
            yield Words(x + 0.6, y + 5.3, letter, 7, "600")
        elif boxes.box[0] > 11:
            yield Words(x + 0.9, y + 2.6, f"{letter} deals", 7, colour=CAPTION)
        else:
            yield Words(x + 0.9, y + 2.6, letter, 7, "600")
            yield Words(x + 0.9, y + 5.1, "deals", 7, "italic", colour=CAPTION)


def _checking(half: Half, y: float) -> Iterator[Mark]:
    """Who looks over this hand, and whose this guest looks over."""
    for x, neighbour, room in ((LEFT, half.checked_by, 44), (55, half.checks, 39)):
        seat = Words(x, y, neighbour.seat, 7.6, "600")
        beside = x + width(neighbour.seat, 7.6) + 7.6 * POINT / 2
        yield seat
        name = Words(beside, y, neighbour.name, 7.6, "600")
        yield from in_room(name, room, two=True, close=0.9)
