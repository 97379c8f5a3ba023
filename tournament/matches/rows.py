"""The course of the matches written back into its rows: only what a step changed."""

from collections.abc import Mapping

from scoring.pairing.course import Course
from scoring.pairing.values import Round
from tournament.models import (
    AskedBye,
    Event,
    Guest,
    LateEntry,
    MatchRound,
    MatchStage,
    PairBond,
    Pairing,
)

Keys = Mapping[str, int]


def store(row: Event, before: Course, after: Course) -> None:
    """Write what differs, inside an act."""
    keys = dict(Guest.objects.filter(event=row).values_list("ref", "pk"))
    _drop_rounds(row, before, after)
    _stages(row, before, after)
    _rounds(row, before, after, keys)
    _wishes(row, before, after, keys)


def _drop_rounds(row: Event, before: Course, after: Course) -> None:
    changed = [round_.number for round_ in before.rounds if round_ not in after.rounds]
    if changed:
        Pairing.objects.filter(event=row, round__number__in=changed).delete()
        removed = [number for number in changed if number > len(after.rounds)]
        MatchRound.objects.filter(event=row, number__in=removed).delete()


def _stages(row: Event, before: Course, after: Course) -> None:
    if (before.entrants, before.orders) == (after.entrants, after.orders):
        return
    MatchStage.objects.filter(event=row, number__gte=len(after.entrants)).delete()
    for number, entrants in enumerate(after.entrants):
        order = list(after.orders[number]) if number < len(after.orders) else None
        fields = {"entrants": list(entrants), "order": order}
        MatchStage.objects.update_or_create(event=row, number=number, defaults=fields)


def _rounds(row: Event, before: Course, after: Course, keys: Keys) -> None:
    for round_ in after.rounds:
        if round_ not in before.rounds:
            stage = MatchStage.objects.get(event=row, number=round_.stage)
            fields = {"stage": stage, "published": round_.published}
            stored, _created = MatchRound.objects.update_or_create(
                event=row, number=round_.number, defaults=fields
            )
            Pairing.objects.bulk_create(_pairings(row, stored, round_, keys))


def _pairings(row: Event, stored: MatchRound, round_: Round, keys: Keys) -> list[Pairing]:
    return [
        Pairing(
            event=row,
            round=stored,
            position=position,
            slot=match.slot,
            table=match.table,
            kind=match.kind,
            one_id=keys[match.one],
            other_id=keys[match.other] if match.other else None,
            result=match.result,
            games=match.games,
            version=match.version,
            reasons=list(match.reasons),
        )
        for position, match in enumerate(round_.matches)
    ]


def _wishes(row: Event, before: Course, after: Course, keys: Keys) -> None:
    for number, ref in before.asked - after.asked:
        AskedBye.objects.filter(event=row, round=number, guest__ref=ref).delete()
    for number, ref in after.asked - before.asked:
        AskedBye.objects.create(event=row, round=number, guest_id=keys[ref])
    if before.late != after.late:
        LateEntry.objects.filter(event=row).delete()
        LateEntry.objects.bulk_create(
            LateEntry(
                event=row, guest_id=keys[late.player], round=late.round, halves=int(late.halves)
            )
            for late in after.late
        )
    if before.bonds != after.bonds:
        PairBond.objects.filter(event=row).delete()
        PairBond.objects.bulk_create(
            PairBond(
                event=row,
                one_id=keys[bond.one],
                other_id=keys[bond.other],
                forced=bond.forced,
                round=bond.round,
            )
            for bond in after.bonds
        )
