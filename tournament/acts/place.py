"""What one query finds out about the place of a sheet, once the event's writers stand in line."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from tournament.ledger.chain import Tail
from tournament.models import Event, Game, LedgerEntry, Seat, Sheet
from tournament.models.seating import RoundState
from tournament.submission import Place


@dataclass(frozen=True, slots=True)
class Found:
    """The game, who sits at it, the version that counts, the end of the chain, and whether the key is known."""

    event: Event
    game: int
    not_played: bool
    version: int
    guests: dict[str, int]
    refs: dict[str, str]
    packs: int
    state: str
    game_name: str
    rules: str
    last: Tail
    known: bool

    @property
    def open(self) -> bool:
        """Whether the round takes sheets from anyone."""
        return self.state == RoundState.PUBLISHED

    @property
    def published(self) -> bool:
        """Whether the seating was published, so that the desk may write."""
        return self.state != RoundState.DRAFT


COLUMNS = (
    "letter",
    "guest_id",
    "guest__ref",
    "table__packs",
    "round__state",
    "event__game",
    "event__rules",
    "game_id",
    "game_not_played",
    "current",
    "last_number",
    "last_digest",
    "known",
)


def find(event: Event, place: Place, key: str) -> Found | None:
    """Everything needed to judge a sheet, or None when nobody sits at such a game. One query."""
    rows = list(_seats(event, place, key).values(*COLUMNS))
    if not rows or rows[0]["game_id"] is None:
        return None
    first: dict[str, Any] = rows[0]
    return Found(
        event=event,
        game=first["game_id"],
        not_played=first["game_not_played"],
        version=first["current"] or 0,
        guests={row["letter"]: row["guest_id"] for row in rows},
        refs={row["letter"]: row["guest__ref"] for row in rows},
        packs=first["table__packs"],
        state=first["round__state"],
        game_name=first["event__game"],
        rules=first["event__rules"],
        last=Tail(first["last_number"] or 0, first["last_digest"] or ""),
        known=first["known"],
    )


def seated(event: Event, place: Place) -> QuerySet[Seat]:
    """The seats of a table that are taken in a game, in order."""
    return Seat.objects.filter(
        Q(left_after_game__isnull=True) | Q(left_after_game__gte=place.game),
        event=event,
        round__number=place.round,
        table__number=place.table,
        from_game__lte=place.game,
    ).order_by("letter")


def _seats(event: Event, place: Place, key: str) -> QuerySet[Seat]:
    games = Game.objects.filter(table=OuterRef("table"), number=place.game)
    sheets = Sheet.objects.filter(game__table=OuterRef("table"), game__number=place.game, accepted=True)
    ledger = LedgerEntry.objects.filter(event=OuterRef("event"))
    last = ledger.order_by("-number")[:1]
    return seated(event, place).annotate(
        game_id=Subquery(games.values("pk")),
        game_not_played=Subquery(games.values("not_played")),
        current=Subquery(sheets.values("version")),
        last_number=Subquery(last.values("number")),
        last_digest=Subquery(last.values("digest")),
        known=Exists(ledger.filter(key=key)),
    )
