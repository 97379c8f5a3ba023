"""Tables that cannot be as told: refused with the same sentence by every door; tables of real play
never are.
"""

import re
from collections import Counter
from itertools import islice
from random import Random
from typing import Any

import pytest

from scoring import adjudicate, rule, status, tally
from scoring.cards import FULL_PACK, card_text, plain
from scoring.command import CommandError
from scoring.commands.adjudicate import answer
from scoring.disputes.claims import ClaimError, read_claim
from scoring.games.registry import ENGINES, engine
from scoring.games.rulebooks import RULEBOOKS, rulebook
from scoring.law import witness
from scoring.law.possible import ImpossibleError
from scoring.law.witness import Told
from tests.scoring.law.refereed_tables import Refereed, calls, planted, table_of, tables_of

SP, SW, OT, PU, *_ = RULEBOOKS
LAY: dict[str, Any] = {"kind": "discard", "card": "9H"}
OFF: dict[str, Any] = {"kind": "lay_off", "cards": ["9S"]}
DOWN: dict[str, Any] = {"kind": "put_down", "sequences": [["6D"]]}
MOST = ["9H", *(card_text(card) for card in FULL_PACK if card_text(card) != "9H")][:43]
WHOLE: dict[str, Any] = {
    "players": 2, "top": "KD", "hand": ["9H", "3C"], "others": [["5C", "6C"]], "stock": 40,
}  # fmt: skip
BY_TWO = {"kind": "challenge", "by": 2}
FACES: list[tuple[str, str, dict[str, Any], dict[str, Any], str]] = [
    (SP, "", {"hand": ["9H", "3C", "3C"]}, LAY,
     "3♣ is named 2 times, under “hand”; one pack has 1. Take it away where it was not."),
    (SP, "", {"hand": ["9H", "QS"], "top": "QS"}, LAY,
     "Q♠ is named 2 times, under “top” and “hand”; one pack has 1. Take it away where it was not."),
    (SP, "", {"top": "9H"}, LAY,
     "9♥ is named 2 times, under “top” and “card”; one pack has 1. Take it away where it was not."),
    (SW, "", {"players": 6, "hand": ["9H", "9H", "9H"]}, LAY,
     "9♥ is named 3 times, under “card” and “hand”; 2 packs have 2. Take it away where it was not."),
    (SP, "", {"hand": ["9H", "JK"]}, LAY, "“hand”: Joker is not in the pack of Swedish Pursuit."),
    (PU, "", {"hand": ["6D", "JK", "JK", "JK"]}, DOWN,
     "Joker is named 3 times, under “hand”; one pack has 2. Take it away where it was not."),
    (PU, "", {"hand": ["6D", "KD"]}, DOWN, "“hand”: K♦ is not in the pack of Pursuit."),
    (OT, "", {"players": 3, "others": [["5C", "KD"], ["5C"]]}, {"kind": "score"},
     "5♣ is named 2 times, under “others”; one pack has 1. Take it away where it was not."),
    (OT, "", {"players": 3, "others": [["5C", "KD"], []]}, {"kind": "score"},
     "“others” has a hand without a card: only one player goes out."),
    (OT, "", {"players": 4, "others": [["5C", "KD"], ["6C"]]}, {"kind": "score"},
     "“others” names 2 hands, but beside the winner there are 3."),
    (OT, "", {"hand": ["9S"], "pile_top_last": ["9S", "8D"]}, OFF,
     "9♠ is named 2 times, under “pile_top_last”, “cards” and “hand”; one pack has 1. "
     "Take it away where it was not."),
    (SP, "", {"top": "KH", "pending": 2}, LAY,
     "“pending” is 2, but K♥ is on top: no penalty stays due under it."),
    (SP, "", {"top": "2H", "pending": 3}, LAY, "“pending” is 3, which cannot be: 2s bring 2 each."),
    (SP, "", {"top": "2H", "pending": 8, "hand": ["9H", "2S"]}, LAY,
     "“pending” is 8: four 2s lie on the pile and one in “hand”, but one pack has 4."),
    (SP, "", {"top": "2H", "pending": 10}, LAY, "“pending” is 10: five 2s lie on the pile, but one pack has 4."),
    (SP, "", {"pending": 53}, LAY, "“pending” is 53, but there are only 52 cards."),
    (SP, "", {"pending": 105}, LAY, "“pending” must be a whole number from 0 to 104, not 105."),
    ("crazy_eights", "", {"top": "KH", "pending": 2}, LAY,
     "“pending” is 2, but no card of Crazy Eights brings a penalty."),
    (SW, "", {"top": "4S", "pending": 6}, LAY, "“pending” is 6, which cannot be: 4s bring 4 each."),
    (SW, "mix_penalties=yes", {"top": "4S", "pending": 2}, LAY,
     "“pending” is 2, which cannot be: 2s bring 2 each and 4s bring 4 each."),
    (SP, "", {"top": "KH", "suit_in_force": "S"}, LAY,
     "“suit_in_force” is spades, but K♥ is on top, and only an 8 lets a suit be named."),
    (SW, "", {"top": "8H", "suit_in_force": "S"}, LAY,
     "“suit_in_force” is spades, but 8♥ is on top, and only an Ace lets a suit be named."),
    (SP, "", {"players": 5, "offender": 6}, {"kind": "challenge", "by": 1},
     "“offender” is seat 6, but there are 5 players."),
    (SP, "", {"offender": 6}, {"kind": "challenge", "by": 11}, "“by” is seat 11, but there are 10 players at most."),
    (OT, "", {"players": 4, "turn": 4, "hand": ["9S"], "stock": 48}, OFF,
     "“stock” is 48, but five of the 52 cards lie elsewhere."),
    (SP, "", {"hand": []}, {"kind": "miss"},
     "“hand” is empty: whoever has no card left has gone out, so there is nothing to play."),
    (SP, "", {"players": 11}, LAY, "“players” is 11, but Swedish Pursuit is for 2 to 10 players."),
    (PU, "", {"players": 3}, DOWN, "“players” is 3, but Pursuit is for 2 players."),
    (SP, "", {"hand": ["9H"] * 53}, LAY,
     "“hand” names 53 cards, but one pack has only 52: take some away."),
    (SP, "", {}, {"kind": "discard", "cards": ["9H"] * 53},
     "“cards” names 53 cards, but one pack has only 52: take some away."),
    (SP, "", {"stock": 60}, LAY, "“stock” is 60, but there are only 52 cards."),
    ("mau_mau", "", {"pending": 40}, LAY, "“pending” is 40, but there are only 32 cards."),
    ("mau_mau", "", {"offender": 2, "offender_hand_count": 40}, {"kind": "challenge", "by": 1},
     "“offender_hand_count” is 40, but there are only 32 cards."),
    ("mau_mau", "", {"top": "KH", "suit_in_force": "S"}, LAY,
     "“suit_in_force” is spades, but K♥ is on top, and only a Jack lets a suit be named."),
    (PU, "", {"hand": []}, {"kind": "take", "from": "stock"},
     "“hand” is empty: whoever has no card left has gone out, so there is nothing to play."),
    (SP, "", {"direction": 0}, LAY,
     "“direction” must be 1 (clockwise) or -1 (anticlockwise), not 0."),
    (SP, "", {"offender": 2, "said": "maybe"}, {"kind": "challenge", "by": 1},
     "“said” must be true or false, not 'maybe'."),
    (SP, "", {"hand": ["8S"]}, {"kind": "tally", "claimed": "forty"},
     "“claimed” must be a whole number from 0 to 9999, not 'forty'."),
    (OT, "", {"players": 3, "others": [["5C"], ["6C"]]}, {"kind": "score", "claimed": -1},
     "“claimed” must be a whole number from 0 to 9999, not -1."),
    (PU, "racing=yes", {"laps": -1, "start": "5D"}, DOWN,
     "“laps” must be a whole number from 0 to 99, not -1."),
    (SP, "", {"top": "KS", "already_picked_up": "KS"}, LAY,
     "K♠ is named 2 times, under “top” and “already_picked_up”; one pack has 1. "
     "Take it away where it was not."),
    (SP, "", {"top": "KS"}, {"kind": "nominate", "nominate": "H"},
     "K♠ is on top, and only an 8 lets a suit be named."),
    (OT, "", {"pile_top_last": []}, OFF, "“pile_top_last” names no card."),
    (OT, "", {"others": []}, {"kind": "score"},
     "“others” names no hand: somebody besides the winner plays."),
    (PU, "", {"stock": 20, "discards": 20, "hand": ["6D", "7D", "8D"]}, DOWN,
     "“stock” is 20, but 32 of the 42 cards lie elsewhere."),
    (SP, "", {"stock": 52, "players": 5}, {"kind": "claim_blocked"},
     "“stock” is 52, but one of the 52 cards lies elsewhere."),
    (SP, "", {"offender": 2, "offender_hand_count": 30, "stock": 40}, {"kind": "challenge", "by": 1},
     "“stock” is 40, but 31 of the 52 cards lie elsewhere."),
    (SP, "", {"players": 10, "turned_up": ["8C", "8D", "9S"]}, {"kind": "start"},
     "This table needs 53 cards, but one pack has 52."),
    (SP, "", {**WHOLE, "discards": 7}, LAY,
     "51 cards lie in the hands, “stock” and “discards”, but one pack has 52."),
    (SP, "", {**WHOLE, "discards": 9}, LAY, "“stock” is 40, but 13 of the 52 cards lie elsewhere."),
    (SP, "", {"players": 10, "hand": MOST}, LAY, "This table needs 53 cards, but one pack has 52."),
    (SP, "", {"top": "KH", "discards": 0}, LAY, "“discards” is 0, but one card lies on the pile."),
    (SP, "", {"top": "8H", "discards": 1}, LAY,
     "“discards” is 1, but 8♥ is no start card: it goes back under the stock."),
    (SP, "", {"players": 5, "stock": 30}, LAY,
     "“stock” is 30, but after the deal to five players it had 26, and no card comes back."),
    (SP, "", {"players": 3, "consecutive_misses": 3}, LAY,
     "“consecutive_misses” is 3: all three have missed a turn, so the game is blocked."),
    (SP, "", {"players": 3, "consecutive_misses": 1, "stock": 4}, LAY,
     "“consecutive_misses” is 1, but “stock” is 4: a turn is missed only when there is nothing to take."),
    (SW, "", {"players": 5, "top": "4S", "pending": 40}, LAY,
     "“pending” is 40: ten 4s lie on the pile, but one pack has 4, and each comes back once at most."),
    (SW, "mix_penalties=yes", {"players": 2, "top": "4S", "pending": 50, "hand": ["2H"]}, LAY,
     "“pending” is 50: one 2 and twelve 4s lie on the pile and one in “hand”, but one pack has 8, and each"
     " comes back once at most."),
    ("mau_mau", "", {"direction": -1}, LAY,
     "“direction” is -1, but in Mau-Mau no card turns the play round."),
    (SP, "", {"offender": 2, "confirmed": True, "game_over": False}, {"kind": "challenge", "by": 1},
     "“confirmed” is true, but “game_over” is not: scores are confirmed after the game."),
    (SP, "", {"offender": 2, "offender_hand_count": 0, "game_over": False}, {"kind": "challenge", "by": 1},
     "“offender_hand_count” is 0, but “game_over” is false: whoever has no card has won."),
    (PU, "", {"hand": ["6D"] * 1 + ["7D"], "taken": False}, DOWN,
     "“hand” has 2 cards, but before the take it has 7."),
    (PU, "", {"hand": ["6D", "7D", "8D", "9D", "AC", "2C", "3C", "4C", "5C"]}, DOWN,
     "“hand” has 9 cards, but a hand has 7, and one more after the take."),
    (PU, "", {"hand": ["6D", "7D"], "taken": True, "has_put_down": False}, DOWN,
     "“hand” has 2 cards, but after the take it has 8."),
    (PU, "", {"hand": ["6D", "JK", "JK"], "up_to": "6D"}, DOWN,
     "“up_to” is 6♦, but that card lies elsewhere, and no Joker is left to stand for it."),
    (PU, "", {"opponent_up_to": "7D", "opponent_has_put_down": False}, DOWN,
     "“opponent_up_to” is 7♦, but who has put nothing down is up to a five or a ten."),
    (PU, "", {"direction": "down"}, DOWN, "“direction” is 'down', but here sequences run upwards."),
    (PU, "", {"up_to": "7D", "opponent_up_to": "7S"}, DOWN,
     "“up_to” and “opponent_up_to” are both the seven: one of the two has caught the other, and the"
     " game is over."),
    (PU, "racing=yes opposite_directions=yes", {"turn": 2, "direction": "up"}, DOWN,
     "“direction” is 'up', but here sequences run downwards."),
    (PU, "racing=yes", {"start": "7D"}, DOWN,
     "“start” is 7♦, but a race starts from a five or a ten."),
    (PU, "racing=yes", {"laps": 6, "start": "5D"}, DOWN, "“laps” is 6: five laps win the race, and it is over."),
    (PU, "racing=yes race_laps=3", {"laps": 3, "start": "5D"}, DOWN,
     "“laps” is 3: three laps win the race, and it is over."),
    (PU, "racing=yes race_laps=1", {"steps": 10}, DOWN, "“steps” is 10: one lap wins the race, and it is over."),
    (PU, "racing=yes", {"steps": 60}, DOWN, "“steps” is 60: five laps win the race, and it is over."),
    (PU, "racing=yes", {"steps": 12, "laps": 2}, DOWN, "“steps” is 12, but “laps” is 2: a lap has 10 steps."),
    (PU, "racing=yes", {"steps": 12, "up_to": "8D"}, DOWN,
     "“steps” is 12 and “up_to” 8♦, but so many steps from a five or a ten lead elsewhere."),
    (PU, "racing=yes opposite_directions=yes",
     {"steps": 12, "up_to": "7D", "start": "10D", "direction": "down"}, DOWN,
     "“steps” is 12 and “up_to” 7♦, but so many steps from 10♦ lead elsewhere."),
    (PU, "racing=yes", {"players": 2, "start": "5D", "opponent_up_to": "5H", "opponent_has_put_down": False},
     DOWN, "“start” is 5♦ and “opponent_up_to” 5♥: one of the two starts on a five, the other on a ten."),
    (PU, "racing=yes race_starts=fives", {"players": 3, "start": "10D"}, DOWN,
     "“start” is 10♦, but a race starts from a five."),
    (PU, "racing=yes race_starts=fives", {"players": 3, "opponent_up_to": "10D", "opponent_has_put_down": False},
     DOWN, "“opponent_up_to” is 10♦, but who has put nothing down is up to a five."),
    (PU, "racing=yes race_starts=fives", {"players": 8, "steps": 12, "up_to": "2D"}, DOWN,
     "“steps” is 12 and “up_to” 2♦, but so many steps from a five lead elsewhere."),
    (PU, "", {"taken": False, "discards": 0}, DOWN,
     "“discards” is 0, but before the take a card lies on the pile."),
    (SP, "", {"players": 5, "stock": 25, "hand": ["9H", "3C", "4C", "5C", "6C", "7C", "8C"]}, LAY,
     "“hand” has seven cards: five were dealt, and “stock” leaves one that can have been drawn since."),
    (SP, "", {"players": 5, "discards": 1, "hand": ["9H", "3C"]}, LAY,
     "“hand” has two cards: five were dealt, and “discards” leaves none that can have been laid since."),
    (SP, "", {"direction": -1, "hand": ["9H", "QC", "QD", "QH"], "others": [["QS"]], "players": 2}, LAY,
     "“direction” is -1, but every card that turns the play is in a hand."),
    (SP, "", {"top": "KH", "discards": 1, "direction": -1}, LAY,
     "“direction” is -1, but K♥ lies alone as the start card."),
    (SP, "start_trick=off", {"top": "2H", "discards": 1, "pending": 2}, LAY,
     "“pending” is 2, but 2♥ lies alone as the start card."),
    (SP, "", {"top": "2H", "pending": 6, "discards": 2}, LAY,
     "“discards” is 2, but three cards lie there by what is due."),
    (OT, "", {"players": 4, "discards": 1, "laid_off_this_turn": True}, OFF,
     "“laid_off_this_turn” is true, but “discards” is 1: nobody has laid off yet."),
    (OT, "", {"players": 4, "discards": 1, "hand": ["9S"]}, OFF,
     "“hand” has one card, but seven were dealt, and “discards” is 1: nobody has laid off yet."),
    (OT, "", {"players": 4, "discards": 1, "stock": 23, "drawn_this_turn": True}, OFF,
     "“drawn_this_turn” is true, but “stock” is 23, as after the deal, and “discards” is 1: nobody has"
     " laid off yet."),
    (SW, "play_on=yes", {"players": 4, "turn": 2, "out": [2]}, LAY, "“turn” is seat 2, who has gone out."),
    (SW, "play_on=yes", {"players": 4, "out": [1, 2, 3]}, LAY,
     "“out” names 3 of 4 players: with fewer than two left it is over."),
    (SW, "play_on=yes", {"players": 4, "out": [5]}, LAY, "“out” must name different seats from 1 to 4."),
    (SW, "", {"players": 4, "out": [2]}, LAY,
     "“out” names a seat, but here the game ends when one player has gone out."),
    (SW, "", {"top": "KH", "brought": "K"}, LAY, "“brought” is 'K', but no such card brings a penalty."),
    (SW, "", {"top": "2H", "pending": 4, "brought": "4"}, LAY, "“brought” is '4', but 2♥ is on top."),
    (SW, "seven_powers=all", {"top": "KH", "pending": 2, "brought": "4"}, LAY,
     "“brought” is '4', but so many cards are not due."),
    (SP, "", {"players": 3, "offender": 1, "turn_came_back": True}, BY_TWO,
     "“turn_came_back” is true, but with three players another one plays first."),
    (SP, "", {"players": 2, "offender": 1, "turn_came_back": True, "offender_has_acted": False,
              "next_player_has_acted": True}, BY_TWO,
     "“turn_came_back” is true, so the next player is the offender, but only one of"
     " “next_player_has_acted” and “offender_has_acted” is true."),
    (SP, "", {"players": 2, "offender": 1, "turn_came_back": False, "offender_has_acted": True,
              "next_player_has_acted": False}, BY_TWO,
     "“offender_has_acted” is true, but “next_player_has_acted” is not: the next player's turn comes"
     " first."),
    (SW, "row_answer=first same_suit_or_rank=yes row_fit=every", {"top": "KH", "pending": 4}, LAY,
     "“pending” is 4, but K♥ is on top: no penalty stays due under it."),
    (SW, "row_answer=first", {"top": "KH", "pending": 4}, LAY,
     "“pending” is 4, but K♥ is on top: no penalty stays due under it."),
]  # fmt: skip


