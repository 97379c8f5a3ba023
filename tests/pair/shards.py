"""Which shard an event belongs to, and which events a sample takes: by a hash of its key, as a
router would.
"""

from hashlib import blake2b


def share(key: str, of: int) -> int:
    """A number below `of` that is the same on every machine.

    >>> share("evening-7", 1)
    0
    """
    return int.from_bytes(blake2b(key.encode(), digest_size=8).digest(), "big") % of


def sampled(keys: list[str], one_in: int) -> list[str]:
    """One event in so many, by another hash than that of the shards."""
    return [key for key in keys if share(f"sample {key}", one_in) == 0]
