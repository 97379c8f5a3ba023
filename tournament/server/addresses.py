"""This machine's addresses in the hall's network: what phones and laptops there can reach."""

import ipaddress
import os
import re
import socket
import subprocess
import sys
from typing import Any

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
    """This machine's addresses that others could reach, the likeliest first, each once."""
    given = os.environ.get("ADDRESS")
    if given:
        if not usable(given):
            sys.exit(
                f"Last Card: ADDRESS is {given!r}: give one like 192.168.1.20 that others can"
                " reach."
            )
        return [given]
    return [address for address in dict.fromkeys([*routed(), *listed()]) if usable(address)]


def likeliest() -> str:
    """The address that the hall is told; what else this machine has is said."""
    reachable = addresses()
    if not reachable:
        sys.exit(
            "Last Card: this computer is on no network: join the hall's Wi-Fi, or name the address"
            " by ADDRESS=."
        )
    if len(reachable) > 1:
        print(
            f"Last Card: {reachable[0]} was chosen; this computer also has"
            f" {', '.join(reachable[1:])} (ADDRESS= overrules).",
            flush=True,
        )
    return reachable[0]
