"""A game written down, stepped through: each play drawn with its verdict, the first fault
marked; nothing is kept.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt

from tournament.counting.scores import rules
from tournament.models import Event
from tournament.refusal import Refused
from tournament.rulings.packed import LONGEST_TEXT, packed, replay_address, unpacked
from tournament.rulings.replay import Played, played
from tournament.site.access import OFFICIAL, at_event
from tournament.site.keeper import stopped_as_foreign
from tournament.site.text import whole_number

MOST_BYTES = 8 * LONGEST_TEXT
PIECE = 1 << 16
TOO_LARGE = (
    "Transcript: what was sent is larger than any game can be ({size} MB). Choose the file of one"
    " game, or paste it."
)


# It changes nothing and keeps nothing; without the token the size of what is sent is looked at
# before anything of it is taken in.
@csrf_exempt
@at_event(OFFICIAL)
def replay(request: HttpRequest, event: Event) -> HttpResponse:
    """The form; a transcript sent leads to its own address, where every step has one."""
    if request.method == "POST":
        return stopped_as_foreign(request) or _replay_answer(request, event)
    short, step = request.GET.get("t", ""), request.GET.get("step", "0")
    if not short:
        return _form(request, event)
    try:
        text = unpacked(short)
        every = played(text, rules(event))
    except Refused as refused:
        return _form(request, event, fault=str(refused))
    return render(
        request, "rulings/replay.html", _replay_context(event, short, every, step) | {"text": text}
    )


def _replay_answer(request: HttpRequest, event: Event) -> HttpResponse:
    text = ""
    try:
        text = _text(request)
        played(text, rules(event))
        return redirect(replay_address(event.slug, text))
    except Refused as refused:
        return _form(request, event, text=text[:LONGEST_TEXT], fault=str(refused))


def _text(request: HttpRequest) -> str:
    """What was pasted or chosen.

    Raises Refused with a sentence, quickly, for what is too large.
    """
    size = request.META.get("CONTENT_LENGTH") or "0"
    if not size.isdigit() or int(size) > MOST_BYTES:
        while request.read(PIECE):
            pass
        raise Refused(TOO_LARGE.format(size=max(int(size or 0) // 1_000_000, 1)))
    chosen = request.FILES.get("file")
    text = request.POST.get("text", "") if chosen is None else _decoded(chosen.read())
    if not text.strip():
        raise Refused("Transcript: paste the text of a game, or choose its file.")
    packed(text)
    return text


def _decoded(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refused("Transcript: the file is no text. Choose a .txt file of one game.") from None


def _form(request: HttpRequest, event: Event, text: str = "", fault: str = "") -> HttpResponse:
    context = {"text": text, "fault": fault, "game": rules(event).rulebook}
    return render(request, "rulings/replay_form.html", context, status=422 if fault else 200)


def _replay_context(
    event: Event, short: str, every: tuple[Played, ...], step: str
) -> dict[str, Any]:
    last = len(every) - 1
    index = min(whole_number(step, 5) or 0, last)
    fault = next((item.number for item in every if item.tone == "wrong"), None)
    base = f"{reverse('replay', args=[event.slug])}?t={short}"
    links = {"first": 0, "prev": max(index - 1, 0), "next": min(index + 1, last), "last": last}
    return {
        "now": every[index],
        "moves": [
            (item, f"{base}&step={place}", place == index) for place, item in enumerate(every)
        ],
        "links": {name: f"{base}&step={place}" for name, place in links.items()},
        "at": index,
        "last": last,
        "fault_at": fault,
        "fault_url": f"{base}&step={fault}" if fault is not None else "",
        "form_url": reverse("replay", args=[event.slug]),
    }
