"""One match: tap the winner of each game; a walkover, a match lost by both; a correction shows what it changes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render

from scoring.pairing.course import Course
from scoring.pairing.results import Effect
from scoring.pairing.values import Match, PairingError
from tournament.access import OFFICIAL, at_event
from tournament.acts import match_results
from tournament.acts.match_results import Outcome, effect_of
from tournament.acts.matches import needs_reason
from tournament.forms.matches import ResultForm
from tournament.ledger.chain import Signature
from tournament.ledger.matches import course
from tournament.match_page import names_of, round_name, shown, table_words
from tournament.models import Event
from tournament.views.cut import may_act
from tournament.views.signing import new_key, perform, reason_of

Act = Callable[[Signature], object]
Pressed = tuple[Act, str, str]
LETTERS = {"walkover_one": "1", "walkover_other": "2", "double_forfeit": ""}


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
        return ResultForm(data, best_of=self.best_of, names=pair, initial=games, played=bool(match.result))


@at_event(OFFICIAL)
def match_result(request: HttpRequest, event: Event, round: int, table: int) -> HttpResponse:
    """The page of a match, and what was pressed on it."""
    try:
        now = course(event)
        here = Here(event, now, now.match(round, table), round, names_of(event))
    except PairingError as fault:
        raise Http404(str(fault)) from None
    if request.method != "POST":
        return _page(request, here, here.form())
    try:
        return _pressed(request, here)
    except PairingError as refused:
        messages.error(request, str(refused))
        return _page(request, here, here.form(request.POST))


def _pressed(request: HttpRequest, here: Here) -> HttpResponse:
    what, outcome = request.POST.get("what", "played"), _outcome(request, here)
    if what != "played" and not may_act(request):
        raise PairingError("That is for the head umpire or the organiser.")
    if what == "back":
        back = partial(match_results.take_match_back, here.event, outcome)
        return _done(request, here, back, "The result is taken back.")
    form = here.form(request.POST)
    if what == "played":
        if not form.is_valid():
            return _page(request, here, form)
        outcome = replace(outcome, games=form.games)
        pressed: Pressed = (partial(match_results.record_match, here.event, outcome), "played", form.games)
    else:
        pressed = _unplayed(here, outcome, what)
    act, kind, games = pressed
    found = _effect(here, outcome, kind, games)
    if found.asks and outcome.agreed != found.seen:
        return _page(request, here, form, found)
    return _done(request, here, act, f"Table {here.match.table} is in.")


def _unplayed(here: Here, outcome: Outcome, what: str) -> Pressed:
    """The act of a match that was not played, and the result it makes."""
    if what not in LETTERS:
        raise PairingError("Choose what came of the match.")
    needs_reason(outcome.reason, "A match that was not played")
    if what == "double_forfeit":
        return partial(match_results.double_forfeit, here.event, outcome), what, ""
    winner = here.match.one if what == "walkover_one" else str(here.match.other)
    return partial(match_results.walkover, here.event, outcome, winner), "walkover", LETTERS[what]


def _effect(here: Here, outcome: Outcome, kind: str, games: str) -> Effect:
    """What it changes; what was sent from a stale page is refused by the act itself."""
    return effect_of(here.course, outcome, kind, games) if here.match.version == outcome.seen else Effect()


def _outcome(request: HttpRequest, here: Here) -> Outcome:
    said = request.POST
    seen = said.get("seen", "")
    again = tuple(int(one) for one in said.getlist("again") if one.isascii() and one.isdigit() and len(one) < 4)
    version = int(seen) if seen.isascii() and seen.isdigit() and len(seen) < 6 else -1
    return Outcome(here.round, here.match.table, "", version, reason_of(request), again, said.get("agreed", ""))


def _done(request: HttpRequest, here: Here, act: Act, words: str) -> HttpResponse:
    if perform(request, here.event, act, words):
        return redirect("pairings", here.event.slug)
    return redirect(request.path)


def _page(request: HttpRequest, here: Here, form: ResultForm, found: Effect | None = None) -> HttpResponse:
    row = shown(here.match, here.names)
    context = {
        "row": row,
        "where": f"{round_name(here.course, here.round)}, {table_words(row).lower()}",
        "best_of": here.best_of,
        "form": form,
        "changes": changes(here.course, found, here.names) if found else [],
        "effect": found,
        "kept": _kept(request.POST) if found else [],
        "desk": may_act(request),
        "key": new_key(),
    }
    return render(request, "tournament/match_result.html", context)


def _kept(data: QueryDict) -> list[tuple[str, str]]:
    """What was sent, to be sent again with the agreement."""
    names = ("what", "reason", "seen", *(f"game_{number}" for number in range(1, 6)))
    return [(name, value) for name in names if (value := data.get(name, ""))]


def changes(now: Course, found: Effect, names: Mapping[str, str]) -> list[str]:
    """What a result does to later rounds, as sentences."""
    said = [f"{round_name(now, number)} was a draft: it is thrown away and paired again." for number in found.dropped]
    said += [f"{round_name(now, number)} has results: it stands as it is." for number in found.stands]
    return said + [
        f"{round_name(now, move.round)}: {names[move.comes]} takes the place of {names[move.out]}."
        for move in found.moves
    ]
