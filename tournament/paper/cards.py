"""What stands on a table or hangs on a coat, as drawings: table cards and place cards, which are
folded across their middle, and badges on sheets of labels.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Self

from django.template.loader import render_to_string

from tournament.models import CodeKind
from tournament.paper.drawing import (
    GREEN,
    GREY,
    POINT,
    WHITE,
    Anchor,
    Box,
    Code,
    Drawing,
    Form,
    Line,
    Mark,
    Paragraph,
    Picture,
    Placed,
    Ring,
    Words,
    baseline,
    rehearsal,
)
from tournament.paper.fitting import fits, fitted_words, halved, in_room, name_lines
from tournament.paper.labels import foot
from tournament.paper.values import DrawnPaper, Edition, Named, Place
from tournament.site.codes import typed_address
from tournament.site.paper_codes import PaperCodes

WIDTH, HEIGHT = 210.0, 297.0
FOLD = HEIGHT / 2
CAPITALS = 0.09
"""The space between the letters of a caption."""
DOTTED, DASHED = (0.2, 0.2), (0.6, 0.4)
UMPIRE, POINT_AT = "Umpire:", "point the camera at the square."
NO_CAMERA, TYPE = "No camera? Open", "and type the code."


@dataclass(frozen=True)
class TableCard:
    """The folded card that stands on a table: a large number, and behind it who sits there in each
    round.
    """

    table: int
    rounds: tuple[int, ...]
    seats: tuple[tuple[str, tuple[Named | None, ...]], ...]
    code: str = ""
    link: str = ""
    label: str = ""

    @property
    def called(self) -> str:
        """What everybody calls the table."""
        return self.label or str(self.table or "")


@dataclass(frozen=True)
class TableCards(DrawnPaper):
    """The table cards of a printing; `note` says who checks whom and who moves, `address` is where
    codes are typed.
    """

    name = "Table cards"
    codes = CodeKind.TABLE
    cards: tuple[TableCard, ...]
    note: str = ""
    address: str = ""

    def key(self, item: TableCard) -> str:
        """The number of its table."""
        return str(item.table)

    def says(self, item: TableCard) -> Any:
        """The card as it is, and what all of them say."""
        return [asdict(replace(item, link="", code="")), self.note]

    def coded(self, codes: PaperCodes) -> Self:
        """Each with the way in for the phone of its table."""
        paper = self.linked(
            lambda card: {
                "code": codes.shorts.get(card.table, ""),
                "link": codes.tables.get(card.table, ""),
            }
        )
        return replace(paper, address=typed_address())

    def laid_out(self) -> Sequence[TableCard]:
        """One card to a sheet."""
        return self.cards

    def drawings(self, sheets: Sequence[TableCard]) -> Iterator[Drawing]:
        """A sheet for each of these tables."""
        line = f"{self.edition.event} · {foot(self.edition)}"
        for card in sheets:
            front = Placed(WIDTH, FOLD, tuple(_number(card, self.address)), turned=180)
            marks: list[Mark] = [front, *_who_sits(card, self.note)]
            marks.append(Words(LEFT, 289.1, line, 7.6))
            marks.append(Line(0, 148.5, WIDTH, 148.5, 0.2, DOTTED))
            yield _page(self.edition, marks)


@dataclass(frozen=True)
class Round:
    """A round and where one sits in it; None where one has no seat."""

    number: int
    place: Place | None


@dataclass(frozen=True)
class PlaceCard:
    """A folded card: the front to the table, the back to its guest with a greeting and the marks
    of what they eat, each of one or two letters.
    """

    guest: Named
    letters: str
    greeting: str
    rounds: tuple[Round, ...]
    marks: tuple[str, ...] = ()


@dataclass(frozen=True)
class PlaceCards(DrawnPaper):
    """Place cards, four to a sheet."""

    name = "Place cards"
    cards: tuple[PlaceCard, ...]
    title: str = "Place cards"

    def laid_out(self) -> Sequence[Sequence[PlaceCard]]:
        """The cards of each sheet."""
        return [self.cards[start : start + 4] for start in range(0, len(self.cards), 4)]

    def drawings(self, sheets: Sequence[Sequence[PlaceCard]]) -> Iterator[Drawing]:
        """Four cards to a sheet."""
        arms = self.edition.arms or render_to_string(SUITS, {"fill": GREEN})
        high = 8 if self.edition.arms else 5
        emblem = Form(
            (Picture(38, 87.5 - high, 29, high, arms), Line(0, 74.4, CARD, 74.4, 0.2, DASHED, GREY))
        )
        for cards in sheets:
            marks: list[Mark] = []
            if len(cards) > 1:
                marks.append(
                    Line(CARD, 0, CARD, HEIGHT if len(cards) > 3 else FOLD, 0.2, DOTTED, GREY)
                )
            if len(cards) > 2:
                marks.append(
                    Line(0, FOLD, WIDTH if len(cards) > 3 else CARD, FOLD, 0.2, DOTTED, GREY)
                )
            for place, card in enumerate(cards):
                x, y = place % 2 * CARD, place // 2 * FOLD
                marks.append(Placed(x + CARD, y + HALF, tuple(_greeting(card)), turned=180))
                marks.append(Placed(x, y, emblem))
                marks.append(Placed(x, y, tuple(_front(card, self.edition.event))))
            yield _page(self.edition, marks)


@dataclass(frozen=True)
class Badge:
    """A badge: a guest’s, or a blank one with a line to write on. `link` becomes a code."""

    guest: Named
    rounds: tuple[Round, ...]
    host: bool = False
    link: str = ""


@dataclass(frozen=True)
class LabelSheet:
    """A sheet of labels in millimetres: the size of one, how many across and down, the margins and
    the steps from one to the next.
    """

    name: str
    width: float
    height: float
    across: int
    down: int
    left: float
    top: float
    step_x: float
    step_y: float

    @property
    def count(self) -> int:
        """So many labels on a sheet."""
        return self.across * self.down

    def corner(self, place: int) -> tuple[float, float]:
        """Where a label of the sheet begins, from its left and its top."""
        down, across = divmod(place, self.across)
        return round(self.left + across * self.step_x, 2), round(self.top + down * self.step_y, 2)


@dataclass(frozen=True)
class Badges(DrawnPaper):
    """The badges of a printing, on sheets of one kind."""

    name = "Badges"
    items = "badges"
    codes = CodeKind.GUEST
    badges: tuple[Badge, ...]
    sheet: LabelSheet
    title: str = "Badges"

    def says(self, item: Badge) -> Any:
        """The badge without its code."""
        return asdict(replace(item, link=""))

    def coded(self, codes: PaperCodes) -> Self:
        """Each with the way to its guest's own page."""
        return self.linked(lambda badge: {"link": codes.guests.get(badge.guest.badge or 0, "")})

    def laid_out(self) -> Sequence[Sequence[Badge]]:
        """The badges of each sheet."""
        starts = range(0, len(self.badges), self.sheet.count)
        return [self.badges[start : start + self.sheet.count] for start in starts]

    def drawings(self, sheets: Sequence[Sequence[Badge]]) -> Iterator[Drawing]:
        """As many labels on a page as its kind of sheet has."""
        for badges in sheets:
            marks = [
                Placed(*self.sheet.corner(place), tuple(_badge(self, badge)))
                for place, badge in enumerate(badges)
            ]
            yield _page(self.edition, list(marks))


