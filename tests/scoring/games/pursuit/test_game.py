"""Whole games of Pursuit: cards kept together, turns, endings, what is refused."""

import copy
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.cards import CardError, card_text, parse_card, parse_cards, plain
from scoring.games.pursuit import ENGINE, PURSUIT, PursuitGame
from scoring.games.pursuit.game import deal, pass_cards
from scoring.law.game import GameError, Laid
from scoring.law.plays import (
    DRAW,
    MISS,
    TAKE_DISCARD,
    Call,
    Discard,
    PutDown,
    Reshuffle,
    TallyClaim,
)
from scoring.law.position import HandPosition
from scoring.law.rulebook import RulesError
from scoring.law.verdict import IllegalPlay
from scoring.umpire import adjudicate
from tests.scoring.games.pursuit.differing import by_name, random_options


def table(
    hand: str, other: str = "2H 4H 6H", *, up_to: str = "5C 9C", options: str = "", **cards: str
) -> PursuitGame:
    """Seat 1 to play with a hand, seat 2 with another."""
    stock, top = cards.get("stock", "3C 4C 6C 7C"), cards.get("top", "8C")
    hands, fronts = (parse_cards(hand), parse_cards(other)), parse_cards(up_to)
    laid = Laid(hands, parse_cards(top), parse_cards(stock), fronts=fronts)
    return PursuitGame(PURSUIT.rules(options), laid, by_name)


def down(*sequences: str) -> PutDown:
    return PutDown(
        tuple(tuple(plain(card) for card in parse_cards(sequence)) for sequence in sequences)
    )


def after(game: PursuitGame, *plays: Any) -> PursuitGame:
    for play in plays:
        game.apply(play)
    return game


def held(game: PursuitGame) -> list[str]:
    """Every card on the table."""
    groups = [*game.hands, *game.fronts, game.stock, game.pile]
    return sorted(card_text(card) for cards in groups for card in cards)


def test_a_turn_takes_puts_down_discards_and_fills_up() -> None:
    """PU-8, PU-9, PU-10 and PU-18."""
    game = after(table("5D 6D 2S 3S 4S 8S 9S"), DRAW, down("5D 6D"), Discard(parse_card("2S")))
    assert [card_text(card) for card in game.pile] == ["8C", "5C", "5D", "2S"]
    assert [card_text(card) for card in game.hand(1)] == ["3C", "4C", "6C", "3S", "4S", "8S", "9S"]
    assert (game.turn, game.fronts[0], game.stock[0]) == (2, (parse_card("6D"),), parse_card("7C"))


def test_after_all_cards_nothing_is_discarded_and_the_old_top_is_on_top_again() -> None:
    """PU-19."""
    game = after(table("5D 6D", stock="6S 7C", top="8H"), DRAW, down("5D 6D", "6S"))
    assert (game.turn, game.hand(1)) == (2, parse_cards("5C 7C 5D 6D"))
    assert game.pile == [parse_card("8H")]


def test_with_the_only_discard_taken_there_is_no_old_top_to_come_back() -> None:
    game = after(table("5D 6D", top="6S"), TAKE_DISCARD, down("5D 6D", "6S"))
    assert game.fronts[0] == parse_cards("6S")
    assert (game.pile, len(game.hand(1))) == ([parse_card("6D")], 6)


def test_a_final_joker_keeps_the_card_before_it() -> None:
    """PU-17 and PU-20."""
    game = after(table("5D 6D JK"), DRAW, down("5D 6D JK"), Discard(parse_card("3C")))
    assert [card_text(card) for card in game.fronts[0]] == ["6D", "JK"]
    assert (game.up_to[0], game.safe) == (6, [False, True])


def test_catching_up_ends_the_game_at_once() -> None:
    """PU-3 and PU-21."""
    game = after(table("8D 9D", up_to="8C 9C"), DRAW, down("8D 9D"))
    assert (game.over, game.winner, game.legal_plays()) == (True, 1, ())
    assert (game.result().winner, game.result().places, game.result().points) == (1, (1,), ())
    assert not game.is_legal(Discard(parse_card("3C")))
    assert game.check(DRAW).clauses == ("PU-21",)


def test_a_result_before_the_end_is_refused() -> None:
    with pytest.raises(GameError, match="not over"):
        table("5D").result()


