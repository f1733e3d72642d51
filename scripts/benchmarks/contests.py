"""``contests``: a season of many players, and one more finished game among many contests."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median

from pbm.app.application import App
from pbm.app.config import load
from pbm.core.contests.events import ContestDeed
from pbm.core.contests.happenings import Carried
from pbm.core.games import find
from pbm.core.marks import MarkKind
from pbm.core.model import Cause, Player
from pbm.core.names import look
from pbm.play.contest_events.recording import record
from pbm.play.contests import cups, duties, rulings, seasons
from pbm.play.contests.entering import note
from pbm.play.moves import resign
from pbm.play.work import Work
from pbm.store.protocol import Transaction
from scripts.benchmarks.figures import Figure, at_most

PLAYERS = 10_000
FEW, MANY = 10, 10_000
GAMES = 30
NOW = datetime(2026, 12, 20, 9, tzinfo=UTC)
START = datetime(2027, 1, 1, 8, tzinfo=UTC)
GYGES = find("gyges")
_LONGEST, _WHOLE = 1.0, 300.0
_MIB = 1 << 20


def measure(folder: Path, players: int = PLAYERS, contests: int = MANY) -> Iterator[Figure]:
    yield from _season(folder / "season", players)
    yield from _absent(folder / "absent", players)
    with closing(_app(folder / "few")) as few, closing(_app(folder / "many")) as many:
        boards = {app: _cups(app, count) for app, count in ((few, FEW), (many, contests))}
        spent = {app: [_finished(app, board) for board in boards[app]] for app in (few, many)}
    costs = {app: 1000 * median(times) for app, times in spent.items()}
    what = f"one more finished game among {contests} running contests"
    beside = (f"among {FEW}", costs[few])
    yield Figure("contests", what, costs[many], "ms", beside, at_most(1.2))


def _season(folder: Path, players: int) -> Iterator[Figure]:
    """Tell and pair all players of a season, and close it."""
    told = f"a season of {players} players: "
    with closing(_app(folder)) as app:
        season = _entered(app, players)
        soon, paired = (_portions(app, now) for now in (START - timedelta(days=7), START))
        yield from _figures(f"{told}told, paired and mailed", [*soon, *paired])
        closed = [_took(app, lambda tx: _close(app, tx, season)), *_portions(app, START)]
        yield from _figures(f"{told}closed, and all told", closed)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / _MIB
    yield Figure("contests", f"{told}memory at most", memory, "MiB")


def _absent(folder: Path, players: int) -> Iterator[Figure]:
    """Begin a season whose players were nearly all asked whether they play, without an answer."""
    with closing(_app(folder)) as app:
        _entered(app, players, heard=START - timedelta(days=60))
        with app.store.transaction() as tx:
            for player in tx.players.list()[: players // 10]:
                tx.moments.set(MarkKind.HEARD.of(player.id), NOW)
        soon, paired = (_portions(app, now) for now in (START - timedelta(days=7), START))
    what = f"a season of {players} players, of whom nine in ten are left out: begun"
    yield from _figures(what, [*soon, *paired])


def _figures(what: str, took: Sequence[float]) -> Iterator[Figure]:
    yield Figure("contests", what, sum(took), "s", bound=at_most(_WHOLE))
    yield Figure(
        "contests", f"{what}: longest transaction", max(took), "s", bound=at_most(_LONGEST)
    )


def _portions(app: App, now: datetime) -> list[float]:
    """Do all that is due, and return the elapsed seconds of each transaction."""
    done, took = False, []

    def portion(tx: Transaction) -> None:
        nonlocal done
        done = not app.contests.portion(tx, now)

    while not done:
        took.append(_took(app, portion))
    return took


def _took(app: App, do: Callable[[Transaction], object]) -> float:
    begun = time.monotonic()
    with app.store.transaction() as tx:
        do(tx)
    return time.monotonic() - begun


def _close(app: App, tx: Transaction, season: int) -> None:
    contest = tx.contests.get(season)
    assert contest is not None, "it was opened"
    rulings.close(_work(app, tx), contest, "a benchmark")


def _app(folder: Path) -> App:
    folder.mkdir(parents=True)
    return App(load({"data": str(folder), "domain": "bench.example"}, {}), lambda: NOW)


def _entered(app: App, players: int, heard: datetime = NOW) -> int:
    with app.store.transaction() as tx:
        work = _work(app, tx)
        known = [_player(work, number) for number in range(players)]
        season = seasons.open_season(work, GYGES, START)
        note(work, season, Carried(tuple(each.id for each in known)))
        for each in known:
            tx.moments.set(MarkKind.HEARD.of(each.id), heard)
        return season.id


def _cups(app: App, count: int) -> list[int]:
    """Begin ``count`` cups, and return boards of the last ones."""
    boards: list[int] = []
    with app.store.transaction() as tx:
        work = _work(app, tx)
        players = [_player(work, number) for number in range(4)]
        for _ in range(count):
            cup = cups.open_pool(work, GYGES)
            deed = ContestDeed(Carried(tuple(each.id for each in players)), NOW)
            cup = record(tx, cup, deed, work.cause)
            duties.begin_cup(work, cup)
            work.published.clear()
            boards += [game.board for game in tx.contests.games(cup.id)[:3]]
    return boards[-min(GAMES, len(boards)) :]


def _finished(app: App, board: int) -> float:
    """Resign a game, and return the CPU seconds that this and the mails about it take."""
    with app.store.transaction() as tx:
        work = _work(app, tx)
        match = tx.matches.get(board)
        assert match is not None, "it was begun"
        begun = time.process_time()
        resign(work, tx.players.get(match.players.first), board)
        app.post.tell(work)
        return time.process_time() - begun


def _player(work: Work, number: int) -> Player:
    userid = f"bench{number}x"
    return work.tx.players.add(userid, look(userid), [f"{userid}@example.org"], None, NOW)


def _work(app: App, tx: Transaction) -> Work:
    act = tx.acts.add("a benchmark", "", {}, app.clock())
    return Work(tx, app.clock(), Cause(act=act.id), app.repository)