def _page(edition: Edition, marks: list[Mark]) -> Drawing:
    under: list[Mark] = [rehearsal(WIDTH, HEIGHT)] if edition.rehearsal else []
    return Drawing(WIDTH, HEIGHT, (*under, *marks))


def _caption(
    x: float, y: float, text: str, size: float, room: float, anchor: Anchor = "middle"
) -> Words:
    fitted, points = fitted_words(text.upper(), size, room / (1 + CAPITALS * 2))
    return Words(x, y, fitted, points, "600", anchor, spacing=CAPITALS)


# Table cards: an A4 folded across its middle, its upper face upside down on the sheet.

DIGITS = {1: (117.95, 300), 2: (117.95, 300), 3: (109.29, 230)}
DIGITS_BESIDE_A_CODE = DIGITS | {3: (104.7, 200)}
"""Where the number of a table stands and how large it is, by its digits."""
LEFT, RIGHT = 14.0, 196.0
SEATS = (
    (5, 3.0, 2.7, 14.5, 10, 27),
    (6, 1.0, 0.7, 14.5, 10, 27),
    (8, 0.3, 0.2, 12.5, 8.2, 20),
    (12, 0.1, 0.1, 11, 8.2, 16),
)
MANY = (14, 0.1, 0.1, 9.5, 7, 13)
"""For tables of so many: the space above and below a row, and how large name, company and letter
are in it.
"""
LETTER = 19.0


def _number(card: TableCard, address: str) -> Iterator[Mark]:
    middle = 64 if card.code else WIDTH / 2
    digits = min(3, len(card.called))
    y, size = (DIGITS_BESIDE_A_CODE if card.code else DIGITS)[digits]
    yield _caption(middle, 22.23, "Table", 21, 120)
    yield Words(middle, y, card.called, size, "700", "middle")
    if card.code:
        yield from _way_in(card, address)


