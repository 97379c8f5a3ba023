"""The command line of Last Card, however it is called: `last-card` from a wheel, `run.py`, the
double clicks, `make` and `manage.py` all end here.

Without a word it shows the demo as long as there is no evening of one's own.
"""

import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path

from tournament import places

WORDS = {
    "own": "your own evening, on this computer alone",
    "hall": "the same for the phones and laptops in the hall",
    "demo": "an invented evening to try (--game NAME, --guests NUMBER)",
    "doctor": "whether all is well",
    "help": "every other command",
}
USAGE = """Last Card: scores and rulings for an evening of cards.

{words}

Without a word: your own evening, or the demo as long as there is none.
--demo  the command looks at the demo in place of your own evening
--here  everything is kept in the folder “var” of the folder you are in

What is entered is kept in {home}."""
NONE_YET = (
    "Last Card: there is no evening of your own yet: “{own}” begins one. For the demo add --demo."
)
NO_DEMO = "Last Card: there is no demo yet: “{demo}” makes one."
NOT_THERE = "Last Card: there is no database {file}: correct DATABASE_URL."
BEGIN = frozenset({"demo", "import_evening", "replay_log"})
"""They put an evening into a database, and make it where there is none."""
NEED_NONE = BEGIN | {"restore"}
OF_DJANGO = frozenset({"changepassword", "clearsessions", "createsuperuser", "dumpdata"})


def main() -> None:
    """`last-card [demo|own|hall|COMMAND]`."""
    words = _ready(sys.argv[1:])
    if words and words[0] in ("-h", "--help"):
        print(_usage())
        return
    from tournament.server import start  # noqa: PLC0415 -- it reads the place that was chosen

    mode = words[0] if words else ""
    if mode in ("", *start.MODES):
        start.main(mode or _usual(), words[1:])
    else:
        _command(words)


def manage() -> None:
    """`manage.py COMMAND`, as Django has it: `demo` builds and does not serve."""
    _command(_ready(sys.argv[1:]))


def _ready(words: Sequence[str]) -> list[str]:
    """Streams, rights of new files, and the place; the words without `--demo` and `--here`."""
    # The database, its copies and the log hold names, e-mails and log-ins: nobody else's.
    os.umask(0o077)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A file is UTF-8 on every system; a console shows what its alphabet has.
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="replace")
    if "--here" in words:
        os.environ |= {"LASTCARD_HOME": str(Path.cwd() / "var"), "LASTCARD_HERE": "1"}
    if "--demo" in words:
        choose_demo()
    return [word for word in words if word not in ("--here", "--demo")]


def choose_demo() -> None:
    """From here on the database is that of the demo, whatever DATABASE_URL says."""
    os.environ |= {"DATABASE_URL": places.address_of(places.demo_database()), "DEMO": "1"}


def _usual() -> str:
    """What is started without a word."""
    if os.environ.get("DATABASE_URL") or _holds_something(places.own_database()):
        return "demo" if os.environ.get("DEMO") == "1" else "own"
    print(
        "Last Card: there is no evening of your own yet, so this is the demo. To begin your own:"
        f" {places.command('own')}",
        flush=True,
    )
    return "demo"


def _usage() -> str:
    called = {places.command(word): meaning for word, meaning in WORDS.items()}
    width = max(map(len, called))
    lines = [f"  {text:{width}}  {meaning}" for text, meaning in called.items()]
    return USAGE.format(words="\n".join(lines), home=places.home())


def _command(words: list[str]) -> None:
    """One management command; nothing is made by one that only reads."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    from django.core.management import execute_from_command_line  # noqa: PLC0415 -- place first

    name, program = words[0] if words else "", Path(sys.argv[0]).name
    if program != "manage.py":
        program = places.NAME
    if name == "demo" and not os.environ.get("DATABASE_URL"):
        choose_demo()
    file = places.file_of(places.chosen_address())
    if file is not None and not _holds_something(file) and not {"-h", "--help"} & {*words}:
        if name in _ours() - NEED_NONE | OF_DJANGO:
            sys.exit(_none_yet(file))
        if name in BEGIN:
            file.parent.mkdir(parents=True, exist_ok=True)
            execute_from_command_line([program, "migrate", "--verbosity=0"])
    execute_from_command_line([program, *words])


def _ours() -> set[str]:
    """The commands of this program."""
    return {path.stem for path in (places.PACKAGE / "management" / "commands").glob("[a-z]*.py")}


def _none_yet(file: Path) -> str:
    if file == places.own_database():
        return NONE_YET.format(own=places.command("own"))
    if file == places.demo_database():
        return NO_DEMO.format(demo=places.command("demo"))
    return NOT_THERE.format(file=file)


def _holds_something(file: Path) -> bool:
    """Whether there is a database; SQLite leaves an empty file where somebody only looked."""
    return file.is_file() and file.stat().st_size > 0
