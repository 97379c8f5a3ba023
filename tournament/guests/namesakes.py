"""A name in this evening: alone with it nobody is called anything more. Where guests share a name
the livery tells them apart, else the office, else the badge.

Every list, page, paper and sentence asks here. Beside a livery only what it leaves open joins the
name ("John Smith 57"); where the name stands alone, all that is needed does ("John Smith,
Mercers").
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import QuerySet

from scoring.counting.board import Board
from scoring.names import folded
from tournament.counting.announcement import of_company, spoken
from tournament.guests.names import named_publicly, public_name
from tournament.models import Event, Guest
from tournament.models.guest import GuestStatus
from tournament.site.cache import KeptQuery
from tournament.site.keep import KeptByVersion, kept_by_arguments


class Listed(NamedTuple):
    """A guest on the list, as far as it tells who shares a name."""

    ref: str
    badge: int
    name: str
    livery: str | None
    office: str
    unnamed: bool


def _listed(event: int) -> QuerySet[Guest, Any]:
    guests = Guest.objects.filter(event=event).exclude(status=GuestStatus.NO_SHOW)
    columns = ("ref", "badge", "name", "livery__name", "office", "unnamed")
    return guests.order_by("badge").values_list(*columns)


ROWS = KeptQuery(_listed, Listed)


@dataclass(frozen=True, slots=True)
class Namesake:
    """A guest whose name another one has as well. `by` says what tells them apart: livery, office
    or badge.
    """

    ref: str
    badge: int
    name: str
    livery: str
    office: str
    by: str = "badge"

    @property
    def mark(self) -> str:
        """What joins the name where the livery is shown anyway: the office, or the badge."""
        return {"livery": "", "office": self.office}.get(self.by, str(self.badge))

    @property
    def beside_livery(self) -> str:
        """The name where the livery is shown anyway."""
        glue = ", " if self.by == "office" else " "
        return glue.join(filter(None, (self.name, self.mark)))

    @property
    def alone(self) -> str:
        """The name where nothing else is shown."""
        return {
            "livery": f"{self.name}, {self.livery}",
            "office": " ".join(
                filter(None, (f"{self.name}, {self.office}", of_company(self.livery)))
            ),
        }.get(self.by, f"{self.name} {self.badge}")

    @property
    def aloud(self) -> str:
        """What is said beside name and livery: `badge fifty-seven`."""
        words = {"livery": "", "office": self.office}
        return words.get(self.by, f"badge {spoken(self.badge)}")


def _told_apart(rows: Iterable[Listed]) -> Iterable[Namesake]:
    """Of these those who share a name, with what tells each of them from the others."""
    of_name: defaultdict[str, list[Listed]] = defaultdict(list)
    for row in rows:
        of_name[folded(row.name)].append(row)
    for group in of_name.values():
        for row in group if len(group) > 1 else ():
            alike = [namesake for namesake in group if namesake.livery == row.livery]
            if row.livery and len(alike) == 1:
                actor = "livery"
            elif row.office and sum(namesake.office == row.office for namesake in alike) == 1:
                actor = "office"
            else:
                actor = "badge"
            yield Namesake(row.ref, row.badge, row.name, row.livery or "", row.office, actor)


class Names(NamedTuple):
    """Of an evening, by ref: who shares a name with another guest, who does in public, and what
    those are called who chose not to be named.
    """

    shared: Mapping[str, Namesake]
    public: Mapping[str, Namesake]
    badges: Mapping[str, str]


@kept_by_arguments
def _names(rows: tuple[Listed, ...]) -> Names:
    badges = {
        row.ref: public_name(row.name, row.badge, unnamed=True) for row in rows if row.unnamed
    }
    shared = {namesake.ref: namesake for namesake in _told_apart(rows)}
    visible = (row for row in rows if not row.unnamed)
    public = {namesake.ref: namesake for namesake in _told_apart(visible)} if badges else shared
    return Names(shared, public, badges)


_kept: KeptByVersion[Names] = KeptByVersion(lambda event: _names(tuple(ROWS.of(event.pk))))


def namesakes(event: Event, *, public: bool = False) -> Mapping[str, Namesake]:
    """Who shares a name with another guest of the evening, by ref. One query a version. In `public`
    those who chose not to be named share none.
    """
    names = _kept.of(event)
    return names.public if public else names.shared


def public_names(event: Event) -> dict[str, str]:
    """What guests are called in public where it is not by their name alone, by ref: who chose not
    to be named, and who shares a name. The livery stands beside it. One query a version.
    """
    names = _kept.of(event)
    shared = {namesake.ref: namesake.beside_livery for namesake in names.public.values()}
    return shared | dict(names.badges)


def badges_instead(event: Event) -> Mapping[str, str]:
    """What those are called who chose not to be named, by ref. One query a version."""
    return _kept.of(event).badges


def known_apart(now: Board, event: Event) -> Board:
    """A board as officials read it: guests of one name can be told apart, also in every reason."""
    return named_publicly(
        now, {namesake.ref: namesake.beside_livery for namesake in namesakes(event).values()}
    )


def names_alone(event: Event) -> dict[str, str]:
    """What those who share a name are called where it stands alone, for officials, by ref."""
    return {namesake.ref: namesake.alone for namesake in namesakes(event).values()}


def sharing(event: Event, name: str, livery: str) -> list[Guest]:
    """Who on the list has this name and no other livery: nobody could tell a guest of that name and
    livery from them.
    """
    guests = event.guests.exclude(status=GuestStatus.NO_SHOW).select_related("livery")
    return [
        guest
        for guest in guests
        if folded(guest.name) == folded(name) and folded(guest.livery_name) == folded(livery)
    ]


def to_be_read(event: Event, rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Rows with a `player`, a `name` and a `livery` as they are read aloud: `apart` is what is said
    beside the livery where another guest has the name too.
    """
    shared, context = namesakes(event, public=True), public_names(event)
    created = []
    for row in rows:
        namesake = shared.get(row["player"])
        name = namesake.name if namesake else context.get(row["player"], row["name"])
        created.append({**row, "name": name, "apart": namesake.aloud if namesake else ""})
    return created
