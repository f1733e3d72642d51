"""UGI, the Universal Game Interface: lines by which another program drives our engines.

A line that cannot be obeyed is answered by ``info string error``, and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from pbm.base.errors import UsageError
from pbm.core.games import (
    PASS,
    AnyFound,
    AnyGame,
    Level,
    RulesError,
    Seat,
    choose,
    engine_of,
    find,
    listed_games,
    replay,
    spec,
    unbounded,
)
from pbm.programs import go
from pbm.programs.lines import Lines

FULL = 0
"""In place of a level: without noise, and as deep as ``go`` allows."""

NO_MOVE = "none"
"""The answer to ``go`` when the game is over, or when no move can be found."""

_RESULTS = {"1-0": "p1win", "0-1": "p2win", "1/2-1/2": "draw"}
_LARGEST_SEED = 2**31 - 1

Say = Callable[[str], None]


def serve(stream: Iterable[bytes], say: Say, game: AnyGame, level: int, seed: int) -> None:
    """Obey lines until ``quit`` or the end of the stream."""
    lines = Lines(stream, lambda: say("readyok"))
    session = Session(game, level, seed, say, lines)
    while (line := lines.next()) is not None and line.strip() != "quit":
        session.obey(line)


def level_of(game: AnyGame, number: int) -> Level | None:
    """Return a level by its number, None for ``FULL``.

    :raises UsageError: if there is no such level
    """
    levels = engine_of(game).levels
    if not FULL <= number <= len(levels):
        raise UsageError(f"there is no level {number}; choose one from 1 to {len(levels)}")
    return levels[number - 1] if number else None


class Session:
    """A session: the rule set, position and options that the other program has set up so far."""

    def __init__(self, game: AnyGame, level: int, seed: int, say: Say, lines: Lines) -> None:
        self.game, self.level, self.seed = game, level, seed
        self.state: Any = game.start()
        self._say, self._lines = say, lines

    def obey(self, line: str) -> None:
        words = line.split()
        try:
            if words:
                self._act(words[0], words[1:])
        except (UsageError, RulesError) as error:
            self._say(f"info string error: {' '.join(str(error).split())}")

    def _act(self, word: str, rest: list[str]) -> None:
        match word:
            case "ugi":
                self._introduce()
            case "isready":
                self._say("readyok")
            case "uginewgame":
                self.state = self.game.start()
            case "setoption":
                self._set_option(rest)
            case "position":
                self.state = position(self.game, rest)
            case "query":
                self._say(f"response {self._answer(' '.join(rest))}")
            case "go":
                self._go(go.read(rest, self.game.to_move(self.state)))
            case "stop":
                """The search is over already."""
            case _:
                raise UsageError(f'there is no command "{word}"')

    def _introduce(self) -> None:
        rulesets = " ".join(f"var {game.spec}" for game in listed_games())
        most = len(engine_of(self.game).levels)
        self._say("id name pbm")
        self._say("id author the authors of pbm")
        self._say(f"option name ruleset type combo default {spec(self.game)} {rulesets}")
        self._say(f"option name level type spin default {self.level} min {FULL} max {most}")
        self._say(f"option name seed type spin default {self.seed} min 0 max {_LARGEST_SEED}")
        self._say("ugiok")

    def _set_option(self, words: list[str]) -> None:
        match words:
            case ["name", "ruleset", "value", name]:
                self.game = find(name)
                self.state = self.game.start()
            case ["name", "level", "value", number] if number.isdecimal():
                level_of(self.game, int(number))
                self.level = int(number)
            case ["name", "seed", "value", number] if number.isdecimal():
                self.seed = int(number)
            case _:
                raise UsageError(f'there is no option "{" ".join(words)}"')

    def _answer(self, question: str) -> str:
        outcome = self.game.outcome(self.state)
        match question:
            case "gameover":
                return str(outcome is not None).lower()
            case "p1turn":
                return str(self.game.to_move(self.state) is Seat.FIRST).lower()
            case "result":
                return _RESULTS[outcome.result] if outcome else "none"
            case _:
                raise UsageError(f'there is no question "{question}"')

    def _go(self, wanted: go.Go) -> None:
        if next(self.game.legal_moves(self.state), None) is None:
            self._say(f"bestmove {NO_MOVE if self.game.outcome(self.state) else PASS}")
            return
        level = level_of(self.game, self.level) or unbounded(self.game)
        if wanted.depth is not None:
            level = level._replace(depth=wanted.depth, nodes=0)
        limits = wanted.limits(self._must_stop(endless=wanted.is_endless and not self.level))
        try:
            found = choose(self.game, self.state, level, self.seed, limits)
        except RulesError:
            self._say(f"bestmove {NO_MOVE}")  # before the error: the other program waits for it
            raise
        self._say(self._told(found))
        self._say(f"bestmove {self.game.format(self.state, found.move)}")

    def _must_stop(self, endless: bool) -> Callable[[], bool]:
        """Return when a search must stop; an endless one must also stop at the end of the input."""
        lines = self._lines
        return (lambda: lines.stop_came() or lines.ended()) if endless else lines.stop_came

    def _told(self, found: AnyFound) -> str:
        line, state = list[str](), self.state
        with suppress(RulesError):  # later moves may recreate what was on the board before
            for move in found.line:
                line.append(self.game.format(state, move))
                state = self.game.apply(state, move)
        figures = f"depth {found.depth} score cp {found.value} nodes {found.nodes}"
        return f"info {figures} pv {';'.join(line)}"


def position(game: AnyGame, words: list[str]) -> Any:
    """Return the state of ``startpos`` or ``fen F``, perhaps with ``moves A;B``.

    Moves may also be separated by spaces, unless they contain some.

    :raises UsageError: if the words are neither
    :raises RulesError: if the position or a move is wrong
    """
    split = words.index("moves") if "moves" in words else len(words)
    match words[:split]:
        case ["startpos"]:
            state = game.start()
        case ["fen", *line] if line:
            state = game.decode(" ".join(line))
        case _:
            raise UsageError('a position is "startpos" or "fen" and a line, then "moves A;B"')
    return replay(game, state, _moves(game, " ".join(words[split + 1 :]))).state


def _moves(game: AnyGame, text: str) -> list[str]:
    words = text.split()
    if ";" not in text and all(word == PASS or game.reads(word) for word in words):
        return words
    return [move for part in text.split(";") if (move := part.strip())]
