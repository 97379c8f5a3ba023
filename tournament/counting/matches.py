"""The matches of an event: rows lifted into the value of `scoring.pairing`, and the same from the
ledger alone.

The field of an event as leagues and teams count it, whether its guests sit at drawn tables or are
paired.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Max, Q, QuerySet

from scoring.counting.board import Board
from scoring.counting.figures import FIGURES
from scoring.counting.standings import Standing
from scoring.formats import Halves
from scoring.pairing.course import Bond, Course, Late, Stage, plan_of
from scoring.pairing.ranking import CRITERIA, knock_out_places
from scoring.pairing.steps import STEPS, retrace
from scoring.pairing.values import Match, PairingError, Round
from tournament.counting.formats import event_format
from tournament.models import (
    AskedBye,
    Event,
    Guest,
    KeepApart,
    LateEntry,
    LedgerEntry,
    MatchRound,
    MatchStage,
    PairBond,
    Pairing,
)
from tournament.models.guest import AWAY
from tournament.site.keep import KeptByVersion

FIELDS = ("one", "other", "kind", "table", "slot", "result", "games", "version")
COLUMNS = ("one__ref", "other__ref", *FIELDS[2:], "reasons")


def plan(event: Event) -> tuple[Stage, ...]:
    """The stages of an event. Raises PairingError where its format or numbers give none."""
    form = event_format(event)
    return plan_of(
        form.ending,
        best_of=form.best_of,
        rounds=0 if form.fitted else event.qualifying_rounds,
        size=event.cut_size,
        third_place=event.third_place_match,
    )


def criteria(event: Event) -> tuple[str, ...]:
    """What splits equal points, in the order declared."""
    declared = tuple(name for name in event.tie_breaks if name in CRITERIA)
    return declared or tuple(name for name in event_format(event).tie_breaks if name in CRITERIA)


def course(event: Event) -> Course:
    """The course of the matches as the rows say it; six queries.

    Raises PairingError, see `plan`.
    """
    stages = list(MatchStage.objects.filter(event=event))
    late = LateEntry.objects.filter(event=event).values_list("guest__ref", "round", "halves")
    bonds = PairBond.objects.filter(event=event).values_list(
        "one__ref", "other__ref", "forced", "round"
    )
    byes = AskedBye.objects.filter(event=event).order_by().values_list("round", "guest__ref")
    return Course(
        plan=plan(event),
        rounds=tuple(_rounds(event)),
        entrants=tuple(tuple(stage.entrants) for stage in stages),
        orders=tuple(tuple(stage.order) for stage in stages if stage.order is not None),
        late=tuple(Late(ref, number, Halves(halves)) for ref, number, halves in late),
        asked=frozenset(byes),
        bonds=tuple(Bond(*row) for row in bonds),
    )


def _rounds(event: Event) -> Iterator[Round]:
    matches: defaultdict[int, list[Match]] = defaultdict(list)
    rows = Pairing.objects.filter(event=event).order_by("round__number", "position")
    for round_id, *columns, reasons in rows.values_list("round_id", *COLUMNS):
        fields = dict(zip(FIELDS, columns, strict=True))
        matches[round_id].append(Match(**fields, reasons=tuple(reasons)))
    for row in MatchRound.objects.filter(event=event).select_related("stage"):
        yield Round(row.number, row.stage.number, row.published, tuple(matches[row.pk]))


kept_course: KeptByVersion[Course] = KeptByVersion(course)
"""The same for pages, kept for the event's version; not for acts."""


def present(event: Event) -> list[str]:
    """Who can be paired, by badge: all who did not go home."""
    return list(
        Guest.objects.filter(event=event).exclude(status__in=AWAY).values_list("ref", flat=True)
    )


