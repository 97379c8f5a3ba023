"""The last acts: the newest first, each with a way to take it back that opens, and one press for
one's own last save.
"""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.ending import fresh, played_event
from tests.tournament.evening import official, seated_event, sign
from tournament.counting.submission import Place
from tournament.entry.acts_checking import mark_checked
from tournament.finals.acts import hold_board, release_board, seal_cut
from tournament.home.history import SHOWN, WAYS, last_acts
from tournament.home.words import OF_A_GAME, OF_A_ROUND, OWN, PLAIN
from tournament.models import Event, LedgerEntry, Role, Sheet
from tournament.seating.acts import close_round
from tournament.seating.words import KINDS
from tournament.site.access import Actor

pytestmark = pytest.mark.django_db
ITSELF_A_WAY_BACK = (
    "_back$|^(un|re|take|raise|cancel|decline|withdraw|break|close_table|next_round|play_after)"
)


def signed_in(event: Event, role: Role = Role.ORGANISER) -> tuple[Client, Actor]:
    client, user = Client(), official(event, role)
    client.force_login(user)
    return client, Actor(user.username, user.pk)


def test_every_act_has_its_way_back_beside_it_and_every_way_opens() -> None:
    event = played_event()
    mark_checked(event, Place(1, 1, 1), 1, "Guest 2", sign())
    hold_board(event, sign())
    release_board(event, sign())
    close_round(event, 1, sign())
    seal_cut(fresh(event), sign())
    client, actor = signed_in(event)
    found = last_acts(event, actor)
    newest = LedgerEntry.objects.filter(event=event).count()
    assert [one.number for one in found] == list(range(newest, max(0, newest - SHOWN), -1))
    assert found[0].words == "The cut was sealed"
    for one in found:
        assert one.way is not None, one.words
        assert (one.words, client.get(one.way.url).status_code) == (one.words, 200)
    page = client.get(reverse("last_acts", args=[event.slug])).content.decode()
    assert page.count("Take back<") == len(found)
    assert "The seal is broken; the next one is a new edition." in page


def test_every_kind_of_entry_leads_back_or_is_a_way_back_itself() -> None:
    kinds = {*OF_A_GAME, *OF_A_ROUND, *PLAIN, *OWN, *KINDS}
    known = {"wipe_names", "restored", "read", "unread", "part_seats", "arrivals"}
    known |= {"send_mails", "mail_arrived"}  # a mail that is out comes not back
    left = sorted(kinds - set(WAYS) - known)
    assert [kind for kind in left if not re.search(ITSELF_A_WAY_BACK, kind)] == []


def test_the_own_last_save_is_taken_back_by_one_press_without_a_reason() -> None:
    event = seated_event()
    client, actor = signed_in(event)
    hands = {f"hand_2_{seat}": text for seat, text in zip("ABCDE", "O2345", strict=True)}
    form = {"key": "by-page", "seen_2": "0", "typing": "cards"} | hands
    client.post(reverse("desk_table", args=[event.slug, 1, 1]), form)
    mine = [one for one in last_acts(event, actor) if one.undo]
    assert [one.actor for one in mine] == [actor.name]
    page = client.get(reverse("last_acts", args=[event.slug])).content.decode()
    assert page.count(f'action="{reverse("desk_undo", args=[event.slug])}"') == 1
    client.post(reverse("desk_undo", args=[event.slug]), {"key": "undo-it"})
    assert not Sheet.objects.get(event=event, game__number=2).accepted
    assert not any(one.undo for one in last_acts(event, actor))


def test_the_desk_has_the_last_acts_in_the_bar_and_an_umpire_has_not() -> None:
    event = seated_event()
    address, home = (reverse(name, args=[event.slug]) for name in ("last_acts", "evening"))
    client, _actor = signed_in(event, Role.HEAD_UMPIRE)
    assert f'href="{address}"' in client.get(home).content.decode()
    umpire, _other = signed_in(event, Role.UMPIRE)
    assert f'href="{address}"' not in umpire.get(home).content.decode()
    assert umpire.get(address).status_code == 404