@pytest.mark.parametrize("face", FACES, ids=lambda face: re.sub(r"\W+", "-", face[4])[:60])
def test_what_cannot_be_is_refused_with_a_sentence(
    face: tuple[str, str, dict[str, Any], dict[str, Any], str],
) -> None:
    game, options, position, play, sentence = face
    rules = dict(word.split("=") for word in options.split())
    with pytest.raises(CommandError) as refused:
        answer({"id": "Q", "game": game, "options": rules, "position": position, "play": play})
    assert str(refused.value) == f"Case Q: {sentence}"


AGAIN = {"players": 3, "offender": 1, "offender_has_acted": True, "next_player_has_acted": False}
"""Of a missed call, where a card lets its player on again or all others are passed over."""
FINE: list[tuple[str, str, dict[str, Any], dict[str, Any]]] = [
    (SP, "", {"suit_in_force": "S", "pending": 2}, LAY),
    (SP, "", {"top": "8H", "suit_in_force": "S"}, LAY),
    (SP, "", {"players": 2, "direction": -1}, LAY),
    (SP, "", {"top": "8H"}, {"kind": "nominate", "nominate": "S"}),
    (SP, "", {}, {"kind": "nominate", "nominate": "S"}),
    (SP, "", {"top": "2H", "pending": 4, "hand": ["9H", "2S", "2C"]}, LAY),
    (SP, "", {"top": "2H", "pending": 4, "hand": ["9H", "3S", "4C", "5C"]}, LAY),
    (SP, "eight_on_two=passes", {"top": "8H", "pending": 2}, LAY),
    (SP, "", {"already_picked_up": "9H", "hand": ["9H", "3C"]}, LAY),
    (SP, "", {"players": 10, "turned_up": ["8C", "9S"]}, {"kind": "start"}),
    (SP, "", {"players": 5, "stock": 26}, {"kind": "claim_blocked"}),
    (SP, "blocked=reshuffle", {"players": 5, "stock": 51}, {"kind": "claim_blocked"}),
    (SP, "", {"players": 10, "hand": MOST[:42]}, LAY),
    (SP, "", {**WHOLE, "discards": 8}, LAY),
    (PU, "", {"hand": ["6D"], "stock": 30, "discards": 2, "players": 2}, DOWN),
    (SP, "short_stock=reshuffle", {"players": 5, "top": "KH", "hand": ["9H"], "stock": 46}, LAY),
    (SP, "", {"offender": 2, "offender_hand_count": 1, "hand": ["9H"], "top": "KH", "stock": 41},
     {"kind": "challenge", "by": 1}),
    (OT, "", {"players": 4, "hand": ["9S"], "stock": 47}, OFF),
    (OT, "", {"players": 4, "hand": ["9S"], "pile_top_last": ["8D", "8S"], "stock": 46}, OFF),
    (OT, "", {"players": 3, "hand": ["9S"], "others": [["5C"], ["6C"]], "stock": 48}, OFF),
    (SW, "", {"top": "4S", "pending": 4}, LAY),
    (SW, "", {"pending": 6}, LAY),
    (PU, "", {"hand": ["6D"], "taken": True, "has_put_down": True}, {"kind": "discard", "card": "6D"}),
    (SW, "", {"already_picked_up": "penalty 2", "hand": ["9H"]}, LAY),
    ("mau_mau", "", {"top": "7S", "pending": 10}, LAY),
    (OT, "", {"others": [["5C"], ["6C"]]}, {"kind": "score", "claimed": 0}),
    (OT, "", {"players": 3, "others": [["5C"], ["6C"]]}, {"kind": "score", "claimed": 9999}),
    (PU, "racing=yes opposite_directions=yes",
     {"laps": 0, "start": "5D", "direction": "down"}, DOWN),
    (SP, "", {"players": 5, "stock": 25, "hand": ["9H", "3C", "4C", "5C", "6C", "7C"]}, LAY),
    (SP, "", {"players": 5, "discards": 4, "hand": ["9H", "3C"]}, LAY),
    (SP, "", {"top": "QH", "discards": 1, "direction": -1}, LAY),
    (SP, "", {"top": "2H", "discards": 1, "pending": 2}, LAY),
    (SP, "", {"top": "2H", "discards": 3, "pending": 6}, LAY),
    (SP, "", {"direction": -1, "hand": ["9H", "QC", "QD", "QH"]}, LAY),
    (SP, "deflect_two=ace", {"discards": 1, "pending": 2}, {"kind": "miss"}),
    (OT, "", {"players": 4, "discards": 1, "stock": 22, "drawn_this_turn": True}, OFF),
    (SW, "play_on=yes", {"players": 4, "turn": 1, "out": [2, 3]}, LAY),
    (SW, "seven_powers=all", {"top": "KH", "pending": 2, "brought": "2"}, LAY),
    (SW, "row_answer=first same_suit_or_rank=yes", {"top": "KH", "pending": 4, "brought": "2"}, LAY),
    (SW, "play_on=yes", AGAIN, BY_TWO),
    (SW, "play_on=yes", {"players": 3, "offender": 1, "turn_came_back": True}, BY_TWO),
    (SP, "", {"players": 2, "offender": 1, "turn_came_back": True, "offender_has_acted": True,
              "next_player_has_acted": True}, BY_TWO),
    (SW, "seven_powers=all", AGAIN, BY_TWO),
    ("pesten", "", AGAIN, BY_TWO),
]  # fmt: skip


