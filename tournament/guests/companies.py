"""The companies, clubs or teams of an evening as people write them: known under every spelling, a
new one taken in where somebody says that it is one.
"""

import re

from tournament.guests.liveries import LiveryFinder, means_none
from tournament.models import Event, Livery
from tournament.models.guest import fault_in_name, tidy

NEW = re.compile(r"^new\s*:\s*", re.IGNORECASE)
"""What is written before a name that is near another one and is a new one all the same."""
LONGEST = 80


class Companies:
    """The companies of an event; one that is not known yet is added to them."""

    def __init__(self, event: Event) -> None:
        self.event, self.new = event, list[Livery]()
        self.finder = LiveryFinder(event.liveries.all())
        precedences = (company.precedence for company in self.finder.companies)
        self.highest = max(precedences, default=0)

    def find(self, text: str) -> Livery | None:
        """The company of this name, found or yet to be saved; None for none."""
        if means_none(text):
            return None
        name = NEW.sub("", text)
        company = self.finder.find(name) if name == text else self._called(name)
        return company or self._added(name)

    def known(self, text: str) -> bool:
        """Whether the text names a company of the event beyond doubt."""
        return not NEW.match(text) and self.finder.find(text) is not None

    def near(self, text: str) -> list[Livery]:
        """Those whose name comes near, unless the text says that it is a new one."""
        return [] if NEW.match(text) else self.finder.suggest(text)

    def save(self) -> None:
        """Keep those that are new."""
        Livery.objects.bulk_create(self.new)

    def _called(self, name: str) -> Livery | None:
        """One that was added under exactly this name."""
        bare, companies = name.casefold(), self.finder.companies
        return next((company for company in companies if company.name.casefold() == bare), None)

    def _added(self, name: str) -> Livery:
        precedence = self.highest + len(self.new) + 1
        company = Livery(event=self.event, precedence=precedence, name=name)
        self.new.append(company)
        self.finder.add(company)
        return company


def fault_in_company(text: str) -> str:
    """Why a text cannot be the name of a new company; nothing where it can."""
    return fault_in_name(tidy(NEW.sub("", text)), longest=LONGEST)
