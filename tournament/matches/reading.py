"""The matches of an event as pages, paper, workbook and log show them: rounds, standing, places and
steps in words.

Where an event of matches stands and what comes next.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.pairing.bracket import THIRD
from scoring.pairing.course import WORDS, Course
from scoring.pairing.ranking import CRITERION_WORDS, Line, knock_out_places
from scoring.pairing.values import DRAWN, FIRST, SECOND, Match, PairingError, Round
from scoring.words import listed
from tournament.counting.history import course_then, past
from tournament.counting.history_entries import moment_of
from tournament.counting.matches import criteria, kept_course, present
from tournament.guests.names import public_name
from tournament.models import Event

Names = Mapping[str, str]
Words = Callable[[Mapping[str, Any], Names, Event], str]
RESULTS = {"walkover": "a walkover", "double_forfeit": "lost by both"}


def _of_round(words: str) -> Words:
    return lambda body, names, event: words.format(body["round"])


def _guest(words: str) -> Words:
    return lambda body, names, event: words.format(
        names.get(body["guest"], body["guest"]), body.get("round", "")
    )


def _of_stage(words: str) -> Words:
    return lambda body, names, event: words.format(body["stage"] + 1)


def _result(body: Mapping[str, Any], names: Names, event: Event) -> str:
    words = RESULTS.get(body["result"], f"games {' '.join(body['games'])}")
    place = f"Table {body['table']} of round {body['round']}"
    if not body.get("again"):
        return f"{place}: {words}"
    return f"{place}: {words}; round {listed(map(str, body['again']))} is paired again"


def _back(body: Mapping[str, Any], names: Names, event: Event) -> str:
    return f"The result of table {body['table']} of round {body['round']} was taken back"


def _swap(body: Mapping[str, Any], names: Names, event: Event) -> str:
    first, second = (names.get(body[side], body[side]) for side in ("one", "other"))
    return f"{first} and {second} changed places in the draft of round {body['round']}"


TO_MEET = {
    (True, True): "{one} and {other} are to meet in round {round}",
    (True, False): "{one} and {other} are to meet",
    (False, True): "{one} and {other} are not to meet in round {round}",
    (False, False): "{one} and {other} are not to meet",
}
FREE_TO_MEET = {
    (True, True): "{one} and {other} no longer have to meet in round {round}",
    (True, False): "{one} and {other} no longer have to meet",
    (False, True): "{one} and {other} may meet in round {round} again",
    (False, False): "{one} and {other} may meet again",
}
"""By whether they were to meet, and whether in one round alone."""


def _bond(words: Mapping[tuple[bool, bool], str]) -> Words:
    def said(body: Mapping[str, Any], names: Names, event: Event) -> str:
        first, second = (names.get(body[side], body[side]) for side in ("one", "other"))
        form = words[bool(body["forced"]), bool(body["round"])]
        return form.format(one=first, other=second, round=body["round"])

    return said


MATCH_WORDS: Mapping[str, Words] = {
    "pair": _of_round("Round {} was paired as a draft"),
    "unpair": _of_round("The draft of round {} was thrown away"),
    "swap_pairs": _swap,
    "pairs_out": _of_round("The pairings of round {} were published"),
    "pairs_back": _of_round("The pairings of round {} were made a draft again"),
    "match": _result,
    "match_back": _back,
    "ask_bye": _guest("{} sits out round {}"),
    "unask_bye": _guest("{} plays round {} after all"),
    "late_entry": _guest("{} came into the Swiss late"),
    "late_entry_back": _guest("The late entry of {} was taken back"),
    "bond": _bond(TO_MEET),
    "unbond": _bond(FREE_TO_MEET),
    "close_stage": _of_stage("Stage {} was closed"),
    "open_stage": _of_stage("Stage {} was opened again"),
}
"""A sentence without its full stop for each step."""


CLOSED_WORDS = {"bye": "bye", "asked_bye": "bye, asked for", "pause": "sits out"}


@dataclass(frozen=True, slots=True)
class Row:
    """One match as it is shown; `one` starts up to the ten.

    `winner` is "one", "other" or nothing.
    """

    table: int
    slot: int
    refs: tuple[str, ...]
    one: str
    other: str
    score: str
    words: str
    winner: str
    done: bool
    reasons: tuple[str, ...]
    version: int


@dataclass(frozen=True, slots=True)
class RoundShown:
    """A round with its matches and byes."""

    number: int
    name: str
    published: bool
    rows: tuple[Row, ...]

    @property
    def matches(self) -> tuple[Row, ...]:
        """Those of two players."""
        return tuple(row for row in self.rows if row.other)

    @property
    def waiting(self) -> int:
        """How many have no result."""
        return sum(not row.done for row in self.rows)

    @property
    def begun(self) -> bool:
        """Whether a result is in."""
        return any(row.done for row in self.matches)


@dataclass(frozen=True, slots=True)
class Placed:
    """One line of a standing."""

    place: str
    name: str
    ref: str
    points: str
    record: str
    buchholz: str
    median: str
    games_won: int
    decided: str


def names_of(event: Event, *, public: bool = False) -> dict[str, str]:
    """The names of all guests by ref; in public, those who chose so go by their badge.

    One query.
    """
    rows = event.guests.order_by().values_list("ref", "name", "badge", "unnamed")
    return {
        ref: public_name(name, badge, unnamed=public and unnamed)
        for ref, name, badge, unnamed in rows
    }


def public_course(event: Event) -> Course:
    """The course as anybody may see it: while the board is held, as it stood when it was held."""
    if event.held_since is None:
        return kept_course.of(event)
    return course_then(past(event).at(moment_of(event, event.held_since)))


def rounds_shown(course: Course, names: Names, *, drafts: bool = False) -> tuple[RoundShown, ...]:
    """Every round, the newest first."""
    rounds = [
        _round(course, round_, names) for round_ in course.rounds if round_.published or drafts
    ]
    return tuple(reversed(rounds))


def _round(course: Course, round_: Round, names: Names) -> RoundShown:
    rows = tuple(shown(match, names) for match in round_.matches)
    return RoundShown(round_.number, round_name(course, round_.number), round_.published, rows)


def shown(match: Match, names: Names) -> Row:
    """A match with names, score and words."""
    winner = (
        ""
        if match.winner is None or match.other is None
        else "one"
        if match.winner == match.one
        else "other"
    )
    return Row(
        table=match.table,
        slot=match.slot,
        refs=match.players,
        one=names.get(match.one, match.one),
        other=names.get(match.other, match.other) if match.other else "",
        score=score_words(match),
        words=result_words(match, names),
        winner=winner,
        done=match.done,
        reasons=match.reasons,
        version=match.version,
    )


def score_words(match: Match) -> str:
    """The score as "2–1"; a draw of one game "½–½"; nothing while it is open or was not played."""
    if match.result != "played":
        return ""
    if match.games == DRAWN:
        return "½–½"
    return f"{match.games.count(FIRST)}–{match.games.count(SECOND)}"


def result_words(match: Match, names: Names) -> str:
    """What came of it, in words."""
    if match.other is None:
        return CLOSED_WORDS[match.kind]
    if match.result == "double_forfeit":
        return "lost by both"
    if match.result == "":
        return "to be played"
    if match.winner is None:
        return "a draw"
    winner = names.get(match.winner, match.winner)
    return f"{winner} wins without a game" if match.result == "walkover" else f"{winner} wins"


def round_name(course: Course, number: int) -> str:
    """The name of a round: "Round 3", and in a knock-out "Final" and what leads to it."""
    round_ = course.round(number)
    stage = course.plan[round_.stage]
    if stage.kind != "knock_out":
        return f"Round {number}"
    due = stage.rounds_of(course.entrants[round_.stage])
    return knock_out_name(
        due - len([item for item in course.of_stage(round_.stage) if item.number <= number])
    )


def knock_out_name(remaining: int) -> str:
    """What a knock-out round is called with so many rounds after it."""
    return (
        ("Final", "Semi-finals", "Quarter-finals")[remaining]
        if remaining < 3
        else f"Last {2 ** (remaining + 1)}"
    )


def table_words(row: Row) -> str:
    """Where it is played; the match for the third place says so."""
    if row.slot == THIRD:
        return f"Table {row.table}, third place"
    return f"Table {row.table}" if row.table else ""


def standing_shown(event: Event, course: Course, stage: int, names: Names) -> tuple[Placed, ...]:
    """The standing of a Swiss or of an all-play-all."""
    tie_breaks = criteria(event)
    return tuple(_placed(line, names) for line in course.standing(stage, tie_breaks))


def _placed(line: Line, names: Names) -> Placed:
    shared = "=" if line.tied_with else ""
    return Placed(
        place=f"{shared}{line.place}",
        name=names.get(line.player, line.player),
        ref=line.player,
        points=str(line.halves).replace(".5", "½").replace("0½", "½"),
        record=f"{line.won}–{line.drawn}–{line.lost}",
        buchholz=str(line.buchholz).replace(".5", "½"),
        median=str(line.median_buchholz).replace(".5", "½"),
        games_won=line.games_won,
        decided=f"By {CRITERION_WORDS[line.decided]}." if line.decided else "",
    )


def places_shown(course: Course, stage: int, names: Names) -> list[tuple[str, str]]:
    """Place and name of everybody who is out of a knock-out, and of its winner; shared places with
    a sign.
    """
    places = knock_out_places(
        [round_ for round_ in course.of_stage(stage) if round_.published], course.entrants[stage]
    )
    counted = list(places.values())
    refs = sorted(places, key=lambda ref: (places[ref], names.get(ref, ref)))
    return [
        (f"{'=' if counted.count(places[ref]) > 1 else ''}{places[ref]}", names.get(ref, ref))
        for ref in refs
    ]


def winner_of(course: Course) -> str | None:
    """Who won the whole event, once it is decided."""
    last = len(course.plan) - 1
    if course.now <= last:
        return None
    if course.plan[last].kind == "knock_out":
        places = knock_out_places(course.of_stage(last), course.entrants[last])
        return next((ref for ref, place in places.items() if place == 1), None)
    return course.orders[last][0]


FEWEST = 2
"""So many can be paired."""


@dataclass(frozen=True, slots=True)
class Coming:
    """The next act: a heading, a sentence, who does it, its place, and the name of the act on the
    page of pairings.

    `over` once all matches are played and the prizes alone are left.
    """

    words: str
    sentence: str
    who: str
    place: str = "pairings"
    act: str = ""
    over: bool = False


def coming(event: Event) -> Coming:
    """What comes next; a plan that cannot be says why."""
    try:
        course = kept_course.of(event)
    except PairingError as fault:
        return Coming("Correct the settings", str(fault), "organiser", "event_settings")
    return _next(event, course)


def _next(event: Event, course: Course) -> Coming:
    if course.now == len(course.plan):
        ref = winner_of(course)
        won = f"{names_of(event)[ref]} has won." if ref else "Nobody has won the last match."
        return Coming(
            "Hand over the prizes", f"All matches are played. {won}", "organiser", over=True
        )
    last, stage = course.last, course.stage
    if last is not None and not last.published:
        words = (
            f"{len(last.matches)} pairings are drafted. Published, every guest sees whom they meet."
        )
        return Coming(
            f"Publish {_round_name(course, last.number)}", words, "organiser", act="publish"
        )
    waiting = [round_ for round_ in course.of_stage(course.now) if round_.waiting]
    due = stage.rounds_of(course.entrants[course.now]) if course.begun else 0
    played = len(course.of_stage(course.now))
    if waiting and (stage.kind != "all_play_all" or played == due):
        round_ = waiting[0]
        matches = sum(match.other is not None for match in round_.matches)
        words = f"{matches - len(round_.waiting)} of {matches} results are in."
        return Coming(
            f"Enter the results of {_round_name(course, round_.number)}",
            words,
            "umpires",
            act="results",
        )
    if course.begun and played >= due:
        return Coming(
            f"Close the {_stage(course)}", "All its matches are in.", "organiser", act="close"
        )
    if not course.begun and len(present(event)) < FEWEST:
        words = "Two are needed for a match. Type them in or import a list."
        return Coming("Add the guests", words, "organiser", "guests")
    number = f"round {course.next_number}"
    return Coming(f"Pair {number}", _before(course, due), "organiser", act="pair")


def _before(course: Course, due: int) -> str:
    if not course.begun:
        return f"The {_stage(course)} begins with whoever is there now."
    return f"{len(course.of_stage(course.now))} of {due} rounds of the {_stage(course)} are paired."


def _round_name(course: Course, number: int) -> str:
    name = round_name(course, number)
    return f"the {name.lower()}" if not name.startswith("Round") else name.lower()


def _stage(course: Course) -> str:
    words = WORDS[course.stage.kind]
    return words if words == "Swiss" else words.lower()


def phases(event: Event) -> list[tuple[str, str]]:
    """The stages in order with the state of each: done, now or later."""
    try:
        course = kept_course.of(event)
    except PairingError:
        return [("Guests", "now")]
    states = [("Guests", "done" if course.rounds else "now")]
    for index, stage in enumerate(course.plan):
        begun = "now" if course.rounds and index == course.now else "later"
        states.append((stage.words, "done" if index < course.now else begun))
    return [*states, ("Prizes", "now" if course.now == len(course.plan) else "later")]
