"""Evenings walked whole, each by its seed: from an account to the hand-over, through the pages
alone.

A failing evening is made as small as it can be and told step by step. `EVENINGS="7 8"` walks just
these seeds again, `AS_IT_IS=1` tells an evening as it was met.
"""

import os
import sqlite3
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from tests.second_rank import by_rank
from tests.tournament.site.test_keeping import spelt_anew
from tests.walks import past
from tests.walks.incidents import BESIDES, MOMENTS
from tests.walks.long_run import HEADING, LongRun, code_now, read, section, write
from tests.walks.looks import Looks
from tests.walks.past import Archivist
from tests.walks.people import Person, WallError
from tests.walks.plan import GAMES, Incident, Plan, plan
from tests.walks.shrink import Walked, shrunk, told, walked
from tests.walks.to_a_target import ToATarget
from tests.walks.walk import Walk
from tournament.entry import views_corrections
from tournament.entry.forms_grid import GridForm
from tournament.models import Code, Phone, Sheet, Table
from tournament.phones import entrance
from tournament.site.access import Mark
from tournament.site.cache import KeptQuery
from tournament.site.codes import digest_of
from tournament.steps.conditions import DONE

pytestmark = pytest.mark.django_db
CHOSEN = (77, 478, 122, 66, 326, 532, 121, 423, 475, 281, 470)
"""The fewest that a search of the first 600 found which plan every kind of incident, game,
play-off, tie, style and slip; the first thirty in their order leave out ten kinds of incident.
"""
EVERY_TIME = (475, 470)
"""Of these two short ones of two games, the last of matches; the rest are walked at night."""
REVEALING = 326
"""Of these the short one whose walk finds each fault that is put back."""
FIRST = tuple(seed for seed in range(1, 20) if seed not in CHOSEN)
"""Nineteen more that nobody chose, walked at night."""
NO_PAST = (475,)
"""Of those walked every time, without telling its past again at the end, as all others do."""
FEW = 10
"""The guests of these at most: a long run has the halls."""
TRIED = 3
THOROUGH, SMALL = 500, 8
"""Of so many long walks one, of so many guests, opens every page after every act."""


def met(evening: Plan, *, thorough: bool = False, kind: type[Walk] = Walk) -> str:
    """The wall that an evening met, with the steps that lead there; empty where
    it reached its end.
    """
    again = partial(walked, thorough=thorough, kind=kind)
    walk, wall = again(evening)
    return "" if wall is None else in_words(evening, walk, wall, again)


def in_words(evening: Plan, walk: Walk, wall: WallError, again: Walked = walked) -> str:
    """The steps to a wall: the fewest, unless they are asked for as they were met."""
    asked = os.environ.get("AS_IT_IS")
    return told(walk, wall) if asked else told(*shrunk(evening, wall, again))


ASKED = [int(seed) for seed in os.environ.get("EVENINGS", "").split()]


@pytest.mark.parametrize("seed", ASKED or by_rank((*CHOSEN, *FIRST), EVERY_TIME))
def test_an_evening_reaches_its_end_without_a_wall(seed: int) -> None:
    evening = plan(seed, MOMENTS, BESIDES, most=FEW if seed in FIRST else 20)
    if words := met(evening, kind=Walk if seed in NO_PAST else Archivist):
        pytest.fail(words, pytrace=False)


@pytest.mark.nightly
def test_a_past_that_showed_the_evening_as_it_is_now_would_not_be_what_was_counted_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(past, "shown", lambda *_moment: None)
    monkeypatch.setattr(past, "at_number", lambda event, _number, read: read(event))
    _walk, wall = walked(plan(REVEALING, MOMENTS, BESIDES), kind=Archivist)
    assert wall is not None
    assert wall.kind.startswith("another past")


LARGE = (
    ("switch", "counting=places table=large", 13),
    ("pursuit_racing", "counting=spread table=large", 9),
)


@pytest.mark.nightly
@pytest.mark.parametrize(("game", "choices", "guests"), LARGE)
def test_an_evening_at_one_large_table_reaches_its_winner(
    game: str, choices: str, guests: int
) -> None:
    one_table = replace(
        plan(3, MOMENTS, BESIDES), game=game, choices=choices, guests=guests, incidents=(), rounds=2
    )
    if words := met(one_table):
        pytest.fail(words, pytrace=False)


