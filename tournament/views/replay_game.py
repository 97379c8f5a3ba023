"""A game written down, stepped through: each play drawn with its verdict, the first fault marked; nothing is kept."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt

from tournament.access import OFFICIAL, at_event
from tournament.ledger.lift import rules
from tournament.models import Event
from tournament.replay_drawing import Played, played
from tournament.replay_text import LONGEST_TEXT, TranscriptRefusedError, packed, replay_address, unpacked

MOST_BYTES = 8 * LONGEST_TEXT
PIECE = 1 << 16
TOO_LARGE = (
    "Transcript: what was sent is larger than any game can be ({size} MB). Choose the file of one game, or paste it."
)


# It changes nothing and keeps nothing, so a foreign page can do no harm by it; without the check the size of what is
# sent is looked at before anything of it is taken in.
@csrf_exempt
@at_event(OFFICIAL)
def replay(request: HttpRequest, event: Event) -> HttpResponse:
    """The form; a transcript sent leads to its own address, where every step has one."""
    if request.method == "POST":
        return _sent(request, event)
    short, step = request.GET.get("t", ""), request.GET.get("step", "0")
    if not short:
        return _form(request, event)
    try:
        text = unpacked(short)
        every = played(text, rules(event))
    except TranscriptRefusedError as refused:
        return _form(request, event, fault=str(refused))
    return render(request, "tournament/replay.html", _drawn(event, short, every, step) | {"text": text})


def _sent(request: HttpRequest, event: Event) -> HttpResponse:
    text = ""
    try:
        text = _text(request)
        played(text, rules(event))
        return redirect(replay_address(event.slug, text))
    except TranscriptRefusedError as refused:
        return _form(request, event, text=text[:LONGEST_TEXT], fault=str(refused))


def _text(request: HttpRequest) -> str:
    """What was pasted or chosen. Raises TranscriptRefusedError with a sentence, quickly, for what is too large."""
    size = request.META.get("CONTENT_LENGTH") or "0"
    if not size.isdigit() or int(size) > MOST_BYTES:
        while request.read(PIECE):
            pass
        raise TranscriptRefusedError(TOO_LARGE.format(size=max(int(size or 0) // 1_000_000, 1)))
    chosen = request.FILES.get("file")
    text = request.POST.get("text", "") if chosen is None else _decoded(chosen.read())
    if not text.strip():
        raise TranscriptRefusedError("Transcript: paste the text of a game, or choose its file.")
    packed(text)
    return text


def _decoded(held: bytes) -> str:
    try:
        return held.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise TranscriptRefusedError("Transcript: the file is no text. Choose a .txt file of one game.") from None


def _form(request: HttpRequest, event: Event, text: str = "", fault: str = "") -> HttpResponse:
    context = {"text": text, "fault": fault, "game": rules(event).rulebook}
    return render(request, "tournament/replay_form.html", context, status=422 if fault else 200)


def _drawn(event: Event, short: str, every: tuple[Played, ...], step: str) -> dict[str, Any]:
    last = len(every) - 1
    at = min(int(step), last) if step.isascii() and step.isdigit() and len(step) < 6 else 0
    fault = next((one.number for one in every if one.tone == "wrong"), None)
    base = f"{reverse('replay', args=[event.slug])}?t={short}"
    links = {"first": 0, "prev": max(at - 1, 0), "next": min(at + 1, last), "last": last}
    return {
        "now": every[at],
        "moves": [(one, f"{base}&step={place}", place == at) for place, one in enumerate(every)],
        "links": {name: f"{base}&step={place}" for name, place in links.items()},
        "at": at,
        "last": last,
        "fault_at": fault,
        "fault_url": f"{base}&step={fault}" if fault is not None else "",
        "form_url": reverse("replay", args=[event.slug]),
    }
