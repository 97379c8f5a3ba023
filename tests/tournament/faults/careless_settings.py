"""The product's settings without the flush at each commit, as many recipes for SQLite have them:
the control.
"""

from tournament.settings import *  # noqa: F403
from tournament.settings import DATABASES

_options = DATABASES["default"]["OPTIONS"]
_options["init_command"] = _options["init_command"].replace(
    "synchronous=FULL", "synchronous=NORMAL"
)