@pytest.mark.nightly
@pytest.mark.parametrize(("ending", "rounds"), [("total", 2), ("target", 3)])
def test_an_evening_of_ottawa_to_a_target_reaches_its_winner(ending: str, rounds: int) -> None:
    to_a_target = replace(
        plan(3, MOMENTS, BESIDES),
        game="ottawa",
        choices=f"ending={ending} blocked=difference target=60",
        guests=8,
        rounds=3,
        games=4,
        phones=0.0,
        through=3,
        incidents=(),
    )
    walk, wall = walked(to_a_target, kind=ToATarget)
    if wall is not None:
        pytest.fail(told(walk, wall), pytrace=False)
    assert walk.closed == rounds


def planned(seeds: Iterable[int]) -> set[tuple[bool, str]]:
    """What befalls these evenings, and whether it befalls one of matches."""
    evenings = [plan(seed, MOMENTS, BESIDES) for seed in seeds]
    return {(evening.paired, befalls.kind) for evening in evenings for befalls in evening.incidents}


def test_the_chosen_evenings_plan_whatever_may_befall_one() -> None:
    kinds = {(paired, kind) for paired, known in MOMENTS.items() for kind in known}
    assert planned(CHOSEN) == kinds | {(False, kind) for kind in BESIDES}
    assert planned(CHOSEN[:-1]) < planned(CHOSEN)
    assert {plan(seed, MOMENTS, BESIDES).game for seed in CHOSEN} == set(GAMES)


@pytest.mark.torture
@pytest.mark.promise(
    "Whole evenings through the pages, by any seed, reach their end without a wall", figure="walks"
)
def test_two_thousand_evenings_reach_their_end_without_a_wall(
    capsys: pytest.CaptureFixture[str],
) -> None:
    first, number = (
        int(os.environ.get(*one)) for one in (("WALKS_FROM", "1000"), ("WALKS", "2000"))
    )
    run = LongRun(range(first, first + number), code_now())
    with capsys.disabled():
        whole = run.go(of_a_long_run, float(os.environ.get("WALKS_SECONDS", "inf")))
    run.tell()
    assert [one.wall for one in run.walked.values() if one.wall] == []
    assert whole, f"{run}: run it again, and it goes on"


def of_a_long_run(seed: int) -> tuple[Plan, list[str], str]:
    """One of many evenings: every tenth may be large, and of a small one in five hundred all pages
    are opened after each act.
    """
    thorough = seed % THOROUGH == 0
    most = SMALL if thorough else 70 if seed % 10 == 0 else 20
    evening, again = plan(seed, MOMENTS, BESIDES, most=most), partial(walked, thorough=thorough)
    try:
        walk, wall = again(evening)
    except Exception:  # the walker's own slip stops no run of a thousand: it is told like a wall
        return evening, [], f"{evening}\n{traceback.format_exc()}"
    befell = [evening.incidents[at].kind for at in walk.befallen]
    return evening, befell, "" if wall is None else in_words(evening, walk, wall, again)


def test_a_long_run_goes_on_where_it_stopped_and_tells_what_it_met(tmp_path: Path) -> None:
    kept, seen = tmp_path / "walks.jsonl", list[int]()

    def walk_on(seed: int) -> tuple[Plan, list[str], str]:
        seen.append(seed)
        return Plan(seed, guests=9), ["swap"], "A wall\n" if len(seen) == 2 else ""

    run = LongRun(range(7, 10), "abc", kept)
    assert not run.go(walk_on, 0.0)
    assert run.left == [8, 9]
    assert run.go(walk_on, 60.0)
    assert (run.left, seen) == ([], [7, 8, 9])
    page = tmp_path / "torture.md"
    page.write_text(f"# The long proofs\n\n{HEADING}: then\nOld\n\n## Not run\nRest\n")
    write(read(kept), datetime(2027, 2, 11, tzinfo=UTC), page)
    told_so = page.read_text()
    assert told_so.count(HEADING) == 1
    assert f"{HEADING}: 11 February 2027" in told_so
    assert told_so.endswith("```\n\n## Not run\nRest\n")
    assert "| evenings | 3, seeds 7 to 9 |" in told_so
    assert "| what befell them | swap 3 |" in told_so
    assert "| met a wall that stands | 8 |" in told_so
    later = LongRun(run.seeds, "def", kept)
    assert later.go(walk_on, 60.0)
    assert seen == [7, 8, 9, 8]
    assert "reached their end since | 8 |" in section(read(kept), datetime.now(UTC))


