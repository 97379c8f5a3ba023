"""An application for the tests of the launcher: says which process answers;
`/slow` takes a second.
"""

import os
import time
from collections.abc import Callable, Iterable
from typing import Any


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """The number of this process."""
    if environ["PATH_INFO"] == "/slow":
        time.sleep(1)
    said = str(os.getpid()).encode()
    start_response("200 OK", [("Content-Length", str(len(said)))])
    return [said]
