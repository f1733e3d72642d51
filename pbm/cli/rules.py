"""``pbm rules``: boards, legal moves, counts and replays without a server."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TextIO

import click

from pbm.base.errors import PbmError, PermanentFailure, UsageError
from pbm.cli.output import echo
from pbm.cli.tables import echo_rows, json_option
from pbm.core.games import (
    AnyGame,
    Outcome,
    PluginGame,
    RulesError,
    Style,
    explain_line,
    find,
    listed_games,
    perft,
    perft_split,
    plugins,
    record,
    replay,
    spec,
    split_line,
    summary,
    use_plugins,
    verify,
)
from pbm.inbox.line.names import is_command_word
from pbm.notices.wording import line_refusal, say

_DEEPEST = 100
"""Upper bound on DEPTH, since counting is recursive; it takes too long at much smaller depths."""

Answer = Callable[[Any], list[str]]
"""Returns the lines that a command prints for one state."""


def _game(ctx: click.Context, param: click.Parameter, value: str | None) -> AnyGame | None:
    return None if value is None else find(value)


def _specs(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    return [game.spec for game in listed_games() if game.spec.startswith(incomplete)]


class Lines(click.File):
    """A text file, or ``-`` for standard input. Bytes that are not UTF-8 are replaced."""

    def __init__(self) -> None:
        super().__init__("r", encoding="utf-8", errors="replace")


game_argument = click.argument("game", metavar="SPEC", callback=_game, shell_complete=_specs)
position_argument = click.argument("position", metavar="POSITION")


@click.group()
def rules() -> None:
    """The rules without a server: boards, legal moves, counts, game records.

    SPEC is a game and its rule set, such as gyges/classic; unique prefixes are enough. POSITION is
    one line as these commands print it, or `start` for the empty start. With `-`, each line of
    standard input is a position, and is answered by one line. Here the games of all installed
    plugins can be named, whether a server offers them or not.
    """
    use_plugins(None)


@rules.command("verify")
@click.argument("name", metavar="SPEC")
def verify_plugin(name: str) -> int:
    """Try whether a plugin's game keeps the contract: one line for each check.

    SPEC is an installed game of a plugin, with or without a rule set; the beginning of one stands
    for all games that begin so. Its code runs in a process of its own, with the limits of a server.
    """
    failed = False
    for game in _plugin_games(name):
        for verdict in verify(game):
            failed |= bool(verdict.why)
            told = (
                f"FAILED: {verdict.what}: {verdict.why}" if verdict.why else f"ok: {verdict.what}"
            )
            echo(f"{spec(game)}: {told}")
        echo(f"{spec(game)}: {summary(game)}")
    return int(failed)


def _plugin_games(name: str) -> Sequence[PluginGame]:
    """:raises UsageError: if no plugin brings the game, or it is named like a command"""
    family = name.partition("/")[0]
    for trouble in plugins().troubles:
        if trouble.game == family:
            raise PermanentFailure(str(trouble))
    games = plugins().games.items()
    exact = [each for full, each in games if name in (full, each.name)]
    found = exact or [each for full, each in games if name and full.startswith(name)]
    if not found:
        known = ", ".join(plugins().games) or "none"
        raise UsageError(f"no installed plugin has a game {name}; there is {known}")
    if is_command_word(family):
        raise PermanentFailure(f"{family} is a word of commands; the game needs another name")
    return found


@rules.command("list")
@json_option
def list_games(as_json: bool) -> None:
    """List every SPEC with its title."""
    echo_rows(({"spec": game.spec, "title": game.title} for game in listed_games()), as_json)


@rules.command()
@game_argument
@position_argument
@click.option("--style", type=click.Choice([style.value for style in Style]), default="grid")
def show(game: AnyGame, position: str, style: str) -> None:
    """Show the board as it is mailed."""

    def board(state: Any) -> list[str]:
        return game.render(state, Style(style)).splitlines()

    _answer(game, position, board, glue="\n", between="\n")


@rules.command()
@game_argument
@position_argument
@click.option("--count", is_flag=True, help="Only count them, and the positions they lead to.")
def moves(game: AnyGame, position: str, count: bool) -> None:
    """List the legal moves, one a line; with `-`, separated by two spaces."""

    def listed(state: Any) -> list[str]:
        return [game.format(state, move) for move in game.legal_moves(state)]

    def counted(state: Any) -> list[str]:
        legal = list(game.legal_moves(state))
        reached = {game.arrangement_after(state, move) for move in legal}
        return [f"{len(legal)} moves {len(reached)} positions"]

    _answer(game, position, counted if count else listed)


@rules.command()
@game_argument
@position_argument
@click.argument("moves", metavar="MOVE...", nargs=-1, required=True)
def play(game: AnyGame, position: str, moves: tuple[str, ...]) -> None:
    """Print the position after each move, one a line; "a; b" is two moves.

    If a move is illegal, no position is printed. Standard error names the first illegal move and
    the rule that it breaks.
    """

    def positions(state: Any) -> list[str]:
        written = [move for argument in moves for move in split_line(argument)]
        plies = replay(game, state, written).plies
        return [game.encode(ply.after) for ply in plies if not ply.automatic]

    _answer(game, position, positions)


@rules.command("explain")
@game_argument
@position_argument
@click.argument("move")
def explain_moves(game: AnyGame, position: str, move: str) -> None:
    """Explain a legal move step by step, one step a line, each with its rule.

    "a; b" is two moves. If a move is illegal, only the rule that it breaks is printed.
    """

    def steps(state: Any) -> list[str]:
        explained = explain_line(game, state, move)
        return [say(game.words, phrase) for _, phrases in explained for phrase in phrases]

    _answer(game, position, steps)


@rules.command("perft")
@game_argument
@position_argument
@click.argument("depth", type=click.IntRange(min=0, max=_DEEPEST))
@click.option("--split", is_flag=True, help="Print the count below each first move, then the sum.")
def count_sequences(game: AnyGame, position: str, depth: int, split: bool) -> None:
    """Count the sequences of DEPTH plies. A forced pass is a ply."""

    def counted(state: Any) -> list[str]:
        if not split or depth == 0:
            return [str(perft(game, state, depth))]
        below = perft_split(game, state, depth)
        return [*(f"{move} {count}" for move, count in below), str(sum(n for _, n in below))]

    _answer(game, position, counted)


@rules.command("replay")
@game_argument
@click.argument("file", type=Lines())
@click.pass_context
def replay_games(ctx: click.Context, game: AnyGame, file: TextIO) -> None:
    """Print how each game ends, one game a line.

    Each line of FILE (`-` for standard input) has the moves of a game from the empty start,
    separated by spaces. Forced passes may be left out, and `resign` may end a game. The exit status
    is 1 if any move is illegal.
    """
    illegal = False
    for line in file:
        try:
            written = filter(None, re.split(r"[\s;]+", line))
            ending = _ending(game, replay(game, game.start(), written).outcome)
        except RulesError as error:
            illegal, ending = True, f"illegal {line_refusal(game, error)}"
        echo(ending)
    ctx.exit(int(illegal))


@rules.command()
@click.argument("files", metavar="FILE...", type=Lines(), nargs=-1, required=True)
@click.pass_context
def check(ctx: click.Context, files: Sequence[TextIO]) -> None:
    """Check game records by replaying them.

    Each record gets one line: its game and result, or what is wrong with it. The exit status is 1
    if anything is wrong.
    """
    wrong = False
    for file in files:
        for place, told, fits in _check(file.read()):
            echo(f"{file.name}{place}: {told}")
            wrong = wrong or not fits
    ctx.exit(int(wrong))


def _answer(
    game: AnyGame, position: str, answer: Answer, glue: str = "  ", between: str = ""
) -> None:
    """Print the answer for one position, or with ``-`` for each line of standard input.

    An error is printed in the place of the answer to its line.

    glue: joins the lines of one answer to a position from standard input.
    between: printed between two answers.
    """
    if position == "-":
        _answer_each(game, answer, glue, between)
        return
    try:
        lines = answer(_read(game, position))
    except RulesError as error:
        raise PermanentFailure(line_refusal(game, error)) from error
    for line in lines:
        echo(line)


def _answer_each(game: AnyGame, answer: Answer, glue: str, between: str) -> None:
    failed = False
    stdin = click.open_file("-", encoding="utf-8", errors="replace")
    for number, line in enumerate(stdin):
        try:
            told = glue.join(answer(_read(game, line)))
        except RulesError as error:
            failed, told = True, f"error: {line_refusal(game, error)}"
        echo(between * (number > 0) + told)
    click.get_current_context().exit(int(failed))


def _read(game: AnyGame, position: str) -> Any:
    text = position.strip()
    return game.start() if text == "start" else game.decode(text)


def _ending(game: AnyGame, outcome: Outcome | None) -> str:
    """``won white 23-17``, ``won south``, ``draw`` or ``unfinished``."""
    if outcome is None:
        return "unfinished"
    winner = outcome.winner
    told = "draw" if winner is None else f"won {game.seats[winner.value].lower()}"
    return f"{told} {'-'.join(map(str, outcome.score))}" if outcome.score else told


def _check(text: str) -> Iterator[tuple[str, str, bool]]:
    """Yield for each record its place in the file, what to print, and whether it is correct."""
    try:
        records = record.read(text)
    except RulesError as error:
        yield "", f"error: {say({}, error.phrase)}", False
        return
    for number, found in enumerate(records, 1):
        try:
            yield f" {number}", _check_record(found), True
        except PbmError as error:
            yield f" {number}", str(error), False


def _check_record(found: record.Record) -> str:
    """:raises PbmError: if anything in the record is wrong"""
    try:
        game = find(found.tag("Game"))
    except RulesError as error:
        raise UsageError(say({}, error.phrase)) from error
    try:
        played = record.play(game, found)
    except RulesError as error:
        raise PermanentFailure(line_refusal(game, error)) from error
    result, reason = (found.tags.get(name, record.UNFINISHED) for name in ("Result", "Reason"))
    return f"{spec(game)} {result} {reason}, {len(played.plies)} plies"
