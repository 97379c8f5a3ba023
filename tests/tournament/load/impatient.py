"""The product's settings without what makes writers wait for each other: the negative control of
the crowd.
"""

from tournament.settings import *  # noqa: F403
from tournament.settings import DATABASES

DATABASES["default"]["ENGINE"] = "django.db.backends.sqlite3"
DATABASES["default"]["OPTIONS"]["timeout"] = 0
