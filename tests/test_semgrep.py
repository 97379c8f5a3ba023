"""The rules of our own for semgrep: nothing in the product breaks one, and each finds the line it
is there for.
"""

import json
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
NOT_INSTALLED = 77
PLANTED = """
import json, random, uuid
from django.http import HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect
from django.utils.safestring import mark_safe

class Form:
    class Meta:
        fields = "__all__"

def view(request, connection, model, pk):
    connection.execute(f"DELETE FROM x WHERE name = '{request.POST['name']}'")
    found = get_object_or_404(model, pk=pk)
    told = json.loads(request.body)
    code = random.choice("ABC")
    where = request.META["REMOTE_ADDR"]
    words = mark_safe(found.name)
    return redirect(request.POST.get("next"))
"""
RULES = {
    "markup-without-escaping",
    "json-with-numbers-that-are-none",
    "random-for-secrets",
    "sql-put-together",
    "looked-up-without-its-evening",
    "every-column-of-a-model",
    "leads-where-it-is-told",
    "by-address",
}


def found(*words: str) -> set[str]:
    """The rules that something breaks."""
    command = ["bin/semgrep", "--json", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode == NOT_INSTALLED:
        pytest.skip(done.stdout.strip())
    return {load["check_id"].rpartition(".")[2] for load in json.loads(done.stdout)["results"]}


@pytest.mark.torture
@pytest.mark.promise("No line of the product breaks a rule of our own", faults=(16, 19, 24, 25))
def test_no_line_of_the_product_breaks_a_rule() -> None:
    assert found("scoring", "tournament", "manage.py") == set()


@pytest.mark.torture
@pytest.mark.control("test_no_line_of_the_product_breaks_a_rule")
def test_every_rule_finds_what_it_is_there_for(tmp_path: Path) -> None:
    planted = tmp_path / "tournament" / "views" / "planted.py"
    planted.parent.mkdir(parents=True)
    planted.write_text(PLANTED)
    assert found(str(tmp_path)) == RULES
