"""What our pages tell a newcomer to do, done: starters, paths, links and commands, on a computer
that has nothing yet.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path, PureWindowsPath

import environ  # type: ignore[import-untyped]
import pytest

import run as starter
from tests.second_rank import by_rank
from tests.test_house import ROOT
from tournament import command_line, places
from tournament.home import health

START = ROOT / "start"
HOSTILE = ("last#card", "last?card", "Last%20Card", "a b  c", "Käthe’s Ł+1&2", "50% off; $HOME")
HISTORY = ROOT / "docs" / "changes.md"
"""What this tells was so once."""
PAGES = [
    ROOT / "README.md",
    ROOT / "scoring" / "README.md",
    *(page for page in (ROOT / "docs").rglob("*.md") if page != HISTORY),
]
FOR_PEOPLE = [
    ROOT / "README.md",
    *(ROOT / "docs" / f"{name}.md" for name in ("guide", "running", "restore", "hosting")),
]
TOLD_NAME = 'pathlib.Path("told").write_text(os.getcwd() + " " + " ".join(sys.argv[1:]))'


def laid(place: Path) -> Path:
    """A folder with the starters and a run.py that only notes where it was started."""
    (place / "start").mkdir(parents=True)
    for path in START.iterdir():
        (place / "start" / path.name).write_bytes(path.read_bytes())
        (place / "start" / path.name).chmod(0o755)
    (place / "run.py").write_text(f"import os, pathlib, sys\n{TOLD_NAME}\n", encoding="utf-8")
    return place


def exec_words(desktop: Path) -> list[str]:
    """The words of a .desktop file's Exec, its path in place of %k, as a desktop reads them."""
    [line] = re.findall(r"^Exec=(.*)$", desktop.read_text(encoding="utf-8"), re.MULTILINE)
    parts = re.findall(r'"((?:[^"\\]|\\.)*)"|(\S+)', line.replace("\\\\", "\\"))
    words = [re.sub(r"\\(.)", r"\1", quoted) if quoted else plain for quoted, plain in parts]
    return [str(desktop) if word == "%k" else word for word in words]


@pytest.mark.promise("A double click starts Last Card, whatever its folder is called")
@pytest.mark.parametrize("name", by_rank(HOSTILE, HOSTILE[-2:]))
def test_a_double_click_starts_it_in_any_folder(name: str, tmp_path: Path) -> None:
    house = laid(tmp_path / name)
    for words in (
        ["sh", str(house / "start" / "Start Last Card.command")],
        exec_words(house / "start" / "Start Last Card.desktop"),
    ):
        subprocess.run(words, cwd="/", check=True, stdin=subprocess.DEVNULL)
        assert (house / "told").read_text(encoding="utf-8") == f"{house} "
        (house / "told").unlink()


def test_each_starter_keeps_the_line_ends_that_its_system_reads() -> None:
    command = ["git", "check-attr", "eol", "--", *(str(path) for path in START.iterdir())]
    told = subprocess.check_output(command, cwd=ROOT, text=True)
    ends = dict(re.findall(r"Start Last Card\.(\w+)\"?: eol: (\w+)", told))
    assert ends == {"bat": "crlf", "command": "lf", "desktop": "lf"}


@pytest.mark.control("test_a_double_click_starts_it_in_any_folder")
def test_a_starter_with_the_line_ends_of_windows_would_not_start(tmp_path: Path) -> None:
    path = laid(tmp_path / "house") / "start" / "Start Last Card.command"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    with pytest.raises(FileNotFoundError):
        subprocess.run([path], check=True, stdin=subprocess.DEVNULL)


def test_the_starter_of_windows_asks_each_python_before_it_uses_it_and_always_waits() -> None:
    text = (START / "Start Last Card.bat").read_text(encoding="utf-8")
    used = re.findall(r"\((\S+(?: -3)?) run\.py", text)
    questions = re.findall(r"^(\S+(?: -3)?) -c .*version_info < \(3, 11\)", text, re.MULTILINE)
    assert used == questions == ["py -3", "python"]
    assert text.rstrip().endswith("pause")
    assert "goto :eof" not in text


