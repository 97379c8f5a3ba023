"""Settlements told in text files, which are read, mended and translated without Python: those of a
game in its `conduct.toml`, those of every table in `disputes/everyday.toml`.

A settlement has what was `found`, the `law`, and `rows` of a condition, an act and its statements:
the first row whose condition holds is what is done. A statement is its words, which are then the
umpire's discretion, or a list of an authority and words. Authorities are `text` and its clauses,
`practice` and a remedy of the game, `law` (what follows from the law alone), `verdict` (the reasons
of the verdict on what the settlement `asks`) or the number of an open question, perhaps with
clauses; `quiet` before one keeps a statement to the paper. Conditions are those of leaflets, put
before words as `[name=value]`: of a fact, an option, `noticed`, `over` (the game is), `verdict`.
`{names}` are the facts and those of `_names`; `words` adds some that are told by such lines.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from scoring.cards import SUIT_NAMES, SUITS, card_symbol, parse_card
from scoring.law.case import Case, Settled
from scoring.law.effects import Effect, with_article
from scoring.law.facts import NONE
from scoring.law.leaflet import Layout
from scoring.law.rules_text import Text
from scoring.law.ruling import Statement
from scoring.law.verdict import Verdict
from scoring.words import capital, number_word


def settled_by(case: Case, text: Text) -> Settled:
    """What a settlement comes to in this case."""
    teller = _Teller(case, text.get("asks", {}))
    for name, lines in text.get("words", {}).items():
        teller.names[name] = teller.told(lines)
    finding, law = teller.told(text["found"]), teller.statements(text["law"])
    act, told = next(
        (act, told) for condition, act, *told in text["rows"] if teller.layout.holds(condition)
    )
    if act == "open":
        return case.open(finding, teller.verdict)
    if act == "look":
        return case.look(finding, law, *told)
    penalty = teller.statements(text.get("warning", ()))
    remedy = teller.statements(told, law)
    return Settled(finding, law, act, remedy, penalty, "warning" if penalty else "none")


def statements(case: Case, rows: Iterable[Any], **names: str) -> tuple[Statement, ...]:
    """Statements that a text file tells, with further names for their words."""
    teller = _Teller(case, {})
    teller.names.update(names)
    return teller.statements(rows)


class _Teller:
    """What words and conditions of a settlement say in one case."""

    def __init__(self, case: Case, asks: Mapping[str, str]) -> None:
        self.case, self.asks = case, asks
        self.names: dict[str, Any] = defaultdict(str, {**case.facts, **_names(case)})
        self.layout = Layout(self._setting, self.names)

    @cached_property
    def verdict(self) -> Verdict:
        """The verdict of the game's own check on what the settlement asks."""
        asked = {name: words.format_map(self.names) for name, words in self.asks.items()}
        return self.case.ask(asked, next_player_has_acted=self.case.noticed != "at_once")

    def _setting(self, name: str) -> str:
        case = self.case
        if name == "verdict":
            return self.verdict.answer
        if name in ("noticed", "over"):
            over = case.noticed in ("after_game", "after_round")
            return case.noticed if name == "noticed" else "yes" if over else "no"
        value = self.names.get(name, case.rules.get(name))
        return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)

    def told(self, lines: str | Sequence[str]) -> str:
        """The lines that hold, as one text."""
        return " ".join(self.layout.lines([lines] if isinstance(lines, str) else lines))

    def statements(
        self, rows: Iterable[Any], law: tuple[Statement, ...] = ()
    ) -> tuple[Statement, ...]:
        """The statements of these rows; one without a line that holds is left out."""
        return tuple(part for row in rows for part in self._stated(row, law))

    def _stated(self, row: str | Sequence[str], law: tuple[Statement, ...]) -> Iterator[Statement]:
        authority, *lines = ("discretion", row) if isinstance(row, str) else row
        words, case = self.told(lines), self.case
        if not words:
            return
        sort, *cited = authority.format_map(self.names).removeprefix("quiet ").split()
        if sort == "verdict":
            yield from case.law(self.verdict)
        elif sort == "text":
            yield case.text(words, *cited, aloud=not authority.startswith("quiet "))
        elif sort == "practice":
            yield case.practice(cited[0], words, *cited[1:])
        elif sort == "discretion":
            yield case.discretion(words)
        else:
            yield case.by_law(law, words) if sort == "law" else case.reading(sort, words, *cited)


def _names(case: Case) -> dict[str, Any]:
    """What stands for names in words beside the facts: who erred (to begin a sentence, and within
    one), why it is too late, suits and a card in words, the left-hand neighbour, the opponent of
    who dealt, and what the first wild card and the first that brings a penalty are called.
    """
    facts, effects = case.facts, case.rules.rulebook.effects
    wild = next((effect for effect in effects if effect.wild), None)
    bringing = next((effect for effect in effects if effect.draws), None)
    card = facts.get("card")
    return {
        "who": case.who,
        "them": case.them,
        "late": case.late,
        "seat": case.claim.seat or "",
        "suit": _suit(facts.get("nominate")),
        "own": _suit(facts.get("own_suit")),
        "Card": card_symbol(parse_card(card)) if card else "The card",
        "neighbour": (case.claim.seat or 0) % facts.get("players", 1) + 1,
        "opponent": 3 - facts.get("dealer", 1),
        "dealing": case.conduct.dealing,
        "unseen_stock": case.conduct.unseen_stock,
        **_of_effect("wild", wild),
        **_of_effect("bringing", bringing),
    }


def _suit(letter: str | None) -> str:
    return "" if letter in (None, NONE) else SUIT_NAMES[SUITS.index(letter)]


def _of_effect(name: str, effect: Effect | None) -> dict[str, str]:
    if effect is None:
        return {}
    words = with_article(effect.number)
    return {
        name: words,
        name.capitalize(): capital(words),
        f"{name}_clause": effect.clause,
        f"{name}_cards": number_word(effect.draws),
    }
