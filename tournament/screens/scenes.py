"""What each scene of a wall shows, as plain values; None where it has nothing to show yet.

A builder takes the hall and gives back what its template prints. The list below is the order of an
evening; `waits` says what a scene waits for, so that none can be called up too early.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils import timezone

from scoring.counting.standings import ordinal
from scoring.words import many, number_word, spelt
from tournament.counting.announcement import in_capitals
from tournament.counting.board import clock as on_the_clock
from tournament.counting.board import stage_progress
from tournament.counting.formats import event_format
from tournament.counting.plan import table_label
from tournament.counting.target import target_words
from tournament.models import Event, Round, Seat, Stage
from tournament.screens.finale import cards, podium, prizes, reading, thanks
from tournament.screens.pairs import pairings, places
from tournament.screens.reading import Hall, scene_due
from tournament.seating.movement import Movement, movement
from tournament.site.codes import base_address, code_image, is_local
from tournament.standings.public import is_frozen, way_shown

Values = dict[str, Any]
LEADERS = 12
NEAREST, OF_TWO_LINES = 11, 9
"""So many stand in the race, and so many where names take two lines."""
LONG_LINE = 22
"""Names of more letters take two smaller lines in a list: no name is cut."""
SPAN = 12
"""Points on either side of the line that the race shows."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A scene: what it is called, what it waits for, and what makes its values."""

    title: str
    waits: str
    build: Callable[[Hall], Values | None]
    moves: bool = False
    """Whether its picture changes with the minute, though nothing is entered."""


def welcome(hall: Hall) -> Values:
    """The name of the evening, the way to one's seat, and everybody by surname."""
    round_ = hall.playing or (hall.rounds[0] if hall.rounds else None)
    event = hall.event
    base = base_address()
    way = "" if is_local(base) else base + reverse("finder", args=[event.slug])
    return {
        "seats": seats(hall, round_) if round_ and round_.stage == Stage.QUALIFYING else [],
        "venue": event.venue,
        "date": event.date,
        "charity": event.charity,
        "way": way.removeprefix("http://").removeprefix("https://"),
        "code": code_image(way) if way else "",
    }


def seats(hall: Hall, round_: Round) -> list[Values]:
    """Everybody in a round by surname, those by badge who chose so at the end; a letter where the
    first one of it stands.
    """
    rows = Seat.objects.filter(event=hall.event, round=round_, left_after_game=None)
    lines = []
    for seat in rows.select_related("guest", "table"):
        guest, listed = seat.guest, seat.guest.listed
        name = (f"Badge {guest.badge}", "") if guest.unnamed else (listed.surname, listed.rest)
        spot = table_label(hall.event, seat.table.number), seat.letter
        order = (guest.unnamed, "" if guest.unnamed else listed.order, guest.badge)
        lines.append((order, "" if guest.unnamed else listed.initial, name, spot))
    listed_so, before = [], None
    for _order, initial, (surname, rest), (table, letter) in sorted(lines):
        text = initial if initial != before else ""
        row = {"initial": text, "surname": surname, "rest": rest, "table": table, "seat": letter}
        listed_so.append(row | {"long": len(surname) + len(rest) > LONG_LINE})
        before = initial
    return listed_so


def clock(hall: Hall) -> Values | None:
    """The time, the last game, and which tables still play."""
    round_ = hall.playing
    if round_ is None:
        return None
    round_clock = hall.clock
    tables = _tables(hall, round_) if not hall.event.paired else []
    playing = sum(not table["done"] for table in tables)
    return {
        "round": str(round_),
        "of": hall.event.qualifying_rounds if round_.stage == Stage.QUALIFYING else 0,
        "tables": tables,
        "playing": playing,
        "paused": bool(round_clock and round_clock.paused_at),
        "called": timezone.localtime(round_clock.last_game_at).strftime("%H:%M")
        if round_clock and round_clock.last_game_at
        else "",
        "over": bool(round_clock and round_clock.stopped_at),
        "all_in": event_format(hall.event).units if tables and not playing else "",
        "last": {}
        if round_clock and (round_clock.last_game_at or round_clock.stopped_at)
        else _last_game(hall),
        "target": target_words(hall.event, round_.number),
        "extra": _extra(hall),
        "large": len(tables) > MOST_IN_A_ROW,
        "next": _after(hall, round_) if playing or not tables else "",
    }


MOST_IN_A_ROW = 22


