"""Who plays in the play-off: the sealed list, what each of them answered, and the reserves in their
recorded order.

Reading out: who is read in which order, and how far the reading is; only who was called already is
kept.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from scoring.counting.board import Board
from scoring.counting.cut import Cut, NoCut
from scoring.counting.playoff import Finalists, PlayOff, finalists, legal_tables, seat
from scoring.counting.standings import Standing
from tournament.counting.announcement import honours
from tournament.counting.scores import rules, seal_in_force
from tournament.models import CutOfCards, Event, Guest, LedgerEntry, Reply, Round, Seal, Stage
from tournament.models.seating import RoundState

RESERVES = "reserves"
"""The stage under which a cut of cards between reserves is kept: it touches no standing and no
seal.
"""
CLOSED, REOPENED = "close_evening", "reopen_evening"
"""The entries by which an evening is over, and is not over after all."""


LEFT_BEHIND = "The results have changed since the sealing: break the seal and seal again."


def left_behind(seal: Seal, cut: Cut | NoCut | None) -> bool:
    """Whether others would go through than were sealed, or the same in another order."""
    return not isinstance(cut, Cut) or list(cut.qualifiers) != seal.snapshot["qualifiers"]


def replies(event: Event, seal: Seal) -> dict[str, bool]:
    """What was answered and not taken back: by the guest's ref, whether they declined."""
    rows = Reply.objects.filter(event=event, seal=seal, taken_back=None)
    return dict(rows.values_list("guest__ref", "declined"))


def finalists_of(
    event: Event, seal: Seal, standings: Sequence[Standing], answers: dict[str, bool]
) -> Finalists:
    """Who sits down, by the order that was sealed; `standings` tell whom nothing separates."""
    declined = {ref for ref, declines in answers.items() if declines}
    through: list[str] = seal.snapshot["qualifiers"]
    groups = _groups(seal, standings)
    in_reach = groups[: len(declined) + 1] if declined else []
    cuts = _cuts(event) if any(len(group) > 1 for group in in_reach) else []
    return finalists(through, groups, declined, cuts)


def _groups(seal: Seal, standings: Sequence[Standing]) -> list[tuple[str, ...]]:
    """The reserves in their sealed order, those whom nothing separates together."""
    level = {standing.player: standing.undecided for standing in standings}
    through = set(seal.snapshot["qualifiers"])
    ranked = [
        (row[4], row[0])
        for row in seal.snapshot["standings"]
        if row[4] is not None and row[0] not in through
    ]
    refs = [ref for _order, ref in sorted(ranked)]
    return [tuple(group) for _, group in groupby(refs, key=lambda ref: level.get(ref) or (ref,))]


def _cuts(event: Event) -> list[dict[str, int]]:
    cuts: dict[int, dict[str, int]] = {}
    rows = CutOfCards.objects.filter(event=event, stage=RESERVES).order_by("-entry__number")
    for entry, ref, rank in rows.values_list("entry_id", "guest__ref", "rank"):
        cuts.setdefault(entry, {})[ref] = rank
    return list(cuts.values())


def playoff_plan(
    event: Event, players: Sequence[str], *, tables: int | None = None, packs: int | None = None
) -> PlayOff:
    """Seats and packs for these players, at the declared number of tables or the nearest legal one.

    Raises ValueError with a sentence where they cannot be seated.
    """
    deal = rules(event).deal
    return seat(
        players, deal, tables or legal_tables(len(players), deal, event.playoff_tables), packs=packs
    )


def closing_of(event: Event) -> LedgerEntry | None:
    """The entry by which the evening was closed; None while it is open, or was opened again."""
    last = (
        LedgerEntry.standing.filter(event=event, kind__in=(CLOSED, REOPENED))
        .order_by("-number")
        .first()
    )
    return last if last and last.kind == CLOSED else None


CUT, PODIUM = "cut", "podium"
Called = dict[str, Any]


def sealed_list(event: Event, seal: Seal) -> list[Called]:
    """The sealed ten in order, as the board will show them."""
    row_of = {row[0]: row for row in seal.snapshot["standings"]}
    refs: list[str] = seal.snapshot["qualifiers"]
    livery = dict(
        Guest.objects.filter(event=event, ref__in=refs).values_list("ref", "livery__name")
    )
    return [
        {
            "order": order,
            "prize": "",
            "player": ref,
            "name": row_of[ref][1],
            "livery": livery.get(ref) or "",
            "total": row_of[ref][2],
        }
        for order, ref in enumerate(refs, start=1)
    ]


def podium_list(now: Board) -> list[Called]:
    """The podium prizes that somebody has, the first prize first, each with the place that every
    list shows.
    """
    return [
        {
            "order": order,
            "prize": honour.prize,
            "player": honour.player,
            "name": honour.name,
            "livery": honour.livery,
            "total": honour.total,
            "place": honour.place,
            "placed": honour.placed,
        }
        for order, honour in enumerate(honours(now), start=1)
    ]


def reading_now(event: Event, stage: str) -> dict[str, Any] | None:
    """How far the reading of a stage is; None before it is begun, and where it was of another seal
    or is over.
    """
    reading: dict[str, Any] | None = event.reading
    if reading is None or reading["stage"] != stage:
        return None
    if stage == PODIUM:
        return None if event.podium_revealed_at else reading
    seal = seal_in_force(event)
    return reading if seal and not seal.revealed_at and seal.edition == reading["edition"] else None


def half_time(event: Event, rounds: Iterable[Round] | None = None) -> int:
    """The round after which it is half-time now: closed, and another one follows; 0 where it is
    not. One query, unless the `rounds` are at hand.
    """
    closed = [
        round_.number
        for round_ in (Round.objects.filter(event=event) if rounds is None else rounds)
        if round_.stage == Stage.QUALIFYING and round_.state == RoundState.CLOSED
    ]
    after = max(closed, default=0)
    return after if after < event.qualifying_rounds else 0


def read_so_far(event: Event) -> dict[str, Any] | None:
    """The same from the ledger alone, for `verify`: what the last entry of a reading left."""
    kinds = ("read", "unread", "withdraw_podium")
    last = LedgerEntry.standing.filter(event=event, kind__in=kinds).order_by("-number").first()
    reading: dict[str, Any] | None = last.body.get("reading") if last else None
    return reading
