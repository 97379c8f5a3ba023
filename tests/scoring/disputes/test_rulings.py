"""Rulings as a whole: any well-formed claim is ruled on, and every ruling can be read, printed and
stored.
"""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.cards import card_text
from scoring.disputes.adjudication import adjudicate, printed, read_claim, situations, told
from scoring.disputes.answers import answer
from scoring.disputes.claims import ClaimError
from scoring.games.rulebooks import RULEBOOKS, rulebook
from scoring.law.facts import FACTS, Fact
from scoring.law.rulebook import Rulebook
from scoring.law.ruling import MOST_WORDS, NOTICED, SOURCES, Claim, spoken
from tests.scoring.disputes.claims import rule
from tests.scoring.disputes.test_golden import whole
from tests.second_rank import by_rank

BOOKS = list(RULEBOOKS.values())


def values(fact: Fact, book: Rulebook) -> st.SearchStrategy[Any]:
    """Values of a fact, now and then with cards that cannot lie on one table."""
    card = st.sampled_from(book.deal.pack).map(card_text)
    return {
        "card": card,
        "cards": st.lists(card, max_size=4),
        "sequences": st.lists(st.lists(card, max_size=3), max_size=3),
        "suit": st.sampled_from("CDHS"),
        "number": st.integers(fact.least, min(fact.most, 12)),
        "seat": st.integers(1, min(5, book.deal.seats_max)),
        "direction": st.sampled_from((1, -1)),
        "yes_no": st.booleans(),
        "choice": st.sampled_from([value for value, _ in fact.choices] or [""]),
    }[fact.kind]


@st.composite
def claims(draw: st.DrawFn) -> tuple[Rulebook, str, dict[str, Any]]:
    book = draw(st.sampled_from(BOOKS))
    kind = draw(st.sampled_from(list(situations(book.rules()))))
    situation = situations(book.rules())[kind]
    needed = {name: values(FACTS[name], book) for name in situation.needed}
    helpful = {name: values(FACTS[name], book) for name in situation.helpful}
    facts = draw(st.fixed_dictionaries(needed, optional=helpful))
    chosen = draw(st.dictionaries(st.sampled_from(book.options), st.integers(0, 3), max_size=3))
    options = " ".join(
        f"{option.name}={option.values[at % len(option.values)]}" for option, at in chosen.items()
    )
    noticed, source = draw(st.sampled_from(list(NOTICED))), draw(st.sampled_from(list(SOURCES)))
    claim = {"kind": kind, "noticed": noticed, "source": source, "facts": facts}
    return book, options, claim | draw(st.sampled_from(({}, {"seat": 1}, {"seat": 2})))


@given(claims())
def test_a_claim_that_can_be_read_is_ruled_on_whole(
    given_claim: tuple[Rulebook, str, dict[str, Any]],
) -> None:
    book, options, claim = given_claim
    rules = book.rules(options)
    try:
        read = read_claim(claim, rules)
    except ClaimError:
        return
    ruling = adjudicate(read, rules)
    whole(ruling)
    assert len(spoken(ruling).split()) <= MOST_WORDS


def test_a_claim_of_another_game_is_refused() -> None:
    with pytest.raises(ClaimError, match="Pursuit knows no irregularity “blocked_game”"):
        adjudicate(Claim("blocked_game", "at_once"), RULEBOOKS["pursuit"].rules())


def test_a_ruling_names_the_cards_when_read_aloud() -> None:
    ruling = rule("pursuit", "card_did_not_match")
    assert "The six of diamonds, the five of diamonds runs downwards" in spoken(ruling)
    assert "♦" not in spoken(ruling)


def test_a_long_ruling_leaves_out_finality_first_then_finding_then_law() -> None:
    facts = {"sequences": "3D 4D 5H / 6H 7H 8H / 9S 10S AS / 2S 3S", "up_to": "3C", "hand": None}
    ruling = rule("pursuit", "card_did_not_match", facts=facts)
    assert (
        spoken(ruling)
        == "The three of diamonds, the four of diamonds, the five of hearts mixes diamonds and"
        " hearts: a sequence is of one suit. The cards go back; seat 2 may put down otherwise,"
        " then discard. No penalty: the text names none."
    )
    facts = {"cards": "9H 8H 7C", "hand": "9H 8H 7C 2C AC KC", "pile_top_last": "QH QD"}
    assert len(spoken(rule("ottawa", "card_did_not_match", facts=facts)).split()) <= MOST_WORDS


