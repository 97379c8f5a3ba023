"""The administrator's pages: accounts and offices are managed, the evening's own rows are read.

Django's admin, in which every row of the tournament is registered to be looked at alone. A sheet or
a result that could be changed here would have gone past the ledger, so no permission of any account
opens that way. What may be written beside accounts is reference data: how a company is called.

Log-ins: each try is noted, right or wrong, and its owner sees which of them still last and ends
them. A log-in that lasts is a session in the database; what its owner recognises it by stands in
it. Names that nobody has are not stored, as people type their password there. Tries that the limits
refuse are not noted either, so guessing cannot fill the disk.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import import_module
from typing import TYPE_CHECKING, Any

from django.apps import apps
from django.conf import settings
from django.contrib import admin
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in, user_login_failed
from django.contrib.sessions.models import Session
from django.db import DatabaseError
from django.db.models import Model
from django.dispatch import receiver
from django.http import Http404, HttpRequest
from django.urls import URLPattern, URLResolver
from django.utils import timezone

from tournament.ledger.chain import bump, durable
from tournament.models import Livery, LogInEntry, Official
from tournament.site import clock
from tournament.site.access import ADMINISTRATOR, ROWS, SIGNED_IN, Mark, open_to
from tournament.site.sessions import MARK, SINCE, kept_as
from tournament.site.this_machine import from_this_machine

MOST_NOTED = 5_000
"""Older entries are forgotten; looked at once in so many new ones:"""
SWEPT_EVERY = 100
BROWSER, HERE = "browser", "here"
BROWSERS = ("Edg", "Firefox", "OPR", "SamsungBrowser", "Chrome", "Safari")
CALLED = {"Edg": "Edge", "OPR": "Opera", "SamsungBrowser": "Samsung Internet"}
SYSTEMS = ("Android", "iPhone", "iPad", "Windows", "Mac OS", "CrOS", "Linux")


@dataclass(frozen=True, slots=True)
class LastingLogIn:
    """A log-in that still lasts: its mark, when and where it began, and whether it is the one that
    asks.
    """

    mark: str
    since: datetime
    browser: str
    here: bool
    own: bool
    key: str


@receiver(user_logged_in)
def _note_right(sender: Any, request: HttpRequest, user: User, **kwargs: Any) -> None:
    """What the owner recognises the log-in by goes into the session, and into the log."""
    request.session[BROWSER], request.session[HERE] = (
        browser_words(request),
        from_this_machine(request),
    )
    with durable():
        _note(request, user, right=True)


@receiver(user_login_failed)
def _note_wrong(
    sender: Any, credentials: dict[str, Any], request: HttpRequest | None = None, **kwargs: Any
) -> None:
    """A wrong password; on a full disk the answer is that it was wrong all the same."""
    if request is not None:
        user = User.objects.filter(username=credentials.get("username", "")).first()
        with suppress(DatabaseError), durable():
            _note(request, user, right=False)


def _note(request: HttpRequest, user: User | None, *, right: bool) -> None:
    filters = {"here": from_this_machine(request), "browser": browser_words(request)}
    log_in_entry = LogInEntry.objects.create(user=user, at=timezone.now(), right=right, **filters)
    if log_in_entry.pk % SWEPT_EVERY == 0:
        LogInEntry.objects.filter(pk__lte=log_in_entry.pk - MOST_NOTED).delete()


def browser_words(request: HttpRequest) -> str:
    """A browser as its owner would call it.

    >>> request = HttpRequest()
    >>> request.META["HTTP_USER_AGENT"] = "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101
    Firefox/140.0"
    >>> browser_words(request)
    'Firefox, Windows'
    """
    header = str(request.META.get("HTTP_USER_AGENT", ""))
    program = next((name for name in BROWSERS if re.search(rf"\b{name}\w*/", header)), "")
    system = next((name for name in SYSTEMS if name in header), "")
    return ", ".join(filter(None, (CALLED.get(program, program), system))) or "unknown browser"


def lasting_log_ins(request: HttpRequest, user: User) -> list[LastingLogIn]:
    """The log-ins of an account that still last, the latest first."""
    return sorted(_lasting(request, user), key=lambda log_in: log_in.since, reverse=True)


def end_log_ins(request: HttpRequest, user: User, mark: str = "") -> int:
    """End the log-in of this mark, or without one all but that which asks; how many.

    No reverse: one logs in again.
    """
    log_ins = _lasting(request, user)
    keys = [log_in.key for log_in in log_ins if (log_in.mark == mark if mark else not log_in.own)]
    with durable():
        return Session.objects.filter(session_key__in=keys).delete()[0]


def _lasting(request: HttpRequest, user: User) -> Iterator[LastingLogIn]:
    store = import_module(settings.SESSION_ENGINE).SessionStore()
    for row in Session.objects.filter(expire_date__gt=clock.moment()):
        session = store.decode(row.session_data)
        if session.get(SESSION_KEY) == str(user.pk):
            since = datetime.fromtimestamp(session.get(SINCE, 0), UTC)
            own = row.session_key == kept_as(request.session.session_key or "")
            mark, browser = str(session.get(MARK, "")), str(session.get(BROWSER, "unknown browser"))
            yield LastingLogIn(mark, since, browser, bool(session.get(HERE)), own, row.session_key)


if TYPE_CHECKING:
    Rows = admin.ModelAdmin[Any]
    Accounts = UserAdmin[User]
else:
    Rows, Accounts = admin.ModelAdmin, UserAdmin

LISTED = 6
"""So many columns of a row are listed; the page of a row shows all."""


class Administration(admin.AdminSite):
    """The site of the administrator: nobody else finds it, and whoever changes something says the
    password again.
    """

    site_header = site_title = "Last Card: administration"
    index_title = "Accounts, and the rows of all evenings"
    site_url = "/"
    enable_nav_sidebar = False
    final_catch_all_view = False

    def get_urls(self) -> list[Any]:
        """Every page with the administrator's mark; the admin's own log-in is not used."""
        left_out = ("login", "autocomplete", "view_on_site")
        patterns = [
            get_url
            for get_url in super().get_urls()
            if getattr(get_url, "name", None) not in left_out
        ]
        for pattern in _pages(patterns):
            pattern.callback = open_to(_mark(pattern))(pattern.callback)
        return patterns


def _mark(pattern: URLPattern) -> Mark:
    """Rows that are only read, what is managed, and the way out."""
    if pattern.name == "logout":
        return SIGNED_IN
    rows = getattr(pattern.callback, "model_admin", None)
    return ROWS if rows and rows.read_only else ADMINISTRATOR


def _pages(patterns: list[Any]) -> Iterator[URLPattern]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from _pages(pattern.url_patterns)
        else:
            yield pattern


class Managed(Rows):
    """Rows that are managed: pages that name a row which is not there are not there either."""

    read_only = False
    pages: tuple[str, ...] = ("changelist", "change")

    def get_urls(self) -> list[Any]:
        """The list of rows, the page of one, and what else is declared; not the catch-all that only
        redirects.
        """
        return [
            get_url
            for get_url in super().get_urls()
            if str(get_url.name).rpartition("_")[2] in self.pages
        ]

    def _get_obj_does_not_exist_redirect(
        self, request: HttpRequest, opts: Any, object_id: str
    ) -> Any:
        raise Http404(f"There is no such {opts.verbose_name}.")


class ToRead(Managed):
    """A row that is looked at and never written, whatever an account may."""

    read_only = True
    show_full_result_count = False
    actions = None

    def get_list_display(self, request: HttpRequest) -> list[Any]:
        """The first columns."""
        return [field.name for field in self.model._meta.fields][:LISTED]

    def get_list_select_related(self, request: HttpRequest) -> bool:
        """What a column names is fetched with its row."""
        return True

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        """Never."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False


class LiveryAdmin(ToRead):
    """How a company is called at one evening; pages made before it are not shown any longer."""

    read_only = False
    fields = ("event", "precedence", "name", "full_name", "great_twelve", "modern", "note")
    readonly_fields = ("event", "precedence")
    list_filter = ("event",)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Reference data may be written."""
        return True

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """In the queue of the event's writers."""
        bump(obj.event)
        super().save_model(request, obj, form, change)


class OfficialAdmin(Managed):
    """Who serves where: an office can be given and taken here too, when no organiser is left who
    could.
    """

    pages = ("changelist", "change", "add", "delete")
    fields = list_display = ("event", "user", "role")
    list_filter = ("event", "role")
    list_select_related = True


class AccountAdmin(Managed, Accounts):
    """Accounts; an account that signed something stays and is closed instead of deleted."""

    pages = ("changelist", "change", "add")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never: the record names them."""
        return False


def made() -> Administration:
    """The site with everything registered."""
    site = Administration(name="admin")
    own: dict[type[Model], Any] = {Livery: LiveryAdmin, Official: OfficialAdmin}
    site.register(User, AccountAdmin)
    for model in apps.get_app_config("tournament").get_models():
        site.register(model, own.get(model, ToRead))
    return site


administration = made()
