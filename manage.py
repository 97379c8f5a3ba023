#!/usr/bin/env python3
"""The commands of Django and of Last Card: manage.py COMMAND."""

from tournament.command_line import manage

if __name__ == "__main__":
    manage()