def _tables(hall: Hall, round_: Round) -> list[Values]:
    tables = [
        table
        for table in stage_progress(hall.event, round_.stage).tables
        if table.round == round_.number
    ]
    half = -(-len(tables) // 2)
    return [
        {
            "label": table_label(hall.event, table.table),
            "done": table.games_in >= table.games_due,
            "second": index >= half,
        }
        for index, table in enumerate(tables)
    ]


def _last_game(hall: Hall) -> Values:
    """When the last game is expected to begin, at the table that is waited for."""
    minute = hall.at.replace(second=0, microsecond=0)
    pace = hall.pace
    if pace is None or pace.last is None or not (pace.ends and pace.last.last_begins):
        return {}
    begins = pace.last.of.last_begins
    remaining = 0 if begins is None else int((begins - minute.timestamp()) // 60)
    if remaining <= 1:
        return {"at": "now", "words": "", "window": pace.ends}
    return {"at": pace.last.last_begins, "words": f"In {remaining} minutes", "window": pace.ends}


def _extra(hall: Hall) -> list[Values]:
    extra = hall.clock.extra if hall.clock else {}
    return [
        {"table": table_label(hall.event, int(number)), "minutes": minutes}
        for number, minutes in sorted(extra.items(), key=lambda item: int(item[0]))
    ]


def _after(hall: Hall, round_: Round) -> str:
    later = next((item for item in hall.rounds if item.number == round_.number + 1), None)
    if not later or later.stage != Stage.QUALIFYING or later.number > hall.facts.last_round:
        return "Play your game to its end, add up, and hand in the card."
    return "Play your game to its end, add up, then look where you move."


def half(hall: Hall) -> Values | None:
    """The leaders after a round, without any line."""
    after = hall.closed_round
    if not after or hall.event.paired:
        return None
    rows = hall.shown["rows"]
    if not rows or hall.shown["stage"] != Stage.QUALIFYING:
        return None
    if hall.shown.get("half_time") != after and (hall.begun or is_frozen(hall.event)):
        return None
    leaders = rows[:LEADERS]
    split = -(-len(leaders) // 2)
    return {
        "title": "Half time" if hall.event.qualifying_rounds == 2 else "The leaders",
        "after": after,
        "so_far": _so_far(hall.event, after),
        "columns": [leaders[:split], leaders[split:]],
        **_climbers(hall),
        "lowest": hall.shown["lowest"],
    }


def _so_far(event: Event, after: int) -> str:
    """How many games were played and are to come; nothing where a target ends the play."""
    form, games = event_format(event), event.games_per_round
    if form.ending == "target":
        return ""
    played = in_capitals(spelt(games * after, form.unit, form.units))
    return f"{played} played, {number_word(games * (event.qualifying_rounds - after))} to come."


def _climbers(hall: Hall) -> Values:
    """Who climbed most in the round, and since which of its games."""
    way = way_shown(hall.event, hall.shown)
    row_of = {row["player"]: row for row in hall.shown["rows"] if "player" in row}
    climbed = [
        {
            "name": row_of[item["player"]]["name"],
            "words": f"up {many(item['up'], 'place')}, to {ordinal(item['to'])}",
        }
        for item in way["climbed"]
        if item["player"] in row_of
    ]
    since = f"{event_format(hall.event).unit} {way['since']}"
    return {"climbed": climbed if way["since"] else [], "since": since}


def move(hall: Hall) -> Values | None:
    """Who moves where: the rule in letters where there is one and somebody moves, else everybody
    by surname.
    """
    if not hall.closed_round:
        return None
    number = hall.closed_round + 1
    round_ = next((round_ for round_ in hall.rounds if round_.number == number), None)
    if round_ is None:
        return None
    way = movement(hall.event, round_)
    rule = _letters(way)
    moving = any(row["on"] for row in rule)
    return {
        "sentence": f"{way.rule}.",
        "beside": way.beside,
        "round": str(round_),
        "letters": rule if moving else [],
        "examples": _examples(hall, rule) if moving else [],
        "seats": [] if rule else seats(hall, round_),
    }


def _letters(way: Movement) -> list[Values]:
    """By letter, how many tables on."""
    return [
        {"letter": letter, "on": step, "words": _step(step)} for letter, step in way.steps.items()
    ]


def _step(step: int | None) -> str:
    if step is None:
        return "see the card"
    return f"up {number_word(step)}" if step else "stays"


def _examples(hall: Hall, rule: list[Values]) -> list[Values]:
    """Two tables as examples, the second of which passes the last one."""
    numbers = set(Seat.objects.filter(event=hall.event).values_list("table__number", flat=True))
    most = max(numbers, default=0)
    near = [max(1, most // 3), max(1, most - 2)]
    return [
        {
            "table": table_label(hall.event, start),
            "to": [
                ""
                if row["on"] is None
                else table_label(hall.event, (start - 1 + row["on"]) % most + 1)
                for row in rule
            ],
        }
        for start in dict.fromkeys(near)
    ]


def race(hall: Hall) -> Values | None:
    """Who stands nearest the line after the games that are released; not once all of them are."""
    event = hall.event
    if event.paired:
        return None
    rows = hall.shown["rows"]
    if hall.shown["stage"] != Stage.QUALIFYING or hall.shown["through"]:
        return None
    if hall.shown["round"] < event.qualifying_rounds or len(rows) <= event.cut_size:
        return None
    game, games = hall.shown["game"], event.games_per_round
    if game >= games:
        return None
    line = rows[event.cut_size - 1]["total"]
    sign = 1 if hall.shown["lowest"] else -1
    long = any(len(row["name"]) > LONG_LINE for row in rows)
    lanes = OF_TWO_LINES if long else NEAREST
    start = max(0, min(event.cut_size - lanes // 2 - 1, len(rows) - lanes))
    earlier, unit = way_shown(event, hall.shown)["earlier"], event_format(event).unit
    covered = [str(number) for number in range(game + 1, games + 1)]
    return {
        "size": number_word(event.cut_size),
        "go": f"{in_capitals(number_word(event.cut_size))} go through",
        "game": f"{unit} {game}",
        "long": long,
        "rows": [
            _lane(row, (line - row["total"]) * sign, earlier.get(row.get("player", "")))
            for row in rows[start : start + lanes]
        ],
        "covered": covered if len(covered) <= MOST_COVERED else [],
        "to_come": f"{_listed(unit, covered)} {'stay' if len(covered) > 1 else 'stays'} covered",
        "held": is_frozen(event),
        "as_of": on_the_clock(hall.shown["as_of"]),
    }


MOST_COVERED = 3


def _listed(unit: str, numbers: list[str]) -> str:
    """Games 4 and 5."""
    if len(numbers) == 1:
        return f"{in_capitals(unit)} {numbers[0]}"
    joint = "and" if len(numbers) == 2 else "to"
    return f"{in_capitals(unit)}s {numbers[0]} {joint} {numbers[-1]}"


def _lane(row: Mapping[str, Any], ahead: float, before: float | None) -> Values:
    """A guest on the scale of the race; `x` runs from 0 to 100 with the line at 50, `tail` is where
    the same guest stood a game before. The chance is there where the organiser shows chances.
    """
    words = (
        f"{abs(ahead)} to spare" if ahead > 0 else f"{abs(ahead)} over" if ahead else "on the line"
    )
    return {
        "name": row["name"],
        "total": row["total"],
        "words": words,
        "chance": row.get("chance", ""),
        "x": _along(ahead),
        "tail": _along(ahead if before is None else before),
        "safe": ahead >= 0,
    }


def _along(ahead: float) -> float:
    return 50 + max(-SPAN, min(SPAN, ahead)) * 46 / SPAN


def notice(hall: Hall) -> Values | None:
    """One sentence of the organiser."""
    return {"words": hall.show.notice} if hall.show.notice else None


def wait(hall: Hall) -> Values:
    """Nothing but the evening's name; where its step asks for that, what guests read as well."""
    coming = hall.step
    return {"words": coming.guests.get("everybody", "") if coming.wall == "wait" else ""}


SCENES: Mapping[str, Kind] = {
    "welcome": Kind("Welcome", "", welcome),
    "clock": Kind("Round clock", "while a round is open", clock, moves=True),
    "pairings": Kind("Who meets whom", "once matches are published", pairings),
    "places": Kind("Standing of the matches", "once matches are published", places),
    "half_time": Kind("Half time", "after a round that another follows", half),
    "move": Kind("Who moves where", "between two rounds", move),
    "race": Kind("Race to the cut", "in the last round", race),
    "cards": Kind("Cut of cards", "only with a tie on the line", cards),
    "reading": Kind("Reading", "once the reading begins", reading),
    "podium": Kind("Podium", "after the play-off", podium),
    "prizes": Kind("Other prizes", "after the podium", prizes),
    "thanks": Kind("Thanks", "", thanks),
    "wait": Kind("Name alone", "", wait),
    "notice": Kind("A notice", "type one sentence", notice),
}


def scene(hall: Hall, target: str) -> tuple[str, Values]:
    """The scene wanted, or that of the evening; the name alone where it has nothing to show."""
    for name in (target, scene_due(hall)):
        values = SCENES[name].build(hall) if name in SCENES else None
        if values is not None:
            return name, values
    return "wait", wait(hall)
