"""An optional second factor: six figures that the owner's phone shows anew every half minute, or
one of ten recovery codes kept on paper (django-otp; RFC 6238).

It is asked for at the log-in, from anywhere but the serving machine itself: who sits there holds
the database in their hands, and a laptop whose clock is wrong must not shut its organiser out.
"""

import secrets
from base64 import b32encode

from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpRequest
from django_otp import devices_for_user
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from tournament.site.this_machine import from_this_machine

RECOVERY_CODES = 10
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


def proposed(user: User) -> TOTPDevice:
    """The factor that the account may set up: made once, and the same until it is confirmed."""
    created: TOTPDevice
    created, _new = TOTPDevice.objects.get_or_create(
        user=user, confirmed=False, defaults={"name": NAME}
    )
    return created


def typed_secret(device: TOTPDevice) -> str:
    """The secret as a phone without a camera is told it, in groups of four."""
    secret = b32encode(device.bin_key).decode()
    return " ".join(secret[start : start + 4] for start in range(0, len(secret), 4))


def turn_on(user: User, code: str) -> list[str]:
    """Turn the proposed factor on where the phone shows its figures: the recovery codes, which are
    shown this once. Empty, and nothing changed, where the figures are others.

    Reverse act: `turn_off`.
    """
    with transaction.atomic():
        device = TOTPDevice.objects.select_for_update().filter(user=user, confirmed=False).first()
        if device is None or not device.verify_token(_bare(code)):
            return []
        device.confirmed = True
        device.save()
        StaticDevice.objects.filter(user=user).delete()
        spare = StaticDevice.objects.create(user=user, name=NAME)
        codes = [secrets.token_hex(5) for _ in range(RECOVERY_CODES)]
        StaticToken.objects.bulk_create(StaticToken(device=spare, token=code) for code in codes)
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


def _is_right(user: User, code: str) -> bool:
    """Whether the phone or the paper shows this code; either holds once."""
    with transaction.atomic():
        devices = devices_for_user(user, for_verify=True)  # type: ignore[no-untyped-call]
        return any(device.verify_token(_bare(code)) for device in devices)


def _bare(code: str) -> str:
    return "".join(code.split()).lower()[:16]
