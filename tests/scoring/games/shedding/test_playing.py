"""Every play of random games: what is listed is legal, what is said follows does follow."""

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from scoring.cards import QUEEN, parse_card, parse_cards, parse_suit, rank_of
from scoring.games.registry import ENGINES
from scoring.games.shedding.conduct import conduct_by
from scoring.games.shedding.engine import Shedding, engine_of
from scoring.games.shedding.law import SHAPES
from scoring.games.shedding.laying_table import Placement
from scoring.games.shedding.leaflet import leaflet
from scoring.games.shedding.match_tables import NOTHING_DUE, mask_of_copies
from scoring.law.effects import Effect
from scoring.law.game import GameError
from scoring.law.plays import (
    END_TURN,
    LAY,
    MISS,
    PICK_UP,
    TAKE_PENALTY,
    Call,
    Challenge,
    Lay,
    Play,
    Reshuffle,
)
from scoring.law.verdict import IllegalPlay

GAMES = sorted(name for name, one in ENGINES.items() if one.notation.table == "drawing")


def dealt(name: str, rng: Random) -> Any:
    """A game under options mixed at random."""
    book = ENGINES[name].rulebook
    rules = book.rules(
        {option.name: rng.choice(option.values) for option in book.options if rng.random() < 0.4}
    )
    players = rng.randint(rules.deal.seats_min, rules.deal.seats_max)
    return ENGINES[name].deal(rules, players, shuffle=rng.shuffle)


def cards(game: Shedding) -> Counter[int]:
    """Every card of the table."""
    hands = (game.hand(seat) for seat in range(1, game.players + 1))
    return Counter([*game.stock, *game.discards, *(card for hand in hands for card in hand)])


def tried(game: Shedding, rng: Random) -> list[Play]:
    """Plays of all sorts, right and wrong."""
    hand = game.hand(game.turn)
    lays = [Lay((card,), rng.choice((None, 1))) for card in {*hand, rng.randrange(52)}]
    asides = (Call(rng.randint(1, game.players)), Challenge(1, 2), Challenge(2, 2))
    return [*lays, Lay(hand[:2]), Lay((52,)), PICK_UP, TAKE_PENALTY, MISS, *asides]


@pytest.mark.parametrize("name", GAMES)
def test_the_verdict_is_the_bare_test_and_what_follows_follows(name: str) -> None:
    rng, endings = Random(name), Counter[str]()
    for _ in range(60):
        game = dealt(name, rng)
        whole = cards(game)
        for _ in range(400):
            if game.over:
                endings[game.ending or ""] += 1
                break
            assert game.legal_plays()
            for play in tried(game, rng):
                verdict = game.check(play)
                assert (verdict.answer in ("legal", "upheld")) == game.is_legal(play), verdict.text
            play = rng.choice(game.legal_plays())
            verdict, after = game.check(play), game.copy()
            after.apply(play)
            if not after.over:
                assert verdict.then.get("next_turn", after.turn) == after.turn
                assert verdict.then.get("pending", after.pending) == after.pending
                assert verdict.then.get("direction", after.direction) == after.direction
            game.apply(play)
            assert cards(game) == whole
    assert set(endings) >= {"won"}


@pytest.mark.parametrize("name", GAMES)
def test_every_option_of_a_game_is_one_that_the_machine_obeys(name: str) -> None:
    book = ENGINES[name].rulebook
    of_the_deal = {option for option, _value, _change in book.variants}
    for option in book.options:
        assert option.name in of_the_deal or set(option.values) <= set(SHAPES[option.name])


def game(
    name: str, hands: list[str], top: str, stock: str = "", options: str = "", *, pending: int = 0
) -> Any:
    """A table laid out by hand, seat 1 on turn; what is pending came of the top card."""
    below = list(parse_cards(top))
    placement = Placement(
        hands=[0, *(mask_of_copies(parse_cards(hand)) for hand in hands)],
        stock=list(parse_cards(stock))[::-1],
        discards=below,
        turn=1,
        pending=pending,
        due=rank_of(below[-1]) if pending else NOTHING_DUE,
    )
    return Shedding(ENGINES[name].rulebook.rules(options), placement)


