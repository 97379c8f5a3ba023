"""The secret goes with the copies: codes on paper are derived from it, and reprints are to bear the same ones."""

import shutil
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings

from tournament.backup.names import STAMP

NAME = "secret_key"
PRIVATE = 0o600


def lay_beside(copies: Path) -> None:
    """Keep the secret in a folder of copies, where this server made it itself; one from the environment is not ours."""
    own = _own()
    if own is None or own.read_text() == _text(copies / NAME):
        return
    (copies / NAME).touch(mode=PRIVATE)
    (copies / NAME).write_text(own.read_text())


def take_from(copies: Path, now: datetime) -> bool:
    """Take the secret that lies beside a copy, and keep the one there was under another name.

    Returns whether it is another one; the server that starts next reads it.
    """
    found, own = copies / NAME, Path(settings.VAR_DIR) / NAME
    if not found.is_file() or _own() is None or found.read_text() == own.read_text():
        return False
    shutil.copy2(own, own.with_name(f"{NAME}.before-{now.astimezone(UTC).strftime(STAMP)}"))
    own.write_text(found.read_text())
    return True


def _own() -> Path | None:
    """The file of the secret that is in use; None where the environment gave it."""
    kept = Path(settings.VAR_DIR) / NAME
    return kept if _text(kept).strip() == settings.SECRET_KEY else None


def _text(path: Path) -> str:
    return path.read_text() if path.is_file() else ""
