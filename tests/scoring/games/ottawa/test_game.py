"""Deals of Ottawa: played to the end under every option value, and what each play does."""

from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.cards import FULL_PACK, parse_card, parse_cards
from scoring.games.ottawa import OTTAWA
from scoring.games.ottawa.game import Ottawa, deal
from scoring.games.ottawa.lay_off import lay_offs
from scoring.law.game import GameError, Laid
from scoring.law.plays import DRAW, END_TURN, MISS, Lay, Play, Reshuffle
from scoring.law.rulebook import Rules
from scoring.law.verdict import IllegalPlay

OPTIONS = [f"{option.name}={value}" for option in OTTAWA.options for value in option.values]
ANY_RULES = st.fixed_dictionaries(
    {}, optional={option.name: st.sampled_from(option.values) for option in OTTAWA.options}
).map(OTTAWA.rules)


def game(hands: str, pile: str, stock: str = "", options: str = "") -> Ottawa:
    """Hands parted by `/`, seat 1 first and to play; the stock is drawn from the left, the pile's
    top card is last.
    """
    held = tuple(map(parse_cards, hands.split("/")))
    return Ottawa(OTTAWA.rules(options), Laid(held, parse_cards(pile), parse_cards(stock)))


def lay(text: str) -> Lay:
    return Lay(parse_cards(text))


def longest(plays: list[Play]) -> Play:
    """The lay-off of most cards, else the first other play: so a deal ends soon."""
    return max(plays, key=lambda play: len(play.cards) if isinstance(play, Lay) else 0)


@pytest.mark.parametrize("option", OPTIONS)
def test_every_option_value_can_be_played_to_the_end(option: str) -> None:
    rng = Random(option)
    for players in (3, 4, 5, 6):
        table = deal(OTTAWA.rules(option), players, shuffle=rng.shuffle)
        while not table.over:
            table.apply(longest(list(table.legal_plays())))
        result = table.result()
        assert (result.ending, len(result.points)) == ("won", players)
        others = sum(receipt.total for receipt in result.receipts)
        assert [points for points in result.points if points] == [others]
        assert result.winner is not None
        assert result.points[result.winner - 1] == others


def long_enough(table: Ottawa) -> Play:
    """The longest of the first lay-offs found: between two players a hand can have a hundred
    thousand.
    """
    found = lay_offs(table.pile_top, table.hands[table.turn], table.rules)
    rows = [] if table.laid else list(islice(found, 100))
    if rows:
        return Lay(max(rows, key=len))
    return DRAW if table.is_legal(DRAW) else END_TURN


@pytest.mark.parametrize("option", OPTIONS)
def test_two_players_come_to_an_end_too(option: str) -> None:
    table = deal(OTTAWA.rules(option), 2, shuffle=Random(option).shuffle)
    while not table.over:
        table.apply(long_enough(table))
    assert (table.ending, table.result().winner) == ("won", table.winner)


@given(ANY_RULES, st.integers(3, 6), st.integers(0, 10**6))
def test_the_pack_is_conserved_and_somebody_can_always_act(
    rules: Rules, players: int, seed: int
) -> None:
    rng = Random(seed)
    table = deal(rules, players, shuffle=rng.shuffle)
    for _ in range(60):
        cards = [card for hand in table.hands for card in hand] + table.stock + table.pile
        assert sorted(cards) == list(FULL_PACK)
        plays = table.legal_plays()
        assert (len(plays) > 0, len(set(plays))) == (not table.over, len(plays))
        if table.over:
            return
        table.apply(rng.choice(plays) if rng.random() < 0.4 else longest(list(plays)))


@given(ANY_RULES, st.integers(3, 6), st.integers(0, 10**6))
def test_a_play_is_listed_exactly_if_the_verdict_is_legal(
    rules: Rules, players: int, seed: int
) -> None:
    rng = Random(seed)
    table = deal(rules, players, shuffle=rng.shuffle)
    for _ in range(10):
        plays = table.legal_plays()
        hand = table.hand(table.turn)
        tried: list[Play] = [
            Lay(tuple(rng.sample(hand, rng.randint(1, min(4, len(hand))))))
            for _ in range(6 if hand else 0)
        ]
        tried += [*(Lay((card,)) for card in FULL_PACK[::3]), DRAW, END_TURN, MISS]
        for play in tried:
            verdict = table.check(play)
            assert verdict.legal == table.is_legal(play) == (table.spelt(play) in plays)
            assert all(OTTAWA.clause(clause) for clause in verdict.clauses)
            assert len(verdict.clauses) > 0
        if plays:
            table.apply(rng.choice(plays))


