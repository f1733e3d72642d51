"""The private parts of aiosmtpd on which ``Session`` relies.

If a new version lacks one of these parts, a test fails here and says what the part was for.
"""

from __future__ import annotations

import ast
import inspect
import re
from asyncio import StreamReader, new_event_loop
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

from aiosmtpd import smtp

from pbm.smtp import session
from pbm.smtp.session import Session
from tests.combinations import for_each

PRIVATE = {
    "_reader": "letters are read from it",
    "_create_envelope": "makes the envelope of the next letter",
    "_getaddr": "parses the addresses of MAIL and RCPT; ours handles usual ones first",
    "_reset_timeout": "is called for each line; ours does not replace a timer that fires earlier",
    "_timeout_cb": "is called by the timer; ours checks the deadline again",
    "_timeout_duration": "is the timeout for a command",
    "_timeout_handle": "is the running timer",
}
HOOKS = {
    "connection_made": "the client is counted",
    "connection_lost": "the client is no longer counted",
    "data_received": "bytes and lines are counted before anything buffers them",
    "handle_exception": "answers after an error with a letter",
    "smtp_DATA": "receives a letter",
    "smtp_VRFY": "reveals no accounts",
}
"""Public methods that we override; aiosmtpd must go on calling them in the same way."""

LIMITS = {
    "command_size_limits": "is set before __init__, which changes it",
    "line_length_limit": "is set before __init__, which hands it to the StreamReader",
}
THEIRS = inspect.getsource(smtp.SMTP)


def lacks(name: str, purpose: str) -> str:
    return f"aiosmtpd {version('aiosmtpd')} has changed {name}, which Session leans on: {purpose}"


def parameters(method: Callable[..., Any]) -> list[str]:
    return [name.lstrip("_") for name in inspect.signature(method).parameters]


@for_each(("name", "purpose"), [*PRIVATE.items(), *LIMITS.items()])
def test_the_private_part_still_exists_and_is_used(name: str, purpose: str) -> None:
    assert re.search(rf"self\.{name}\b", THEIRS), lacks(name, purpose)


@for_each(("name", "purpose"), [*PRIVATE.items(), *HOOKS.items()])
def test_the_replaced_method_is_still_called_in_the_same_way(name: str, purpose: str) -> None:
    ours, theirs = getattr(Session, name, None), getattr(smtp.SMTP, name, None)
    if ours is not None:
        assert callable(theirs) and parameters(ours) == parameters(theirs), lacks(name, purpose)


def test_a_stream_reader_still_has_the_buffer_that_we_count() -> None:
    """asyncio has no public way to tell how much is buffered."""
    loop = new_event_loop()
    try:
        assert isinstance(vars(StreamReader(loop=loop))["_buffer"], bytearray)
    finally:
        loop.close()


def test_no_other_private_part_is_used() -> None:
    theirs = {each.attr for each in ast.walk(ast.parse(THEIRS)) if isinstance(each, ast.Attribute)}
    ours = ast.walk(ast.parse(inspect.getsource(session)))
    reached = {each.attr for each in ours if isinstance(each, ast.Attribute)} & theirs
    replaced = {name for name in vars(Session) if hasattr(smtp.SMTP, name)}
    assert {name for name in reached | replaced if re.match("_(?!_)", name)} == {
        *PRIVATE,
        "_buffer",
    }
    assert {name for name in replaced if not name.startswith("_")} == {*HOOKS}
