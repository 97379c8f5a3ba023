"""One match: tap the winner of each game; a walkover, a match lost by both; a correction shows
what it changes.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from scoring.pairing.changes import Effect
from scoring.pairing.course import Course
from scoring.pairing.values import FIRST, SECOND, Match, PairingError, Result
from tournament.counting.matches import course, testimonies
from tournament.ledger.signing import Act, new_key, perform, reason_of
from tournament.matches import acts_results
from tournament.matches.acts_results import Outcome, effect_of
from tournament.matches.forms import ResultForm
from tournament.matches.reading import names_of, round_name, shown, table_words
from tournament.models import Event
from tournament.site.access import OFFICIAL, at_desk, at_event
from tournament.site.text import whole_number

WHY: Mapping[Result, str] = {
    "walkover": "Not at the table",
    "late": "Came too late",
    "forfeit": "Gave up",
}
UNPLAYED: Mapping[str, tuple[Result, str, str]] = {
    f"{result}_{side}": (result, games, why)
    for result, why in WHY.items()
    for side, games in (("one", FIRST), ("other", SECOND))
} | {"double_forfeit": ("double_forfeit", "", "Neither played")}
"""By what is pressed, which names who wins: the result, its letter, and the reason where none is
given.
"""


@dataclass(frozen=True, slots=True)
class Here:
    """The match of a page: the event, the course it is in, its round."""

    event: Event
    course: Course
    match: Match
    round: int
    names: Mapping[str, str]

    @property
    def best_of(self) -> int:
        """How many games it is the best of."""
        return self.course.plan[self.course.round(self.round).stage].best_of

    def form(self, data: QueryDict | None = None) -> ResultForm:
        """The form, as sent or with the games so far."""
        match = self.match
        pair = (self.names[match.one], self.names[str(match.other)])
        games = match.games if match.result == "played" else ""
        return ResultForm(
            data, best_of=self.best_of, names=pair, initial=games, played=bool(match.result)
        )


@at_event(OFFICIAL)
def match_result(request: HttpRequest, event: Event, round: int, table: int) -> HttpResponse:
    """The page of a match, and what was pressed on it."""
    here = _here(event, round, table)
    if request.method != "POST":
        return _page(request, here, here.form())
    try:
        return _pressed(request, here)
    except PairingError as refused:
        messages.error(request, str(refused))
        return _page(request, here, here.form(request.POST))


def _here(event: Event, number: int, table: int) -> Here:
    try:
        now = course(event)
        return Here(event, now, now.match(number, table), number, names_of(event))
    except PairingError as fault:
        raise Http404(str(fault)) from None


VERSION_FIGURES = 5
"""So many figures of a table or a version are read, and no form sends more."""
TAPPED = re.compile(r"(\d{1,4})/(\d{1,4})/([12-]{1,5}|back)/(\d{1,5})")


IN_PLACE = "Tapped again, where it was tapped"


@require_POST
@at_event(OFFICIAL)
def match_won(request: HttpRequest, event: Event) -> HttpResponse:
    """The winner tapped in the pairing, or tapped again to take it back; what takes more than a tap
    is asked for on the page of the match.
    """
    tap = TAPPED.fullmatch(request.POST.get("won", ""))
    if tap is None:
        messages.error(request, "Tap one of the two: load the page again.")
        return _back(request, event)
    number, table, version = (int(tap[place]) for place in (1, 2, 4))
    here, games = _here(event, number, table), tap[3]
    if games == "back":
        in_place, games = at_desk(request), ""
        act, words = acts_results.take_match_back, f"Table {table} is open again."
    else:
        in_place = not here.match.result and _decided(games, here.best_of)
        act, words = acts_results.record_match, f"Table {table} is in."
    if not in_place:
        return redirect("match_result", event.slug, number, table)
    outcome = Outcome(number, table, games, version, IN_PLACE)
    perform(request, event, partial(act, event, outcome), words)
    return _back(request, event)


def _back(request: HttpRequest, event: Event) -> HttpResponse:
    """Where it was tapped: in the whole bracket, or on the home."""
    in_bracket = request.POST.get("from") == "results"
    return redirect("match_results" if in_bracket else "evening", event.slug)


def _decided(games: str, best_of: int) -> bool:
    """Whether so many taps make a result; a match of one game may be ended by time."""
    return best_of == 1 or max(map(games.count, "12")) > best_of // 2


def _pressed(request: HttpRequest, here: Here) -> HttpResponse:
    subject, outcome = request.POST.get("what", "played"), _outcome(request, here)
    if subject == "agreed":
        confirm = partial(acts_results.confirm_match, here.event, outcome, agrees=True)
        return _after_act(request, here, confirm, f"Table {here.match.table} is confirmed.")
    if subject != "played" and not at_desk(request):
        raise PairingError("That is for the head umpire or the organiser.")
    if subject == "back":
        back = partial(acts_results.take_match_back, here.event, outcome)
        return _after_act(request, here, back, "The result is taken back.")
    form = here.form(request.POST)
    if subject == "played" and not form.is_valid():
        return _page(request, here, form)
    outcome = (
        replace(outcome, games=form.games) if subject == "played" else _unplayed(outcome, subject)
    )
    # What was sent from a stale page is refused by the act itself.
    fresh = here.match.version == outcome.seen
    effect = effect_of(here.course, outcome) if fresh else Effect()
    if effect.asks and outcome.agreed != effect.seen:
        return _page(request, here, form, effect)
    act = partial(acts_results.record_match, here.event, outcome)
    return _after_act(request, here, act, f"Table {here.match.table} is in.")


def _unplayed(outcome: Outcome, subject: str) -> Outcome:
    """A match that was not played to its end: what came of it, who wins, and why."""
    if subject not in UNPLAYED:
        raise PairingError("Choose what came of the match.")
    result, games, why = UNPLAYED[subject]
    return replace(outcome, result=result, games=games, reason=outcome.reason or why)


def _outcome(request: HttpRequest, here: Here) -> Outcome:
    posted = request.POST
    numbers = [whole_number(text, VERSION_FIGURES) for text in posted.getlist("again")]
    version = whole_number(posted.get("seen", ""), VERSION_FIGURES)
    return Outcome(
        here.round,
        here.match.table,
        seen=-1 if version is None else version,
        reason=reason_of(request),
        again=tuple(number for number in numbers if number is not None),
        agreed=posted.get("agreed", ""),
    )


def _after_act(request: HttpRequest, here: Here, act: Act, words: str) -> HttpResponse:
    if perform(request, here.event, act, words):
        return redirect("evening", here.event.slug)
    return redirect(request.path)


def _page(
    request: HttpRequest, here: Here, form: ResultForm, effect: Effect | None = None
) -> HttpResponse:
    row = shown(here.match, here.names)
    context = {
        "row": row,
        "where": f"{round_name(here.course, here.round)}, {table_words(row).lower()}",
        "round": here.round,
        "best_of": here.best_of,
        "testimony": testimonies(here.event, here.round).get((here.round, here.match.table)),
        "form": form,
        "changes": changes(here.course, effect, here.names) if effect else [],
        "effect": effect,
        "kept": _carried_fields(request.POST) if effect else [],
        "desk": at_desk(request),
        "key": new_key(),
    }
    return render(request, "matches/result.html", context)


def _carried_fields(data: QueryDict) -> list[tuple[str, str]]:
    """What was sent, to be sent again with the agreement."""
    names = ("what", "reason", "seen", *(f"game_{number}" for number in range(1, 6)))
    return [(name, value) for name in names if (value := data.get(name, ""))]


def changes(now: Course, effect: Effect, names: Mapping[str, str]) -> list[str]:
    """What a result does to later rounds, as sentences."""
    sentences = [
        f"{round_name(now, number)} was a draft: it is thrown away and paired again."
        for number in effect.dropped
    ]
    sentences += [
        f"{round_name(now, number)} has results: it stands as it is." for number in effect.stands
    ]
    return sentences + [
        f"{round_name(now, move.round)}: {names[move.comes]} takes the place of {names[move.out]}."
        for move in effect.moves
    ]
