"""The front door: a game keeps its deal, is copied, taken back, written down, and shows a seat what
it may know.
"""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scoring
from scoring import Cards, IllegalPlay, RecordedGame, load, load_game, new_game
from scoring.cards import cards_text
from scoring.games.rulebooks import RULEBOOKS
from scoring.law.game import GameError
from scoring.law.plays import Call, Discard, Draw, Lay, Nominate, PutDown, Reshuffle
from scoring.transcript.deal import Dealt
from scoring.transcript.values import TranscriptError

SEATS = {name: book.deal.seats_min for name, book in RULEBOOKS.items()}
GAMES = st.tuples(st.sampled_from(sorted(SEATS)), st.integers(0, 1000))


def dealt(name: str, seed: int) -> RecordedGame:
    """A game for the fewest players that the game allows."""
    return new_game(name, SEATS[name], seed=seed)


def play(game: RecordedGame, rng: Random, most: int = 400) -> None:
    """Play at random to the end, or so many plays."""
    for _ in range(most):
        if game.is_over():
            return
        game.push(rng.choice(game.some_plays()))


@given(GAMES)
def test_a_game_played_out_is_written_down_and_read_again(of: tuple[str, int]) -> None:
    game = dealt(*of)
    play(game, Random(of[1]))
    again = load_game(game.transcript({"Table": "7"}))
    assert (again.record, again.winner, again.is_over()) == (
        game.record,
        game.winner,
        game.is_over(),
    )
    assert again.transcript() == game.transcript()


@given(GAMES, st.integers(1, 12))
def test_what_is_taken_back_can_be_played_again_to_the_same_end(
    of: tuple[str, int], back: int
) -> None:
    game = dealt(*of)
    play(game, Random(of[1]), 60)
    whole = game.record
    undone = [game.pop() for _ in range(min(back, sum(seat > 0 for seat, _ in whole)))]
    assert game.record == whole[: len(game.record)]
    for one in reversed(undone):
        game.push(one)
    assert game.record == whole


@given(GAMES)
def test_a_copy_plays_on_alike_and_changes_nothing_in_its_original(of: tuple[str, int]) -> None:
    game = dealt(*of)
    play(game, Random(of[1]), 20)
    before, views = game.record, [game.observation(seat) for seat in range(1, game.players + 1)]
    twin = game.copy()
    play(twin, Random(99))
    assert (game.record, [game.observation(seat) for seat in range(1, game.players + 1)]) == (
        before,
        views,
    )
    play(game, Random(99))
    assert game.record == twin.record
    assert game.hand(1) == twin.hand(1)


def pushed_and_popped(name: str, moves: int) -> int:
    """Random pushes and pops; how many pops there were, the game each time as a fresh replay."""
    rng, popped, game = Random(name), 0, dealt(name, 1)
    for move in range(moves):
        plays = sum(seat > 0 for seat, _ in game.record)
        if game.is_over() or (plays and rng.random() < 0.45):
            for _ in range(rng.randint(1, plays)):
                game.pop()
                popped += 1
        else:
            game.push(rng.choice(game.some_plays()))
        if move % 50 == 0:
            fresh = load_game(game.transcript())
            assert (fresh, repr(fresh)) == (game, repr(game))
            seats = range(1, game.players + 1)
            assert [fresh.observation(seat) for seat in seats] == [
                game.observation(seat) for seat in seats
            ]
    return popped


@pytest.mark.parametrize("name", SEATS)
def test_plays_pushed_and_popped_leave_the_game_of_a_fresh_replay(name: str) -> None:
    assert pushed_and_popped(name, 300) > 100


@pytest.mark.torture
@pytest.mark.parametrize("name", SEATS)
def test_ten_thousand_pushes_and_pops_leave_the_game_of_a_fresh_replay(name: str) -> None:
    assert pushed_and_popped(name, 10_000) > 3_000


