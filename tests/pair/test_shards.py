"""A thousand evenings over two shards, by a sample that is played whole: what is needed for a
league of them.
"""

import json
import os
import statistics
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.figures import report
from tests.pair.servers import Pair, one_server
from tests.pair.shards import sampled, share
from tests.tournament.load.server import ROOT

EVENTS = [f"evening-{number}" for number in range(1000)]
SHARDS = 2
ONE_IN = int(os.environ.get("REPLAY_ONE_IN", "100"))
"""1 plays all thousand: some twenty minutes on two free cores."""
SHEETS = 220


def played(server: Pair, shard: int, keys: list[str]) -> dict[str, Any]:
    """These evenings in one shard, by a process of its own."""
    told = os.environ | {"DATABASE_URL": server.address(f"shard{shard}")}
    command = [sys.executable, "-W", "ignore", "-m", "tests.pair.replay", *keys]
    done = subprocess.run(command, cwd=ROOT, env=told, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


@pytest.mark.torture
@pytest.mark.needs("setpriv")
@pytest.mark.promise(
    "Evenings spread over shards by their key alone: nothing is lost, doubled or in two places",
    figure="shards",
)
def test_a_sample_of_a_thousand_evenings_is_whole_on_two_shards() -> None:
    sample = sampled(EVENTS, ONE_IN)
    of = {shard: [key for key in sample if share(key, SHARDS) == shard] for shard in range(SHARDS)}
    with one_server() as server:
        for shard in of:
            server.ask(f"CREATE DATABASE shard{shard}", database="postgres")
        with ThreadPoolExecutor() as pool:
            found = list(pool.map(lambda shard: played(server, shard, of[shard]), of))
    evenings = {key: one for shard in found for key, one in shard["events"].items()}
    assert sorted(evenings) == sorted(sample)
    assert {
        tuple(evening[name] for name in ("sent", "saved", "counted", "fault"))
        for evening in evenings.values()
    } == {(SHEETS, SHEETS, SHEETS, "")}
    assert all(
        evening["moved"] == evening["sent"] + evening["twice"] for evening in evenings.values()
    )
    took = sorted(second for shard in found for second in shard["took"])
    cuts = statistics.quantiles(took, n=100)
    rate = sum(len(shard["took"]) / shard["seconds"] for shard in found)
    twice = sum(evening["twice"] for evening in evenings.values())
    each = sum(shard["bytes"] for shard in found) / len(sample) / 1000
    report(
        "shards",
        f"{len(sample)} of 1,000 evenings of 110 guests played whole on two shards of one server:"
        f" {len(sample) * SHEETS:,} sheets, {twice} of them sent twice, 0 lost, 0 doubled, all"
        f" verify; {rate:.0f} sheets a second in all, p50 {cuts[49] * 1000:.1f}, p99"
        f" {cuts[98] * 1000:.1f} ms; {each:.0f} kB an evening; load average"
        f" {os.getloadavg()[0]:.0f} on {os.cpu_count()} cores",
    )


def test_every_machine_sends_an_event_to_the_same_shard_and_both_get_their_share() -> None:
    """The short form: where events go, and that a sample is spread like the whole."""
    assert [share(key, SHARDS) for key in EVENTS[:8]] == [0, 0, 1, 1, 1, 1, 1, 0]
    shares = [sum(share(key, SHARDS) == shard for key in EVENTS) for shard in range(SHARDS)]
    assert min(shares) > 450
    assert 5 < len(sampled(EVENTS, 100)) < 20


@pytest.mark.control("test_a_sample_of_a_thousand_evenings_is_whole_on_two_shards")
def test_pythons_own_hash_would_send_an_event_elsewhere_after_a_restart() -> None:
    """The control: what is not the same on every machine is no router."""
    asked = "print([hash(f'evening-{n}') % 2 for n in range(64)])"
    said = {
        subprocess.run(
            [sys.executable, "-c", asked],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 2
