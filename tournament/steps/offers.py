"""The act of the step for whoever looks at a page: where it is done, whether it is theirs, and
whether it is what a button of that page does.
"""

from dataclasses import dataclass
from functools import lru_cache

from django.http import HttpRequest

from tournament.models import Event, Printing
from tournament.site.access import Mark, mark_of, may
from tournament.site.checks import routes
from tournament.site.keep import KeptByVersion
from tournament.steps.facts import Facts, facts_of
from tournament.steps.table import Act, Part, Step, step


@dataclass(frozen=True, slots=True)
class Offer:
    """An act; `opens` where whoever looks may do it, and not only read of it."""

    act: Act | None = None
    url: str = ""
    opens: bool = False


def offered(request: HttpRequest, event: Event, act: Act | None) -> Offer:
    """An act for whoever looks."""
    if act is None:
        return Offer()
    marks = [_marks()[route] for route in act.does]
    allowed = any(may(request, mark.writers or mark.roles) for mark in marks)
    roles = _marks()[act.route].roles
    opens = allowed and (not roles or may(request, roles))
    return Offer(act, act.url(event.slug), opens)


STEPS: KeptByVersion[dict[int, Step]] = KeptByVersion(lambda _event: {})
"""The step of a version, by how much was printed, and once somebody has played under `PLAYING`:
nothing else that decides it moves no version, but what is said of its league once it is over.
"""
PLAYING = -1
"""In the place of the number of printings, which is no matter any more."""


def step_now(event: Event) -> Step:
    """What comes next; where nothing has happened since, one query before anybody has played, and
    none after it.
    """
    steps = STEPS.of(event)
    coming = steps.get(PLAYING)
    if coming is not None and coming.part != Part.OVER:
        return coming
    printed = Printing.objects.filter(event=event).count()
    if printed not in steps or steps[printed].part == Part.OVER:
        steps[printed] = step_by(facts_of(event))
    return steps[printed]


def step_by(standing: Facts) -> Step:
    """What comes next by these facts; kept for whoever asks after it, once somebody has played."""
    coming = step(standing)
    if standing.playing:
        STEPS.of(standing.event)[PLAYING] = coming
    return coming


def step_for_guests(event: Event) -> Step:
    """The same for a hall of guests, to whom it is no matter what was printed."""
    return next(iter(STEPS.of(event).values()), None) or step_now(event)


def does(coming: Step, *targets: str) -> bool:
    """Whether one of these routes does the act of the step, or leads to it."""
    act = coming.act
    return act is not None and bool({act.route, *act.does} & set(targets))


@lru_cache(1)
def _marks() -> dict[str, Mark]:
    """Who may open what, by the name of its route."""
    marks = ((pattern.name, mark_of(pattern.callback)) for _path, pattern in routes())
    return {name: mark for name, mark in marks if name and mark}
