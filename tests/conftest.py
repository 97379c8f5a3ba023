"""What every test shares: how hard Hypothesis tries, and programs that a test may need."""

import os
import shutil

import pytest
from hypothesis import HealthCheck, settings

# No deadline: a test asserts what is true, never how fast this machine is. In CI the examples are always the same ones.
settings.register_profile(
    "house",
    max_examples=60,
    deadline=None,
    derandomize=bool(os.environ.get("CI")),
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
)
settings.register_profile("torture", settings.get_profile("house"), max_examples=3000, derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "house"))


def pytest_runtest_setup(item: pytest.Item) -> None:
    """`@pytest.mark.needs("soffice")`: skipped aloud where the program is missing, failed in CI, which installs all."""
    for mark in item.iter_markers("needs"):
        missing = [program for program in mark.args if shutil.which(program) is None]
        if missing:
            complaint = pytest.fail if os.environ.get("CI") else pytest.skip
            complaint(f"not run: {', '.join(missing)} is not installed")
