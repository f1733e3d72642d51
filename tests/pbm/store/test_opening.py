"""Opening a store by data directory or by URL."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path

import pytest

from pbm.base.errors import TemporaryFailure, UsageError
from pbm.store import administration, open_store, open_to_look
from pbm.store.administration import FILE
from tests.combinations import for_each
from tests.pbm.store.samples import add_player


@pytest.mark.parametrize("name", [FILE, "games of 2026 ü 100%.db"])
def test_a_url_names_a_file(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    url = path.as_uri().replace("file:", "sqlite:")
    with closing(open_store(url)) as store, store.transaction() as tx:
        add_player(tx, "alice")
    assert path.exists()
    with closing(open_to_look(url)) as store, store.reading() as tx:
        assert tx.players.by_userid("alice") is not None


def test_a_data_directory_holds_an_sqlite_file(tmp_path: Path) -> None:
    open_store(tmp_path).close()
    assert administration(f"sqlite://{tmp_path}/{FILE}").is_begun()


@for_each(
    ("url", "advice"),
    [
        ("oracle://scott:tiger@localhost/pbm", "choose from sqlite:, postgresql:"),
        ("/var/lib/pbm", "use one such as sqlite:///PATH"),
        ("sqlite://host/pbm.sqlite", "use sqlite:///PATH"),
        ("sqlite:///pbm.sqlite?mode=ro", "use sqlite:///PATH"),
        ("sqlite:", "use sqlite:///PATH"),
    ],
)
def test_a_url_that_names_no_store_is_refused_with_advice_and_without_its_password(
    url: str, advice: str
) -> None:
    with pytest.raises(UsageError, match=re.escape(advice)) as refused:
        administration(url)
    assert "tiger" not in str(refused.value)


def test_a_folder_that_cannot_hold_a_store_is_a_temporary_failure(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    with pytest.raises(TemporaryFailure):
        open_store(tmp_path)
