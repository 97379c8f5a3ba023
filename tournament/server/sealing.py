"""Copies that are sealed with a pass phrase, for a stick that may be lost: the database and the
server's secret in one file that nobody reads without the phrase.

The phrase is kept nowhere. From it and a salt scrypt makes a key pair of age
(age-encryption.org/v1); this computer keeps the salt and the half that seals, so that a copy a
minute asks nobody. The file is a zip that says the salt and holds what age sealed: its checksums
tell a damaged file from a wrong phrase, and age lets no changed byte through.
"""

import hashlib
import re
import secrets
import shutil
import tempfile
import unicodedata
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

import pyrage
from pyrage.x25519 import Identity, Recipient

from tournament.refusal import Refused
from tournament.server.storage import (
    SEALED,
    SECRET,
    NoSuchPlaceError,
    beside,
    stem,
    unreadable,
)
from tournament.site.system import remove, to_disk

LEAST, MOST = 12, 200  # characters
COST, BLOCK = 2**17, 8
MEMORY = 2 * 128 * COST * BLOCK
"""What scrypt takes is 128 MB, and less than a second; whoever guesses pays it at each guess."""
SALT_BYTES = 16
VERSION, INSIDE = "last-card-seal-1", "copy.age"
SEAL = "seal"
SALT_LINE = re.compile(rf"{VERSION} ([0-9a-f]{{{2 * SALT_BYTES}}})", re.ASCII)
SEAL_LINE = re.compile(rf"{SALT_LINE.pattern} (age1[a-z0-9]{{58}})", re.ASCII)
LETTERS = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
CHECKED = (0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)
TOO_SHORT = f"Pass phrase: take at least {LEAST} characters, four words for example."
TOO_LONG = f"Pass phrase: take at most {MOST} characters."
UNREADABLE = (
    "What this computer seals copies with cannot be read, and no copy is laid on a stick as it is:"
    " choose a pass phrase again on the page Copies."
)
WRONG_PHRASE = (
    "The pass phrase does not open {name}. Nothing was changed: type it again, as it was when the"
    " seal was made."
)
DAMAGED = "{name} is damaged: {fault}. Nothing was changed: choose another copy."
CHANGED = "it is not as it was written"
OF_A_ZIP = (BadZipFile, KeyError, RuntimeError, ValueError, EOFError, OSError, zlib.error)
"""What the reader of zips says where bytes were changed."""


@dataclass(frozen=True, slots=True)
class Seal:
    """What this computer seals with: it opens nothing."""

    salt: bytes
    recipient: Recipient


def seal_file() -> Path:
    """Where this computer keeps what it seals with, beside the database."""
    return beside() / f"{stem()}.seal"


def seal() -> Seal | None:
    """The seal of what goes on a stick; None where nothing is sealed.

    One that cannot be read lets no copy out as it is: NoSuchPlaceError.
    """
    if not seal_file().exists():
        return None
    match = SEAL_LINE.fullmatch(seal_file().read_text(encoding="ascii", errors="replace").strip())
    try:
        return Seal(bytes.fromhex(match[1]), Recipient.from_str(match[2])) if match else _none()
    except pyrage.RecipientError:
        return _none()


def _none() -> Seal:
    raise NoSuchPlaceError(UNREADABLE)


def choose_phrase(phrase: str) -> None:
    """Seal whatever goes on a stick from now on. Raises Refused."""
    tidy = tidied(phrase)
    if len(tidy) < LEAST:
        raise Refused(TOO_SHORT)
    if len(tidy) > MOST:
        raise Refused(TOO_LONG)
    salt = secrets.token_bytes(SALT_BYTES)
    _write_seal(seal_file(), salt, _identity(tidy, salt))


def _write_seal(file: Path, salt: bytes, identity: Identity) -> None:
    file.write_text(f"{VERSION} {salt.hex()} {identity.to_public()}\n", encoding="ascii")
    to_disk(file)


def take_seal(folder: Path) -> None:
    """Go on sealing with the phrase of a copy that was opened there, unless another one was chosen
    here.
    """
    if (folder / SEAL).is_file() and not seal_file().exists():
        shutil.copyfile(folder / SEAL, seal_file())


def seal_no_more() -> None:
    """Lay copies on a stick as they are; what was sealed before stays so."""
    remove(seal_file())


def tidied(phrase: str) -> str:
    """A phrase however its letters were put together and its blanks typed."""
    return " ".join(unicodedata.normalize("NFKC", phrase).split())


