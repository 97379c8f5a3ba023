"""Who is who across the evenings of a league: pairs of guests who may be one person, the persons
that officials confirmed, the pairs they told apart, and the log of it all in words.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scoring.counting.persons import Appearance, Proposal, proposals
from tournament.models import Event, Guest, League, LeagueEntry, PersonLink, ToldApart

MOST_SHOWN = 60
"""How many pairs stand on the page; the next ones follow once these are answered."""
LOG_SHOWN = 40
LIKELY = ((80, "Very likely"), (60, "Likely"), (0, "Possible"))
"""How likely a pair is one person, in words: each with the lowest score it is said of."""
_ACTS = {
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
"""What an entry of the log says that its actor did, by its kind."""


@dataclass(frozen=True, slots=True)
class Likeness:
    """Two guests of different evenings who may be one person: the score (30 to 100) that says how
    likely, the reasons for it, and what speaks against it.
    """

    one: Guest
    other: Guest
    score: int
    reasons: tuple[str, ...]
    against: tuple[str, ...]

    @property
    def how_likely(self) -> str:
        """How likely they are one person, in words."""
        return next(words for least, words in LIKELY if self.score >= least)

    @property
    def guests(self) -> tuple[Guest, Guest]:
        """The two, the one who was entered first leading."""
        return self.one, self.other

    @property
    def pair(self) -> str:
        """The pair as a form sends it."""
        return f"{self.one.pk}-{self.other.pk}"


@dataclass(frozen=True, slots=True)
class Known:
    """A person of the league with the guests they were, the earliest evening first."""

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
    """The pairs that an official may confirm or tell apart, the likeliest first.

    Left out is a pair whose two persons were both at one evening, and a pair that would be one
    person anyway once all the likelier ones were confirmed.
    """
    guests = guests_of(league)
    persons = persons_of(league)
    evenings = _evenings_by_person(guests, persons)
    confirmed = _Joined()
    listed: list[Likeness] = []
    for proposal in _proposals(league, guests):
        keys = sorted((int(proposal.one), int(proposal.other)))
        first, second = (_person_key(key, persons) for key in keys)
        if not evenings[first] & evenings[second] and confirmed.join(first, second):
            one, other = (guests[key] for key in keys)
            reasons, against = proposal.reasons, proposal.against
            listed.append(Likeness(one, other, proposal.score, reasons, against))
    return listed


def _proposals(league: League, guests: Mapping[int, Guest]) -> tuple[Proposal, ...]:
    apart = ToldApart.objects.filter(league=league).values_list("one_id", "other_id")
    everybody = [
        Appearance(
            key=str(guest.pk),
            evening=str(guest.event_id),
            name="" if guest.placeholder else guest.name,
            livery=guest.livery_name,
            badge=guest.badge,
            email=guest.email,
            group=guest.event.groups.word,
        )
        for guest in guests.values()
    ]
    return proposals(everybody, everybody, [frozenset(map(str, pair)) for pair in apart])


def _evenings_by_person(
    guests: Mapping[int, Guest], persons: Mapping[int, int]
) -> defaultdict[str, set[int]]:
    """The evenings at which each person is known to have been."""
    evenings: defaultdict[str, set[int]] = defaultdict(set)
    for key, guest in guests.items():
        evenings[_person_key(key, persons)].add(guest.event_id)
    return evenings


def _person_key(guest: int, persons: Mapping[int, int]) -> str:
    """The person whom a guest is linked to; a guest who is not is a person alone."""
    return f"person {persons[guest]}" if guest in persons else f"guest {guest}"


class _Joined:
    """Sets of persons that are one once all pairs so far are confirmed (a union-find)."""

    def __init__(self) -> None:
        self._parents: dict[str, str] = {}

    def join(self, first: str, second: str) -> bool:
        """Join the sets of two persons; False where they are one already."""
        root, joining = self._root(first), self._root(second)
        self._parents[joining] = root
        return root != joining

    def _root(self, person: str) -> str:
        while self._parents.get(person, person) != person:
            person = self._parents[person]
        return person


def strangers(event: Event) -> int:
    """How many guests of an evening may be somebody of another evening of its leagues, and no
    official has said yet whether they are.
    """
    leagues = League.objects.filter(evenings__event=event)
    pairs = (likeness.guests for league in leagues for likeness in likenesses(league))
    return len({guest.pk for pair in pairs for guest in pair if guest.event_id == event.pk})


def persons_of(league: League) -> dict[int, int]:
    """The number of the person each linked guest is, by the guest's row. A person with one guest
    left, the others being split from them, is left out.
    """
    links = PersonLink.objects.filter(league=league, split_at=None)
    numbers = dict(links.values_list("guest_id", "person__number"))
    guests = Counter(numbers.values())
    return {guest: number for guest, number in numbers.items() if guests[number] > 1}


def known_persons(league: League) -> list[Known]:
    """Every person with two evenings or more, by name."""
    links = PersonLink.objects.filter(league=league, split_at=None).select_related(
        "guest__event", "guest__livery"
    )
    by_person: defaultdict[int, list[PersonLink]] = defaultdict(list)
    for link in links.select_related("person").order_by("guest__event__date", "pk"):
        by_person[link.person.number].append(link)
    persons = [Known(number, tuple(rows)) for number, rows in by_person.items() if len(rows) > 1]
    return sorted(persons, key=lambda person: (person.links[-1].guest.listed.order, person.number))


def told_apart(league: League) -> Iterable[ToldApart]:
    """The pairs that officials told apart, the latest first."""
    rows = ToldApart.objects.filter(league=league).select_related("one__event", "other__event")
    return rows.order_by("-at", "pk")


def history(league: League) -> list[tuple[LeagueEntry, str]]:
    """The last acts on the league, the newest first, each in words."""
    rows = LeagueEntry.objects.filter(league=league).order_by("-number")[:LOG_SHOWN]
    return [(entry, _words(entry)) for entry in rows]


def _words(entry: LeagueEntry) -> str:
    sentence = _ACTS.get(entry.kind, entry.kind.replace("_", " "))
    return sentence.format_map(defaultdict(str, entry.body))
