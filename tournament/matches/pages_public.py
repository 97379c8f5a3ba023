"""What anybody may see of the matches, on the public board and on the laptop of the hall."""

from typing import Any

from scoring.pairing.values import PairingError
from tournament.matches.now import stages_shown
from tournament.matches.reading import names_of, public_course, rounds_shown
from tournament.models import Event


def public_matches(event: Event) -> dict[str, Any]:
    """What anybody may see: who meets whom, the standing, the bracket; what was released while the
    board is held.
    """
    context: dict[str, Any] = {"event": event, "paired": event.paired}
    try:
        course = public_course(event)
    except PairingError as fault:
        return context | {"fault": str(fault)}
    names = names_of(event, public=True)
    visible = rounds_shown(course, names)
    context |= {
        "rounds": visible,
        "current": visible[0] if visible else None,
        "earlier": visible[1:],
    }
    return context | stages_shown(event, course, names)
