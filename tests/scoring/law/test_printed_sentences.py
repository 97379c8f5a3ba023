"""Every sentence of a sheet that can be put to the engine is put to it, under each value of each
option: of the games that are told by their rulebook alone, and of all games what they say of the
pack, the hand and the first turn.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from scoring import adjudicate
from scoring.cards import RANKS, rank_of
from scoring.games.registry import ENGINES, leaflet
from scoring.games.rulebooks import rulebook
from scoring.games.shedding.law import law_of
from scoring.law.rulebook import Rules
from scoring.law.rules_text import text_of
from scoring.law.verdict import Verdict
from scoring.words import number_word

PLAIN = ("crazy_eights", "mau_mau", "prsi", "pesten")
Facts = dict[str, Any]


class Table:
    """A table of four under some rules, with ranks of the pack that do nothing, and questions."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.law = rules, law_of(rules)
        ranks = sorted({rank_of(card) for card in rules.deal.pack})
        self.quiet = [name(rank) for rank in ranks if rank not in self.law.does]
        self.wild = name(min(self.law.wild))

    def asks(self, play: Facts, **facts: Any) -> Verdict:
        """A question with `facts` otherwise than usual: a quiet heart showing, a quiet heart and
        a quiet club in the hand.
        """
        top, held, spare = (rank + suit for rank, suit in zip(self.quiet, "HHC", strict=False))
        seats = {"players": 4, "turn": 1, "direction": 1, "stock": 9, "discards": 9}
        usual = seats | {"top": top, "suit_in_force": "H", "pending": 0, "hand": [held, spare]}
        game, options = self.rules.rulebook.name, self.rules.full
        return adjudicate(game, usual | facts, play, options)

    def lay(self, card: str, *, beside: bool = True, **facts: Any) -> Verdict:
        """A card laid, with another in the hand or as the last one."""
        spare = [self.quiet[2] + "C"] if beside else []
        return self.asks({"kind": "discard", "card": card}, hand=[card, *spare], **facts)

    def due(self, kind: str, **facts: Any) -> Verdict:
        """Cards are due, and the hand could answer."""
        (rank, draws), *_ = self.law.penalty.items()
        top, answer = name(rank) + "H", name(rank) + "C"
        told = {"top": top, "pending": draws, "hand": [answer, self.quiet[2] + "S"]}
        return self.asks({"kind": kind}, **told, **facts)


def name(rank: int) -> str:
    """A rank as case files write it."""
    return RANKS[rank].replace("T", "10")


Probe = Callable[[Table, str], object]
UNABLE = {"kind": "pick_up"}


def unable(table: Table, drawn: int) -> str:
    """Whether a card may be drawn with so many drawn in this turn and none that fits."""
    told = {"already_picked_up": f"{drawn} cards"} if drawn else {}
    return table.asks(UNABLE, hand=[table.quiet[1] + "C"], **told).answer


def most_drawn(table: Table) -> str:
    """How many cards are drawn, in the words of the sheet."""
    may = [unable(table, number) == "legal" for number in range(6)]
    return {1: "One.", 3: "Three at most.", 6: "As many as it takes."}[sum(may)]


def drawn_laid(table: Table) -> bool:
    fits = table.quiet[1] + "H"
    return table.lay(fits, already_picked_up="1 cards").legal


def unnamed(table: Table) -> str:
    """Which suit a wild club without a word leaves on a heart."""
    suit = table.lay(table.wild + "C").then["suit_in_force"]
    return {"C": "The suit of the card itself is followed.", "H": "The suit stays as it was."}[suit]


def missed_call(table: Table) -> int:
    told = {"offender": 2, "offender_hand_count": 1, "said": False, "players": 4, "stock": 9}
    game, options = table.rules.rulebook.name, table.rules.full
    challenge = {"kind": "challenge", "by": 1}
    draws: int = adjudicate(game, told, challenge, options).then["offender_draws"]
    return draws


def end(table: Table) -> str:
    told = {"players": 4, "stock": 0, "consecutive_misses": 4}
    game, options = table.rules.rulebook.name, table.rules.full
    then = adjudicate(game, told, {"kind": "claim_blocked"}, options).then
    return "void" if then.get("redeal") else str(then["blocked"])


BLOCKED = {
    "The game is void; deal again.": ("void",),
    "The game ends without a winner.": ("no_score", "no_winner"),
    "The game ends; the lowest hand scores the difference from each other hand.": ("difference",),
}


def last_penalty(table: Table) -> bool:
    """Whether a last card that brings cards leaves them due, or has them taken."""
    rank = name(min(table.law.penalty))
    lay = table.lay(rank + "H", beside=False)
    return any("takes" in reason.words and "nobody" not in reason.words for reason in lay.reasons)


