"""The cut, its announcement, the play-off, and what takes two officials: each
act with its reverse.
"""

from random import Random
from typing import Any

from django.contrib.auth.models import User

from tests.tournament.evening import sign
from tests.tournament.trials import Undo, trial
from tests.tournament.trials.seating import WHY
from tournament.approvals.acts import Asked, approve, ask, decline, foresee, told, withdraw_ask
from tournament.counting.scores import seal_in_force
from tournament.event.acts import change_frozen, frozen_payload
from tournament.event.acts_officials import add_official, remove_official
from tournament.finals.acts import (
    break_seal,
    freeze_by_itself,
    hold_board,
    mark_printed,
    release_board,
    reveal_cut,
    seal_cut,
    unmark_printed,
    withdraw_announcement,
)
from tournament.finals.acts_playoff import read_back, read_next, unseat_playoff
from tournament.finals.acts_replies import reply, take_reply_back
from tournament.ledger.chain import Signature
from tournament.models import Event, Official, Role
from tournament.site.access import Actor
from tournament.standings.public import board_now
from tournament.steps.acts import seat_playoff


def of_the_desk(event: Event, role: Role) -> Signature:
    """The signature of an official with this office, who is appointed where there is none."""
    held = Official.objects.filter(event=event, role=role).select_related("user").first()
    user = held.user if held else User.objects.create(username=f"{role}-{event.pk}")
    if held is None:
        Official.objects.create(event=event, user=user, role=role)
    return sign(actor=Actor(user.username, user.pk))


@trial("seal_cut", "break_seal")
def sealing(event: Event, rng: Random) -> Undo:
    """The board is held with the seal and stays so, until it is let go as well."""
    held = event.held
    seal_cut(event, sign())

    def undo() -> None:
        break_seal(event, sign(), reason=WHY)
        if not held:
            release_board(event, sign())

    return undo


@trial("mark_printed", "unmark_printed")
def printing(event: Event, rng: Random) -> Undo | None:
    seal = seal_in_force(event)
    if seal and seal.printed_at:
        return None
    mark_printed(event, sign())
    return lambda: unmark_printed(event, sign(), reason=WHY)


@trial("reveal_cut", "withdraw_announcement")
def revealing(event: Event, rng: Random) -> Undo | None:
    """What was printed of the announced edition is not printed of the next."""
    seal = seal_in_force(event)
    if seal is None or seal.printed_at or event.rounds.filter(number=event.playoff_round).exists():
        return None
    reveal_cut(event, sign())
    return lambda: withdraw_announcement(event, sign(), reason=WHY)


@trial("freeze_by_itself", "freeze_by_itself")
def letting_the_board_follow(event: Event, rng: Random) -> Undo:
    on = board_now(event).by_itself
    freeze_by_itself(event, sign(), on=not on)
    return lambda: freeze_by_itself(event, sign(), on=on)


@trial("hold_board", "release_board")
def holding(event: Event, rng: Random) -> Undo:
    hold_board(event, sign())
    return lambda: release_board(event, sign())


@trial("read_next", "read_back")
def reading(event: Event, rng: Random) -> Undo:
    read_next(event, sign())
    return lambda: read_back(event, sign())


@trial("reply", "take_reply_back")
def replying(event: Event, rng: Random) -> Undo | None:
    seal = seal_in_force(event)
    if seal is None:
        return None
    ref = rng.choice(seal.snapshot["qualifiers"])
    if seal.replies.filter(guest__ref=ref, taken_back=None).exists():
        return None
    reply(event, [ref], sign(), declined=rng.random() < 0.5, reason=WHY)
    return lambda: take_reply_back(event, ref, sign(), reason=WHY)


@trial("seat_playoff", "unseat_playoff")
def seating_the_playoff(event: Event, rng: Random) -> Undo:
    seat_playoff(event, sign(), warned=True)
    return lambda: unseat_playoff(event, sign(), reason=WHY)


@trial("change_frozen", "change_frozen")
def changing_what_is_frozen(event: Event, rng: Random) -> Undo | None:
    fields: dict[str, Any] = rng.choice(
        [
            {"absent_policy": "table_mean_up"},
            {"unplayed_policy": "mean_of_others"},
            {"tie_breaks": ["worst_game"]},
        ]
    )
    before = {name: getattr(event, name) for name in fields}
    if before == fields:
        return None
    change_frozen(event, fields, sign(), reason=WHY, witness="Walter Witness")
    return lambda: change_frozen(event, before, sign(), reason=WHY, witness="Walter Witness")


def _asked(event: Event) -> Asked:
    other = "unranked" if event.absent_policy != "unranked" else "table_worst"
    return Asked("settings", WHY, frozen_payload(event, {"absent_policy": other}))


@trial("ask", "withdraw_ask")
def asking(event: Event, rng: Random) -> Undo:
    by = of_the_desk(event, Role.ORGANISER)
    waiting = ask(event, _asked(event), by)
    return lambda: withdraw_ask(event, waiting.pk, Signature(by.actor, by.at, f"{by.key} back"))


@trial("decline", "ask")
def declining(event: Event, rng: Random) -> Undo:
    """A request that was declined leaves everything as it was; asked again it waits again."""
    waiting = ask(event, _asked(event), of_the_desk(event, Role.ORGANISER))
    decline(event, waiting.pk, of_the_desk(event, Role.HEAD_UMPIRE), reason=WHY)
    again = of_the_desk(event, Role.ORGANISER)
    found = ask(event, _asked(event), again)
    return lambda: withdraw_ask(
        event, found.pk, Signature(again.actor, again.at, f"{again.key} back")
    )


@trial("approve", "change_frozen")
def approving(event: Event, rng: Random) -> Undo:
    """Approved, it is done; its reverse is that of the act."""
    before, asked = event.absent_policy, _asked(event)
    waiting = ask(event, asked, of_the_desk(event, Role.ORGANISER))
    seen = told(foresee(event, asked, sign().at))["seen"]
    approve(event, waiting.pk, of_the_desk(event, Role.HEAD_UMPIRE), seen_state=seen)
    return lambda: change_frozen(
        event, {"absent_policy": before}, sign(), reason=WHY, witness="Walter Witness"
    )


@trial("add_official", "remove_official")
def appointing(event: Event, rng: Random) -> Undo:
    official, _phrase = add_official(
        event, f"Umpire {event.officials.count()}", Role.UMPIRE, sign()
    )
    return lambda: remove_official(event, official.pk)
