"""The administrator's pages: accounts and offices are managed, the evening's own rows are read.

Every row of the tournament is registered in Django's admin to be looked at alone. A sheet or a
result that could be changed here would have gone past the ledger, so no permission of any account
opens that way. What may be written beside accounts is reference data: how a company is called.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from django.apps import apps
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import User
from django.db.models import Model
from django.http import Http404, HttpRequest
from django.urls import URLPattern, URLResolver

from tournament.ledger.chain import bump
from tournament.models import Livery, Official
from tournament.site.access import ADMINISTRATOR, ROWS, SIGNED_IN, Mark, open_to

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