def lay(text: str) -> Lay:
    """A lay of one card, with a suit behind a sign of equality."""
    card, _, suit = text.partition("=")
    return Lay((parse_card(card),), parse_suit(suit) if suit else None)


def test_whoever_cannot_lay_draws_until_they_can_and_then_has_to() -> None:
    table = game("crazy_eights", ["3C 4C", "9D 5D"], "KH", "5C 6C 7H 2S", "compulsory=yes")
    for _ in range(3):
        assert table.legal_plays() == (PICK_UP,)
        table.apply(PICK_UP)
    assert (table.turn, table.legal_plays()) == (1, (lay("7H"),))
    table.apply(lay("7H"))
    assert (table.turn, table.drawn) == (2, 0)


def test_with_the_stock_gone_turns_pass_until_the_game_is_blocked() -> None:
    table = game("crazy_eights", ["3C 4C", "9D 5D"], "KH", "5C")
    table.apply(PICK_UP)
    assert (table.turn, table.misses) == (2, 0)
    for _ in range(2):
        table.apply(MISS)
    assert (table.over, table.ending, table.winner) == (True, "blocked", 1)
    assert table.outcome() == ((2, 0), "blocked")
    assert repr(table) == "<Crazy Eights: over, seat 1 won>"
    nobody = game("crazy_eights", ["3C 4C", "9D 5D"], "KH", options="blocked=no_score")
    for _ in range(2):
        nobody.apply(MISS)
    assert (nobody.winner, nobody.result().points, nobody.result().places) == (None, (0, 0), ())


def test_the_winner_of_crazy_eights_takes_what_the_others_hold() -> None:
    table = game("crazy_eights", ["8C", "9D 5D", "8S KD"], "KH")
    with pytest.raises(GameError):
        table.result()
    table.apply(lay("8C=S"))
    result = table.result()
    assert (result.winner, result.points, result.places) == (1, (74, 0, 0), (1,))
    assert result.citation.startswith("crazy-eights/2 ")
    assert table.legal_plays() == ()
    assert table.check(lay("9D")).answer == "illegal"


def test_a_seven_an_eight_and_a_jack_do_what_the_table_of_mau_mau_says() -> None:
    table = game("mau_mau", ["7H JC AC", "7C 9D 9H", "8S 9S KD"], "KH", "10C 10D 10S QC QD")
    table.apply(lay("7H"))
    table.apply(lay("7C"))
    assert (table.turn, table.pending) == (3, 4)
    assert table.legal_plays() == (TAKE_PENALTY,)
    table.apply(TAKE_PENALTY)
    assert (table.turn, table.pending, len(table.hand(3))) == (1, 0, 7)
    table.apply(lay("JC=S"))
    assert table.check(lay("9D")).clauses[0] == "MM-5"
    table.apply(PICK_UP)
    assert table.turn == 3
    table.apply(lay("8S"))
    assert (table.turn, str(table.spelt(lay("JC")))) == (2, "JC=C")
    assert table.spelt(MISS) is MISS


def test_a_drawn_card_may_be_laid_kept_or_has_to_wait() -> None:
    hands, stock = ["9C QC", "7C 9D"], "AH 10C"
    may = game("mau_mau", hands, "KH", stock)
    may.apply(PICK_UP)
    assert may.legal_plays() == (lay("AH"), MISS)
    may.apply(MISS)
    assert (may.turn, may.misses) == (2, 0)
    keep = game("mau_mau", hands, "KH", stock, "drawn_card=keep")
    keep.apply(PICK_UP)
    assert keep.turn == 2


