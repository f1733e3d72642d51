"""``pbm games``: create, show, end, correct, export and import games."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from pbm.admin import imports, plugin_trial
from pbm.admin.action import action
from pbm.admin.lookup import board_numbered, player_named
from pbm.app.application import App
from pbm.base.errors import PermanentFailure, UsageError
from pbm.cli.numbers import Number
from pbm.cli.output import echo
from pbm.cli.tables import echo_fields, echo_rows, json_option, one_json_option, seconds
from pbm.cli.with_app import as_typed, progress, why_option, with_app, with_read_only_app
from pbm.core import time_controls
from pbm.core.board import Board
from pbm.core.games import find, record, start_names
from pbm.core.model import Match, MatchStatus, Player
from pbm.core.results import Result
from pbm.notices.clock_views import limits_facts
from pbm.notices.readers import Reader
from pbm.notices.views import draw, seat_players
from pbm.play import corrections, rulings
from pbm.play.contests.views import record_of
from pbm.play.terms import GameOptions
from pbm.store.protocol import Transaction

_PLACE = re.compile(r"#?(?P<board>[1-9][0-9]{0,8})(?:#(?P<ply>[0-9]{1,4}))?")
_RESULTS = [result.value for result in Result if result is not Result.NONE]

_LIMITS = {
    "totaltime": "Limit for all moves of a player together; none by default.",
    "forfeittime": "Limit for one move: 21d by default, off for none.",
    "nagtime": "When to remind the player to move: after 7d by default.",
}

board_argument = click.argument("board", metavar="B", type=Number(min=1))


def _place(_ctx: click.Context, _param: click.Parameter, written: str) -> tuple[int, int | None]:
    """Parse a board and an optional ply, as players write them in mails: 17 or 17#5."""
    found = _PLACE.fullmatch(written)
    if found is None:
        told = f'"{written}" is not a board; write its number, such as 17, or 17#5 for its ply 5.'
        raise click.BadParameter(told)
    return int(found["board"]), int(found["ply"]) if found["ply"] else None


def _start_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add an option for each seeded start that any game has."""
    for start in reversed(start_names()):
        told = f"Begin with the start called {start}."
        function = click.option(f"--{start}", is_flag=True, help=told)(function)
    return function


def _limit_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add an option for each time limit that players can set."""
    for name, told in _LIMITS.items():
        function = click.option(f"--{name}", metavar="TIME", help=told)(function)
    return function


@click.group()
def games() -> None:
    """Create, show, end, correct, export and import games."""


@games.command()
@click.argument("game", metavar="G[/RULES]")
@click.argument("u1")
@click.argument("u2")
@_start_options
@_limit_options
@click.option("--first", metavar="U", default="u1", help="Player with the first seat, or random.")
@click.option("--unrated", is_flag=True, help="Do not count the game for ratings.")
@with_app
def create(app: App, /, game: str, u1: str, u2: str, first: str, **options: Any) -> None:
    """Begin a game at once, and mail both players the board.

    Prints the number of the board. U1 has the first seat, unless --first names another: u1, u2, a
    userid or random.
    """
    found = find(game)
    with action(app, as_typed()) as work:
        pair = player_named(work.tx, u1), player_named(work.tx, u2)
        chosen = GameOptions.read(found, {**_words(options), "first": _first(pair, first)})
        board = rulings.create(work, chosen, *pair)
    echo(board.number)


@games.command("list", short_help="List boards by number.")
@click.argument("game", metavar="[G[/RULES]]", default="")
@click.option("--status", type=click.Choice([status.value for status in MatchStatus]))
@json_option
@with_read_only_app
def list_games(app: App, game: str, status: str | None, as_json: bool) -> None:
    """List boards by number: all, or those of one game or rule set."""
    found = find(game) if game else None
    with app.store.reading() as tx:
        userids = {player.id: player.userid for player in tx.players.list()}
        matches = tx.matches.list(found.name if found else None)
    ruleset = found.ruleset if found and "/" in game else None
    chosen = (
        match
        for match in matches
        if status in (None, match.status.value) and ruleset in (None, match.ruleset)
    )
    echo_rows((_row(match, userids) for match in chosen), as_json)


