"""URLs of databases are split as the library splits those that it accepts."""

from __future__ import annotations

from urllib.parse import urlsplit

from pbm.base.urls import split_url
from tests.combinations import for_each


@for_each(
    "url",
    [
        "postgresql://pbm:secret@db1,db2:5433/pbm?sslmode=verify-full&host=/run#x",
        "postgresql:///pbm?host=/run",
        "SQLITE:///var/lib/pbm/pbm.sqlite",
        "postgresql://[::1]:5433/pbm",
        "pbm.sqlite",
        "",
    ],
)
def test_it_splits_as_the_library_does(url: str) -> None:
    assert split_url(url) == urlsplit(url)


def test_several_hosts_may_have_brackets() -> None:
    assert split_url("postgresql://127.0.0.1,[::1]:5433/pbm").netloc == "127.0.0.1,[::1]:5433"
