"""The WSGI door for any server, and what each server process brings along: the keeper, and the
thread in which it reckons what takes long.
"""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
application = get_wsgi_application()

from tournament.server import keeper  # noqa: E402 -- needs the settings to be loaded
from tournament.server.loading import hold_to_the_database  # noqa: E402
from tournament.site.background import BACKGROUND  # noqa: E402

hold_to_the_database()
keeper.start()
BACKGROUND.serving = True
