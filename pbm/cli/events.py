"""``pbm events``: what happened, for programs that follow it."""

from __future__ import annotations

import signal
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from os import O_WRONLY, devnull, dup2
from os import open as open_file
from threading import Event

import click

from pbm.app.application import App
from pbm.app.subscribers import rebuild as rebuild_board
from pbm.base.errors import UsageError
from pbm.cli.output import echo, echo_json
from pbm.cli.staff import progress, staffed
from pbm.cli.tables import seconds
from pbm.core.model import FeedLine
from pbm.store.protocol import Transaction

PAGE = 50
LOOK_AGAIN_SECONDS = 1.0


@click.group()
def events() -> None:
    """What happened, for programs that follow it."""


@events.command()
@click.option("--json", "as_json", is_flag=True, help="An object on each line.")
@click.option(
    "--since",
    type=click.IntRange(min=0),
    metavar="PLACE",
    help="Those behind the line of this place, too.",
)
@click.option("--from-start", is_flag=True, help="All that there are, too: as --since 0.")
@staffed
def follow(app: App, as_json: bool, since: int | None, from_start: bool) -> None:
    """Print each game that ends from now on, or is reopened, until it is interrupted.

    Each line begins with its place in the feed. Who keeps the last place that they have dealt with
    misses nothing: the next time they go on with --since.
    """
    if from_start and since is not None:
        raise UsageError("name --since or --from-start, not both")
    with _stopped_by_a_signal() as stop, _readers_may_leave():
        for page in _pages(app, 0 if from_start else since, stop):
            _print(app, page, as_json)


@events.command()
@staffed
def rebuild(app: App) -> None:
    """Make the feed of finished games again, by nothing but the events of the boards.

    Lines that are there keep their places. Games are found that ended before there was a feed.
    """
    made = Counter[str]()
    with progress(_boards(app), "boards") as bar:
        for board in bar:
            made.update(rebuild_board(app.store, board))
    for name, number in made.items():
        echo(f"{name}: {number} events")


def _pages(app: App, since: int | None, stop: Event) -> Iterator[Sequence[FeedLine]]:
    """since: behind which place, None for what is new."""
    with app.store.reading() as tx:
        place = tx.feed.last() if since is None else since
    while not stop.is_set():
        with app.store.reading() as tx:
            page = tx.feed.after(place, PAGE)
        if page:
            yield page
            place = page[-1].place
        else:
            stop.wait(LOOK_AGAIN_SECONDS)


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
def _stopped_by_a_signal() -> Iterator[Event]:
    """Set by SIGINT and SIGTERM: no line is cut off."""
    stop, wanted = Event(), (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(each, lambda *_: stop.set()) for each in wanted]
    try:
        yield stop
    finally:
        for each, handler in zip(wanted, before, strict=True):
            signal.signal(each, handler)


@contextmanager
def _readers_may_leave() -> Iterator[None]:
    """Who reads a pipe may have read enough."""
    try:
        yield
    except BrokenPipeError:
        # Python would flush what is left when it ends, and complain.
        dup2(open_file(devnull, O_WRONLY), sys.stdout.fileno())
