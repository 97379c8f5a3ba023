"""A game written down again is the transcript it was replayed from."""

from pathlib import Path

import pytest

from scoring.law.plays import Call, Lay, Nominate
from scoring.transcript import dealt_from, dumps, loads, replay, transcript_of
from scoring.transcript.replay import begin

FIXTURES = Path(__file__).parents[3] / "fixtures" / "transcripts"
WHOLE = [
    "swedish-pursuit",
    "swedish-pursuit-blocked",
    "swedish-pursuit-reshuffle",
    "switch",
    "switch-played-on",
    "ottawa",
    "pursuit",
]
FOR_PEOPLE = ("Event", "Round", "Table", "Number", "Seats")


@pytest.mark.parametrize("name", WHOLE)
def test_an_example_is_recorded_as_it_stands(name: str) -> None:
    text = (FIXTURES / f"{name}.txt").read_text(encoding="utf-8")
    transcript = loads(text)
    tags = {tag: told for tag, told in transcript.header if tag in FOR_PEOPLE}
    again = transcript_of(replay(transcript).game, dealt_from(transcript), tags)
    assert again == transcript
    assert dumps(again) == text


@pytest.mark.parametrize("late", [False, True])
def test_a_call_is_kept_with_its_lay_and_a_suit_may_be_named_later(late: bool) -> None:
    text = (FIXTURES / "swedish-pursuit.txt").read_text(encoding="utf-8")
    transcript = loads(text)
    dealt = dealt_from(transcript)
    game = begin(dealt).game
    for move in transcript.moves:
        if move.called and not late:
            game.apply(Call(move.seat))
        play = Lay(move.play.cards) if isinstance(move.play, Lay) else move.play
        game.apply(play)  # type: ignore[arg-type]
        if move.called and late:
            game.apply(Call(move.seat))
        if isinstance(move.play, Lay) and move.play.suit is not None:
            game.apply(Nominate(move.seat, move.play.suit))
    written = transcript_of(game, dealt)
    assert [move.called for move in written.moves if not isinstance(move.play, Nominate)] == [
        move.called for move in transcript.moves
    ]
    assert sum(isinstance(move.play, Nominate) for move in written.moves) == 3
    assert replay(written).stop is None