@pytest.mark.parametrize("fine", FINE)
def test_what_can_be_at_its_very_bounds_is_answered(
    fine: tuple[str, str, dict[str, Any], dict[str, Any]],
) -> None:
    game, options, position, play = fine
    rules = dict(word.split("=") for word in options.split())
    told = {"id": "Q", "game": game, "options": rules, "position": position, "play": play}
    assert answer(told)["verdict"]


def test_a_claim_and_a_case_are_refused_in_the_same_words() -> None:
    facts = {"top": "QS", "cards": ["9H"], "hand": ["9H", "QS"], "players": 5}
    rules = rulebook(SP).rules()
    with pytest.raises(ClaimError) as claimed:
        read_claim({"kind": "card_did_not_match", "facts": facts}, rules)
    with pytest.raises(ImpossibleError) as asked:
        engine(SP).refuse_impossible(facts, {"kind": "discard"}, rules)
    assert str(claimed.value) == str(asked.value)
    assert str(asked.value).startswith("Q♠ is named 2 times, under “top” and “hand”")


def test_a_win_that_leaves_a_card_is_no_win_except_where_a_chase_is_won() -> None:
    facts = {"cards": ["9H"], "hand": ["3C", "9H", "5D"], "top": "KH"}
    with pytest.raises(
        ClaimError,
        match=r"^“hand” still holds 3♣, 5♦: a play that leaves a card in the hand does not win",
    ):
        read_claim({"kind": "win_with_illegal_card", "facts": facts}, rulebook(SP).rules())
    caught = {
        "sequences": [["3D", "4D", "5D"]],
        "hand": ["9H"],
        "up_to": "3C",
        "opponent_up_to": "5C",
    }
    assert read_claim(
        {"kind": "win_with_illegal_card", "facts": caught}, rulebook(PU).rules()
    ).facts["hand"] == ["9H"]


