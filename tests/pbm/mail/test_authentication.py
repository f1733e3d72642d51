from __future__ import annotations

import pytest

from pbm.mail import headers
from pbm.mail.authentication import is_authenticated

OURS = "mx.pbm.example"


def believed(results: str, author: str = "alice@example.org", trusted: str = OURS) -> bool:
    head = headers.parse(f"Authentication-Results: {results}\r\n".encode("latin-1"))
    return is_authenticated(head, author.split(), trusted)


def vouched(result: str, **more: str) -> bool:
    return believed(f"{OURS}; {result}", **more)


@pytest.mark.parametrize(
    "result",
    [
        "dmarc=pass header.from=example.org",
        "dmarc=pass (p=REJECT) header.from=Example.ORG",
        "dkim=pass header.d=example.org",
        "spf=fail smtp.mailfrom=evil.example; dkim=pass header.d=example.org",
        "dkim=fail header.d=evil.example; dkim=pass header.d=example.org header.s=x header.b=ab",
    ],
)
def test_an_aligned_pass_is_believed(result: str) -> None:
    assert vouched(result)


@pytest.mark.parametrize(
    "result",
    [
        "none",
        "spf=pass smtp.mailfrom=example.org",
        "dmarc=fail header.from=example.org",
        "dmarc=none header.from=example.org",
        "dmarc=pass header.from=evil.example",
        "dmarc=pass",
        "dkim=pass header.d=evil.example",
        "dkim=pass header.d=example.org.evil.example",
        "dkim=pass header.d=org",
        "dkim=pass header.i=@example.org",
        "dkim=neutral header.d=example.org",
        'dkim=pass reason="dmarc=pass header.from=example.org" header.d=evil.example',
        "dmarc=pass (header.from=example.org) header.from=evil.example",
    ],
)
def test_nothing_less_than_an_aligned_pass_is_believed(result: str) -> None:
    assert not vouched(result)


@pytest.mark.parametrize(
    "header",
    [
        "evil.example; dmarc=pass header.from=example.org",
        "mx.pbm.example.evil.example; dmarc=pass header.from=example.org",
        "",
        ";",
        "=;=;=",
        "mx.pbm.example dmarc=pass header.from=example.org",
        "(" * 2000,
        "\xff; dmarc=pass",
    ],
)
def test_a_header_of_somebody_else_or_of_nonsense_vouches_for_nobody(header: str) -> None:
    assert not believed(header)


def test_the_id_may_be_written_in_any_case() -> None:
    assert believed("MX.pbm.Example; dmarc=pass header.from=example.org")


def test_nobody_is_believed_unless_the_operator_says_whom() -> None:
    assert not vouched("dmarc=pass header.from=example.org", trusted="")
    assert not believed("; dmarc=pass header.from=example.org", trusted="")


@pytest.mark.parametrize("authors", ["", "alice@example.org bob@example.org"])
def test_a_letter_of_several_authors_or_none_is_not_vouched_for(authors: str) -> None:
    assert not vouched("dmarc=pass header.from=example.org", author=authors)
