from __future__ import annotations

import asyncio

import pytest
from aiosmtpd.smtp import SMTP

from pbm.smtp.listener_limits import ListenerLimits
from pbm.smtp.session import Session
from pbm.smtp.sessions import Sessions
from tests.combinations import for_each

ADDRESSES = (
    "<alice@example.org>",
    "<alice@example.org> SIZE=1024",
    "<alice@example.org>  SIZE=1024 BODY=8BITMIME",
    "<alice@example.org> SIZE=1024 ",
    "<alice.b+c@sub.example.org>",
    "<pbm+urr6pek4b2n6kqs3a25mkk7zkq@games.example.com>",
    "<a_b%c=d@example.org>",
    "<alice@[127.0.0.1]>",
    "<alice..b@example.org>",
    "<.alice@example.org>",
    "<alice@example..org>",
    "<alice@example.org.>",
    '<"alice b"@example.org>',
    "<alice>",
    "<@example.org>",
    "<>",
    "",
    "alice@example.org",
    "alice@example.org SIZE=1",
    " <alice@example.org>",
    "<alice@example.org>SIZE=1",
    "<alice@example.org>\tSIZE=1",
    "<alice@example.org> (a comment)",
    "<alice@example.org> (a comment) SIZE=1",
    "<alice@example.org> =1",
    "<älice@example.org>",
    "<alice@exämple.org> SMTPUTF8",
    "<alice@example.org\n>",
    "<@relay.example.org:alice@example.org>",
)


@for_each("said", ADDRESSES)
def test_an_address_is_parsed_as_by_aiosmtpd(said: str) -> None:
    loop, limits = asyncio.new_event_loop(), ListenerLimits()
    try:
        session = Session(object(), Sessions(limits), limits, "example.org", loop)
        assert session._getaddr(said) == SMTP._getaddr(session, said)
    finally:
        loop.close()


def test_a_timer_that_fires_too_early_is_set_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    loop, limits, times, told = asyncio.new_event_loop(), ListenerLimits(), [100.0], list[str]()
    monkeypatch.setattr(loop, "time", lambda: times[-1])
    session = Session(object(), Sessions(limits), limits, "example.org", loop)
    monkeypatch.setattr(session, "hang_up", told.append)
    try:
        session._reset_timeout(20)
        times.append(115)
        session._reset_timeout(20)
        for now, words in ((120, []), (135, ["421 4.4.2 Too slow; please try again later"])):
            assert session._timeout_handle is not None
            assert session._timeout_handle.when() == now
            times.append(now)
            session._timeout_cb()
            assert told == words
    finally:
        loop.close()