def test_an_illegal_play_changes_nothing_and_says_why() -> None:
    game = table("5D 6D 7S")
    for play in (down("5D"), Discard(parse_card("5D")), MISS, Call(1)):
        before = copy.deepcopy(vars(game))
        with pytest.raises(IllegalPlay) as caught:
            game.apply(play)
        assert caught.value.verdict.answer == "illegal"
        assert vars(game) == before
    after(game, DRAW, down("5D"))
    assert not game.is_legal(down("5D"))
    assert not game.is_legal(Discard(parse_card("AD")))
    assert {type(play) for play in game.legal_plays()} == {Discard}


def test_cards_not_held_are_not_put_down() -> None:
    game = after(table("5D 6D 7S"), DRAW)
    assert not game.is_legal(down("5D 6D 7D"))
    assert not game.is_legal(down("5D 6D", "6D"))


def test_landing_in_a_race_makes_the_other_miss() -> None:
    options = "racing=yes landing_misses=yes"
    game = after(
        table("8D 9D 2S", up_to="8C 9C", options=options),
        DRAW,
        down("8D 9D"),
        Discard(parse_card("2S")),
    )
    assert (game.turn, game.missing) == (1, [False, False])
    game = after(
        table("8D 2S", up_to="8C 9C", options=options), DRAW, down("8D"), Discard(parse_card("2S"))
    )
    assert game.turn == 2


@pytest.mark.parametrize(("laps", "nth"), [(1, "first"), (3, "third"), (5, "fifth")])
def test_so_many_laps_win_a_race_as_its_rules_say_and_the_door_says_the_same(
    laps: int, nth: str
) -> None:
    options, said = f"racing=yes race_laps={laps}", []
    for front, cards, steps in (("4C", "4D 5D", 9), ("3C", "3D 4D", 8)):
        game = table("3D 4D 5D 2S", up_to=f"{front} 9C", options=options)
        game.steps[0] = 10 * (laps - 1) + steps
        after(game, DRAW)
        own = game.check(down(cards))
        told = {"turn": 1, "up_to": front, "opponent_up_to": "9C", "start": "5H", "laps": laps - 1}
        play = {"kind": "put_down", "sequences": [cards.split()]}
        assert adjudicate("pursuit", told, play, options).text == own.text
        after(game, down(cards))
        said.append((own.answer, game.over, game.laps, game.direction))
        assert (f"completes the {nth} lap and wins the race" in own.text) is game.over
    assert said == [("win", True, (laps, 0), 1), ("legal", False, (laps - 1, 0), 1)]


def test_the_usual_five_laps_are_as_good_as_unsaid_and_others_stay_with_the_rules() -> None:
    race = PURSUIT.rules("racing=yes")
    assert PURSUIT.rules("racing=yes race_laps=5") == race
    assert ("race_laps" in race.full, race.digest) == (False, "3e651d625356")
    three = PURSUIT.rules("racing=yes race_laps=3")
    assert str(three.but("laps", "pass")) == "racing=yes laps=pass race_laps=3"
    assert three.but("laps", "pass").rulebook.option("laps").meaning("pass") == (
        "the third lap is done on passing beyond the own starting rank"
    )
    assert PURSUIT.rules(three.full) == three != race
    with pytest.raises(RulesError, match="“race_laps” cannot be “21”"):
        PURSUIT.rules("race_laps=21")


def test_the_stock_is_made_anew_in_the_middle_of_filling_up() -> None:
    """PU-11."""
    game = after(
        table("5D 6D 7D 8D", stock="3C", top="2C"),
        DRAW,
        down("5D 6D 7D 8D"),
        Discard(parse_card("3C")),
    )
    assert (0, Reshuffle(parse_cards("2C 5C 5D 6D 7D"))) in game.record
    assert (len(game.hand(1)), game.pile) == (5, list(parse_cards("3C")))


def test_passing_swaps_the_cards_nearest_to_the_other_start() -> None:
    """PU-23."""
    hands = [list(parse_cards("TS AS 2D 3D 9H 8S JK")), list(parse_cards("5D 6D AC 8D TD TH 9C"))]
    pass_cards(PURSUIT.rules("passing_cards=yes"), hands, parse_cards("5C TC"))
    assert [card_text(card) for card in hands[0]] == ["3D", "9H", "8S", "JK", "5D", "6D", "8D"]
    assert [card_text(card) for card in hands[1]] == ["AC", "TD", "TH", "9C", "TS", "AS", "2D"]


