"""Claims as they are told: what is read, and a clear sentence for what cannot be."""

from typing import Any

import pytest

from scoring.disputes.adjudication import read_claim, situations
from scoring.disputes.claims import ClaimError
from scoring.games.rulebooks import RULEBOOKS, rulebook
from scoring.law.facts import FACTS
from scoring.law.ruling import Claim

SP = "swedish_pursuit"


def read(kind: str, game: str = SP, **told: Any) -> Claim:
    return read_claim({"kind": kind, **told}, rulebook(game).rules())


def test_a_claim_is_read_as_it_is_told() -> None:
    facts = {
        "cards": "qs 10♥",
        "top": "QH",
        "players": 5,
        "direction": "anticlockwise",
        "hand": None,
    }
    claim = read(
        "card_did_not_match", noticed="after_game", seat=3, source="cards_seen", facts=facts
    )
    told = {"cards": ["QS", "10H"], "top": "QH", "players": 5, "direction": -1}
    assert claim == Claim("card_did_not_match", "after_game", 3, told, "cards_seen")
    assert read("did_not_play") == Claim("did_not_play", "at_once")


BAD: list[tuple[str, str, dict[str, Any], str]] = [
    (SP, "card_did_not_match", {}, "“cards” is needed: Which card or cards were laid, in order?"),
    (SP, "card_did_not_match", {"facts": 7}, "“facts” must be an object"),
    (SP, "card_did_not_match", {"facts": {"cards": "QS", "colour": "red"}}, "“colour” is not asked for here"),
    (SP, "card_did_not_match", {"facts": {"cards": "ZZ"}}, "“cards”: “ZZ” is not a card"),
    (SP, "card_did_not_match", {"facts": {"cards": 7}}, "“cards” must be a list of cards, not 7."),
    (SP, "card_did_not_match", {"facts": {"cards": [7]}}, "“cards” must be text, not 7."),
    (SP, "card_did_not_match", {"facts": {"cards": []}}, "“cards” must name one card at least."),
    (SP, "card_did_not_match", {"facts": {"cards": "QS " * 105}}, "“cards” names 105 cards: more than two packs hold."),
    (SP, "card_did_not_match", {"facts": {"cards": "JK"}}, "“cards”: Joker is not in the pack of Swedish Pursuit."),
    (SP, "card_did_not_match", {"facts": {"cards": "QS", "hand": "3C 3C"}}, "3♣ is named 2 times"),
    (SP, "card_did_not_match", {"facts": {"cards": "QS", "top": "3C", "hand": "3C"}},
     "3♣ is named 2 times, under “top” and “hand”; one pack has 1. Take it away where it was not."),
    (SP, "card_did_not_match", {"facts": {"cards": "QS", "top": "QS"}}, "Q♠ is named 2 times, under “top” and “cards”"),
    (SP, "did_not_play", {"facts": {"hand": "3C " * 53}},
     "“hand” names 53 cards, but one pack has only 52: take some away."),
    (SP, "card_did_not_match", {"facts": {"cards": "QS", "nominate": "X"}}, "“nominate”: “X” is not a card: a suit is"),
    (SP, "card_did_not_match", {"facts": {"cards": "QS", "stock": 53}}, "“stock” is 53, but there are only 52 cards."),
    (SP, "card_did_not_match", {"facts": {"cards": "QS", "stock": "many"}}, "must be a whole number from 0 to 104"),
    (SP, "card_did_not_match", {"facts": {"cards": "QS", "direction": "up"}},
     "“direction” must be clockwise or anticlock"),
    (SP, "card_did_not_match", {"facts": {"cards": "QS", "already_picked_up": "yes"}},
     "must be true or false, not 'yes'"),
    (SP, "card_did_not_match", {"noticed": "soon", "facts": {"cards": "QS"}},
     "“noticed” must be one of at_once, after_next"),
    (SP, "card_did_not_match", {"seat": 11, "facts": {"cards": "QS"}},
     "“seat” must be a whole number from 1 to 10, not 11."),
    (SP, "card_did_not_match", {"seat": 5, "facts": {"cards": "QS", "players": 4}}, "from 1 to 4, not 5."),
    (SP, "card_did_not_match", {"who": "me"}, "A claim has no “who”."),
    (SP, "cheating", {}, "Swedish Pursuit knows no irregularity 'cheating'. It knows: card_did_not_match,"),
    (SP, "out_of_turn", {"facts": {"turn": 7, "players": 5}}, "“turn” is seat 7, but there are 5 players."),
    (SP, "card_exposed", {"facts": {"whose": "mine"}}, "“whose” must be one of hand, stock, deal, not 'mine'."),
    ("ottawa", "card_did_not_match", {"facts": {"cards": "9S", "players": 7}}, "but Ottawa is for 2 to 6 players."),
    ("ottawa", "card_did_not_match", {"facts": {"cards": "9S", "pile_top_last": "2C 3C 4C"}},
     "must name one card or two"),
    ("pursuit", "card_did_not_match", {"facts": {"sequences": 3}}, "“sequences” must be a list of sequences, not 3."),
    ("pursuit", "out_of_turn", {"facts": {"players": 3}}, "“players” is 3, but Pursuit is for 2 players."),
    ("pursuit", "card_did_not_match", {"facts": {"sequences": "KD"}}, "“sequences”: K♦ is not in the pack of Pursuit."),
    ("pursuit", "card_did_not_match", {"facts": {"sequences": "3D", "hand": "JK JK JK"}}, "Joker is named"),
    ("ottawa", "suit_named", {}, "Ottawa knows no irregularity 'suit_named'"),
]  # fmt: skip


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: bad[3][:40])
def test_a_malformed_claim_is_refused_with_a_sentence(
    bad: tuple[str, str, dict[str, Any], str],
) -> None:
    game, kind, told, sentence = bad
    with pytest.raises(ClaimError) as refused:
        read(kind, game, **told)
    assert sentence in str(refused.value)


def test_a_claim_that_is_no_object_is_refused() -> None:
    told: Any = ["card_did_not_match"]
    with pytest.raises(ClaimError, match="A claim is an object"):
        read_claim(told, rulebook(SP).rules())


def test_every_situation_has_words_and_asks_facts_that_have_a_question() -> None:
    for book in RULEBOOKS.values():
        for kind, situation in situations(book.rules()).items():
            assert situation.name[0].isupper() or situation.name.startswith("LAST")
            assert situation.example
            assert len(set(situation.facts)) == len(situation.facts)
            assert all(FACTS[name].question.rstrip(")")[-1] in "?p" for name in situation.facts), (
                kind
            )
    asked = {
        name
        for game in RULEBOOKS
        for each in situations(rulebook(game).rules()).values()
        for name in each.facts
    }
    assert asked == set(FACTS)


def test_two_jokers_are_no_card_too_many() -> None:
    claim = read("card_did_not_match", "pursuit", facts={"sequences": "3D JK", "hand": "JK JK 5C"})
    assert claim.facts["hand"] == ["JK", "JK", "5C"]
