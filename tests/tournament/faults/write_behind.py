"""The server without the protection: it says saved first and saves afterwards, as a queue in memory
would.
"""

import io
import json
import threading
import time
from collections.abc import Iterable
from typing import Any

from tournament.wsgi import application as product

LATER = 0.05  # seconds


def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    """Answers for a sheet before anything is done about it."""
    if environ["PATH_INFO"] != "/pad/sheet":
        return product(environ, start_response)
    body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
    kept: dict[str, Any] = {
        name: value for name, value in environ.items() if isinstance(value, str)
    }
    kept |= {
        "wsgi.input": io.BytesIO(body),
        "wsgi.url_scheme": "http",
        "wsgi.errors": io.StringIO(),
    }
    threading.Timer(LATER, lambda: list(product(kept, lambda *_said: lambda _data: None))).start()
    time.sleep(LATER / 2)
    answer = json.dumps({"receipt": 0}).encode()
    start_response(
        "201 Created", [("Content-Type", "application/json"), ("Content-Length", str(len(answer)))]
    )
    return [answer]
