"""Rows lifted into the values of `scoring`: the one reader behind standings, cut, paper and spreadsheets."""

from collections.abc import Iterable
from typing import Any, cast

from django.db.models import Max, QuerySet

from scoring.cut import AtTheLine
from scoring.policies import Absent, Adjustment, Policies, Unplayed, Withdrawn
from scoring.rulebook import Rules
from scoring.standings import Facts, Ranking
from scoring.tally import Player, Tally
from scoring.tie_breaks import CRITERIA
from tournament.ledger.answers import with_answers
from tournament.ledger.beside import Beside, beside
from tournament.ledger.fair_tables import par_of, seats_of_totals, totals_at_tables
from tournament.ledger.formats import event_format, rules_named, totals_with_unit, whole, with_unit
from tournament.ledger.missed import missed
from tournament.models import Adjustment as AdjustmentRow
from tournament.models import AdjustmentKind, Event, Guest, Seal, Sheet, Stage, TallyState
from tournament.models import Tally as TallyRow

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
    """The rulebook of an event with the options in force, those that its format fixes among them."""
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
    rows = Guest.objects.filter(event=event).order_by("badge")
    return tuple(
        Player(id=ref, name=name, livery=livery or "", host_connected=host, status=status, office=office)
        for ref, name, livery, host, status, office in rows.values_list(
            "ref", "name", "livery__name", "host_connected", "status", "office"
        )
    )


def accepted(event: Event, *, until: int | None = None) -> QuerySet[Sheet]:
    """The sheets that count now, or that counted at a ledger number."""
    sheets = Sheet.objects.filter(event=event)
    if until is None:
        return sheets.filter(accepted=True)
    last = sheets.filter(entry__number__lte=until).values("game").annotate(last=Max("id")).values("last")
    set_aside = AdjustmentRow.objects.filter(event=event, kind=AdjustmentKind.REPLAY, entry__number__lte=until)
    counted = sheets.filter(id__in=last).exclude(id__in=set_aside.values("before"))
    return counted.exclude(moved_by__number__lte=until)


def tallies(event: Event, stage: str = Stage.QUALIFYING) -> tuple[Tally, ...]:
    """Every tally of a stage that counts, and one without points for each guest of a game not played, or void."""
    return counted(event, stage, beside(event, stage))


def counted(event: Event, stage: str, read: Beside) -> tuple[Tally, ...]:
    """The tallies of a stage beside which stands what was `read`."""
    return played(event, stage, read) + read.not_played


def played(event: Event, stage: str, read: Beside) -> tuple[Tally, ...]:
    """Every tally of a stage that stands on a sheet that counts, and the games that late guests missed."""
    rows = TallyRow.objects.filter(event=event, sheet__game__table__round__stage=stage, sheet__game__void=False)
    entered = with_unit(event_format(event), tallies_of(rows.filter(sheet__accepted=True)))
    told = with_answers(entered, read.answers)
    return told + tuple(missed(read.late, told))


def tallies_of(rows: QuerySet[TallyRow]) -> Iterable[Tally]:
    """Rows of tallies as values, in whatever order. One query."""
    return (Tally(*row) for row in rows.order_by().values_list(*COLUMNS))


def facts(event: Event, stage: str = Stage.QUALIFYING) -> Facts:
    """What is recorded beside the tallies: the Umpire's cuts of cards, and the points of rulings."""
    return facts_of(event, stage, beside(event, stage))


def facts_of(event: Event, stage: str, read: Beside) -> Facts:
    """The same, of what was `read` already."""
    totals = totals_with_unit(event_format(event), read.totals)
    seats = seats_of_totals(event, totals) if par_of(event) else ()
    totals, told = totals_at_tables(totals, seats)
    given = tuple(_of_stage(event, stage, read.points))
    return Facts(adjustments=given, card_cuts=read.card_cuts, round_totals=totals, told=told)


def adjustments_until(event: Event, stage: str, number: int) -> Iterable[Adjustment]:
    """The points that rulings put on players of a stage, as they stood at a ledger number."""
    rows = AdjustmentRow.objects.filter(event=event, kind=AdjustmentKind.POINTS, entry__number__lte=number)
    stood = rows.exclude(cancellation__entry__number__lte=number).order_by("number")
    return _of_stage(event, stage, stood.values_list("guest__ref", "points", "round", "reason"))


def _of_stage(event: Event, stage: str, given: Iterable[Any]) -> Iterable[Adjustment]:
    form = event_format(event)
    for ref, points, number, reason in given:
        of_stage = Stage.PLAYOFF if number == event.playoff_round else Stage.QUALIFYING
        if of_stage == stage:
            yield Adjustment(ref, whole(form, points), number, reason)


def unchecked(event: Event) -> tuple[tuple[int, int, int], ...]:
    """Round, table and game of every qualifying sheet that nobody has looked over, or that has an open flag."""
    sheets = accepted(event).filter(game__table__round__stage=Stage.QUALIFYING, game__void=False)
    doubtful = sheets.filter(checked=False) | sheets.filter(flags__dismissed="")
    cells = doubtful.distinct().values_list("game__table__round__number", "game__table__number", "game__number")
    return tuple(sorted(cells))


def seal_in_force(event: Event) -> Seal | None:
    """The sealed cut, if there is one."""
    return Seal.objects.filter(event=event, broken_at__isnull=True).first()


def is_absent(state: str) -> bool:
    """Whether a tally row says the guest was not at the table."""
    return state == TallyState.ABSENT


def at_the_line(event: Event) -> AtTheLine:
    """What settles a tie on the line that no criterion splits."""
    return cast(AtTheLine, event.cut_tie)
