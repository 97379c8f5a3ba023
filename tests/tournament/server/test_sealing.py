"""Copies on a stick that open with a pass phrase alone."""

from collections.abc import Iterator
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client, override_settings
from django.urls import reverse
from pyrage.x25519 import Identity

from tests.tournament.evening import official, save, seated_event
from tests.tournament.faults.databases import database, on_sqlite
from tests.tournament.faults.hall import commands, environment
from tournament.models import Event, Role
from tournament.refusal import Refused
from tournament.server import sealing
from tournament.server.backup import lay_in, make_copy
from tournament.server.ladder import copies, thin
from tournament.server.restore import give_up, wished
from tournament.server.storage import NoSuchPlaceError

__all__ = ["database"]
pytestmark = [pytest.mark.django_db(transaction=True), on_sqlite]
PHRASE = "four words of mine"
KEPT_SECRET = "what the codes on paper are made from"


@pytest.fixture
def event(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Event]:
    """A sheet is in; copies, the seal, and what is opened lie in a folder of the test's own."""
    made = seated_event(qualifying_rounds=1, games_per_round=1)
    save(made, ("out", "8H KD", "A", "=23", "2 3 4"))
    monkeypatch.setattr(sealing, "beside", lambda: tmp_path)
    monkeypatch.setattr(sealing, "COST", 2**4)  # whoever guesses pays more
    (tmp_path / "stick").mkdir()
    (tmp_path / "secret_key").write_text(KEPT_SECRET)
    give_up()  # what a test of every form may have left
    own = {"BACKUP_DIR": str(tmp_path / "copies"), "BACKUP_SECOND": str(tmp_path / "stick")}
    with override_settings(VAR_DIR=tmp_path, SECRET_KEY=KEPT_SECRET, **own):
        yield made
    give_up()


def stick_after_a_copy(tmp_path: Path) -> bytes:
    """All bytes on the stick once a copy was made, each file's after the other."""
    make_copy()
    return b"".join(path.read_bytes() for path in sorted((tmp_path / "stick").iterdir()))


@pytest.mark.promise(
    "A stick with sealed copies tells nobody a name or the secret without the phrase", faults=(7,)
)
def test_what_lies_on_a_stick_is_read_by_nobody_without_the_phrase(
    event: Event, tmp_path: Path
) -> None:
    sealing.choose_phrase(PHRASE)
    told, name = stick_after_a_copy(tmp_path), event.guests.earliest("badge").name
    assert (name.encode() in told, KEPT_SECRET.encode() in told) == (False, False)
    (here,), (sealed,) = copies(tmp_path / "copies"), copies(tmp_path / "stick")
    assert (sealed.sealed, sealed.entry, sealed.head) == (True, here.entry, here.head)
    with sealing.opened(sealed.path, lambda: f"  {PHRASE} ") as copy:
        assert copy.read_bytes() == here.path.read_bytes()
        assert (copy.parent / "secret_key").read_text() == KEPT_SECRET
    assert not copy.parent.exists()


@pytest.mark.control("test_what_lies_on_a_stick_is_read_by_nobody_without_the_phrase")
def test_a_stick_that_is_not_sealed_tells_both(event: Event, tmp_path: Path) -> None:
    sealing.choose_phrase(PHRASE)
    sealing.seal_no_more()
    told = stick_after_a_copy(tmp_path)
    assert event.guests.earliest("badge").name.encode() in told
    assert KEPT_SECRET.encode() in told


def refused(copy: Path, phrase: str = PHRASE) -> str:
    """The sentence with which a sealed copy stays shut; it and what lies beside are as before."""
    before = copy.read_bytes(), sorted(copy.parent.iterdir())
    with pytest.raises(Refused) as said, sealing.opened(copy, lambda: phrase):
        pass
    assert (copy.read_bytes(), sorted(copy.parent.iterdir())) == before
    return str(said.value)


