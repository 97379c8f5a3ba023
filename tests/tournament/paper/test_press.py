"""The press says what to install when its libraries are missing, and is not loaded before it is
needed.
"""

import subprocess
import sys

import pytest

from tournament.paper.press import INSTALL, Binder, PaperUnavailable, Press

LOADED = """
import os, sys
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
import django
django.setup()
import tournament.paper.page, tournament.paper.seating, tournament.paper.results
print("weasyprint" in sys.modules, "pypdf" in sys.modules)
"""


@pytest.mark.parametrize("module", ["weasyprint", "weasyprint.text.fonts"])
def test_a_missing_library_is_one_clear_sentence(
    module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(PaperUnavailable) as caught:
        Press(("paper/page.css",))
    assert str(caught.value) == INSTALL
    assert "libpango-1.0-0" in INSTALL


def test_the_renderer_is_loaded_on_the_first_print_only() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOADED], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["False", "False"]


def test_one_part_needs_no_binding() -> None:
    binder = Binder()
    binder.add(b"%PDF")
    assert binder.content() == b"%PDF"
