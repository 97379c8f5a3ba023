"""A phone at a table, as the tests hold one: a code, a key of its own, and no cookies."""

import json
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from django.core.cache import caches
from django.http import HttpResponse
from django.test import Client

from scoring.counting.rescue import KeptGame, key_of
from tests.tournament.evening import NOW, entry
from tournament.counting.submission import seat_body
from tournament.models import Code, CodeKind, Event, Guest
from tournament.paper.acts import issue_codes
from tournament.site.codes import paper_code

OWN = "http://testserver"
_keys = count(1)


def codes_issued(event: Event) -> None:
    """Codes for all tables and guests of an event, and full purses."""
    caches["limits"].clear()
    issue_codes(event, "Olive Organiser", NOW)


def table_code(event: Event, table: int = 1) -> str:
    """The code on a table card."""
    return paper_code(
        Code.objects.get(event=event, kind=CodeKind.TABLE, table=table, revoked_at=None)
    )


def guest_code(guest: Guest) -> str:
    """The code on a score card."""
    return paper_code(Code.objects.get(guest=guest, kind=CodeKind.GUEST, revoked_at=None))


def phone_key() -> str:
    """The key that a phone makes of itself."""
    return f"{next(_keys):026}".translate(str.maketrans("0189", "ABCD"))


@dataclass
class PhoneHeld:
    """One phone with the code of one table."""

    code: str
    key: str = field(default_factory=phone_key)
    client: Client = field(default_factory=lambda: Client(enforce_csrf_checks=True))

    def get(self, path: str = "state", **headers: str) -> HttpResponse:
        """A call that reads."""
        return self._held(self.client.get(f"/pad/{path}", headers=self._headers() | headers))

    def post(self, path: str, body: Any, **headers: str) -> HttpResponse:
        """A call that writes."""
        where = path if path.startswith("/") else f"/pad/{path}"
        sent = body if isinstance(body, bytes) else json.dumps(body).encode()
        given = {"origin": OWN} | self._headers() | headers
        return self._held(
            self.client.post(where, sent, content_type="application/json", headers=given)
        )

    def state(self) -> dict[str, Any]:
        """What the phone is told."""
        answer = self.get()
        assert answer.status_code == 200, answer.content
        told: dict[str, Any] = json.loads(answer.content)
        return told

    def _headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.code}", "x-phone": self.key}

    def _held(self, answer: Any) -> HttpResponse:
        assert not answer.cookies
        found: HttpResponse = answer
        return found


def sheet_sent(
    said: tuple[str, ...], *, round: int = 1, game: int = 1, table: int = 1, **more: Any
) -> dict[str, Any]:
    """A sheet as a phone sends it for seats A, B, C…, with the key that its content makes."""
    entries = more.pop("seats", ()) or tuple(
        entry(letter, words) for letter, words in zip("ABCDEFGHIJ", said, strict=False)
    )
    kept = KeptGame(round, table, game, entries, blocked=more.get("blocked", False))
    rows = [seat_body(one) for one in entries]
    seen = more.get("seen", 0)
    body = {
        "key": key_of(kept, seen),
        "round": round,
        "game": game,
        "seen": seen,
        "entries": rows,
        "checked": True,
    }
    return body | more
