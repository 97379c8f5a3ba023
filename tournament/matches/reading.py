"""The matches of an event as pages, paper, workbook and log show them: rounds, standing, places and
steps in words.

The rounds of its plan by their names.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from uuid import UUID

from scoring.counting.standings import ordinal
from scoring.pairing.bracket import THIRD
from scoring.pairing.course import Course
from scoring.pairing.ranking import CRITERION_WORDS, Line, knock_out_places
from scoring.pairing.values import DRAW, DRAWN, FIRST, LOSS, SECOND, WIN, Match, Round
from scoring.words import in_turn, listed, many
from tournament.counting.matches import course as course_now
from tournament.counting.matches import criteria, kept_course
from tournament.counting.past import at_number, moment_of
from tournament.guests.names import public_name
from tournament.models import Event, LedgerEntry
from tournament.site.keep import kept_by_arguments

Names = Mapping[str, str]
Words = Callable[[Mapping[str, Any], Names, Event], str]
RESULTS = {
    "walkover": "a walkover",
    "late": "one of the two came too late",
    "forfeit": "one of the two gave up",
    "double_forfeit": "lost by both",
}


def _plain(words: str) -> Words:
    """A sentence on the round, table, stage or players of a step."""

    def said(body: Mapping[str, Any], names: Names, event: Event) -> str:
        people = {
            part: names.get(body[part], body[part])
            for part in ("guest", "one", "other")
            if part in body
        }
        return words.format(**{**body, **people, "stage": body.get("stage", 0) + 1})

    return said


def _result(body: Mapping[str, Any], names: Names, event: Event) -> str:
    words = RESULTS.get(body["result"], _score(body["games"]))
    place = f"Table {body['table']} of round {body['round']}"
    if not body.get("again"):
        return f"{place}: {words}"
    return f"{place}: {words}; round {listed(map(str, body['again']))} is paired again"


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
    return lambda body, names, event: _plain(words[bool(body["forced"]), bool(body["round"])])(
        body, names, event
    )


MATCH_WORDS: Mapping[str, Words] = {
    "pair": _plain("Round {round} was paired as a draft"),
    "unpair": _plain("The draft of round {round} was thrown away"),
    "swap_pairs": _plain("{one} and {other} changed places in the draft of round {round}"),
    "pairs_out": _plain("The pairings of round {round} were published"),
    "pairs_back": _plain("The pairings of round {round} were made a draft again"),
    "match": _result,
    "match_back": _plain("The result of table {table} of round {round} was taken back"),
    "match_agreed": _plain("Table {table} of round {round}: the result is confirmed"),
    "match_disputed": _plain("Table {table} of round {round}: the two do not agree on the result"),
    "ask_bye": _plain("{guest} sits out round {round}"),
    "unask_bye": _plain("{guest} plays round {round} after all"),
    "late_entry": _plain("{guest} came into the Swiss late"),
    "late_entry_back": _plain("The late entry of {guest} was taken back"),
    "bond": _bond(TO_MEET),
    "unbond": _bond(FREE_TO_MEET),
    "close_stage": _plain("Stage {stage} was closed"),
    "open_stage": _plain("Stage {stage} was opened again"),
}
"""A sentence without its full stop for each step."""


NONE: Mapping[int, str] = {}
CLOSED_WORDS = {"bye": "bye", "asked_bye": "bye, asked for", "pause": "sits out"}


@dataclass(frozen=True, slots=True)
class Row:
    """One match as it is shown; `one` starts up to the ten.

    `winner` is "one", "other" or nothing; `testimony` what the other player says of a result that a
    phone told (`Testimony.state`), where officials are shown it.
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
    testimony: str = ""

    @property
    def won_by(self) -> str:
        """The score as the winner tells it."""
        return "–".join(reversed(self.score.split("–"))) if self.winner == "other" else self.score


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
    sonneborn: str
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
    number = moment_of(event, event.held_since)
    entry = LedgerEntry.objects.filter(event=event, number=number)
    return _course_at(event.uid, number, entry.values_list("digest", flat=True).first())


@kept_by_arguments
def _course_at(uid: UUID, number: int, digest: str | None) -> Course:
    """The course at a number of a ledger; its digest tells a ledger that was put back."""
    return at_number(Event.objects.get(uid=uid), number, course_now)


def rounds_shown(course: Course, names: Names, *, drafts: bool = False) -> tuple[RoundShown, ...]:
    """Every round, the newest first."""
    rounds = [
        round_shown(course, round_, names) for round_ in course.rounds if round_.published or drafts
    ]
    return tuple(reversed(rounds))