def write_sealed(copy: Path, secret: str, chosen: Seal, target: Path) -> None:
    """A copy of the database and the server's secret as one sealed file."""
    plain = BytesIO()
    with ZipFile(plain, "w", ZIP_DEFLATED) as inner:
        inner.write(copy, copy.name)
        if secret:
            inner.writestr(SECRET, secret)
    plain.seek(0)
    with ZipFile(target, "w") as outer:
        outer.writestr(VERSION, f"{VERSION} {chosen.salt.hex()}")
        with outer.open(INSIDE, "w", force_zip64=True) as sealed:
            pyrage.encrypt_io(plain, sealed, [chosen.recipient])  # type: ignore[arg-type]


@contextmanager
def opened(copy: Path, phrase: Callable[[], str]) -> Iterator[Path]:
    """A copy as it is, or out of its seal as long as the block runs. Raises Refused."""
    if not is_sealed(copy):
        yield copy
        return
    beside().mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=beside(), prefix=f"{stem()}-") as name:
        yield open_into(copy, phrase(), Path(name))


def is_sealed(copy: Path) -> bool:
    """Whether a file is a sealed copy, by its name."""
    return copy.name.endswith(SEALED)


def opened_folder() -> Path:
    """Where a sealed copy that was chosen on the page lies open until the next start."""
    return beside() / f"{stem()}-opened"


def open_for_next_start(copy: Path, phrase: str) -> Path:
    """The copy, out of its seal, in the place of one opened before. Raises Refused."""
    close_opened()
    opened_folder().mkdir(mode=0o700)
    try:
        return open_into(copy, phrase, opened_folder())
    except Refused:
        close_opened()
        raise


def close_opened() -> None:
    """Take away what lies open."""
    shutil.rmtree(opened_folder(), ignore_errors=True)


def open_into(copy: Path, phrase: str, folder: Path) -> Path:
    """The database out of a sealed copy, and the secret beside it, in a folder. Raises Refused."""
    salt = salt_of(copy)
    identity, plain = _identity(tidied(phrase), salt), BytesIO()
    try:
        with ZipFile(copy) as outer, outer.open(INSIDE) as sealed:
            pyrage.decrypt_io(sealed, plain, [identity])  # type: ignore[arg-type]
    except pyrage.DecryptError:
        raise Refused(WRONG_PHRASE.format(name=copy.name)) from None
    except OSError:
        raise Refused(DAMAGED.format(name=copy.name, fault=CHANGED)) from None
    _write_seal(folder / SEAL, salt, identity)
    return _taken_out(plain, copy.name.removesuffix(SEALED), folder)


def salt_of(copy: Path) -> bytes:
    """The salt of a sealed copy that is whole, byte for byte as it was written. Raises Refused."""
    try:
        read = BytesIO(copy.read_bytes())
    except OSError as fault:
        raise Refused(f"{unreadable(copy, fault)} Nothing was changed.") from None
    try:
        with ZipFile(read) as outer:
            words = outer.read(VERSION)
            broken = outer.testzip() is not None or INSIDE not in outer.namelist()
    except OF_A_ZIP:
        broken, words = True, b""
    match = SALT_LINE.fullmatch(words.decode("ascii", "replace"))
    if broken or match is None:
        raise Refused(DAMAGED.format(name=copy.name, fault=CHANGED))
    return bytes.fromhex(match[1])


def _taken_out(plain: BytesIO, name: str, folder: Path) -> Path:
    with ZipFile(plain) as inner:
        (folder / name).write_bytes(inner.read(name))
        if SECRET in inner.namelist():
            (folder / SECRET).write_bytes(inner.read(SECRET))
    return folder / name


def _identity(phrase: str, salt: bytes) -> Identity:
    """The key pair of a phrase."""
    key = hashlib.scrypt(phrase.encode(), salt=salt, n=COST, r=BLOCK, p=1, maxmem=MEMORY, dklen=32)
    return Identity.from_str(as_age_writes_it(key))


def as_age_writes_it(key: bytes) -> str:
    """The key that opens, in the letters of age (Bech32, BIP 173).

    >>> as_age_writes_it(bytes(32))[:24]
    'AGE-SECRET-KEY-1QQQQQQQQ'
    """
    prefix = "age-secret-key-"
    bits = int.from_bytes(key) << 4  # 256 bits are 51 letters and one bit
    letters = [bits >> 5 * place & 31 for place in range(51, -1, -1)]
    spread = [*(ord(letter) >> 5 for letter in prefix), 0, *(ord(letter) & 31 for letter in prefix)]
    rest = 1
    for letter in (*spread, *letters, *[0] * 6):
        top = rest >> 25
        rest = (rest & 0x1FFFFFF) << 5 ^ letter
        for place, checked in enumerate(CHECKED):
            rest ^= checked if top >> place & 1 else 0
    check = [(rest ^ 1) >> 5 * place & 31 for place in range(5, -1, -1)]
    return f"{prefix}1{''.join(LETTERS[letter] for letter in (*letters, *check))}".upper()
