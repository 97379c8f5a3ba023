"""Rulings that turn on one fact: each case changes the typical claim of claims.py by what it
names.
"""

from typing import Any

import pytest

from tests.scoring.disputes.claims import rule

SP, SW, OT, PU = "swedish_pursuit", "switch", "ottawa", "pursuit"
Case = tuple[str, str, dict[str, Any], dict[str, Any], str, str]

CASES: list[Case] = [
    # game, kind, fields of the claim changed, facts added (None: not known), act,
    # first sentence of the remedy
    (SP, "card_did_not_match", {}, {"hand": "9H 3C"}, "restore", "Q♠ goes back; seat 3 lays 9♥."),
    (SP, "card_did_not_match", {}, {"hand": "9H 3H 4H 8C"}, "restore", "Q♠ goes back; seat 3 lays one that fits."),
    (SP, "card_did_not_match", {}, {"hand": None}, "restore",
     "Q♠ goes back; seat 3 lays a card that fits, or takes what is due."),
    (SP, "card_did_not_match", {}, {"stock": 0}, "restore", "Q♠ goes back; seat 3 misses the turn."),
    (SP, "card_did_not_match", {}, {"already_picked_up": True}, "restore", "Q♠ goes back; the turn is over."),
    (SP, "card_did_not_match", {}, {"already_picked_up": False, "hand": "9H 3C QS"}, "restore",
     "Q♠ goes back; seat 3 lays 9♥."),
    (SP, "card_did_not_match", {}, {"cards": "9H 4H"}, "restore", "The cards go back; seat 3 lays 9♥ or 4♥."),
    (SP, "card_did_not_match", {}, {"hand": ""}, "void_win",
     "No win: Q♠ goes back, seat 3 takes what is due, and play goes on."),
    (SP, "card_did_not_match", {}, {"top": None, "suit_in_force": None}, "look",
     "First establish the card showing; until then nobody plays."),
    (SP, "card_did_not_match", {"seat": None}, {"cards": "KH"}, "none", "The play was right: it stands."),
    (SP, "card_did_not_match", {}, {"top": None}, "restore",
     "Q♠ goes back; seat 3 lays a card that fits, or takes what is due."),
    (OT, "did_not_play", {}, {"stock": 0}, "look",
     "First establish whether a card can be drawn; until then nobody plays."),
    (SP, "win_with_illegal_card", {"noticed": "after_game"}, {"confirmed": True}, "stands",
     "The scores are confirmed, so the win stands."),
    (SP, "win_with_illegal_card", {}, {"top": None, "suit_in_force": None}, "look",
     "First establish the card showing; until then nobody plays."),
    (SP, "win_with_illegal_card", {}, {"cards": "KH"}, "none", "The win was right: it stands."),
    (SP, "did_not_play", {}, {"hand": "9C 3C"}, "none", "Seat 3 was right to: nothing changes."),
    (SP, "did_not_play", {}, {"hand": None}, "look", "First establish the hand; until then nobody plays."),
    (SP, "did_not_play", {}, {"missed": True}, "complete", "It is still their turn: seat 3 lays 9♥."),
    (SW, "did_not_play", {}, {"missed": True, "hand": "3C"}, "complete",
     "It is still their turn: seat 3 takes one card, and that is the turn."),
    (SP, "did_not_play", {"noticed": "after_next_play"}, {"missed": True}, "stands",
     "It stands, because play has gone on."),
    (SP, "last_card_not_said", {"noticed": "after_next_play"}, {"said": True}, "none",
     "Nothing changes: the call was made, or none was due."),
    (SW, "last_card_not_said", {}, {"offender_hand_count": 2}, "none",
     "Nothing changes: the call was made, or none was due."),
    (SP, "last_card_not_said", {"noticed": "after_next_play"}, {"said": None}, "look",
     "First establish whether LAST CARD was said in time; until then nobody plays."),
    (SP, "last_card_not_said", {"noticed": "after_game"}, {"offender_hand_count": 0}, "none", "The win stands."),
    (SP, "penalty_not_taken", {}, {"twos": None, "taken": None}, "look",
     "First establish which penalty cards lay unanswered; until then nobody plays."),
    (SP, "penalty_not_taken", {}, {"twos": 1}, "none", "That was right: nothing changes."),
    (SP, "penalty_not_taken", {}, {"twos": 1, "taken": 4}, "restore",
     "Two cards, drawn unseen from the hand, go back under the stock."),
    (SW, "penalty_not_taken", {}, {"fours": None, "twos": 1, "taken": 0, "stock": 1}, "complete",
     "The discards are shuffled and seat 3 takes two cards."),
    (SP, "suit_named", {}, {"named_before": True}, "restore", "The suit named first is to be followed."),
    (SP, "suit_named", {"noticed": "after_next_play"}, {"own_suit": None}, "restore",
     "The suit of the 8 itself is to be followed. What was laid since stands."),
    (SW, "suit_named", {}, {"named_before": True}, "restore",
     "The first word binds: the suit named first is to be followed."),
    (SP, "out_of_turn", {}, {"turn": 3}, "none", "It was the turn of seat 3: the play stands."),
    (SP, "out_of_turn", {"seat": None}, {"turn": None}, "look",
     "First establish which seat played, and how many play, who played before, and what they laid; until "
     "then nobody plays."),
    (SP, "out_of_turn", {"seat": None}, {"cards": None}, "look",
     "First establish which seat played; until then nobody plays."),
    (SP, "wrong_direction", {}, {"card_before": "AH", "direction": 1}, "restore",
     "The cards go back and seat 4 plays."),
    (SP, "wrong_direction", {}, {"card_before": "9H", "direction": 1}, "none",
     "It was the turn of seat 3: the play stands."),
    (SP, "wrong_direction", {"noticed": "after_next_play"}, {"direction": 1, "turn": 1}, "stands",
     "It stands, because play has gone on. From here play runs clockwise."),
    (SP, "wrong_deal", {}, {"dealt": 5}, "none", "The deal was right: play goes on."),
    (SP, "wrong_deal", {}, {"dealt": None}, "look",
     "First establish how many cards were dealt; until then nobody plays."),
    (SP, "wrong_deal", {"noticed": "after_next_play"}, {"dealt": 5, "decks": 2}, "stands",
     "It stands, because play has gone on."),
    (PU, "wrong_deal", {}, {"players": 3, "dealt": None}, "redeal",
     "The cards are gathered, shuffled and dealt again."),
    (SP, "wrong_start_card", {}, {"turned_up": "8D 8S", "began": None}, "complete",
     "Another start card is turned up."),
    (OT, "wrong_start_card", {}, {"began": 1}, "none", "The start is right: 8♦ opens the pile, and seat 1 begins."),
    (PU, "wrong_start_card", {}, {"began": 2}, "none", "The start is right."),
    (OT, "did_not_play", {}, {"drawn_this_turn": True}, "none", "Nobody has to lay off: the turn stands."),
    (OT, "did_not_play", {}, {"drawn_this_turn": None}, "look",
     "First establish whether they drew a card; until then nobody plays."),
    (OT, "did_not_play", {}, {"stock": None}, "look",
     "First establish the cards in the stock; until then nobody plays."),
    (SP, "card_exposed", {}, {"card": None, "whose": "stock"}, "restore",
     "The card is shuffled back into the stock, and play goes on."),
    (SP, "blocked_game", {}, {"stock": 3}, "play_on", "It is not: play goes on."),
    (SP, "blocked_game", {"noticed": "after_game"}, {"stock": 3}, "stands",
     "It was not, but the game was ended: the hands count as they were."),
    (SP, "blocked_game", {}, {"stock": None}, "look",
     "First establish whether the stock is empty; until then nobody plays."),
    (SP, "tally_miscounted", {}, {"claimed": 40}, "none", "The count is right: it stands."),
    (SP, "tally_miscounted", {}, {"hand": None}, "look",
     "First establish the cards left in the hand; until then nobody plays."),
    (SP, "tally_miscounted", {}, {"period_over": True}, "stands",
     "The time for corrections is over: what is written stands."),
    (SP, "tally_miscounted", {}, {"hand": ""}, "correct", "The tally is corrected: 0."),
    (SP, "tally_miscounted", {}, {"hand": "AC 2C 3C 4C 5C 6C 7C 9C TC"}, "correct", "The tally is corrected: 47."),
    (SP, "tally_contested", {}, {"checker_says": 12}, "none", "Both say 12: it stands."),
    (SP, "tally_contested", {}, {"period_over": True}, "stands",
     "The time for corrections is over: what is written stands."),
    (SP, "wrong_checker", {}, {"checker": 4}, "none", "That is the right neighbour: the sheet stands."),
    (SP, "wrong_checker", {"seat": None}, {}, "look", "First establish whose hand it was; until then nobody plays."),
    (SP, "wrong_checker", {"source": "unknown"}, {}, "stands",
     "What happened cannot be determined, so nothing is changed and play goes on."),
    (SP, "tally_contested", {"source": "unknown"}, {}, "correct",
     "The higher figure counts: 21, unless evidence shows otherwise."),
    (SP, "wrong_checker", {"source": "unknown"}, {"checker": 4}, "none",
     "That is the right neighbour: the sheet stands."),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]} {case[1]} {case[5][:30]}")
