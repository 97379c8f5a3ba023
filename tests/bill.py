"""The bill of materials: every package that runs with Last Card, by the lock, with its licence and
why it is there. `python -m tests.bill` writes docs/proofs/packages.md for people and
docs/proofs/bill.cdx.json (CycloneDX 1.6) for programs; a test fails where they are not what the
lock says.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "locks" / "run.lock"
PAGE = ROOT / "docs" / "proofs" / "packages.md"
BILL = ROOT / "docs" / "proofs" / "bill.cdx.json"
PINNED = re.compile(r"^([a-z0-9][a-z0-9._-]*)(?:\[[^\]]*\])?==(\S+)(.*(?:\n .*)*)", re.MULTILINE)
NEEDED = re.compile(r"^([A-Za-z0-9][A-Za-z0-9._-]*)")
ELSEWHERE = {
    "brotlicffi": ("MIT", ("fonttools", "weasyprint")),
    "tzdata": ("Apache-2.0", ("django", "psycopg")),
}
"""Packages of the lock that this system does without: their licence, and what needs them."""
IN_A_FILE = {"pyrage": "MIT"}
"""Packages that bring their licence as a text alone, and which one it is."""
BY_NAME = {
    "The Unlicense (Unlicense)": "Unlicense",
    "BSD License": "BSD-3-Clause",
    "BSD": "BSD-3-Clause",
    "MIT License": "MIT",
    "MIT": "MIT",
    "Apache Software License": "Apache-2.0",
    "Apache License 2.0": "Apache-2.0",
    "Python Software Foundation License": "PSF-2.0",
    "GNU Lesser General Public License v3 (LGPLv3)": "LGPL-3.0-only",
    "GNU Lesser General Public License v2 or later (LGPLv2+)": "LGPL-2.1-or-later",
    "Zope Public License": "ZPL-2.1",
    "Mozilla Public License 1.1 (MPL 1.1)": "MPL-1.1",
    "GNU General Public License v2 or later (GPLv2+)": "GPL-2.0-or-later",
}
ALLOWED = frozenset(
    {
        "0BSD",
        "Apache-2.0",
        "BSD-2-Clause",
        "BSD-3-Clause",
        "HPND",
        "LGPL-2.1-or-later",
        "LGPL-3.0-only",
        "MIT",
        "MIT-0",
        "MIT-CMU",
        "MPL-1.1",
        "OFL-1.1",
        "PSF-2.0",
        "Unlicense",
        "Zlib",
        "ZPL-2.1",
    }
)
"""Licences under which a package may be used beside ours as it is; of several the user chooses."""


@dataclass(frozen=True)
class Package:
    """A line of the lock: what it is, under which licences it may be used, and what needs it."""

    name: str
    version: str
    digests: tuple[str, ...]
    licences: tuple[str, ...]
    needed_by: tuple[str, ...]


def packages() -> list[Package]:
    """Every package of the lock, by name."""
    lines = PINNED.findall(LOCK.read_text(encoding="utf-8"))
    parents = _parents({name for name, _version, _rest in lines})
    return [
        Package(
            name,
            version,
            tuple(re.findall(r"sha256:([0-9a-f]{64})", rest)),
            licences(name),
            parents[name] or ELSEWHERE.get(name, ("", ()))[1],
        )
        for name, version, rest in sorted(lines)
    ]


def licences(name: str) -> tuple[str, ...]:
    """The licences of an installed package, as SPDX calls them."""
    if name in ELSEWHERE:
        return (ELSEWHERE[name][0],)
    if name in IN_A_FILE:
        return (IN_A_FILE[name],)
    head = distribution(name).metadata
    fields = head.json
    if expression := fields.get("license_expression"):
        return tuple(re.split(r"\s+(?:AND|OR)\s+", str(expression).strip("()")))
    classifiers = [
        line.rsplit(" :: ", 1)[1]
        for line in head.get_all("Classifier") or ()
        if line.startswith("License ::") and not line.endswith("OSI Approved")
    ]
    found = [BY_NAME.get(words, words) for words in classifiers] or [str(fields.get("license", ""))]
    return tuple(dict.fromkeys(BY_NAME.get(words, words) for words in found))


def refused(package: Package) -> bool:
    """Whether it may not be used beside ours: none of its licences is allowed."""
    return not set(package.licences) & ALLOWED


def _parents(names: set[str]) -> dict[str, tuple[str, ...]]:
    """What needs each; an extra counts only where nothing needs it outright."""
    outright = {name: set(_needs(name, extras=False)) for name in names}
    at_all = {name: set(_needs(name, extras=True)) for name in names}

    def needing(name: str, needs: dict[str, set[str]]) -> tuple[str, ...]:
        return tuple(sorted(item for item in names if name in needs[item]))

    return {name: needing(name, outright) or needing(name, at_all) for name in names}


def _needs(name: str, *, extras: bool) -> Iterator[str]:
    try:
        requirements = distribution(name).requires or []
    except PackageNotFoundError:
        return
    for requirement in requirements:
        if not extras and "extra ==" in requirement:
            continue
        if match := NEEDED.match(requirement):
            yield re.sub(r"[._]+", "-", match[1]).lower()


def direct() -> set[str]:
    """The packages that requirements.txt asks for."""
    text = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    return set(re.findall(r"^([a-z0-9-]+)", text, re.MULTILINE))


HEAD = """# The packages that run with Last Card

Made from `locks/run.lock` by `python -m tests.bill`, which also writes
[bill.cdx.json](bill.cdx.json), the same for programs (CycloneDX 1.6). A test fails where either is
not what the lock says, and where a licence is not one that may stand beside ours. Why each direct
one is here: [dependencies.md](../dependencies.md).

| package | version | licence | why |
|---|---|---|---|
"""


def page() -> str:
    """The table for people."""
    own = direct()
    rows = (
        f"| {package.name} | {package.version} | {', '.join(package.licences)} |"
        f" {'asked for' if package.name in own else 'needed by ' + ', '.join(package.needed_by)} |"
        for package in packages()
    )
    return HEAD + "\n".join(rows) + "\n"


def bill() -> str:
    """The document for programs; the same lock always makes the same bytes."""
    components: list[dict[str, Any]] = [
        {
            "type": "library",
            "name": package.name,
            "version": package.version,
            "purl": f"pkg:pypi/{package.name}@{package.version}",
            "licenses": [{"license": {"id": name}} for name in package.licences],
        }
        for package in packages()
    ]
    serial = uuid5(NAMESPACE_URL, json.dumps(components, sort_keys=True))
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{serial}",
        "version": 1,
        "metadata": {"component": {"type": "application", "name": "last-card"}},
        "components": components,
    }
    return json.dumps(document, indent=1) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    BILL.write_text(bill(), encoding="utf-8")
