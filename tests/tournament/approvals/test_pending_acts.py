"""What takes two officials: asked with a preview, approved by another one, and only then done."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.urls import get_resolver

from tests.tournament.ending import closed_event, fresh, sealed_event
from tests.tournament.evening import official, sheet, sign
from tournament.approvals.acts import (
    KINDS,
    Asked,
    PreviewChangedError,
    approve,
    ask,
    decline,
    do_with_witness,
    foresee,
    told,
    withdraw_ask,
)
from tournament.counting.board import compute
from tournament.counting.submission import body_of
from tournament.entry.acts import correct_sheet
from tournament.event.acts import change_frozen, frozen_payload
from tournament.finals.acts import break_seal, reveal_cut
from tournament.ledger.chain import Signature
from tournament.models import Event, LedgerEntry, Pending, Role, Seal
from tournament.refusal import Refused
from tournament.site.access import Actor
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db
SEATS = dict(zip("ABCDE", ("P001", "P002", "P003", "P004", "P005"), strict=True))
OVER = ("=50", "5", "=5", "=20", "out")
MISREAD: dict[str, Any] = {"sheet": body_of(sheet(OVER), SEATS), "seen": 1}
CORRECT = Asked("correct", "Misread", MISREAD)
BREAK = Asked("break_seal", "A sheet is missing", {"edition": 1})


class Desk:
    """The officials of an event, who sign with their own accounts."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.users = {
            name: official(event, role, f"{name}-{event.pk}")
            for name, role in (
                ("head", Role.HEAD_UMPIRE),
                ("host", Role.ORGANISER),
                ("umpire", Role.UMPIRE),
            )
        }

    def sign(self, name: str, key: str = "") -> Signature:
        return sign(key, actor=Actor(name.capitalize(), self.users[name].pk))


def seen(pending: Pending) -> str:
    """The fingerprint of what the request would do now."""
    event = fresh(pending.event)
    return str(
        told(foresee(event, Asked(pending.kind, pending.reason, pending.payload), sign().at))[
            "seen"
        ]
    )


@pytest.fixture
def desk() -> Desk:
    """A sealed evening with its officials."""
    return Desk(sealed_event())


def test_nothing_happens_until_the_second_official_approves_and_then_all_of_it(desk: Desk) -> None:
    event, before = desk.event, compute(desk.event).standings
    waiting = ask(event, CORRECT, desk.sign("head"))
    assert (waiting.preview["out"], waiting.preview["into"]) == (["Guest 1"], ["Guest 5"])
    assert compute(fresh(event)).standings == before
    done = approve(event, waiting.pk, desk.sign("host"), seen_state=seen(waiting))
    assert [
        standing.total
        for standing in compute(fresh(event)).standings
        if standing.player in ("P001", "P005")
    ] == [0, 50]
    assert done.entry is not None
    assert (done.entry.actor, done.entry.body["witness"], done.state) == (
        "Head",
        "Host",
        "approved",
    )
    assert list(faults(fresh(event))) == []
    again = approve(event, waiting.pk, desk.sign("host"), seen_state="")
    assert (again.entry, LedgerEntry.objects.filter(kind="correct").count()) == (done.entry, 1)


@pytest.mark.parametrize(
    ("who", "said"),
    [("head", "asked for this yourself"), ("umpire", "Only the head umpire or the organiser")],
)
def test_who_asked_and_who_is_not_of_the_desk_approve_nothing(
    desk: Desk, who: str, said: str
) -> None:
    waiting = ask(desk.event, BREAK, desk.sign("head"))
    with pytest.raises(Refused, match=said):
        approve(desk.event, waiting.pk, desk.sign(who), seen_state=seen(waiting))
    with pytest.raises(Refused, match="head umpire or the organiser"):
        approve(desk.event, waiting.pk, sign(), seen_state=seen(waiting))
    assert Seal.objects.get().broken_at is None


