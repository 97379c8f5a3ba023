"""What is on record of a stage beside its sheets: seldom much, and wanted wherever a line is drawn, so one question."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import F, IntegerField, Q, QuerySet, Value
from django.db.models.functions import Cast, Coalesce

from scoring.standings import CardCut
from scoring.tally import RoundTotal, Tally
from tournament.ledger.answers import Answers, answers_that_stand
from tournament.ledger.missed import Spells, spells
from tournament.ledger.round_totals import totals_that_stand
from tournament.models import Adjustment, AdjustmentKind, CutOfCards, Event, Game, Seat
from tournament.models.guest import GuestStatus

NUMBERS = 7
NONE = -1_000_000
"""Where a row has no such number: lower than any that a row can hold."""
Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Beside:
    """What stands beside the tallies of a stage; `points` are guest, points, round and reason of each adjustment.

    `not_played` are tallies without points: of games that will not be played, and of void ones.
    """

    answers: Answers
    late: Spells
    not_played: tuple[Tally, ...]
    card_cuts: tuple[CardCut, ...]
    points: tuple[tuple[str, int, int | None, str], ...]
    totals: tuple[RoundTotal, ...]


def beside(event: Event, stage: str) -> Beside:
    """Everything that stands beside the tallies of a stage, as the rows are now. One query."""
    first, *rest = _asked(event, stage)
    of: defaultdict[str, list[Row]] = defaultdict(list)
    for kind, ref, text, *numbers in sorted(first.union(*rest, all=True), key=lambda row: row[3:]):
        of[kind].append((ref, text, *(None if at == NONE else at for at in numbers)))
    return Beside(
        answers={(row[0], *row[3:7]): row[7:9] for row in of["answer"]},
        late=spells((row[0], *row[2:6]) for row in of["late"]),
        not_played=tuple(
            Tally(ref, number, table, game, "void" if void else "not_played")
            for ref, _text, number, table, game, void, *_none in of["not played"]
        ),
        card_cuts=tuple(_card_cuts(of["cut"])),
        points=tuple((row[0], row[3], row[4], row[1]) for row in of["points"]),
        totals=tuple(RoundTotal(row[0], *row[3:6]) for row in of["total"]),
    )


def _card_cuts(rows: Iterable[Row]) -> Iterator[CardCut]:
    cuts: dict[int, list[tuple[str, int]]] = {}
    for ref, _text, entry, rank, *_none in rows:
        cuts.setdefault(entry, []).append((ref, rank))
    return (CardCut(ranks=tuple(ranks)) for ranks in cuts.values())


def _asked(event: Event, stage: str) -> Iterator[QuerySet[Any]]:
    """The parts of the question. Where the order tells, the numbers begin with what orders them."""
    where = ("game__table__round__number", "game__table__number", "game__number")
    told = ("entry__number", *where, "points", _or_none("eights"), _or_none("cards"))
    yield _part("answer", answers_that_stand(event), "guest__ref", told)
    late = Seat.objects.filter(event=event, round__stage=stage, guest__status=GuestStatus.LATE)
    sat = ("round__number", "from_game", _or_none("left_after_game"), "table__number")
    yield _part("late", late, "guest__ref", sat)
    unplayed = ("table__round__number", "table__number", "number", Cast("void", IntegerField()))
    yield _part("not played", _not_played(event, stage), "table__seats__guest__ref", unplayed)
    cuts = CutOfCards.objects.filter(event=event, stage=stage)
    yield _part("cut", cuts, "guest__ref", ("entry__number", "rank"))
    given = Adjustment.objects.filter(event=event, kind=AdjustmentKind.POINTS, cancellation=None)
    yield _part("points", given, "guest__ref", ("number", "points", _or_none("round")), "reason")
    totals = totals_that_stand(event, stage)
    yield _part("total", totals, "guest__ref", ("entry__number", "round__number", "points", "games"))


def _part(
    kind: str, rows: QuerySet[Any], ref: str, numbers: tuple[str | Coalesce | Cast, ...], text: str = ""
) -> QuerySet[Any]:
    rest = [Value(NONE)] * (NUMBERS - len(numbers))
    return rows.order_by().values_list(Value(kind), ref, text or Value(""), *numbers, *rest)


def _or_none(column: str) -> Coalesce:
    return Coalesce(column, Value(NONE))


def _not_played(event: Event, stage: str) -> QuerySet[Game]:
    """Games that will not be played or that a ruling made void, once for each guest who had a seat in them."""
    return Game.objects.filter(
        Q(table__seats__left_after_game=None) | Q(table__seats__left_after_game__gte=F("number")),
        Q(not_played=True) | Q(void=True),
        table__seats__from_game__lte=F("number"),
        event=event,
        table__round__stage=stage,
    )