def test_a_page_that_is_gone_is_a_wall_while_something_leads_there_and_no_longer() -> None:
    walk = Walk(plan(1, MOMENTS, BESIDES))
    walk.people["public"] = Person("Penny Public", walk.story)
    looks = walk.looks
    looks.known["public"] |= {"/gone/": "/gone/", "/lost/": "/lost/"}
    looks.shown_on["public", "/gone/"] = looks.shown_on["public", "/"] = "/login/"
    looks._open("public", "/gone/")
    assert (list(looks.known["public"]), looks._leads("public", "/")) == (["/lost/"], True)
    walk.base = "/lost/"
    with pytest.raises(WallError, match="dead link /lost/"):
        looks._open("public", "/lost/")


def the_slip_of_one_name_for_two(patch: pytest.MonkeyPatch) -> None:
    """The page of the cut takes what is asked of those who are tied for the acts that wait."""
    drawn: Callable[..., dict[str, Any]] = __import__(
        "tournament.finals.views", fromlist=["_line_context"]
    )._line_context

    def slipped(*given: Any) -> dict[str, Any]:
        found = drawn(*given)
        return found | {"waiting": found["asked"]}

    patch.setattr("tournament.finals.views._line_context", slipped)


def a_table_that_stays_when_all_have_left(patch: pytest.MonkeyPatch) -> None:
    """Its games are awaited although nobody sits there."""
    for module in ("counting.grid", "seating.acts", "counting.state"):
        patch.setattr(f"tournament.{module}.attended", lambda games: games)
    # Questions that were put together without the fault are put together anew.
    patch.setattr(KeptQuery, "of", spelt_anew)


def such_a_table_with_the_sentences_unread(patch: pytest.MonkeyPatch) -> None:
    """The home counts its sheets among those to come, and nobody counts after it."""
    a_table_that_stays_when_all_have_left(patch)
    patch.setattr(Walk, "recount_sentences", lambda _walk, _home: None)


def a_question_that_grows_with_the_field(patch: pytest.MonkeyPatch) -> None:
    """The door asks for all guests in one expression, as many levels deep as there are
    guests.
    """
    tables: Callable[..., Any] = __import__(
        "tournament.seating.pages_arrivals", fromlist=["_tables"]
    )._tables

    def slipped(event: Any, found: Any) -> Any:
        list(Table.objects.filter(round=found).prefetch_related("seats__guest"))
        return tables(event, found)

    patch.setattr("tournament.seating.pages_arrivals._tables", slipped)


def a_door_that_is_done_before_it_opened(patch: pytest.MonkeyPatch) -> None:
    """The home ticks the door as soon as the seating is published."""
    for row in ("print", "door"):
        patch.setitem(DONE, row, lambda _facts, _round: True)


def two_lists_for_two_rounds(patch: pytest.MonkeyPatch) -> None:
    """A seat is offered for each round apart, the first that is free, whoever else was offered the
    same before.
    """

    def slipped(found: Any, _badge: int, free: Any) -> Iterator[tuple[str, str]]:
        first = {held: next(iter(tables)) for held, tables in free.items() if tables}
        spots = [
            f"{held}.{table}{_next_letter(found, held, table)}" for held, table in first.items()
        ]
        if len(spots) == len(free):
            yield " ".join(spots), "The first seats"

    patch.setattr("tournament.seating.views_changes.offered", slipped)


def a_mistake_mended_by_two(patch: pytest.MonkeyPatch) -> None:
    """Nobody looks whether what a preview showed is still so."""
    for room in ("acts_corrections", "acts_reseat"):
        patch.setattr(f"tournament.entry.{room}.as_seen", lambda *_given: None)


def a_sheet_that_stays_when_its_game_is_played_again(patch: pytest.MonkeyPatch) -> None:
    """The ruling is kept, and what was played counts on; the ledger is not looked at."""
    patch.setattr(Looks, "verify", lambda _looks: None)
    patch.setattr("tournament.rulings.acts_adjustments._do", lambda *_given: None)


def a_correction_that_forgets_what_it_saw(patch: pytest.MonkeyPatch) -> None:
    """A form that takes whatever counts now for what its reader saw."""
    corrected = views_corrections._corrected

    def slipped(request: Any, page: Any, sheet: Sheet, form: GridForm) -> Any:
        form.columns = tuple(replace(column, seen=sheet.version) for column in form.columns)
        return corrected(request, page, sheet, form)

    patch.setattr(views_corrections, "_corrected", slipped)


