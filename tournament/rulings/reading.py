"""A ruling as pages and papers show it: its parts with their authority, what became of it, and the
cases alike.

What pages show of the calls: who waits how long, and who is going there.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import Http404

from scoring.disputes.claims import situations
from scoring.games.registry import conduct
from scoring.law.rulebook import Rules
from scoring.law.ruling import SOURCES
from scoring.words import many
from tournament.counting.formats import event_format
from tournament.counting.plan import table_label
from tournament.counting.rulings import (
    Decided,
    answered,
    decided,
    overruling,
    precedents,
    rulings,
    state,
    with_effects,
)
from tournament.counting.scores import rules as in_force
from tournament.models import LARGEST_NUMBER, Call, Decision, Event, Official, Ruling, Seat
from tournament.rulings.words import by_name, called_at
from tournament.site.cache import KeptQuery

HEADINGS = ("finding", "law", "rectification", "penalty", "finality")
ACTS = {
    "none": "Nothing was wrong",
    "stands": "It stands",
    "restore": "The cards go back",
    "rewind": "Play goes back",
    "complete": "What was left undone is done",
    "redeal": "The cards are dealt again",
    "correct": "The figure is corrected",
    "play_on": "Play goes on",
    "void_win": "The win does not count",
    "end_game": "The game ends",
    "look": "A fact is looked at first",
}
SANCTIONS = {"none": "No penalty", "warning": "A warning", "cards": "Penalty cards"}
RESTS_ON = {"discretion": "the umpire decides", "text": "the rule says"}
STATES = {"given": "not signed yet", "accepted": "accepted", "overruled": "overruled"}


@dataclass(frozen=True, slots=True)
class Said:
    """A statement of a part, and on what authority."""

    words: str
    authority: str


@dataclass(frozen=True, slots=True)
class Part:
    """One of the five parts: its number, heading, how sure it is, its statements, and an umpire's
    own words instead.
    """

    number: int
    heading: str
    note: str
    said: tuple[Said, ...]
    own: str = ""


def parts(ruling: Ruling) -> tuple[Part, ...]:
    """The five parts as they were given, with what an overruling put in their place."""
    last, called = overruling(ruling), called_there(ruling)
    own = last.parts if last else {}
    return tuple(
        _part(number, name, ruling.answer[name], own, called)
        for number, name in enumerate(HEADINGS, start=1)
    )


def called_there(ruling: Ruling) -> dict[str, str]:
    """Those at the table where it arose as one calls them, by seat letter; one query."""
    seats = Seat.objects.filter(table=ruling.table_id).exclude(table=None)
    names = dict(seats.order_by("left_after_game").values_list("letter", "guest__name"))
    return called_at(names | _whose(ruling))


def _whose(ruling: Ruling) -> dict[str, str]:
    """Whom it is about, by seat letter."""
    return {ruling.seat: ruling.guest.name} if ruling.seat and ruling.guest else {}


def headline(ruling: Ruling) -> str:
    """What was ruled, in the words that stand: what is done at the table."""
    last = overruling(ruling)
    own = last.parts.get("rectification", "") if last else ""
    ruled = " ".join(item["words"] for item in ruling.answer["rectification"]["statements"])
    return own or by_name(ruled, called_at(_whose(ruling)))


def decided_words(row: Decided) -> str:
    """What was decided, in short."""
    act, sanction, cards = row
    cost = (
        ""
        if sanction == "none"
        else f", {SANCTIONS[sanction].lower()}" + (f": {cards}" if cards else "")
    )
    return f"{ACTS.get(act, act)}{cost}"


def where_words(ruling: Ruling) -> str:
    """Where the case arose, or that no table is named."""
    if ruling.table is None:
        return "no table named"
    game = f", {event_format(ruling.event).unit} {ruling.game.number}" if ruling.game else ""
    return (
        f"table {table_label(ruling.event, ruling.table.number)},"
        f" {str(ruling.table.round).lower()}{game}"
    )


def state_words(ruling: Ruling) -> str:
    """Whether it is signed, and by whom."""
    now = state(ruling)
    last = _last(ruling)
    return f"{STATES[now]} by {last.by}" if last else STATES[now]


def situation_name(rules: Rules, kind: str) -> str:
    """A situation as players of this game call it."""
    situation = situations(rules).get(kind)
    return situation.name if situation else kind.replace("_", " ").capitalize()


def same_case(
    event: Event, answer: Mapping[str, Any], kind: str, *, before: int | None = None
) -> list[dict[str, Any]]:
    """The earlier rulings on the same case, the latest first, each with where it arose, what it
    came to, and whether this one is decided the same; `before` leaves out a ruling and those after
    it.

    `answer` is what `scoring.disputes.adjudication.told` says of the new one, which need not be
    recorded yet.
    """
    earlier = precedents(event, kind, answer["noticed"], answer["clauses"])
    now = answered(answer)
    return [
        {
            "ruling": ruling,
            "where": where_words(ruling),
            "words": decided_words(was := decided(ruling)),
            "same": was == now,
        }
        for ruling in earlier
        if before is None or ruling.number < before
    ]


def _last(ruling: Ruling) -> Decision | None:
    decisions = [decision for decision in ruling.decisions.all() if decision.kind != "explained"]
    return decisions[-1] if decisions else None


def _part(
    number: int,
    name: str,
    part: Mapping[str, Any],
    own: Mapping[str, Any],
    called: Mapping[str, str],
) -> Part:
    statements = tuple(
        Said(by_name(item["words"], called), _authority(item)) for item in part["statements"]
    )
    note = (
        SOURCES.get(part.get("source", ""), "")
        if name == "finding"
        else _weakest(part["statements"])
    )
    return Part(number, name.capitalize(), note, statements, str(own.get(name, "")))


def _weakest(statements: Iterable[Mapping[str, Any]]) -> str:
    order = ("text", "default", "discretion")
    weakest = max(statements, key=lambda row: order.index(row["status"]), default=None)
    return rests_on(weakest) if weakest else ""


def rests_on(row: Mapping[str, Any]) -> str:
    """What a statement on record rests on, in words: the text, what was chosen, our reading."""
    chosen = "chosen for this evening" if row.get("option") else "our reading"
    return RESTS_ON.get(row["status"], chosen)


def _authority(row: Mapping[str, Any]) -> str:
    """`SP-12; chosen for this evening, SP-A28`: the clauses, and what else decides where it is not
    the text itself.
    """
    status = (
        "" if row["status"] == "text" else ", ".join(filter(None, (rests_on(row), row["question"])))
    )
    return "; ".join(filter(None, (", ".join(row["clauses"]), status)))


SHOWN_DONE = 10


def reasons(rules: Rules) -> tuple[str, ...]:
    """Why a table of this game calls, to choose from."""
    situation_by_name = situations(rules)
    word = conduct(rules.rulebook.name).calls.word if situation_by_name else ""
    options = {
        "card_did_not_match": "A card was laid that may not fit",
        "last_card_not_said": f"{word} was not said",
        "tally_contested": "A count is disputed",
    }
    return *(
        words for kind, words in options.items() if kind in situation_by_name
    ), "Something else"


@dataclass(frozen=True, slots=True)
class Waiting:
    """An open call, with the minutes it waits."""

    call: Call
    minutes: int

    @property
    def words(self) -> str:
        """How long they wait."""
        if not self.minutes:
            return "just now"
        return many(self.minutes, "minute")

    @property
    def long(self) -> bool:
        """Whether somebody should have gone by now."""
        return self.call.seen_at is None and self.minutes >= PATIENCE


PATIENCE = 3
"""So many minutes may a table wait before its line is marked."""


def open_calls(event: Event, now: datetime) -> tuple[Waiting, ...]:
    """The open calls: those to whom nobody goes first, then the longest waiting."""
    calls = Call.objects.filter(event=event, done_at=None).select_related("table__round")
    rows = sorted(calls, key=lambda call: (call.seen_at is not None, call.called_at, call.pk))
    return tuple(
        Waiting(call, max(0, int((now - call.called_at).total_seconds() // 60))) for call in rows
    )


def settled_calls(event: Event) -> list[Call]:
    """The last calls that were settled, the latest first."""
    calls = Call.objects.filter(event=event).exclude(done_at=None).select_related("table__round")
    return list(calls.order_by("-done_at")[:SHOWN_DONE])


def on_duty(event: Event) -> list[str]:
    """The names of the officials on duty."""
    return [
        official.user.get_full_name() or official.user.get_username()
        for official in ON_DUTY.of(event.pk)
    ]


ON_DUTY = KeptQuery(
    lambda event: (
        Official.objects.filter(event=event, on_duty=True).select_related("user").order_by("pk")
    )
)


def call_of_table(event: Event, round: int, table: int) -> Call | None:
    """The open call of a table, if it has called."""
    return Call.objects.filter(
        event=event, table__round__number=round, table__number=table, done_at=None
    ).first()


def words_for_table(call: Call, duty: Iterable[str]) -> str:
    """What the table reads of its call."""
    if call.seen_at is None:
        return f"Called: {', '.join(duty) or 'the umpires'} can see it. Raise a hand too."
    return f"Seen by {call.seen_by}, who is on the way."


def about_table(event: Event, round: int, table: int) -> dict[str, Any]:
    """What a page says of a table's call; all empty while no umpire is on duty.

    Two queries at most.
    """
    duty = on_duty(event)
    call = call_of_table(event, round, table) if duty else None
    words = words_for_table(call, duty) if call else ""
    why = reasons(in_force(event))
    return {"event": event, "duty": duty, "call": call, "words": words, "reasons": why}


def found_ruling(event: Event, number: int) -> Ruling:
    """A ruling with everything its page shows; to everyone it is not there when there is none."""
    rows = with_effects(rulings(event).select_related("event", "guest__livery"))
    ruling = rows.prefetch_related("later").filter(number=min(number, LARGEST_NUMBER)).first()
    if ruling is None:
        raise Http404(f"There is no ruling {number}.")
    return ruling