PROBES: dict[str, Probe] = {
    r"Must I lay a card if I can\?": lambda table, text: (
        table.asks(UNABLE).legal == text.startswith("No")
    ),
    r"How many cards do I draw\?": lambda table, text: most_drawn(table) == text,
    r"May I lay the card I drew\?": lambda table, text: drawn_laid(table) == text.startswith("Yes"),
    r"May (an? \w+) go on \1\?": lambda table, text: (
        table.lay(table.wild + "C", top=table.wild + "H").legal == text.startswith("Yes")
    ),
    r"I named no suit\.": lambda table, text: unnamed(table) == text,
    r"May I go out on .*\?|Winning on an? (Jack|Queen|8|2, .*)": (
        lambda table, text: (
            table.lay(table.wild + "H", beside=False).legal == text.startswith(("Yes", "Allowed"))
        )
    ),
    r"I cannot lay and the stock is gone\.|No stock left": lambda table, text: (
        table.asks({"kind": "miss"}, hand=[table.quiet[1] + "C"], stock=0).legal
        == ("Shuffle" not in text)
    ),
    r"Must I answer .*\?": lambda table, text: table.due("pick_up").legal == text.startswith("No"),
    r"I forgot to say .*\.": lambda table, text: (
        (number_word(missed_call(table)) in text.lower()) or "a card" in text
    ),
    r"Nobody can lay or draw": lambda table, text: end(table) in BLOCKED[text],
    r"Winning on a [27]": lambda table, text: last_penalty(table) == ("still takes" in text),
}

UNASKED = {"To begin", "Your turn", "", "The end of a game"}
"""What tells the course of a game, or is put to the engine apart."""


def tables(game: str) -> Iterator[Rules]:
    """The usual rules, and each other value of each option by itself."""
    rules = rulebook(game).rules()
    yield rules
    for option in rules.rulebook.options:
        yield from (rules.but(option.name, value) for value in option.values[1:])


def refuted(rules: Rules) -> list[str]:
    """Sentences of the sheet that the engine refutes, and those that nothing puts to it."""
    table, page, wrong = Table(rules), leaflet(rules), []
    for note in (*page.ends, *page.asked):
        probe = next((PROBES[key] for key in PROBES if re.fullmatch(key, note.heading)), None)
        if probe is None and note.heading not in UNASKED:
            wrong.append(f"nothing asks: {note.heading}")
        elif probe is not None and not probe(table, note.text):
            wrong.append(f"{note.heading} {note.text}")
    return wrong


@pytest.mark.parametrize("game", PLAIN)
def test_no_sentence_of_a_sheet_is_refuted_under_any_option(game: str) -> None:
    assert {str(rules): refuted(rules) for rules in tables(game) if refuted(rules)} == {}


@pytest.mark.control
def test_a_sheet_that_says_the_opposite_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = text_of("games/shedding/leaflet")["asked"]
    note = next(row for row in asked if "card I drew" in row["heading"])
    monkeypatch.setitem(note, "says", ["[drawn_card=keep] Yes.", "[drawn_card=lay] No."])
    assert refuted(rulebook("mau_mau").rules())


@pytest.mark.parametrize("game", PLAIN)
def test_the_cards_do_what_the_sheet_says_of_them(game: str) -> None:
    for rules in tables(game):
        table = Table(rules)
        for effect in leaflet(rules).effects:
            lay = table.lay(effect.rank + "H", players=5)
            assert lay.legal
            assert ("draws" in effect.text) == bool(lay.then["pending"])
            assert ("goes the other way" in effect.text) == (lay.then["direction"] == -1)
            assert ("You play another card" in effect.text) == (lay.then["next_turn"] == 1)
            if effect.text.endswith("misses a turn."):
                assert (lay.then["missed"], lay.then["next_turn"]) == (2, 3)


@pytest.mark.parametrize("game", ENGINES)
def test_packs_and_hands_are_those_of_the_sheet_for_every_number_of_players(game: str) -> None:
    for rules in tables(game):
        page, deal = leaflet(rules), rules.deal
        begin = " ".join(note.text for note in page.play if note.heading == "To begin")
        for players in range(deal.seats_min, deal.seats_max + 1):
            told = {"players": players, "decks": deal.packs(players), "dealt": deal.dealt(players)}
            assert adjudicate(game, told, {"kind": "setup"}, rules.full).answer == "legal"
            assert number_word(deal.dealt(players)) in re.findall(r"\w+", begin.lower())
        if deal.packs(deal.seats_min) != deal.packs(deal.seats_max):
            assert "two packs" in begin.lower()
