#!/usr/bin/env python
"""The command line of Last Card."""

import os
import sys


def main() -> None:
    """Run one management command."""
    # The database, its copies and the log hold names, e-mails and log-ins: nobody else's.
    os.umask(0o077)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    from django.core.management import execute_from_command_line  # noqa: PLC0415 -- settings first

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