def test_the_database_itself_refuses_that_one_account_agrees_with_itself(desk: Desk) -> None:
    waiting = ask(desk.event, BREAK, desk.sign("head"))
    same = {
        "settled_user_id": waiting.asked_user_id,
        "settled_at": sign().at,
        "entry": waiting.asked,
    }
    with pytest.raises(IntegrityError), transaction.atomic():
        Pending.objects.filter(pk=waiting.pk).update(state="approved", **same)
    other = {**same, "settled_user_id": desk.users["host"].pk}
    assert Pending.objects.filter(pk=waiting.pk).update(state="approved", **other) == 1


def test_where_the_effect_changed_since_nothing_is_done_until_it_was_looked_at_again(
    desk: Desk,
) -> None:
    event = desk.event
    waiting = ask(event, CORRECT, desk.sign("head"))
    shown = seen(waiting)
    Event.objects.filter(pk=event.pk).update(cut_size=4)
    with pytest.raises(PreviewChangedError, match="look at it again"):
        approve(event, waiting.pk, desk.sign("host"), seen_state=shown)
    assert not LedgerEntry.objects.filter(kind="correct").exists()
    assert (
        approve(event, waiting.pk, desk.sign("host"), seen_state=seen(waiting)).state == "approved"
    )


def test_a_sheet_that_was_changed_meanwhile_is_not_written_over(desk: Desk) -> None:
    event = desk.event
    waiting = ask(event, CORRECT, desk.sign("head"))
    shown, before = seen(waiting), LedgerEntry.objects.count()
    correct_sheet(
        event,
        sheet(("out", "5", "=5", "=20", "=41"), seen=1, reason="Counted again"),
        sign(),
        at_desk=True,
    )
    with pytest.raises(Refused, match="decline it, and ask again"):
        approve(event, waiting.pk, desk.sign("host"), seen_state=shown)
    assert LedgerEntry.objects.count() == before + 1
    assert (
        decline(event, waiting.pk, desk.sign("host"), reason="It was counted again").state
        == "declined"
    )


def test_declined_and_taken_back_it_is_settled_and_stays_so(desk: Desk) -> None:
    event = desk.event
    first, second = ask(event, BREAK, desk.sign("head")), ask(event, CORRECT, desk.sign("host"))
    with pytest.raises(Refused, match="already waiting for a second official"):
        ask(event, BREAK, desk.sign("host"))
    refused: list[tuple[Callable[[], object], str]] = [
        (lambda: decline(event, first.pk, desk.sign("host"), reason=" "), "Say why"),
        (lambda: decline(event, first.pk, desk.sign("head"), reason="No"), "take it back instead"),
        (lambda: withdraw_ask(event, first.pk, desk.sign("host")), "only they take it back"),
    ]
    for act, said in refused:
        with pytest.raises(Refused, match=said):
            act()
    decline(event, first.pk, desk.sign("host"), reason="It is there")
    withdraw_ask(event, second.pk, desk.sign("host"))
    for pk in (first.pk, second.pk):
        with pytest.raises(Refused, match="settled already"):
            approve(event, pk, desk.sign("head"), seen_state="")
    assert ask(event, BREAK, desk.sign("head")).waits
    assert list(faults(event)) == []


def test_a_frozen_option_takes_head_umpire_and_organiser_and_counts_everything_anew() -> None:
    event = closed_event(("out", "5", "absent", "=20", "=40"))
    desk = Desk(event)
    payload = frozen_payload(event, {"absent_policy": "table_mean_up"})
    waiting = ask(event, Asked("settings", "Set wrongly", payload), desk.sign("host"))
    another = official(event, Role.ORGANISER, "another organiser")
    with pytest.raises(Refused, match="head umpire and the organiser together"):
        approve(
            event, waiting.pk, sign(actor=Actor("Another", another.pk)), seen_state=seen(waiting)
        )
    before = {standing.player: standing.total for standing in compute(event).standings}["P003"]
    approve(event, waiting.pk, desk.sign("head"), seen_state=seen(waiting))
    after = {standing.player: standing.total for standing in compute(fresh(event)).standings}[
        "P003"
    ]
    entry = LedgerEntry.objects.get(kind="settings")
    assert (before, after, entry.body["witness"], entry.actor) == (40, 17, "Head", "Host")
    assert list(faults(fresh(event))) == []