@pytest.mark.promise("A database lies where its folder says, whatever the folder is called")
@pytest.mark.parametrize("name", HOSTILE)
def test_the_address_of_a_file_leads_back_to_it(name: str) -> None:
    file = ROOT / name / "evening.sqlite3"
    address = places.address_of(file)
    assert environ.Env.db_url_config(address)["NAME"] == str(file)
    assert places.file_of(address) == file


def test_the_address_of_a_file_of_windows_keeps_drive_and_blanks() -> None:
    file = PureWindowsPath(r"C:\Users\Käthe Ł 50%\last#card\evening.sqlite3")
    address = places.address_of(file)
    assert environ.Env.db_url_config(address)["NAME"] == str(file)
    assert str(places.file_of(address)) == str(file)


@pytest.mark.control("test_the_address_of_a_file_leads_back_to_it")
def test_a_path_that_is_taken_for_an_address_leads_elsewhere() -> None:
    lost = [
        name
        for name in HOSTILE
        if environ.Env.db_url_config(f"sqlite:///{ROOT / name}")["NAME"] != str(ROOT / name)
    ]
    assert lost[:3] == ["last#card", "last?card", "Last%20Card"]


def on_nothing(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A command on a computer where nothing was entered yet."""
    variables = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    return subprocess.run(
        [sys.executable, "-m", "tournament", *words],
        cwd=ROOT,
        env=variables | {"LASTCARD_HOME": str(home)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("demo", by_rank([False, True], [False]))
def test_a_command_that_only_reads_makes_no_database_and_says_what_to_do(
    demo: bool, tmp_path: Path
) -> None:
    home = tmp_path / "last#card"
    reading = sorted(command_line._ours() - command_line.NEED_NONE | command_line.OF_DJANGO)
    assert {"doctor", "verify", "export_standings", "import_guests", "backup"} <= {*reading}
    for name in reading:
        told = on_nothing(home, name, *(["--demo"] if demo else []))
        assert (told.returncode, told.stdout, home.exists()) == (1, "", False), name
        expected = "there is no demo yet" if demo else "there is no evening of your own yet"
        assert expected in told.stderr, name
        assert "Traceback" not in told.stderr


def test_in_a_folder_that_may_not_be_written_everything_goes_to_the_account(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("LASTCARD_HOME", raising=False)
    assert places.CHECKOUT is not None
    assert (places.home(), places.assets()) == (ROOT / "var", ROOT / "staticfiles")
    monkeypatch.setattr(os, "access", lambda *_question: False)
    monkeypatch.setenv("XDG_DATA_HOME", str(ROOT / "data"))
    assert places.home() == ROOT / "data" / "last-card"
    assert places.assets() == ROOT / "data" / "last-card" / "staticfiles"
    monkeypatch.setattr(starter, "ROOT", ROOT / "nowhere")
    assert starter.place() == Path.home() / ".last-card" / "venv"


OF_ONE_SYSTEM = re.compile(
    r"os\.name\b|sys\.platform|\b(?:fcntl|msvcrt|winreg|pwd|grp|termios|resource)\b(?= import|\.)"
    r"|import (?:fcntl|msvcrt|winreg|pwd|grp|termios|resource)\b|O_CLOEXEC|setpriority"
)


def test_what_one_system_alone_has_is_asked_for_in_one_module() -> None:
    asked = {
        path.relative_to(places.PACKAGE).as_posix()
        for path in places.PACKAGE.rglob("*.py")
        if OF_ONE_SYSTEM.search(path.read_text(encoding="utf-8"))
    }
    assert asked == {"site/system.py"}


def test_no_two_files_differ_by_case_alone_and_none_has_a_name_that_windows_forbids() -> None:
    listed = subprocess.check_output(["git", "ls-files", "-z"], cwd=ROOT, text=True)
    paths = listed.rstrip("\0").split("\0")
    assert len({path.casefold() for path in paths}) == len(paths)
    names = {name for path in paths for name in path.split("/")}
    forbidden = re.compile(
        r"[<>:\"\\|?*]|[. ]$|^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)", re.IGNORECASE
    )
    assert {name for name in names if forbidden.search(name)} == set()
    assert all(forbidden.search(name) for name in ("aux.py", "a:b", "ends."))


def test_on_windows_no_false_alarm_is_given_of_rights_that_it_does_not_have(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "name", "nt")
    assert [finding.wrong for finding in (health.secret(), health.files())] == [False, False]


def links(page: Path) -> Iterator[Path]:
    """The files that a page links to."""
    text = re.sub(r"```.*?```|`[^`]*`", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for address in re.findall(r"\]\(([^)\s]+)\)|(?:src|href)=\"([^\"]+)\"", text):
        target = "".join(address).partition("#")[0]
        if target and not re.match(r"\w+:|…", target):
            yield page.parent / target


def test_every_link_of_every_page_leads_to_a_file() -> None:
    dead = [f"{page.name}: {path}" for page in PAGES for path in links(page) if not path.exists()]
    assert dead == []
    assert sum(1 for page in PAGES for _ in links(page)) > 100


def commands_told(text: str) -> set[tuple[str, str]]:
    """What a page tells people to type: the program, and the words behind it; in a table of
    commands the words stand alone.
    """
    text = text.replace(r"\|", "/")
    typed = "\n".join(map("".join, re.findall(r"`([^`]+)`|^ {4,}(.*)$", text, re.MULTILINE)))
    targets = re.findall(r"\b(make) ([a-z-]+)(?=$|  )", typed, re.MULTILINE)
    pattern = r"(run\.py|manage\.py|last-card) ([a-z][a-z_-]*.*?)(?=$|  )"
    _, _, table = text.partition("\n## Commands\n")
    rows = re.findall(r"^\| `(?!python)([a-z].*?)` \|", table.partition("\n## ")[0], re.MULTILINE)
    alone = [("run.py", words) for row in rows for words in row.split("`, `")]
    return {*targets, *re.findall(pattern, typed, re.MULTILINE), *alone}


def refused(program: str, words: str) -> str:
    """Why a command that a page tells is not taken as it is written; nothing where it is."""
    from django.core.management import CommandError, get_commands  # noqa: PLC0415 -- as below
    from django.core.management import load_command_class as load  # noqa: PLC0415 -- settings first

    name, *rest = re.sub(r"[\[\]]|(?<=json)/\S+", "", words).split()
    if program == "make":
        makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
        return "" if re.search(rf"^{name}:", makefile, re.MULTILINE) else "no target"
    if name in {"own", "hall", "help"}:
        return ""
    if name not in get_commands():
        return "no command"
    try:
        if rest:  # a name alone only speaks of it
            load(get_commands()[name], name).create_parser(program, name).parse_args(rest)
    except CommandError as fault:
        return str(fault)
    return ""


def test_every_command_that_a_page_tells_people_to_type_is_taken_as_it_is_written() -> None:
    told = {page: commands_told(page.read_text(encoding="utf-8")) for page in PAGES}
    wrong = {pair: refused(*pair) for pairs in told.values() for pair in pairs}
    assert {pair: why for pair, why in wrong.items() if why} == {}
    assert all(told[page] for page in FOR_PEOPLE)
    slips = [("make", "evenings"), ("run.py", "docter"), ("run.py", "verify --heat DIGEST")]
    assert all(refused(*pair) for pair in slips)


def test_every_command_of_ours_is_run_by_a_test_and_none_but_the_noted_one_sets_a_password() -> (
    None
):
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*.py")]
    running = [text for text in texts if re.search(r"call_command|subprocess|said\(", text)]
    commands = {path.stem for path in places.PACKAGE.glob("management/commands/[a-z]*.py")}
    assert {name for name in commands if not any(f'"{name}"' in text for text in running)} == set()
    words = {words for page in PAGES for _, words in commands_told(page.read_text("utf-8"))}
    assert {line for line in words if "password" in line} == {"new_password NAME"}


def test_no_page_for_people_calls_python_by_a_name_that_most_systems_lack() -> None:
    wrong = re.compile(r"(?<![\w/.])python (?:run|manage)\.py")
    for page in FOR_PEOPLE:
        if page.name != "hosting.md":  # in the container it is called so
            assert not wrong.search(page.read_text(encoding="utf-8")), page


TOP = "scoring|tournament|templates|tests|docs|bin|fixtures|locks|start"
ROOMS = ("", "scoring", "tournament", "tests", "tests/tournament")


def strangers(text: str) -> list[str]:
    """The paths in backticks at which no file lies; what stands for any game is left out."""
    whole = re.findall(rf"`((?:{TOP})/[^`\s<>*{{}}…]*)`", text)
    parts = re.findall(r"`([a-z_]+/[a-z_/]+\.py)`", text)
    lying = [path for path in {*whole, *parts} if not _lies(path.partition("::")[0])]
    return sorted(lying)


def _lies(path: str) -> bool:
    return any((ROOT / room / path).exists() for room in ROOMS)


def test_every_path_that_a_page_names_is_there() -> None:
    named = {page.name: strangers(page.read_text(encoding="utf-8")) for page in PAGES}
    assert {page: paths for page, paths in named.items() if paths} == {}
    assert strangers("`forms/accounts.py` and `tournament/places.py`") == ["forms/accounts.py"]


def examples() -> list[tuple[str, str]]:
    """What pages show to be typed at a prompt, and what they show as its answer."""
    texts = [page.read_text(encoding="utf-8") for page in PAGES]
    pattern = r"^```\n\$ python (.*)\n((?:.*\n)*?)```"
    return [pair for text in texts for pair in re.findall(pattern, text, re.MULTILINE)]


@pytest.mark.parametrize(("words", "shown"), examples())
def test_an_example_of_a_page_answers_what_it_shows(words: str, shown: str) -> None:
    made = subprocess.run(
        [sys.executable, *words.split()], cwd=ROOT, capture_output=True, text=True, check=False
    )
    pattern = re.escape(shown.strip()).replace(r"\.\.\.", ".*")
    assert re.fullmatch(pattern, made.stdout.strip(), re.DOTALL), made.stdout


def product() -> str:
    """Every word of the product's pages and of what makes them."""
    paths = (path for room in ("templates", "tournament") for path in (ROOT / room).rglob("*.*"))
    texts = (p.read_text(encoding="utf-8") for p in paths if p.suffix in (".html", ".js", ".py"))
    return " ".join(" ".join(texts).split())


OF_THE_SYSTEM = {"Start Last Card"}
"""Names of files, which no page of the product has."""


def test_what_the_guides_call_a_page_or_a_button_is_what_the_product_calls_it() -> None:
    words = product()
    for name in ("guide", "umpire", "guest"):
        text = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
        names = {" ".join(name.split()) for name in re.findall(r"(?<!\*)\*([^*]+)\*(?!\*)", text)}
        assert {name for name in names - OF_THE_SYSTEM if name not in words} == set()
        assert names
    assert "Push this button" not in words


LIKE_PIP = """
print("Collecting django==5.2.19 (from -r run.lock)", flush=True)
print("  Downloading django-5.2.19-py3-none-any.whl (8.3 MB)")
print("Installing collected packages: django")
print("ERROR: no line")
raise SystemExit({code})
"""


@pytest.mark.parametrize(("code", "last"), [(0, "installing them"), (1, "ERROR: no line")])
def test_each_package_is_said_while_it_is_fetched_and_a_fault_in_pips_own_words(
    code: int, last: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command = [sys.executable, "-c", LIKE_PIP.format(code=code)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as installing:
        assert starter.follow(installing) is not bool(code)
    told = capsys.readouterr().out.splitlines()
    assert (told[0], told[-1]) == ("Last Card:   1 django 5.2.19", f"Last Card: {last}")


def test_the_list_for_foreign_systems_is_well_here() -> None:
    command = [sys.executable, str(ROOT / "tests" / "rehearse.py")]
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (made.returncode, made.stdout.count("\nwell ")) == (0, 8), made.stdout
