"""A database that is replicated, and its log, show no letter that nobody has acted on."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from shutil import copyfile

import pytest

from pbm.admin.store_copy import copy_store
from pbm.app.application import App
from pbm.app.config import load
from pbm.app.data_directory import KEY_FILE
from pbm.base.errors import DamagedError
from pbm.mail.correspondence import KeptLetter, LetterStatus
from pbm.mail.letter import Envelope
from pbm.store.postgresql.connection import connect
from tests.pbm.store.postgresql.server import emptied
from tests.pbm.town import ALICE, DOMAIN, PASSWORD, letter

RAW = letter(ALICE, f"signup alice {PASSWORD}").as_bytes()


@pytest.fixture
def app(tmp_path: Path) -> App:
    """A node that has kept a letter with a password."""
    data = tmp_path / "node"
    made = App(load({"data": str(data), "domain": DOMAIN}, {"PBM_STORE": emptied("replicated")}))
    with made.store.transaction() as tx:
        made.keep(Envelope(ALICE, (f"pbm@{DOMAIN}",), RAW))(tx)
    return made


def stored(app: App) -> bytes:
    assert app.settings.store is not None
    with closing(connect(app.settings.store.text)) as db:
        ((raw,),) = db.execute("SELECT raw FROM letters")
    return bytes(raw)


def kept(app: App) -> KeptLetter:
    with app.store.reading() as tx:
        found = tx.letters.get(1)
    assert found is not None
    return found


def test_a_letter_is_encrypted_until_it_was_acted_on(app: App) -> None:
    assert PASSWORD.encode() not in stored(app)
    assert b"signup" not in stored(app)
    assert kept(app).raw == RAW
    app.handle_now(1)
    assert kept(app).status is LetterStatus.DONE
    assert stored(app) == kept(app).raw
    assert PASSWORD.encode() not in stored(app)
    app.close()


def test_an_encrypted_letter_is_acted_on_after_a_copy_to_a_file(app: App, tmp_path: Path) -> None:
    app.close()
    data = tmp_path / "single"
    copy_store(app.settings.place, data)
    copyfile(app.settings.data / KEY_FILE, data / KEY_FILE)
    with closing(App(load({"data": str(data), "domain": DOMAIN}, {}))) as single:
        assert kept(single).raw == RAW
        single.handle_now(1)
        assert kept(single).status is LetterStatus.DONE


def test_nobody_reads_it_with_another_key(app: App) -> None:
    app.store.use_key(b"x" * 32)
    with pytest.raises(DamagedError):
        kept(app)
    app.close()