def test_a_missing_mau_is_caught_and_one_in_time_is_not() -> None:
    table = game("mau_mau", ["AH QC", "7C 9D", "8S AS"], "KH", "10C 10D")
    table.apply(lay("AH"))
    assert table.is_legal(Challenge(2, 1))
    table.apply(Challenge(2, 1))
    assert (len(table.hand(1)), table.silent) == (2, 0)
    with pytest.raises(IllegalPlay, match="No call is due"):
        table.apply(Call(1))
    said = game("mau_mau", ["AH QC", "7C AD"], "KH", "10C 10D")
    said.apply(Call(1))
    said.apply(lay("AH"))
    assert not said.is_legal(Challenge(2, 1))
    late = game("mau_mau", ["AH QC", "7C AD"], "KH", "10C 10D", "challenge_until=any_time")
    late.apply(lay("AH"))
    late.apply(Call(1))
    assert late.silent == 0
    assert late.check(Challenge(7, 1)).answer == "denied"


def test_discards_become_a_new_stock_and_an_empty_table_is_blocked() -> None:
    table = game("mau_mau", ["9C QC", "7C 9D"], "AC KH")
    table.apply(PICK_UP)
    assert (0, Reshuffle((13 * 0,))) in table.record
    empty = game("mau_mau", ["9C QC", "7C 9D"], "KH")
    for _ in range(2):
        empty.apply(MISS)
    assert (empty.ending, empty.winner) == ("blocked", None)
    assert empty.result().points == (12, 16)


def test_a_start_card_acts_where_the_table_wants_it() -> None:
    deal = ENGINES["mau_mau"].deal
    rules = ENGINES["mau_mau"].rulebook
    pack = list(rules.deal.pack)

    def started(top: int, options: str) -> Any:
        rest = [card for card in pack if card != top]
        return deal(rules.rules(options), 4, [*rest[:20], top, *rest[20:]], dealer=4)

    seven, eight, jack = 6, 7, 10
    assert (started(seven, "").pending, started(seven, "start_effect=yes").pending) == (0, 2)
    assert (started(eight, "").turn, started(eight, "start_effect=yes").turn) == (1, 2)
    turned = started(jack, "")
    # The next card is a Jack too: both lie under the stock.
    assert turned.stock[:2] == [26 + jack, jack]
    assert turned.top % 13 != jack


def test_seats_and_cards_that_do_not_fit_are_refused() -> None:
    deal, rules = ENGINES["mau_mau"].deal, ENGINES["mau_mau"].rulebook.rules()
    with pytest.raises(GameError, match="Mau-Mau is for 2 to 5 players, not 6"):
        deal(rules, 6)
    with pytest.raises(GameError, match="Mau-Mau with 3 players is played with 32 cards"):
        deal(rules, 3, [1, 2])
    assert repr(deal(rules, 2)).startswith("<Mau-Mau: seat 1 to play on ")


def test_a_question_of_an_unknown_kind_is_refused() -> None:
    with pytest.raises(GameError, match="no play of the kind “rudeness”"):
        ENGINES["mau_mau"].read_question({"kind": "rudeness"}, {})


def test_what_is_not_known_and_does_not_decide_is_not_asked_for() -> None:
    eights = ENGINES["crazy_eights"]
    read = eights.read_position({"players": 4}, "discard")
    verdict = eights.check(read, lay("9C"), eights.rulebook.rules())
    assert (verdict.answer, verdict.needs) == ("depends", ("the card showing",))


def test_a_number_of_drawn_cards_may_be_told_in_words() -> None:
    mau = ENGINES["mau_mau"]
    told = {"hand": ["9C"], "top": "KH", "pending": 0}
    for words, answer in (("a card", "legal"), ("1 card", "legal"), ("0 cards", "depends")):
        read = mau.read_position(told | {"already_picked_up": words}, "miss")
        assert mau.check(read, MISS, mau.rulebook.rules()).answer == answer


