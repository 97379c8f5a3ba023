#!/usr/bin/env python
"""The command line of Last Card."""

import os
import sys


def main() -> None:
    """Run one management command."""
    os.umask(
        0o077
    )  # the database, its copies and the log hold names, e-mails and log-ins: they are nobody else's
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    from django.core.management import execute_from_command_line  # noqa: PLC0415 -- settings first

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
