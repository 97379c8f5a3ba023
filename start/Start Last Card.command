#!/bin/sh
# Double-click on a Mac: starts Last Card on this computer. Needs Python 3.11 or newer.
cd "$(dirname "$0")/.." || exit 1
export LASTCARD_WINDOW=1
for name in python3.14 python3.13 python3.12 python3.11 python3; do
    if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then exec "$name" run.py "$@"; fi
done
echo "Last Card needs Python 3.11 or newer: install it from https://www.python.org/downloads/ and start this again."