def test_default_options_are_no_options() -> None:
    assert (
        OTTAWA.rules({option.name: option.default for option in OTTAWA.options}) == OTTAWA.rules()
    )


def test_seven_or_six_cards_are_dealt_singly_from_the_dealers_left() -> None:
    for players, cards in ((2, 7), (4, 7), (5, 6), (6, 6)):
        table = deal(OTTAWA.rules(), players)
        assert {len(hand) for hand in table.hands[1:]} == {cards}
        assert table.hand(1)[:2] == (0, players)
        assert table.pile == [players * cards]
        assert table.stock[-1] == players * cards + 1
    assert deal(OTTAWA.rules(), 3, dealer=1).turn == 2


@pytest.mark.parametrize(("players", "pack", "words"), [
    (1, FULL_PACK, "2 to 6 players, not 1"),
    (7, FULL_PACK, "2 to 6 players, not 7"),
    (4, FULL_PACK[1:], "52 cards"),
])  # fmt: skip
def test_seats_and_cards_that_do_not_fit_are_refused(
    players: int, pack: tuple[int, ...], words: str
) -> None:
    with pytest.raises(GameError, match=words):
        deal(OTTAWA.rules(), players, pack)


def test_a_turn_is_lay_off_and_draw_in_either_order() -> None:
    table = game("JD 2H/3D 4S/5S 6S", "3C JS", "9C 9D 9H")
    table.apply(lay("JD"))
    assert (table.turn, table.legal_plays()) == (1, (DRAW,))
    table.apply(DRAW)
    assert (table.turn, table.hand(1)) == (2, parse_cards("9C 2H"))
    table.apply(DRAW)
    assert table.legal_plays() == (END_TURN,)
    table.apply(END_TURN)
    assert (table.turn, table.drawn, table.laid) == (3, False, False)


def test_the_reshuffle_keeps_the_two_top_cards() -> None:
    table = game("2H 3D/4S 5S", "6C 7C 8C JS KH")
    table.shuffle = lambda cards: cards.reverse()
    table.apply(DRAW)
    assert table.pile == list(parse_cards("JS KH"))
    assert (table.hand(1), table.stock[::-1]) == (
        parse_cards("8C 3D 2H"),
        list(parse_cards("7C 6C")),
    )
    assert table.record == [(1, DRAW), (0, Reshuffle(parse_cards("8C 7C 6C")))]


def test_the_winner_scores_all_other_hands_with_the_ace_at_fifteen() -> None:
    table = game("JD/5C KD AS/TH 2D", "3C JS", "9C")
    table.apply(lay("JD"))
    result = table.result()
    assert (result.winner, result.points, result.places) == (1, (42, 0, 0), (1,))
    assert [receipt.total for receipt in result.receipts] == [0, 30, 12]


@pytest.mark.parametrize(("hands", "options", "winner", "points"), [
    ("2H/5C/KD", "", 1, (3 + 8, 0, 0)),
    ("2H/5C/KD", "blocked=no_score", None, (0, 0, 0)),
    ("2H/2C/KD", "", None, (0, 0, 0)),
])  # fmt: skip
def test_a_blocked_deal(
    hands: str, options: str, winner: int | None, points: tuple[int, ...]
) -> None:
    table = game(hands, "3S 8S", options=options)
    for _ in range(3):
        assert table.legal_plays() == (END_TURN,)
        table.apply(END_TURN)
    result = table.result()
    assert (result.ending, result.winner, result.points) == ("blocked", winner, points)


def test_a_lay_off_with_nothing_to_draw_ends_the_turn_and_the_row_of_passes() -> None:
    table = game("2H/JC 5C/KD", "3S JS")
    table.apply(END_TURN)
    assert table.passes == 1
    table.apply(lay("JC"))
    assert (table.turn, table.passes) == (3, 0)


def test_an_illegal_play_changes_nothing_and_brings_its_verdict() -> None:
    table = game("2H 3D/5C", "3C JS", "9C")
    with pytest.raises(IllegalPlay) as refused:
        table.apply(lay("2H"))
    assert "OT-21" in refused.value.verdict.clauses
    assert (table.record, table.hand(1), table.pile[-1]) == (
        [],
        parse_cards("3D 2H"),
        parse_card("JS"),
    )
    with pytest.raises(GameError, match="still on"):
        table.result()
    assert repr(table) == "<Ottawa: seat 1 to play on JS, holding 3D 2H>"
