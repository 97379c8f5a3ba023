"""A mail server for tests, on a port of its own: it speaks SMTP as far as handing in goes, keeps
what it takes, and refuses, breaks off or stalls where it is told to.
"""

import socketserver
import threading
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import cast

PASSWORD = "zz-secret-of-the-post"


@dataclass
class Box:
    """What came in (address and mail), what passwords were heard, and how to answer: by a word of
    the address the answer to it; `breaks_after` mails the line is cut once a mail is whole.
    """

    port: int = 0
    mails: list[tuple[str, bytes]] = field(default_factory=list)
    passwords: list[str] = field(default_factory=list)
    answers: dict[str, str] = field(default_factory=dict)
    breaks_after: int = 10**6

    @property
    def addresses(self) -> list[str]:
        """To whom mails were taken, in their order."""
        return [address for address, _mail in self.mails]


class Office(socketserver.ThreadingTCPServer):
    """The server; `box` is what it keeps."""

    daemon_threads = True
    box: Box


class Clerk(socketserver.StreamRequestHandler):
    """One connection."""

    def handle(self) -> None:
        """Answer line by line until one is the last."""
        self.box, self.to = cast(Office, self.server).box, ""
        self.say("220 post.test ready")
        for line in self.rfile:
            if not self.answer(line.decode().strip()):
                return

    def say(self, words: str) -> None:
        """A line to whoever is here."""
        self.wfile.write(f"{words}\r\n".encode())

    def answer(self, said: str) -> bool:
        """Answer a line; False where the connection ends."""
        verb = said.upper()
        if verb.startswith("EHLO"):
            self.say("250-post.test\r\n250 AUTH PLAIN")
        elif verb.startswith("AUTH PLAIN"):
            self.box.passwords.append(b64decode(said.split()[2]).decode().split("\0")[2])
            right = self.box.passwords[-1] == PASSWORD
            self.say("235 welcome" if right else "535 5.7.8 wrong password")
        elif verb.startswith("RCPT TO:"):
            self.to = said[8:].strip("<> ")
            told = (words for part, words in self.box.answers.items() if part in self.to)
            self.say(next(told, "250 fine"))
        elif verb == "DATA":
            self.say("354 go on")
            return self.take()
        elif verb == "QUIT":
            self.say("221 bye")
            return False
        else:
            self.say("250 fine")
        return True

    def take(self) -> bool:
        """Take a mail in; where it breaks off the mail is kept and nothing is said."""
        lines = []
        for line in self.rfile:
            if line == b".\r\n":
                break
            lines.append(line)
        self.box.mails.append((self.to, b"".join(lines)))
        if len(self.box.mails) > self.box.breaks_after:
            return False
        self.say("250 taken")
        return True


@contextmanager
def post_office() -> Iterator[Box]:
    """A mail server that runs until it is left."""
    with Office(("127.0.0.1", 0), Clerk) as office:
        office.box = Box(port=office.server_address[1])
        serving = threading.Thread(target=office.serve_forever, args=(0.05,), daemon=True)
        serving.start()
        try:
            yield office.box
        finally:
            office.shutdown()
            serving.join()
