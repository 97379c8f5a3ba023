"""The games of the qualifying rounds still to come: who sits together in each, and the rounds nobody drew yet."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from django.db.models import Exists, F, OuterRef, Q

from scoring.rulebook import Rules
from scoring.table_par import Par
from scoring.tally import Direction, RoundTotal, Sheet
from tournament.ledger import lift
from tournament.ledger.fair_tables import par_of
from tournament.ledger.formats import event_format
from tournament.ledger.round_totals import lift_round_totals
from tournament.models import Event, Game, Round, Seat, Stage
from tournament.models import Sheet as SheetRow

NOBODY = ""
"""At a seat whose guest has nothing to come there: of this round only the total is known."""


@dataclass(frozen=True, slots=True)
class ToCome:
    """Who sits at each game that is due and not in, by round, table and game; and the rounds without a seating.

    `games` are those of a round without a seating. `foretold`: games of this format can be simulated;
    `par`: the declared par of tables, by which they are corrected.
    """

    drawn: Mapping[Sheet, tuple[str, ...]]
    rounds: int
    games: int
    rules: Rules
    direction: Direction
    foretold: bool = True
    par: Par = ()

    def without(self, game: Sheet) -> "ToCome":
        """The same, once this game is in or will not be played."""
        return replace(self, drawn={where: seats for where, seats in self.drawn.items() if where != game})

    def once_more(self, game: Sheet, seats: tuple[str, ...]) -> "ToCome":
        """The same, where this game is still to be played by these."""
        return replace(self, drawn={**self.drawn, game: seats})


def games_to_come(event: Event, totals: Iterable[RoundTotal] | None = None) -> ToCome:
    """What is still to be played, as the rows stand. Two queries, and a third unless the round `totals` are given."""
    accepted = SheetRow.objects.filter(game=OuterRef("pk"), accepted=True)
    due = Game.objects.filter(
        Q(table__seats__left_after_game=None) | Q(table__seats__left_after_game__gte=F("number")),
        ~Exists(accepted),
        table__seats__from_game__lte=F("number"),
        event=event,
        not_played=False,
        void=False,
        table__round__stage=Stage.QUALIFYING,
    )
    totals = lift_round_totals(event) if totals is None else totals
    told = {(one.player, one.round) for one in totals}
    seated: defaultdict[Sheet, list[str]] = defaultdict(list)
    columns = ("table__round__number", "table__number", "number", "table__seats__guest__ref")
    for number, table, game, ref in due.order_by("pk", "table__seats__letter").values_list(*columns):
        seated[number, table, game].append(NOBODY if (ref, number) in told else ref)
    laid = Round.objects.filter(event=event, stage=Stage.QUALIFYING).count()
    return ToCome(
        {where: tuple(seats) for where, seats in seated.items() if any(seats)},
        max(0, event.qualifying_rounds - laid),
        event.games_per_round,
        lift.rules(event),
        lift.ranking(event).direction,
        event_format(event).foretold,
        par_of(event),
    )


def at_the_game(event: Event, game: Sheet) -> tuple[str, ...]:
    """Who sits at a game, seat by seat. One query."""
    number, table, at = game
    seats = Seat.objects.filter(
        Q(left_after_game=None) | Q(left_after_game__gte=at),
        event=event,
        round__number=number,
        table__number=table,
        from_game__lte=at,
    )
    return tuple(seats.order_by("letter").values_list("guest__ref", flat=True))
