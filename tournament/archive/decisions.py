"""What an archive keeps of decisions beyond the sheets, written and taken in: the Umpire's cuts of
cards, the seal of the cut; and, written alone, how far each round is.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from scoring.counting.board import digest, snapshot
from scoring.counting.cut import Cut
from tournament.archive.kinds import sequence
from tournament.archive.shape import (
    NO_SUCH_NUMBER,
    archived_time,
    moment,
    refuse,
    refusing_at,
    rows_of,
    signature_of,
)
from tournament.counting.board import compute
from tournament.counting.scores import seal_in_force
from tournament.counting.target import last_round
from tournament.finals.acts import hold, mark_printed, reveal_cut, seal_cut
from tournament.finals.acts_cards import record_cut_of_cards
from tournament.ledger.chain import Signature, append, writing
from tournament.models import CutOfCards, Event, Guest, LedgerEntry, Round, Seal, Stage
from tournament.models.seating import RoundState
from tournament.seating.acts import games_missing


def decisions(event: Event) -> dict[str, list[dict[str, Any]]]:
    """The optional keys of this part, each with its rows; a key without rows is left out by who
    asks.
    """
    return {
        "rounds": _rounds(event),
        "cuts_of_cards": _cuts_of_cards(event),
        "seals": _seals(event),
    }


def sealed_content(snapshot: Mapping[str, Any]) -> str:
    """The digest of what was sealed, without the number of the ledger entry it was sealed at."""
    return digest({key: value for key, value in snapshot.items() if key != "ledger"})


def _cuts_of_cards(event: Event) -> list[dict[str, Any]]:
    here = CutOfCards.objects.filter(
        event=event, stage__in=(Stage.QUALIFYING, Stage.PLAYOFF)
    ).values("entry")
    recorded = LedgerEntry.objects.filter(event=event, pk__in=here).distinct().order_by("number")
    return [{"stage": entry.body["stage"], **cards_of(entry)} for entry in recorded]


def cards_of(entry: LedgerEntry) -> dict[str, Any]:
    """What a cut of cards showed, when it was recorded and by whom."""
    return {
        "cards": entry.body["cards"],
        "recorded_at": archived_time(entry.at),
        "recorded_by": entry.actor,
    }


def _seals(event: Event) -> list[dict[str, Any]]:
    """The seal in force; what was sealed earlier and broken again stays in the
    ledger of its event.
    """
    seal = seal_in_force(event)
    if seal is None:
        return []
    row = {
        "edition": seal.edition,
        "sealed_at": archived_time(seal.sealed_at),
        "sealed_by": seal.sealed_by,
    }
    later = {"printed_at": seal.printed_at, "revealed_at": seal.revealed_at}
    times = {name: archived_time(moment) for name, moment in later.items() if moment is not None}
    extra = {} if _still_so(event, seal) else {"snapshot": seal.snapshot}
    return [row | times | {"content": sealed_content(seal.snapshot)} | extra]


def _still_so(event: Event, seal: Seal) -> bool:
    """Whether the results are those sealed; an adjustment or a correction since then leaves the
    seal behind.
    """
    cut = compute(event).cut
    return isinstance(cut, Cut) and sealed_content(snapshot(cut, 0)) == sealed_content(
        seal.snapshot
    )


def _rounds(event: Event) -> list[dict[str, Any]]:
    """The rounds with a movement sentence, other games than declared, or another state than these
    let one expect.
    """
    rows = []
    rounds = list(Round.objects.filter(event=event))
    after = seal_in_force(event) is not None or any(one.stage == Stage.PLAYOFF for one in rounds)
    for round_ in rounds:
        row: dict[str, Any] = {"movement": round_.movement} if round_.movement else {}
        if round_.state != _expected(round_, event, after=after):
            row["state"] = round_.state
        declared = {Stage.QUALIFYING: event.games_per_round, Stage.PLAYOFF: event.playoff_games}
        if round_.games != declared.get(Stage(round_.stage), round_.games):
            row["games"] = round_.games
        if row:
            rows.append({"round": round_.number} | row)
    return rows


def _expected(round_: Round, event: Event, *, after: bool) -> str:
    """What the import makes of a round of which nothing is said."""
    closes = round_.stage == Stage.QUALIFYING and (after or round_.number < last_round(event))
    closed = closes and not games_missing(round_)
    return RoundState.CLOSED if closed else RoundState.PUBLISHED


LAST_EDITION = 1000
"""More than anybody seals: a higher number is a slip of the file."""


def take_cuts_of_cards(
    event: Event, document: Mapping[str, Any], stages: Sequence[str], now: datetime
) -> None:
    """Every cut of cards of these stages, in the order in which they were recorded."""
    for place, row in rows_of(document, "cuts_of_cards"):
        stage = row.get("stage", Stage.QUALIFYING)
        if stage in stages:
            with refusing_at(place):
                signature = signature_of(row, now, "recorded")
                record_cut_of_cards(event, row["cards"], signature, stage=stage)


def take_seals(event: Event, document: Mapping[str, Any], now: datetime) -> None:
    """The seal in force sealed again, printed and revealed as it was.

    Raises ArchiveError where the results of the archive are not those that were sealed, unless it
    brings what was.
    """
    if len(document.get("seals", [])) > 1:
        refuse("seals", "only one seal can be in force: keep the latest edition.")
    for place, row in rows_of(document, "seals"):
        edition = own_edition(event, row.get("edition", 1), place)
        take = _as_it_was if "snapshot" in row else _sealed_again
        take(event, row, place, edition, now)


def own_edition(event: Event, edition: int, place: str) -> int:
    """The number of an edition of the seal that no other has. Raises ArchiveError."""
    taken = Seal.objects.filter(event=event, edition=edition).exists()
    if not 1 <= edition <= LAST_EDITION or taken:
        refuse(f"{place}.edition", f"a number of its own from 1 to {LAST_EDITION} is needed here.")
    return edition


def _sealed_again(
    event: Event, row: Mapping[str, Any], place: str, edition: int, now: datetime
) -> None:
    """A seal whose results stand: sealed, printed and revealed by the acts themselves."""
    with refusing_at(place):
        seal = seal_cut(event, signature_of(row, now, "sealed"), edition=edition)
        if row.get("content") != sealed_content(seal.snapshot):
            refuse(
                place,
                f"the results in the archive are not those sealed as edition {edition}: {MEND}",
            )
        for act, step in ((mark_printed, "printed"), (reveal_cut, "revealed")):
            if row.get(f"{step}_at"):
                act(event, signature_of(row, now, step))


def _as_it_was(
    event: Event, row: Mapping[str, Any], place: str, edition: int, now: datetime
) -> None:
    """A seal that later adjustments or corrections have left behind, with what was sealed then."""
    head, sealed = _head(event, row, f"{place}.snapshot"), signature_of(row, now, "sealed")
    with writing(event) as locked:
        write_seal(locked, row, edition, head, sealed)
        for kind, step in (("print_cut", "printed"), ("reveal", "revealed")):
            if row.get(f"{step}_at"):
                body = {"edition": edition, "digest": head}
                append(locked, kind, body, signature_of(row, now, step))
        if not row.get("revealed_at"):
            hold(locked, sealed, compute(locked))


def write_seal(
    event: Event, row: Mapping[str, Any], edition: int, head: str, sealed: Signature
) -> None:
    """The row of a seal and the entry of its sealing, of which `head` is the digest; printed,
    revealed and broken when the archive says so. The event is being written.
    """
    content = {"edition": edition, "digest": head, "snapshot": row["snapshot"]}
    steps = ("printed_at", "revealed_at", "broken_at")
    times = {step: moment(row[step]) for step in steps if row.get(step)}
    entry = append(event, "seal", content, sealed)
    times["sealed_at"] = sealed.at
    Seal.objects.create(event=event, entry=entry, sealed_by=sealed.actor.name, **content, **times)


def _head(event: Event, row: Mapping[str, Any], place: str) -> str:
    """The digest of what was sealed, once it is what the archive says of it, and of its players."""
    sealed = row["snapshot"]
    refs = set(Guest.objects.filter(event=event).values_list("ref", flat=True))
    rows, through = (
        sequence(sealed.get(name), f"{place}.{name}") for name in ("standings", "qualifiers")
    )
    if not all(_is_standing(row, refs) for row in rows) or not all(
        ref in [row[0] for row in rows] for ref in through
    ):
        refuse(
            place,
            "standings are rows of a player, a name, a total, a place and an order; who is through"
            " is among them.",
        )
    try:
        if sealed_content(sealed) == row.get("content"):
            return digest(sealed)
    except ValueError:
        refuse(place, NO_SUCH_NUMBER)
    refuse(place, f"this is not what the content of the seal says: {MEND}")


def _is_standing(row: Any, refs: set[str]) -> bool:
    if not isinstance(row, list) or len(row) != STANDING:
        return False
    ref, name, _total, _place, order = row
    return (
        isinstance(ref, str)
        and ref in refs
        and isinstance(name, str)
        and (order is None or type(order) is int)
    )


STANDING = 5
"""What a standing in a seal holds: player, name, total, place, order."""
MEND = "restore the results, or take the key seals out and seal the evening again after the import."
