"""Rows lifted into the values of `scoring`: the one reader behind standings, cut, paper and
spreadsheets.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from sys import intern
from typing import Any, cast

from django.db.models import F, IntegerField, Q, QuerySet, Value
from django.db.models.functions import Cast, Coalesce

from scoring.counting.cut import AtTheLine
from scoring.counting.policies import Absent, Adjustment, Policies, Unplayed, Withdrawn
from scoring.counting.standings import Facts, Ranking
from scoring.counting.tally import Player, RoundTotal, Tally
from scoring.counting.tie_breaks import CRITERIA, Pairs
from scoring.law.rulebook import Rules
from tournament.counting.answers import (
    Answers,
    Spells,
    answers_that_stand,
    missed,
    spells,
    with_answers,
)
from tournament.counting.formats import (
    event_format,
    rules_named,
    totals_with_unit,
    whole,
    with_unit,
)
from tournament.counting.par import par_of, seats_of_totals, totals_at_tables
from tournament.counting.round_totals import totals_that_stand
from tournament.models import Adjustment as AdjustmentRow
from tournament.models import (
    AdjustmentKind,
    CutOfCards,
    Event,
    Game,
    Guest,
    Seal,
    Seat,
    Sheet,
    Stage,
)
from tournament.models import Tally as TallyRow
from tournament.models.guest import GuestStatus
from tournament.site.cache import KeptQuery

NUMBERS = 7
NONE = -1_000_000
"""Where a row has no such number: lower than any that a row can hold."""
Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Beside:
    """What stands beside the tallies of a stage; `points` are guest, points, round and reason of
    each adjustment.

    `not_played` are tallies without points: of games that will not be played, and of void ones.
    """

    answers: Answers
    late: Spells
    moved: Spells
    not_played: tuple[Tally, ...]
    card_cuts: tuple[Pairs, ...]
    points: tuple[tuple[str, int, int | None, str], ...]
    totals: tuple[RoundTotal, ...]


def beside(event: Event, stage: str) -> Beside:
    """Everything that stands beside the tallies of a stage, as the rows are now. One query."""
    rows_by_player: defaultdict[str, list[Row]] = defaultdict(list)
    rows = BESIDE[Stage(stage)].of(event.pk)
    for kind, ref, text, *numbers in sorted(rows, key=lambda row: row[3:]):
        rows_by_player[kind].append(
            (ref, text, *(None if number == NONE else number for number in numbers))
        )
    return Beside(
        answers={(row[0], *row[3:7]): row[7:9] for row in rows_by_player["answer"]},
        late=spells((row[0], *row[2:6]) for row in rows_by_player["late"]),
        moved=spells((row[0], *row[2:6]) for row in rows_by_player["moved"]),
        not_played=tuple(
            Tally(ref, number, table, game, "void" if void else "not_played")
            for ref, _text, number, table, game, void, *_none in rows_by_player["not played"]
        ),
        card_cuts=tuple(_card_cuts(rows_by_player["cut"])),
        points=tuple((row[0], row[3], row[4], row[1]) for row in rows_by_player["points"]),
        totals=tuple(RoundTotal(row[0], *row[3:6]) for row in rows_by_player["total"]),
    )


def _card_cuts(rows: Iterable[Row]) -> Iterator[Pairs]:
    cuts: dict[int, list[tuple[str, int]]] = {}
    for ref, _text, entry, rank, *_none in rows:
        cuts.setdefault(entry, []).append((ref, rank))
    return (tuple(ranks) for ranks in cuts.values())


def _beside(event: int, *, stage: str) -> QuerySet[Any, Any]:
    first, *rest = _question_parts(event, stage)
    return first.union(*rest, all=True)


BESIDE = {stage: KeptQuery(partial(_beside, stage=stage)) for stage in Stage}


def _question_parts(event: int, stage: str) -> Iterator[QuerySet[Any]]:
    """The parts of the question. Where the order tells, the numbers begin with what orders them."""
    columns = ("game__table__round__number", "game__table__number", "game__number")
    answered = ("entry__number", *columns, "points", _or_none("eights"), _or_none("cards"))
    yield _part("answer", answers_that_stand(event), "guest__ref", answered)
    late = Seat.objects.filter(event=event, round__stage=stage, guest__status=GuestStatus.LATE)
    sat = ("round__number", "from_game", _or_none("left_after_game"), "table__number")
    yield _part("late", late, "guest__ref", sat)
    begun_later = Seat.objects.filter(event=event, round__stage=stage, from_game__gt=1).values(
        "guest"
    )
    moved = Seat.objects.filter(
        event=event, round__stage=stage, guest__status=GuestStatus.REGISTERED
    )
    yield _part("moved", moved.filter(guest__in=begun_later), "guest__ref", sat)
    unplayed = ("table__round__number", "table__number", "number", Cast("void", IntegerField()))
    yield _part("not played", _not_played(event, stage), "table__seats__guest__ref", unplayed)
    cuts = CutOfCards.objects.filter(event=event, stage=stage)
    yield _part("cut", cuts, "guest__ref", ("entry__number", "rank"))
    adjustments = AdjustmentRow.objects.filter(
        event=event, kind=AdjustmentKind.POINTS, cancellation=None
    )
    yield _part(
        "points", adjustments, "guest__ref", ("number", "points", _or_none("round")), "reason"
    )
    totals = totals_that_stand(event, stage)
    yield _part(
        "total", totals, "guest__ref", ("entry__number", "round__number", "points", "games")
    )


def _part(
    kind: str,
    rows: QuerySet[Any],
    ref: str,
    numbers: tuple[str | Coalesce | Cast, ...],
    text: str = "",
) -> QuerySet[Any]:
    rest = [Value(NONE)] * (NUMBERS - len(numbers))
    return rows.order_by().values_list(Value(kind), ref, text or Value(""), *numbers, *rest)


def _or_none(column: str) -> Coalesce:
    return Coalesce(column, Value(NONE))


def _not_played(event: int, stage: str) -> QuerySet[Game]:
    """Games that will not be played or that a ruling made void, once for each guest who had a seat
    in them.
    """
    return Game.objects.filter(
        Q(table__seats__left_after_game=None) | Q(table__seats__left_after_game__gte=F("number")),
        Q(not_played=True) | Q(void=True),
        table__seats__from_game__lte=F("number"),
        event=event,
        table__round__stage=stage,
    )


COLUMNS = (
    "guest__ref",
    "sheet__game__table__round__number",
    "sheet__game__table__number",
    "sheet__game__number",
    "state",
    "points",
    "went_out",
    "cards",
    "eights",
    "held",
    "place",
    "laps",
)


def rules(event: Event) -> Rules:
    """The rulebook of an event with the options in force, those that its format
    fixes among them.
    """
    return rules_named(event.format or event.game, event.choices, event.rules)


def ranking(event: Event) -> Ranking:
    """How this event ranks its field."""
    form = event_format(event)
    return Ranking(
        direction=form.direction,
        # Where opponents are paired, some tie-breaks look at the pairings, which are no tallies.
        tie_break=tuple(name for name in event.tie_breaks if name in CRITERIA or not form.paired),
        policies=Policies(
            absent=cast(Absent, event.absent_policy),
            withdrawn=cast(Withdrawn, event.withdrawn_policy),
            unplayed=cast(Unplayed, event.unplayed_policy),
            par=par_of(event),
        ),
    )


def players(event: Event) -> tuple[Player, ...]:
    """The field, by badge."""
    return tuple(
        Player(
            id=ref,
            name=name,
            livery=livery or "",
            host_connected=host,
            status=status,
            office=office,
        )
        for ref, name, livery, host, status, office in FIELD.of(event.pk)
    )


OF_PLAYER = ("ref", "name", "livery__name", "host_connected", "status", "office")
FIELD = KeptQuery(
    lambda event: Guest.objects.filter(event=event).order_by("badge").values_list(*OF_PLAYER)
)


def accepted(event: Event | int) -> QuerySet[Sheet]:
    """The sheets that count."""
    return Sheet.objects.filter(event=event, accepted=True)


def tallies(event: Event, stage: str = Stage.QUALIFYING) -> tuple[Tally, ...]:
    """Every tally of a stage that counts, and one without points for each guest of a game not
    played, or void.
    """
    return counted(event, stage, beside(event, stage))


def counted(event: Event, stage: str, read: Beside) -> tuple[Tally, ...]:
    """The tallies of a stage beside which stands what was `read`."""
    return played(event, stage, read) + read.not_played


def played(event: Event, stage: str, read: Beside) -> tuple[Tally, ...]:
    """Every tally of a stage that stands on a sheet that counts, and the games that late guests
    missed.
    """
    return told_with(entered(event, stage), read)


def entered(event: Event, stage: str) -> tuple[Tally, ...]:
    """What stands on the sheets of a stage that count. One query."""
    return with_unit(event_format(event), ENTERED[Stage(stage)].of(event.pk))


def _entered(event: int, *, stage: str) -> QuerySet[TallyRow, Any]:
    rows = TallyRow.objects.filter(
        event=event, sheet__game__table__round__stage=stage, sheet__game__void=False
    )
    return rows.filter(sheet__accepted=True).order_by().values_list(*COLUMNS)


def tally_of(
    ref: str, number: int, table: int, game: int, state: str, *figures: int | None
) -> Tally:
    """A tally of its COLUMNS; each row of a database brings its texts anew, so that those of a
    guest's many games are made one.
    """
    return Tally(intern(ref), number, table, game, intern(state), *figures)  # type: ignore[arg-type]


ENTERED = {stage: KeptQuery(partial(_entered, stage=stage), tally_of) for stage in Stage}


def told_with(entered: tuple[Tally, ...], read: Beside) -> tuple[Tally, ...]:
    """What stands on sheets with what guests said when asked, and the games that late ones
    missed.
    """
    answered = with_answers(entered, read.answers)
    return answered + tuple(missed(read.late, answered, read.moved))


def facts(event: Event, stage: str = Stage.QUALIFYING) -> Facts:
    """What is recorded beside the tallies: the Umpire's cuts of cards, and the
    points of rulings.
    """
    return facts_of(event, stage, beside(event, stage))


def facts_of(event: Event, stage: str, read: Beside) -> Facts:
    """The same, of what was `read` already."""
    totals = totals_with_unit(event_format(event), read.totals)
    seats = seats_of_totals(event, totals) if par_of(event) else ()
    totals, per_game = totals_at_tables(totals, seats)
    adjustments = tuple(_of_stage(event, stage, read.points))
    return Facts(
        adjustments=adjustments, card_cuts=read.card_cuts, round_totals=totals, told=per_game
    )


def _of_stage(event: Event, stage: str, adjustments: Iterable[Any]) -> Iterable[Adjustment]:
    form = event_format(event)
    for ref, points, number, reason in adjustments:
        of_stage = Stage.PLAYOFF if number == event.playoff_round else Stage.QUALIFYING
        if of_stage == stage:
            yield Adjustment(ref, whole(form, points), number, reason)


def unchecked(event: Event) -> tuple[tuple[int, int, int], ...]:
    """Round, table and game of every qualifying sheet that nobody has looked over, or that has an
    open flag.
    """
    return tuple(sorted(UNCHECKED.of(event.pk)))


def _unchecked(event: int) -> QuerySet[Sheet, Any]:
    sheets = accepted(event).filter(game__table__round__stage=Stage.QUALIFYING, game__void=False)
    doubtful = sheets.filter(checked=False) | sheets.filter(flags__dismissed="")
    columns = ("game__table__round__number", "game__table__number", "game__number")
    return doubtful.distinct().values_list(*columns)


UNCHECKED = KeptQuery(_unchecked)


def seal_in_force(event: Event) -> Seal | None:
    """The sealed cut, if there is one."""
    return next(iter(SEALS.of(event.pk)), None)


def cut_announced(event: Event) -> bool:
    """Whether those who are through are public; before, a seat in the play-off would name them."""
    seal = seal_in_force(event)
    return seal is not None and seal.revealed_at is not None


UNBROKEN = Seal.objects.filter(broken_at__isnull=True).order_by("pk")
SEALS = KeptQuery(lambda event: UNBROKEN.filter(event=event)[:1])


def at_the_line(event: Event) -> AtTheLine:
    """What settles a tie on the line that no criterion splits."""
    return cast(AtTheLine, event.cut_tie)
