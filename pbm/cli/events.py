"""``pbm events``: what happened, for programs that follow it."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import takewhile
from os import O_WRONLY, devnull, dup2
from os import open as open_file
from threading import Event

import click

from pbm.app.application import App
from pbm.app.subscribers import rebuild as rebuild_board
from pbm.cli.output import echo, echo_json
from pbm.cli.staff import progress, staffed
from pbm.cli.tables import seconds
from pbm.core.model import FinishedGame
from pbm.store.protocol import Transaction

PAGE = 50
LOOK_AGAIN_SECONDS = 1.0


@click.group()
def events() -> None:
    """What happened, for programs that follow it."""


@events.command()
@click.option("--json", "as_json", is_flag=True, help="An object on each line.")
@click.option("--from-start", is_flag=True, help="Those that were printed before, too.")
@staffed
def follow(app: App, as_json: bool, from_start: bool) -> None:
    """Print each game that has ended, and each that ends from now on, until it is interrupted.

    It begins behind the last one that was printed before. What was printed and could not be noted
    as such is printed again, so board and event tell one line from another.
    """
    with _stopped_by_a_signal() as stop, _readers_may_leave():
        for page in _pages(app, from_start, stop):
            _print(app, page, as_json)


@events.command()
@staffed
def rebuild(app: App) -> None:
    """Make the feed of finished games again, by nothing but the events of the boards.

    Games are found that ended before there was a feed. What was printed before is not printed
    again.
    """
    with progress(_boards(app), "boards") as bar:
        told = sum(rebuild_board(app.store, board) for board in bar)
    echo(f"{told} events were told again")


def _pages(app: App, from_start: bool, stop: Event) -> Iterator[Sequence[FinishedGame]]:
    if from_start:
        yield from takewhile(lambda _: not stop.is_set(), _all(app))
    while not stop.is_set():
        with app.store.reading() as tx:
            unread = tx.finished.unread(PAGE)
        if unread:
            yield unread
        else:
            stop.wait(LOOK_AGAIN_SECONDS)


def _all(app: App) -> Iterator[Sequence[FinishedGame]]:
    page = _after(app, None)
    while page:
        yield page
        page = _after(app, page[-1])


def _after(app: App, last: FinishedGame | None) -> Sequence[FinishedGame]:
    with app.store.reading() as tx:
        return tx.finished.after(last, PAGE)


def _print(app: App, games: Sequence[FinishedGame], as_json: bool) -> None:
    with app.store.reading() as tx:
        rows = [_row(tx, game) for game in games]
    printed: list[FinishedGame] = []
    try:
        for game, row in zip(games, rows, strict=True):
            if as_json:
                echo_json(row)
            else:
                echo(_line(row))
            printed.append(game)
    finally:
        with app.store.transaction() as tx:
            tx.finished.mark_read(printed)


def _row(tx: Transaction, game: FinishedGame) -> Mapping[str, object]:
    return {
        "board": game.board,
        "event": game.seq,
        "game": game.game,
        "ruleset": game.ruleset,
        "players": [tx.players.get(player).userid for player in game.players],
        "result": game.result,
        "reason": game.reason,
        "plies": game.plies,
        "started": seconds(game.started),
        "finished": seconds(game.finished),
    }


def _line(row: Mapping[str, object]) -> str:
    players = row["players"]
    assert isinstance(players, list), "it is one of ours"
    facts = [row["game"], row["board"], " - ".join(players), row["result"], row["reason"]]
    return "  ".join(map(str, facts))


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
    """Set by SIGINT and SIGTERM: what is printed is noted as such before the command ends."""
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