def test_another_game_is_one_more_row_of_the_table() -> None:
    mau = ENGINES["mau_mau"].rulebook
    effects = (*mau.effects, Effect("Q", "MM-8", turns=True))
    book = replace(mau, name="queens", title="Queens", effects=effects)
    rules = book.rules()
    assert engine_of(book).deal(rules, 3).players == 3
    hands = [0, *(mask_of_copies(parse_cards(text)) for text in ("QC KC 3D", "7D", "7H"))]
    table = Shedding(rules, Placement(hands, [], [parse_card("4C")], turn=1))
    verdict = table.check(LAY[11])
    assert "The direction of play turns round." in verdict.text
    table.apply(LAY[11])
    assert (table.turn, table.direction) == (3, verdict.then["direction"]) == (3, -1)
    assert [effect.heading for effect in leaflet(rules).effects][-1] == "Reverse"
    turns = conduct_by(book).turns
    assert turns.words == "Turns pass clockwise until a Queen turns them."
    assert turns.turn == (QUEEN, "MM-8", "", "")


def test_a_game_that_does_not_ask_is_over_at_once_with_a_last_card_of_penalty() -> None:
    eights = ENGINES["crazy_eights"].rulebook
    effects = (*eights.effects, Effect("2", "CE-6", draws=2))
    rules = replace(eights, name="twos", title="Twos", effects=effects).rules()
    hands = [0, *(mask_of_copies(parse_cards(text)) for text in ("2C", "7D 9H"))]
    table = Shedding(rules, Placement(hands, list(parse_cards("3S 4S")), [parse_card("4C")], 1))
    verdict = table.check(lay("2C"))
    assert "The game is over at once: nobody takes the cards. (CE-6)" in verdict.text
    table.apply(lay("2C"))
    assert (table.winner, len(table.hand(2))) == (1, 2)


def test_what_is_no_play_of_the_game_and_a_forbidden_pass_are_told() -> None:
    table = game("mau_mau", ["7C QC", "7D 9D"], "7H", "10C 10D", "answer_compulsory=yes", pending=2)
    assert table.check(END_TURN).text == "Illegal. There is no such play in Mau-Mau. (MM-5)"
    assert "so must be, with 7♣" in table.check(TAKE_PENALTY).text
    other = table.under(table.rules.but("answer_compulsory", "no"))
    assert (other.is_legal(TAKE_PENALTY), table.is_legal(TAKE_PENALTY)) == (True, False)
    free = game("mau_mau", ["7C QC", "7D 9D"], "7H", "", pending=2)
    words = "Answering is left to the player, and there is nothing to take: the turn passes."
    assert words in free.check(MISS).text
    bound = game("mau_mau", ["7C QC", "7D 9D"], "7H", "", "dry_answer=lay", pending=2)
    assert "There is nothing to take, so a card that answers has to" in bound.check(MISS).text
    assert bound.legal_plays() == (lay("7C"),)
    dry = game("mau_mau", ["9C QC", "7D 9D"], "7H", "", pending=2)
    assert "No card is left to be taken." in dry.check(TAKE_PENALTY).text
    dry.apply(MISS)
    assert (dry.turn, dry.pending) == (2, 0)


@pytest.mark.parametrize(("unnamed", "suit"), [("own", "H"), ("before", "C")])
def test_a_wild_card_without_a_word_leaves_its_own_suit_or_the_one_before(
    unnamed: str, suit: str
) -> None:
    table = game("crazy_eights", ["8H 3D", "4S"], "KC", options=f"unnamed={unnamed}")
    lay = Lay((parse_card("8H"),))
    verdict = table.check(lay)
    assert verdict.then["suit_in_force"] == suit
    assert any("No suit was named" in reason.words for reason in verdict.reasons)
    assert table.spelt(lay) == Lay(lay.cards, parse_suit(suit))
    table.apply(lay)
    assert table.suit == parse_suit(suit)


def test_a_blocked_game_of_mau_mau_is_void_where_it_is_so_read() -> None:
    table = game("mau_mau", ["9H", "TD"], "KC", options="blocked=redeal")
    table.apply(MISS)
    table.apply(MISS)
    result = table.result()
    assert (result.ending, result.winner, result.points) == ("redeal", None, ())
    assert table.outcome() == ((), "redeal")
