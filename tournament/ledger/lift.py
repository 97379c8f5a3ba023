"""Rows lifted into the values of `scoring`: the one reader behind standings, cut, paper and spreadsheets."""

from collections.abc import Iterable
from typing import cast

from django.db.models import F, Max, Q, QuerySet

from scoring.cut import AtTheLine
from scoring.policies import Absent, Policies, Unplayed, Withdrawn
from scoring.rulebook import Rules
from scoring.rulebooks import rulebook
from scoring.standings import CardCut, Facts, Ranking
from scoring.tally import Player, Tally
from tournament.ledger.missed import missed
from tournament.models import CutOfCards, Event, Game, Guest, Seal, Sheet, Stage, TallyState
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
)


def rules(event: Event) -> Rules:
    """The rulebook of an event with the options in force."""
    return rulebook(event.game).rules(event.rules)


def ranking(event: Event) -> Ranking:
    """How this event ranks its field."""
    return Ranking(
        direction=rules(event).scoring.direction,
        tie_break=tuple(event.tie_breaks),
        policies=Policies(
            absent=cast(Absent, event.absent_policy),
            withdrawn=cast(Withdrawn, event.withdrawn_policy),
            unplayed=cast(Unplayed, event.unplayed_policy),
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
    return sheets.filter(id__in=last)


def tallies(event: Event, stage: str = Stage.QUALIFYING, *, until: int | None = None) -> tuple[Tally, ...]:
    """Every tally of a stage that counts, and a `not_played` one for each guest of a game that will not be played."""
    return played(event, stage, until=until) + tuple(not_played(event, stage))


def played(event: Event, stage: str = Stage.QUALIFYING, *, until: int | None = None) -> tuple[Tally, ...]:
    """Every tally of a stage that stands on a sheet that counts, and the games that late guests missed."""
    rows = TallyRow.objects.filter(event=event, sheet__game__table__round__stage=stage)
    rows = rows.filter(sheet__accepted=True) if until is None else rows.filter(sheet__in=accepted(event, until=until))
    counted = tuple(Tally(*row) for row in rows.order_by().values_list(*COLUMNS))
    return counted + tuple(missed(event, stage, counted))


def not_played(event: Event, stage: str) -> Iterable[Tally]:
    """A tally for each guest who had a seat in a game that will not be played."""
    games = Game.objects.filter(
        Q(table__seats__left_after_game=None) | Q(table__seats__left_after_game__gte=F("number")),
        table__seats__from_game__lte=F("number"),
        event=event,
        not_played=True,
        table__round__stage=stage,
    )
    for ref, number, table, game in games.values_list(
        "table__seats__guest__ref", "table__round__number", "table__number", "number"
    ):
        if ref:
            yield Tally(player=ref, round=number, table=table, game=game, state="not_played")


def facts(event: Event, stage: str = Stage.QUALIFYING) -> Facts:
    """What is recorded beside the tallies: the Umpire's cuts of cards."""
    cuts: dict[int, list[tuple[str, int]]] = {}
    rows = CutOfCards.objects.filter(event=event, stage=stage).order_by("entry__number", "rank")
    for entry, ref, rank in rows.values_list("entry_id", "guest__ref", "rank"):
        cuts.setdefault(entry, []).append((ref, rank))
    return Facts(card_cuts=tuple(CardCut(ranks=tuple(ranks)) for ranks in cuts.values()))


def unchecked(event: Event) -> tuple[tuple[int, int, int], ...]:
    """Round, table and game of every qualifying sheet that nobody has looked over, or that has an open flag."""
    sheets = accepted(event).filter(game__table__round__stage=Stage.QUALIFYING)
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
