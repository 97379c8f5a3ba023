"""What stands where in an archive: the kind of each value, how long a text may be, and which words
are known. It is asked first, for the whole document, before any act; what the values mean together
is the acts' to say.
"""

import re
from collections.abc import Mapping
from json import JSONDecodeError
from pathlib import Path
from string import ascii_uppercase
from typing import Any, get_args

from scoring.counting.board import digest
from scoring.counting.tally import Direction
from scoring.json_text import NoNumberError, strictly
from tournament.archive.guests import LIVERIES, MAILS, PLAYERS, REF, TICKETS
from tournament.archive.kinds import (
    Kind,
    anything,
    by_name,
    check_writing,
    day,
    mapping,
    moment,
    number,
    optional,
    record,
    rows,
    text,
    truth,
    whole,
    word,
)
from tournament.archive.settings import KINDS as SETTING_KINDS
from tournament.archive.shape import refuse
from tournament.models import LARGEST, Stage, TallyState
from tournament.models.guest import HIGHEST_TABLE
from tournament.models.ruling import AdjustmentKind
from tournament.models.seating import RoundState

LARGEST_ARCHIVE = 40 * 1024 * 1024
UNREADABLE = "this is no readable JSON"
LONGEST_REASON = 300
LONGEST_ACTOR = 120
LONGEST_PICTURE = 4 * 1024 * 1024
REASON, ACTOR = text(LONGEST_REASON), text(LONGEST_ACTOR)
PLACE: dict[str, Kind] = {
    "round": whole(LARGEST, least=1),
    "table": whole(HIGHEST_TABLE, least=1),
    "game": whole(LARGEST, least=1),
}
SIGNED: dict[str, Kind] = {"by": ACTOR, "at": moment, "reason": REASON}
EVENT: dict[str, Kind] = SETTING_KINDS | {
    "name": text(120, empty=False),
    "game": text(40, empty=False),
    "date": day,
    "scoring": word(*get_args(Direction)),
    "hall_plan": rows(record({})),
    "playoff_live": truth,
    "podium_revealed_at": optional(moment),
    "closed_at": optional(moment),
    "closed_by": ACTOR,
    "arms_picture": text(LONGEST_PICTURE),
    "sponsor_picture": text(LONGEST_PICTURE),
}
SEAT = word(*ascii_uppercase)
RESULT = record(
    {
        "seat": SEAT,
        "player": REF,
        "status": word(*TallyState.values),
        "hand": optional(rows(text(6))),
        "points": optional(number()),
        "caught_eight": optional(truth),
        "place": optional(whole(LARGEST)),
        "laps": optional(whole(LARGEST)),
        "held": whole(LARGEST),
    },
    needed=("seat", "player"),
)
GAME: dict[str, Kind] = PLACE | {
    "stage": word(*Stage.values),
    "packs": whole(9, least=1),
    "dealer": optional(REF),
    "went_out": optional(REF),
    "blocked": truth,
    "turns": optional(whole(LARGEST)),
    "finished_at": optional(moment),
    "results": rows(RESULT),
    "not_played": truth,
}
FOUND_BY_TABLE = record(GAME, needed=("table", "game", "results"))
FOUND_BY_ROUND = record(GAME, needed=(*PLACE, "results"))


def _game(value: Any, place: str) -> None:
    """A game: the round of a play-off has its number from the settings, whatever is told of it."""
    playoff = mapping(value, place).get("stage") == Stage.PLAYOFF
    (FOUND_BY_TABLE if playoff else FOUND_BY_ROUND)(value, place)


