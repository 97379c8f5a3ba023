"""The bill of materials is what the lock says, and every licence may stand beside ours."""

import json

from tests.bill import ALLOWED, BILL, LOCK, PAGE, Package, bill, direct, packages, page, refused


def test_the_pages_are_what_the_lock_says() -> None:
    assert PAGE.read_text(encoding="utf-8") == page()
    assert BILL.read_text(encoding="utf-8") == bill()


def test_every_line_of_the_lock_is_a_package_with_a_reason_and_a_digest() -> None:
    names = [package.name for package in packages()]
    assert len(names) == LOCK.read_text(encoding="utf-8").count("==") - LOCK.read_text(
        encoding="utf-8"
    ).count(" == ")
    without_reason = [
        package.name
        for package in packages()
        if not package.digests or not (package.needed_by or package.name in direct())
    ]
    assert without_reason == []
    assert [row["name"] for row in json.loads(bill())["components"]] == names


def test_every_licence_may_stand_beside_ours() -> None:
    assert [package for package in packages() if refused(package)] == []


def test_a_package_under_no_licence_that_is_known_is_refused() -> None:
    """The control: what says nothing, or forbids, is no licence."""
    for words in ("", "Proprietary", "AGPL-3.0-only"):
        assert refused(Package("some", "1", (), (words,), ()))
    assert not refused(Package("some", "1", (), ("GPL-2.0-or-later", next(iter(ALLOWED))), ()))
