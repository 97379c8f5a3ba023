"""Settlements told in text files, which are read, mended and translated without Python: those of a
game in its `conduct.toml`, those of all games in `disputes/settlements.toml`, whose head says how
they are written, and of what every table meets in `disputes/everyday.toml`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from scoring.cards import SUIT_NAMES, SUITS, card_symbol, parse_card
from scoring.disputes.plays import (
    instead,
    judged,
    laid,
    takes_back,
    tells_hand,
    went_out,
    what_was_laid,
)
from scoring.disputes.turn_order import turn_names
from scoring.law.case import Case, Settled, count, named
from scoring.law.effects import Effect, with_article
from scoring.law.facts import FACTS, NONE
from scoring.law.leaflet import Layout
from scoring.law.rules_text import text_of
from scoring.law.ruling import Sanction, Statement
from scoring.law.situations import Situation
from scoring.law.verdict import Verdict
from scoring.words import capital, listed, number_word, spelt

_TOLD = text_of("disputes/settlements")
WIN = "win_with_illegal_card"
TEXTS = {
    **_TOLD,
    WIN: _TOLD["card_did_not_match"],
    "wrong_direction": _TOLD["out_of_turn"],
    **text_of("disputes/everyday"),
}
"""The settlements of all games, by the kinds of irregularity."""
EVERYDAY = {
    kind: Situation(custom["name"], custom["example"], (), tuple(custom.get("asks", ())))
    for kind, custom in text_of("disputes/everyday").items()
}
"""What happens at every table, whatever is played, and no text has a rule for, by kind."""


def as_told(case: Case) -> Settled:
    """What a kind comes to by a text file: that of its game, or else that of all games. Raises
    LookupError for a kind that neither tells.
    """
    kind = case.claim.kind
    text = case.conduct.settles.get(kind) or TEXTS.get(kind)
    if text is None:
        raise LookupError(f"{case.rules.rulebook.title} does not settle {kind}.")
    names = _Names(case, text.get("asks", {}))
    for name, lines in text.get("words", {}).items():
        names[name] = names.in_words(lines)
    finding, law = names.in_words(text["found"]), names.statements(text["law"])
    act, parts = next(
        (act, parts) for condition, act, *parts in text["rows"] if names.layout.holds(condition)
    )
    if act == "open":
        return case.open(finding, names["verdict"])
    if act == "look":
        return case.look(finding, law, *parts)
    remedy = names.statements(parts, law)
    sanctions: tuple[Sanction, ...] = ("cards", "warning", "none")
    for sanction in sanctions:
        if penalty := names.statements(text.get(sanction, ())):
            number = int(names.in_words(text["number"])) if sanction == "cards" else 0
            return Settled(finding, law, act, remedy, penalty, sanction, number)
    return Settled(finding, law, act, remedy)


def statements(case: Case, rows: Iterable[Any], **names: str) -> tuple[Statement, ...]:
    """Statements that a text file tells, with further names for their words."""
    every = _Names(case, {})
    every.update(names)
    return every.statements(rows)


class _Names(dict[str, Any]):
    """What stands for a name in the words and conditions of a settlement: the facts that were told,
    those of `_names`, and the options; `verdict` is that of the game's own check on what the
    settlement asks (on the play that was `laid`, where it asks for that), `then_` and a name what
    follows by it; `_ON_THE_VERDICT` are those that rest on it.
    """

    def __init__(self, case: Case, asks: Mapping[str, str]) -> None:
        super().__init__(case.facts)
        self.update(_names(case))
        self.case, self.asks = case, asks
        self.layout = Layout(self._setting, self)

    def __missing__(self, name: str) -> Any:
        if name == "verdict":
            self[name] = self._asked()
            return self[name]
        if name in _ON_THE_VERDICT:
            return _ON_THE_VERDICT[name](self.case, self["verdict"])
        if name.startswith("then_"):
            return self["verdict"].then.get(name.removeprefix("then_"), "")
        # A fact that nobody told is not the option of that name.
        return "" if name in FACTS else self.case.rules.get(name)

    def _asked(self) -> Verdict:
        case = self.case
        asked = {key: words.format_map(self) for key, words in self.asks.items()}
        if asked["kind"] != "laid":
            play = {key: int(text) if text.isdigit() else text or 0 for key, text in asked.items()}
            return case.ask(play, **_by_noticing(case))
        # A winner's hand is empty now: before the play it held the cards laid, unless the umpire
        # was told otherwise.
        won = case.claim.kind == WIN
        return judged(case, **({"hand": case.facts.get("hand", laid(case))} if won else {}))

    def _setting(self, name: str) -> str:
        value = self[name]
        if isinstance(value, Verdict):
            return value.answer
        return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)

    def in_words(self, lines: str | Sequence[str]) -> str:
        """The lines that hold, as one text."""
        return " ".join(self.layout.lines([lines] if isinstance(lines, str) else lines))

    def statements(
        self, rows: Iterable[Any], law: tuple[Statement, ...] = ()
    ) -> tuple[Statement, ...]:
        """The statements of these rows; one without a line that holds is left out."""
        return tuple(part for row in rows for part in self._stated(row, law))

    def _stated(self, row: str | Sequence[str], law: tuple[Statement, ...]) -> Iterator[Statement]:
        authority, *lines = ("discretion", row) if isinstance(row, str) else row
        words, case = self.in_words(lines), self.case
        if not words:
            return
        sort, *cited = authority.format_map(self).removeprefix("quiet ").split()
        if sort == "verdict":
            yield from case.law(self["verdict"])
        elif sort == "play":
            yield from _law_of_play(case, self["verdict"])
        elif sort == "text":
            clauses = law[0].clauses if cited == ["law"] else cited
            yield case.text(words, *clauses, aloud=not authority.startswith("quiet "))
        elif sort == "practice":
            yield case.practice(cited[0], words, *cited[1:])
        elif sort == "count":
            yield from _law_of_count(case, self["verdict"])
        elif sort == "uncounted":
            yield from self.statements(case.conduct.uncounted)
        elif sort == "discretion":
            yield Statement(words, "discretion", aloud=not authority.startswith("quiet "))
        else:
            yield case.by_law(law, words) if sort == "law" else case.reading(sort, words, *cited)


def _names(case: Case) -> dict[str, Any]:
    """The names that every settlement may use beside the facts: the time of noticing, and whether
    the game is `over`; who erred (to begin a sentence, and within one), why it is too late, suits,
    a card and counts in words, the left-hand neighbour, the opponent of who dealt, what the game
    says of itself, and what the first wild card and the first that brings a penalty are called.
    """
    facts, effects, conduct = case.facts, case.rules.rulebook.effects, case.conduct
    wild = next((effect for effect in effects if effect.wild), None)
    bringing = next((effect for effect in effects if effect.draws), None)
    card, players, calls = facts.get("card"), facts.get("players", 1), conduct.calls
    banned, scoring = conduct.banned_last or ("", ()), case.rules.scoring
    held = facts.get("held_then", facts.get("offender_hand_count")) or 0
    missed = facts.get("missed", conduct.nothing_to_take(facts, case.rules))
    return {
        "noticed": case.noticed,
        "over": case.noticed in ("after_game", "after_round"),
        "who": case.who,
        "them": case.them,
        "late": case.late,
        "seat": case.claim.seat or "",
        "suit": _suit(facts.get("nominate")),
        "own": _suit(facts.get("own_suit")),
        "Card": card_symbol(parse_card(card)) if card else "The card",
        "Players": f"{number_word(players).capitalize()} players",
        "dealt_cards": count(facts.get("dealt", 0)),
        "packs": count(facts.get("decks", 0), "pack"),
        # From an empty stock nothing can have been picked up.
        "turn_made": "miss" if missed else "pick_up",
        "took": "nothing" if missed else "the penalty" if facts.get("pending") else "a card",
        "neighbour": (case.claim.seat or 0) % players + 1,
        "opponent": 3 - facts.get("dealer", 1),
        "blocked": case.rules.get("blocked", conduct.blocked),
        "price": case.rules.get(conduct.price),
        "late_rule": case.rules.get(conduct.late),
        "scores_confirmed": facts.get("confirmed", case.noticed == "after_round"),
        "hand_counts": scoring.values is not None and scoring.scorer == "losers",
        "banned_words": banned[0].format(who=case.them),
        "banned_clauses": " ".join(banned[1]),
        "word": calls.word,
        "penalty": calls.penalty,
        "in_time": calls.in_time,
        "short": calls.short,
        "undone": calls.win_undone,
        "needless": bool(facts.get("said") or held > 1),
        "unfounded": "unfounded" in conduct.practice,
        "hand_words": _hand_words(facts.get("hand") or []),
        "higher": max(facts.get("player_says", 0), facts.get("checker_says", 0)),
        "counts": scoring.values is not None,
        "uncounted": bool(conduct.uncounted),
        "no_points": conduct.no_points,
        "tally": conduct.tally,
        "dealing": conduct.dealing,
        "unseen_stock": conduct.unseen_stock,
        "rules_on_errors": conduct.rules_on_errors,
        **turn_names(case),
        **_of_effect("wild", wild),
        **_of_effect("bringing", bringing),
    }


def _to_win(case: Case, verdict: Verdict) -> bool:
    """Whether the cards laid were the last: said to have won, or seen to have been all."""
    return case.claim.kind == WIN or (verdict.answer == "illegal" and went_out(case))


def _right(case: Case, verdict: Verdict) -> bool:
    """Whether the play was right; one said to win must win where a legal last play need not."""
    wins = verdict.answer == "win" or case.claim.kind != WIN or not case.conduct.judged_win
    return verdict.legal and wins


def _banned(case: Case, verdict: Verdict) -> bool:
    """Whether the last card was one that may not be the last, and the game says what follows."""
    banned = case.conduct.banned_last
    return banned is not None and banned[1][0] in verdict.clauses


def _counted(case: Case) -> str:
    cards = laid(case)
    return f"{named(cards)} counts" if len(cards) == 1 else "the cards laid count"


_ON_THE_VERDICT: Mapping[str, Callable[[Case, Verdict], Any]] = {
    "draws": lambda case, verdict: spelt(int(verdict.then["offender_draws"]), "card"),
    "instead": instead,
    "what": lambda case, verdict: what_was_laid(case),
    "takes_back": lambda case, verdict: takes_back(case),
    "goes_back": lambda case, verdict: takes_back(case).replace("The", "the"),
    "cards_count": lambda case, verdict: _counted(case),
    "to_win": _to_win,
    "right": _right,
    "banned": _banned,
}
"""Names of which something is to be known of the cards laid, or of the verdict: the cards that a
missed call costs, what is to be done instead, what was laid, that it goes back (to begin a
sentence, and within one) or counts, whether it was to win, was right, and was banned as a last
card.
"""


def _law_of_play(case: Case, verdict: Verdict) -> Iterator[Statement]:
    """The law of an illegal play, without what would follow from a hand that nobody has seen."""
    seen = tells_hand(case, verdict) or case.facts.get("already_picked_up")
    unseen = set() if seen else {*case.conduct.hand_clauses}
    return (part for part in case.law(verdict) if unseen.isdisjoint(part.clauses))


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


def _hand_words(hand: list[str]) -> str:
    if not hand:
        return "an empty hand"
    if len(hand) > 8:
        return f"{len(hand)} cards"
    return listed(card_symbol(parse_card(card)) for card in hand)


def _law_of_count(case: Case, verdict: Verdict) -> tuple[Statement, ...]:
    """What the cards count: the umpire says the sum alone, the paper shows it card by card."""
    law = case.law(verdict)
    total = case.by_law(law, f"By the values of the rules the cards count {verdict.then['score']}.")
    clauses = tuple(dict.fromkeys(clause for statement in law for clause in statement.clauses))
    return replace(total, clauses=clauses), *(replace(statement, aloud=False) for statement in law)


def _by_noticing(case: Case) -> dict[str, Any]:
    """The facts of a call that the time of noticing settles."""
    # A seat is needed for a challenge, though the answer is the same for each: without one it is
    # seat 1.
    facts: dict[str, Any] = {
        "offender": case.claim.seat or 1,
        "next_player_has_acted": case.noticed != "at_once",
    }
    acted = False if case.noticed == "at_once" else None
    facts["offender_has_acted"] = case.facts.get("offender_has_acted", acted)
    if case.noticed in ("after_game", "after_round"):
        facts |= {"game_over": True, "offender_has_acted": True}
        facts["confirmed"] = case.facts.get("confirmed", case.noticed == "after_round")
    return facts
