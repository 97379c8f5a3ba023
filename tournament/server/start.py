"""Starts the server: `last-card demo|own|hall`.

`demo` builds the invented evening into its own database, whatever DATABASE_URL says, and hands its
further words to the command of that name; `own` serves DATABASE_URL, or the file of one's own, and
puts nothing into it; `hall` is `own` for the hall's network too, and prints what phones open as a
QR code. PORT chooses the port, ADDRESS the hall's address.
"""

import argparse
import hashlib
import os
import sqlite3
import subprocess
import sys
import traceback
from collections.abc import Sequence
from contextlib import closing, redirect_stdout
from importlib.metadata import version
from pathlib import Path

from tournament import places
from tournament.refusal import Refused
from tournament.server import addresses, browser

MODES = ("demo", "own", "hall")
LOOPBACK = "127.0.0.1"
LARGEST_LOG = 10_000_000  # bytes; an evening writes some hundred thousand
BRING_ASSETS = ("django", "django-tables2")
COLLECTED = "collected"
"""Beside the collected assets: of which sources they were made."""


def say(text: str) -> None:
    """A line for the person at the keyboard."""
    print(f"Last Card: {text}", flush=True)


def chosen_port() -> int:
    """PORT as a number; 8000 when it is not given."""
    given = os.environ.get("PORT") or "8000"
    if not given.isdigit() or not 1 <= int(given) <= 65535:
        sys.exit(
            f"Last Card: PORT is {given!r}: give a number from 1 to 65535, for example PORT=8001."
        )
    return int(given)


def environment(address: str | None, port: int, *, demo: bool) -> dict[str, str]:
    """What the settings read, for this way of serving."""
    url = places.address_of(places.demo_database()) if demo else places.chosen_address()
    hosts = [LOOPBACK, "localhost", *([address] if address else [])]
    return os.environ | {
        "DATABASE_URL": url,
        "ALLOWED_HOSTS": ",".join(hosts),
        "BASE_URL": f"http://{address or LOOPBACK}:{port}",
        "STATIC_HASHED": "1",
        "DEMO": "1" if demo else "0",
        "LOG_FILE": os.environ.get("LOG_FILE") or str(places.home() / "server.log"),
        "DJANGO_SETTINGS_MODULE": "tournament.settings",
        # Compiled code is kept whatever the shell says: without it every start compiles six hundred
        # files anew.
        "PYTHONDONTWRITEBYTECODE": "",
    }


def manage(*words: str) -> None:
    """One management command, in this very process, which serves afterwards: what it loads is
    loaded once.

    What it tells people goes to stderr; stdout is for programs and not shown here.
    """
    from django.core.management import execute_from_command_line  # noqa: PLC0415 -- place first

    try:
        with Path(os.devnull).open("w", encoding="utf-8") as nowhere, redirect_stdout(nowhere):
            execute_from_command_line([places.NAME, *words])
    except SystemExit as ending:
        if ending.code:
            sys.exit(f"Last Card: {words[0]} failed; the server was not started.")
    except Exception:
        traceback.print_exc()
        sys.exit(f"Last Card: {words[0]} failed; the server was not started.")


def tables() -> int:
    """What the tables and their triggers are made of, as a number that a file of SQLite bears."""
    made_of = [
        *(places.PACKAGE / "migrations").glob("*.py"),
        *(places.PACKAGE / "models").glob("*.py"),
    ]
    made_of += [places.PACKAGE / "server" / name for name in ("capture.py", "triggers.py")]
    digest = hashlib.sha256(repr([(name, version(name)) for name in BRING_ASSETS]).encode())
    for path in sorted(made_of):
        digest.update(path.name.encode() + path.read_bytes())
    return int.from_bytes(digest.digest()[:4]) >> 1 or 1


def migrate(url: str) -> None:
    """Bring the tables up to date, unless the file says that they are: its stamp goes with every
    copy of it.
    """
    file, stamp = places.file_of(url), tables()
    if file is None or stamp_of(file) != stamp:
        manage("migrate", "--verbosity=0", "--skip-checks")
    if file is not None and stamp_of(file) != stamp:
        with closing(sqlite3.connect(file)) as database:
            database.execute(f"PRAGMA user_version = {stamp}")


def stamp_of(file: Path) -> int:
    """Of which tables a file says that it has them; 0 where it says nothing, or is not there."""
    if not file.is_file():
        return 0
    with closing(sqlite3.connect(file)) as database:
        try:
            return int(database.execute("PRAGMA user_version").fetchone()[0])
        except sqlite3.Error:
            return 0