def _way_in(card: TableCard, address: str) -> Iterator[Mark]:
    """The square, the six characters, and what to do with them."""
    middle, lower = 165, 53.07 if card.link else 0
    if card.link:
        yield Code(139, 17, 52, card.link)
    yield Words(middle, lower + 30.85, card.code, 31, "600", "middle")
    text = [Words(0, 0, UMPIRE, 11, "600"), Words(0, 0, POINT_AT, 11)]
    if address:
        text += [Words(0, 0, NO_CAMERA, 11), Words(0, 0, address, 11, "600")]
        text.append(Words(0, 0, TYPE, 11))
    yield Paragraph(middle, lower + 40.81, tuple(text), 62, 4.85, "middle")


def _who_sits(card: TableCard, note: str) -> Iterator[Mark]:
    caption = f"{'Who sits' if card.rounds else 'Matches'} at table {card.called}"
    yield Words(RIGHT, 171.92, card.called, 62, "700", "end")
    yield _caption(LEFT, 167.79, caption, 11, 150, "start")
    if card.rounds:
        yield from _seats(card)
    yield Paragraph(LEFT, 281.39, (Words(0, 0, note, 10.5),), RIGHT - LEFT, 4.82, from_foot=True)


def _seats(card: TableCard) -> Iterator[Mark]:
    _most, above, below, name, company, letter = next(
        (row for row in SEATS if len(card.seats) <= row[0]), MANY
    )
    close = 1.15 if len(card.seats) <= 8 else 1.0
    names, companies = name * POINT * close, company * POINT * (1.15 if company == 10 else 1)
    high = above + names + companies + below + 0.25
    column = (RIGHT - LEFT - LETTER) / len(card.rounds)
    for number, round_number in enumerate(card.rounds):
        yield _caption(
            LEFT + LETTER + number * column, 176.43, f"Round {round_number}", 7.5, column, "start"
        )
    y = 178.36
    for seat, guests in card.seats:
        yield Line(LEFT, y, RIGHT, y, 0.25)
        yield Words(LEFT, baseline(y, letter, high), seat, letter, "700")
        for number, guest in enumerate(guests):
            if guest is None:
                continue
            x, upper = LEFT + LETTER + number * column, y + 0.125 + above
            name_place = Words(x, baseline(upper, name, names), guest.name, name, "600")
            yield from in_room(name_place, 162 / len(card.rounds) - 4, line=names)
            company_place = Words(
                x, baseline(upper + names, company, companies), guest.livery, company, "italic"
            )
            yield from in_room(company_place, column - 2, line=companies)
        y += high


# Place cards: four to a sheet, each folded across its middle, its back upside down.

CARD, HALF = WIDTH / 2, 74.2
SUITS = "paper/print/_suits.svg"


def _greeting(card: PlaceCard) -> Iterator[Mark]:
    yield from in_room(Words(CARD / 2, 27.37, card.greeting, 16, "italic", "middle"), 85, line=6.77)
    yield Line(9, 37.15, 96, 37.15, 0.3)
    yield from _sits(card.rounds, 9, 30, (44.57, 9.5), (53.75, 26), "–")
    for number, letters in enumerate(card.marks):
        x = 9 + 30 * len(card.rounds) + 11 * number
        yield Ring(x + 5.5, 49.8, 5.2, 0.6)
        yield Words(x + 5.5, 51.31, letters, 13, "700", "middle")


def _sits(
    rounds: tuple[Round, ...],
    x: float,
    column: float,
    caption: tuple[float, float],
    place: tuple[float, float],
    nowhere: str,
) -> Iterator[Mark]:
    """A column for each round; of its caption and of the place the baseline and the size."""
    for number, round_ in enumerate(rounds):
        start_x = x + number * column
        yield Words(start_x, caption[0], f"Round {round_.number}", caption[1])
        table, seat = nowhere, ""
        if round_.place is not None:
            table, seat = round_.place.called, round_.place.seat
        parts = (Words(0, 0, table, place[1], "600"), Words(0, 0, seat, place[1]))
        yield Paragraph(start_x, place[0], parts)


def _front(card: PlaceCard, event: str) -> Iterator[Mark]:
    guest = card.guest
    yield from _heading(Words(CARD / 2, 93.58, event, 7.5, "600", "middle"), 90, 92.2)
    name, y = _on_lines(Words(CARD / 2, 0, guest.name, 23, "600", "middle"), 101.81, 87)
    yield from name
    if card.letters:
        yield Words(CARD / 2, baseline(y, 11, 4.66), card.letters, 11, anchor="middle")
        y += 4.66
    under = ", ".join(filter(None, (guest.livery, guest.office)))
    origin = Words(CARD / 2, baseline(y + 2, 13, 5.5), under, 13, "italic", "middle")
    yield from in_room(origin, 85, line=5.5)
    front = next((round_.place for round_ in card.rounds if round_.place), None)
    if front is not None:
        parts = (Words(0, 0, "Table", 12), Words(0, 0, front.called, 20, "600"))
        yield Paragraph(96, 140.56, parts, anchor="end")


