"""A replay validates every play and stops at the first fault with its verdict."""

from pathlib import Path

import pytest

from scoring.cards import CardError
from scoring.law.game import GameError
from scoring.transcript import Replay, Transcript, loads, read, replay

FIXTURES = Path(__file__).parents[3] / "fixtures" / "transcripts"
GAME = (FIXTURES / "swedish-pursuit.txt").read_text(encoding="utf-8")


def changed(old: str, new: str, name: str = "swedish-pursuit") -> Replay:
    text = (FIXTURES / f"{name}.txt").read_text(encoding="utf-8")
    assert old in text
    return replay(loads(text.replace(old, new, 1)))


def words(done: Replay) -> str:
    assert done.stop is not None
    return done.stop.words


@pytest.mark.parametrize(
    "name",
    [
        "swedish-pursuit",
        "swedish-pursuit-reshuffle",
        "swedish-pursuit-blocked",
        "switch",
        "switch-played-on",
        "ottawa",
        "pursuit",
    ],
)
def test_the_examples_are_in_order(name: str) -> None:
    transcript = loads((FIXTURES / f"{name}.txt").read_text(encoding="utf-8"))
    done = replay(transcript)
    assert (done.stop, done.done, done.game.over) == (None, len(transcript.moves), True)


def test_an_illegal_play_stops_with_its_verdict() -> None:
    done = changed("4:KD 5:AD", "4:KD 5:6S")
    assert done.stop is not None
    assert done.stop.verdict is not None
    assert (done.done, done.stop.number, done.stop.verdict.answer) == (3, 4, "illegal")
    assert "SP-12" in done.stop.verdict.clauses
    assert "SP-12" in changed("3:6C*", "3:2H*").stop.verdict.clauses  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("4:KD 5:AD", "5:AD", "Seat 5 plays, but it is the turn of seat 4 (SP-11)."),
        ("4:KD 5:AD", "4:KD#", "Seat 4 is marked as out, but is not."),
        ("4:++2", "4:++4", "A penalty of 4 is noted, but 2 cards were due."),
        ("2:+ 3:9D", "2:+7C 3:9D", "7C is noted as drawn, but it was 6D."),
        ("2:!1", "2:!4", "The challenge does not hold."),
        ("4:KD 5:AD", "4:KD!3 5:AD", "The challenge does not hold."),
        ("4:KD 5:AD", "4:=S", "No suit can be named now."),
        ("4:KD 5:AD", "4:KD?? 4:KD", "The play is marked as illegal, but the rules allow it."),
        ("3:2H#", "3:2H# 4:+", "The game is over, but moves follow."),
        ("3:2H#", "3:2H 4:4D", "The game is over, but moves follow."),
        ("3:2H#", "3:2H 4:4D*", "The game is over, but moves follow."),
        ('[Result "3"]', '[Result "2"]', "The tag Result says 2, but the game gives 3."),
        (
            '[Hands "11 7',
            '[Hands "1 7',
            "The tag Hands says 1 7 0 33 13, but the game gives 11 7 0 33 13.",
        ),
        ("2:3S", "0:~2H 2:3S", "More new stocks are recorded than were made."),
    ],
)
def test_what_is_noted_must_have_happened(old: str, new: str, fault: str) -> None:
    assert words(changed(old, new)) == fault


def test_what_agrees_may_be_noted_and_needless_words_do_no_harm() -> None:
    assert changed("2:+ 3:9D", "2:+6D 3:9D").stop is None
    assert changed("4:KD 5:AD", "4:KD* 5:4D?? {R1} 5:AD").stop is None
    assert changed("4:KD 5:AD", "4:KD 1:KC?? 5:AD").stop is None
    assert changed("5:+ 1:8D=C", "5:+* 1:8D=C").stop is None
    assert changed('[Result "3"]', '[Result "?"]').stop is None


def test_a_challenge_may_be_marked_on_the_last_move_before_it() -> None:
    assert changed("1:8S=H 5:+ 2:!1", "1:8S=H 5:+ 2:!1 5:!3").stop is not None


def test_new_stocks_must_be_recorded_as_they_were() -> None:
    name = "swedish-pursuit-reshuffle"
    assert words(changed("0:~8S,9S", "0:~9S,9S", name)) == (
        "The new stock that is recorded is not made of the cards that were discarded."
    )
    text = (FIXTURES / f"{name}.txt").read_text(encoding="utf-8")
    without = "\n".join(line for line in text.splitlines() if not line.startswith("0:~"))
    assert (
        words(replay(loads(without)))
        == "A new stock was made here, but its order is not recorded (0:~...)."
    )


@pytest.mark.parametrize("taken", ["1:++2", "1:++"])
def test_a_new_stock_that_is_not_recorded_stops_at_the_move_that_made_it(taken: str) -> None:
    text = (FIXTURES / "swedish-pursuit-reshuffle.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("0:~")]
    stopped = replay(loads("\n".join(lines).replace("1:++2 4:2H", f"{taken} 4:2H")))
    assert stopped.stop is not None
    assert (stopped.done, stopped.stop.number) == (65, 66)


def test_a_game_broken_off_is_replayed_as_far_as_it_goes() -> None:
    cut = GAME[: GAME.index(" 5:AD")] + '\n[Result "*"]\n'
    done = replay(loads(cut))
    assert (done.stop, done.done, done.game.over) == (None, 3, False)
    assert (
        words(replay(loads(cut.replace('"*"', '"3"'))))
        == "The tag Result says 3, but the game gives *."
    )


@pytest.mark.parametrize(
    ("old", "new", "error", "fault"),
    [
        ('[Stock "', '[Shoe "', GameError, "the tag Stock is missing"),
        ('[Dealer "5"]', '[Dealer "9"]', GameError, "Dealer gives a seat from 1 to 5"),
        ('[Dealer "5"]', '[First "x"]', GameError, "First gives a seat from 1 to 5"),
        ("8D9H8S8CKC", "8D9H8S8C", GameError, "every seat needs 5 cards"),
        ("8D9H8S8CKC", "8D9H8S,10C", GameError, "every seat needs 5 cards"),
        ("8D9H8S8CKC ", "8D9H8S8CK C", CardError, "“K”"),
        ('[Turn-up "AS"]', '[Turn-up "AX"]', CardError, "AX"),
        ('[Turn-up "AS"]', '[Turn-up "JK"]', GameError, "52 cards"),
    ],
)
def test_a_deal_that_cannot_be_is_refused(
    old: str, new: str, error: type[Exception], fault: str
) -> None:
    assert old in GAME
    with pytest.raises(error, match=fault):
        replay(loads(GAME.replace(old, new, 1)))


def test_in_pursuit_the_starting_cards_must_be_told() -> None:
    text = (FIXTURES / "pursuit.txt").read_text(encoding="utf-8")
    for bad, fault in (('"5H"', "a card for each seat"), ('"5H9H"', "fives and tens")):
        with pytest.raises(GameError, match=fault):
            replay(loads(text.replace('"5HTH"', bad)))


def test_cards_may_be_written_with_gaps_and_tens_as_ten() -> None:
    spaced = GAME.replace("8D9H8S8CKC", "8D,9H,8S,8C,KC").replace('"6D2C7CTS', '"6D 2C 7C 10S ')
    assert replay(loads(spaced)).stop is None


def test_a_value_read_leniently_can_be_replayed_too() -> None:
    reading = read(GAME.replace("2:3S", "2:3S rubbish"))
    assert len(reading.faults) == 1
    assert isinstance(reading.transcript, Transcript)
    assert replay(reading.transcript).stop is None
