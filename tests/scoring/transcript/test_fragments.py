"""A fragment is followed by what is known: faults stop it, what is unknown leaves a move open."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.cards import CardError
from scoring.law.game import GameError
from scoring.law.rulebook import RulesError
from scoring.transcript import Followed, Transcript, follow, is_whole, loads, transcript_of
from tests.scoring.transcript.games import NAMES, random_dealt, random_game

FIXTURES = Path(__file__).parents[3] / "fixtures" / "transcripts"


def followed(text: str) -> Followed:
    transcript = loads(text)
    assert not is_whole(transcript)
    return follow(transcript)


def stopped(text: str) -> tuple[int, str, tuple[str, ...]]:
    stop = followed(text).stop
    assert stop is not None
    return stop.number, stop.words, () if stop.verdict is None else stop.verdict.clauses


def test_the_example_with_a_ruling_is_in_order() -> None:
    found = followed((FIXTURES / "fragment-ruled.txt").read_text(encoding="utf-8"))
    assert found == Followed(6, None, ((5, ("the hand",)),))


def test_the_faulty_example_stops_at_its_fault() -> None:
    found = followed((FIXTURES / "fragment-faulty.txt").read_text(encoding="utf-8"))
    assert found.stop is not None
    assert found.stop.verdict is not None
    assert (found.done, found.stop.number, found.stop.verdict.clauses[0]) == (4, 5, "SP-12")


SP = '[Game "swedish-pursuit"] [Players "4"] [Turn "1"] [Top "KH"] [Pending "0"] '
SW = '[Game "switch"] [Players "4"] [Turn "1"] [Top "KH"] [Suit "H"] [Pending "0"] '


def test_turns_skips_and_reversals_are_followed() -> None:
    assert followed(SP + "1:QH 4:AH 2:2H 1:++2 4:5H").stop is None
    assert stopped(SP + "1:QH 2:5H") == (
        2,
        "Seat 2 plays, but it is the turn of seat 4 (SP-11).",
        (),
    )
    assert stopped(SW + "1:8H 2:5H") == (
        2,
        "Seat 2 plays, but it is the turn of seat 3 (SW-8).",
        (),
    )
    assert stopped(SP + '[Direction "-1"]' + " 1:5H 2:6H")[0] == 2


def test_suits_named_are_followed() -> None:
    assert followed(SP + "1:8C=D 2:5D").stop is None
    assert stopped(SP + "1:8C=D 2:5C")[2][0] == "SP-12"
    assert followed(SP + "1:8C 1:=D 2:5D").stop is None
    assert followed(SW + "1:AC=D 2:5D").stop is None


def test_an_eight_without_a_word_leaves_the_suit_where_the_option_says_so() -> None:
    before = '[Game "swedish-pursuit"] [Rules "unnominated_eight=before"] [Players "4"] [Turn "1"] '
    assert followed(before + '[Top "KH"] [Suit "H"] [Pending "0"] 1:8C 2:5H').stop is None
    assert stopped(before + '[Top "KH"] [Suit "H"] [Pending "0"] 1:8C 2:5C')[0] == 2
    assert followed(before + "1:8C 2:5H").undecided[1][0] == 2
    assert stopped(SP + "1:8C 2:5H")[0] == 2


def test_hands_known_are_followed_while_their_cards_are() -> None:
    known = SP.replace('[Top "KH"]', '[Top "KH"] [Deal "5H7H ? ? ?"]').replace('[Players "4"] ', "")
    assert stopped(known + "1:5H 2:6H 3:9H 4:JH 1:+")[0] == 5
    assert stopped(known + "1:9H")[0] == 1
    assert followed(known + "1:5H 2:6C").stop is not None
    drawn = known.replace("5H7H", "5C")
    assert stopped(drawn + "1:+7H 2:6H 3:9H 4:JH 1:+")[0] == 5
    assert followed(drawn + "1:+ 2:6H 3:9H 4:JH 1:+").undecided == ((5, ("the hand",)),)
    assert followed(known + "1:5H 2:6H 2:!1 3:9H 4:JH 1:+").undecided == ((6, ("the hand",)),)


def test_a_game_of_switch_played_on_goes_on_after_the_first_is_out() -> None:
    assert stopped(SW + "1:5H# 2:6H")[1] == "The game is over, but moves follow."
    assert followed(SW + '[Rules "play_on=yes"] 1:5H# 2:6H 4:8H 3:7H').stop is None


def test_a_late_challenge_opens_a_game_again_where_the_option_allows_it() -> None:
    assert followed(SP + '[Rules "challenge_until=tally"] 1:2H# 3:!1 2:++2 3:9H').stop is None
    assert followed(SP + '[Rules "challenge_until=tally"] 1:2H# 3:!1 2:9H').undecided[0][0] == 3


def test_nothing_follows_the_last_card_and_new_stocks_are_passed_over() -> None:
    assert stopped(SP + "1:5H# 2:6H") == (2, "The game is over, but moves follow.", ())
    assert followed(SP + "0:~5C,6C 1:5H").done == 2


def test_a_penalty_taken_or_a_turn_missed_shows_what_was_due() -> None:
    bare = '[Game "swedish-pursuit"] [Players "4"] [Turn "1"] [Top "2H"] '
    assert followed(bare + "1:++4 2:5H").stop is None
    assert followed(bare + "1:++ 2:-").stop is None
    assert followed('[Game "swedish-pursuit"] [Turn "1"] [Top "2H"] 1:++2 4:5H').stop is None


def test_whoever_is_landed_on_in_a_race_may_miss_so_anybody_may_be_next() -> None:
    race = PU + '[Rules "racing=yes landing_misses=yes"] '
    assert followed(race + "1:+ 1:>2C 1:+").stop is None


def test_little_known_leaves_much_open() -> None:
    found = followed('[Game "swedish-pursuit"] 3:5H 1:6H 4:7C')
    assert (found.undecided[0][0], found.stop is not None) == (1, True)


PU = '[Game "pursuit"] [Players "2"] [Turn "1"] [Up-to "5C TH"] '
OT = '[Game "ottawa"] [Players "3"] [Turn "1"] [Pile "7C8D"] '


def test_a_pile_of_ottawa_is_followed() -> None:
    assert followed(OT + "1:9S 1:+ 2:+ 2:. 3:TS,JH 3:+ 1:+").stop is None
    assert stopped(OT + "1:9S 1:+ 1:TS")[1] == "Seat 1 plays, but it is the turn of seat 2 (OT-15)."
    assert stopped(OT + "1:7S")[0] == 1
    assert followed(OT.replace("Pile", "Turn-up").replace("7C8D", "8D") + "1:+ 1:8S").stop is None
    assert stopped(OT + "1:+ 1:+")[0] == 2


def test_a_chase_is_followed() -> None:
    assert followed(PU + "1:+ 1:5D,6D 1:>2C 2:+d 2:TC,AC 2:>9S 1:+ 1:6S,7S 1:>7C").stop is None
    assert (
        stopped(PU + "1:+ 1:5D,6D 1:>2C 1:+")[1]
        == "Seat 1 plays, but it is the turn of seat 2 (PU-7)."
    )
    assert stopped(PU + "1:+ 1:6D,7D")[2][0] == "PU-14"
    assert stopped(PU + "1:5D")[2] == ("PU-7",)
    assert stopped(PU + "1:+ 1:5D,6D,7D,8D,9D,TD 1:>2C")[1] == "The game is over, but moves follow."
    eight = PU + '[Deal "5D6D6S7S8S8H9H ?"] 1:+9D 1:5D,6D/6S,7S,8S/8H,9H/9D'
    assert followed(eight + " 2:+").stop is None
    known = PU + '[Deal "5D6D6S7S8S8H2H ?"] 1:+9D '
    assert followed(known + "1:>2H 2:+").stop is None
    assert stopped(known + "1:>2C")[2] == ("PU-9",)
    unknown = PU.replace("5C TH", "? ?")
    assert followed(unknown + "1:+ 1:5D,6D").undecided[0][0] == 2
    assert followed('[Game "pursuit"] [Up-to "5C TH"] 1:+ 1:5D,6D').undecided[0][0] == 2


@pytest.mark.parametrize(
    ("tags", "error"),
    [
        ('[Game "swedish-pursuit"] [Top "XX"]', CardError),
        ('[Game "swedish-pursuit"] [Turn "one"]', GameError),
        ('[Game "swedish-pursuit"] [Deal "5X ?"]', CardError),
        ('[Game "swedish-pursuit"] [Suit "Q"]', CardError),
    ],
)
def test_tags_that_cannot_be_used_are_refused(tags: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        follow(loads(tags + " 1:5H"))


TWICE = "is named 2 times, under “top” and “cards”; one pack has 1. Take it away where it was not."


@pytest.mark.parametrize(("game", "text", "number", "words"), [
    ("swedish-pursuit", '[Top "KH"] [Suit "H"] 1:KH', 1,
     f"K♥ {TWICE}"),
    ("swedish-pursuit", '[Top "KH"] [Suit "S"] 1:KS', 1,
     "“suit_in_force” is spades, but K♥ is on top, and only an 8 lets a suit be named."),
    ("swedish-pursuit", '[Top "KH"] [Suit "H"] [Pending "2"] 1:++2', 1,
     "“pending” is 2, but K♥ is on top: no penalty stays due under it."),
    ("swedish-pursuit", '[Top "KH"] [Suit "H"] 1:9H 2:9H', 2,
     f"9♥ {TWICE}"),
    ("pursuit", '[Up-to "5C TD"] 1:KD', 1, "“sequences”: K♦ is not in the pack of Pursuit."),
])  # fmt: skip
def test_a_table_that_cannot_be_stops_a_fragment(
    game: str, text: str, number: int, words: str
) -> None:
    players = "2" if game == "pursuit" else "3"
    stop = follow(loads(f'[Game "{game}"] [Players "{players}"] [Turn "1"] {text}')).stop
    assert stop is not None
    assert (stop.number, stop.words) == (number, words)


def test_without_its_game_nothing_can_be_followed() -> None:
    with pytest.raises(RulesError):
        follow(Transcript((), ()))


@pytest.mark.parametrize("name", NAMES)
@given(seed=st.integers(0, 10**9))
def test_no_play_of_a_real_game_is_called_a_fault_for_want_of_knowledge(
    name: str, seed: int
) -> None:
    rng = Random(seed)
    dealt = random_dealt(name, rng)
    whole = transcript_of(random_game(dealt, rng, 40), dealt)
    told = dict(whole.header)
    kept = {"Game": told["Game"], "Rules": told["Rules"], "Players": str(dealt.players)}
    if name == "pursuit":
        kept["Up-to"] = f"{told['Up-to'][:2]} {told['Up-to'][2:4]}" if dealt.players == 2 else "?"
    found = follow(Transcript(tuple(kept.items()), whole.moves))
    assert found.stop is None, (told["Rules"], found.stop)