def test_a_ruling_is_told_as_json() -> None:
    answer = told(rule("swedish_pursuit", "last_card_not_said", noticed="after_next_play"))
    assert answer["penalty"] == {
        "sanction": "cards",
        "cards": 2,
        "statements": [
            {
                "words": "Seat 3 takes two cards.",
                "status": "text",
                "clauses": ["SP-26"],
                "question": "",
                "option": "",
            }
        ],
    }
    assert (answer["status"], answer["rectification"]["act"], answer["questions"]) == (
        "text",
        "play_on",
        ["SP-A35"],
    )


def test_a_ruling_is_printed_with_its_authorities() -> None:
    lines = printed(rule("swedish_pursuit", "tally_contested")).splitlines()
    assert lines[:2] == [
        "1 Finding (agreed by the table)",
        "  Seat 3 says 12, the checker 21, and the cards are gone. Noticed before the next play.",
    ]
    assert (
        lines[6]
        == "  The higher figure counts: 21, unless evidence shows otherwise. [SP-29, SP-36; default"
        " SP-A36]"
    )


def test_the_same_claim_gives_the_same_ruling() -> None:
    assert rule("switch", "out_of_turn") == rule("switch", "out_of_turn")


def test_from_an_empty_stock_nothing_was_picked_up_unless_discards_come_back() -> None:
    told = {"hand": "KH 9C", "top": "5C", "stock": 0}
    rules = rulebook("swedish_pursuit").rules()
    for facts in (told, told | {"missed": True}):
        claim = read_claim({"kind": "did_not_play", "facts": facts}, rules)
        assert answer(claim, rules).headline == "It is still their turn"
    with pytest.raises(ClaimError, match="nothing is picked up from an empty stock"):
        read_claim({"kind": "did_not_play", "facts": told | {"missed": False}}, rules)
    due = {"hand": "KH", "top": "2C", "pending": 2, "stock": 0, "missed": False}
    renewed = rulebook("swedish_pursuit").rules("short_stock=reshuffle")
    assert read_claim({"kind": "did_not_play", "facts": due}, renewed).facts["stock"] == 0
    drew = {"hand": "KH 9C", "top": "7C", "stock": 0, "missed": False}
    for game in ("switch", "mau_mau"):
        again = rulebook(game).rules()
        assert read_claim({"kind": "did_not_play", "facts": drew}, again)


def test_a_win_undone_when_the_hands_lie_open_is_counted_or_dealt_again() -> None:
    for game, act in (("swedish_pursuit", "void_win"), ("crazy_eights", "redeal")):
        rules = rulebook(game).rules()
        facts = {"cards": "9S", "top": "QH", "confirmed": False}
        fields = {"kind": "win_with_illegal_card", "noticed": "after_game", "facts": facts}
        ruling = adjudicate(read_claim(fields, rules), rules)
        assert ruling.rectification.act == act
        assert "play goes on" not in str(ruling)
    several = {"cards": "9S KD", "top": "QH", "confirmed": False}
    fields = {"kind": "win_with_illegal_card", "noticed": "after_game", "facts": several}
    switch = rulebook("switch").rules("scoring=hand_points")
    assert "the cards laid count" in str(adjudicate(read_claim(fields, switch), switch))


@pytest.mark.parametrize(
    ("card", "who"),
    [
        ("5S", "the player on the dealer's left begins"),
        ("QS", "the player on the dealer's right begins, anticlockwise"),
        ("AS", "player 2 to the dealer's left begins"),
    ],
)
def test_who_begins_is_told_from_the_dealer_where_nobody_said_who_dealt(
    card: str, who: str
) -> None:
    rules = rulebook("swedish_pursuit").rules()
    facts = {"players": 5, "turned_up": card}
    found = answer(read_claim({"kind": "wrong_start_card", "facts": facts}, rules), rules)
    assert found.now[0].endswith(f"{who}.")
    assert not any(re.search(r"\bseat \d", words.words, re.IGNORECASE) for words in found.why)
    dealer = rulebook("swedish_pursuit").rules("first_player=dealer")
    begins = answer(read_claim({"kind": "wrong_start_card", "facts": facts}, dealer), dealer)
    assert card != "5S" or begins.now[0].endswith("the dealer begins.")


@pytest.mark.parametrize("game", RULEBOOKS)
@pytest.mark.parametrize("step", by_rank((5, 1), (5,)))
def test_no_start_card_is_called_wrong_where_nothing_wrong_was_done(game: str, step: int) -> None:
    rules = rulebook(game).rules()
    if "turned_up" not in situations(rules)["wrong_start_card"].needed:
        return
    lines = {}
    for card in map(card_text, rules.rulebook.deal.pack[::step]):
        facts = {"players": 4, "turned_up": card}
        found = answer(read_claim({"kind": "wrong_start_card", "facts": facts}, rules), rules)
        lines[card] = found.tone, found.headline
    assert set(lines.values()) <= {
        ("right", "The start was right"),
        ("plain", "Turn up another card"),
    }, lines
