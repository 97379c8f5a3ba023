"""What the desk is asked before a game is saved: whether numbers are cards or points, and whether
nobody went out.

What the views of one game share: finding its page, signing an act, drawing the page of entry, and
the receipt.
"""

from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from scoring.counting.double_reading import DoubleReading, double_reading
from scoring.counting.sheet import Finding, SeatEntry
from scoring.words import listed, noun
from tournament.counting.faces import faces, for_script, pad_tokens
from tournament.counting.formats import Play, event_format, play_of
from tournament.counting.grid import cells
from tournament.counting.plan import table_label
from tournament.counting.submission import Place, Submission, body_of
from tournament.counting.words import seat_words, taps
from tournament.entry.acts import Outcome
from tournament.entry.forms import (
    AS_CARDS,
    CARDS,
    POINTS,
    SheetForm,
    TypedError,
    hands_typed,
    read_typed,
    to_points,
)
from tournament.entry.in_hand import typed_hands
from tournament.entry.reading import TAPPED, TablePage, Typed, of_the_sheet, rows, table_page
from tournament.ledger.signing import new_key
from tournament.models import LARGEST, Event, Seat, Table
from tournament.models.seating import RoundState
from tournament.site.access import EventRequest, at_desk

REMEMBERED = "points_typed_at"
READING, NOBODY_OUT = "reading", "nobody"
NOBODY_FLAG = "nobody_out"
"""The flag whose dismissal answers the question whether nobody went out."""
_NAMES = dict(
    zip(
        "A23456789TJQKX",
        (
            "an Ace",
            "a Two",
            "a Three",
            "a Four",
            "a Five",
            "a Six",
            "a Seven",
            "an Eight",
            "a Nine",
            "a Ten",
            "a Jack",
            "a Queen",
            "a King",
            "a ten or court card",
        ),
        strict=True,
    )
)


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer to a question: the key that gives it, what is sent for it, and its words."""

    key: str
    name: str
    value: str
    words: str


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of one game before it is saved."""

    text: str
    answers: tuple[Answer, ...]

    @property
    def json(self) -> dict[str, Any]:
        """As the page's script takes it."""
        return asdict(self)


def types_points(request: HttpRequest, event: Event) -> bool:
    """Whether numbers typed in this browser are points; what was sent last is remembered for the
    evening.
    """
    remembered: list[int] = request.session.get(REMEMBERED, [])
    text = request.POST.get("switch") or request.POST.get("typing")
    if text not in (AS_CARDS, POINTS):
        return event.pk in remembered
    if (text == POINTS) != (event.pk in remembered):
        earlier = [pk for pk in remembered if pk != event.pk]
        request.session[REMEMBERED] = [*earlier, event.pk] if text == POINTS else earlier
    return text == POINTS


def question_of_reading(
    play: Play,
    raw: Mapping[str, str],
    certain: Collection[str],
    label_parts: tuple[str, str],
    *,
    points: bool,
) -> Question | None:
    """Whether a row of numbers is meant as it is read; `where` is the ending of the game's fields,
    and its place.
    """
    if play.format.entry not in CARDS or READING in certain or play.rules.scoring.values is None:
        return None
    doubt = double_reading(hands_typed(raw), play.rules, points=points)
    return _of_reading(doubt, label_parts, points=points) if doubt else None


def _of_reading(doubt: DoubleReading, label_parts: tuple[str, str], *, points: bool) -> Question:
    ending, place = label_parts
    names = listed(_NAMES[rank] for rank in doubt.ranks.split())
    text = f"{place.format(doubt.seat)}: is {doubt.points} {names}, or {doubt.points} points?"
    if not doubt.cards:
        text = (
            f"{place.format(doubt.seat)}: {doubt.points} is no hand of cards. Is it {doubt.points}"
            " points?"
        )
    certain = (f"sure_{ending}", READING)
    alternative = ("switch", AS_CARDS if points else POINTS)
    as_cards = Answer(
        "C", *(alternative if points else certain), f"Cards: they count {doubt.cards}"
    )
    as_points = Answer("P", *(certain if points else alternative), f"Points: {doubt.points}")
    return Question(text, (as_cards, as_points) if doubt.cards else (as_points,))


