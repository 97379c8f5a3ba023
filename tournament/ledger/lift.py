"""Rows lifted into the values of `scoring`: the one reader behind standings, cut, paper and spreadsheets."""

from collections.abc import Iterable
from typing import cast

from django.db.models import F, Max, Q, QuerySet

from scoring.cut import AtTheLine
from scoring.policies import Absent, Adjustment, Policies, Unplayed, Withdrawn
from scoring.rulebook import Rules
from scoring.standings import CardCut, Facts, Ranking
from scoring.tally import Player, Tally
from scoring.tie_breaks import CRITERIA
from tournament.ledger.answers import with_answers
from tournament.ledger.fair_tables import par_of, seats_of_totals, totals_at_tables
from tournament.ledger.formats import event_format, rules_named, totals_with_unit, whole, with_unit
from tournament.ledger.missed import late_spells, missed
from tournament.ledger.round_totals import lift_round_totals
from tournament.models import Adjustment as AdjustmentRow
from tournament.models import AdjustmentKind, CutOfCards, Event, Game, Guest, Seal, Sheet, Stage, TallyState
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
    return played(event, stage) + tuple(not_played(event, stage))


def played(event: Event, stage: str = Stage.QUALIFYING) -> tuple[Tally, ...]:
    """Every tally of a stage that stands on a sheet that counts, and the games that late guests missed."""
    rows = TallyRow.objects.filter(event=event, sheet__game__table__round__stage=stage, sheet__game__void=False)
    entered = with_unit(event_format(event), tallies_of(rows.filter(sheet__accepted=True)))
    counted = with_answers(event, entered)
    return counted + tuple(missed(late_spells(event, stage), counted))


def tallies_of(rows: QuerySet[TallyRow]) -> Iterable[Tally]:
    """Rows of tallies as values, in whatever order. One query."""
    return (Tally(*row) for row in rows.order_by().values_list(*COLUMNS))


def not_played(event: Event, stage: str) -> Iterable[Tally]:
    """A tally for each guest who had a seat in a game that will not be played, or that a ruling made void."""
    games = Game.objects.filter(
        Q(table__seats__left_after_game=None) | Q(table__seats__left_after_game__gte=F("number")),
        Q(not_played=True) | Q(void=True),
        table__seats__from_game__lte=F("number"),
        event=event,
        table__round__stage=stage,
    )
    for ref, number, table, game, void in games.values_list(
        "table__seats__guest__ref", "table__round__number", "table__number", "number", "void"
    ):
        if ref:
            yield Tally(player=ref, round=number, table=table, game=game, state="void" if void else "not_played")


def facts(event: Event, stage: str = Stage.QUALIFYING) -> Facts:
    """What is recorded beside the tallies: the Umpire's cuts of cards, and the points of rulings."""
    cuts: dict[int, list[tuple[str, int]]] = {}
    rows = CutOfCards.objects.filter(event=event, stage=stage).order_by("entry__number", "rank")
    for entry, ref, rank in rows.values_list("entry_id", "guest__ref", "rank"):
        cuts.setdefault(entry, []).append((ref, rank))
    given = tuple(adjustments(event, stage))
    totals = totals_with_unit(event_format(event), lift_round_totals(event, stage))
    seats = seats_of_totals(event, totals) if par_of(event) else ()
    totals, told = totals_at_tables(totals, seats)
    cuts_made = tuple(CardCut(ranks=tuple(ranks)) for ranks in cuts.values())
    return Facts(adjustments=given, card_cuts=cuts_made, round_totals=totals, told=told)


def adjustments(event: Event, stage: str = Stage.QUALIFYING, *, until: int | None = None) -> Iterable[Adjustment]:
    """The points that rulings put on players of a stage, as they stand now or stood at a ledger number."""
    form = event_format(event)
    rows = AdjustmentRow.objects.filter(event=event, kind=AdjustmentKind.POINTS).order_by("number")
    if until is None:
        rows = rows.filter(cancellation=None)
    else:
        rows = rows.filter(entry__number__lte=until).exclude(cancellation__entry__number__lte=until)
    for ref, points, number, reason in rows.values_list("guest__ref", "points", "round", "reason"):
        of_stage = Stage.PLAYOFF if number == event.playoff_round else Stage.QUALIFYING
        if of_stage == stage and points is not None:
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
