"""Who plays in the play-off: the sealed list, what each of them answered, and the reserves in their recorded order."""

from collections.abc import Sequence
from itertools import groupby

from scoring.playoff import PlayOff, legal_tables, seat
from scoring.reserves import Finalists, finalists
from scoring.standings import Standing
from tournament.ledger.lift import rules
from tournament.models import CutOfCards, Event, Reply, Seal

RESERVES = "reserves"
"""The stage under which a cut of cards between reserves is kept: it touches no standing and no seal."""


def replies(event: Event, seal: Seal) -> dict[str, bool]:
    """What was answered and not taken back: by the guest's ref, whether they declined."""
    rows = Reply.objects.filter(event=event, seal=seal, taken_back=None)
    return dict(rows.values_list("guest__ref", "declined"))


def finalists_of(event: Event, seal: Seal, standings: Sequence[Standing], answers: dict[str, bool]) -> Finalists:
    """Who sits down, by the order that was sealed; `standings` tell whom nothing separates."""
    declined = {ref for ref, said in answers.items() if said}
    through: list[str] = seal.snapshot["qualifiers"]
    groups = _groups(seal, standings)
    in_reach = groups[: len(declined) + 1] if declined else []
    cuts = _cuts(event) if any(len(group) > 1 for group in in_reach) else []
    return finalists(through, groups, declined, cuts)


def _groups(seal: Seal, standings: Sequence[Standing]) -> list[tuple[str, ...]]:
    """The reserves in their sealed order, those whom nothing separates together."""
    level = {one.player: one.undecided for one in standings}
    through = set(seal.snapshot["qualifiers"])
    ranked = [(row[4], row[0]) for row in seal.snapshot["standings"] if row[4] is not None and row[0] not in through]
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
    return seat(players, deal, tables or legal_tables(len(players), deal, event.playoff_tables), packs=packs)
