"""How everybody moves into a round, as it is told to the hall: the rule of the seat letters as the
seats are now, and whether somebody was given another seat and follows the card alone.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from scoring.seating.movement import STAYS, steps_sentence
from scoring.words import listed, noun
from tournament.models import Event, Round, Seat

OTHERWISE = "Whoever was given another seat follows the card"
MOST_OTHERWISE = 3
"""Where more than one in so many does not follow the rule, there is none."""
Place = tuple[int, str]


@dataclass(frozen=True, slots=True)
class Movement:
    """`steps` says by how many tables each letter moves on, None for one whose guests follow their
    cards; no letter is in it where the seats follow no rule.

    `otherwise` counts the guests who do not follow it.
    """

    steps: Mapping[str, int | None]
    otherwise: int = 0

    @property
    def rule(self) -> str:
        """The rule in a sentence without a full stop; empty where there is none."""
        steps = {letter: step for letter, step in self.steps.items() if step is not None}
        if steps and not any(steps.values()) and len(steps) == len(self.steps):
            return STAYS
        free = [letter for letter, step in self.steps.items() if step is None]
        cards = f"{listed(free)} {noun(len(free), 'follows', 'follow')} the card" if free else ""
        return ", ".join(filter(None, (steps_sentence(steps), cards)))

    @property
    def beside(self) -> str:
        """What is said beside the rule: that it does not hold for everybody."""
        return OTHERWISE if self.steps and self.otherwise else ""

    @property
    def sentence(self) -> str:
        """All that is said of it, without a full stop; empty where the seats follow no rule."""
        return ". ".join(filter(None, (self.rule, self.beside)))


NO_RULE = Movement({})


def movement(event: Event, round_: Round) -> Movement:
    """How the guests move into a round from the one before. One query."""
    rows = Seat.objects.filter(
        event=event, round__number__in=(round_.number - 1, round_.number), left_after_game=None
    ).values_list("guest", "round__number", "table__number", "letter")
    places: dict[int, dict[int, Place]] = {round_.number - 1: {}, round_.number: {}}
    for guest, number, table, letter in rows:
        places[number][guest] = (table, letter)
    return of_places(places[round_.number - 1], places[round_.number])


def of_places(before: Mapping[int, Place], after: Mapping[int, Place]) -> Movement:
    """The movement from the places of one round to those of the next, by guest."""
    if not before or not after:
        return NO_RULE
    tables = max(table for table, _letter in (*before.values(), *after.values()))
    row: defaultdict[str, Counter[int]] = defaultdict(Counter)
    sitting = Counter(letter for _table, letter in after.values())
    for guest, (table, letter) in after.items():
        if guest in before and before[guest][1] == letter:
            row[letter][(table - before[guest][0]) % tables] += 1
    steps: dict[str, int | None] = {}
    otherwise = 0
    for letter in sorted(sitting):
        step, guests = row[letter].most_common(1)[0] if row[letter] else (0, 0)
        follows = 2 * guests > sitting[letter]
        steps[letter] = step if follows else None
        otherwise += sitting[letter] - guests if follows else 0
    free = sum(sitting[letter] for letter, step in steps.items() if step is None)
    if MOST_OTHERWISE * (otherwise + free) > len(after):
        return NO_RULE
    return Movement(steps, otherwise)
