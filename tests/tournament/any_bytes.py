"""Bytes at the readers of files, JSON, hands, rescue codes and names, mutated by atheris.

`python -m tests.tournament.any_bytes N` feeds so many.

Leaves with 77 where atheris is not installed, with an error at the first input that raises anything
but a refusal.
"""

import os
import sys
import tempfile
from contextlib import suppress

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
NOT_INSTALLED = 77


def main(runs: int) -> None:
    """Feed so many inputs; the fuzzer ends the process itself."""
    try:
        import atheris  # noqa: PLC0415 -- for the long proofs alone
    except ImportError:
        sys.exit(NOT_INSTALLED)
    with atheris.instrument_imports(
        include=["scoring", "tournament.guest_file", "tournament.names"]
    ):
        import django  # noqa: PLC0415

        django.setup()
        from scoring.counting.hand import parse_hand  # noqa: PLC0415
        from scoring.counting.rescue import decode  # noqa: PLC0415
        from scoring.json_text import strictly  # noqa: PLC0415
        from tournament.models.guest import fault_in_name, tidy  # noqa: PLC0415
        from tournament.tickets.sheets import GuestFileError  # noqa: PLC0415
        from tournament.tickets.spreadsheet import read_guest_file  # noqa: PLC0415

    def one(data: bytes) -> None:
        text = data.decode("utf-8", "replace")
        for read, refusals in (
            (lambda: read_guest_file("guests.csv", data), (GuestFileError,)),
            (lambda: read_guest_file("guests.xlsx", b"PK\x03\x04" + data), (GuestFileError,)),
            (lambda: strictly(data), (ValueError, RecursionError)),
            (lambda: parse_hand(text), (ValueError,)),
            (lambda: decode(text, "AB12"), (ValueError,)),
            (lambda: fault_in_name(tidy(text)), ()),
        ):
            with suppress(*refusals):
                read()

    with tempfile.TemporaryDirectory() as corpus:
        atheris.Setup(
            [sys.argv[0], f"-atheris_runs={runs}", "-max_len=300", "-verbosity=0", corpus], one
        )
        atheris.Fuzz()


if __name__ == "__main__":
    main(int(sys.argv[1]))
