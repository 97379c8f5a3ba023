"""What a tie on the line still wants to know of bare points: whom to ask for what, and taking in what they say."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from scoring.cut import Cut
from scoring.standings import Prompt
from tournament.access import DESK, at_event
from tournament.acts.answers import Said, record_answer, take_back_answer
from tournament.acts.desk import DeskRefusedError
from tournament.board import board
from tournament.models import Answer, Event, Tally
from tournament.submission import Place
from tournament.views.sheet_pages import signature

ASKED = {"eights_caught": ("eights", "eights"), "cards_left": ("cards", "cards left")}
"""The tie-breaks that bare points leave open: the field of each, and its word."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """One figure of one game of one guest, as the form asks for it."""

    player: str
    name: str
    kind: str
    place: Place
    points: int

    @property
    def field(self) -> str:
        """The name of the field: what, who and where."""
        return f"{self.kind}:{self.player}:{self.place.round}:{self.place.table}:{self.place.game}"


def asked_for(event: Event, drawn: Cut) -> dict[str, Any]:
    """Whom to ask for what, as sentences with the names together, and a field for each game; two queries, if any."""
    if not drawn.tied:
        return {}
    prompts = [prompt for prompt in drawn.prompts if prompt.criterion in ASKED and prompt.cells]
    names = {one.player: one.name for one in drawn.tied}
    points = _points(event, prompts)
    wanted = [
        Wanted(
            prompt.player, names[prompt.player], ASKED[prompt.criterion][0], Place(*cell), points[prompt.player, cell]
        )
        for prompt in dict.fromkeys(prompts)
        for cell in prompt.cells
        if (prompt.player, cell) in points
    ]
    return {"sentences": list(_sentences(prompts, names)), "wanted": wanted, "answered": _answered(event, names)}


def other_prompts(drawn: Cut) -> list[str]:
    """What else is wanting, which no answer can mend."""
    return list(dict.fromkeys(one.words for one in drawn.prompts if one.criterion not in ASKED or not one.cells))


def _sentences(prompts: Sequence[Prompt], names: dict[str, str]) -> Iterable[str]:
    for criterion, (_kind, words) in ASKED.items():
        who = list(dict.fromkeys(names[one.player] for one in prompts if one.criterion == criterion))
        if who:
            listed = who[0] if len(who) == 1 else f"{', '.join(who[:-1])} and {who[-1]}"
            these = {1: "", 2: "these two, "}.get(len(who), f"these {len(who)}, ")
            yield f"Ask {these}{listed}{',' if these else ''} for their {words}: only bare points are known."


def _points(event: Event, prompts: Iterable[Prompt]) -> dict[tuple[str, tuple[int, int, int]], int]:
    """The bare points of those to be asked, by guest and cell."""
    rows = Tally.objects.filter(event=event, sheet__accepted=True, hand=None, points__isnull=False)
    rows = rows.filter(guest__ref__in={one.player for one in prompts})
    where = ("sheet__game__table__round__number", "sheet__game__table__number", "sheet__game__number")
    return {(ref, (a, b, c)): points or 0 for ref, a, b, c, points in rows.values_list("guest__ref", *where, "points")}


def _answered(event: Event, names: dict[str, str]) -> list[Answer]:
    found = Answer.objects.filter(event=event, taken_back_by=None, guest__ref__in=names)
    return list(found.select_related("guest", "entry", "game__table__round"))


@require_POST
def _answer(request: HttpRequest, event: Event) -> HttpResponse:
    """Record every figure that was typed, a game at a time; or take one answer back."""
    key = request.POST.get("key", "")[:60]
    try:
        if "take_back" in request.POST:
            _take_back(request, event, key)
        elif not _record(request, event, key):
            messages.info(request, "Nothing was typed yet: type what they said.")
    except DeskRefusedError as refused:
        messages.error(request, str(refused))
    return redirect("cut", event.slug)


def _record(request: HttpRequest, event: Event, key: str) -> int:
    drawn = board(event).cut
    wanted = asked_for(event, drawn).get("wanted", []) if isinstance(drawn, Cut) else []
    said: dict[tuple[str, Place], dict[str, int]] = {}
    for one in wanted:
        text = request.POST.get(one.field, "").strip()
        if text:
            if not (text.isascii() and text.isdigit() and len(text) < 3):
                raise DeskRefusedError(f"{one.name}: {one.kind} are counted, such as 0 or 1.")
            said.setdefault((one.player, one.place), {})[one.kind] = int(text)
    for at, ((player, place), numbers) in enumerate(said.items(), start=1):
        record_answer(event, Said(place, player, **numbers), signature(request, f"{key}-{at}"))
    if said:
        messages.success(request, f"Recorded: {len(said)} answer{'s' * (len(said) > 1)}. The tie-breaks count them.")
    return len(said)


def _take_back(request: HttpRequest, event: Event, key: str) -> None:
    number = request.POST["take_back"]
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        raise DeskRefusedError("There is no such answer.")
    take_back_answer(event, int(number), signature(request, key), reason=request.POST.get("reason", "")[:300])
    messages.success(request, "The answer is taken back.")


answer = at_event(DESK)(_answer)