def sources() -> str:
    """What the assets are made of, by content: tools keep times when they copy, and an older
    version put back is another one too.
    """
    folder = places.PACKAGE / "static"
    digest = hashlib.sha256(repr([(name, version(name)) for name in BRING_ASSETS]).encode())
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(path.relative_to(folder).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def collect_assets() -> None:
    """Under the names that the pages ask for, unless that was done of these very sources."""
    folder, digest = places.assets(), sources()
    if (folder / COLLECTED).is_file() and (folder / COLLECTED).read_text("utf-8") == digest:
        return
    manage("collectstatic", "--noinput", "--clear", "--verbosity=0")
    (folder / COLLECTED).write_text(digest, encoding="utf-8")


def begin_log(path: Path) -> None:
    """Put a log that has grown large aside; one earlier log is kept."""
    if path.exists() and path.stat().st_size > LARGEST_LOG:
        path.replace(path.with_name(f"{path.name}.1"))


def put_back_what_was_chosen(variables: dict[str, str]) -> None:
    """The copy that an organiser chose on the page of copies; refused, the database stays."""
    file = places.file_of(variables["DATABASE_URL"])
    if file is not None and file.with_suffix(".restore").exists():
        command = [*places.program(), "restore", "--wished"]
        subprocess.run(command, env=variables, check=False)  # noqa: S603 -- our own command


def prepare(variables: dict[str, str], further: Sequence[str] | None) -> None:
    """The tables, the demo as its words say or none of it, the assets."""
    begin_log(Path(variables["LOG_FILE"]))
    migrate(variables["DATABASE_URL"])
    collect_assets()
    if further is not None:
        manage("demo", *further)


def announce(variables: dict[str, str], address: str | None) -> None:
    """What to open; in a hall also as a code for the phones."""
    base = variables["BASE_URL"]
    if address:
        import segno  # noqa: PLC0415

        segno.make(f"{base}/hall/reached/", error="m").terminal(compact=True, border=4)
        say("try it: on the same network a phone scans the code above, or opens this address.")
        say(
            f"{base}/hall/ shows it in large, says when a phone has come, and what to do where none"
            " can."
        )
        say(
            f"umpires without a camera open {base.removeprefix('http://')}/t and type the code on"
            " their card."
        )
    say(f"open {base} in a browser; Ctrl-C stops the server.")
    say(
        f"what the server notes is written to {variables['LOG_FILE']}; “{places.command('doctor')}”"
        " says whether all is well."
    )
    if variables["DEMO"] == "1":
        say(f"this is the demo; an evening of your own is begun by “{_own()}”.")


def _own() -> str:
    return places.command("own").replace(" --demo", "")


def binds(served_at: Sequence[str], port: int) -> list[str]:
    """The words for the launcher; how many processes and threads it has stands in
    tournament/server/launcher.py.
    """
    return [word for address in served_at for word in ("--bind", f"{address}:{port}")]


def _options(mode: str, words: Sequence[str]) -> tuple[argparse.Namespace, list[str]]:
    parser = argparse.ArgumentParser(
        prog=places.command(mode),
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    if mode == "own":
        parser.add_argument("--address", help="an address of this computer on the hall's network")
    elif mode == "hall":
        parser.add_argument(
            "--print", action="store_true", help="only print the addresses, the likeliest first"
        )
    if mode == "demo":
        return parser.parse_known_args(words)
    return parser.parse_args(words), []


def _make_home() -> None:
    try:
        places.home().mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        sys.exit(
            f"Last Card: {places.home()} cannot be made ({fault.strerror}): name a folder that may"
            " be written in LASTCARD_HOME."
        )


def main(mode: str, words: Sequence[str]) -> None:
    """Make ready, say what to open, and serve in this very process."""
    options, further = _options(mode, words)
    try:
        _main(mode, options, further)
    except Refused as refused:
        sys.exit(f"Last Card: {refused}")


def _main(mode: str, options: argparse.Namespace, further: Sequence[str]) -> None:
    if getattr(options, "print", False):
        print("\n".join(addresses.addresses()))
        return
    if places.CHECKOUT is not None:
        os.chdir(places.CHECKOUT)  # to it a DATABASE_URL without a folder belongs
    _make_home()
    demo = mode == "demo" or os.environ.get("DEMO") == "1"
    port = chosen_port()
    address = addresses.likeliest() if mode == "hall" else getattr(options, "address", None)
    served_at = list(dict.fromkeys([LOOPBACK, *([address] if address else [])]))
    for place in served_at:
        addresses.refuse_taken(place, port)
    # A start that took another one's place finds its number in what that one left.
    anew = os.environ.get(places.STARTER) == str(os.getpid())
    os.environ.update(variables := environment(address, port, demo=demo))
    try:
        if not anew:  # nobody who lets phones in has closed Last Card
            put_back_what_was_chosen(variables)
        prepare(variables, further if demo and not anew else None)
    except KeyboardInterrupt:
        sys.exit(130)  # while it was still making ready
    announce(variables, address)
    if not anew:
        browser.open_when_answered(f"http://{LOOPBACK}:{port}")
    _serve(binds(served_at, port))


def _serve(bound: Sequence[str]) -> None:
    """In this very process: on Windows a program that replaces another one gives the prompt back
    and loses Ctrl-C.
    """
    # It reads the environment that was set.
    from tournament.server.launcher import main as serve  # noqa: PLC0415

    wish = places.wish_file(os.getpid())
    wish.unlink(missing_ok=True)
    os.environ[places.STARTER] = str(os.getpid())
    code = serve(bound)
    if code or not wish.exists():
        sys.exit(code)
    os.environ["ADDRESS"] = wish.read_text(encoding="utf-8")
    wish.unlink()
    begin_anew()


def begin_anew() -> None:
    """The same program in the place of this one, for the hall too: it reads its settings once."""
    from tournament.server.keeper import BESIDE  # noqa: PLC0415 -- needs the settings

    os.environ.pop(BESIDE, None)  # it looks for others itself
    say("phones are let in.")
    sys.stderr.flush()
    os.execv(sys.executable, [sys.executable, "-m", "tournament", "hall"])  # noqa: S606 -- our own