def round_shown(
    course: Course, round_: Round, names: Names, states: Mapping[int, str] = NONE
) -> RoundShown:
    """One round with its matches and byes; `states` by table, as `Row.testimony`."""
    rows = tuple(shown(match, names, states.get(match.table, "")) for match in round_.matches)
    return RoundShown(round_.number, round_name(course, round_.number), round_.published, rows)


def shown(match: Match, names: Names, testimony: str = "") -> Row:
    """A match with names, score and words."""
    sides = {match.one: "one", match.other: "other"} if match.other else {}
    return Row(
        table=match.table,
        slot=match.slot,
        refs=match.players,
        one=names.get(match.one, match.one),
        other=names.get(match.other, match.other) if match.other else "",
        score=score_words(match),
        words=result_words(match, names),
        winner=sides.get(match.winner or "", ""),
        done=match.done,
        reasons=match.reasons,
        version=match.version,
        testimony=testimony,
    )


def score_words(match: Match) -> str:
    """The score as "2–1"; a draw of one game "½–½"; nothing while it is open or was not played."""
    return _score(match.games) if match.result == "played" else ""


def _score(games: str) -> str:
    return "½–½" if games == DRAWN else f"{games.count(FIRST)}–{games.count(SECOND)}"


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
    winner, loser = (names.get(str(ref), str(ref)) for ref in (match.winner, match.loser))
    return WON[match.result].format(winner, loser)


def own_words(match: Match, ref: str, names: Names) -> str:
    """What came of a match, said to one of its two."""
    peer = match.opponent(ref)
    if peer is None or match.result in ("", "double_forfeit"):
        return result_words(match, names) + (f" (against {names[peer]})" if peer else "")
    verb = next(verb for verb, worth in ENCOUNTERS if worth == match.halves(ref))
    score, loser = score_words(match), "you" if match.loser == ref else names[peer]
    if ref != match.one:
        score = "–".join(reversed(score.split("–")))
    return OWN[match.result].format(f"you {verb} {names[peer]}", loser, score)


OWN = {
    "played": "{0}, {2}",
    "walkover": "{0} without a game",
    "late": "{0}: {1} came too late",
    "forfeit": "{0}: {1} gave up",
}
WON = {
    "played": "{} wins",
    "walkover": "{} wins without a game",
    "late": "{} wins: {} came too late",
    "forfeit": "{} wins: {} gave up",
}


def round_name(course: Course, number: int) -> str:
    """The name of a round: "Round 3", and in a knock-out "Final" and what leads to it."""
    round_ = course.round(number)
    stage = course.plan[round_.stage]
    if stage.kind != "knock_out":
        return f"Round {number}"
    due = course.rounds_due(round_.stage)
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
    lines = course.standing(stage, tie_breaks)
    return tuple(_placed(line, names, _why_here(line, lines, names)) for line in lines)


def _why_here(line: Line, lines: tuple[Line, ...], names: Names) -> str:
    """What set a line off from the nearest one with as many points, with both figures; of a direct
    encounter, whom of those level the player beat.
    """
    if not line.decided:
        return ""
    words = f"By {CRITERION_WORDS[line.decided]}"
    if line.encounters:
        return f"{words}: {_encounters(line, names)}."
    level = [row for row in lines if row.halves == line.halves and row.place != line.place]
    near = min(level, key=lambda row: abs(row.order - line.order), default=None)
    if near is None or line.decided not in SHOWN:
        return f"{words}."
    return f"{words}: {SHOWN[line.decided](line)} to {SHOWN[line.decided](near)}."


def _encounters(line: Line, names: Names) -> str:
    """Whom of those level a player beat, drew with and lost to; among more than two the points."""
    found = [
        f"{verb} {listed(rivals)}"
        for verb, worth in ENCOUNTERS
        if (rivals := [names[rival] for rival, halves in line.encounters if halves == worth])
    ]
    if len(line.encounters) > 1:
        points = sum((halves for _rival, halves in line.encounters), LOSS)
        found.append(f"{_points(points)} of {len(line.encounters)}")
    return ", ".join(found)


ENCOUNTERS = (("beat", WIN), ("drew with", DRAW), ("lost to", LOSS))
SHOWN: Mapping[str, Callable[[Line], str]] = {
    "buchholz": lambda line: _points(line.buchholz),
    "median_buchholz": lambda line: _points(line.median_buchholz),
    "sonneborn_berger": lambda line: quarters(line.sonneborn_berger),
    "games_won": lambda line: str(line.games_won),
}


