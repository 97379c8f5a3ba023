"""Cases of clauses that no single verdict cites: dealing, new stocks, scoring, the round, the
match.
"""

from random import Random

from scoring.cards import FULL_PACK, card_text, cards_text, parse_card, parse_cards
from scoring.counting.cut import Cut, cut
from scoring.counting.standings import Ranking, rank
from scoring.counting.tally import Player, Tally
from scoring.games.ottawa.game import Match, Ottawa
from scoring.games.ottawa.game import deal as deal_ottawa
from scoring.games.pursuit.game import PursuitGame, pass_cards
from scoring.games.pursuit.game import deal as deal_pursuit
from scoring.games.registry import engine
from scoring.games.rulebooks import rulebook
from scoring.games.swedish_pursuit import SwedishPursuit
from scoring.law.game import Laid, as_they_lie
from scoring.law.plays import DRAW, MISS, Discard, Lay, PutDown
from scoring.law.rulebook import Rules
from tests.scoring.law.cases.bearing import bears_out


def rules(game: str, options: str = "") -> Rules:
    return rulebook(game).rules(options)


@bears_out(
    "SP-1",
    "SP-2",
    turns=("swedish_pursuit first_player=cut", "swedish_pursuit first_player=dealer"),
)
def test_the_cut_finds_the_dealer_and_play_begins_on_their_left() -> None:
    game = rules("swedish_pursuit")
    pack = [card for card in FULL_PACK if card_text(card)[0] in "34569TJK"] + [
        card for card in FULL_PACK if card_text(card)[0] not in "34569TJK"
    ]
    turns = [SwedishPursuit.deal(game, 5, pack, dealer=dealer).turn for dealer in (1, 2, 3, 4, 5)]
    assert turns == [2, 3, 4, 5, 1]
    assert SwedishPursuit.deal(game.but("first_player", "dealer"), 5, pack, dealer=3).turn == 3
    assert (
        SwedishPursuit.deal(game.but("first_player", "cut"), 5, pack, dealer=3, first=1).turn == 1
    )


@bears_out("SP-3", "SP-4", "SP-5")
def test_five_cards_each_singly_one_turned_up_and_the_rest_is_the_stock() -> None:
    pack = parse_cards("3C 4C 5C 6C 7C 9C TC JC KC 3D KD")
    game = SwedishPursuit.deal(
        rules("swedish_pursuit"), 2, [*pack, *(c for c in FULL_PACK if c not in pack)]
    )
    assert cards_text(game.hand(1)) == "3C 5C 7C TC KC"
    assert (card_text(game.top), len(game.stock)) == ("KD", 41)


@bears_out("SP-8", "SP-9", "SP-28")
def test_the_winner_scores_nothing_and_all_others_what_they_hold() -> None:
    game = SwedishPursuit.deal(rules("swedish_pursuit"), 4, shuffle=Random(4).shuffle)
    while not game.over:
        game.apply(game.legal_plays()[0])
    result = game.result()
    assert result.winner is not None
    assert [receipt.total for receipt in result.receipts] == list(result.points)
    assert [seat for seat in (1, 2, 3, 4) if not game.hand(seat)] == [result.winner]
    assert result.points[result.winner - 1] == 0


def field_of(points: dict[str, tuple[int, int]]) -> tuple[list[Tally], list[Player]]:
    """Two rounds of one game each; one table to a pair of players is enough for totals."""
    tallies = [
        Tally(name, at, 1, 1, points=each)
        for name, both in points.items()
        for at, each in enumerate(both, 1)
    ]
    return tallies, [Player(name, name) for name in points]


@bears_out("SP-10", "SP-34")
def test_the_lowest_total_wins_the_round() -> None:
    tallies, players = field_of({"Ada": (30, 12), "Bede": (11, 20), "Cuth": (10, 25)})
    ranked = rank(tallies, players, Ranking(rules("swedish_pursuit").scoring.direction))
    assert [(standing.player, standing.total) for standing in ranked] == [
        ("Bede", 31),
        ("Cuth", 35),
        ("Ada", 42),
    ]


@bears_out("SP-35")
def test_the_ten_lowest_over_both_rounds_go_through() -> None:
    names = [f"guest {number:02}" for number in range(12)]
    tallies, players = field_of({name: (5 * at, 100 - 3 * at) for at, name in enumerate(names)})
    drawn = cut(rank(tallies, players), 10)
    assert isinstance(drawn, Cut)
    assert drawn.qualifiers == tuple(names[:10])


