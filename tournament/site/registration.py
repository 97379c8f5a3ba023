"""The code that the server's window shows while nobody is registered: with it the first
organiser registers from elsewhere; without it whoever comes first in the hall could make
themselves the organiser. It is made when the server starts, handed on in its environment, and
stored nowhere.
"""

import os
import secrets

from scoring.counting.rescue import CHECK_LETTERS
from tournament.models import Official, Role
from tournament.site.codes import tidy_short

VARIABLE = "REGISTRATION_CODE"


REGISTRATION, GROUP = 12, 4


def somebody_registered() -> bool:
    """Whether an evening of this database has an organiser; those of the demo do not count."""
    return Official.objects.filter(role=Role.ORGANISER, event__is_demo=False).exists()


def make_code() -> str:
    """The code for all processes that are forked after this; one from outside, shared by several
    servers, stays.
    """
    if not tidy_short(os.environ.get(VARIABLE, "")):
        os.environ[VARIABLE] = "".join(secrets.choice(CHECK_LETTERS) for _ in range(REGISTRATION))
    code = os.environ[VARIABLE]
    return "-".join(code[index : index + GROUP] for index in range(0, len(code), GROUP))


def has_code() -> bool:
    """Whether this server has shown a code at all."""
    return bool(tidy_short(os.environ.get(VARIABLE, "")))


def is_code(text: str) -> bool:
    """Whether this is the code; sixty bits take no guessing, so nothing counts the tries."""
    code = tidy_short(os.environ.get(VARIABLE, ""))
    return bool(code) and secrets.compare_digest(tidy_short(text).encode(), code.encode())
