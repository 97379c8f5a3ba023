"""An optional second factor: six figures that the owner's phone shows anew every half minute, or
one of ten recovery codes kept on paper (django-otp; RFC 6238).

What the database holds opens nothing by itself: of the phone's secret it keeps a seed, which makes
the secret together with the server's key, and of recovery codes digests alone. It is asked for at
the log-in, from anywhere but the serving machine itself: who sits there holds the database in their
hands, and a laptop whose clock is wrong must not shut its organiser out.
"""

import re
import secrets
from base64 import b32encode
from copy import copy
from functools import partial

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Model
from django.http import HttpRequest
from django.utils.crypto import salted_hmac
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from tournament.site.this_machine import from_this_machine

RECOVERY_CODES = 10
SEED_BYTES = 16
SEED = re.compile(r"[0-9a-f]{32}")
SECRET = 40
"""Figures of a secret, in hexadecimal, as the standard recommends; a seed has fewer."""
DIGEST = 16
SALT = "tournament.second_factor"
LEARNT = (
    "last_t",
    "drift",
    "throttling_failure_timestamp",
    "throttling_failure_count",
    "last_used_at",
)
"""What a factor learns when figures are compared."""
NAME = "Last Card"
MISSING = "This account has a second factor: type the six figures that your phone shows too."
WRONG = (
    "These are not the figures that your phone shows now, or they were used already: wait for the"
    " next ones, or type one of your recovery codes."
)

WRONG_FIGURES = (
    "These are not the figures for the picture above: scan it again, see that the time of phone and"
    " server agree, and type the next figures."
)


def anybody_has_one() -> bool:
    """Whether the log-in of this server has to show a field for it."""
    return TOTPDevice.objects.filter(confirmed=True).exists()


def has_one(user: User) -> bool:
    """Whether this account's owner set one up, and proved that their phone shows the figures."""
    return TOTPDevice.objects.filter(user=user, confirmed=True).exists()


def fault_at_log_in(request: HttpRequest, user: User, code: str) -> str:
    """Why this account is not let in yet; empty where nothing is in the way."""
    if from_this_machine(request) or not has_one(user):
        return ""
    if not code.strip():
        return MISSING
    return "" if _is_right(user, code) else WRONG


def proposed(user: User, seed: str = "") -> TOTPDevice:
    """The factor that the account may set up, kept nowhere until its figures come back; the same
    for the same seed.
    """
    return TOTPDevice(user=user, name=NAME, key=seed if SEED.fullmatch(seed) else new_seed())


def new_seed() -> str:
    """What a secret is made from, together with the server's key."""
    return secrets.token_hex(SEED_BYTES)


def config_url(device: TOTPDevice) -> str:
    """What the picture says to the phone."""
    return str(_with_secret(device).config_url)


def typed_secret(device: TOTPDevice) -> str:
    """The secret as a phone without a camera is told it, in groups of four."""
    secret = b32encode(_with_secret(device).bin_key).decode()
    return " ".join(secret[start : start + 4] for start in range(0, len(secret), 4))


def turn_on(user: User, seed: str, code: str) -> list[str]:
    """Turn the proposed factor on where the phone shows its figures: the recovery codes, which are
    shown this once. Empty, and nothing changed, where the figures are others.

    Reverse act: `turn_off`.
    """
    with transaction.atomic():
        device = proposed(user, seed)
        device.confirmed = True
        device.save()
        if not _verifies(device, _bare(code)):
            device.delete()
            return []
        StaticDevice.objects.filter(user=user).delete()
        spare = StaticDevice.objects.create(user=user, name=NAME)
        codes = [secrets.token_hex(5) for _ in range(RECOVERY_CODES)]
        StaticToken.objects.bulk_create(
            StaticToken(device=spare, token=digest(code)) for code in codes
        )
    return codes


def turn_off(user: User) -> bool:
    """No second factor any more, and no recovery codes: whether there was one.

    Reverse act: `turn_on`, with another factor.
    """
    with transaction.atomic():
        deleted, _rows = TOTPDevice.objects.filter(user=user).delete()
        StaticDevice.objects.filter(user=user).delete()
    return bool(deleted)


def recovery_codes_left(user: User) -> int:
    """How many recovery codes are not used yet."""
    return int(StaticToken.objects.filter(device__user=user).count())


def digest(code: str) -> str:
    """What is kept of a recovery code."""
    return salted_hmac(SALT, code, algorithm="sha256").hexdigest()[:DIGEST]


def _is_right(user: User, code: str) -> bool:
    """Whether the phone or the paper shows this code; either holds once."""
    bare = _bare(code)
    with transaction.atomic():
        factors = TOTPDevice.objects.select_for_update().filter(user=user, confirmed=True)
        if any(_verifies(device, bare) for device in factors):
            return True
        spares = StaticDevice.objects.select_for_update().filter(user=user, confirmed=True)
        return any(spare.verify_token(_as_kept(spare, bare)) for spare in spares)


def _as_kept(spare: StaticDevice, code: str) -> str:
    """The code as its row holds it: its digest, or as it is where it was made in earlier days."""
    earlier = len(code) < DIGEST and spare.token_set.filter(token=code).exists()
    return code if earlier else digest(code)


def _verifies(device: TOTPDevice, code: str) -> bool:
    """Whether the phone shows these figures now; what is learnt of its clock is kept, and of its
    secret nothing.
    """
    opened = _with_secret(device)
    # The package saves the whole row, with the secret that it was lent.
    opened.__dict__["save"] = partial(Model.save, opened, update_fields=LEARNT)
    return bool(opened.verify_token(code))  # type: ignore[no-untyped-call]


def _with_secret(device: TOTPDevice) -> TOTPDevice:
    """A copy that holds the secret in place of the seed; one of earlier days holds it already."""
    opened = copy(device)
    if len(device.key) == 2 * SEED_BYTES:
        opened.key = salted_hmac(SALT, device.key, algorithm="sha256").hexdigest()[:SECRET]
    return opened


def _bare(code: str) -> str:
    return "".join(code.split()).lower()[:16]
