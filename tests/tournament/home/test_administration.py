"""The administrator manages accounts and reads everything; nothing of an evening is written past
its ledger.
"""

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.test import Client
from django.urls import reverse

from tests.tournament.clock import moved
from tests.tournament.evening import official, save, seated_event
from tournament.home.administration import ToRead, administration
from tournament.models import Event, LedgerEntry, Livery, Official, Role, Tally
from tournament.site import password
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db
MAY_BE_WRITTEN = {"livery", "official"}


@pytest.fixture
def event() -> Event:
    """An evening with a sheet and an organiser."""
    made = seated_event(5, games_per_round=1)
    official(made, Role.ORGANISER, "organiser")
    save(made, ("out", "8", "3", "4", "5"))
    return made


@pytest.fixture
def client(event: Event) -> Client:
    """The administrator's browser."""
    made = Client()
    made.force_login(
        User.objects.create_superuser("administrator", password="a long pass phrase 7")
    )
    return made


@pytest.mark.promise("The administrator cannot write a result past the ledger", faults=(27,))
def test_every_row_of_an_evening_can_be_read_and_none_written(event: Event, client: Client) -> None:
    request = HttpRequest()
    request.user = User.objects.get(username="administrator")
    for model in apps.get_app_config("tournament").get_models():
        rows = administration.get_model_admin(model)
        may = {
            getattr(rows, f"has_{name}_permission")(request) for name in ("add", "change", "delete")
        }
        assert (model._meta.model_name in MAY_BE_WRITTEN) == (may != {False}), model
    tally = Tally.objects.filter(event=event).first()
    assert tally is not None
    where = reverse("admin:tournament_tally_change", args=[tally.pk])
    shown = client.get(where)
    assert (shown.status_code, b'name="_save"' in shown.content) == (200, False)
    before = list(Tally.objects.values())
    for sent in ({"points": "0"}, {"points": "0", "_save": "Save"}, {"action": "delete_selected"}):
        assert client.post(where, sent).status_code == 404
        assert client.post(reverse("admin:tournament_tally_changelist"), sent).status_code == 404
    assert list(Tally.objects.values()) == before
    assert list(faults(event)) == []


@pytest.mark.control("test_every_row_of_an_evening_can_be_read_and_none_written")
def test_an_ordinary_admin_would_write_past_the_ledger(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = HttpRequest()
    request.user = User.objects.create_superuser("administrator")
    for name in ("add", "change", "delete"):
        monkeypatch.delattr(ToRead, f"has_{name}_permission")
    rows = administration.get_model_admin(LedgerEntry)
    assert rows.has_add_permission(request)
    assert rows.has_delete_permission(request)


def test_accounts_are_managed_with_the_password_said_again(
    event: Event, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = moved(monkeypatch, password)
    where = reverse("admin:auth_user_add")
    sent = {
        "username": "new",
        "password1": "another long phrase 8",
        "password2": "another long phrase 8",
    }
    sent |= {"usable_password": "true"}
    clock.later = password.VALID + 1
    assert client.post(where, sent).status_code == 403
    assert not User.objects.filter(username="new").exists()
    assert client.post(where, sent | {password.FIELD: "a long pass phrase 7"}).status_code == 302
    made = User.objects.get(username="new")
    where = reverse("admin:tournament_official_add")
    assert (
        client.post(where, {"event": event.pk, "user": made.pk, "role": Role.UMPIRE}).status_code
        == 302
    )
    assert Official.objects.get(user=made).role == Role.UMPIRE


def test_a_company_is_called_otherwise_and_pages_made_before_are_stale(
    event: Event, client: Client
) -> None:
    livery = event.liveries.all()[0]
    where = reverse("admin:tournament_livery_change", args=[livery.pk])
    version = event.version
    event.refresh_from_db()
    version = event.version
    assert (
        client.post(where, {"name": "Grocers of Old", "full_name": "x", "note": ""}).status_code
        == 302
    )
    assert Livery.objects.get(pk=livery.pk).name == "Grocers of Old"
    event.refresh_from_db()
    assert event.version == version + 1
    assert list(faults(event)) == []


def test_the_administrator_reads_the_record_of_any_evening_and_nothing_else_of_it(
    event: Event, client: Client
) -> None:
    for name in ("standings", "cut"):
        shown = client.get(reverse(name, args=[event.slug]))
        assert (shown.status_code, b"Administrator" in shown.content) == (200, True)
    assert client.get(reverse("desk", args=[event.slug])).status_code == 404
    assert event.name in client.get(reverse("start")).content.decode()


def test_staff_without_all_rights_and_closed_accounts_are_no_administrators(event: Event) -> None:
    User.objects.create_user("helper", password="a long pass phrase 7", is_staff=True)
    client = Client()
    client.force_login(User.objects.get(username="helper"))
    assert client.get(reverse("admin:index")).status_code == 404
    assert (
        Client().get(reverse("admin:index")).headers["Location"]
        == f"/login/?next={reverse('admin:index')}"
    )
