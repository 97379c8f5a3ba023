"""This machine's addresses in the hall's network: what phones and laptops there can reach."""

import errno
import ipaddress
import os
import re
import socket
import subprocess
from typing import Any

from tournament.refusal import Refused

# An address from the documentation range (RFC 5737): a UDP socket "connected" to it sends nothing,
# but the system has then chosen the interface by which other machines are reached.
ELSEWHERE = ("192.0.2.1", 9)


def routed() -> list[str]:
    """The address of the interface that leads out, if one does."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
        except OSError:
            return []
        return [str(probe.getsockname()[0])]


def listed() -> list[str]:
    """The addresses of all interfaces: a router without internet gives an
    address but no way out.
    """
    named = [str(entry[4][0]) for entry in _by_name()]
    try:
        command = ["ip", "-4", "-oneline", "address"]
        answer = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 -- no words of others
    except OSError:
        return named
    return [*re.findall(r"inet ([\d.]+)/", answer.stdout), *named]


def _by_name() -> list[tuple[Any, ...]]:
    """What this machine's own name stands for: macOS and Windows have no program called ip."""
    try:
        return list(socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET))
    except OSError:
        return []


def usable(address: str) -> bool:
    """Whether other machines could reach it."""
    try:
        parsed = ipaddress.IPv4Address(address)
    except ValueError:
        return False
    return not (
        parsed.is_loopback or parsed.is_link_local or parsed.is_unspecified or parsed.is_multicast
    )


def addresses() -> list[str]:
    """This machine's addresses that others could reach, the likeliest first, each once.

    Raises Refused where the given one is none.
    """
    given = os.environ.get("ADDRESS")
    if given:
        if not usable(given):
            raise Refused(
                f"ADDRESS is {given!r}: give one like 192.168.1.20 that others can reach."
            )
        return [given]
    return [address for address in dict.fromkeys([*routed(), *listed()]) if usable(address)]


def likeliest() -> str:
    """The address that the hall is told; what else this machine has is said. Raises Refused."""
    reachable = addresses()
    if not reachable:
        raise Refused(
            "this computer is on no network: join the hall's Wi-Fi, or name the address by"
            " ADDRESS=."
        )
    if len(reachable) > 1:
        print(
            f"Last Card: {reachable[0]} was chosen; this computer also has"
            f" {', '.join(reachable[1:])} (ADDRESS= overrules).",
            flush=True,
        )
    return reachable[0]


def refuse_taken(address: str, port: int) -> None:
    """Raises Refused where the server could not listen there."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((address, port))
        except OSError as fault:
            raise Refused(_reason(fault, address, port)) from None


def _reason(fault: OSError, address: str, port: int) -> str:
    """Why the server cannot listen, and the mend."""
    if fault.errno == errno.EADDRINUSE:
        return (
            f"port {port} is taken, perhaps by a Last Card that still runs: stop that one, "
            f"or choose another port by adding PORT={port + 1 if port < 65535 else 8000}."
        )
    if fault.errno == errno.EACCES:
        return f"port {port} is kept for the system: choose one above 1023 by adding PORT=8000."
    return (
        f"{address} is not an address of this computer: leave ADDRESS out, or give one that it has."
    )