def test_a_copy_takes_back_the_plays_of_its_original_and_makes_the_same_stocks() -> None:
    game = dealt("mau_mau", 4)
    while not any(isinstance(play, Reshuffle) for _, play in game.record):
        play(game, Random(len(game.record)), 1)
    twin, whole = game.copy(), game.record
    undone = [twin.pop() for _ in range(5)]
    assert game.record == whole
    for one in reversed(undone):
        twin.push(one)
    assert twin == game
    assert len({twin, game}) == 1


def test_games_are_equal_that_were_dealt_and_played_alike() -> None:
    game, other = dealt("switch", 3), dealt("switch", 4)
    assert game == game.copy()
    assert [game == other, game == "a game"] == [False, False]
    game.push(game.legal_plays()[0])
    assert game != dealt("switch", 3)
    game.pop()
    assert game == dealt("switch", 3)


def test_a_play_is_looked_for_and_tested_as_a_value_or_as_text() -> None:
    game = new_game("swedish-pursuit", 5, seed=7)
    plays = game.legal_plays()
    text = str(plays[0])
    assert [text in plays, plays[0] in plays, "4D" in plays] == [True, True, False]
    assert [game.is_legal(text), game.is_legal(plays[0]), game.is_legal("4D")] == [
        True,
        True,
        False,
    ]
    with pytest.raises(ValueError, match="is no play of a turn"):
        game.is_legal("!2")


def test_a_game_taken_back_all_the_way_has_nothing_more_to_take_back() -> None:
    game = dealt("switch", 3)
    play(game, Random(3), 5)
    while any(seat for seat, _ in game.record):
        game.pop()
    assert repr(game) == repr(dealt("switch", 3))
    with pytest.raises(GameError, match="There is no play to take back"):
        game.pop()


def shuffled_unseen(game: RecordedGame, rng: Random) -> list[int]:
    """The pack with every card in another place that seat 1 does not see and
    that decides no start.
    """
    seen = {*game.hand(1), *game.observation(1).pile}
    assert isinstance(game.dealt, Dealt)
    pack = list(game.dealt.pack)
    places = [place for place, card in enumerate(pack) if card not in seen]
    cards = [pack[place] for place in places]
    rng.shuffle(cards)
    for place, card in zip(places, cards, strict=True):
        pack[place] = card
    return pack


@pytest.mark.promise("What a seat observes of a game tells nothing of cards it cannot see")
@pytest.mark.parametrize("name", ["swedish_pursuit", "switch", "ottawa"])
def test_a_seat_observes_nothing_of_the_cards_it_cannot_see(name: str) -> None:
    game = dealt(name, 5 if name == "switch" else 7)
    other = new_game(name, game.players, pack=shuffled_unseen(game, Random(1)))
    assert [other.hand(2) == game.hand(2), other.dealt == game.dealt] == [False, False]
    assert other.observation(1) == game.observation(1)


@pytest.mark.control("test_a_seat_observes_nothing_of_the_cards_it_cannot_see")
def test_an_observation_of_another_seat_would_show() -> None:
    game = dealt("ottawa", 7)
    other = new_game("ottawa", game.players, pack=shuffled_unseen(game, Random(1)))
    assert other.observation(2) != game.observation(2)


def test_a_seat_sees_the_table() -> None:
    seen = new_game("swedish-pursuit", 5, seed=7).observation(2)
    assert (seen.counts, seen.stock, str(seen.pile), seen.suit, seen.pending) == (
        (5,) * 5,
        26,
        "KS",
        "S",
        0,
    )
    assert [str(front) for front in new_game("pursuit", 2, seed=7).observation(1).fronts] == [
        "5D",
        "TD",
    ]


