from __future__ import annotations

import pytest

from pbm.mail import mime
from pbm.mail.authentication import is_vouched_for
from pbm.mail.headers import MAX_HEADER
from tests.combinations import for_each

OURS = "mx.pbm.example"


def believed(results: str, author: str = "alice@example.org", trusted: str = OURS) -> bool:
    return is_believed(f"Authentication-Results: {results}", author=author, trusted=trusted)


def is_believed(*top: str, author: str = "alice@example.org", trusted: str = OURS) -> bool:
    """Whether a front server's word for a letter with these headers on top is believed."""
    lines = [*top, "From: x", "Subject: x", "Date: x", "Message-ID: <x@y>", "", "hello", ""]
    mail = mime.parse("\r\n".join(lines).encode("latin-1"))
    return is_vouched_for(mail, author, trusted, "pbm.example")


def vouched(result: str, **more: str) -> bool:
    return believed(f"{OURS}; {result}", **more)


@for_each(
    "result",
    [
        "dmarc=pass header.from=example.org",
        "dmarc=pass (p=REJECT) header.from=Example.ORG",
        "dkim=pass header.d=example.org",
        "dkim=pass header.i=@example.org",
        "spf=fail smtp.mailfrom=evil.example; dkim=pass header.d=example.org",
        "dkim=fail header.d=evil.example; dkim=pass header.d=example.org header.s=x header.b=ab",
    ],
)
def test_an_aligned_pass_is_believed(result: str) -> None:
    assert vouched(result)


@for_each(
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
        "dkim=pass header.i=@evil.example",
        "dkim=pass header.i=@example.org header.d=evil.example",
        "spf=pass header.i=@example.org",
        "dkim=neutral header.d=example.org",
        'dkim=pass reason="dmarc=pass header.from=example.org" header.d=evil.example',
        "dmarc=pass (header.from=example.org) header.from=evil.example",
    ],
)
def test_nothing_less_than_an_aligned_pass_is_believed(result: str) -> None:
    assert not vouched(result)


@for_each(
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
def test_a_foreign_or_malformed_header_vouches_for_nobody(header: str) -> None:
    assert not believed(header)


def test_the_id_may_be_written_in_any_case() -> None:
    assert believed("MX.pbm.Example; dmarc=pass header.from=example.org")


def test_no_results_are_believed_unless_the_operator_names_a_server() -> None:
    assert not vouched("dmarc=pass header.from=example.org", trusted="")
    assert not believed("; dmarc=pass header.from=example.org", trusted="")


def test_a_letter_without_a_clear_author_is_not_vouched_for() -> None:
    assert not vouched("dmarc=pass header.from=example.org", author="")
    assert not vouched("dmarc=pass header.from=", author="")


# The headers that a front server and its milters add; OpenDMARC's is above OpenDKIM's.
TRACE = "Received: from mx.example.org (mx.example.org [192.0.2.7]) by mail.pbm.example (Postfix)"
DKIM = f"Authentication-Results: {OURS}; dkim=pass header.d=example.org header.i=@example.org"
SPF = f"Authentication-Results: {OURS}; spf=pass smtp.mailfrom=alice@example.org"
NONE = f"Authentication-Results: {OURS}; dmarc=none (p=none dis=none) header.from=example.org"
FAIL = f"Authentication-Results: {OURS}; dmarc=fail (p=none dis=none) header.from=example.org"
PASS = f"Authentication-Results: {OURS}; dmarc=pass (p=none dis=none) header.from=example.org"
OTHER = "Authentication-Results: relay.example.net; dmarc=none header.from=example.org"


@for_each(
    "top",
    [
        (NONE, SPF, DKIM, TRACE),
        (DKIM, NONE, TRACE),
        (PASS, TRACE),
        (OTHER, PASS, TRACE),
        (PASS, "X-Spam: no", NONE.replace("Authentication-R", "authentication-r"), TRACE),
        (NONE, DKIM.replace("dkim", "\r\n\tdkim"), TRACE),
        (NONE, DKIM.replace(OURS, f"{OURS} (us) 1"), TRACE),
        (NONE, DKIM.replace("header.d", "(is) header . (x) d"), TRACE),
        # Results that came with the letter are ignored.
        (PASS, TRACE, FAIL),
        (PASS, TRACE, "Authentication-Results: ((((", "Received: from x by y", FAIL),
    ],
)
def test_all_results_above_the_topmost_received_are_combined(top: tuple[str, ...]) -> None:
    assert is_believed(*top)


@for_each(
    "top",
    [
        (TRACE, PASS),
        ("received : by mail.pbm.example", PASS),
        ("Received:\r\n by mail.pbm.example", PASS),
        (NONE, TRACE, PASS),
        (NONE, TRACE, DKIM, TRACE),
        (OTHER, TRACE, PASS),
        (PASS.replace(OURS, "evil.example"), TRACE, PASS),
        (PASS.replace(OURS, f"{OURS} 2"), TRACE),
        # Our front server has seen another author or signature than we do.
        (FAIL, DKIM, TRACE),
        (DKIM, FAIL, TRACE),
        (NONE.replace("example.org", "evil.example"), DKIM, TRACE),
        (PASS.replace("example.org", "evil.example"), PASS, TRACE),
        # A malformed result may have been a fail.
        ("Authentication-Results: ((((", PASS, TRACE),
        (f"Authentication-Results: {OURS}; dmarc=fail header.from=<>", DKIM, TRACE),
        (*[NONE] * 150, PASS, TRACE),
        # Without a Received it is unknown which results are those of our front server.
        (NONE, PASS),
        (NONE, DKIM),
    ],
)
def test_results_below_a_received_are_ignored_and_contradictions_refuse(
    top: tuple[str, ...],
) -> None:
    assert not is_believed(*top)


@pytest.mark.parametrize(
    "result", ["dkim=pass header.d=example.org", "dmarc=pass header.from=example.org"]
)
def test_a_truncated_result_is_not_believed(result: str) -> None:
    """The name of another domain may be truncated to that of the author."""
    head, tail = f"Authentication-Results: {OURS}; x=none (", f"); {result}"
    padded = head + "p" * (MAX_HEADER - len(head) - len(tail) - 1) + tail
    assert is_believed(padded, TRACE)
    assert not is_believed(f"{padded}.evil.example", TRACE)
