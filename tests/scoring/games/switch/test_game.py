"""Games of Switch: played to the end under every option value, and what each play does."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.cards import FULL_PACK, packs_of, parse_card, parse_cards, parse_suit
from scoring.games.shedding.laying_table import Placement
from scoring.games.shedding.match_tables import NOTHING_DUE, key_of, mask_of_copies
from scoring.games.switch import SWITCH, Switch
from scoring.law.game import GameError
from scoring.law.plays import MISS, PICK_UP, TAKE_PENALTY, Call, Challenge, Lay, Play, Reshuffle
from scoring.law.rulebook import Rules
from scoring.law.verdict import IllegalPlay

OPTIONS = [f"{option.name}={value}" for option in SWITCH.options for value in option.values]
ANY_RULES = st.fixed_dictionaries(
    {}, optional={option.name: st.sampled_from(option.values) for option in SWITCH.options}
).map(SWITCH.rules)


def game(
    hands: str, top: str, stock: str = "", options: str = "", *, pending: int = 0, turn: int = 1
) -> Switch:
    """Hands parted by `/`, seat 1 first and to play; the stock is drawn from the left; `pending` is
    due to the top.
    """
    card = parse_card(top)
    masks = [0, *(mask_of_copies(parse_cards(hand)) for hand in hands.split("/"))]
    due = card % 13 if pending else NOTHING_DUE
    below = list(parse_cards(stock))[::-1]
    placement = Placement(masks, below, [card], turn, pending=pending, due=due)
    return Switch(SWITCH.rules(options), placement)


def lay(text: str) -> Lay:
    cards, _, suit = text.partition("=")
    return Lay(parse_cards(cards), parse_suit(suit) if suit else None)


def play_out(table: Switch, rng: Random, limit: int = 3000) -> None:
    """Play at random, mostly the lay of most cards, so that it ends."""
    for _ in range(limit):
        if table.over:
            return
        plays = table.legal_plays()
        lays = [play for play in plays if isinstance(play, Lay)]
        longest = max(lays, key=lambda play: len(play.cards), default=None)
        table.apply(longest if longest and rng.random() < 0.7 else rng.choice(plays))


@pytest.mark.parametrize("option", OPTIONS)
def test_every_option_value_can_be_played_to_the_end(option: str) -> None:
    rng = Random(option)
    for players in (2, 5, 6, 10):
        table = Switch.deal(SWITCH.rules(option), players, shuffle=rng.shuffle)
        play_out(table, rng)
        assert (table.over, table.ending) == (True, "won")
        result = table.result()
        assert len(result.places) == (players if option == "play_on=yes" or players == 2 else 1)
        assert result.winner == table.out[0] == result.places[0]


@given(ANY_RULES, st.integers(2, 8), st.integers(0, 10**6))
def test_the_pack_is_conserved_and_somebody_can_always_act(
    rules: Rules, players: int, seed: int
) -> None:
    rng = Random(seed)
    table = Switch.deal(rules, players, shuffle=rng.shuffle)
    whole = sorted(packs_of(FULL_PACK, 1 if players < 6 else 2))
    for _ in range(25):
        cards = [card for seat in range(1, players + 1) for card in table.hand(seat)]
        cards += table.stock + table.discards
        assert sorted(cards) == whole
        plays = table.legal_plays()
        assert (len(plays) > 0, len(set(plays))) == (not table.over, len(plays))
        if table.over:
            return
        table.apply(rng.choice(plays))


@given(ANY_RULES, st.integers(2, 7), st.integers(0, 10**6))
def test_a_play_is_listed_exactly_if_the_verdict_is_legal(
    rules: Rules, players: int, seed: int
) -> None:
    rng = Random(seed)
    table = Switch.deal(rules, players, shuffle=rng.shuffle)
    for _ in range(8):
        if table.over:
            return
        plays = table.legal_plays()
        hand = table.hand(table.turn)
        tried: list[Play] = [
            Lay(tuple(rng.sample(hand, rng.randint(1, min(4, len(hand)))))) for _ in range(6)
        ]
        tried += [*(Lay((card,)) for card in FULL_PACK[::5]), PICK_UP, TAKE_PENALTY, MISS]
        for play in tried:
            verdict = table.check(play)
            assert verdict.legal == table.is_legal(play) == (table.spelt(play) in plays)
            assert all(SWITCH.clause(clause) for clause in verdict.clauses)
            assert len(verdict.clauses) > 0
        table.apply(rng.choice(plays))


def test_default_options_are_no_options() -> None:
    assert (
        SWITCH.rules({option.name: option.default for option in SWITCH.options}) == SWITCH.rules()
    )


def test_a_stock_that_runs_out_in_a_penalty_is_made_anew() -> None:
    table = game("9C/3D 5D", "4S", "KH", pending=8)
    table.discards[:0] = parse_cards("6H 6D")
    table.apply(TAKE_PENALTY)
    assert table.hand(1) == parse_cards("9C 6D 6H KH")
    assert (table.stock, table.discards, table.turn) == ([], [parse_card("4S")], 2)
    assert table.record == [(1, TAKE_PENALTY), (0, Reshuffle(parse_cards("6H 6D")))]


def test_a_round_of_misses_ends_the_game_without_a_winner() -> None:
    table = game("9C/3D/5D", "KH")
    for _ in range(3):
        assert table.legal_plays() == (MISS,)
        table.apply(MISS)
    result = table.result()
    assert (result.ending, result.winner, result.points, result.places) == ("blocked", None, (), ())


def test_an_illegal_play_changes_nothing_and_brings_its_verdict() -> None:
    table = game("9C 3C/3D/5D", "KH", "2S 2D")
    with pytest.raises(IllegalPlay) as refused:
        table.apply(lay("9C"))
    assert refused.value.verdict.clauses == ("SW-7",)
    assert (table.record, table.turn, table.hand(1)) == ([], 1, parse_cards("3C 9C"))
    with pytest.raises(GameError, match="still on"):
        table.result()
    assert repr(table) == "<Switch: seat 1 to play on KH (H), holding 3C 9C>"


def test_play_on_goes_down_to_the_last_place() -> None:
    table = game("9H/8H/3D 2D/5S", "KH", "2S 2C", "play_on=yes")
    table.apply(lay("9H"))
    assert (table.over, table.winner, table.turn) == (False, 1, 2)
    table.apply(lay("8H"))
    assert table.turn == 4
    table.apply(PICK_UP)
    assert table.turn == 3
    table.apply(PICK_UP)
    table.apply(PICK_UP)
    assert (table.turn, table.out, table.playing) == (3, (1, 2), 2)
    assert table.legal_plays() == (PICK_UP,)


def test_the_last_two_places_are_decided_together() -> None:
    table = game("9H/KD/3D 2D", "KH", "2S", "play_on=yes")
    table.apply(lay("9H"))
    # As if K♥ still lay on top: the K♦ of seat 2 does not fit the 9♥ with which seat 1 went out.
    table.turn, table.key = 2, key_of(parse_card("KH"), 2)
    table.lays = table.layable()
    table.apply(lay("KD"))
    assert (table.over, table.result().places) == (True, (1, 2, 3))
    assert (table.legal_plays(), table.is_legal(MISS)) == ((), False)


def test_borrowed_points_count_hands_as_in_swedish_pursuit() -> None:
    table = game("9H/8H AC/3D KD", "KH", "2S", "scoring=hand_points")
    table.apply(lay("9H"))
    assert table.result().points == (0, 31, 13)


def test_a_silent_last_card_costs_a_card_when_noticed() -> None:
    table = game("9H 3C/3D KD/5S 6S", "KH", "2S 2D TC")
    table.apply(lay("9H"))
    assert table.is_legal(Challenge(3, 1))
    assert not table.is_legal(Challenge(1, 1))
    assert not table.is_legal(Challenge(9, 1))
    table.apply(Challenge(3, 1))
    assert (table.hand(1), table.silent) == (parse_cards("3C 2S"), 0)
    with pytest.raises(IllegalPlay):
        table.apply(Challenge(3, 1))


def test_a_call_ahead_or_late_but_unnoticed_is_heard() -> None:
    table = game("9H 3C/3H KD/5S 6S", "KH", "2S 2D TC")
    table.apply(Call(1))
    table.apply(lay("9H"))
    assert not table.is_legal(Challenge(2, 1))
    table.apply(lay("3H"))
    assert table.is_legal(Challenge(1, 2))
    table.apply(Call(2))
    assert not table.is_legal(Challenge(1, 2))
    with pytest.raises(IllegalPlay):
        table.apply(Call(2))


@pytest.mark.parametrize(("option", "still"), [("", False), ("challenge_until=any_time", True)])
def test_the_next_turn_closes_the_challenge_unless_the_option_keeps_it_open(
    option: str, *, still: bool
) -> None:
    table = game("9C/3D KD/5S 6S", "KH", options=option)
    # Seat 1 is down to one card in silence (its bit); not quiet: the next play has that to end.
    table.silent, table.quiet = 1 << 1, False
    table.apply(MISS)
    assert bool(table.silent >> 1 & 1) is still
