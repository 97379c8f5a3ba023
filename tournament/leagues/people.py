"""Who is who across the evenings of a league: proposals side by side, the persons confirmed, those
told apart.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scoring.counting.persons import Appearance, Proposal, proposals
from tournament.models import Event, Guest, League, LeagueEntry, PersonLink, ToldApart

MOST_SHOWN = 60
"""So many proposals stand on a page; the next ones follow once these are answered."""
LOG_SHOWN = 40
LIKELY = ((80, "Very likely"), (60, "Likely"), (0, "Possible"))
"""How like two are from so many hundredths on."""


@dataclass(frozen=True, slots=True)
class Likeness:
    """Two guests of different evenings side by side, how like they are (30 to 100), and why."""

    one: Guest
    other: Guest
    score: int
    reasons: tuple[str, ...]
    against: tuple[str, ...]

    @property
    def how_likely(self) -> str:
        """How like they are, in words."""
        return next(words for least, words in LIKELY if self.score >= least)

    @property
    def guests(self) -> tuple[Guest, Guest]:
        """Both."""
        return self.one, self.other

    @property
    def pair(self) -> str:
        """The pair as a form sends it."""
        return f"{self.one.pk}-{self.other.pk}"


@dataclass(frozen=True, slots=True)
class Known:
    """A person with the guests they were, by evening."""

    number: int
    links: tuple[PersonLink, ...]

    @property
    def name(self) -> str:
        """What they were called at the last of these evenings."""
        return self.links[-1].guest.name


def guests_of(league: League) -> dict[int, Guest]:
    """Every guest of the league's evenings by their row, the earliest evening first."""
    rows = Guest.objects.filter(event__in_leagues__league=league).select_related("event", "livery")
    return {guest.pk: guest for guest in rows.order_by("event__in_leagues__number", "badge")}


def likenesses(league: League) -> list[Likeness]:
    """What an official may confirm or refuse, the likeliest first; what would follow from those
    shown is left out.

    Nobody is proposed for an evening at which the person was.
    """
    guests = guests_of(league)
    person = persons_of(league)
    row: defaultdict[int, set[int]] = defaultdict(set)
    for pk, number in person.items():
        if pk in guests:
            row[number].add(guests[pk].event_id)
    apart = ToldApart.objects.filter(league=league).values_list("one_id", "other_id")
    everybody = [_appearance(guest) for guest in guests.values()]
    proposed = proposals(
        everybody, everybody, [frozenset((str(one), str(other))) for one, other in apart]
    )
    visible: list[Likeness] = []
    joined = _Joined()
    for proposal in proposed:
        first, second = sorted(
            (guests[int(proposal.one)], guests[int(proposal.other)]), key=lambda guest: guest.pk
        )
        if _open(first, second, person, row) and joined.join(
            _person_key(first, person), _person_key(second, person)
        ):
            visible.append(_likeness(first, second, proposal))
    return visible


def strangers(event: Event) -> int:
    """How many guests of an evening look like somebody of another evening of its leagues, without
    anybody having said whether they are.
    """
    found = set[int]()
    for league in League.objects.filter(evenings__event=event):
        pairs = (likeness.guests for likeness in likenesses(league))
        found |= {guest.pk for pair in pairs for guest in pair if guest.event_id == event.pk}
    return len(found)


class _Joined:
    """Who would be one person if everything shown were confirmed: what follows from it need not be
    shown too.
    """

    def __init__(self) -> None:
        self._of: dict[str, str] = {}

    def join(self, name: str, counterpart: str) -> bool:
        """Join two; False where they are joined already."""
        first, second = self._head(name), self._head(counterpart)
        self._of[second] = first
        return first != second

    def _head(self, ref: str) -> str:
        while self._of.get(ref, ref) != ref:
            ref = self._of[ref]
        return ref


def persons_of(league: League) -> dict[int, int]:
    """The number of the person each linked guest is, by the guest's row; who is left alone is
    linked to nobody.
    """
    links = PersonLink.objects.filter(league=league, split_at=None)
    by_guest = dict(links.values_list("guest_id", "person__number"))
    many = Counter(by_guest.values())
    return {guest: number for guest, number in by_guest.items() if many[number] > 1}


def known_persons(league: League) -> list[Known]:
    """Every person with two evenings or more, by name."""
    links = PersonLink.objects.filter(league=league, split_at=None).select_related(
        "guest__event", "guest__livery"
    )
    by_person: defaultdict[int, list[PersonLink]] = defaultdict(list)
    for link in links.select_related("person").order_by("guest__event__date", "pk"):
        by_person[link.person.number].append(link)
    persons = [Known(number, tuple(rows)) for number, rows in by_person.items() if len(rows) > 1]
    return sorted(persons, key=lambda item: (item.links[-1].guest.listed.order, item.number))


def told_apart(league: League) -> Iterable[ToldApart]:
    """Those whom an official told apart."""
    rows = ToldApart.objects.filter(league=league).select_related("one__event", "other__event")
    return rows.order_by("-at", "pk")


def history(league: League) -> list[tuple[LeagueEntry, str]]:
    """The last acts on the league, the newest first, each in words."""
    rows = LeagueEntry.objects.filter(league=league).order_by("-number")[:LOG_SHOWN]
    return [(entry, _words(entry)) for entry in rows]


def _words(entry: LeagueEntry) -> str:
    body: Mapping[str, object] = entry.body
    return _SAID.get(entry.kind, entry.kind.replace("_", " ")).format_map(defaultdict(str, body))


_SAID = {
    "created": "set the league up",
    "changed": "changed how it counts",
    "evening_added": "took in {event}",
    "evening_removed": "took out {event}",
    "organiser_added": "added an organiser",
    "organiser_removed": "removed an organiser",
    "linked": "confirmed person {person}: {guests}",
    "split": "split {guest} from person {person}",
    "apart": "told apart {one} and {other}",
    "apart_back": "took back that {one} and {other} are two",
    "unlinked": "unlinked all guests of {event}",
}


def _appearance(guest: Guest) -> Appearance:
    known_name = "" if guest.placeholder else guest.name
    livery = guest.livery_name
    return Appearance(
        str(guest.pk),
        str(guest.event_id),
        known_name,
        livery,
        guest.badge,
        guest.email,
        guest.event.groups.word,
    )


def _open(
    first: Guest, second: Guest, person: Mapping[int, int], row: Mapping[int, set[int]]
) -> bool:
    mine, theirs = _evenings(first, person, row), _evenings(second, person, row)
    return not mine & theirs


def _evenings(guest: Guest, person: Mapping[int, int], row: Mapping[int, set[int]]) -> set[int]:
    """The evenings at which this guest is known to have been."""
    return row[person[guest.pk]] if guest.pk in person else {guest.event_id}


def _person_key(guest: Guest, person: Mapping[int, int]) -> str:
    return f"person {person[guest.pk]}" if guest.pk in person else f"guest {guest.pk}"


def _likeness(first: Guest, second: Guest, proposal: Proposal) -> Likeness:
    return Likeness(first, second, proposal.score, proposal.reasons, proposal.against)