def a_code_that_opens_after_it_was_renewed(patch: pytest.MonkeyPatch) -> None:
    """Whoever asks by the lost code is let in as before."""
    in_force = entrance._code

    def slipped(
        given: str, mark: Mark, phone: str = "", only: frozenset[str] = frozenset(), **waits: float
    ) -> tuple[Code, Phone | None]:
        every = Code.objects.filter(digest=digest_of(given), kind__in=mark.codes)
        code = every.select_related("event", "guest").first()
        bearer = Phone.objects.filter(event=code.event, digest=phone).first() if code else None
        return (code, bearer) if code else in_force(given, mark, phone, only, **waits)

    patch.setattr(entrance, "_code", slipped)


def a_name_that_is_not_kept(patch: pytest.MonkeyPatch) -> None:
    """The page says that it is changed."""
    patch.setattr("tournament.guests.acts.save_guest", lambda _guest: None)


def a_penalty_given_by_two(patch: pytest.MonkeyPatch) -> None:
    """Nobody looks whether a ruling adjusted scores since the preview."""
    for room in ("views_adjustments", "acts_adjustments"):
        patch.setattr(f"tournament.rulings.{room}.adjusted_so_far", lambda _ruling: "")


def a_third_sheet_settled_unseen(patch: pytest.MonkeyPatch) -> None:
    """A choice between two settles whatever waits, whether it was looked at or not."""
    patch.setattr("tournament.entry.acts._refuse_unseen", lambda *_given: None)


def _next_letter(found: Any, number: int, table: int) -> str:
    """The first seat of a table behind those that are taken."""
    return chr(
        ord("A")
        + len([one for one in found.seating.rounds[number - 1][table - 1] if one is not None])
    )


SQLITES_OWN, SHALLOW = 1000, 30
"""How deep an expression may be: the fault of a field of a thousand is met by one of some thirty at
the lower limit.
"""
WITHIN = 300
"""Among so many evenings by chance a fault put back has to be found."""


@contextmanager
def at_most_so_deep(depth: int) -> Iterator[None]:
    """SQLite takes no deeper expression."""
    connection.ensure_connection()
    usual = connection.connection.setlimit(sqlite3.SQLITE_LIMIT_EXPR_DEPTH, depth)
    yield
    connection.connection.setlimit(sqlite3.SQLITE_LIMIT_EXPR_DEPTH, usual)


@dataclass(frozen=True)
class Control:
    """A fault put back, the wall that it is, and which evenings can meet it at all; for the short
    form an evening made to meet it, where those by chance are long.
    """

    fault: Callable[[pytest.MonkeyPatch], None]
    wall: str
    meets_it: Callable[[Plan], bool]
    depth: int = SQLITES_OWN
    made: Plan | None = None


def befallen_by(*kinds: str, moment: str = "") -> Callable[[Plan], bool]:
    """Whether one of these is planned, or planned to come then."""
    return lambda evening: any(
        incident.kind in kinds and incident.moment == (moment or incident.moment)
        for incident in evening.incidents
    )


NEWER = Plan(
    3,
    guests=9,
    games=2,
    through=3,
    incidents=(
        Incident("code renewed", "published", 1),
        Incident("renamed", "published", 2),
        Incident("mended twice", "playing", 1),
        Incident("two corrections", "playing", 3),
        Incident("ruled twice", "playing", 4),
        Incident("replayed", "playing", 5),
    ),
)
"""An evening that two officials at one form befall, and more of the kind."""
LEAVERS = Plan(
    7, guests=13, games=1, through=3, incidents=(Incident("whole table", "half time", 5),)
)
"""An evening in which all of a table go home at half-time."""
CONTROLS = {
    "cut": Control(
        the_slip_of_one_name_for_two,
        "500 /e/*/cut/",
        lambda evening: (
            evening.level
            and evening.cut_tie == "cut_of_cards"
            and evening.game == "swedish_pursuit"
        ),
        made=Plan(1, guests=8, games=1, through=3, level=True),
    ),
    "leavers": Control(
        such_a_table_with_the_sentences_unread,
        "no grid",
        befallen_by("whole table", moment="half time"),
        made=LEAVERS,
    ),
    "leavers in words": Control(
        a_table_that_stays_when_all_have_left,
        "a false sentence",
        befallen_by("whole table", moment="half time"),
        made=LEAVERS,
    ),
    "walk-in": Control(
        a_question_that_grows_with_the_field,
        "500 /e/*/door/",
        lambda evening: evening.guests > SHALLOW,
        SHALLOW,
        Plan(4, guests=34, games=1, incidents=(Incident("signs in", "published", 1),)),
    ),
    "door": Control(
        a_door_that_is_done_before_it_opened, "door", lambda evening: not evening.prints
    ),
    "places": Control(
        two_lists_for_two_rounds, "meet twice", befallen_by("two walk-ins", moment="published")
    ),
    "twice": Control(
        a_mistake_mended_by_two, "overwritten", befallen_by("mended twice"), made=NEWER
    ),
    "again": Control(
        a_sheet_that_stays_when_its_game_is_played_again,
        "standings",
        befallen_by("replayed"),
        # Played again, and the ruling is not cancelled at once: then the old sheet counts rightly.
        made=replace(NEWER, incidents=(Incident("replayed", "playing", 1),)),
    ),
    "corrected": Control(
        a_correction_that_forgets_what_it_saw,
        "overwritten",
        befallen_by("two corrections"),
        made=NEWER,
    ),
    "code": Control(
        a_code_that_opens_after_it_was_renewed, "old code", befallen_by("code renewed"), made=NEWER
    ),
    "renamed": Control(a_name_that_is_not_kept, "old name", befallen_by("renamed"), made=NEWER),
    "ruled": Control(a_penalty_given_by_two, "overwritten", befallen_by("ruled twice"), made=NEWER),
    "third": Control(
        a_third_sheet_settled_unseen,
        "overwritten",
        befallen_by("two sheets"),
        made=Plan(
            11, guests=8, games=1, through=3, incidents=(Incident("two sheets", "playing", 1),)
        ),
    ),
}


