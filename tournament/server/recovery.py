"""After a copy was put back: it is written down in each evening that it took back, from which
entry on everything is gone, and which games have no sheet, table by table.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from tournament.counting.plan import table_label
from tournament.counting.round_totals import games_without_sheet
from tournament.counting.seats import attended
from tournament.ledger.chain import Signature, append, writing
from tournament.models import Event, Game, LedgerEntry
from tournament.models.seating import RoundState
from tournament.site.access import DESK, at_event
from tournament.site.cache import KeptQuery

RESTORED = "restored"


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table with games that have no sheet."""

    round: str
    number: int
    table: int
    label: str
    games: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Restored:
    """The last copy that was put back, and what is to be looked at on paper since."""

    copied_at: datetime
    entry: int
    tables: tuple[OpenTable, ...]

    @property
    def games(self) -> int:
        """How many games have no sheet."""
        return sum(len(table.games) for table in self.tables)


LAST_RESTORED = KeptQuery(
    lambda event: LedgerEntry.objects.filter(event=event, kind=RESTORED).order_by("-number")[:1]
)


def restored(event: Event) -> Restored | None:
    """What a restore left to be done; None where no copy was ever put back."""
    last = next(iter(LAST_RESTORED.of(event.pk)), None)
    if last is None:
        return None
    copied_at = datetime.fromisoformat(last.body["copied_at"])
    return Restored(copied_at, last.number - 1, tuple(_without_sheet(event)))


def _without_sheet(event: Event) -> list[OpenTable]:
    """Every table of a published round with the games that want a sheet, in the
    order of the cards.
    """
    games = Game.objects.filter(event=event, not_played=False, void=False).exclude(
        sheets__accepted=True
    )
    rows = (
        attended(games).exclude(table__round__state=RoundState.DRAFT).select_related("table__round")
    )
    no_sheet = games_without_sheet(event)
    by_table: dict[tuple[int, int], list[Game]] = {}
    for game in rows.order_by("table__round__number", "table__number", "number"):
        place = game.table.round.number, game.table.number
        if (*place, game.number) not in no_sheet:
            by_table.setdefault(place, []).append(game)
    return [
        OpenTable(
            str(games[0].table.round),
            number,
            table,
            table_label(event, table),
            tuple(game.number for game in games),
        )
        for (number, table), games in by_table.items()
    ]


LATELY = timedelta(days=1)


def note_restored(
    event: Event, copied_at: datetime, copy: str, signature: Signature
) -> LedgerEntry:
    """Write down that everything after `copied_at` is gone.

    No reverse: it happened to the machine, not the evening.
    """
    with writing(event) as row:
        return append(row, RESTORED, {"copied_at": copied_at.isoformat(), "copy": copy}, signature)


def taken_back(copied_at: datetime) -> list[Event]:
    """The events that were written to within a day before the copy: only in these can something be
    missing.
    """
    lately = LedgerEntry.objects.filter(at__gte=copied_at - LATELY).values("event").distinct()
    return list(Event.objects.filter(pk__in=lately).order_by("pk"))


@at_event(DESK)
def to_key_again(request: HttpRequest, event: Event) -> HttpResponse:
    """The games without a sheet since the copy that was put back."""
    put_back = restored(event)
    if put_back is None:
        raise Http404("No copy was put back at this evening.")
    return render(request, "server/recovery.html", {"restored": put_back})
