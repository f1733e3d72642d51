"""Long texts are read outside the write transaction, so that no other letter waits for them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

from pbm.base.values import replace
from pbm.inbox.letter.exchange import Exchange
from pbm.inbox.line.line import Call
from pbm.inbox.line.reading import call_with_text
from pbm.play.work import Work
from pbm.store.protocol import Transaction

T = TypeVar("T")

SMALL_TEXT = 4096
"""A text of more characters may take long to parse: 32 KiB of moves take 50 ms."""


def aside(exchange: Exchange, key: Hashable, read: Callable[[Exchange], T], *, is_quick: bool) -> T:
    """What ``read`` returns, outside the write transaction unless it is known to be quick.

    read: must write nothing. Equal keys mean equal results, as long as nobody else writes.

    :raises WorkWanted: if it is not quick and was not read yet
    """
    if is_quick:
        return read(exchange)
    # Each line of a letter is read after what the lines before it have done.
    whole_key = ("read", key, exchange.context.key, len(exchange.progress.lines))
    return exchange.work.bench.result(whole_key, lambda tx: read(_in(exchange, tx)))


def with_text(exchange: Exchange, call: Call, lines: Sequence[str]) -> Call:
    """The command with the lines beside it, their passwords blanked.

    :raises WorkWanted: if the lines are long and were not read yet
    """
    return aside(
        exchange,
        ("text", call.line, tuple(lines)),
        lambda found: call_with_text(call, lines, found.context),
        is_quick=sum(map(len, lines)) <= SMALL_TEXT,
    )


def player_lookup(tx: Transaction) -> Callable[[str], bool]:
    """Return a function that tells whether a userid belongs to somebody; it caches answers."""
    known: dict[str, bool] = {}

    # Not ``functools.cache``: wrapping a function takes 15,000 instructions, twice for each letter.
    def is_player(userid: str) -> bool:
        if userid not in known:
            known[userid] = tx.players.by_userid(userid) is not None
        return known[userid]

    return is_player


def _in(exchange: Exchange, tx: Transaction) -> Exchange:
    """The exchange in another transaction, which may be for reading only."""
    work = exchange.work
    return replace(
        exchange,
        work=Work(tx, work.now, work.cause, work.boards, work.bench),
        context=replace(exchange.context, is_player=player_lookup(tx)),
    )
