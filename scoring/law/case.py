"""What every irregularity works with: the claim under its rules, what its game brings, statements
with authority.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scoring.cards import RANKS, card_symbol, parse_card
from scoring.law.facts import NONE
from scoring.law.game import Engine
from scoring.law.rulebook import Option, Question, Rules
from scoring.law.rules_text import Text, text_of
from scoring.law.ruling import STATUSES, Act, Claim, Noticed, Sanction, Statement
from scoring.law.situations import Situation, situations_of
from scoring.law.verdict import Turn, Verdict, turned_words
from scoring.words import spelt


@dataclass(frozen=True, slots=True)
class Settled:
    """What an irregularity comes to: all of a ruling but its finality.

    `found` is a clause without a full stop.
    """

    found: str
    law: tuple[Statement, ...]
    act: Act
    remedy: tuple[Statement, ...]
    penalty: tuple[Statement, ...] = ()
    sanction: Sanction = "none"
    cards: int = 0
    needs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Turns:
    """Who plays next: the order in words with its clause, and the ranks (0-12) that change it.

    `skip` is the rank that passes a player over, with its clause; `turn` the rank that turns play
    round, with its clause, the option on two players and the question it answers (both empty where
    the game does not ask); after a rank of `again`, with
    its clause, whoever laid it is on again.
    """

    words: str
    clause: str
    skip: tuple[int, str] | None = None
    turn: tuple[int, str, str, str] | None = None
    again: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Calls:
    """The call before the last card: the clause of its penalty; the others are empty where the game
    has none.

    `word` is what has to be said; `in_time` is the clause on a call still made in time, `short` the question on a stock too short
    for the penalty, `win_undone` the question and clauses on a win without the call.
    """

    penalty: str
    word: str = "LAST CARD"
    in_time: str = ""
    short: str = ""
    win_undone: str = ""


@dataclass(frozen=True, slots=True)
class Plays:
    """How cards are laid: the kind of play and its fact in case files, the verb, and what may be
    done instead.

    `names_suit`: a play may name a suit. `single`: one card is laid at a time. `draws_on`: drawing a
    card does not end the turn. `otherwise`, what the player may do instead, is empty where the hand
    tells it.
    """

    kind: str = "discard"
    fact: str = "cards"
    verb: str = "laid"
    names_suit: bool = False
    single: bool = False
    draws_on: bool = False
    otherwise: str = ""

    def facts(self, cards: list[str]) -> dict[str, Any]:
        """The fact of a play of these cards."""
        return {self.fact: cards if self.fact == "cards" else [cards]}

    def play(self, facts: Mapping[str, Any]) -> dict[str, Any]:
        """The play of a claim as a case file writes it."""
        nominated = facts.get("nominate")
        suit = {"nominate": None if nominated == NONE else nominated} if self.names_suit else {}
        return {"kind": self.kind, self.fact: facts[self.fact], **suit}

    def cards(self, facts: Mapping[str, Any]) -> list[str]:
        """The cards laid, in order."""
        laid = facts[self.fact]
        return (
            list(laid) if self.fact == "cards" else [card for sequence in laid for card in sequence]
        )


@dataclass(frozen=True, slots=True)
class Conduct:
    """What one game brings to disputes; each game says it in its own `conduct.toml`, those
    whose rulebook is all there is in one (`games/shedding`), with what follows from the rulebook.

    `situations` by kind of irregularity; `practice` maps a remedy to the open question whose
    reading it is; `settles` holds the kinds the game settles in its own way, read by
    `scoring/disputes/settlements.py` as are `due`, `uncounted` and `final`. `tally` is the clause
    on counting, `no_points` the question of a game that may keep none, `uncounted` what its text
    says of a count that cannot be repeated. `price` and `late` name options on the cost of an
    illegal card and on errors seen late; `hand_clauses` can be cited only when the hand was seen;
    `banned_last` is what follows a last card that may not be one, with its clauses. `judged_win`: a
    legal last play need not win. `unseen_stock` is the clause that keeps the stock from being
    looked at. `due` is the law of penalty cards, `last_penalty` the question on one that ends
    the game. `final` is what the text says of the umpire's finding. `blocked` is how a blocked game
    ends where no option asks. `dealing` is the clause on whose deal it is. `refills` says for what discards come back when the
    stock is out, a `card` or a `penalty` alone, and the option with the value under which they do;
    where it is not told they always do.
    """

    situations: Mapping[str, Situation]
    turns: Turns
    plays: Plays
    practice: Mapping[str, str] = field(default_factory=dict)
    settles: Mapping[str, Text] = field(default_factory=dict)
    calls: Calls = Calls("")
    tally: str = ""
    no_points: str = ""
    uncounted: Sequence[Any] = ()
    price: str = ""
    late: str = ""
    hand_clauses: tuple[str, ...] = ()
    banned_last: tuple[str, tuple[str, ...]] | None = None
    judged_win: bool = False
    unseen_stock: str = ""
    due: Sequence[Any] = ()
    last_penalty: str = ""
    blocked: str = ""
    dealing: str = ""
    refills: tuple[str, str, str] = ("card", "", "")
    final: Sequence[Any] = ()

    def nothing_to_take(self, facts: Mapping[str, Any], rules: Rules) -> bool:
        """Whether the stock was seen empty, and stays so."""
        needs, option, value = self.refills
        refilled = rules.get(option, value) == value and (needs == "card" or facts.get("pending"))
        return facts.get("stock") == 0 and not refilled

    @property
    def rules_on_errors(self) -> bool:
        """Whether the game has readings for errors; elsewhere a ruling says that the text is
        silent.
        """
        return "illegal_card" in self.practice


@dataclass(frozen=True)
class Case:
    """A claim, the rules it is judged by, and what its game brings."""

    claim: Claim
    rules: Rules
    engine: Engine
    conduct: Conduct

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
    def them(self) -> str:
        """The same within a sentence."""
        return f"{self.who[0].lower()}{self.who[1:]}"

    @property
    def late(self) -> str:
        """Why an error is left as it is, by the time when it was noticed."""
        return (
            "It stands, because play has gone on."
            if self.noticed == "after_next_play"
            else "It stands: the game is over."
        )

    def ask(self, play: Mapping[str, Any], **more: Any) -> Verdict:
        """Put a play or claim, in the words of case files, to the game's own check; `more` are
        further facts.
        """
        position = {**self.facts, **more}
        # A seat without the number of players tells nobody who is next.
        if self.claim.seat is not None and "players" in position:
            position.setdefault("turn", self.claim.seat)
        read_position, read_question = self.engine.read_position, self.engine.read_question
        return self.engine.check(
            read_position(position, play["kind"]), read_question(play, position), self.rules
        )

    def text(self, words: str, *clauses: str, aloud: bool = True) -> Statement:
        """A statement the text itself makes."""
        return Statement(words, "text", clauses, aloud=aloud)

    def discretion(self, words: str) -> Statement:
        """What the umpire decides where the text is silent and no reading was agreed."""
        return Statement(words, "discretion")

    def practice(self, remedy: str, words: str, *clauses: str) -> Statement:
        """A remedy by the reading of this game's question, or by discretion where the game asks
        none.
        """
        question = self.conduct.practice.get(remedy, "")
        return (
            self.reading(question, words, *clauses)
            if question
            else Statement(words, "discretion", clauses)
        )

    def reading(self, question_id: str, words: str, *clauses: str) -> Statement:
        """A statement by the reading of an open question, with the option in force where one
        answers it.
        """
        question, _option = _question_and_option(self.rules, question_id)
        chosen = self._in_force(question_id)
        return Statement(words, "default", clauses or question.clauses, question_id, chosen)

    def chosen(self, question_id: str) -> str:
        """The value in force of the option that answers a question; nothing where none does."""
        return self._in_force(question_id).partition("=")[2]

    def _in_force(self, question_id: str) -> str:
        """The option in force that answers a question, `name=value`; nothing where none does."""
        option = _question_and_option(self.rules, question_id)[1] if question_id else None
        return f"{option.name}={self.rules[option.name]}" if option else ""

    def law(self, verdict: Verdict) -> tuple[Statement, ...]:
        """The reasons of a verdict as statements, the first one aloud, and an option that would
        turn it.
        """
        statements = [
            Statement(
                reason.words,
                reason.status,
                (reason.clause,),
                reason.question,
                self._in_force(reason.question),
                aloud=not place,
            )
            for place, reason in enumerate(verdict.reasons)
        ]
        return *statements, *self._turned(verdict), *self._read_so(verdict)

    def _read_so(self, verdict: Verdict) -> tuple[Statement, ...]:
        """What the other reading would be of each question without an option on which the verdict
        rests.
        """
        return tuple(
            Statement(
                f"The text leaves this open; otherwise: {row.alternative}",
                "default",
                (),
                row.id,
                aloud=False,
            )
            for row in verdict.read_so
        )

    def _turned(self, verdict: Verdict) -> tuple[Statement, ...]:
        """What other readings would give: of the questions the verdict cites, or of one more that
        changes the answer or what follows; one the text offers is no reading.
        """
        turns = verdict.others or verdict.turned_by[:1]
        return tuple(self._turn(turn, verdict) for turn in turns)

    def _turn(self, turn: Turn, verdict: Verdict) -> Statement:
        option = self.rules.rulebook.option(turn.option)
        return Statement(
            turned_words(turn, option, verdict.answer),
            "text" if option.offered else "default",
            (),
            "" if option.offered else option.questions[0],
            f"{option.name}={self.rules[option.name]}",
            aloud=False,
        )

    def open(self, finding: str, verdict: Verdict) -> Settled:
        """Nothing can be decided before the facts the verdict names are known."""
        return self.look(finding, self.law(verdict), *verdict.needs)

    def look(self, finding: str, law: tuple[Statement, ...], *needs: str) -> Settled:
        """Nothing can be decided before these facts are known."""
        facts = ", and ".join(needs)
        words = f"First establish {facts}; until then nobody plays."
        if self.noticed in ("after_game", "after_round"):
            words = f"First establish {facts}; until then nothing is changed."
        return Settled(finding, law, "look", (self.discretion(words),), needs=needs)

    def nothing(self, finding: str, law: tuple[Statement, ...], words: str) -> Settled:
        """There was no irregularity: the law says so, with the authority of its
        weakest statement.
        """
        return Settled(finding, law, "none", (self.by_law(law, words),))

    def by_law(self, law: tuple[Statement, ...], words: str) -> Statement:
        """What follows from the law alone: its first clauses, and the authority of its weakest
        statement.
        """
        weakest = max(law, key=lambda statement: STATUSES.index(statement.status))
        return replace(weakest, words=words, clauses=law[0].clauses, aloud=True)


Settle = Callable[[Case], Settled]
"""What settles one kind of irregularity."""


def conduct_of(name: str) -> Conduct:
    """What a game brings: its situations, and what its `conduct.toml` tells by the names of
    fields.
    """
    row = dict(text_of(f"games/{name}/conduct"))
    turns: dict[str, Any] = row.pop("turns")
    for field_name in turns.keys() & {"skip", "turn"}:
        rank, *law = turns[field_name]
        turns = turns | {field_name: (RANKS.index(rank), *law)}
    plays, calls = Plays(**row.pop("plays")), Calls(**row.pop("calls", {"penalty": ""}))
    return Conduct(situations_of(name), Turns(**turns), plays, calls=calls, **row)


def _question_and_option(rules: Rules, question_id: str) -> tuple[Question, Option | None]:
    """An open question of the rulebook and the option that answers it, if any. Raises KeyError."""
    for option in rules.rulebook.options:
        for question in option.asked:
            if question.id == question_id:
                return question, option
    return {question.id: question for question in rules.rulebook.silences}[question_id], None


def named(texts: list[str]) -> str:
    """Cards of case files for people: `Q♠, 10♥`."""
    return ", ".join(card_symbol(parse_card(text)) for text in texts)


def count(number: int, thing: str = "card") -> str:
    """`one card`, `two cards`, `13 cards`."""
    return spelt(number, thing)
