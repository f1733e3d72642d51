"""Game records: tag pairs, then numbered plies, similar to PGN.

[Game "gyges/classic"]
[South "alice"]
[North "bob"]
[Result "0-1"]

1 231123         2 321123
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from .errors import NotationError
from .game import Game, M, S
from .play import PASS, Replay, replay

UNFINISHED = "*"
_TAG = re.compile(r'\[(\w+)\s+"((?:[^"\\]|\\.)*)"\]')
_COLUMN = 17


@dataclass(frozen=True)
class Record:
    """A game record: its tags in order, and its moves, with passes if they were written."""

    tags: Mapping[str, str]
    moves: tuple[str, ...]

    def tag(self, name: str) -> str:
        """:raises NotationError: if the record lacks that tag"""
        if name not in self.tags:
            raise NotationError("tag_missing", tag=name)
        return self.tags[name]


def write(record: Record) -> str:
    """Return the record as text that ends with a newline."""
    tags = "".join(f'[{name} "{_escape(value)}"]\n' for name, value in record.tags.items())
    return f"{tags}\n{''.join(_move_lines(record.moves))}"


def read(text: str) -> list[Record]:
    """Parse all records in a text.

    :raises NotationError: if a tag or the numbering cannot be read, or there is no record
    """
    records = [_record(tags, body) for tags, body in _sections(text)]
    if not records:
        raise NotationError("no_record")
    return records


def play(game: Game[S, M], record: Record) -> Replay[S, M]:
    """Replay a record from its start, and compare its result with that of the moves.

    If the moves leave the game unfinished, the result of the record is accepted: the game may have
    been agreed drawn or adjudicated.

    :raises PlyError: if a move cannot be played
    :raises NotationError: if the start cannot be read or the result contradicts the moves
    """
    setup = record.tags.get("Setup")
    state = game.decode(setup) if setup else game.start()
    played = replay(game, state, record.moves)
    said = record.tags.get("Result", UNFINISHED)
    found = played.outcome.result if played.outcome else said
    if said != found:
        raise NotationError("result_differs", said=said, found=found)
    return played


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _move_lines(moves: tuple[str, ...]) -> Iterator[str]:
    for index in range(0, len(moves), 2):
        cells = [
            f"{index + offset + 1} {move}" for offset, move in enumerate(moves[index : index + 2])
        ]
        yield " ".join([*(cell.ljust(_COLUMN - 1) for cell in cells[:-1]), cells[-1]]) + "\n"


def _sections(text: str) -> Iterator[tuple[dict[str, str], list[str]]]:
    """Yield the tags of each record and the words of its moves.

    A record begins with a tag after moves, or with a tag that the record before it has already.
    """
    tags: dict[str, str] = {}
    words: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.lstrip().startswith("["):
            words.extend(line.split())
            continue
        name, value = _tag(number, line.strip())
        if words or name in tags:
            yield tags, words
            tags, words = {}, []
        tags[name] = value
    if tags or words:
        yield tags, words


def _tag(number: int, line: str) -> tuple[str, str]:
    match = _TAG.fullmatch(line)
    if match is None:
        raise NotationError("tag_unreadable", line=number, text=line[:60])
    return match[1], re.sub(r"\\(.)", r"\1", match[2])


def _record(tags: Mapping[str, str], words: Iterable[str]) -> Record:
    moves: list[str] = []
    for word in words:
        # A move may contain spaces, and a Gyges placement is all digits. So the next ply begins
        # only at its own number, or at the number after it if a forced pass was left out.
        skipped = _numbers(word, len(moves) + 2) and bool(moves)
        if skipped or _numbers(word, len(moves) + 1):
            moves.extend([PASS, ""] if skipped else [""])
        elif not moves:
            raise NotationError("number_missing", ply=1, text=word[:30])
        else:
            moves[-1] = f"{moves[-1]} {word}".strip()
    _drop_result(moves, tags.get("Result", UNFINISHED))
    return Record(dict(tags), tuple(moves))


def _numbers(word: str, ply: int) -> bool:
    return word.rstrip(".") == str(ply)


def _drop_result(moves: list[str], result: str) -> None:
    """Remove the result that PGN repeats after the last move."""
    if moves and moves[-1].endswith(f" {result}"):
        moves[-1] = moves[-1].removesuffix(f" {result}")
