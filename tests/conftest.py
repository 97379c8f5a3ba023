"""What every test shares: how hard Hypothesis tries, and programs that a test may need."""

import gc
import os
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.examples import HOUSE
from tests.second_rank import is_second_rank

# No deadline: a test asserts what is true, never how fast this machine is. In CI, and in the short
# form that make test runs, the examples are always the same ones.
settings.register_profile(
    "house",
    max_examples=HOUSE,
    deadline=None,
    derandomize=bool(os.environ.get("CI")),
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
)
settings.register_profile("quick", settings.get_profile("house"), max_examples=15, derandomize=True)
settings.register_profile(
    "torture", settings.get_profile("house"), max_examples=3000, derandomize=False
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "house"))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The second rank bears its mark before pytest chooses by marks."""
    for item in items:
        if is_second_rank(item.nodeid):
            item.add_marker("nightly")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """`@pytest.mark.needs("soffice")`: skipped aloud where the program is missing, failed in CI,
    which installs all.
    """
    for mark in item.iter_markers("needs"):
        missing = [program for program in mark.args if shutil.which(program) is None]
        if missing:
            complaint = pytest.fail if os.environ.get("CI") else pytest.skip
            complaint(f"not run: {', '.join(missing)} is not installed")


@pytest.fixture(autouse=True, scope="session")
def _the_client_calls_this_machine_by_a_name_of_its_own(request: pytest.FixtureRequest) -> None:
    """Django's test client asks for `testserver`, and from the machine itself unless told.

    The core is tested without Django.
    """
    if request.config.pluginmanager.hasplugin("django"):
        from django.conf import settings as the_site  # noqa: PLC0415 -- nothing of it for the core

        the_site.LOCAL_NAMES = [*the_site.LOCAL_NAMES, "testserver"]


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, object]:
    """How pytest-playwright starts a browser: the system's Chromium, none downloaded; root's
    without sandbox. The one without windows comes first: each context costs it a third of what
    the one with windows takes, which opens one for each even where nobody sees it.
    """
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    found = [path for name in names if (path := shutil.which(name))]
    as_root = ["--no-sandbox"] if os.getuid() == 0 else []
    return {
        "executable_path": found[0] if found else None,
        # Without windows letters are otherwise fitted to whole dots, and lines grow by one.
        "args": [*as_root, "--font-render-hinting=none"],
    }


FRAMES = 20_000


def _with_room(call: Callable[[], None]) -> None:
    """Python keeps its frames in pieces of 16 kB and gives each back as soon as it is empty: calls
    at the edge of one took up to a fifth of a test's time. What is called from a large frame stays
    within its piece.
    """
    call()


_with_room.__code__ = _with_room.__code__.replace(co_stacksize=FRAMES)


def pytest_sessionstart(session: pytest.Session) -> None:
    """What a run that was stopped midway noted of its copies is no trouble of this one; another
    that runs meanwhile has a home of its own.
    """
    if not hasattr(session.config, "workerinput"):
        home = Path(os.environ.get("LASTCARD_HOME", session.config.rootpath / "var"))
        for noted in home.glob("test*.keeper"):
            noted.unlink(missing_ok=True)  # the other half of the core clears too


def pytest_collection_finish(session: pytest.Session) -> None:
    """What is loaded by now stays, and what comes is looked at for garbage seldom: both took a
    twentieth of the time.

    Playwright keeps an event loop in the main thread; Django then has to be told that the thread
    is ours alone.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 100)
    if any(item.get_closest_marker("browser") for item in session.items):
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    for item in session.items:
        item.runtest = partial(_with_room, item.runtest)  # type: ignore[method-assign]