@games.command(short_help="Try running games of plugins with the rules of now.")
@with_read_only_app
def trial(app: App) -> int:
    """Replay every running game of a plugin with the rules that are installed now.

    Prints a line for each, with the first move that is illegal now. Do this before an upgrade of a
    plugin is used by the server. Exit status 1 if any game is held or would be.
    """
    with app.store.reading() as tx:
        tried = [*plugin_trial.trial(tx)]
    for each in tried:
        echo(str(each))
    return int(not all(each.is_well for each in tried))


@games.command(short_help="Show one board, now or after an earlier ply.")
@click.argument("place", metavar="B[#PLY]", callback=_place)
@click.option("--ply", type=Number(min=0), help="Show the board after this number of plies.")
@one_json_option
@with_read_only_app
def show(app: App, place: tuple[int, int | None], ply: int | None, as_json: bool) -> None:
    """Show one board as it stands now, or as it stood after PLY plies."""
    board, written = place
    ply = written if ply is None else ply
    with app.store.reading() as tx:
        found = board_numbered(tx, app.repository, board)
        userids = {player.id: player.userid for player in seat_players(tx, found)}
        why = rulings.why_ended(tx, found)
    at = found.match.plies if ply is None else ply
    state = _state_at(found, at)
    more = {
        **_clock_row(found.match, userids),
        "why": why or None,
        "position": found.game.encode(state),
    }
    drawing = draw(found, state, None)
    if as_json:
        facts = {**_row(found.match, userids), "ply": at, "plies": found.match.plies, **more}
        echo_fields({**facts, "drawing": drawing}, as_json)
        return
    shown = at if at == found.match.plies else f"{at} of {found.match.plies}"
    echo_fields({**_row(found.match, userids), "ply": shown, **more})
    echo(f"\n{drawing}")


@games.command()
@click.argument("boards", metavar="B...", type=Number(min=1), nargs=-1)
@click.option("--all", "every", is_flag=True, help="Export every game that has begun.")
@with_read_only_app
def export(app: App, boards: Sequence[int], every: bool) -> None:
    """Print boards as game records."""
    if every == bool(boards):
        raise UsageError("name the boards to export, or use --all for every game that has begun")
    with app.store.reading() as tx:
        recorded = (match.board for match in tx.matches.list(None) if match.has_record)
        chosen = recorded if every else boards
        records = [_record(tx, board_numbered(tx, app.repository, board)) for board in chosen]
    echo("\n".join(map(record.write, records)), nl=False)


@games.command("import")
@click.argument(
    "files",
    metavar="FILE...",
    type=click.Path(exists=True, path_type=Path),
    nargs=-1,
    required=True,
)
@with_app
def import_games(app: App, files: Sequence[Path]) -> None:
    """Import game records as boards, and print their numbers. No mail is sent.

    The players must exist. If anything in a file is wrong, nothing of that file is imported.
    Imported games do not count for ratings, even if they are continued here.
    """
    for file in files:
        ready = _prepared(app, file)
        with action(app, as_typed(), facts={"file": str(file)}) as work:
            numbers = imports.store(work, ready)
        for number in numbers:
            echo(number)


@games.command(short_help="End a running game with a result.")
@board_argument
@click.argument("result", type=click.Choice(_RESULTS))
@click.option("--again", is_flag=True, help="Change the result of a game that is over.")
@why_option
@with_app
def adjudicate(app: App, board: int, result: str, why: str, *, again: bool) -> None:
    """End a running game with a result, seen from the first seat, and mail both players.

    The game does not count for ratings. With --again, the result of a game that is over is changed:
    its effect on ratings is undone, and later games are rated again.
    """
    decide = corrections.decide_again if again else rulings.adjudicate
    with action(app, as_typed(), why) as work:
        ended = decide(work, board, Result(result), why)
    echo(f"board {ended.number} is over: {ended.match.result}")


