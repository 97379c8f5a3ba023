"""An evening of Ottawa that is played to a target, deal by deal: where each table stops, and after
which round the hall does, by a reckoning of its own.
"""

from collections import defaultdict
from dataclasses import dataclass, replace
from fractions import Fraction

from tests.walks.people import WallError
from tests.walks.recount import points_of
from tests.walks.tables import type_game
from tests.walks.walk import Walk


@dataclass
class ToATarget(Walk):
    """Whoever types a deal reckons who has the target by then."""

    @property
    def carried(self) -> bool:
        """Whether the target counts the deals of all rounds."""
        return self.plan.asked["ending"] == "total"

    def leader(self, table: int = 0) -> tuple[str, Fraction]:
        """Who has most of what the target counts: of the hall, or of those at a table."""
        totals: defaultdict[str, Fraction] = defaultdict(Fraction)
        here: set[str] = set()
        for (number, at, _deal), sitting in self.counted.games.items():
            if number == self.round or self.carried:
                for guest, points in points_of(sitting, self.counted.rules).items():
                    totals[guest] += points
            if number == self.round and table in (0, at):
                here |= set(sitting)
        return max(((guest, totals[guest]) for guest in here), key=lambda row: row[1])

    def play(self, address: str) -> None:
        """One deal on its page, and what the desk's page of the table says then."""
        number, table, deal = (int(part) for part in address.rstrip("/").split("/")[-3:])
        type_game(self, self.official("plays", number, table, deal), (number, table, deal))
        if number <= self.plan.rounds:
            self.look_for_the_target(number, table)

    def look_for_the_target(self, number: int, table: int) -> None:
        """The desk's page of the table names who has it, exactly when somebody has it and a deal
        was to come.
        """
        name, points = self.leader(table)
        over = points >= int(self.plan.asked["target"])
        played = sum(place[:2] == (number, table) for place in self.counted.games)
        page = self.organiser.open(self.at(f"desk/{number}/{table}/"))
        said = f"{name} has {points} points" in page.words and "no further deal" in page.words
        if said != (over and played < self.plan.games):
            raise WallError("the target", f"{name}, {points}: {page.words[:800]}")

    def closed_round(self) -> None:
        """A round was closed: the last one, where the target of all rounds is reached."""
        if self.carried and self.leader()[1] >= int(self.plan.asked["target"]):
            self.plan = replace(self.plan, rounds=self.closed + 1)
        super().closed_round()
