"""The past of whole evenings: at every number of the ledger the board that stood there then, and
the matches, though acts were taken back and done again since.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.signals import request_finished

from tests.tournament.counting.test_past import standing_board
from tests.walks.people import WallError
from tests.walks.walk import Walk
from tournament.counting.matches import course
from tournament.counting.past import at_number
from tournament.ledger.chain import tail
from tournament.models import Event


class Archivist(Walk):
    """An evening whose board is put away after every form, to be compared with the past."""

    def go(self) -> None:
        """From the first page to the last, and then all moments of it again."""
        archived: dict[int, Any] = {}
        with self._archiving(archived):
            super().go()
        event = self._event()
        for number, board in archived.items():
            if shown(event, number) != board:
                raise WallError("another past", f"the board at number {number} is not that of then")

    @contextmanager
    def _archiving(self, archived: dict[int, Any]) -> Iterator[None]:
        def put_away(**_more: Any) -> None:
            if self.base != "/":
                event = self._event()
                archived[tail(event).number] = shown(event)

        request_finished.connect(put_away)
        try:
            yield
        finally:
            request_finished.disconnect(put_away)

    def _event(self) -> Event:
        return Event.objects.get(slug=self.base.split("/")[2])


def shown(event: Event, number: int | None = None) -> Any:
    """The board, or the matches: now, or as of a number."""
    if event.paired:
        return course(event) if number is None else at_number(event, number, course)
    return standing_board(event, number)
