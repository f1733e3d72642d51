"""The child process: runs the code of one distribution, and answers one question a line.

It imports nothing of pbm and is started by its path, so that a plugin meets no other code than its
own and the standard library. Each question and each answer is a line of JSON; ``process.py`` has
the other side. A plugin's own output is discarded.
"""

from __future__ import annotations

import importlib
import json
import os
import re
import resource
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

Answer = Mapping[str, Any]


def main() -> None:
    """Answer the questions on standard input until it is closed.

    The first argument is JSON: ``games`` maps a name to ``[module, attribute]``; ``memory`` is in
    bytes, ``start`` and ``call`` in seconds of processor time.
    """
    order = json.loads(sys.argv[1])
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb", buffering=0)
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    _limit(order["memory"])
    host = Host(order["games"], order["start"], order["call"])
    for line in questions:
        answers.write(json.dumps(host.answer(json.loads(line))).encode() + b"\n")


def _limit(memory: int) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


class Host:
    """The games of a distribution, each made when it is first asked.

    start, call: seconds of processor time for making a game, and for an answer. Who needs more is
    killed by the kernel, even inside a library written in C.
    """

    def __init__(self, games: Mapping[str, Sequence[str]], start: float, call: float) -> None:
        self._places, self._start, self._call = games, start, call
        self._games: dict[tuple[str, str], Any] = {}

    def answer(self, question: Mapping[str, Any]) -> Answer:
        """Return ``{"right": ...}``, or ``{"fault": ...}`` if the plugin raised something."""
        try:
            game = self._game(question["game"], question["ruleset"])
            signal.setitimer(signal.ITIMER_PROF, self._call)
            return {"right": _ASKED[question["ask"]](game, *question["of"])}
        except Exception as error:  # noqa: BLE001 (whatever the plugin raises)
            told = f"{type(error).__name__}: {error}"[:300]
            return {"fault": told + self._place(question["game"], error)}
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)

    def _place(self, name: str, error: Exception) -> str:
        """Return the innermost line of the plugin's own code that the error passed through."""
        top, place = self._places[name][0].partition(".")[0], ""
        trace = error.__traceback__
        while trace is not None:
            module = trace.tb_frame.f_globals.get("__name__", "")
            if str(module).partition(".")[0] == top:
                place = f" ({module}, line {trace.tb_lineno})"
            trace = trace.tb_next
        return place

    def _game(self, name: str, ruleset: str) -> Any:
        if (name, ruleset) not in self._games:
            signal.setitimer(signal.ITIMER_PROF, self._start)
            module, attribute = self._places[name]
            factory: Any = importlib.import_module(module)
            for each in attribute.split("."):
                factory = getattr(factory, each)
            self._games[name, ruleset] = factory(ruleset)
        return self._games[name, ruleset]


def _look(game: Any, position: str) -> Answer:
    """Return whose turn it is, how the game ended, and the board."""
    turn = game.turn(position)
    over = game.result(position) if turn is None else None
    board = game.board(position) if hasattr(game, "board") else position
    return {"turn": turn, "result": over, "board": board}


def _begin(game: Any) -> Answer:
    position = game.start()
    return {"position": position, **_look(game, position)}


def _play(game: Any, position: str, move: str) -> Answer:
    """Play a legal move. A game is never given another one, which could crash its library."""
    if move not in game.moves(position):
        raise ValueError(f"{move} is not one of its moves")
    after = game.play(position, move)
    return {"position": after, **_look(game, after)}


def _moves(game: Any, position: str) -> list[str]:
    return list(game.moves(position))


def _read(game: Any, position: str, text: str) -> Answer:
    """Return the legal moves that a text may mean; if there are none, why not."""
    legal = list(game.moves(position))
    meant = [move for move in legal if _plain(move) == _plain(text)]
    if not meant and hasattr(game, "read"):
        meant = [move for move in game.read(position, text) if move in legal]
    why = game.why(position, text) if not meant and hasattr(game, "why") else None
    return {"moves": meant, "why": why}


def _plain(move: str) -> str:
    return re.sub(r"[\s:x-]", "", move.casefold())


def _form(_game: Any, form: str, text: str) -> bool:
    """Return whether the text has the form of a move, by the plugin's regular expression."""
    return re.fullmatch(form, text, re.IGNORECASE) is not None


_ASKED: Mapping[str, Callable[..., Any]] = {
    "begin": _begin,
    "form": _form,
    "look": _look,
    "moves": _moves,
    "play": _play,
    "read": _read,
}

if __name__ == "__main__":
    main()
