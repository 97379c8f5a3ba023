"""How often something may be tried: counted in the database for all server processes together,
never by address. A hall shares one address, so every limit is of a credential (a code, an
account) or of the whole site. What is asked often takes its tries by the handful: a process
writes once and then counts in its own memory. An empty purse is remembered for some seconds, so
that a flood of guesses costs hardly a write and never stands in line with the sheets that are
being saved. Where nothing can be written, as on a full disk, each process counts for itself.
"""

from django.core.cache import BaseCache, caches
from django.db import DatabaseError, connection, transaction

from tournament.models import Purse
from tournament.site import clock

WINDOW = 60  # seconds
EMPTY_FOR = 5  # seconds
OLD = 24 * 60 * 60  # seconds
TAKE = """
    INSERT INTO tournament_purse (name, until, taken) VALUES (%s, %s, %s)
    ON CONFLICT (name) DO UPDATE SET
        taken = CASE WHEN tournament_purse.until > %s
            THEN tournament_purse.taken ELSE 0 END + excluded.taken,
        until = CASE WHEN tournament_purse.until > %s
            THEN tournament_purse.until ELSE excluded.until END
    RETURNING taken, until
"""
"""One statement, so that two processes never read the same count; understood by SQLite and by
PostgreSQL.
"""


def spend(purse: str, most: int, *, window: int = WINDOW, handful: int = 1) -> bool:
    """Take one of `most` tries in a window of seconds from a purse; False when it is empty."""
    memory, hand, empty = caches["limits"], f"hand-{purse}", f"empty-{purse}"
    if _one_from(memory, hand):
        return True
    if memory.get(empty):
        return False
    now = int(clock.now())
    try:
        used, until = _take(purse, now, window, handful)
    except DatabaseError:
        return _alone(f"alone-{purse}", most, window)
    remaining = min(handful, most - (used - handful))
    if remaining <= 0:
        memory.set(empty, True, min(EMPTY_FOR, max(1, until - now)))
    elif remaining > 1:
        memory.set(hand, remaining - 1, max(1, until - now))
    return remaining > 0


def fill(purse: str) -> None:
    """Fill a purse again: who gave the right password starts anew."""
    Purse.objects.filter(name=purse).delete()
    caches["limits"].delete_many([f"hand-{purse}", f"empty-{purse}", f"alone-{purse}"])


def _take(purse: str, now: int, window: int, handful: int) -> tuple[int, int]:
    """What is taken in all after this handful, and when the window ends; a window that begins
    sweeps out old ones.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(TAKE, [purse, now + window, handful, now, now])
        [(used, until)] = cursor.fetchall()
        if used == handful:
            Purse.objects.filter(until__lt=now - OLD).delete()
    return int(used), int(until)


def _one_from(memory: BaseCache, hand: str) -> bool:
    """One of the tries that this process holds."""
    try:
        return memory.decr(hand) >= 0
    except ValueError:  # it holds none
        return False


def _alone(purse: str, most: int, window: int) -> bool:
    """This process by itself, where no database can be written."""
    memory = caches["limits"]
    memory.add(purse, 0, window)
    try:
        return memory.incr(purse) <= most
    except ValueError:  # it ran out between the two lines
        return True
