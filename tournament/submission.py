"""What an official submits for one game, and the same as stored in the ledger."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring.hand import Hand, parse_hand, receipt
from scoring.rulebook import Rules
from scoring.sheet import Finding, SeatEntry
from scoring.tally import eights_in_bare_points
from tournament.models import TallyState


@dataclass(frozen=True, slots=True)
class Place:
    """Round, table and game of a sheet."""

    round: int
    table: int
    game: int

    def __str__(self) -> str:
        return f"round {self.round}, table {self.table}, game {self.game}"


@dataclass(frozen=True, slots=True)
class Submission:
    """One sheet as sent: `seen` is the version the sender had before them (0 for none).

    `dismissed` names for each flag let stand (`flag_key`) one of the fixed reasons.
    """

    place: Place
    entries: tuple[SeatEntry, ...]
    seen: int = 0
    blocked: bool = False
    checked: bool = False
    checker: str = ""
    reason: str = ""
    witness: str = ""
    dismissed: Mapping[str, str] = field(default_factory=dict)


def flag_key(finding: Finding) -> str:
    """What a flag is called among those of its sheet: its kind, and the seats it concerns."""
    return " ".join((finding.kind, *finding.seats))


def seat_body(entry: SeatEntry) -> dict[str, Any]:
    """A seat's entry as the ledger stores it; what is not known is not there."""
    body: dict[str, Any] = {"seat": entry.seat}
    if entry.absent:
        return body | {"absent": True}
    if entry.went_out:
        return body | {"out": True}
    if entry.hand is not None and entry.hand.count:
        return body | {"hand": entry.hand.text}
    return body | {"points": entry.points} | ({"eight": entry.caught_eight} if entry.caught_eight is not None else {})


def body_of(submission: Submission, guests: Mapping[str, str]) -> dict[str, Any]:
    """The whole sheet as the ledger stores it; `guests` names who sits in each seat by their ref."""
    place = submission.place
    tallies = [seat_body(entry) | {"guest": guests[entry.seat]} for entry in submission.entries]
    optional = {"witness": submission.witness, "dismissed": dict(submission.dismissed)}
    return {name: value for name, value in optional.items() if value} | {
        "round": place.round,
        "table": place.table,
        "game": place.game,
        "blocked": submission.blocked,
        "tallies": tallies,
        "checked": submission.checked,
        "checker": submission.checker,
    }


def same_result(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two sheets say the same of the same game, whoever checked them."""
    return all(one[part] == other[part] for part in ("round", "table", "game", "blocked", "tallies"))


def entry_from(body: Mapping[str, Any]) -> SeatEntry:
    """A seat's entry back from the ledger's form."""
    hand: Hand | None = parse_hand(body["hand"]) if "hand" in body else None
    return SeatEntry(
        seat=body["seat"],
        hand=hand,
        points=body.get("points"),
        went_out=body.get("out", False),
        absent=body.get("absent", False),
        caught_eight=body.get("eight"),
    )


def submission_from(body: Mapping[str, Any]) -> Submission:
    """A whole sheet back from the ledger's form."""
    return Submission(
        place=Place(body["round"], body["table"], body["game"]),
        entries=tuple(entry_from(tally) for tally in body["tallies"]),
        blocked=body["blocked"],
        checked=body.get("checked", False),
        checker=body.get("checker", ""),
        witness=body.get("witness", ""),
        dismissed=body.get("dismissed", {}),
    )


def eights_of(entry: SeatEntry, rules: Rules) -> int | None:
    """How many eights a seat was left with, or None where bare points leave it open."""
    if entry.hand is not None and entry.hand.count:
        return entry.hand.eights
    if entry.points is None:
        return None
    eight = rules.scoring.value_of("8")[0]
    if entry.caught_eight is False:
        return 0
    return eights_in_bare_points(entry.points, eight, ticked=bool(entry.caught_eight))


def tally_of(entry: SeatEntry, rules: Rules) -> dict[str, Any]:
    """The columns of a tally: points come from the hand, or are bare; a blank is not a zero."""
    if entry.absent:
        return {"state": TallyState.ABSENT}
    if entry.went_out:
        return {"points": 0, "went_out": True, "hand": "", "cards": 0, "eights": 0}
    if entry.hand is None or not entry.hand.count:
        return {"points": entry.points, "eights": eights_of(entry, rules)}
    hand = entry.hand
    return {"points": receipt(hand, rules).total, "hand": hand.text, "cards": hand.count, "eights": hand.eights}
