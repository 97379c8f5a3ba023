"""The formats: every game as a tournament, each found by its name and with the choices of an
organiser applied.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scoring.counting.tie_breaks import TIE_BREAK
from scoring.formats.format import Choice, Format, FormatError, Number, Seats, Side, Value
from scoring.games.rulebooks import rulebook
from scoring.law.rulebook import Rules
from scoring.words import number_word

_LAST = ("last_round", "last_game_countback", "cut_of_cards")
_ALWAYS = (
    "games_won",
    "last_round",
    "worst_game",
    "best_game",
    "last_game_countback",
    "head_to_head",
    "qualifying_total",
    "cut_of_cards",
)
_PLACES = ("games_won", "second_places", *_LAST)
_HAND_FIGURES = frozenset({"games_won", "eights_caught", "worst_game", "cards_left"})
_HAND_ALLOWED = (
    "games_won",
    "eights_caught",
    "last_round",
    "worst_game",
    "cards_left",
    "last_game_countback",
    "head_to_head",
    "qualifying_total",
    "cut_of_cards",
)
_WINS = (
    "last_round", "head_to_head", "last_game_countback", "qualifying_total", "cut_of_cards",
)  # fmt: skip
_SHARED = (
    "When time is called, those still holding cards share the places that are left: each gets their"
    " mean."
)


def _table(usual: str, large: str, most: int) -> Choice:
    """How many sit at a table, where more can be dealt to than six: as many as can be, then."""
    return Choice(
        "table",
        "How many sit at a table?",
        (Value("usual", usual), Value("large", large, {"seats": Seats(7, most, most)})),
        why=f"The text names no limit; two packs can be dealt to {number_word(most)}.",
    )


SWEDISH_PURSUIT = Format(
    name="swedish_pursuit",
    title="Swedish Pursuit",
    game="swedish_pursuit",
    entry="hand",
    scorer="own_hand",
    direction="lowest",
    without_winner="all_count",
    without_winner_words="In a blocked game everybody counts the cards they hold.",
    seats=Seats(4, 5, 6),
    tie_breaks=TIE_BREAK,
    allowed=_HAND_ALLOWED,
    figures=_HAND_FIGURES,
    foretold=True,
)

SWITCH = Format(
    name="switch",
    title="Switch",
    game="switch",
    entry="places",
    scorer="places",
    direction="lowest",
    without_winner="share_places",
    without_winner_words=_SHARED,
    seats=Seats(3, 5, 6),
    tie_breaks=_PLACES,
    allowed=(*_ALWAYS, "second_places"),
    figures=frozenset({"games_won", "second_places", "worst_game"}),
    compare="place points",
    options={"play_on": "yes"},
    notes=("Up to five players use one pack, six or more use two.",),
    halves=True,
    choices=(
        Choice(
            "counting",
            "How does a game of Switch count?",
            (
                Value(
                    "places",
                    "Play on for the places: first counts 1, second 2, and the lowest sum wins.",
                ),
                Value(
                    "spread",
                    "Play on for the places, spread from 0 for the first to 120 for the last: "
                    "fair where tables differ in size. The lowest sum wins.",
                    {"scorer": "spread_places", "halves": False},
                ),
                Value(
                    "wins",
                    "The first player out ends the game and scores 1: the most games won wins.",
                    {
                        "entry": "winner",
                        "scorer": "win",
                        "direction": "highest",
                        "without_winner": "nobody_scores",
                        "without_winner_words": (
                            "When time is called and nobody is out, nobody scores."
                        ),
                        "tie_breaks": (
                            "last_round",
                            "head_to_head",
                            "last_game_countback",
                            "cut_of_cards",
                        ),
                        "allowed": _WINS,
                        "figures": frozenset({"games_won"}),
                        "compare": "wins",
                        "options": {"play_on": "no"},
                        "halves": False,
                    },
                ),
                Value(
                    "hand",
                    "The first player out ends the game; the others count their cards as in Swedish"
                    " Pursuit. The lowest total wins.",
                    {
                        "entry": "hand",
                        "scorer": "own_hand",
                        "without_winner": "all_count",
                        "without_winner_words": (
                            "When time is called, everybody counts the cards they hold."
                        ),
                        "tie_breaks": TIE_BREAK,
                        "allowed": _HAND_ALLOWED,
                        "figures": _HAND_FIGURES,
                        "compare": "points",
                        "options": {"play_on": "no", "scoring": "hand_points"},
                        "halves": False,
                        "foretold": True,
                    },
                ),
            ),
            why="The text of Switch prints no points at all, so how it counts is for you to say.",
        ),
        _table(
            "Three to six.", "Seven to fourteen, with two packs: one table for a small field.", 14
        ),
    ),
)

_TARGET_WARNING = (
    "With a target no one can say how long a table takes, and tables play different numbers of"
    " deals: with more than one table choose a fixed number of deals."
)

OTTAWA = Format(
    name="ottawa",
    title="Ottawa",
    game="ottawa",
    entry="winner_and_hands",
    scorer="winner_takes",
    direction="highest",
    without_winner="lowest_takes",
    without_winner_words="In a blocked deal the lowest hand scores what the others hold beyond it.",
    seats=Seats(3, 4, 6),
    tie_breaks=("games_won", "best_game", "least_given_away", *_LAST),
    allowed=(*_ALWAYS, "least_given_away"),
    unit="deal",
    options={"blocked": "difference"},
    notes=(
        (
            "Up to four players are dealt seven cards, five or six players six: tables of one size"
            " are fairest."
        ),
    ),
    figures=frozenset({"games_won", "best_game", "given_away"}),
    foretold=True,
    choices=(
        Choice(
            "ending",
            "When is a round over?",
            (
                Value("fixed", "After a fixed number of deals."),
                Value(
                    "target",
                    "At each table, as soon as somebody there has the target score in this round;"
                    " after its last deal in any case.",
                    {"ending": "target", "foretold": False},
                    _TARGET_WARNING,
                ),
                Value(
                    "total",
                    "At each table, as soon as somebody there has the target score over all rounds:"
                    " the round in which that happens is the last.",
                    {"ending": "target", "carried": True, "foretold": False},
                    _TARGET_WARNING,
                ),
            ),
            why="The text offers both, and asks that it be agreed before the first deal.",
        ),
        Choice(
            "blocked",
            "What if nobody can, or nobody will, go out?",
            (
                Value("difference", "The lowest hand scores what the others hold beyond it."),
                Value(
                    "no_score",
                    "Nobody scores.",
                    {
                        "without_winner": "nobody_scores",
                        "without_winner_words": "In a blocked deal nobody scores.",
                        "options": {"blocked": "no_score"},
                    },
                ),
            ),
            why="The text says nothing of it: a deal ends when somebody goes out.",
        ),
    ),
    numbers=(Number("target", "Target score", 200, 1, 2000, ("ending", ("target", "total"))),),
)

_BEST_OF = Choice(
    "best_of",
    "How many games is a match?",
    (
        Value("1", "One game."),
        Value("3", "The best of three games.", {"best_of": 3}),
        Value("5", "The best of five games.", {"best_of": 5}),
    ),
)
_PAIRING = Choice(
    "pairing",
    "How are opponents found?",
    (
        Value("swiss", "Swiss: each round between players with about as many wins, nobody twice."),
        Value("all_play_all", "Everybody meets everybody.", {"ending": "all_play_all"}),
        Value("knock_out", "Knock-out: whoever loses a match is out.", {"ending": "knock_out"}),
        Value(
            "swiss_then_knock_out",
            "Swiss rounds, and the best go on into a knock-out.",
            {"ending": "swiss_then_knock_out"},
        ),
    ),
    with_kind=True,
)

_ROUNDS = Choice(
    "rounds",
    "How many rounds has a Swiss?",
    (
        Value("declared", "As many as are declared."),
        Value(
            "fitted",
            "As many as the field needs: 3 for up to 8 players, 4 for up to 16, 5 for up to 32.",
            {"fitted": True},
        ),
    ),
    with_kind=True,
)

PURSUIT = Format(
    name="pursuit",
    title="Pursuit",
    game="pursuit",
    entry="winner",
    scorer="win",
    direction="highest",
    without_winner="draw",
    without_winner_words="A match that time ends is a draw: half a win for both.",
    seats=Seats(2, 2, 2),
    tie_breaks=("head_to_head", "buchholz", "sonneborn_berger", "lot"),
    allowed=("head_to_head", "buchholz", "median_buchholz", "sonneborn_berger", "lot"),
    unit="match",
    ending="swiss",
    compare="wins",
    halves=True,
    paired=True,
    sides=(
        Side("starts up to the ten", "start up to the ten", "Up to the ten"),
        Side("starts up to the five", "start up to the five", "Up to the five"),
    ),
    choices=(_PAIRING, _BEST_OF, _ROUNDS),
)

SWITCH_FOR_TWO = replace(
    PURSUIT,
    name="switch_for_two",
    title="Switch for two",
    game="switch",
    options={"play_on": "no"},
    sides=(
        Side("plays first", "play first", "Plays first"),
        Side("deals first", "deal first", "Deals first"),
    ),
    notes=("A match is played with one pack of 52 cards.",),
)

PURSUIT_RACING = Format(
    name="pursuit_racing",
    title="Pursuit Racing",
    game="pursuit",
    entry="laps",
    scorer="places",
    direction="lowest",
    without_winner="most_laps",
    without_winner_words=(
        "When time is called the places go by laps; equal laps share their places."
    ),
    seats=Seats(2, 4, 6),
    tie_breaks=("games_won", "most_laps", *_LAST),
    allowed=(*_ALWAYS, "most_laps", "second_places"),
    unit="race",
    compare="place points",
    laps=5,
    figures=frozenset({"games_won", "laps", "second_places"}),
    options={"racing": "yes"},
    notes=("Two players use one pack, more use two.",),
    halves=True,
    choices=(
        Choice(
            "counting",
            "How do the places count?",
            (
                Value(
                    "places",
                    "Places go by laps, and equal laps share them. First counts 1, second 2, and"
                    " the lowest sum wins.",
                ),
                Value(
                    "spread",
                    "Places go by laps, and equal laps share them, spread from 0 for the first to"
                    " 120 for the last: fair where tables differ in size. The lowest sum wins.",
                    {"scorer": "spread_places", "halves": False},
                ),
            ),
            why="The text names the winner alone; the places of the others are a choice of yours.",
        ),
        _table("Two to six.", "Seven to ten: one table for a small field.", 10),
    ),
    numbers=(Number("laps", "Laps that win a race", 5, 1, 20),),
)

CRAZY_EIGHTS = Format(
    name="crazy_eights",
    title="Crazy Eights",
    game="crazy_eights",
    entry="winner_and_hands",
    scorer="winner_takes",
    direction="highest",
    without_winner="lowest_takes",
    without_winner_words="In a blocked game the lowest hand scores what the others hold beyond it.",
    seats=Seats(3, 4, 5),
    tie_breaks=("games_won", "best_game", "least_given_away", *_LAST),
    allowed=(*_ALWAYS, "least_given_away"),
    options={"blocked": "difference"},
    notes=("Up to five players use one pack, six use two.",),
    figures=frozenset({"games_won", "best_game", "given_away"}),
)

MAU_MAU = Format(
    name="mau_mau",
    title="Mau-Mau",
    game="mau_mau",
    entry="hand",
    scorer="own_hand",
    direction="lowest",
    without_winner="all_count",
    without_winner_words="In a blocked game everybody counts the cards they hold.",
    seats=Seats(3, 4, 5),
    tie_breaks=("games_won", "worst_game", *_LAST),
    allowed=_ALWAYS,
    figures=frozenset({"games_won", "worst_game", "cards_left"}),
)

PRSI = replace(MAU_MAU, name="prsi", title="Prší", game="prsi")

PESTEN = Format(
    name="pesten",
    title="Pesten",
    game="pesten",
    entry="winner",
    scorer="win",
    direction="highest",
    without_winner="nobody_scores",
    without_winner_words="When time is called and nobody is out, nobody scores.",
    seats=Seats(3, 4, 6),
    tie_breaks=("last_round", "head_to_head", "last_game_countback", "cut_of_cards"),
    allowed=_WINS,
    compare="wins",
    notes=("Up to five players use one pack, six use two.",),
)

_ALL = (
    SWEDISH_PURSUIT, SWITCH, SWITCH_FOR_TWO, OTTAWA, PURSUIT, PURSUIT_RACING, CRAZY_EIGHTS, MAU_MAU,
    PRSI, PESTEN,
)  # fmt: skip
FORMATS: dict[str, Format] = {item.name: item for item in _ALL}
"""Every format under its name with underscores, with its choices at their defaults."""
DEFAULT = SWEDISH_PURSUIT
"""The format of an evening that names no other."""


def format_of(
    name: str, choices: Mapping[str, Any] | None = None, *, among: Mapping[str, Format] = FORMATS
) -> Format:
    """The format of this name (hyphens or underscores) with these choices; what is not chosen is at
    its default.

    Numbers come as integers or digits. Raises FormatError naming the choice and what there is.
    """
    plain = among.get(name.strip().lower().replace("-", "_").replace(" ", "_"))
    if plain is None:
        slugs = ", ".join(item.slug for item in among.values())
        raise FormatError(f"There is no format “{name}”. The formats are: {slugs}.")
    fields = dict(choices or {})
    _refuse_unknown(plain, fields)
    values = [(choice, _value(plain, choice, fields.get(choice.name))) for choice in plain.choices]
    sets: dict[str, Any] = {}
    for _, value in values:
        sets |= value.sets
    sets["options"] = dict(plain.options)
    for _, value in values:
        sets["options"] |= value.sets.get("options", {})
    chosen = {choice.name: value.value for choice, value in values}
    for number in asked(plain, chosen):
        sets[number.name] = _number(plain, number, fields.get(number.name))
        chosen[number.name] = str(sets[number.name])
    return replace(plain, **sets, chosen=tuple(chosen.items()))


def asked(plain: Format, chosen: Mapping[str, str]) -> tuple[Number, ...]:
    """The numbers that are asked for once these values are chosen."""
    return tuple(number for number in plain.numbers if number.is_asked(chosen))


def _refuse_unknown(plain: Format, values: Mapping[str, Any]) -> None:
    existing = [
        *(number.name for number in plain.choices),
        *(number.name for number in plain.numbers),
    ]
    for name in values:
        if name not in existing:
            there = f"Its choices are: {', '.join(existing)}." if existing else "It has none."
            raise FormatError(f"{plain.title} has no choice “{name}”. {there}")


def _value(plain: Format, choice: Choice, answer: Any) -> Value:
    if answer is None:
        return choice.values[0]
    for value in choice.values:
        if value.value == str(answer):
            return value
    allowed = ", ".join(value.value for value in choice.values)
    raise FormatError(
        f"{plain.title}: “{choice.name}” cannot be “{answer}”. Choose from {allowed}."
    )


def _number(plain: Format, number: Number, value: Any) -> int:
    if value is None or value == "":
        return number.default
    text = str(value).strip()
    if not text.lstrip("-").isascii() or not text.removeprefix("-").isdigit():
        raise FormatError(
            f"{number.question}: give a whole number from {number.least} to {number.most}."
        )
    if not number.least <= int(text[:9]) <= number.most:
        raise FormatError(
            f"{number.question}: {text[:9]} is not from {number.least} to {number.most}; change it."
        )
    return int(text)


def read_line(text: str) -> dict[str, str]:
    """Choices from one line such as "counting=spread laps=3".

    Raises FormatError for a word that is no choice.
    """
    choices = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        if not equals:
            raise FormatError(
                f"“{word}” is not a choice: write name=value, such as counting=places."
            )
        choices[name] = value
    return choices


def rules_of(form: Format, line: str = "") -> Rules:
    """The rulebook of a format with the options of a line, and above them what the format itself
    fixes.

    Raises RulesError for an option that is not there.
    """
    chosen = rulebook(form.game).rules(line)
    return (
        chosen.rulebook.rules(dict(chosen.changed) | dict(form.options)) if form.options else chosen
    )