def _on_lines(words: Words, top: float, room: float) -> tuple[list[Words], float]:
    """A name on one line, or on two that are larger where one would be small; and where the line
    below it begins.
    """
    percent, lines = name_lines(words.text, words.size, room)
    size, full = words.size * percent / 100, words.size * POINT * 1.1
    close = size * POINT * 1.1
    first = baseline(top, words.size, full)
    if len(lines) > 1:
        first = max(first - close, baseline(top, size, close))
    last = first + (len(lines) - 1) * close
    texts = [
        Words(words.x, first + number * close, text, size, words.face, words.anchor)
        for number, text in enumerate(lines)
    ]
    return texts, last + top + full - baseline(top, words.size, full)


# Badges: each label where its sheet is cut.

EDGE = 5.0
ARMS = 9.0
"""The arms beside the heading of a badge, with the gap behind them."""
BADGE_NUMBER = 10
WIDER = 1.32
"""How much wider capitals with space between them are than the same letters; measured."""


def _badge(paper: Badges, badge: Badge) -> Iterator[Mark]:
    wide, high = paper.sheet.width, paper.sheet.height
    room = wide - 2 * EDGE
    if wide == 90:
        # Cut by hand: hairlines show where.
        yield Box(0.075, 0.075, wide - 0.15, high - 0.15, 0.15, colour=GREY)
    yield from _band(paper, badge) if badge.host else _head(paper, badge)
    top = 10.3 if badge.host else 10.8
    if badge.guest.name:
        gap = 2 if 80 <= wide < 86 else 4.5
        name, y = _on_lines(Words(EDGE, 0, badge.guest.name, 19.5, "600"), top + gap, room)
        yield from name
        under = ", ".join(filter(None, (badge.guest.livery, badge.guest.office)))
        origin = Words(EDGE, baseline(y, 11.5, 5.27), under, 11.5, "italic")
        yield from in_room(origin, room, line=5.27)
    else:
        yield Line(EDGE, top + 17.15, wide - EDGE, top + 17.15, 0.3)
    seats = high - 4 - 11.75
    yield from _sits(badge.rounds, EDGE, 28, (seats + 2.93, 8.5), (seats + 9.75, 20), "")
    if badge.link:
        yield Code(wide - EDGE - 14, high - 18, 14, badge.link)


def _head(paper: Badges, badge: Badge) -> Iterator[Mark]:
    wide, arms, event = paper.sheet.width, paper.edition.arms, paper.edition.event
    start_x = EDGE + ARMS * bool(arms)
    room = wide - EDGE - start_x - BADGE_NUMBER
    if arms:
        yield Picture(EDGE, 4, ARMS - 1.6, 5.6, arms)
    yield from _heading(Words(start_x, 7.93, event, 7.5, "600"), room, 6.29)
    if badge.guest.badge:
        yield Words(wide - EDGE, 8.5, str(badge.guest.badge), 15, "600", "end")
    yield Line(EDGE, 10.65, wide - EDGE, 10.65, 0.3, colour=GREEN)


def _heading(words: Words, room: float, first: float) -> Iterator[Words]:
    """What an evening is called: in capitals on one line, or on two from the `first`."""
    if fits(words.text, words.size, 100, room / WIDER):
        yield replace(words, text=words.text.upper(), spacing=CAPITALS)
        return
    for number, line in enumerate(halved(words.text)):
        text, size = fitted_words(line.upper(), 7, room)
        yield replace(words, y=first + 2.84 * number, text=text, size=size, spacing=0.05)


def _band(paper: Badges, badge: Badge) -> Iterator[Mark]:
    """The head of a host: a band across the whole badge."""
    wide, arms = paper.sheet.width, paper.edition.arms
    yield Box(0, 0, wide, 10.3, fill=GREEN)
    if arms:
        # Arms of any colour are seen on the band.
        yield Box(EDGE, 3, ARMS - 1.6, 5.6, fill=WHITE)
        yield Picture(EDGE + 0.3, 3.3, ARMS - 2.2, 5, arms)
    text = f"Host {paper.edition.groups.host}".upper()
    start_x = EDGE + ARMS * bool(arms)
    yield Words(start_x, 6.93, text, 7.5, "600", colour=WHITE, spacing=CAPITALS)
    if badge.guest.badge:
        yield Words(wide - EDGE, 7, str(badge.guest.badge), 15, "600", "end", WHITE)
