"""An engine that misbehaves, in the way that its argument names. It needs nothing but Python."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Mapping

DIES_AT = ("ugi", "setoption", "uginewgame", "isready", "position", "go")
"""The words at which an engine may die: the first of each line that it is sent."""


def forks() -> None:
    """Make processes that outlive their parent, until no more can be made."""
    while True:
        if os.fork() == 0:
            os.setsid()
            time.sleep(600)


def leaves_one_behind() -> None:
    """Make one process that outlives its parent, and say nothing after that."""
    if os.fork() == 0:
        os.setsid()
    time.sleep(600)


def eats() -> None:
    kept = []
    while True:
        kept.append(bytearray(16 * 1024 * 1024))


def write_endlessly(chunk: bytes) -> None:
    while True:
        os.write(1, chunk)


def drip() -> None:
    while True:
        os.write(1, b"bestmove")
        time.sleep(0.01)


AT_GO: Mapping[str, Callable[[], object]] = {
    "silent": lambda: time.sleep(600),
    "rubbish": lambda: write_endlessly(bytes(range(256)) * 16),
    "newlines": lambda: write_endlessly(b"\n" * 65536),
    "one line": lambda: write_endlessly(b"bestmove " + b"x" * 65536),
    "drip": drip,
    "illegal": lambda: os.write(1, b"bestmove 99-99\n"),
    "no move": lambda: os.write(1, b"bestmove\n"),
    "two moves": lambda: os.write(1, b"bestmove 231123; 231123\n"),
    "not text": lambda: os.write(1, b"bestmove \xff\xfe\x00\x1b[2J\n"),
    "long": lambda: os.write(1, b"bestmove " + b"13-" * 60000 + b"\n"),
    "forks": forks,
    "leaves one behind": leaves_one_behind,
    "eats": eats,
    "crashes": os.abort,
    "stops": lambda: os.kill(os.getpid(), 19),
}
WAYS = ("deaf", "mute", *(f"dies at {word}" for word in DIES_AT), *AT_GO)


def main(way: str) -> None:
    if way == "deaf":
        time.sleep(600)
    for line in sys.stdin:
        word = line.split(" ", 1)[0].strip()
        if way == f"dies at {word}":
            sys.exit(1)
        if way == "mute":
            continue
        if word == "ugi":
            print("ugiok", flush=True)
        elif word == "isready":
            print("readyok", flush=True)
        elif word == "go":
            AT_GO[way]()


if __name__ == "__main__":
    main(sys.argv[1])
