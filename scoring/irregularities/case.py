"""What every irregularity works with: the claim under its rules, verdicts, and statements with their authority."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from scoring.cards import card_symbol, parse_card
from scoring.engines import engine
from scoring.rulebook import Option, Question, Rules
from scoring.ruling import STATUSES, Act, Claim, Noticed, Sanction, Statement
from scoring.verdict import Status, Verdict
from scoring.words import number_word

PRACTICE: dict[str, dict[str, str]] = {
    "illegal_card": {"swedish_pursuit": "SP-A28"},
    "late_error": {"swedish_pursuit": "SP-A29"},
    "illegal_win": {"swedish_pursuit": "SP-A30"},
    "picked_up": {"swedish_pursuit": "SP-A31"},
    "out_of_turn": {"swedish_pursuit": "SP-A32"},
    "penalty_forgotten": {"swedish_pursuit": "SP-A33"},
    "wrong_deal": {"swedish_pursuit": "SP-A34"},
    "miscount": {"swedish_pursuit": "SP-A35"},
    "cards_gone": {"swedish_pursuit": "SP-A36"},
    "unfounded": {"swedish_pursuit": "SP-A27"},
    "short_stock": {"swedish_pursuit": "SP-A14", "switch": "SW-A9"},
    "blocked": {"swedish_pursuit": "SP-A16", "ottawa": "OT-A9"},
}
"""The open question of each game whose reading is the remedy; where a game has none the umpire uses discretion."""
_ANSWERS = {"depends": "a matter of what has not been seen", "win": "a win"}


@dataclass(frozen=True, slots=True)
class Settled:
    """What an irregularity comes to: all of a ruling but its finality. `found` is a clause without a full stop."""

    found: str
    law: tuple[Statement, ...]
    act: Act
    remedy: tuple[Statement, ...]
    penalty: tuple[Statement, ...] = ()
    sanction: Sanction = "none"
    cards: int = 0
    needs: tuple[str, ...] = ()


@dataclass(frozen=True)
class Case:
    """A claim and the rules it is judged by."""

    claim: Claim
    rules: Rules

    @property
    def game(self) -> str:
        """The name of the rulebook, with underscores."""
        return self.rules.rulebook.name

    @property
    def facts(self) -> Mapping[str, Any]:
        """The facts told, checked."""
        return self.claim.facts

    @property
    def noticed(self) -> Noticed:
        """When it was noticed."""
        return self.claim.noticed

    @property
    def who(self) -> str:
        """The seat said to have erred, to begin a sentence with."""
        return "The player" if self.claim.seat is None else f"Seat {self.claim.seat}"

    @property
    def late(self) -> str:
        """Why an error is left as it is, by the time when it was noticed."""
        why = ", because play has gone on" if self.noticed == "after_next_play" else ": the game is over"
        return f"It stands{why}."

    def ask(self, play: Mapping[str, Any], **more: Any) -> Verdict:
        """Put a play or claim, in the words of case files, to the game's own check; `more` are further facts."""
        position = {**self.facts, **more}
        # A seat without the number of players tells nobody who is next.
        if self.claim.seat is not None and "players" in position:
            position.setdefault("turn", self.claim.seat)
        game = engine(self.game)
        return game.check(game.read_position(position, play["kind"]), game.read_question(play, position), self.rules)

    def text(self, words: str, *clauses: str, aloud: bool = True) -> Statement:
        """A statement the text itself makes."""
        return Statement(words, "text", clauses, aloud=aloud)

    def discretion(self, words: str) -> Statement:
        """What the umpire decides where the text is silent and no reading was agreed."""
        return Statement(words, "discretion")

    def practice(self, remedy: str, words: str, *clauses: str) -> Statement:
        """A remedy by the reading of this game's question, or by discretion where the game asks none."""
        question = PRACTICE[remedy].get(self.game, "")
        return self.reading(question, words, *clauses) if question else Statement(words, "discretion", clauses)

    def reading(self, question_id: str, words: str, *clauses: str) -> Statement:
        """A statement by the reading of an open question, with the option in force where one answers it."""
        asked, option = _asked(self.rules, question_id)
        chosen = f"{option.name}={self.rules[option.name]}" if option else ""
        return Statement(words, "default", clauses or asked.clauses, question_id, chosen)

    def law(self, verdict: Verdict) -> tuple[Statement, ...]:
        """The reasons of a verdict as statements, the first one aloud, and an option that would turn it."""
        said = [
            Statement(reason.words, reason.status, (reason.clause,), reason.question, aloud=not place)
            for place, reason in enumerate(verdict.reasons)
        ]
        return *said, *self._turned(verdict)

    def _turned(self, verdict: Verdict) -> tuple[Statement, ...]:
        """The option that would change the answer, or else what follows from it; one the text offers is no reading."""
        book = self.rules.rulebook
        turns = sorted(
            verdict.turned_by, key=lambda turn: (turn.answer == verdict.answer, book.option(turn.option).offered)
        )
        if not turns:
            return ()
        turn, option = turns[0], book.option(turns[0].option)
        other = "otherwise" if turn.answer == verdict.answer else _ANSWERS.get(turn.answer, turn.answer)
        words = f"Under {turn.option}={turn.value} it would be {other}: {option.meaning(turn.value)}."
        in_force = f"{option.name}={self.rules[option.name]}"
        status: Status = "text" if option.offered else "default"
        return (Statement(words, status, (), "" if option.offered else option.questions[0], in_force, aloud=False),)

    def open(self, found: str, verdict: Verdict) -> Settled:
        """Nothing can be decided before the facts the verdict names are known."""
        return self.look(found, self.law(verdict), *verdict.needs)

    def look(self, found: str, law: tuple[Statement, ...], *needs: str) -> Settled:
        """Nothing can be decided before these facts are known."""
        words = f"First establish {', and '.join(needs)}; until then nobody plays."
        return Settled(found, law, "look", (self.discretion(words),), needs=needs)

    def nothing(self, found: str, law: tuple[Statement, ...], words: str) -> Settled:
        """There was no irregularity: the law says so, with the authority of its weakest statement."""
        return Settled(found, law, "none", (self.by_law(law, words),))

    def by_law(self, law: tuple[Statement, ...], words: str) -> Statement:
        """What follows from the law alone: its first clauses, and the authority of its weakest statement."""
        weakest = max(law, key=lambda said: STATUSES.index(said.status))
        return replace(weakest, words=words, clauses=law[0].clauses, aloud=True)


def _asked(rules: Rules, question_id: str) -> tuple[Question, Option | None]:
    """An open question of the rulebook and the option that answers it, if any. Raises KeyError."""
    for option in rules.rulebook.options:
        for asked in option.asked:
            if asked.id == question_id:
                return asked, option
    return {asked.id: asked for asked in rules.rulebook.silences}[question_id], None


def named(texts: list[str]) -> str:
    """Cards of case files for people: `Q♠, 10♥`."""
    return ", ".join(card_symbol(parse_card(text)) for text in texts)


def count(number: int, thing: str = "card") -> str:
    """`one card`, `two cards`, `13 cards`."""
    return f"{number_word(number)} {thing}{'s' * (number != 1)}"
