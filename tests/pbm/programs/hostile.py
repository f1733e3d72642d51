"""An engine that misbehaves, in the way that its argument names. It needs nothing but Python."""

from __future__ import annotations

import os
import signal
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


def shout() -> None:
    while True:
        os.write(2, b"x" * 65536)


def close_everything() -> None:
    """Close all pipes, and live on."""
    for descriptor in range(3):
        os.close(descriptor)
    time.sleep(600)


def ignore_signals() -> None:
    for each in {*signal.Signals} - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(each, signal.SIG_IGN)
    time.sleep(600)


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
    "shouts": shout,
    "closes everything": close_everything,
    "ignores signals": ignore_signals,
    "marks up": lambda: os.write(1, b"bestmove \r\x1b]0;x\x07<script>alert(1)</script>\x00\n"),
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