def question_of_nobody(
    play: Play,
    entries: Collection[SeatEntry],
    certain: Collection[str],
    label_parts: tuple[str, str],
    *,
    blocked: bool,
) -> Question | None:
    """Whether a game in which nobody went out was blocked."""
    out = blocked or any(entry.went_out for entry in entries)
    if (
        play.format.entry not in CARDS
        or out
        or NOBODY_OUT in certain
        or all(entry.absent for entry in entries)
    ):
        return None
    ending, game = label_parts
    blocked_box = f"blocked_{ending}" if ending else "blocked"
    answers = (
        Answer("B", blocked_box, "on", "Blocked: everybody counts"),
        Answer("S", f"sure_{ending}", NOBODY_OUT, "Save it, and look at it later"),
    )
    return Question(f"Nobody went out in {game}: was the {play.format.unit} blocked?", answers)


def question_of_sheet(event: Event, form: SheetForm, place: Place) -> Question | None:
    """What is to be asked before a sheet is saved or corrected, once something stands at every
    seat.
    """
    if not form.whole:
        return None
    play, unit = play_of(event), event_format(event).unit
    label_parts = ("", f"{unit.capitalize()} {place.game}, seat {{}}")
    reading = question_of_reading(play, form.raw, form.sure, label_parts, points=form.points)
    if reading or not form.readable or not form.whole or NOBODY_FLAG in form.dismissed():
        return reading
    blocked = form.cleaned_data["blocked"]
    return question_of_nobody(
        play, form.entries.values(), form.sure, ("", f"{unit} {place.game}"), blocked=blocked
    )


def found_page(event: Event, place: Place) -> TablePage:
    """The page of a game; to everyone it is not there when there is no such game."""
    page = table_page(event, place)
    if page is None:
        raise Http404(f"There is no {place}.")
    return page


def empty_table_page(
    request: HttpRequest, event: Event, place: Place, *, status: int = 200
) -> HttpResponse:
    """The page of a game without hands: all have left, or their cards bear totals.

    404 where there is no such game.
    """
    table = None
    if max(place.round, place.table) <= LARGEST:
        tables = Table.objects.filter(event=event, round__number=place.round, number=place.table)
        table = tables.exclude(round__state=RoundState.DRAFT).select_related("round").first()
    if table is None or not 1 <= place.game <= table.round.games:
        raise Http404(f"There is no {place}.")
    round_cells = cells(event, round=place.round)
    context = {
        "round": table.round,
        "label": table_label(event, place.table),
        "left": (
            Seat.objects.filter(table=table).select_related("guest").order_by("letter", "from_game")
        ),
        "told": any((cell.table, cell.game) == (place.table, place.game) for cell in round_cells),
        "missing": next((cell for cell in round_cells if cell.state == "missing"), None),
        "at_desk": at_desk(request),
    }
    return render(request, "entry/empty_table.html", context, status=status)


def may_write(request: EventRequest, page: TablePage) -> bool:
    """Umpires write while the round is open, the desk afterwards too."""
    return page.seats[0].round.open or at_desk(request)


def typed_of(form: SheetForm, findings: tuple[Finding, ...]) -> Typed:
    """What was typed, kept whole, with everything found about it."""
    unique = dict.fromkeys((*form.faults, *findings))
    blocked = bool(form.cleaned_data.get("blocked"))
    return Typed(form.typed, form.entries, tuple(unique), form.dismissed(), blocked=blocked)


