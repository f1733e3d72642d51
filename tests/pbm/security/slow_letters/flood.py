"""A flood of slow letters: ``python -m tests.pbm.security.slow_letters.flood [--minutes N]``.

A real server gets 200 of the slowest letters a minute, besides the letters of players. Prints how
long a player waited for each 250 and for each answer.
"""

from __future__ import annotations

import argparse
import smtplib
import time
from collections.abc import Sequence
from contextlib import suppress
from itertools import count, cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread

from tests.end_to_end.player import Player
from tests.end_to_end.process import SERVER, ServerProcess
from tests.pbm.security.slow_letters.found import FOUND

HOSTILE_SECONDS, HONEST_SECONDS = 60 / 200, 3.0
TAKEN, ANSWERED = 2.0, 5.0
"""How long a player may wait, in seconds."""

LETTERS_EACH = 20
"""Letters of each player: far fewer than the answers that a player gets in an hour."""


def flood(server: ServerProcess, end: Event) -> None:
    """Send hostile letters at a steady rate, each with another From."""
    start = time.monotonic()
    for number, slow in zip(count(), cycle(FOUND.values()), strict=False):
        if end.wait(max(0.0, start + number * HOSTILE_SECONDS - time.monotonic())):
            return
        author = f"mallory{number}@evil.example"
        with suppress(smtplib.SMTPException), server.client() as client:
            client.sendmail(author, [SERVER], slow.raw(author, number, 200 * 1024))


def waits(players: Sequence[Player], seconds: float) -> Sequence[tuple[float, float]]:
    """Return for each letter of the players the seconds until its 250 and until its answer."""
    found = []
    end = time.monotonic() + seconds
    for player in cycle(players):
        start = time.monotonic()
        if start >= end:
            break
        player.write("help users")
        taken = time.monotonic()
        player.receive()
        found.append((taken - start, time.monotonic() - start))
        time.sleep(HONEST_SECONDS)
    return found


def _players(server: ServerProcess, seconds: float) -> Sequence[Player]:
    """Sign up enough players to send letters all the time within their limits."""
    needed = int(seconds / HONEST_SECONDS / LETTERS_EACH) + 1
    players = [Player(server, f"player{number}") for number in range(needed)]
    for player in players:
        player.sign_up()
    return players


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=3)
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder) / "data")
        server.start()
        seconds, end = options.minutes * 60, Event()
        players = _players(server, seconds)
        attacker = Thread(target=flood, args=(server, end))
        attacker.start()
        try:
            found = waits(players, seconds)
        finally:
            end.set()
            attacker.join()
            server.stop()
    for what, seconds, most in (
        ("250", [taken for taken, _ in found], TAKEN),
        ("answer", [answered for _, answered in found], ANSWERED),
    ):
        late = sum(each > most for each in seconds)
        middle = sorted(seconds)[len(seconds) // 2]
        print(
            f"{what:6} {len(seconds)} letters, {middle:.2f} s, at most {max(seconds):.2f} s, ",
            end="",
        )
        print(f"{late} later than {most:g} s")


if __name__ == "__main__":
    main()
