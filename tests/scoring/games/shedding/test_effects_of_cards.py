"""What a table of effects can say of cards that no game here has yet: tables laid out by hand."""

from collections.abc import Sequence

import pytest

from scoring.cards import ACE, JACK, QUEEN, TWO, cards_text, parse_card, parse_cards, parse_suit
from scoring.games.rulebooks import RULEBOOKS
from scoring.games.shedding.dealing import beginning, placed
from scoring.games.shedding.flags import Flags
from scoring.games.shedding.laying_table import Placement
from scoring.games.shedding.machine import Machine, Refused
from scoring.games.shedding.match_tables import cards_of_copies, mask_of_copies
from scoring.law.effects import Effect
from scoring.law.game import GameError
from scoring.law.plays import LAY, MISS, PICK_UP, TAKE_PENALTY, Call, Challenge, Lay, Nominate, Play

RULES = RULEBOOKS["crazy_eights"].rules()


def table(flags: Flags, hands: Sequence[str], top: str, stock: str = "3C 4C 5C 6C 7C") -> Machine:
    """A table laid out by hand, seat 1 on turn; the stock from its next card."""
    masks = [0, *(mask_of_copies(parse_cards(hand)) for hand in hands)]
    placement = Placement(masks, list(parse_cards(stock))[::-1], list(parse_cards(top)), turn=1)
    return Machine(RULES, flags, placement)


def lay(text: str) -> Lay:
    """A lay of one card, with a suit behind a sign of equality."""
    card, _, suit = text.partition("=")
    return Lay((parse_card(card),), parse_suit(suit) if suit else None)


def play(game: Machine, *texts: str) -> Machine:
    words: dict[str, Play] = {"+": PICK_UP, "++": TAKE_PENALTY, "-": MISS}
    for text in texts:
        game.apply(words.get(text) or lay(text))
    return game


def open_to(game: Machine) -> str:
    return " ".join(str(play) for play in game.legal_plays())


ANSWERABLE = Flags(effects=(Effect("A", "", skips=1, answerable=True),))


def test_an_answerable_card_is_passed_on_or_costs_the_turn() -> None:
    game = play(table(ANSWERABLE, ["AS 9S", "AH 9H KS", "9D KD"], "KS"), "AS")
    assert (game.turn, game.pending, open_to(game)) == (2, 0, "AH -")
    assert game.some_plays() == game.legal_plays()
    missed = play(game.copy(), "-")
    assert (missed.turn, missed.misses, open_to(missed)) == (3, 0, "+")
    assert play(game, "AH", "-").turn == 1


def test_nobody_is_at_a_loss_who_is_passed_over() -> None:
    """Two such turns in a row block no game of two."""
    game = play(table(ANSWERABLE, ["AS AH 9S 9H", "KD KC"], "KS", ""), "AS", "-", "AH", "-")
    assert (game.over, game.turn) == (False, 1)


def test_a_card_may_let_its_player_on_again() -> None:
    flags = Flags(effects=(Effect("7", "", again=True),))
    game = play(table(flags, ["7S 9S KH", "9H KD"], "KS"), "7S")
    assert (game.turn, open_to(game)) == (1, "9S")
    assert play(table(flags, ["7S", "9H KD"], "KS"), "7S").winner == 1


def test_an_effect_may_belong_to_one_suit() -> None:
    flags = Flags(effects=(Effect("K", "", draws=5, suits="H"),))
    assert play(table(flags, ["KS 9S", "9H"], "QS"), "KS").pending == 0
    game = play(table(flags, ["KH 9S", "KS 9H"], "QH", "3C"), "KH")
    assert (game.pending, open_to(game)) == (5, "++")


@pytest.mark.parametrize(("adds", "due"), [("own", 6), ("double", 8), ("one", 4)])
def test_an_answer_adds_its_own_cards_or_doubles_or_adds_one(adds: str, due: int) -> None:
    flags = Flags(effects=(Effect("2", "", draws=2, adds=adds),))  # type: ignore[arg-type]
    game = table(flags, ["2S 9S", "2H 9H", "2D 9D", "4C"], "KS")
    assert play(game, "2S", "2H", "2D").pending == due
    assert len(play(game, "++").hand(4)) == 1 + min(due, 5 + 3)


def test_a_card_may_have_to_follow_its_suit() -> None:
    flags = Flags(effects=(Effect("A", "", skips=1, follows=True),))
    assert open_to(table(flags, ["AH AS 9S", "4C"], "AD")) == "+"
    assert open_to(table(flags, ["AH AS 9S", "4C"], "KS")) == "AS 9S"


