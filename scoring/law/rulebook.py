"""A rulebook as data: clauses, options with their reasons, card values, deal and scoring; and rules
chosen from it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import import_module
from typing import Any, Literal, NamedTuple

from scoring.cards import FULL_PACK, RANKS, Card, is_joker
from scoring.law.effects import Effects
from scoring.words import number_word

Scorer = Literal["losers", "winner", "places"]
Direction = Literal["lowest", "highest"]


class RulesError(ValueError):
    """An option, value or game that the rulebooks do not know; the message says
    what they do know.
    """


class Clause(NamedTuple):
    """One numbered rule: `gist` in our words, `source` the texts holding it; `force` is False for
    mere advice.
    """

    id: str
    gist: str
    source: tuple[str, ...]
    force: bool = True


class Question(NamedTuple):
    """What a source leaves open: our reading, the argument for it, the other reading ("" if none)
    and its clauses.

    `setting` names the setting of the event that answers it, where it is no matter for the engine;
    `no_option` says why nobody can choose the other reading, where there is one and no option.
    """

    id: str
    question: str
    reading: str
    argument: str
    alternative: str
    clauses: tuple[str, ...]
    setting: str = ""
    no_option: str = ""


@dataclass(frozen=True)
class Option:
    """A named choice; `meanings` pairs each allowed value with its sense in words, the default
    first.

    `offered`: the text itself offers the choice, so that neither value is a reading of ours.
    `idle` is another option with the value under which this one is of no account, `beside` are
    clauses that hold no more once it is chosen, though its questions do not turn on them.
    """

    name: str
    meanings: tuple[tuple[str, str], ...]
    asked: tuple[Question, ...]
    offered: bool = False
    idle: tuple[str, str] = ("", "")
    beside: tuple[str, ...] = ()

    @property
    def values(self) -> tuple[str, ...]:
        """The allowed values, the default first."""
        return tuple(value for value, _ in self.meanings)

    @property
    def default(self) -> str:
        """The value in force when nothing is chosen."""
        return self.meanings[0][0]

    @property
    def question(self) -> str:
        """The first question the option answers."""
        return self.asked[0].question

    @property
    def argument(self) -> str:
        """Why the default was chosen, for the first question."""
        return self.asked[0].argument

    @property
    def alternative(self) -> str:
        """The other reading of the first question."""
        return self.asked[0].alternative

    @property
    def clauses(self) -> tuple[str, ...]:
        """Every clause the option turns on, without repeats."""
        return tuple(
            dict.fromkeys(clause for question in self.asked for clause in question.clauses)
        )

    @property
    def questions(self) -> tuple[str, ...]:
        """The ids of all questions the option answers."""
        return tuple(question.id for question in self.asked)

    def meaning(self, value: str) -> str:
        """Say in words what a value of this option means.

        Raises KeyError for a value that is not allowed.
        """
        return dict(self.meanings)[value]


class Weight(NamedTuple):
    """How often a question matters, as moments in a hundred simulated games: another answer, or
    another consequence. `players` and `options` tell the table where it is not the usual one.
    """

    question: str
    turned: int
    follows: int
    players: int = 0
    options: str = ""

    @property
    def table(self) -> str:
        """The table where it was counted, a sentence; nothing for the usual one."""
        if not self.options:
            return f"Counted with {number_word(self.players)} players." if self.players else ""
        return f"Counted with {number_word(self.players)} players and {self.options}."


class SizeMeasure(NamedTuple):
    """Simulated games at tables of one size: points a player and game.

    `seats` players, `games` games, the `mean` points with its standard error, their standard
    deviation, and the share of players who went out (0 to 1).
    """

    seats: int
    games: int
    mean: float
    error: float
    deviation: float
    out: float


class CardValue(NamedTuple):
    """Points of some ranks (letters of `RANKS` run together, or `X`); `points` None = face value.

    `clause` cites it.
    """

    ranks: str
    points: int | None
    clause: str

    def points_of(self, rank: str) -> int:
        """The points of one rank this value covers."""
        return self.points if self.points is not None else RANKS.index(rank) + 1


@cache
def _points_by_rank(values: tuple[CardValue, ...]) -> Mapping[str, int]:
    return {rank: value.points_of(rank) for value in values for rank in value.ranks}


class Scoring(NamedTuple):
    """Who writes points (`losers` their own hand, `winner` all other hands, `places` none) and
    which total is best.
    """

    scorer: Scorer
    direction: Direction
    values: tuple[CardValue, ...] | None = None

    @property
    def card_values(self) -> Mapping[str, int] | None:
        """Rank letter to points, or None where the game prints no card values."""
        return None if self.values is None else _points_by_rank(self.values)

    @property
    def courts_alike(self) -> bool:
        """Whether ten, Jack, Queen and King count the same, so that one word does for them all."""
        values = self.card_values
        return values is None or len({values[rank] for rank in "TJQK"}) == 1

    def value_of(self, rank: str) -> tuple[int, str]:
        """Points and clause of one rank letter; `X` (a ten or court card) counts as a King.

        Raises RulesError.
        """
        target = "K" if rank == "X" else rank
        for value in self.values or ():
            if target in value.ranks:
                return value.points_of(target), value.clause
        raise RulesError(f"This game prints no value for the card {rank}.")


class Deal(NamedTuple):
    """Seats, packs and cards dealt.

    A step `(n, x)` means: x for up to n players; the last step covers the rest. The deal passes to
    the left from game to game, and from round to round but where `cut_each_round`.
    """

    seats_min: int
    seats_max: int
    dealt_steps: tuple[tuple[int, int], ...]
    packs_steps: tuple[tuple[int, int], ...] = ((99, 1),)
    pack: tuple[Card, ...] = FULL_PACK
    cut_each_round: bool = False

    @property
    def jokers(self) -> bool:
        """Whether the pack holds Jokers."""
        return is_joker(max(self.pack))

    @property
    def ranks(self) -> frozenset[str]:
        """The ranks that the pack holds, as printed: it may be without the low ones."""
        return frozenset(RANKS[card % 13] for card in self.pack if not is_joker(card))

    def dealt(self, players: int) -> int:
        """Cards dealt to each of so many players."""
        return _step(self.dealt_steps, players)

    def needed(self, players: int) -> int:
        """Cards that dealing to so many players takes, the start card included."""
        return players * self.dealt(players) + 1

    def packs(self, players: int) -> int:
        """Packs mixed together for so many players."""
        return _step(self.packs_steps, players)


def _step(steps: tuple[tuple[int, int], ...], players: int) -> int:
    for limit, amount in steps:
        if players <= limit:
            return amount
    return steps[-1][1]


Variant = Deal | Scoring | Mapping[str, Any]
"""What an option changes: all of deal or scoring, or fields of the deal by their names."""


@dataclass(frozen=True, eq=False)
class Rulebook:
    """All that is known about one game as data. Equal by name.

    `silences` are questions without an option; `variants` replace deal or scoring, or a field of
    the deal, while an option has that value; `chapters` pairs each heading of the rule sheet with
    its first clause; `effects` is the table of what ranks do, in the order of the sheet; `weights`
    are questions by how often they turn a verdict in simulated play (`scoring.foresight.weighing`)
    and `elsewhere` those that only other tables meet; `often` those in an order of our own;
    `aspects` are the clauses that state each aspect in which games differ
    (`scoring.law.comparison`). `call` is what is said at the last card; `version` is counted up
    when the same options come to mean something else; `folder` of `scoring/games` holds its
    grounds, page and situations; `sizes` is what tables of each size make of the points, the
    smallest first, empty where nobody scores any. `figures` are numbers of the game that only a
    format chooses, as options that answer no question; `names` is what stands for the `{names}` in
    its texts under the figures in force, and `edition` gives the same book with its sentences under
    other figures (pairs of name and value; None in a book without figures).
    """

    name: str
    title: str
    clauses: tuple[Clause, ...]
    options: tuple[Option, ...]
    silences: tuple[Question, ...]
    deal: Deal
    scoring: Scoring
    variants: tuple[tuple[str, str, Variant], ...] = ()
    chapters: tuple[tuple[str, str], ...] = ()
    effects: Effects = ()
    weights: tuple[Weight, ...] = ()
    elsewhere: tuple[Weight, ...] = ()
    often: tuple[str, ...] = ()
    aspects: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    call: str = "Last card"
    version: int = 1
    folder: str = ""
    sizes: tuple[SizeMeasure, ...] = ()
    figures: tuple[Option, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    edition: "Callable[[tuple[tuple[str, str], ...]], Rulebook] | None" = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rulebook) and other.name == self.name

    def __hash__(self) -> int:
        return hash(self.name)

    @property
    def most_asked(self) -> tuple[str, ...]:
        """The questions that come up most: by how often they turn a verdict, then those that
        umpires name.
        """
        return tuple(dict.fromkeys((*(weight.question for weight in self.weights), *self.often)))

    @cached_property
    def _clauses(self) -> dict[str, Clause]:
        return {clause.id: clause for clause in self.clauses}

    @cached_property
    def _options(self) -> dict[str, Option]:
        return {option.name: option for option in (*self.options, *self.figures)}

    def clause(self, clause_id: str) -> Clause:
        """The clause with this id.

        Raises KeyError: an engine must never cite a clause that is not there.
        """
        return self._clauses[clause_id]

    def option(self, name: str) -> Option:
        """The option of this name. Raises RulesError naming the options there are."""
        try:
            return self._options[name]
        except KeyError:
            option_names = ", ".join(self._options)
            raise RulesError(
                f"{self.title} has no option “{name}”. Its options are: {option_names}."
            ) from None

    @property
    def questions(self) -> tuple[Question, ...]:
        """Every open question of the game in the order of their numbers, with
        or without an option.
        """
        every = (
            *(question for option in self.options for question in option.asked),
            *self.silences,
        )
        return tuple(sorted(every, key=lambda question: int(question.id.rsplit("A", 1)[1])))

    def __repr__(self) -> str:
        return f"<Rulebook {self.slug}/{self.version}>"

    @property
    def slug(self) -> str:
        """The name with hyphens, as archives and transcripts write it."""
        return self.name.replace("_", "-")

    @property
    def card_values(self) -> Mapping[str, int] | None:
        """Rank letter to points, or None where the game prints none (options at their defaults)."""
        return self.scoring.card_values

    def rules(self, chosen: "Mapping[str, str] | str" = "") -> "Rules":
        """Choose options, from a mapping or a string such as `trick_match=suit blocked=tally`.

        Raises RulesError.
        """
        pairs = dict(_pairs(chosen)) if isinstance(chosen, str) else dict(chosen)
        for name, value in pairs.items():
            option = self.option(name)
            if value not in option.values:
                allowed = ", ".join(option.values)
                raise RulesError(
                    f"The option “{name}” cannot be “{value}”. Allowed values: {allowed}."
                )
        changed = tuple(
            (o.name, pairs[o.name])
            for o in self._options.values()
            if pairs.get(o.name, o.default) != o.default
        )
        if self.edition is None:
            return Rules(self, changed)
        figures = {figure.name for figure in self.figures}
        return Rules(self.edition(tuple(pair for pair in changed if pair[0] in figures)), changed)


def _pairs(text: str) -> list[tuple[str, str]]:
    pairs = []
    earlier: set[str] = set()
    for word in text.split():
        name, equals, value = word.partition("=")
        if not equals:
            raise RulesError(f"“{word}” is not an option: write name=value, such as blocked=tally.")
        if name in earlier:
            raise RulesError(f"The option “{name}” is chosen twice.")
        earlier.add(name)
        pairs.append((name, value))
    return pairs


@dataclass(frozen=True)
class Rules:
    """A rulebook with chosen options.

    Hashable; keeps only departures from the defaults. Made by `Rulebook.rules`.
    """

    rulebook: Rulebook
    changed: tuple[tuple[str, str], ...] = ()
    _chosen: dict[str, str] = field(init=False, repr=False, compare=False)
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        book = self.rulebook
        chosen = {option.name: option.default for option in (*book.options, *book.figures)}
        chosen |= dict(self.changed)
        object.__setattr__(self, "_chosen", chosen)
        object.__setattr__(self, "_hash", hash((self.rulebook, self.changed)))

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"<Rules {self.citation}>"

    def __getitem__(self, option: str) -> str:
        return self._chosen[option]

    def get(self, option: str, default: str = "") -> str:
        """The value of an option, or `default` where the game has none of this name."""
        return self._chosen.get(option, default)

    def __str__(self) -> str:
        """The departures from the defaults: the empty string when there are none."""
        return " ".join(f"{name}={value}" for name, value in self.changed)

    @property
    def full(self) -> str:
        """Every option spelt out, for storing with an event: it outlives a later change of a
        default; and the figures that are not the usual ones.
        """
        chosen = {option.name: option.default for option in self.rulebook.options}
        return " ".join(f"{name}={value}" for name, value in (chosen | dict(self.changed)).items())

    @cached_property
    def digest(self) -> str:
        """Twelve hexadecimal digits over all that decides a game: version, every option, clauses,
        deal and values.
        """
        book = self.rulebook
        law = (
            book.name,
            book.version,
            self.full,
            tuple(clause.id for clause in book.clauses),
            self.deal,
            self.scoring,
        )
        # Loaded when first asked for: it costs a tenth of importing a game.
        digest: str = import_module("hashlib").sha256(repr(law).encode()).hexdigest()
        return digest[:12]

    @property
    def citation(self) -> str:
        """How to cite these rules: game, version, digest, departures, as in `switch/1 0123456789ab
        compulsory=no`.
        """
        return f"{self.rulebook.slug}/{self.rulebook.version} {self.digest} {self}".rstrip()

    @cached_property
    def deal(self) -> Deal:
        """Seats, packs and cards dealt under these options."""
        variants = self._variants()
        deal = next((v for v in variants if isinstance(v, Deal)), self.rulebook.deal)
        for change in variants:
            if isinstance(change, Mapping):
                deal = deal._replace(**change)
        return deal

    @cached_property
    def scoring(self) -> Scoring:
        """Who writes points under these options, and the card values."""
        return next((v for v in self._variants() if isinstance(v, Scoring)), self.rulebook.scoring)

    def _variants(self) -> list[Variant]:
        return [change for name, value, change in self.rulebook.variants if self[name] == value]

    def but(self, option: str, value: str) -> "Rules":
        """The same rules with one option set otherwise. Raises RulesError."""
        return self.rulebook.rules(dict(self.changed) | {option: value})