def refusal(table: Refereed) -> str:
    game = ENGINES[table.game]
    try:
        game.refuse_impossible(table.position, table.play, game.rulebook.rules(table.options))
    except ImpossibleError as impossible:
        return str(impossible)
    return ""


def refused_rightly(game: str, tables: int) -> list[str]:
    """The tables of so many that are refused though they came about, and the faults that pass."""
    wrong = []
    for seed in range(tables // 5):
        rng = Random(f"{game} {seed}")
        for table in islice(tables_of(game, rng), 5):
            wrong += [refusal(sound) for sound in (table, table.part(rng)) if refusal(sound)]
            for name, faulty in planted(table, rng):
                wrong += [] if refusal(faulty) else [f"{name}: {seed}"]
    return wrong


@pytest.mark.parametrize("game", ENGINES)
def test_tables_of_the_referees_stand_and_one_fault_in_each_is_refused(game: str) -> None:
    assert refused_rightly(game, 40) == []


@pytest.mark.torture
@pytest.mark.parametrize("game", ENGINES)
def test_ten_thousand_tables_of_the_referees_stand(game: str) -> None:
    assert refused_rightly(game, 10_000) == []


@pytest.mark.control
@pytest.mark.parametrize("flag", ["card", "suit", "penalty", "course", "missing", "others"])
def test_without_a_check_a_planted_fault_goes_through(
    flag: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(witness._QUARRELS, flag, lambda told: iter(()))
    assert any(refused_rightly(game, 15) for game in ENGINES)


@pytest.mark.parametrize("game", ENGINES)
def test_the_witness_agrees_with_what_was_told_and_holds_every_card_once(game: str) -> None:
    bounds = ENGINES[game].bounds
    for seed in range(12):
        rng = Random(f"{game} {seed}")
        table = table_of(game, rng).part(rng)
        rules = ENGINES[game].rulebook.rules(table.options)
        facts = {**table.position, **table.play}
        told = Told(table.play["kind"], facts, rules, bounds(rules))
        laid = witness.witness(told)
        cards = [card for place in laid.values() for card in place]
        packs, rest = divmod(len(cards), len(rules.deal.pack))
        assert (Counter(cards), rest) == (Counter(map(plain, rules.deal.pack * packs)), 0)
        assert not Counter(told.cards("hand")) - Counter(laid["hand"])
        assert [*told.cards("top")] == [*laid["pile"][-1:]][: len(told.cards("top"))]
        for name, place in (("stock", "stock"), ("discards", "pile")):
            assert table.position.get(name, len(laid[place])) == len(laid[place])


@pytest.mark.parametrize("game", [name for name in ENGINES if name not in (OT, PU)])
def test_the_moments_of_a_missed_call_follow_each_other(game: str) -> None:
    rules = rulebook(game).rules()
    returns = any(effect.again for effect in rules.rulebook.effects)
    for seed in range(20):
        for name, facts in calls(Random(seed)):
            if name not in ("acted before the next", "straight back past others") or not returns:
                with pytest.raises(ImpossibleError):
                    engine(game).refuse_impossible(facts, {"kind": "challenge", "by": 1}, rules)


def test_every_door_refuses_in_the_same_words() -> None:
    facts = {"top": "KH", "direction": -1}
    sentence = "“direction” is -1, but in Mau-Mau no card turns the play round."
    with pytest.raises(ImpossibleError, match=re.escape(sentence)):
        adjudicate("mau-mau", facts, LAY)
    assert [fault.words for fault in status("mau-mau", facts)] == [sentence]
    claim = {"kind": "out_of_turn", "facts": {"direction": -1, "turn": 1}}
    with pytest.raises(ClaimError, match=re.escape(sentence)):
        rule("mau-mau", claim)
    with pytest.raises(ImpossibleError, match=r"players. is 11, but Mau-Mau is for 2 to 5"):
        tally("mau-mau", "7H", players=11)