def test_an_irregularity_is_settled_by_its_facts(case: Case) -> None:
    game, kind, claim, facts, act, words = case
    ruling = rule(game, kind, **claim, facts=facts)
    assert (ruling.rectification.act, ruling.rectification.statements[0].words) == (act, words)


def test_a_depending_verdict_names_what_must_be_looked_at() -> None:
    ruling = rule(SP, "did_not_play", facts={"hand": None})
    assert ruling.law.needs == ("the hand",)
    assert [statement.words for statement in ruling.penalty.statements] == ["No penalty for now."]


def test_an_unfounded_challenge_costs_a_warning_where_a_reading_says_so() -> None:
    ruling = rule(SP, "last_card_not_said", noticed="after_next_play", facts={"said": True})
    assert (ruling.penalty.sanction, ruling.penalty.statements[0].question) == ("warning", "SP-A27")
    assert rule(SW, "last_card_not_said", facts={"said": True}).penalty.sanction == "none"


def test_the_balance_of_probabilities_is_the_umpires_own_judgement() -> None:
    finding = rule(SP, "did_not_play", source="balance").finding
    assert (finding.source, finding.statements[0].status) == ("balance", "discretion")


def test_errors_in_a_game_without_readings_are_left_to_discretion() -> None:
    ruling = rule(SW, "card_did_not_match")
    assert [statement.status for statement in ruling.rectification.statements] == [
        "discretion",
        "discretion",
    ]
    assert ruling.finality.statements[0].status == "discretion"