def test_a_pack_may_be_given_as_text_and_plays_too() -> None:
    pack = "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC " + cards_text(
        card for card in range(52) if card not in range(1, 12)
    )
    game = new_game("swedish_pursuit", 2, pack=pack)
    assert (str(game.hand(1)), game.hand(2), game.rules) == (
        "2C 4C 6C 8C TC",
        (2, 4, 6, 8, 10),
        game.dealt.rules,
    )
    assert game.check("8C=S").answer == "legal"
    game.push("8C=S")
    assert (game.turn, game.observation(2).suit) == (1 if game.winner else 2, "S")


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("!2", "“!2” is no play of a turn"),
        ("8H=", "after = one suit is named, C, D, H or S, not “”"),
    ],
)
def test_text_that_is_no_play_is_refused_with_a_sentence(fault: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        dealt("swedish_pursuit", 1).push(fault)


def test_an_illegal_play_changes_nothing() -> None:
    game = new_game("swedish-pursuit", 5, seed=7)
    with pytest.raises(IllegalPlay):
        game.push("4D")
    with pytest.raises(GameError, match="There is no play to take back"):
        game.pop()
    for no_play in (None, 5):
        with pytest.raises(TypeError, match=f"or its text, not {no_play}"):
            game.push(no_play)  # type: ignore[arg-type]
    for dealer in (0, 6):
        with pytest.raises(GameError, match=f"numbered 1 to 5: there is no seat {dealer}"):
            new_game("switch", 5, dealer=dealer)
    with pytest.raises(GameError, match="The seats are numbered 1 to 5: there is no seat 6"):
        game.hand(6)


def test_a_transcript_with_a_fault_is_not_loaded() -> None:
    text = new_game("swedish-pursuit", 5, seed=7).transcript()
    with pytest.raises(GameError, match="Move 1: The play is illegal"):
        load_game(text.replace('[Result "*"]', "") + "1:4D")
    with pytest.raises(TranscriptError):
        load_game("no transcript")


def test_a_loaded_game_makes_the_recorded_stocks_again_after_taking_back() -> None:
    game = dealt("pursuit", 2)
    while not any(isinstance(play, Reshuffle) for _, play in game.record):
        game.push(next(play for play in game.legal_plays() if isinstance(play, Draw | Discard)))
    again = load_game(game.transcript(), seed=5)
    assert again.hand(again.turn) == game.hand(game.turn)
    undone = again.pop()
    again.push(undone)
    assert again.record == game.record


def test_plays_cards_and_games_show_themselves_in_words() -> None:
    shown = [
        Lay((20,), 3),
        Lay((7, 20)),
        PutDown(((3, 4), (5,))),
        Discard(3),
        Nominate(2, 0),
        Reshuffle((0, 51)),
    ]
    assert list(map(repr, [*shown, Call(1)])) == [
        "Lay('8D', suit='S')", "Lay('8C 8D')", "PutDown('4C 5C / 6C')", "Discard('4C')", "Nominate(seat=2, suit='C')",
        "Reshuffle('AC KS')", "Call(seat=1)",
    ]  # fmt: skip
    cards = Cards("8D KS")
    assert (repr(cards), str(cards), f"{cards[0]} {cards!s}", cards) == (
        "Cards('8D KS')",
        "8D KS",
        "8D 8D KS",
        (20, 51),
    )
    assert [repr(dealt(name, 7)) for name in ("ottawa",)] == [
        "<Ottawa: seat 1 to play on 8H, holding AC 2D 4D 5D 6H KH 2S>",
    ]


def test_a_game_that_is_over_shows_who_won() -> None:
    game = new_game("swedish-pursuit", 5, seed=7)
    play(game, Random(7))
    assert repr(game) == "<Swedish Pursuit: over, seat 4 won>"
    game = dealt("swedish_pursuit", 7)
    play(game, Random(7))
    assert repr(game) == "<Swedish Pursuit: over, nobody won>"


POSITIONS: dict[str, dict[str, Any]] = {
    "swedish_pursuit": {"suit_in_force": "C", "pile": "6C 8H", "stock": "2D 3D QC"},
    "switch": {"pile": "6C 2S 2H", "pending": 4, "turn": 2, "direction": -1},
    "ottawa": {"pile": "5C 6C", "stock": "2D 3D QC"},
    "pursuit": {"pile": "6C 3H", "stock": "2D 3D AC", "up_to": "5D TD"},
    "crazy_eights": {"pile": "6C TC"},
    "mau_mau": {"pile": "TC 7H", "pending": 2},
    "prsi": {"pile": "TC 7H", "pending": 2},
    "pesten": {"pile": "TC 2H", "pending": 2, "turn": 2, "direction": -1},
}


@pytest.mark.parametrize("name", POSITIONS)
def test_any_position_is_set_up_played_on_and_taken_back(name: str) -> None:
    position = {"hands": ["7C 9D TS", "8C AH 9S"], "stock": "9H JD"} | POSITIONS[name]
    game, again = load(name, position), load(name, position)
    assert [str(game.hand(seat)) for seat in (1, 2)] == ["7C 9D TS", "8C AH 9S"]
    assert (game.turn, game.players) == (position.get("turn", 1), 2)
    seen = game.observation(1)
    assert (str(seen.pile), seen.pending) == (position["pile"], position.get("pending", 0))
    play(game, Random(1), 8)
    twin = game.copy()
    undone = [twin.pop() for _ in range(4)]
    for one in reversed(undone):
        twin.push(one)
    assert twin == game != again
    while any(seat for seat, _ in game.record):
        game.pop()
    assert game == again
    with pytest.raises(GameError, match="has no deal to write down"):
        game.transcript()


@pytest.mark.parametrize(("name", "change", "words"), [
    ("switch", {"hands": ["7C"]}, "Switch is for 2 to 14 players, not 1"),
    ("switch", {"turn": 3}, "there is no seat 3"),
    ("switch", {"pile": ""}, "needs a pile with the card showing"),
    ("switch", {"stock": "7C 9S 4D"}, "more often than the packs hold them: 7C and 9S"),
    ("switch", {"hand": ["7C"]}, "up_to; not hand"),
    ("switch", {"suit_in_force": "C"}, "suit"),
    ("switch", {"pending": 2}, "pending"),
    ("switch", {"pending": 2, "options": "seven_powers=all"}, "no card on the pile has brought"),
    ("pursuit", {"pile": "6C 3H"}, "gives the card before each seat"),
])  # fmt: skip
def test_a_position_that_cannot_be_is_refused_with_a_sentence(
    name: str, change: dict[str, Any], words: str
) -> None:
    position = {"hands": ["7C 9D TS", "8C AH 9S"], "pile": "6C TH"} | change
    options = position.pop("options", "")
    with pytest.raises(ValueError, match=words):
        load(name, position, options)


def test_the_front_door_shows_its_names_before_they_are_used() -> None:
    assert set(scoring.__all__) <= set(dir(scoring))


def test_the_front_door_offers_what_it_lists_and_nothing_else() -> None:
    assert sorted(scoring.__all__) == sorted(scoring._ROOMS)
    assert {name: getattr(scoring, name).__module__ for name in scoring.__all__} == scoring._ROOMS
    with pytest.raises(AttributeError, match="has no attribute 'old_game'"):
        _ = scoring.old_game


def test_every_result_cites_the_rules_it_was_made_under() -> None:
    game = new_game("swedish-pursuit", 3, options="trick_match=rank_or_suit", seed=1)
    play(game, Random(1))
    cited = game.result().citation
    assert cited == f"swedish-pursuit/1 {game.rules.digest} trick_match=rank_or_suit"
    usual = RULEBOOKS["swedish_pursuit"].rules()
    assert len({game.rules.digest, usual.digest, RULEBOOKS["switch"].rules().digest}) == 3
    assert usual.digest == RULEBOOKS["swedish_pursuit"].rules({"trick_match": "suit"}).digest