PART_SEAT = record(
    PLACE
    | {
        "seat": SEAT,
        "player": REF,
        "from_game": whole(LARGEST),
        "left_after_game": optional(whole(LARGEST)),
    },
    needed=("round", "table", "seat", "player"),
)
SHEET_TALLY = record(
    {
        "seat": SEAT,
        "guest": REF,
        "absent": truth,
        "out": truth,
        "hand": text(400),
        "points": optional(number()),
        "eight": optional(truth),
        "place": optional(whole(LARGEST)),
        "laps": optional(whole(LARGEST)),
    },
    needed=("seat", "guest"),
)
SHEET: dict[str, Kind] = PLACE | {
    "blocked": truth,
    "tallies": rows(SHEET_TALLY),
    "checked": truth,
    "checker": ACTOR,
    "witness": ACTOR,
    "dismissed": by_name(text(LONGEST_REASON)),
}
VERSION = record(
    {
        "version": whole(LARGEST, least=1),
        "kind": word("sheet", "correct", "resolve"),
        "entered_by": ACTOR,
        "entered_at": moment,
        "reason": REASON,
        "sheet": record(SHEET, needed=(*PLACE, "blocked", "tallies")),
    },
    needed=("version", "kind", "entered_by", "entered_at", "sheet"),
)
DECISION = record(
    SIGNED
    | {
        "kind": word("accepted", "overruled", "explained"),
        "parts": by_name(anything),
        "after": whole(),
    },
    needed=("kind", "after"),
)
RULING = record(
    PLACE
    | {
        "number": whole(least=1),
        "claim": by_name(anything),
        "answer": by_name(anything),
        "refers_to": whole(),
        "departs_reason": REASON,
        "called_at": moment,
        "given_by": ACTOR,
        "given_at": moment,
        "decisions": rows(DECISION),
    },
    needed=("number", "claim", "answer"),
)
ADJUSTMENT = record(
    PLACE
    | SIGNED
    | {
        "number": whole(least=1),
        "kind": word(*AdjustmentKind.values),
        "ruling": whole(),
        "player": REF,
        "points": number(LARGEST),
        "before": whole(LARGEST),
        "after": whole(LARGEST),
        "witness": ACTOR,
        "cancelled": optional(record(SIGNED, needed=("reason",))),
    },
    needed=("number", "kind", "reason"),
)
ROUND = record(
    {
        "round": whole(LARGEST, least=1),
        "movement": text(400),
        "games": whole(20),
        "state": word(*RoundState.values),
    },
    needed=("round",),
)
MATCH_STEP = record(SIGNED | {"step": text(40), "body": by_name(anything)}, needed=("step", "body"))
SEALING: dict[str, Kind] = {
    "edition": whole(LARGEST),
    "sealed_at": moment,
    "sealed_by": ACTOR,
    "printed_at": optional(moment),
    "revealed_at": optional(moment),
    "content": text(64),
    "snapshot": by_name(anything),
}
RECORDED: dict[str, Kind] = {
    "cards": by_name(text(6)),
    "recorded_at": moment,
    "recorded_by": ACTOR,
}
CARD = record(
    SIGNED | PLACE | {"player": REF, "points": number(), "games": whole(LARGEST)},
    needed=("round", "player", "points"),
)
ANSWER = record(
    SIGNED | PLACE | {"player": REF, "eights": whole(LARGEST), "cards": whole(LARGEST)},
    needed=(*PLACE, "player"),
)
MOVED = record(
    SIGNED | PLACE | {"version": whole(LARGEST), "to": record(PLACE, needed=PLACE)},
    needed=(*PLACE, "version"),
)
DEALER = record(SIGNED | PLACE | {"seat": SEAT}, needed=(*PLACE, "seat"))
BROKEN_SEAL = record(
    SEALING | {"broken_at": moment, "broken_by": ACTOR, "reason": REASON},
    needed=("edition", "snapshot"),
)
REPLY = record(
    {"player": REF, "declined": truth, "answered_at": moment, "answered_by": ACTOR},
    needed=("player",),
)
EXTRA_GAME = record({"players": rows(REF), "game": FOUND_BY_TABLE}, needed=("players",))
DOCUMENT: dict[str, Kind] = {
    "event": record(EVENT, needed=("name", "game", "date")),
    "liveries": rows(record(LIVERIES.kinds, needed=("precedence", "short_name"))),
    "players": rows(record(PLAYERS.kinds, needed=("id", "badge", "name"))),
    "seating": by_name(rows(rows(optional(REF)))),
    "games": rows(_game),
    "keep_apart": rows(rows(REF)),
    "tickets": rows(record(TICKETS.kinds, needed=("source", "name"))),
    "mails": rows(
        record(MAILS.kinds, needed=("player", "kind", "state", "address", "digest", "at"))
    ),
    "part_seats": rows(PART_SEAT),
    "sheet_history": rows(VERSION),
    "rounds": rows(ROUND),
    "round_totals": rows(CARD),
    "card_totals": rows(CARD),
    "answers": rows(ANSWER),
    "dealers": rows(DEALER),
    "moved_sheets": rows(MOVED),
    "cuts_of_cards": rows(record(RECORDED | {"stage": word(*Stage.values)}, needed=("cards",))),
    "rulings": rows(RULING),
    "adjustments": rows(ADJUSTMENT),
    "broken_seals": rows(BROKEN_SEAL),
    "replies": rows(REPLY),
    "reserve_cards": rows(record(RECORDED, needed=("cards",))),
    "extra_games": rows(EXTRA_GAME),
    "seals": rows(record(SEALING)),
    "match_log": rows(MATCH_STEP),
    "ledger_head": record(
        {"entry": whole(least=1), "digest": text(64), "document": text(64), "proves": text(1000)},
        needed=("document",),
    ),
}
PARTS = ("event", "players", "seating", "games")
"""What no archive is without."""


