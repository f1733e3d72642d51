"""The process of the programs and the server are killed while programs play each other."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random

from pbm.admin.action import action
from pbm.admin.audit import audit, audit_programs
from pbm.app.application import App
from pbm.app.config import load
from pbm.app.orders import PROGRAMS
from pbm.core.games import find
from pbm.core.model import EventKind
from pbm.play.programs import enlist
from pbm.play.rulings import create
from pbm.play.terms import GameOptions
from pbm.store import open_store
from tests.end_to_end.process import DOMAIN
from tests.faults.children import child_of, gone
from tests.faults.victim import Victim
from tests.patience import until

MOST_MOVES, A_MOMENT = 4, 0.1
"""The most moves before the next kill, and the most seconds between the last move and the kill."""

KILLS_A_GAME = 8
"""Kills for each game: few enough that games go on until the last kill."""

ON = {"PBM_PROGRAMS_ON": "on"}
SPECS = ("dvonn/standard", "gyges/classic")

Move = tuple[int, int, str]
"""Board, number and hash of an event."""


@dataclass(frozen=True)
class Survived:
    """The result of all kills. moves: how many were played. seen: how many before a kill."""

    games: int
    moves: int
    seen: int


def begin(data: Path, games: int) -> None:
    """Begin games between two programs, DVONN and Gyges in turn."""
    with closing(App(load({"data": str(data), "domain": DOMAIN}, {}))) as app:
        with app.store.transaction() as tx:
            enlist(tx, "owl", app.clock())
        with action(app, "begin") as work:
            for number in range(games):
                game = find(SPECS[number % len(SPECS)])
                options = GameOptions(game, start=next(iter(game.starts), ""))
                create(work, options, work.player("owl-1"), work.player("owl-2"))


def moves(data: Path) -> set[Move]:
    """All moves that are stored."""
    with closing(open_store(data)) as store, store.reading() as tx:
        boards = [match.board for match in tx.matches.list()]
        return {
            (board, event.seq, event.hash)
            for board in boards
            for event in tx.matches.events(board)
            if event.kind is EventKind.MOVED
        }


def are_over(data: Path) -> bool:
    with closing(open_store(data)) as store, store.reading() as tx:
        return all(match.finished for match in tx.matches.list())


async def some_moves(data: Path, random: Random) -> set[Move]:
    """Wait until some moves are played, and return all stored moves.

    Waiting for a number of moves makes the progress of the games independent of the machine.
    """
    wanted = len(moves(data)) + random.randrange(MOST_MOVES)
    await until(lambda: len(moves(data)) >= wanted or are_over(data))
    await asyncio.sleep(random.uniform(0, A_MOMENT))
    return moves(data)


async def kill_again_and_again(data: Path, kills: int) -> set[Move]:
    """Kill the process and the server in turn; then let the games end.

    Return the moves that were stored before one of the kills.
    """
    random, seen = Random(kills), set[Move]()
    async with Victim(data, environ=ON) as victim:
        await victim.start()
        for kill in range(kills):
            process = await child_of(victim, PROGRAMS)
            seen |= await some_moves(data, random)
            if kill % 2:
                await victim.kill()
                await victim.start()
            else:
                os.kill(process, signal.SIGKILL)
                await gone(process)
        await until(lambda: are_over(data))
        await victim.stop()
    return seen


def survive_kills_of_programs(data: Path, kills: int) -> Survived:
    """Kill the process of the programs and the server in turn.

    No move may be lost or doubled, and an audit must compute each of them again.
    """
    data.mkdir(mode=0o700)
    games = 1 + kills // KILLS_A_GAME
    begin(data, games)
    seen = asyncio.run(kill_again_and_again(data, kills))
    played = moves(data)
    assert seen <= played, "a move was lost"
    assert len(_places(played)) == len(played), "a move was played twice"
    with closing(open_store(data)) as store:
        assert [*audit(store, lambda: None), *audit_programs(store)] == []
    return Survived(games, len(played), len(seen))


def _places(played: Iterable[Move]) -> set[tuple[int, int]]:
    return {(board, seq) for board, seq, _ in played}
