"""Whole games at random, under every option: what must hold in each."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.cards import FULL_PACK, QUEEN
from scoring.games.swedish_pursuit import SwedishPursuit
from scoring.law.game import GameError
from scoring.law.plays import (
    LAY,
    LAY_NAMING,
    MISS,
    PICK_UP,
    TAKE_PENALTY,
    Lay,
    Miss,
    PickUp,
    TakePenalty,
    TurnPlay,
)
from scoring.law.rulebook import Rules
from tests.examples import examples
from tests.scoring.games.swedish_pursuit.tables import (
    BOOK,
    OPTIONS,
    RULES,
    RULES_STRATEGY,
    play_out,
    random_game,
)

SEEDS = st.integers(0, 10**6)
PLAYERS = st.integers(2, 10)
EVERY_PLAY: tuple[TurnPlay, ...] = (
    PICK_UP,
    TAKE_PENALTY,
    MISS,
    *LAY,
    *(play for naming in LAY_NAMING for play in naming),
)


def everywhere(table: SwedishPursuit) -> list[int]:
    held = [card for seat in range(1, table.players + 1) for card in table.hand(seat)]
    return sorted([*held, *table.stock, *table.discards])


@given(RULES_STRATEGY, PLAYERS, SEEDS)
def test_cards_are_conserved_and_there_is_always_a_play(
    rules: Rules, players: int, seed: int
) -> None:
    table, rng = random_game(rules, players, seed)
    assert everywhere(table) == list(FULL_PACK)
    for _ in range(400):
        if table.over:
            break
        play = rng.choice(table.legal_plays())
        direction, laid = table.direction, isinstance(play, Lay) and play.cards[0] % 13 == QUEEN
        table.apply(play)
        assert everywhere(table) == list(FULL_PACK)
        assert (table.direction != direction) == laid
        assert table.pending % 2 == 0
        assert 0 <= table.pending <= 8


@given(RULES_STRATEGY, PLAYERS, SEEDS, st.integers(0, 60))
@examples(25)
def test_a_play_is_among_the_legal_ones_exactly_if_check_says_so(
    rules: Rules, players: int, seed: int, plays: int
) -> None:
    table, rng = random_game(rules, players, seed)
    play_out(table, rng, plays)
    legal = set(table.legal_plays())
    for play in EVERY_PLAY:
        verdict = table.check(play)
        assert (table.spelt(play) in legal) == verdict.legal == table.is_legal(play)
        assert verdict.reasons
        assert {table.rules.rulebook.clause(clause).id for clause in verdict.clauses} == set(
            verdict.clauses
        )


@pytest.mark.parametrize("option", OPTIONS)
@pytest.mark.parametrize("players", [2, 5, 10])
def test_a_game_ends_under_every_option(option: str, players: int) -> None:
    for seed in range(4):
        table, rng = random_game(BOOK.rules(option), players, seed)
        play_out(table, rng)
        assert table.over
        result = table.result()
        assert result.ending == ("won" if result.winner else result.ending)
        assert len(result.receipts) == players


@given(PLAYERS, SEEDS)
@examples(40)
def test_exactly_the_winner_scores_nothing(players: int, seed: int) -> None:
    table, rng = random_game(RULES, players, seed)
    play_out(table, rng)
    result = table.result()
    zeros = [seat for seat, points in enumerate(result.points, start=1) if not points]
    assert zeros == ([result.winner] if result.winner else [])
    assert result.points == tuple(receipt.total for receipt in result.receipts)


@given(RULES_STRATEGY, PLAYERS, SEEDS)
@examples(30)
def test_a_recorded_game_can_be_played_again_to_the_same_end(
    rules: Rules, players: int, seed: int
) -> None:
    table, rng = random_game(rules, players, seed)
    play_out(table, rng, 300)
    again, _ = random_game(rules, players, seed)
    orders = [play.cards for seat, play in table.record if not seat]  # type: ignore[union-attr]
    again.shuffle = lambda cards: cards.__setitem__(slice(None), orders.pop(0))
    for seat, play in table.record:
        if seat:
            assert again.turn == seat
            again.apply(play)  # type: ignore[arg-type]
    assert (again.hands, again.stock, again.record) == (table.hands, table.stock, table.record)


def test_default_options_play_as_no_options() -> None:
    one, rng_one = random_game(BOOK.rules(" ".join(o for o in RULES.full.split())), 5, 7)
    two, rng_two = random_game(RULES, 5, 7)
    assert play_out(one, rng_one) == play_out(two, rng_two)


def test_the_deal_goes_round_singly_from_the_dealers_left() -> None:
    table = SwedishPursuit.deal(RULES, 4, FULL_PACK, dealer=2)
    assert table.hand(3) == (0, 4, 8, 12, 16)
    assert table.hand(2) == (3, 7, 11, 15, 19)
    assert (table.top, table.stock[-1], table.turn) == (21, 22, 3)
    assert table.stock[0] == 20


def test_with_ten_players_and_only_eights_left_the_second_eight_stays() -> None:
    pack = [card for card in FULL_PACK if card % 13 != 7 or card > 25] + [7, 20]
    table = SwedishPursuit.deal(RULES, 10, pack)
    assert (table.top, table.stock) == (20, [7])


@pytest.mark.parametrize("players", [1, 11, 0])
def test_too_few_or_too_many_players_are_refused(players: int) -> None:
    with pytest.raises(GameError, match="2 to 10 players"):
        SwedishPursuit.deal(RULES, players)


@pytest.mark.parametrize("seats", [{"dealer": 5}, {"dealer": -1}, {"first": 5}])
def test_dealer_and_first_player_must_have_a_seat(seats: dict[str, int]) -> None:
    with pytest.raises(GameError, match="numbered 1 to 4"):
        SwedishPursuit.deal(RULES, 4, **seats)  # type: ignore[arg-type]


def test_the_cut_may_choose_who_begins() -> None:
    assert SwedishPursuit.deal(BOOK.rules("first_player=cut"), 4, first=3).turn == 3


def test_a_pack_must_hold_each_card_once() -> None:
    with pytest.raises(GameError, match="is played with 52 cards"):
        SwedishPursuit.deal(RULES, 4, [0, 0, *FULL_PACK[2:]])


def test_there_is_no_result_while_the_game_is_on() -> None:
    with pytest.raises(GameError, match="still on"):
        SwedishPursuit.deal(RULES, 4).result()


def test_a_play_made_anew_is_as_good_as_the_shared_one() -> None:
    kinds: set[type] = set()
    for seed in range(20):
        done = play_out(*random_game(RULES, 5, seed))
        again, _ = random_game(RULES, 5, seed)
        for play in done:
            again.apply(Lay(play.cards, play.suit) if isinstance(play, Lay) else type(play)())  # type: ignore[call-arg]
        assert [play for _, play in again.record] == done
        kinds |= set(map(type, done))
    assert kinds == {Lay, PickUp, TakePenalty, Miss}
