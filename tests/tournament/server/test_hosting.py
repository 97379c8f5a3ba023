"""What docs/hosting/ names is there, and is what the program knows; the containers themselves are
not built here (docs/hosting.md, “Not run”).
"""

import re
from pathlib import Path

import yaml

from tests.test_house import ROOT
from tournament.server import launcher
from tournament.site import registration

FOLDER = ROOT / "docs" / "hosting"


def unknown(names: set[str]) -> set[str]:
    """Those of these settings that nothing of the program reads."""
    sources = (ROOT / "tournament" / "settings.py", Path(registration.__file__))
    known = "".join(path.read_text(encoding="utf-8") for path in sources)
    known += "".join(f'"{name}"' for name in ("SECRET_KEY",))
    return {name for name in names if f'"{name}"' not in known}


def test_every_setting_of_the_containers_is_one_of_the_program() -> None:
    services = yaml.safe_load((FOLDER / "compose.yaml").read_text(encoding="utf-8"))["services"]
    named = set(services["app"]["environment"])
    assert {"HTTPS", "BEHIND_PROXY", "DATABASE_URL", "ALLOWED_HOSTS"} <= named
    assert unknown(named) == set()
    assert unknown({"BEHIND_PROXIES"}) == {"BEHIND_PROXIES"}, "a slip would be found"
    assert "ports" not in services["app"], "only the front is reached from outside"
    for mounted in services["front"]["volumes"]:
        source = mounted.split(":")[0]
        assert not source.startswith(".") or (FOLDER / source).is_file()


def test_what_the_container_copies_and_starts_is_there() -> None:
    told = (FOLDER / "Containerfile").read_text(encoding="utf-8")
    copied = re.findall(r"^COPY (\S+)", told, re.MULTILINE)
    assert {"tournament", "scoring", "templates", "locks/run.lock"} <= set(copied)
    assert [name for name in copied if not (ROOT / name).exists()] == []
    assert f"python -m {launcher.__name__} --bind" in told
    assert "USER lastcard" in told, "not root"