def entry_page(
    request: HttpRequest,
    page: TablePage,
    form: SheetForm | None = None,
    findings: tuple[Finding, ...] = (),
    question: Question | None = None,
) -> HttpResponse:
    """The page on which a game is entered: empty, or with everything that was typed and what is
    wrong with it.
    """
    if form and (changed := seats_changed(page, form)):
        findings, question = changed, None
    entries = typed_of(form, findings) if form else kept_hands(page)
    context = page_context(page, entries, points=types_points(request, page.event))
    context |= {"sent": form.data if form else {}, "at_desk": at_desk(request)}
    context["begun"] = form is None and bool(entries.texts)
    context |= {"questions": (question,) if question else (), "sure": form.sure if form else ()}
    return render(request, "entry/sheet.html", context, status=422 if form else 200)


SEATS_CHANGED = Finding(
    "people",
    (),
    "Seats have changed since this page was opened. What you typed went with the players: look at"
    " it, then save.",
    refused=True,
)


def seats_changed(page: TablePage, form: SheetForm) -> tuple[Finding, ...]:
    """What is said where guests changed seats since the page was opened; their hands go along."""
    now = {seat.letter: seat.guest.ref for seat in page.seats}
    return (SEATS_CHANGED,) if form.carried(now) else ()


def kept_hands(page: TablePage) -> Typed:
    """What the desk keeps of this game until it is whole."""
    place, form = page.place, event_format(page.event)
    hands = typed_hands(page.event, place.round, place.table)
    texts = {
        seat.letter: text
        for seat in page.seats
        if (text := hands.get((place.game, seat.guest.ref)))
    }
    entries = {}
    for seat, text in texts.items():
        with suppress(TypedError):
            entries[seat] = read_typed(seat, text, form)
    return Typed(texts, entries)


def page_context(page: TablePage, entries: Typed, *, points: bool = False) -> dict[str, Any]:
    """What every page with a row a seat needs; with `points` the texts are spelt as where points
    are typed.
    """
    play = play_of(page.event)
    seat_rows = rows(page.event, page.seats, entries)
    if points:
        seat_rows = tuple(replace(row, text=to_points(row.text)) for row in seat_rows)
    refusals, flags = of_the_sheet(entries, (row.seat for row in seat_rows))
    first = next(
        (row.seat for row in seat_rows if row.refusals), seat_rows[0].seat if not refusals else ""
    )
    return {
        "points": points,
        "page": page,
        "place": page.place,
        "round": page.seats[0].round,
        "rows": seat_rows,
        "refusals": refusals,
        "sheet_flags": flags,
        "focus": first,
        "key": new_key(),
        "said": seat_words(play.format),
        "taps": taps(play.format, len(seat_rows)),
        "faces": for_script(play),
        "dismissals": TAPPED,
        "pad": tuple(faces(play.rules)[token] for token in pad_tokens(play.rules)),
    }


def look_again(unit: str, game: int, flag: str) -> str:
    """What is said beside the receipt of a sheet that is saved with a flag."""
    return f"{unit.capitalize()} {game} is saved; check this: {flag}"


def receipt(event: Event, table: int, saved: Mapping[int, Outcome]) -> str:
    """What was saved at a table, by game, and under which numbers: one wording wherever sheets are
    saved.
    """
    form, numbers = (
        event_format(event),
        ", ".join(str(outcome.number) for outcome in saved.values()),
    )
    unit, word = noun(len(saved), form.unit), noun(len(saved), "Receipt")
    before = all(outcome.repeated for outcome in saved.values())
    moment = "Saved before" if before else f"Saved at {timezone.localtime():%H:%M:%S}"
    games = ", ".join(map(str, saved))
    return f"{moment}: table {table_label(event, table)}, {unit} {games}. {word} {numbers}."


def sheet_payload(page: TablePage, submission: Submission) -> dict[str, Any]:
    """A sheet as it is asked for: what the ledger would keep of it, the version it is to replace,
    and up to which differing sheet a choice was made.
    """
    guests = {seat.letter: seat.guest.ref for seat in page.seats}
    payload = {"sheet": body_of(submission, guests), "seen": submission.seen}
    return payload if submission.waiting is None else payload | {"waiting": submission.waiting}
