"""Who sits where, and what is known of a game before its sheet is saved: one question."""

from dataclasses import dataclass, field
from typing import Any

from django.db import connection
from django.db.models import Exists, Q, QuerySet

from scoring.counting.sheet import Finding
from tournament.counting.round_totals import told_in_all
from tournament.counting.submission import Columns, Place
from tournament.entry.twin import NONE, Twin
from tournament.ledger.chain import Tail
from tournament.models import LARGEST, Event, Seat, Sheet
from tournament.models.seating import RoundState


@dataclass(frozen=True, slots=True)
class Found:
    """The game, who sits at it, the version that counts, the end of the chain, and whether the key
    is known.

    `latest` is the newest version of all, also where a ruling set it aside and none counts;
    `columns` are those of the tallies of its sheet, where they are reckoned already.
    """

    event: Event
    game: int
    not_played: bool
    void: bool
    version: int
    latest: int
    guests: dict[str, int]
    refs: dict[str, str]
    packs: int
    state: str
    last: Tail
    known: bool
    twin: int | None = None
    same: Finding | None = None
    columns: Columns = field(default_factory=dict)

    @property
    def open(self) -> bool:
        """Whether the round takes sheets from anyone."""
        return self.state == RoundState.PUBLISHED

    @property
    def published(self) -> bool:
        """Whether the seating was published, so that the desk may write."""
        return self.state != RoundState.DRAFT


# Written out, since the query builder takes longer to spell this than the database to answer it,
# once for every sheet.
FIND = """
    SELECT seat.letter, seat.guest_id, guest.ref, place.packs, held.state,
           game.id, game.not_played, game.void, sheet.version,
           (SELECT MAX(version) FROM tournament_sheet WHERE game_id = game.id),
           last.number, last.digest, known.id, {twin}
    FROM tournament_seat seat
    JOIN tournament_guest guest ON guest.id = seat.guest_id
    JOIN tournament_table place ON place.id = seat.table_id
    JOIN tournament_round held ON held.id = place.round_id
    JOIN tournament_game game ON game.table_id = place.id AND game.number = %(game)s
    LEFT JOIN tournament_sheet sheet ON sheet.game_id = game.id AND sheet.accepted
    LEFT JOIN tournament_ledgerentry last ON last.event_id = held.event_id
        AND last.number =
            (SELECT MAX(number) FROM tournament_ledgerentry WHERE event_id = %(event)s)
    LEFT JOIN tournament_ledgerentry known ON known.event_id = held.event_id AND known.key = %(key)s
    LEFT JOIN tournament_roundtotal total ON total.round_id = held.id AND total.guest_id = guest.id
        AND total.taken_back_by_id IS NULL
    WHERE total.id IS NULL AND held.event_id = %(event)s AND held.number = %(round)s
        AND place.number = %(table)s AND seat.from_game <= %(game)s
        AND (seat.left_after_game IS NULL OR seat.left_after_game >= %(game)s)
    ORDER BY seat.letter
"""


def find(event: Event, place: Place, key: str, twin: Twin = NONE) -> Found | None:
    """Everything needed to judge a sheet, or None when nobody sits at such a game. One query.

    `twin` asks for another sheet that says the same.
    """
    if max(place.round, place.table, place.game) > LARGEST:
        return None
    params: dict[str, Any] = {
        "event": event.pk,
        "round": place.round,
        "table": place.table,
        "game": place.game,
        "key": key,
        **twin.params,
    }
    with connection.cursor() as cursor:
        cursor.execute(FIND.replace("{twin}", twin.sql), params)
        rows = cursor.fetchall()
    if not rows:
        return None
    packs, state, game, not_played, void, *ledger = rows[0][3:]
    version, latest, number, digest, stored, first = ledger
    return Found(
        event=event,
        game=game,
        not_played=bool(not_played),
        void=bool(void),
        version=version or 0,
        latest=latest or 0,
        guests={row[0]: row[1] for row in rows},
        refs={row[0]: row[2] for row in rows},
        packs=packs,
        state=state,
        last=Tail(number or 0, digest or ""),
        known=stored is not None,
        twin=first,
    )


def seated(event: Event, place: Place) -> QuerySet[Seat]:
    """The seats of a table whose hands a game takes, in order."""
    return (
        Seat.objects.exclude(Exists(told_in_all()))
        .filter(
            Q(left_after_game__isnull=True) | Q(left_after_game__gte=place.game),
            event=event,
            round__number=place.round,
            table__number=place.table,
            from_game__lte=place.game,
        )
        .order_by("letter")
    )


def accepted(event: Event, place: Place) -> Sheet | None:
    """The sheet that counts, with its ledger entry and its game. One query."""
    if max(place.round, place.table, place.game) > LARGEST:
        return None
    return (
        Sheet.objects.select_related("entry", "game__table__round")
        .filter(
            event=event,
            accepted=True,
            game__number=place.game,
            game__table__number=place.table,
            game__table__round__number=place.round,
        )
        .first()
    )
