"""The past of whole evenings: at every number of the ledger the board that stood there then, and
the matches, though acts were taken back and done again since; and the file of the standings as of
then says what the walk itself had counted by then, by arithmetic alone.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from typing import Any

from django.core.signals import request_finished

from tests.tournament.counting.test_past import standing_board
from tests.walks.pages import Page
from tests.walks.people import WallError
from tests.walks.recount import Evening
from tests.walks.walk import Walk
from tournament.counting.board import compute
from tournament.counting.matches import course
from tournament.counting.past import at_number
from tournament.ledger.chain import tail
from tournament.models import Event
from tournament.standings.files import standings_document


class Archivist(Walk):
    """An evening whose board is put away after every form, and what was counted after every act, to
    be compared with the past.
    """

    counted_then: dict[int, Evening]

    def go(self) -> None:
        """From the first page to the last, and then all moments of it again."""
        archived: dict[int, Any] = {}
        self.counted_then = {}
        with self._archiving(archived):
            super().go()
        event = self._event()
        for number, board in archived.items():
            if shown(event, number) != board:
                raise WallError("another past", f"the board at number {number} is not that of then")
        for number, counted in self.counted_then.items():
            self.counted = counted
            try:
                self.looks.recount(at_number(event, number, file_of_standings))
            except WallError as wall:
                raise WallError(f"another past: {wall.kind}", f"at {number}: {wall}") from None

    def did(self, page: Page) -> Page:
        """What was counted after an act is put away under the number of the ledger then."""
        page = super().did(page)
        if self.counted.games or self.counted.matches:
            self.counted_then[tail(self._event()).number] = deepcopy(self.counted)
        return page

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


def file_of_standings(event: Event) -> dict[str, Any]:
    """What another program is given of the standings."""
    document = standings_document(compute(event), event)
    told: dict[str, Any] = json.loads(json.dumps(document))
    return told