def match_tables(event: Event) -> range:
    """The tables that matches are played at: one for every two who can play, and all that were ever
    paired.
    """
    laid = Pairing.objects.filter(event=event).aggregate(most=Max("table"))["most"] or 0
    return range(1, max(laid, len(present(event)) // 2) + 1)


@dataclass(frozen=True, slots=True)
class Testimony:
    """The entry that gave a match its result last, and what is known of the other player:
    `waits` for their word where a phone told it, `agreed`, `disputed`; nothing where an official
    entered it.
    """

    entry: LedgerEntry
    state: str


BY_PHONE = re.compile(r".+, phone \w+\Z")


def testimonies(event: Event, *numbers: int) -> dict[tuple[int, int], Testimony]:
    """Who told the results of these rounds, by round and table; of a match whose result was taken
    back the last one. One query.
    """
    entries = LedgerEntry.standing.filter(
        event=event,
        kind__in=("match", "match_agreed", "match_disputed"),
        body__round__in=numbers,
    )
    latest: dict[tuple[int, int], Testimony] = {}
    for entry in entries.order_by("number"):
        place = entry.body["round"], entry.body["table"]
        if entry.kind == "match":
            latest[place] = Testimony(entry, "waits" if BY_PHONE.match(entry.actor) else "")
        elif place in latest:
            latest[place] = replace(latest[place], state=entry.kind.removeprefix("match_"))
    return latest


def kept_apart(event: Event) -> list[frozenset[str]]:
    """The couples whom the guest list keeps apart."""
    rows = KeepApart.objects.filter(event=event).values_list("one__ref", "other__ref")
    return [frozenset(row) for row in rows]


def in_matches(guest: Guest) -> bool:
    """Whether rows of the matches speak of a guest."""
    paired_up = Pairing.objects.filter(Q(one=guest) | Q(other=guest)).exists()
    wished = PairBond.objects.filter(Q(one=guest) | Q(other=guest)).exists()
    return (
        paired_up
        or wished
        or guest.asked_byes.exists()
        or guest.late_entries.exists()
        or _entered(guest)
    )


def _entered(guest: Guest) -> bool:
    rows = MatchStage.objects.filter(event=guest.event_id).values_list("entrants", flat=True)
    return any(guest.ref in entrants for entrants in rows)


def step_entries(event: Event) -> QuerySet[LedgerEntry]:
    """The entries that are steps of the matches, in the order of the ledger."""
    return LedgerEntry.standing.filter(event=event, kind__in=STEPS).order_by("number")


def steps(event: Event) -> list[tuple[str, dict[str, Any]]]:
    """Every step of the matches in order; none before the last change of the kind of evening, which
    threw all of them away.
    """
    rows = LedgerEntry.standing.filter(event=event, kind__in=(*STEPS, "settings"))
    pairs = list(rows.order_by("number").values_list("kind", "body"))
    anew = [place for place, (_kind, body) in enumerate(pairs, start=1) if body.get("anew")]
    return [row for row in pairs[anew[-1] if anew else 0 :] if row[0] in STEPS]


def faults_of_matches(event: Event) -> Iterator[str]:
    """What the rows of the matches say otherwise than the steps of the ledger taken one after
    another.
    """
    recorded = steps(event)
    if not recorded and not MatchStage.objects.filter(event=event).exists():
        return
    try:
        by_ledger = retrace(Course(plan(event)), recorded)
    except PairingError as fault:
        yield f"A step of the matches in the record cannot have happened: {fault}"
        return
    by_rows = course(event)
    for name, words in PARTS.items():
        if getattr(by_rows, name) != getattr(by_ledger, name):
            yield f"{words} not what the record says."


PARTS = {
    "rounds": "The rounds of the matches are",
    "entrants": "The players of a stage are",
    "orders": "The order in which a stage was closed is",
    "late": "The late entries are",
    "asked": "The byes that were asked for are",
    "bonds": "The pairs bound or kept apart are",
}


def field_of(event: Event, now: Board) -> tuple[Standing, ...]:
    """The standings of the board; of matches, those of the first stage, by points and places."""
    return tuple(_first_stage(event, now)) if event.paired else now.standings


def all_in(event: Event, now: Board) -> bool:
    """Whether nothing of the qualifying rounds, or of the first stage of
    matches, is still to come.
    """
    if not event.paired:
        return bool(now.standings) and now.progress.complete
    course = course_of(event)
    return course is not None and bool(course.orders)


def course_of(event: Event) -> Course | None:
    """The matches; None where the plan of the event cannot be, which its own pages say."""
    try:
        return kept_course.of(event)
    except PairingError:
        return None


def _first_stage(event: Event, now: Board) -> Iterator[Standing]:
    course = course_of(event)
    if course is None or not course.entrants:
        return
    places = _places_of_knock_out(course)
    lines = course.standing(0, criteria(event))
    placed = sorted(lines, key=lambda line: (places.get(line.player, line.place), line.order))
    for order, line in enumerate(placed, start=1):
        place = places.get(line.player) if places else line.place
        yield Standing(
            player=line.player,
            name=now.players[line.player].name,
            total=Halves(line.halves),
            rounds={},
            round_games={},
            figures=dict.fromkeys(FIGURES) | {"games_won": line.games_won},
            countback=(),
            absent=0,
            ranked=place is not None,
            unranked_because="" if place is not None else "no games",
            place=place,
            order=order if place is not None else None,
        )


def _places_of_knock_out(course: Course) -> Mapping[str, int]:
    """The places that a knock-out as the first stage gives; nothing for a Swiss
    or an all-play-all.
    """
    if course.plan[0].kind != "knock_out":
        return {}
    return knock_out_places(
        [round_ for round_ in course.of_stage(0) if round_.published], course.entrants[0]
    )