def by_chance(control: Control) -> list[Plan]:
    """Those of so many evenings by chance that can meet a fault, the shortest first: to walk all
    would find it too.
    """
    evenings = (
        plan(seed, MOMENTS, BESIDES, most=70 if seed % 10 == 0 else 20)
        for seed in range(1, WITHIN + 1)
    )
    fit = [evening for evening in evenings if not evening.paired and control.meets_it(evening)]
    return sorted(
        fit,
        key=lambda evening: (
            evening.guests * evening.rounds * evening.games,
            len(evening.incidents),
        ),
    )


passed: dict[Plan, int] = {}
"""How many acts of an evening were done without a fault and without a wall."""


def passes(evening: Plan, acts: int) -> bool:
    """Whether it comes beyond so many acts without the fault; walked once for the controls that
    share it.
    """
    if passed.get(evening, 0) < acts and walked(evening, acts=acts)[1] is None:
        passed[evening] = acts
    return passed.get(evening, 0) >= acts


@pytest.mark.control("test_two_thousand_evenings_reach_their_end_without_a_wall")
@pytest.mark.parametrize("which", by_rank(sorted(CONTROLS), ("cut", "door", "renamed", "ruled")))
def test_a_fault_put_back_is_found(which: str, monkeypatch: pytest.MonkeyPatch) -> None:
    control = CONTROLS[which]
    evenings = [control.made] if control.made else by_chance(control)[:TRIED]
    found_in_one_of(evenings, control, monkeypatch)


@pytest.mark.torture
@pytest.mark.control("test_two_thousand_evenings_reach_their_end_without_a_wall")
@pytest.mark.parametrize("which", sorted(name for name, one in CONTROLS.items() if one.made))
def test_a_fault_put_back_is_found_among_evenings_by_chance(
    which: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found_in_one_of(by_chance(CONTROLS[which]), CONTROLS[which], monkeypatch)


def found_in_one_of(
    evenings: Iterable[Plan], control: Control, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fails unless one of these meets the wall of the fault, and without it comes beyond."""
    instead = list[str]()
    for evening in evenings:
        with at_most_so_deep(control.depth):
            with monkeypatch.context() as patch:
                control.fault(patch)
                walk, wall = walked(evening)
            if wall is not None and wall.kind == control.wall:
                assert walk.story.told != []
                assert passes(evening, walk.looks.acts)
                return
        instead.append(f"{evening}: {wall}")
    pytest.fail("\n".join(instead), pytrace=False)


def test_a_wall_is_told_by_the_fewest_steps_that_lead_to_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    a_door_that_is_done_before_it_opened(monkeypatch)
    drawn = (Incident("swap", "drawn", 4),)
    large = Plan(3, guests=10, games=2, style="in parts", phones=0.7, incidents=drawn)
    _walk, wall = walked(large)
    assert wall is not None
    lines = told(*shrunk(large, wall, most=20)).splitlines()
    assert lines[0] == "Plan(3, guests=8, games=1, through=3)"
    assert lines[1].startswith("  1. Olive Organiser, on /: “Start my own evening”")
    assert lines[-1] == "     door: the home ticks the door, and nobody has opened or closed it"