def check_document(document: Any) -> dict[str, Any]:
    """The document, when everything in it is of its kind. Raises ArchiveError."""
    check_writing(document)
    body = mapping(document, "the archive")
    record(DOCUMENT, needed=PARTS)(body, "")
    for name in body["seating"]:
        if name != "playoff" and not re.fullmatch(r"[1-9][0-9]{0,3}", name):
            refuse("seating", f"{name[:40]!r} is no round: use the round's number, or playoff.")
    return without_head(body)


def without_head(body: Mapping[str, Any]) -> dict[str, Any]:
    """The document without the head it was written with, once nothing was changed since."""
    document = {key: value for key, value in body.items() if key != "ledger_head"}
    if "ledger_head" in body and body["ledger_head"]["document"] != digest(document):
        refuse(
            "ledger_head.document",
            "the file was changed after it was written. Save it once more from the page of its"
            " files, or take in what it says now. Take ledger_head out for that.",
        )
    return document


def read_archive(path: Path) -> dict[str, Any]:
    """The document of `evening.json`, or of the folder that holds one."""
    file = path / "evening.json" if path.is_dir() else path
    if not file.is_file():
        refuse(str(file), "there is no such file; give an evening.json or its folder.")
    if file.stat().st_size > LARGEST_ARCHIVE:
        refuse(str(file), "the file is larger than any evening (40 MB).")
    return read_document(file.read_bytes(), str(file))


def read_document(data: bytes, place: str = "the file") -> dict[str, Any]:
    """The document that these bytes hold."""
    try:
        document = strictly(data.decode())
    except UnicodeDecodeError:
        refuse(place, f"{UNREADABLE}: it is not written in UTF-8. Save it once more.")
    except RecursionError:
        refuse(place, f"{UNREADABLE}: it is nested deeper than any evening.")
    except JSONDecodeError as fault:
        refuse(place, f"{UNREADABLE}: it breaks off at line {fault.lineno}, column {fault.colno}.")
    except NoNumberError as fault:
        refuse(place, f"{UNREADABLE}: {fault}")
    except ValueError:
        refuse(place, f"{UNREADABLE}: it holds a number longer than any evening has.")
    return check_document(document)
