"""``pbm engine``: our engines for other programs (UGI), and matches between programs."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from io import FileIO, UnsupportedOperation

import click

from pbm.app.externals import words
from pbm.base.errors import UsageError
from pbm.cli.output import echo, echo_again, echo_json
from pbm.cli.rules import game_argument
from pbm.cli.tables import one_json_option
from pbm.core.games import AnyGame, Limits
from pbm.programs import ugi
from pbm.programs.external import External
from pbm.programs.match import NONE_YET, Finished, play_match
from pbm.programs.opponents import GREEDY, Chance, ForfeitError, IllegalMoveError, Opponent, Program
from pbm.programs.tally import Tally

_LEVEL = "level:"

_EVERY = 10
"""After so many games a line tells how the match stands, where it is no terminal."""

_OF_SIGNALS = 128
"""The exit status after a signal is its number added to this, as shells have it."""

seed_option = click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Of everything random."
)


class Engine(click.Group):
    """The group ``engine``, where a word that is no command is a rule set for ``speak``."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in self.commands:
            args = [speak.name or "", *args]
        return super().resolve_command(ctx, args)


@click.group(cls=Engine)
def engine() -> None:
    """Run our engines for another program, and play matches.

    `pbm engine SPEC` speaks UGI, the Universal Game Interface, on standard input and output.
    """


@engine.command()
@game_argument
@click.option(
    "--level", type=int, default=ugi.FULL, help="From 1 to 5; full strength without this option."
)
@seed_option
def speak(game: AnyGame, level: int, seed: int) -> None:
    """Speak UGI on standard input and output."""
    ugi.level_of(game, level)
    ugi.serve(_stdin(), _say, game, level, seed)


@engine.command()
@game_argument
@click.argument("one", metavar="A")
@click.argument("other", metavar="B")
@click.option("--games", type=click.IntRange(min=1), default=40, show_default=True)
@click.option("--nodes", type=click.IntRange(min=1), help="The most positions searched for a move.")
@seed_option
@one_json_option
def match(
    game: AnyGame, one: str, other: str, as_json: bool, nodes: int | None, **options: int
) -> None:
    """Play A against B, and print the result of A.

    A and B are `level:1` to `level:5`, `random`, `greedy`, or a command in quotes that speaks UGI.
    Each opening is played twice, with both colours. Without --nodes, a command gets a second a
    move. The result so far is shown on a terminal, or every ten games elsewhere. SIGINT and SIGTERM
    end the match with the result of the games that are finished.
    """
    tally, stop = NONE_YET, 0
    with ExitStack() as processes:
        players = [_player(game, text, nodes, processes) for text in (one, other)]
        try:
            with _interrupted_by_signals():
                for finished in play_match(game, players, options["games"], options["seed"]):
                    tally = finished.tally
                    _tell(game, finished)
        except _Interrupted as interrupted:
            stop = interrupted.number
            echo(f"stopped after {tally.games} of {options['games']} games", err=True)
    if tally.games:
        _echo_result(tally, as_json=as_json)
    if stop:
        click.get_current_context().exit(_OF_SIGNALS + stop)


class _Interrupted(Exception):
    """A signal has come. number: which one."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@contextmanager
def _interrupted_by_signals() -> Iterator[None]:
    """Raise an exception at SIGINT and SIGTERM."""

    def interrupt(number: int, _: object) -> None:
        raise _Interrupted(number)

    wanted = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(each, interrupt) for each in wanted]
    try:
        yield
    finally:
        for each, handler in zip(wanted, before, strict=True):
            signal.signal(each, handler)


def _echo_result(tally: Tally, *, as_json: bool) -> None:
    if as_json:
        echo_json(tally.as_facts())
    else:
        echo(tally)


def _player(game: AnyGame, text: str, nodes: int | None, processes: ExitStack) -> Opponent:
    """:raises UsageError: if there is no such player"""
    limits = Limits() if nodes is None else Limits(nodes)
    if text == "random":
        return Chance()
    if text == "greedy":
        return Program(GREEDY, limits)
    if text.startswith(_LEVEL):
        number = text.removeprefix(_LEVEL)
        level = ugi.level_of(game, int(number)) if number.isdecimal() else None
        if level is None:
            raise UsageError(f'"{text}" is no player; write level:1 to level:5')
        return Program(level, limits)
    go = "movetime 1000" if nodes is None else f"nodes {nodes}"
    return processes.enter_context(External(text, game, go, 1.0))


def _stdin() -> Iterable[bytes]:
    """Standard input, unbuffered: a thread that waits for a buffer would hold its lock at exit."""
    try:
        return FileIO(sys.stdin.fileno(), closefd=False)
    except UnsupportedOperation:  # in tests
        return sys.stdin.buffer


def _say(line: str) -> None:
    echo(line)
    sys.stdout.flush()


def _tell(game: AnyGame, finished: Finished) -> None:
    """Tell on standard error how a game was forfeited, and how the match stands."""
    tally, forfeit = finished
    if forfeit is not None:
        echo(f"game {tally.games}: {_why(game, forfeit)}", err=True)
    if sys.stderr.isatty():
        echo_again(tally)
    elif tally.games % _EVERY == 0:
        echo(tally, err=True)


def _why(game: AnyGame, forfeit: ForfeitError) -> str:
    if isinstance(forfeit, IllegalMoveError):
        return f"it plays {words(game, forfeit)}"
    return str(forfeit)
