"""What an official submits for one game, and the same as stored in the ledger."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring.counting.hand import Hand, agree, parse_hand
from scoring.counting.sheet import Finding, SeatEntry, Sheet
from scoring.formats import Format, Result, results
from scoring.law.rulebook import Rules
from tournament.models import LedgerEntry, TallyState


class SheetConflictError(Exception):
    """Another sheet of this game came first and differs; ours is kept as `entry` until a person
    chooses.
    """

    def __init__(self, entry: LedgerEntry) -> None:
        self.entry = entry
        super().__init__(
            "This game was saved before, with other tallies. Yours is kept as number"
            f" {entry.number}."
        )


SIGNED = "the umpire's signed sheet"
"""Who checked, where the left-hand neighbours signed one sheet of paper for all
games of a table.
"""


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

    `dismissed` names for each flag let stand (`flag_key`) one of the fixed reasons. `people` says
    whom the sender saw in each seat, by their ref: a sheet may be older than a change of seats;
    empty is not asked. `waiting` is the number in the record of the last differing sheet that was
    before one who chose; None is not asked.
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
    people: Mapping[str, str] = field(default_factory=dict)
    waiting: int | None = None


@dataclass(frozen=True, slots=True)
class SeatOrder:
    """Who really sits where at a table of a round: refs by letter."""

    round: int
    table: int
    people: Mapping[str, str]


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
    fields = {
        "points": entry.points,
        "eight": entry.caught_eight,
        "place": entry.place,
        "laps": entry.laps,
    }
    return body | {name: value for name, value in fields.items() if value is not None}


def body_of(submission: Submission, guests: Mapping[str, str]) -> dict[str, Any]:
    """The whole sheet as the ledger stores it; `guests` names who sits in each
    seat by their ref.
    """
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


def same_result(first: Mapping[str, Any], second: Mapping[str, Any]) -> bool:
    """Whether two sheets say the same of the same game, whoever checked them and in whatever order
    the cards of a hand were typed.
    """
    if any(first[part] != second[part] for part in ("round", "table", "game", "blocked")):
        return False
    if len(first["tallies"]) != len(second["tallies"]):
        return False
    return all(map(_same_tally, first["tallies"], second["tallies"]))


def says(body: Mapping[str, Any], submission: Submission) -> bool:
    """Whether a ledger entry holds this very sheet, of the people the sender saw where it says who
    they were.
    """
    guests = {row["seat"]: row["guest"] for row in body.get("tallies", ())}
    if guests.keys() != {entry.seat for entry in submission.entries}:
        return False
    return same_result(body, body_of(submission, guests | dict(submission.people)))


def _same_tally(first: Mapping[str, Any], second: Mapping[str, Any]) -> bool:
    if "hand" not in first or "hand" not in second:
        return first == second
    return {**first, "hand": ""} == {**second, "hand": ""} and agree(
        parse_hand(first["hand"]), parse_hand(second["hand"])
    )


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
        place=body.get("place"),
        laps=body.get("laps"),
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


Columns = Mapping[str, dict[str, Any]]
"""What the tally of each seat holds."""


def columns_of(sheet: Sheet, form: Format, rules: Rules) -> Columns:
    """The columns of each seat's tally: points come from what was entered at the table; a blank is
    not a zero.
    """
    by_seat = results(sheet, form, rules)
    return {entry.seat: _columns(entry, by_seat[entry.seat]) for entry in sheet.entries}


def sheet_of(submission: Submission, packs: int = 1) -> Sheet:
    """The sheet of a submission as it is checked and scored."""
    return Sheet(submission.entries, blocked=submission.blocked, packs=packs)


def _columns(entry: SeatEntry, result: Result) -> dict[str, Any]:
    if entry.absent:
        return {"state": TallyState.ABSENT}
    values = {name: value for name in RESULTS if (value := getattr(result, name)) is not None}
    hand = {"hand": entry.hand.text if entry.hand else ""} if entry.went_out or entry.holds else {}
    won = {"went_out": True} if result.won else {}
    return hand | won | values


RESULTS = ("points", "cards", "eights", "held", "place", "laps")
"""The columns of a tally that its result gives."""