def test_no_more_is_passed_than_both_can_and_only_under_the_option() -> None:
    order = parse_cards("5C TC 6D 8D 2H AS 3S 9S TS 2D 7H 6H AC 4D 9H JK")
    rest = [card for card in PURSUIT.deal.pack if plain(card) not in set(map(plain, order))] + [53]
    kept = deal(PURSUIT.rules(), 2, (*order, *rest))
    passed = deal(PURSUIT.rules("passing_cards=yes"), 2, (*order, *rest))
    assert kept.hand(1) == tuple(sorted(parse_cards("6D 8D 3S 9S TS AC 4D")))
    assert passed.hand(1) == tuple(sorted(parse_cards("6D 8D 9S 6H 7H 9H 4D")))


def test_the_deal_sets_out_a_five_and_a_ten_and_refuses_what_does_not_fit() -> None:
    """PU-4, PU-5 and PU-6."""
    game = deal(PURSUIT.rules(), 2, dealer=1)
    assert (game.turn, game.up_to, [len(hand) for hand in game.hands]) == (2, [9, 4], [7, 7])
    assert deal(PURSUIT.rules("racing=yes"), 4, PURSUIT.deal.pack * 2).up_to == [4, 9, 4, 9]
    with pytest.raises(GameError, match="for 2 players, not 3"):
        deal(PURSUIT.rules(), 3)
    with pytest.raises(GameError, match="2 to 10"):
        deal(PURSUIT.rules("racing=yes"), 11)
    with pytest.raises(GameError, match="84 cards"):
        deal(PURSUIT.rules("racing=yes"), 3, PURSUIT.deal.pack)


def test_questions_in_another_form_are_refused_with_a_sentence() -> None:
    with pytest.raises(GameError, match="no play of the kind"):
        ENGINE.read_question({"kind": "pick_up"}, {})
    with pytest.raises(GameError, match="players"):
        ENGINE.read_position({}, "setup")
    with pytest.raises(CardError, match="no Jack"):
        ENGINE.read_position({"up_to": "JC"}, "put_down")
    with pytest.raises(TypeError):
        ENGINE.check(HandPosition(()), TallyClaim(), PURSUIT.rules())
    assert ENGINE.read_position({"up_to": "JK"}, "put_down").up_to is None


def any_put_down(hand: tuple[int, ...], rng: Random) -> PutDown:
    """Some cards of a hand, half the time by rank, in one sequence or two; seldom legal."""
    cards = rng.sample(hand, rng.randint(1, min(4, len(hand))))
    if rng.random() < 0.5:
        cards.sort(key=lambda card: card % 13)
    cut = rng.randint(1, len(cards))
    return PutDown(tuple(tuple(part) for part in (cards[:cut], cards[cut:]) if part))


@given(st.integers(0, 10**9))
def test_a_random_game_keeps_its_cards_and_explains_every_play(seed: int) -> None:
    rng = Random(seed)
    options = random_options(rng)
    players = rng.choice((2, 3, 6)) if options.get("racing") == "yes" else 2
    rules = PURSUIT.rules(options)
    game = deal(rules, players, PURSUIT.deal.pack * rules.deal.packs(players), shuffle=rng.shuffle)
    cards = held(game)
    for _ in range(25):
        plays = game.legal_plays()
        assert bool(plays) is not game.over
        if game.over:
            break
        tried = [
            *rng.sample(list(plays), min(3, len(plays))),
            Discard(rng.randrange(40)),
            DRAW,
            TAKE_DISCARD,
        ]
        tried += [any_put_down(game.hand(game.turn), rng) for _ in range(6)]
        for play in tried:
            verdict = game.check(play)
            assert verdict.legal == game.is_legal(play) == (game.spelt(play) in plays)
            assert bool(verdict.reasons)
            assert all(PURSUIT.clause(clause) for clause in verdict.clauses)
        game.apply(rng.choice(list(plays)))
        assert held(game) == cards


@pytest.mark.parametrize("options", ["", "no_early_wins=yes win=end_on_card", "racing=yes"])
def test_players_who_put_down_what_they_can_come_to_an_end(options: str) -> None:
    for seed in range(10):
        rng = Random(seed)
        game = deal(PURSUIT.rules(options), 2, shuffle=rng.shuffle)
        for _ in range(3_000):
            if game.over:
                break
            plays = game.legal_plays()
            downs = [play for play in plays if isinstance(play, PutDown)]
            game.apply(
                max(downs, key=lambda play: len(str(play))) if downs else rng.choice(list(plays))
            )
        assert game.over