@pytest.mark.parametrize(
    ("fields", "witness", "said"),
    [
        ({"game": "ottawa"}, "Head", "cannot be changed in this way"),
        ({"absent_policy": "unranked"}, " ", "second official"),
        ({}, "Head", "Nothing has changed"),
    ],
)
def test_what_two_cannot_change_either_is_refused(
    fields: dict[str, str], witness: str, said: str
) -> None:
    event = closed_event()
    with pytest.raises(Refused, match=said):
        change_frozen(event, fields, sign(), reason="Set wrongly", witness=witness)


def test_at_an_evening_of_one_official_a_named_witness_stands_in_and_the_record_says_so() -> None:
    event = sealed_event(one_official=True)
    desk = Desk(event)
    with pytest.raises(Refused, match="name a witness"):
        ask(event, BREAK, desk.sign("host"))
    for witness in ("", "host", " Host "):
        with pytest.raises(Refused, match="somebody else"):
            do_with_witness(event, BREAK, desk.sign("host"), witness)
    do_with_witness(event, BREAK, desk.sign("host"), "Walter Witness")
    assert LedgerEntry.objects.get(kind="break_seal").body == {
        "edition": 1,
        "witness": "Walter Witness",
    }


def test_what_the_act_refuses_cannot_be_asked_for_and_nothing_is_kept(desk: Desk) -> None:
    event, before = desk.event, LedgerEntry.objects.count()
    for asked, said in (
        (Asked("withdraw_reveal", "Too early", {"edition": 1}), "not been revealed yet"),
        (Asked("break_seal", "Too early", {"edition": 2}), "not in force any more"),
        (Asked("break_seal", "  ", {"edition": 1}), "Say why"),
        (Asked("whatever", "Because", {}), "No such act"),
    ):
        with pytest.raises(Refused, match=said):
            ask(event, asked, desk.sign("head"))
    assert (LedgerEntry.objects.count(), Pending.objects.count()) == (before, 0)


def test_an_announcement_withdrawn_by_two_is_followed_by_the_next_edition(desk: Desk) -> None:
    event = desk.event
    reveal_cut(event, sign())
    waiting = ask(event, Asked("withdraw_reveal", "Too early", {"edition": 1}), desk.sign("host"))
    approve(event, waiting.pk, desk.sign("head"), seen_state=seen(waiting))
    seal = Seal.objects.get(broken_at=None)
    assert (seal.edition, seal.revealed_at, fresh(event).held) == (2, None, True)
    assert reveal_cut(event, sign()).edition == 2
    assert list(faults(fresh(event))) == []


def test_an_act_asked_for_that_was_done_otherwise_meanwhile_is_refused(desk: Desk) -> None:
    waiting = ask(desk.event, BREAK, desk.sign("head"))
    shown = seen(waiting)
    break_seal(desk.event, sign(), reason="Pressed elsewhere")
    with pytest.raises(Refused, match="not in force any more"):
        approve(desk.event, waiting.pk, desk.sign("host"), seen_state=shown)


def test_approving_costs_no_more_than_25_queries_whatever_the_field(
    django_assert_max_num_queries: Any,
) -> None:
    event = sealed_event()
    desk = Desk(event)
    waiting = ask(event, CORRECT, desk.sign("head"))
    shown = seen(waiting)
    with django_assert_max_num_queries(25):
        approve(event, waiting.pk, desk.sign("host"), seen_state=shown)


def test_every_subject_adds_what_of_it_takes_two_officials() -> None:
    assert get_resolver().url_patterns  # a subject adds its kinds as its pages are loaded
    assert sorted(KINDS) == [
        "adjust",
        "break_seal",
        "cancel_adjustment",
        "correct",
        "resolve",
        "settings",
        "withdraw_reveal",
    ]
