"""The crowd itself: nobody in it hangs for ever, and whoever gives up says on what."""

import asyncio
import socket

import pytest

from tests.tournament.load import crowd
from tests.tournament.load.crowd import Person, Told


def test_who_is_not_answered_names_what_was_asked_where_and_how_it_went_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(crowd, "ANSWER_WITHIN", 0.01)
    before = Told()
    for _answer in range(3):
        before.heard(200, 0.5)
    with socket.create_server(("127.0.0.1", 0)) as mute:
        port = mute.getsockname()[1]
        with pytest.raises(TimeoutError) as gave_up:
            asyncio.run(Person(port, before).get("/board/"))
    assert str(gave_up.value) == (
        f"no answer to GET /board/ at port {port} within 0.01 s;"
        " of 3 such answers before p50 500, p99 500, max 500 ms"
    )
