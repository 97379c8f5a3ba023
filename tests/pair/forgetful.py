"""The product's settings with sessions in the memory of each process: what several servers must not
do.
"""

from tournament.settings import *  # noqa: F403

SESSION_ENGINE = "django.contrib.sessions.backends.cache"
