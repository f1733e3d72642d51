"""``pbm events``: print the feed of finished and reopened games, and rebuild it."""

from __future__ import annotations

import os
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from select import select

import click

from pbm.app.application import App
from pbm.app.subscribers import rebuild as rebuild_board
from pbm.base.errors import UsageError
from pbm.cli.numbers import Number
from pbm.cli.output import echo, echo_json
from pbm.cli.tables import seconds
from pbm.cli.with_app import progress, with_app
from pbm.core.bookkeeping import FeedLine
from pbm.store.protocol import Transaction

PAGE = 50
LOOK_AGAIN_SECONDS = 1.0

IsStopped = Callable[[float], bool]
"""Waits at most this many seconds until the program is told to stop; returns whether it was."""


@click.group()
def events() -> None:
    """The feed of finished and reopened games, for programs that follow it."""


@events.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON: an object on each line.")
@click.option(
    "--since",
    type=Number(min=0),
    metavar="PLACE",
    help="Print also the lines after this place.",
)
@click.option("--from-start", is_flag=True, help="Print all lines; the same as --since 0.")
@with_app
def follow(app: App, as_json: bool, since: int | None, from_start: bool) -> None:
    """Print a line for each game that ends or is reopened from now on. Ctrl-C or SIGTERM stops it.

    Each line begins with its place in the feed. A program that remembers the last place it has
    handled misses nothing: it continues with --since PLACE.
    """
    if from_start and since is not None:
        raise UsageError("use --since or --from-start, not both")
    with _stopped_by_a_signal() as is_stopped, _reader_may_leave():
        for page in _pages(app, 0 if from_start else since, is_stopped):
            _print(app, page, as_json)


@events.command()
@with_app
def rebuild(app: App) -> None:
    """Rebuild the feed of finished games from the events of the boards.

    Existing lines keep their places. Games that ended before there was a feed are added.
    """
    made = Counter[str]()
    with progress(_boards(app), "boards") as bar:
        for board in bar:
            made.update(rebuild_board(app.store, board))
    for name, number in made.items():
        echo(f"{name}: {number} events")


def _pages(app: App, since: int | None, is_stopped: IsStopped) -> Iterator[Sequence[FeedLine]]:
    """Yield the lines after the place ``since``, or only new ones if it is None, until stopped."""
    with app.store.reading() as tx:
        place = tx.feed.last() if since is None else since
    pause = 0.0
    while not is_stopped(pause):
        with app.store.reading() as tx:
            page = tx.feed.after(place, PAGE)
        if page:
            yield page
            place = page[-1].place
        pause = 0.0 if page else LOOK_AGAIN_SECONDS


def _print(app: App, lines: Sequence[FeedLine], as_json: bool) -> None:
    with app.store.reading() as tx:
        rows = [_row(tx, line) for line in lines]
    for row in rows:
        if as_json:
            echo_json(row)
        else:
            echo(_text(row))


def _row(tx: Transaction, line: FeedLine) -> Mapping[str, object]:
    return {
        "place": line.place,
        "what": line.kind,
        "board": line.board,
        "event": line.seq,
        "game": line.game,
        "ruleset": line.ruleset,
        "players": [tx.players.get(player).userid for player in line.players],
        "result": line.result,
        "reason": line.reason,
        "plies": line.plies,
        "started": seconds(line.started),
        "at": seconds(line.at),
    }


def _text(row: Mapping[str, object]) -> str:
    players = row["players"]
    assert isinstance(players, list), "it is one of ours"
    facts = [*map(row.get, ("place", "what", "game", "board")), " - ".join(players)]
    return "  ".join(map(str, [*facts, row["result"], row["reason"]])).rstrip()


def _boards(app: App) -> Iterator[int]:
    last = 0
    while True:
        with app.store.reading() as tx:
            numbers = tx.matches.numbers(last, PAGE)
        if not numbers:
            return
        yield from numbers
        last = numbers[-1]


@contextmanager
def _stopped_by_a_signal() -> Iterator[IsStopped]:
    """Stop on SIGINT and SIGTERM, but only between two pages, so that no line is cut off.

    The handlers write to a pipe. They cannot set a threading.Event: a signal that interrupts
    Event.wait, which holds a lock, would wait for that lock in Event.set for ever.
    """
    stopped, stop = os.pipe()
    signals = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(each, lambda *_: os.write(stop, b"!")) for each in signals]
    try:
        yield lambda seconds: bool(select([stopped], [], [], seconds)[0])
    finally:
        for each, handler in zip(signals, before, strict=True):
            signal.signal(each, handler)
        os.close(stopped)
        os.close(stop)


@contextmanager
def _reader_may_leave() -> Iterator[None]:
    """End quietly when the reader of our pipe has closed it, as ``head`` does."""
    try:
        yield
    except BrokenPipeError:
        # At exit, Python flushes the rest of the output, which would fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