@bears_out("OT-2", "OT-3", "OT-34")
def test_a_match_lasts_the_agreed_deals_or_until_the_target() -> None:
    assert [Match(deals=3).is_over(played, [200, 10]) for played in (2, 3)] == [False, True]
    assert [Match(target=100).is_over(9, totals) for totals in ([99, 10], [10, 100])] == [
        False,
        True,
    ]


@bears_out("OT-5", "OT-15")
def test_whoever_was_drawn_as_dealer_the_player_on_their_left_begins() -> None:
    assert [deal_ottawa(rules("ottawa"), 4, dealer=dealer).turn for dealer in (1, 2, 3, 4)] == [
        2,
        3,
        4,
        1,
    ]


@bears_out("OT-27")
def test_a_new_stock_of_ottawa_leaves_the_two_top_cards() -> None:
    hands = (parse_cards("2H 3H"), parse_cards("4S 5S"))
    laid_out = Laid(hands, parse_cards("JC QC KC"), parse_cards("9C"))
    game = Ottawa(rules("ottawa"), laid_out)
    game.apply(DRAW)
    for play in game.legal_plays():
        if not isinstance(play, Lay):
            game.apply(play)
            break
    assert cards_text(game.pile[-2:]) == "QC KC"
    game.apply(DRAW)
    assert (cards_text(game.pile), parse_card("JC") in game.hand(2)) == ("QC KC", True)


@bears_out("PU-4", "PU-5", "PU-6")
def test_a_ten_and_a_five_are_set_out_seven_cards_dealt_and_one_turned_up() -> None:
    game = deal_pursuit(rules("pursuit"), 2, dealer=2)
    assert [card_text(front[-1])[0] for front in game.fronts] == ["5", "T"]
    assert (len(game.hand(1)), len(game.hand(2)), len(game.pile), len(game.stock)) == (7, 7, 1, 25)


def pursuing(stock: str, top: str) -> PursuitGame:
    hands = parse_cards("5D 6D 7D 8D"), parse_cards("2H 4H 6H")
    fronts = parse_cards("5C 9C")
    laid_out = Laid(hands, parse_cards(top), parse_cards(stock), fronts=fronts)
    return PursuitGame(rules("pursuit"), laid_out)


@bears_out("PU-8", "PU-9", "PU-10")
def test_after_putting_down_and_discarding_the_hand_is_filled_up_to_seven() -> None:
    game = pursuing("3C 4C 6C 7C 8C AC 2S 3S", "2C")
    for play in (DRAW, PutDown((parse_cards("5D 6D"),)), Discard(parse_card("3C"))):
        game.apply(play)
    assert (cards_text(game.hand(1)), game.turn) == ("AC 4C 6C 7C 8C 7D 8D", 2)


@bears_out("PU-11")
def test_a_new_stock_of_pursuit_is_all_discards_but_the_top_one() -> None:
    game = pursuing("3C", "2C")
    for play in (DRAW, PutDown((parse_cards("5D 6D 7D 8D"),)), Discard(parse_card("3C"))):
        game.apply(play)
    assert cards_text(game.pile) == "3C"
    assert set(game.hand(1)) == set(parse_cards("2C 5C 5D 6D 7D"))


@bears_out("PU-23", turns=("pursuit passing_cards=yes",))
def test_both_players_pass_equally_many_useful_cards() -> None:
    hands = [list(parse_cards("TS AS 9H 8S JK")), list(parse_cards("5D TD TH 9C 8C"))]
    pass_cards(rules("pursuit", "passing_cards=yes"), hands, parse_cards("5C TC"))
    assert (len(hands[0]), len(hands[1])) == (5, 5)
    assert set(parse_cards("TS AS")) <= set(hands[1])
    plain, passed = (
        deal_pursuit(rules("pursuit", options), 2, shuffle=Random(5).shuffle)
        for options in ("", "passing_cards=yes")
    )
    assert plain.hand(1) != passed.hand(1)


@bears_out("MM-12", turns=("mau_mau dry_answer=lay",))
def test_a_7_that_could_be_answered_is_passed_or_answered_where_nothing_can_be_taken() -> None:
    laid = Laid((parse_cards("7C QC"), parse_cards("9D QD")), parse_cards("7H"), (), pending=2)
    free = engine("mau_mau").lay_out(rules("mau_mau"), laid, as_they_lie)
    bound = free.under(rules("mau_mau", "dry_answer=lay"))
    assert (free.is_legal(MISS), bound.is_legal(MISS)) == (True, False)