def _placed(line: Line, names: Names, decided: str) -> Placed:
    shared = "=" if line.tied_with else ""
    return Placed(
        place=f"{shared}{line.place}",
        name=names.get(line.player, line.player),
        ref=line.player,
        points=_points(line.halves),
        record=f"{line.won}–{line.drawn}–{line.lost}",
        buchholz=SHOWN["buchholz"](line),
        median=SHOWN["median_buchholz"](line),
        sonneborn=SHOWN["sonneborn_berger"](line),
        games_won=line.games_won,
        decided=decided,
    )


def _points(halves: int) -> str:
    return quarters(Fraction(int(halves), 2))


def quarters(points: Fraction) -> str:
    """Points in quarters: 3, 3½, 3¼."""
    whole, rest = divmod(points * 4, 4)
    sign = ("", "¼", "½", "¾")[int(rest)]
    return f"{whole}{sign}" if whole or not sign else sign


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


def final_places(course: Course) -> dict[str, int]:
    """The places of the last stage, the best first, once all is decided; nobody's before."""
    return stage_places(course, len(course.plan) - 1)


def stage_places(course: Course, stage: int) -> dict[str, int]:
    """The places of a stage that is closed, the best first; nobody's before."""
    if course.now <= stage:
        return {}
    if course.plan[stage].kind == "knock_out":
        places = knock_out_places(course.of_stage(stage), course.entrants[stage])
        return dict(sorted(places.items(), key=lambda pair: pair[1]))
    return {ref: place for place, ref in enumerate(course.orders[stage], start=1)}


PLACE = "Your place in the {}: {}."
PLACE_SHARED = "Your place in the {}: level {}."


def own_places(course: Course, ref: str) -> list[str]:
    """The place of a player in each stage that is closed, in words."""
    words = []
    for number, stage in enumerate(course.plan):
        places = stage_places(course, number)
        if ref in places:
            place = f"{ordinal(places[ref])} of {len(course.entrants[number])}"
            shared = list(places.values()).count(places[ref]) > 1
            words.append((PLACE_SHARED if shared else PLACE).format(stage.noun, place))
    return words


def winner_of(course: Course) -> str | None:
    """Who won the whole event, once it is decided; nobody where both lost the final."""
    return next((ref for ref, place in final_places(course).items() if place == 1), None)


def within(course: Course, number: int) -> str:
    """A round inside a sentence: "round 3", "the semi-finals"."""
    return _in_sentence(round_name(course, number))


def _in_sentence(name: str) -> str:
    return name.lower() if name.startswith("Round") else f"the {name.lower()}"


def coming_round(course: Course, players: int) -> str:
    """The round that is paired next, inside a sentence, with so many players there."""
    names = round_names(course, players)
    number = course.next_number
    return _in_sentence(names[number - 1][1] if number <= len(names) else f"Round {number}")


def round_names(course: Course, players: int) -> list[tuple[int, str]]:
    """Stage and name of every round of the plan, those to come as the field that is there lets
    expect.
    """
    names: list[tuple[int, str]] = []
    for number, stage in enumerate(course.plan):
        begun = number < len(course.entrants)
        field = range(stage.size or players)
        due = (
            course.rounds_due(number)
            if begun
            else stage.rounds_of([str(entrant) for entrant in field])
        )
        for turn in range(due):
            name = f"Round {len(names) + 1}"
            names.append(
                (number, knock_out_name(due - 1 - turn) if stage.kind == "knock_out" else name)
            )
    return names


def plan_words(course: Course, players: int) -> str:
    """What is played, and in how many rounds, with so many players there."""
    stages = [stage for stage, _name in round_names(course, players)]
    words = []
    for number, stage in enumerate(course.plan):
        rounds = many(stages.count(number), "round")
        if stage.kind == "knock_out":
            words.append(f"the best {stage.size} play on" if stage.size else f"knock-out, {rounds}")
        else:
            words.append(f"{rounds} of Swiss" if stage.kind == "swiss" else f"{rounds}, all meet")
    return in_turn(words)


MOST_PHASES = 9
"""So many rounds stand in the phase line each by its name; of more, the stage alone."""


def phases(course: Course, players: int) -> list[tuple[int, str]]:
    """The rounds of the phase line, each with the number of its last round."""
    names = round_names(course, players)
    if len(names) <= MOST_PHASES:
        return [(number, name) for number, (_stage, name) in enumerate(names, start=1)]
    last = {stage: number for number, (stage, _name) in enumerate(names, start=1)}
    return [(number, course.plan[stage].words) for stage, number in last.items()]


def players(event: Event) -> list[tuple[str, str]]:
    """Everybody on the list by name, to choose from."""
    return sorted(names_of(event).items(), key=lambda row: row[1].casefold())