WILD = Flags(effects=(Effect("8", "", wild=True),), late_name=True)


def test_a_needless_word_is_void() -> None:
    game = table(WILD, ["9S 4H 8D", "4C 5C"], "KS")
    assert game.is_legal(lay("9S=D"))
    assert game.spelt(lay("9S=D")) == LAY[parse_card("9S")]
    assert game.spelt(PICK_UP) is PICK_UP
    play(game, "9S=D")
    assert (game.suit, game.record) == (parse_suit("S"), [(1, lay("9S"))])


def test_nothing_is_called_once_the_game_is_over() -> None:
    flags = Flags(effects=(), grace=True, silence_outlasts_win=True, silence_ends_by_turn=False)
    game = play(table(flags, ["9S KS", "4C 5C"], "QS"), "9S", "+", "KS")
    assert (game.over, game.winner, game.is_legal(Call(1))) == (True, 1, False)
    game.apply(Challenge(2, 1))
    assert (game.over, game.winner, len(game.hand(1)), game.turn) == (False, None, 1, 2)
    assert game.legal_plays()


def test_nobody_outside_the_table_says_anything() -> None:
    game = table(WILD, ["9S KS", "4C 5C"], "QS")
    said = (Call(0), Call(3), Challenge(0, 1), Challenge(1, 3), Nominate(0, 1), Nominate(1, 7))
    assert [game.is_legal(word) for word in said] == [False] * 6


def test_a_free_answer_is_kept_even_if_there_is_nothing_to_take() -> None:
    flags = Flags(effects=(Effect("2", "", draws=2),), renew="never")
    game = play(table(flags, ["2S 9S", "2H 9H"], "KS", ""), "2S")
    assert open_to(game) == "2H -"
    assert (play(game, "-").pending, game.turn, game.misses) == (0, 1, 1)


def test_a_play_that_is_refused_changes_nothing() -> None:
    game = table(WILD, ["9S KD", "4C 5C"], "KS")
    before = game.mark()
    for wrong in (lay("2C"), PICK_UP, MISS, TAKE_PENALTY, Lay(()), Lay((1, 2)), Call(2)):
        with pytest.raises(Refused):
            game.apply(wrong)
    assert game.mark() == before
    taking = table(ANSWERABLE, ["AS 9S", "9H"], "KS")
    with pytest.raises(Refused):
        play(taking, "AS", "+")


def test_an_unfinished_game_counts_nothing() -> None:
    with pytest.raises(GameError, match=r"^The game is still on: there is nothing to count yet\.$"):
        table(WILD, ["9S", "4C"], "KS").outcome()


def test_a_game_needs_a_card_to_start_the_pile() -> None:
    flags = Flags(effects=(), back=frozenset({ACE}), reshuffled=True)
    cards = parse_cards("2C 3C AD AH AS")
    with pytest.raises(GameError, match=r"^No card that is left can start the pile: deal again\.$"):
        placed(flags, cards, (2, 2, None), 1)
    kept = placed(Flags(effects=(), back=frozenset({ACE})), cards, (2, 2, None), 1)
    assert (cards_text(kept.discards), cards_text(kept.stock)) == ("AS", "AH AD")


def test_a_start_card_acts_as_though_the_dealer_had_laid_it() -> None:
    flags = Flags(
        effects=(
            Effect("2", "", draws=2), Effect("A", "", skips=1), Effect("Q", "", turns=True)
        ),
        acts=frozenset({ACE, TWO, QUEEN, JACK}),
    )  # fmt: skip
    begun = {card: beginning(flags, parse_card(card), 4, 4) for card in ("2H", "AH", "QH")}
    assert (begun["2H"].turn, begun["2H"].pending, begun["2H"].due) == (1, 2, TWO)
    assert (begun["AH"].turn, begun["AH"].missed) == (2, 1)
    assert (begun["QH"].turn, begun["QH"].direction) == (3, -1)


def test_a_hand_holds_a_card_of_each_of_two_packs() -> None:
    cards = parse_cards("4C 9H 9H KS")
    assert cards_of_copies(mask_of_copies(reversed(cards))) == cards
    game = play(table(WILD, ["9H 9H 4C", "9H"], "KH"), "9H")
    assert cards_text(game.hand(1)) == "4C 9H"
