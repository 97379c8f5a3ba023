"""The WSGI door for gunicorn, and the keeper that each server process brings along."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
application = get_wsgi_application()

from tournament import keeper  # noqa: E402 -- needs the settings to be loaded

keeper.start()
