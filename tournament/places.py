"""Where Last Card lies, where it keeps what is entered, and how a command is called here.

It is read before the settings are, and by what starts the server, so it knows neither. In a
checkout everything lies in its folder; installed from a wheel, templates and fixtures lie in the
package, and what is entered in the account's own folder for data.
"""

import os
import sys
from pathlib import Path, PurePath
from urllib.parse import quote, unquote_plus
from zoneinfo import available_timezones

from platformdirs import user_data_path
from tzlocal import get_localzone_name

from tournament.site.system import on_windows

PACKAGE = Path(__file__).resolve().parent
CHECKOUT = (
    PACKAGE.parent
    if (PACKAGE.parent / "manage.py").is_file() and (PACKAGE.parent / "templates").is_dir()
    else None
)
TEMPLATES = (CHECKOUT or PACKAGE) / "templates"
FIXTURES = (CHECKOUT or PACKAGE) / "fixtures"
NAME = "last-card"
SQLITE = "sqlite:///"
STARTER = "LASTCARD_STARTER"
"""The number of the process that started the server, for those that serve."""


def home() -> Path:
    """The folder of databases, copies, log and secret: LASTCARD_HOME; else `var` in a checkout that
    may be written; else the account's own place for data.
    """
    given = os.environ.get("LASTCARD_HOME")
    if given:
        return Path(given).absolute()
    if CHECKOUT is not None:
        var = CHECKOUT / "var"
        if os.access(var if var.exists() else CHECKOUT, os.W_OK):
            return var
    return user_data_path(NAME, appauthor=False)


def assets() -> Path:
    """The folder in which styles and scripts are collected."""
    if CHECKOUT is not None and home() == CHECKOUT / "var":
        return CHECKOUT / "staticfiles"
    return home() / "staticfiles"


def own_database() -> Path:
    """The file of the evenings of one's own, where DATABASE_URL names no other database."""
    return home() / "lastcard.sqlite3"


def demo_database() -> Path:
    """The file of the invented evening."""
    return home() / "demo.sqlite3"


def wish_file(starter: int) -> Path:
    """Where an address stands that this start is to serve at too, once it has ended serving."""
    return home() / f"let-phones-in-{starter}"


def address_of(file: PurePath) -> str:
    """DATABASE_URL for a file, whatever its folders are called: `#`, `?` and `%` are parts of an
    address.
    """
    return SQLITE + quote(str(file))


def file_of(address: str) -> Path | None:
    """The file that DATABASE_URL names; None for a database elsewhere, or in memory."""
    path = unquote_plus(address.removeprefix(SQLITE).partition("?")[0])
    return Path(path) if address.startswith(SQLITE) and path and path[0] != ":" else None


def chosen_address() -> str:
    """DATABASE_URL, or that of the evenings of one's own."""
    return os.environ.get("DATABASE_URL") or address_of(own_database())


def program() -> list[str]:
    """What runs a command of manage.py as a program of its own, with this very Python."""
    if CHECKOUT is not None:
        return [sys.executable, str(CHECKOUT / "manage.py")]
    return [sys.executable, "-c", "from tournament.command_line import manage; manage()"]


def command(words: str) -> str:
    """A command as a person here types it, for the database that is served."""
    if CHECKOUT is None:
        name = NAME
    elif not (CHECKOUT / "run.py").is_file():
        name = "python manage.py"
    else:
        name = "py run.py" if on_windows() else "python3 run.py"
    demo = " --demo" if os.environ.get("DEMO") == "1" and words != "demo" else ""
    here = " --here" if os.environ.get("LASTCARD_HERE") == "1" else ""
    return f"{name} {words}{demo}{here}"


def own_zone() -> str:
    """The time zone of this computer by its name; empty where the settings name one, or where the
    computer has no name for it.
    """
    if os.environ.get("TIME_ZONE"):
        return ""
    try:
        name = str(get_localzone_name())
    except (LookupError, OSError, ValueError):
        return ""
    return name if name in available_timezones() else ""
