"""The pages of Swedish Pursuit, Switch, Ottawa and Pursuit, sentence by sentence, put to their
engines under each value of each option; what cannot be put is named.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from scoring import adjudicate, rule
from scoring.games.registry import leaflet
from scoring.games.rulebooks import rulebook
from scoring.law.rulebook import Rules
from scoring.law.rules_text import text_of
from scoring.law.ruling import Ruling
from scoring.law.verdict import Verdict

Facts = dict[str, Any]


def tables(game: str) -> Iterator[Rules]:
    """The usual rules, of Pursuit those of a race as well, and each other value of each option."""
    for options in ("", "racing=yes") if game == "pursuit" else ("",):
        rules = rulebook(game).rules(options)
        yield rules
        for option in rules.rulebook.options:
            yield from (rules.but(option.name, value) for value in option.values[1:])


def laid(rules: Rules, hand: str, *, top: str = "KH", pending: int = 0, **facts: Any) -> Verdict:
    """The first card of a hand laid."""
    cards = hand.split()
    told = {"top": top, "suit_in_force": top[-1], "pending": pending, "hand": cards} | facts
    return put(rules, {"kind": "discard", "card": cards[0]}, **told)


def put(rules: Rules, play: Facts, **facts: Any) -> Verdict:
    """A question at a table of five, of Pursuit at one of two."""
    seats: Facts = {"players": 5, "turn": 1, "direction": 1, "stock": 9, "discards": 9}
    if rules.rulebook.name == "pursuit":
        seats = {"turn": 1}
    return adjudicate(rules.rulebook.name, seats | facts, play, rules.full)


def blocked(rules: Rules) -> Facts:
    """What follows when everybody has missed and there is nothing to take."""
    told = {"players": 5, "stock": 0, "consecutive_misses": 5}
    return dict(adjudicate(rules.rulebook.name, told, {"kind": "claim_blocked"}, rules.full).then)


def stops(rules: Rules) -> set[str]:
    """The cards beside a 2 that stop an unanswered 2, as the sheet names them."""
    names = {"8H": "An 8", "AH": "Ace", "QH": "Queen"}
    return {
        words
        for card, words in names.items()
        if laid(rules, f"{card} 3C", top="2H", pending=2).legal
    }


def takes_back(rules: Rules, answer: str) -> Verdict:
    """An answer held, and the penalty taken all the same."""
    return put(
        rules, {"kind": "pick_up"}, top="2H", suit_in_force="H", pending=2, hand=[answer, "3C"]
    )


def silent_win(rules: Rules) -> str:
    told = {"players": 5, "offender": 2, "offender_hand_count": 0, "held_then": 1, "said": False}
    told |= {"game_over": True, "next_player_has_acted": True, "stock": 9}
    return adjudicate(rules.rulebook.name, told, {"kind": "challenge", "by": 1}, rules.full).answer


def last_costs(rules: Rules, *, ending: bool) -> bool:
    """Whether a 2 and a 4 laid as the last card leave their cards due; where the others play on,
    the last of the game or (not `ending`) the first.
    """
    out = [3, 4, 5] if ending and rules["play_on"] == "yes" else []
    due = [laid(rules, card, out=out).then.get("pending") for card in ("2H", "4H")]
    return due == [2, 4]


def row(rules: Rules, cards: str) -> Verdict:
    """Several cards laid on a King of hearts, with a club kept back."""
    told = {"top": "KH", "suit_in_force": "H", "pending": 0, "hand": [*cards.split(), "3C", "9D"]}
    return put(rules, {"kind": "discard", "cards": cards.split()}, **told)


def caught(rules: Rules) -> int:
    """The cards that a missed call costs once the silent player has had another turn."""
    told = {"players": 5, "offender": 2, "offender_hand_count": 1, "held_then": 1, "said": False}
    told |= {"next_player_has_acted": True, "offender_has_acted": True, "stock": 9}
    challenge = {"kind": "challenge", "by": 1}
    draws: int = adjudicate(rules.rulebook.name, told, challenge, rules.full).then["offender_draws"]
    return draws


def ruled(rules: Rules, kind: str, noticed: str = "at_once", **facts: Any) -> Ruling:
    claim = {"kind": kind, "seat": 1, "noticed": noticed, "facts": facts}
    return rule(rules.rulebook.name, claim, rules.full)


def wrong(rules: Rules, noticed: str) -> Ruling:
    told: Facts = {"cards": ["9C"], "top": "KH", "suit_in_force": "H", "pending": 0}
    return ruled(rules, "card_did_not_match", noticed, hand=["9C", "3C", "4C"], players=5, **told)


def off(rules: Rules, pile: str, cards: str, **facts: Any) -> bool:
    """Whether cards may be laid off on a pile, with a King of hearts kept back."""
    told = {"players": 4, "turn": 1, "stock": 9, "pile_top_last": pile.split()}
    told |= {"hand": [*cards.split(), "KH"]} | facts
    play = {"kind": "lay_off", "cards": cards.split()}
    return adjudicate("ottawa", told, play, rules.full).legal


def turn(rules: Rules, kind: str, **facts: Any) -> bool:
    """Whether another play of a turn of Ottawa is allowed."""
    told = {"players": 4, "turn": 1, "stock": 9, "hand": ["9S", "KH"], "pile_top_last": ["2C"]}
    return adjudicate("ottawa", told | facts, {"kind": kind}, rules.full).legal


def down(rules: Rules, cards: str, caught: str = "8C", **facts: Any) -> Verdict:
    """A sequence put down by a player who is up to a three, the other up to this card."""
    seats = {"turn": 1, "opponent_up_to": caught, "opponent_has_put_down": True}
    told = seats | {"up_to": "3C", "hand": [*cards.split(), "9H"]} | facts
    play = {"kind": "put_down", "sequences": [cards.split()]}
    return adjudicate("pursuit", told, play, rules.full)


def wins(rules: Rules, cards: str, caught: str, **facts: Any) -> bool:
    return down(rules, cards, caught, **facts).answer == "win"


def chase(rules: Rules, play: Facts, **facts: Any) -> Verdict:
    hand = ["3D", "9H", "8C", "7C", "AS", "2S", "6H", "8H"]
    told = {"up_to": "3C", "opponent_up_to": "8D", "taken": True, "has_put_down": False}
    return adjudicate("pursuit", told | {"hand": hand} | facts, play, rules.full)


SaidOf = Callable[[Rules, str], object]
TRICKS: dict[str, SaidOf] = {
    "Winning on an 8, Ace, Queen or 2": lambda rules, text: (
        {laid(rules, card).legal for card in ("8H", "AH", "QH", "2H")}
        == {text.startswith("Allowed")}
        and ("still picks up" in text) == (laid(rules, "2H").then.get("cards_drawn") == 2)
    ),
    "No stock left": lambda rules, text: (
        put(
            rules, {"kind": "miss"}, top="KH", suit_in_force="H", pending=0, hand=["3C"], stock=0
        ).legal
        and put(
            rules, {"kind": "pick_up"}, top="2H", suit_in_force="H", pending=4, hand=["3C"], stock=1
        ).then["cards_drawn"]
        == (1 if "no more" in text else 4)
    ),
    "Blocked": lambda rules, text: (
        bool(blocked(rules).get("redeal")) == ("void" in text)
        and bool(blocked(rules).get("reshuffle")) == ("play on" in text)
        and ("lowest_scores" in blocked(rules)) == ("lowest hand" in text)
    ),
    "May a Queen go on a Queen of another suit?": lambda rules, text: (
        laid(rules, "QS 3C", top="QH").legal == text.startswith("Yes")
    ),
    "Does an 8, an Ace or a Queen stop a 2?": lambda rules, text: (
        stops(rules) == {words for words in ("An 8", "Ace", "Queen") if words in text}
    ),
    "Must I answer a 2 if I hold one?": lambda rules, text: (
        takes_back(rules, "2S").legal == text.startswith("No")
    ),
    "I forgot to call, and then I won.": lambda rules, text: (
        (silent_win(rules) == "upheld") == ("until the scores" in text)
    ),
    "I laid an 8 and named nothing.": lambda rules, text: (
        (laid(rules, "8S 3C").then["suit_in_force"] == "S") == ("own suit" in text.lower())
        and put(rules, {"kind": "nominate", "nominate": "C"}, next_player_has_acted=False).legal
        == ("until the next play" in text)
    ),
    "“Last card!”": lambda rules, text: (
        caught(rules) == (0 if "before your next turn" in text else 2)
    ),
    "Miss": lambda rules, text: (
        laid(rules, "AH 3C").then["next_turn"] == 3
        and laid(rules, "AH 3C", top="2H", pending=2).legal == ("further" in text)
    ),
    "Two more": lambda rules, text: (
        [
            laid(rules, "2H 3C").then["pending"],
            laid(rules, "2C 3C", top="2H", pending=2).then["pending"],
        ]
        == [2, 4]
    ),
    "": lambda rules, text: (
        laid(rules, "QS 3C", top="QH").legal == ("own rank" in text)
        and laid(rules, "AC 3D", top="8C", suit_in_force="H").legal == ("not the one named" in text)
        and laid(rules, "2C 3C", top="2H", pending=2).legal
    ),
    "I picked up, but I could have laid.": lambda rules, text: (
        ruled(
            rules, "did_not_play", hand=["9H", "3C"], top="KH", suit_in_force="H", missed=False
        ).rectification.act
        == "stands"
    ),
    "Somebody played out of turn.": lambda rules, text: (
        [
            ruled(rules, "out_of_turn", noticed, turn=2, cards=["9H"], players=5).rectification.act
            for noticed in ("at_once", "after_next_play")
        ]
        == ["restore", "stands"]
    ),
    "That card was wrong!": lambda rules, text: (
        wrong(rules, "at_once").rectification.act == "restore"
        and (wrong(rules, "after_next_play").rectification.act == "stands") == ("it stands" in text)
        and (wrong(rules, "at_once").penalty.cards == 2) == ("costs two" in text)
    ),
    "We count differently; the cards are gone.": lambda rules, text: (
        "40" in str(ruled(rules, "tally_contested", player_says=30, checker_says=40).rectification)
    ),
    "Reverse": lambda rules, text: (
        laid(rules, "QH 3C", players=2).then["next_turn"] == (1 if "play again" in text else 2)
    ),
    "Any time": lambda rules, text: (
        laid(rules, "8C 3C", top="2H", pending=2).legal == ("but" not in text)
        and (laid(rules, "8C 3C", top="2H", pending=2).then.get("pending") == 2)
        == ("passes" in text)
    ),
}
POWERS: dict[str, SaidOf] = {
    "Winning on a 2, 4, 7, 8 or Jack": lambda rules, text: (
        {laid(rules, card).legal for card in ("8H", "JH", "2H", "4H", "7H")}
        == {text.startswith("Allowed")}
        and last_costs(rules, ending=True) == ("still picks up" in text)
        and last_costs(rules, ending=False) == ("next player" in text)
    ),
    "An Ace is never the last card": lambda rules, text: (
        not laid(rules, "AH").legal
        and put(
            rules,
            {"kind": "discard", "cards": ["7H", "AH", "3H"]},
            top="KH",
            suit_in_force="H",
            pending=0,
            hand=["7H", "AH", "3H"],
        ).legal
        == ("Nor" not in text)
    ),
    "“Last card!”": lambda rules, text: (
        caught(rules) == (0 if "before your next turn" in text else 1)
    ),
    "I forgot to say “Last card”.": lambda rules, text: (
        caught(rules) == (0 if "in time" in text else 1)
    ),
    "Two more": lambda rules, text: (
        laid(rules, "2H 3C").then["pending"] == 2
        and laid(rules, "4H 3C", top="2H", pending=2).legal == ("2 or 4" in text)
    ),
    "Four more": lambda rules, text: (
        laid(rules, "4H 3C").then["pending"] == 4
        and laid(rules, "2H 3C", top="4H", pending=4).legal == ("2 or 4" in text)
    ),
    "Miss": lambda rules, text: laid(rules, "8H 3C").then["next_turn"] == 3,
    "Take along": lambda rules, text: (
        row(rules, "3H 7H").legal == ("any order" in text or rules["same_suit_or_rank"] == "yes")
        and (row(rules, "7H 2H 3H").then["pending"] == 2) == ("All of them" in text)
    ),
    "Which cards act, laid with a 7?": lambda rules, text: (
        (row(rules, "7H 2H 3H").then["pending"] == 2) == text.startswith("All")
    ),
    "Which suit follows several cards?": lambda rules, text: (
        row(rules, "7H 3H").then["suit_in_force"] == "H"
        and row(rules, "6H 6S").then.get("suit_in_force") in (None, "S")
    ),
    "May I lay several cards at once?": lambda rules, text: (
        row(rules, "7H 3H").legal
        and row(rules, "5H 6H").legal
        == ("run" in text or "suit, or" in text or "one suit, one" in text)
        and row(rules, "6H 6S").legal == ("one rank" in text and "All must" not in text)
    ),
    "No stock left": lambda rules, text: (
        put(
            rules, {"kind": "pick_up"}, top="KH", suit_in_force="H", pending=0, hand=["3C"], stock=0
        ).then["cards_drawn"]
        == 1
    ),
    "": lambda rules, text: takes_back(rules, "2S").legal == ("need not" in text),
    "The end of a game": lambda rules, text: (
        laid(rules, "9H").then["game_over"] == ("play on" not in text)
    ),
    "Nobody can lay or take": lambda rules, text: (
        bool(blocked(rules).get("redeal")) == text.startswith("Deal again")
    ),
    "Must I lay a card if I can?": lambda rules, text: (
        put(
            rules, {"kind": "pick_up"}, top="KH", suit_in_force="H", pending=0, hand=["9H", "3C"]
        ).legal
        == text.startswith("No")
    ),
    "May a 4 answer a 2?": lambda rules, text: (
        laid(rules, "4H 3C", top="2H", pending=2).legal == text.startswith("Yes")
    ),
    "Must I answer a 2 or 4?": lambda rules, text: (
        takes_back(rules, "2S").legal == text.startswith("No")
    ),
    "May an Ace go on a 2 that was paid?": lambda rules, text: (
        laid(rules, "AC 3C", top="2H").legal == text.startswith("Yes")
    ),
    "May I go out on an 8 or a Jack?": lambda rules, text: (
        {laid(rules, card).legal for card in ("8H", "JH")} == {text.startswith("Yes")}
    ),
    "The stock runs out as I take cards.": lambda rules, text: (
        put(
            rules, {"kind": "pick_up"}, top="2H", suit_in_force="H", pending=4, hand=["3C"], stock=1
        ).then["cards_drawn"]
        == (1 if "no more" in text else 4)
    ),
    "Reverse": lambda rules, text: (
        laid(rules, "JH 3C", players=2).then["next_turn"] == (1 if "play again" in text else 2)
    ),
    "Any time": lambda rules, text: (
        laid(rules, "AC 3C", top="2H").legal == ("all but an unanswered" in text)
        and (laid(rules, "AC 3C").then["suit_in_force"] == "C") == ("its own counts" in text)
    ),
}

LAYING_OFF: dict[str, SaidOf] = {
    "Your turn": lambda rules, text: (
        [turn(rules, "draw"), turn(rules, "pass"), turn(rules, "pass", drawn_this_turn=True)]
        == [True, False, True]
    ),
    "Laying off": lambda rules, text: (
        off(rules, "3C QS", "KS AS 2S")
        and not off(rules, "3C QS", "KS AS 2D")
        and off(rules, "3C 5S", "5D 5H 6H 7H 7C 8C") == ("at most" not in text)
    ),
    "Same rank": lambda rules, text: off(rules, "2C 9S", "9H"),
    "Next in suit": lambda rules, text: (
        [off(rules, "2C 9H", card) for card in ("8H", "10H", "8C")] == [True, True, False]
    ),
    "Run goes on": lambda rules, text: (
        off(rules, "9C 10D", "JS")
        and off(rules, "9C 8D", "7S") == ("any 8" in text)
        and not off(rules, "KC AD", "2S")
    ),
    "": lambda rules, text: (
        [off(rules, "2C KD", "AD"), off(rules, "2C AD", "2D"), off(rules, "2C 9H", "4S")]
        == [True, True, False]
        and off(rules, "3C JS", "JD QH") == ("own cards" in text)
    ),
    "From a run to a set": lambda rules, text: (
        off(rules, "3C 4S", "5S 6D 7H 7C") == ("a set, any suit will do" in text)
        and off(rules, "7S 8C", "9D 9S") == ("open a set in any suit" in text)
    ),
    "No stock left": lambda rules, text: turn(rules, "draw", stock=0, discards=9),
    "Nobody can go out": lambda rules, text: nobody_can(rules) == ("lowest hand" in text),
    "The end of a deal": lambda rules, text: (
        adjudicate("ottawa", {"others": [["5C"], ["KD"]]}, {"kind": "score"}, rules.full).then
        == {"winner_scores": 15}
    ),
    "Is the Ace next to the King?": lambda rules, text: (
        off(rules, "2C KD", "AD") and off(rules, "4C AD", "2D")
    ),
    "May a run go on past the Ace?": lambda rules, text: (
        off(rules, "3C QS", "KS AS 2S") and not off(rules, "3C QS", "KS AS 2D")
    ),
    "What fits the start card?": lambda rules, text: (
        [off(rules, "9H", card) for card in ("9S", "10H", "10S")] == [True, True, False]
    ),
    "4 5 6, then 7 7 7: which 7 first?": lambda rules, text: (
        off(rules, "2C 4S", "5S 6D 7H 7C") == ("Any" in text) and off(rules, "2C 4S", "5S 6D 7D 7C")
    ),
    "After a set, which card begins a run?": lambda rules, text: (
        off(rules, "3C JS", "JD JH QH") and not off(rules, "3C JS", "JD JH QC")
    ),
    "9, then 8: does any 7 go on?": lambda rules, text: (
        off(rules, "9C 8D", "7S") == text.startswith("Yes")
    ),
    "Must I draw?": lambda rules, text: not turn(rules, "pass"),
    "I laid off, then drew a card that fits.": lambda rules, text: (
        not off(rules, "2C 9H", "9S", laid_off_this_turn=True, drawn_this_turn=True)
    ),
    "We are stuck: who scores?": lambda rules, text: (
        nobody_can(rules) == text.startswith("The lowest")
    ),
}


def nobody_can(rules: Rules) -> bool:
    """Whether the lowest hand scores where all have passed and there is no card to draw."""
    told = {"players": 4, "stock": 0, "consecutive_misses": 4}
    then = adjudicate("ottawa", told, {"kind": "claim_blocked"}, rules.full).then
    return bool(then["blocked"] == "difference")


def backwards(rules: Rules) -> bool:
    """Whether the sequences of seat B may run downwards."""
    return down(rules, "3D 2D", turn=2).legal


CHASE: dict[str, SaidOf] = {
    "Your turn": lambda rules, text: (
        chase(rules, {"kind": "discard", "card": "9H"}).legal == ("and wish" in text)
    ),
    "Putting down": lambda rules, text: (
        down(rules, "3D 4D 5D").legal
        and not down(rules, "3D 4H").legal
        and not down(rules, "4D 5D").legal
        and backwards(rules) == ("down" in text.split("rank by rank")[0])
        and down(rules, "3D 4D 5D").then["kept"] == ["5D"]
    ),
    "Any card": lambda rules, text: (
        down(rules, "3D JK 5D").legal and down(rules, "3D 4D JK").legal == ("may not" not in text)
    ),
    "": lambda rules, text: down(rules, "3D 4D").legal,
    "Winning the race": lambda rules, text: (
        wins(rules, "3D 4D 5D", "8C", steps=48, start="5C") == ("it counts" in text)
        and wins(rules, "3D 4D 5D 6D", "8C", steps=48, start="5C")
    ),
    "Landing on another player": lambda rules, text: (
        ("missed" in down(rules, "3D 4D 5D", "5C").then) == ("misses a turn" in text)
    ),
    "Winning": lambda rules, text: (
        wins(rules, "3D 4D 5D", "5C")
        and wins(rules, "3D 4D 5D 6D", "5C") == ("anywhere" in text)
        and wins(rules, "3D 4D JK", "5C") == text.startswith("wins too.", text.find("wins too"))
        and wins(rules, "3D 4D JK 6D", "5C") == ("anywhere" in text and "wins too" in text)
        and down(rules, "3D 4D 5D", "5C", opponent_has_put_down=False).legal
        == ("Nobody is caught" not in text)
    ),
    "No stock left": lambda rules, text: (
        adjudicate(
            "pursuit", {"taken": False, "stock": 0}, {"kind": "take", "from": "stock"}, rules.full
        ).legal
    ),
    "Must suits agree with the card before me?": lambda rules, text: down(rules, "3D 4D").legal,
    "May a sequence run downwards?": lambda rules, text: (
        backwards(rules) == (not text.startswith("No"))
    ),
    "May one card alone be put down?": lambda rules, text: (
        down(rules, "3D").legal and not down(rules, "4D").legal
    ),
    "Must I put down?": lambda rules, text: (
        chase(rules, {"kind": "discard", "card": "9H"}).legal == text.startswith("No")
    ),
    "May a Joker be the very last card?": lambda rules, text: (
        down(rules, "3D 4D JK").legal == text.startswith("Yes")
    ),
    "I ran on past the other's card.": lambda rules, text: (
        wins(rules, "3D 4D 5D 6D", "5C") == text.startswith("You win")
    ),
    "My Joker stands for that card.": lambda rules, text: (
        wins(rules, "3D 4D JK", "5C") == (text == "You win.")
        and (wins(rules, "3D 4D JK 6D", "5C") or rules["win"] != "any")
        == text.startswith("You win")
    ),
    "May I catch them on the first turn?": lambda rules, text: (
        down(rules, "3D 4D 5D", "5C", opponent_has_put_down=False).legal == (text == "Yes.")
    ),
}
PAGES = {
    "swedish_pursuit": TRICKS,
    "switch": POWERS,
    "ottawa": LAYING_OFF,
    "pursuit": CHASE,
}
NOT_PUT = {
    "To begin": "packs and hands of every game are put in test_printed_sentences.py",
    "In doubt": "who decides is no question of play",
}
"""Notes whose sentences no question of the engine answers."""
NOT_PUT_IN = {
    "swedish_pursuit": {"Your turn", "The end of a game", "I called a moment too soon."},
    "switch": {"Your turn"},
    "ottawa": {"Who must have laid the two top cards?"},
    "pursuit": {
        "All eight put down",
        "What if I do not take the stock card?",
        "The stock runs out while I fill up.",
    },
}
"""The same of one game: the course of a turn, and what was done before the table is seen."""


def pairs(game: str) -> Iterator[Rules]:
    """The rules of `tables`, and with two options set otherwise at once."""
    for rules in tables(game):
        for option in rules.rulebook.options:
            yield from (rules.but(option.name, value) for value in option.values[1:])


def refuted(game: str, played: Iterable[Rules]) -> list[str]:
    """Notes that the engine refutes, and those that nobody puts to it."""
    found, met = [], set[str]()
    for rules in played:
        for note in leaflet(rules).notes:
            met.add(note.heading)
            probe = PAGES[game].get(note.heading)
            if probe and not probe(rules, note.text):
                found.append(f"{rules}: {note.heading} {note.text}")
    apart = {*NOT_PUT, *NOT_PUT_IN[game], *PAGES[game]}
    return found + [f"nothing asks: {heading}" for heading in sorted(met - apart)]


@pytest.mark.parametrize("game", PAGES)
def test_every_sentence_of_a_page_is_what_its_engine_does_under_any_option(game: str) -> None:
    assert refuted(game, tables(game)) == []


@pytest.mark.parametrize("options", ["", "jack_two=skip mix_penalties=yes"])
def test_what_the_sheet_of_a_match_for_two_says_of_its_cards_is_what_they_do(options: str) -> None:
    rules = rulebook("switch").rules(options)
    page = leaflet(rules, for_two=True)
    text = {effect.rank: effect.text for effect in page.effects}
    after = {rank: laid(rules, f"{rank}H 3C", players=2).then["next_turn"] for rank in "8J"}
    assert after["8"] == 1
    assert text["8"] == "The other player misses a turn: you play again."
    assert (after["J"] == 1) == (text["J"] == "You play again.")
    for rank, twice, answer in (("2", 4, "four"), ("4", 8, "eight")):
        due = laid(rules, f"{rank}C 3C", top=f"{rank}H", pending=int(rank), players=2).then
        assert (due["pending"], due["next_turn"]) == (twice, 2)
        assert (f"then you pick up {answer}" in text[rank]) == (rules["mix_penalties"] == "no")
    said = " ".join(note.text for note in page.notes)
    assert "The next player" not in said
    assert "clockwise" not in said


@pytest.mark.torture
@pytest.mark.parametrize("game", PAGES)
def test_every_sentence_of_a_page_holds_under_any_two_options_at_once(game: str) -> None:
    assert refuted(game, pairs(game)) == []


@pytest.mark.control
@pytest.mark.parametrize("game", PAGES)
def test_a_page_that_says_the_opposite_is_found(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    heading, says = {
        "swedish_pursuit": ("Must I answer a 2 if I hold one?", "No."),
        "switch": ("Must I lay a card if I can?", "No."),
        "ottawa": ("9, then 8: does any 7 go on?", "No."),
        "pursuit": ("May a sequence run downwards?", "Yes."),
    }[game]
    asked = text_of(f"games/{game}/leaflet")["asked"]
    note = next(row for row in asked if row["heading"] == heading)
    monkeypatch.setitem(note, "says", [says])
    rules = rulebook(game).rules()
    assert refuted(game, [rules]) == [f": {heading} {says}"]
