"""What the server writes about itself: one JSON object a line, and nobody's name in it.

A line of an act says the event, the act, its receipt and the account (of a phone its mark); never a
guest, nor what an umpire called themselves, nor an address, since the addresses of guests' pages
are their keys. Of a fault it says the kind and the place in the code, not the words, which may
quote what was typed.
"""

import json
import logging
import traceback
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

SAID = ("event", "act", "receipt", "actor", "route", "method", "status", "milliseconds")
"""What a line may hold besides time, level, source and words; whatever else comes with a record is
left out.
"""
OWN = "tournament"
NOBODY = "without an account"
_acts = logging.getLogger("tournament.acts")
_requests = logging.getLogger("tournament.requests")


class JsonLines(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, level, source, words, and what of `SAID` there is."""
        moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, Any] = {
            "at": moment,
            "level": record.levelname.lower(),
            "from": record.name,
        }
        line["words"] = self._words(record)
        line |= {name: getattr(record, name) for name in SAID if hasattr(record, name)}
        request = getattr(record, "request", None)
        if request is not None and "route" not in line:
            line["route"] = route_of(request)
        if record.exc_info and record.exc_info[1] is not None:
            line["fault"] = _fault(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False, default=str)

    def _words(self, record: logging.LogRecord) -> str:
        """Our own words whole; of others the pattern alone, since what is put into it may be an
        address or a name.
        """
        return record.getMessage() if record.name.split(".")[0] == OWN else str(record.msg)


def act_told(event: str, act: str, receipt: int, account: str) -> None:
    """The line of an act that is committed."""
    fields = {"event": event, "act": act, "receipt": receipt, "actor": account or NOBODY}
    _acts.info("saved", extra=fields)


def slow_told(route: str, method: str, status: int, milliseconds: int) -> None:
    """The line of a request that took long."""
    fields = {"route": route, "method": method, "status": status, "milliseconds": milliseconds}
    _requests.warning("slow", extra=fields)


def route_of(request: Any) -> str:
    """The name of the route that was asked for, never its address; a dash where there is none."""
    match = getattr(request, "resolver_match", None)
    return (match.view_name if match else "") or "–"


def _fault(fault: BaseException) -> str:
    """The kind of a fault and where in our code it was met; elsewhere only where none of it was."""
    places = traceback.extract_tb(fault.__traceback__)
    ours = [place for place in places if _is_ours(Path(place.filename).parts)]
    kind = type(fault).__name__
    last = (ours or places)[-1:]
    return f"{kind} at {last[0].filename}:{last[0].lineno}" if last else kind


def _is_ours(parts: tuple[str, ...]) -> bool:
    return OWN in parts and "site-packages" not in parts