@games.command(short_help="End a game without a result.")
@board_argument
@why_option
@with_app
def abort(app: App, board: int, why: str) -> None:
    """End a running game, or an invitation, without a result, and mail both players."""
    with action(app, as_typed(), why) as work:
        ended = rulings.abort(work, board, why)
    echo(f"board {ended.number} is over without a result")


@games.command(short_help="Undo the end of a game.")
@board_argument
@why_option
@with_app
def reopen(app: App, board: int, why: str) -> None:
    """Undo the end of a game, and mail both players.

    A game that was resigned, agreed drawn, lost by time, adjudicated or aborted goes on, and both
    clocks start anew. A game that its own moves ended gets their result back. The effect on ratings
    is undone, and later games are rated again.
    """
    with action(app, as_typed(), why) as work:
        again = corrections.reopen(work, board, why)
    goes_on = "goes on" if again.running else f"is over: {again.match.result}"
    echo(f"board {again.number} {goes_on}")


@games.command(short_help="Set the deadline of the player to move.")
@board_argument
@click.argument("span")
@why_option
@with_app
def deadline(app: App, board: int, span: str, why: str) -> None:
    """Give the player to move the time SPAN from now on (2d, 36h), and mail both players.

    For this turn the deadline replaces the time limits of the game, and the turn does not count for
    the total time. Vacations stop the clock as usual.
    """
    with action(app, as_typed(), why) as work:
        given = corrections.grant(work, board, time_controls.span_of("the deadline", span), why)
    echo(f"the deadline on board {given.number} is {seconds(given.match.clock.deadline())}")


def _prepared(app: App, file: Path) -> list[imports.Import]:
    """Read and replay every record of a file."""
    now = app.clock()
    records = imports.read(file.read_text(encoding="utf-8", errors="replace"), str(file))
    with app.store.reading() as tx, progress(records, str(file)) as bar:
        return [
            imports.prepare(tx, found, f"{file}, record {number}", now)
            for number, found in enumerate(bar, 1)
        ]


def _words(options: Mapping[str, Any]) -> Mapping[str, str]:
    """The options that were given, as in a challenge by mail. The value of a flag is ""."""
    given = {name: value for name, value in options.items() if value not in (None, False)}
    return {name: "" if value is True else value for name, value in given.items()}


def _first(pair: tuple[Player, Player], choice: str) -> str:
    """The player with the first seat, by userid, or ``random``.

    A player whose userid is ``u1`` or ``u2`` comes before the keyword.
    """
    one, two = (player.userid for player in pair)
    word = choice.casefold()
    return choice if word in (one, two) else {"u1": one, "u2": two}.get(word, choice)


def _row(match: Match, userids: Mapping[int, str]) -> Mapping[str, object]:
    return {
        "board": match.board,
        "game": match.spec,
        "players": [userids.get(player, "?") for player in match.players],
        "ply": match.plies,
        "status": match.status.value,
        "result": match.result,
        "reason": match.reason,
        "turn": None if match.mover is None else userids.get(match.mover),
        "deadline": seconds(match.clock.deadline()),
        "updated": match.updated.date(),
    }


def _clock_row(match: Match, userids: Mapping[int, str]) -> Mapping[str, object]:
    """The time limits in words, and the time each player has used of a total; empty if none."""
    limits, spent = match.clock.limits, match.players.zip(match.clock.spent)
    words = {name: told for name, told in limits_facts(limits, Reader()).items() if told}
    taken = {userids.get(player, "?"): str(time) for player, time in spent if limits.total}
    return {"limits": words, "taken": taken}


def _state_at(board: Board, ply: int) -> Any:
    try:
        return board.state_at(ply)
    except IndexError as error:
        played = board.match.plies
        told = f"board {board.number} has no ply {ply}; choose a ply from 0 to {played}"
        raise UsageError(told) from error


def _record(tx: Transaction, board: Board) -> record.Record:
    if not board.match.has_record:
        status = board.match.status.value
        raise PermanentFailure(f"board {board.number} is {status}; it has no game to export")
    return record_of(tx, board)