def test_a_wrong_phrase_is_a_sentence_and_changes_nothing(event: Event, tmp_path: Path) -> None:
    sealing.choose_phrase(PHRASE)
    make_copy()
    (sealed,) = copies(tmp_path / "stick")
    assert refused(sealed.path, "four words of yours") == (
        f"The pass phrase does not open {sealed.path.name}. Nothing was changed: type it again, as"
        " it was when the seal was made."
    )


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small file, sealed by a phrase that costs little to try."""
    monkeypatch.setattr(sealing, "beside", lambda: tmp_path)
    monkeypatch.setattr(sealing, "COST", 2**4)
    (tmp_path / "stick").mkdir()
    plain = tmp_path / "spring.sqlite3"
    plain.write_bytes(b"the hands of all")
    sealing.choose_phrase(PHRASE)
    chosen = sealing.seal()
    assert chosen
    sealed = tmp_path / "stick" / "spring.sqlite3.sealed"
    sealing.write_sealed(plain, "a secret", chosen, sealed)
    return sealed


@pytest.mark.promise("No sealed copy that was damaged or changed is ever opened", faults=(7,))
def test_a_byte_that_was_changed_is_a_sentence_or_changes_nothing(small: Path) -> None:
    whole, words = small.read_bytes(), set()
    for place in range(0, len(whole), 3):
        changed = bytes([whole[place] ^ 1 << place % 8])
        small.write_bytes(whole[:place] + changed + whole[place + 1 :])
        try:
            with sealing.opened(small, lambda: PHRASE) as copy:
                assert copy.read_bytes() == b"the hands of all"
        except Refused as fault:
            words.add(str(fault))
    assert words == {sealing.DAMAGED.format(name=small.name, fault=sealing.CHANGED)}


def test_a_copy_that_was_cut_short_is_a_sentence(small: Path) -> None:
    whole = small.read_bytes()
    for length in range(0, len(whole), 7):
        small.write_bytes(whole[:length])
        assert "is damaged" in refused(small)


def test_bytes_that_were_exchanged_with_their_checksum_are_found_by_age(small: Path) -> None:
    """Whoever changes what is sealed also mends the zip around it."""
    from zipfile import ZipFile  # noqa: PLC0415 -- the forger's tool

    with ZipFile(small) as outer:
        salt, sealed = outer.read(sealing.VERSION), bytearray(outer.read(sealing.INSIDE))
    sealed[-1] ^= 1
    with ZipFile(small, "w") as outer:
        outer.writestr(sealing.VERSION, salt)
        outer.writestr(sealing.INSIDE, bytes(sealed))
    assert "is damaged" in refused(small)


@pytest.mark.control("test_a_byte_that_was_changed_is_a_sentence_or_changes_nothing")
def test_the_same_file_opens_where_no_byte_was_changed(small: Path) -> None:
    with sealing.opened(small, lambda: PHRASE) as copy:
        assert copy.read_bytes() == b"the hands of all"


@pytest.mark.parametrize("phrase", ["", "too short", "w" * 201])
def test_a_phrase_that_is_too_short_or_long_is_a_sentence(phrase: str, small: Path) -> None:
    before = sealing.seal_file().read_text()
    with pytest.raises(Refused, match=r"^Pass phrase: take at "):
        sealing.choose_phrase(phrase)
    assert sealing.seal_file().read_text() == before


@pytest.mark.parametrize("damage", ["", "last-card-seal-1 ab age1", "x" * 200])
def test_a_seal_that_cannot_be_read_lets_no_copy_out_as_it_is(small: Path, damage: str) -> None:
    sealing.seal_file().write_text(damage)
    with pytest.raises(NoSuchPlaceError, match="no copy is laid on a stick as it is"):
        lay_in(small.parent.parent / "spring.sqlite3", small.parent)
    assert [path.name for path in small.parent.iterdir()] == [small.name]


def test_a_guess_at_a_phrase_takes_a_hundred_megabytes() -> None:
    assert (sealing.COST, 128 * sealing.COST * sealing.BLOCK) == (2**17, 2**27)


def test_every_key_is_written_as_age_reads_it() -> None:
    for number in (0, 1, 2**255 + 12345, 2**256 - 1):
        assert Identity.from_str(sealing.as_age_writes_it(number.to_bytes(32)))
    one_off = sealing.as_age_writes_it(bytes(32))[:-1]
    with pytest.raises(Exception, match="encoding"):
        Identity.from_str(one_off + "Q")


def test_sealed_copies_push_no_open_one_off_the_ladder(tmp_path: Path) -> None:
    for place in range(70):
        moment = datetime(2020 if place < 3 else 2027, 2, 11, 20, place % 60, tzinfo=UTC)
        name = f"spring-{moment:%Y%m%dT%H%M%S%f}-9-0123abcd-{place}.sqlite3"
        (tmp_path / (name if place < 3 else f"{name}.sealed")).touch()
    thin(tmp_path)
    assert sum(not copy.sealed for copy in copies(tmp_path)) == 3


def test_another_laptop_opens_a_sealed_stick_and_goes_on_sealing(
    database: str, tmp_path: Path
) -> None:
    stick, other = tmp_path / "stick", tmp_path / "other" / "var" / "evening.sqlite3"
    stick.mkdir()
    with commands(environment(database, BACKUP_SECOND=str(stick))) as said:
        said("-m", "tests.tournament.faults.lay", "1", "1")
        assert "sealed from now on" in said("", "manage.py", "seal", typed=f"{PHRASE}\n{PHRASE}\n")
        _here, laid = said("", "manage.py", "backup").split("\n")[:2]
    fresh = environment(f"sqlite:///{other}", BACKUP_SECOND=str(stick))
    with commands(fresh) as said:
        assert f"{laid}\n" in said("", "manage.py", "restore", str(stick))
        told = said("", "manage.py", "restore", laid, typed=f"{PHRASE}\n")
        assert "Put back: everything as it was" in told
        assert said("", "manage.py", "backup").split("\n")[1].endswith(".sqlite3.sealed")
    left = [path.name for path in other.parent.glob("evening*") if path.is_dir()]
    assert left == ["evening-backups"]


def test_a_phrase_that_is_not_typed_twice_the_same_seals_nothing(
    small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sealing.seal_no_more()
    for typed in (f"{PHRASE}\nfour words of yours\n", "short\nshort\n"):
        monkeypatch.setattr("sys.stdin", StringIO(typed))
        with pytest.raises(CommandError):
            call_command("seal")
        assert sealing.seal() is None
    monkeypatch.setattr("sys.stdin", StringIO(f"{PHRASE}\n {PHRASE}\n"))
    call_command("seal", stdout=StringIO())
    assert sealing.seal() is not None
    call_command("seal", "--off", stdout=StringIO())
    assert sealing.seal() is None


@pytest.fixture
def organiser(event: Event) -> Client:
    """Logged in, at the machine."""
    client = Client()
    client.force_login(official(event, Role.ORGANISER, "organiser"))
    return client


def said(client: Client, event: Event, address: str, **form: str) -> str:
    """What the page says after something was pressed."""
    here = form.pop("REMOTE_ADDR", "127.0.0.1")
    answer = client.post(reverse(address, args=[event.slug]), form, follow=True, REMOTE_ADDR=here)
    return " ".join(str(message) for message in answer.context["messages"])


def test_the_page_seals_and_opens_for_the_next_start(
    event: Event, organiser: Client, tmp_path: Path
) -> None:
    both = {"phrase": PHRASE, "phrase_again": PHRASE}
    assert "go there" in said(organiser, event, "seal_copies", **both, REMOTE_ADDR="10.0.0.7")
    assert "both times" in said(organiser, event, "seal_copies", phrase=PHRASE)
    other = both | {"phrase_again": "four words of yours"}
    assert "not the same" in said(organiser, event, "seal_copies", **other)
    assert "at least 12" in said(organiser, event, "seal_copies", phrase="a", phrase_again="a")
    assert sealing.seal() is None
    assert "sealed from now on" in said(organiser, event, "seal_copies", **both)
    make_copy()
    (sealed,) = copies(tmp_path / "stick")
    chosen = {"copy": str(sealed.path)}
    assert "does not open" in said(organiser, event, "put_back", **chosen, phrase="yours and mine")
    assert (wished(), sealing.opened_folder().exists()) == (None, False)
    said(organiser, event, "put_back", **chosen, phrase=PHRASE)
    wish = wished()
    assert wish
    assert wish.path.read_bytes() == copies(tmp_path / "copies")[0].path.read_bytes()
    assert "Nothing is put back." in said(organiser, event, "put_back", none="1")
    assert (wished(), sealing.opened_folder().exists()) == (None, False)
    assert "as they are" in said(organiser, event, "seal_copies", off="1")
    assert sealing.seal() is None
