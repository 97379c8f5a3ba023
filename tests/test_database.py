"""The two runs of the tests are on the two databases that they are said to be on."""

import pytest
from django.db import connection


@pytest.mark.postgres
@pytest.mark.django_db
def test_the_second_run_is_on_postgresql_15_or_newer() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version_num")
        version = int(cursor.fetchone()[0])
    assert (connection.vendor, version >= 150000) == ("postgresql", True)
