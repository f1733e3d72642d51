"""Players, boards, and all letters of a test, generated before the first one is sent.

A front server vouches for every letter, so that no letter needs a password or a token, and letters
follow each other as fast as the server accepts them. The moves of a board come from a random game:
each is legal only if all moves before it were played in order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from itertools import count
from pathlib import Path
from random import Random

from pbm.admin.action import action
from pbm.app.application import App
from pbm.app.config import load
from pbm.core.clocks import TimeLimits
from pbm.core.games import AnyGame, Seat, find
from pbm.inbox.line.names import is_command_word
from pbm.play.rulings import create
from pbm.play.signups import add
from pbm.play.terms import GameOptions
from pbm.play.work import Work
from tests.end_to_end.process import DOMAIN, SERVER

FRONT = "front.example.com"
GAME = "dvonn/standard"
MOVES = 70
# A player gets 30 replies an hour to letters that are no moves; replies to retries count too.
TALK_EVERY = 6
BEGINNING = datetime(2026, 11, 20, 10, tzinfo=UTC)
TEXT = """\
Authentication-Results: {front}; dmarc=pass header.from=example.org
From: {author}
To: {to}
Subject: {subject}
Date: {date}
Message-ID: {id}

Have you seen this?
"""


@dataclass(frozen=True)
class Letter:
    """A letter; without a 250, the same bytes are sent again. move: "" if it plays none."""

    id: str
    sender: str
    board: int
    move: str
    raw: bytes


Script = Iterator[Letter]
"""The letters about one board. Each is sent after the server has stored the one before."""


def settle_in(data: Path, boards: int, environ: Mapping[str, str] | None = None) -> list[Script]:
    """Make players and boards in a new data directory, and return the letters of each board."""
    data.mkdir()
    trusted = f'trust_authserv = "{FRONT}"\ntrusted_peers = "127.0.0.1"\n'
    (data / "pbm.toml").write_text(trusted)
    app = App(load({"data": str(data), "domain": DOMAIN}, environ or {}))
    try:
        with action(app, "a village of players") as work:
            return [_board(work) for _ in range(boards)]
    finally:
        app.close()


def _board(work: Work) -> Script:
    number = len(work.tx.matches.list()) + 1
    south, north = (
        add(work, f"{name}-{number}", [_address(name, number)], is_command_word)
        for name in ("south", "north")
    )
    game = find(GAME)
    board = create(work, GameOptions(game, limits=TimeLimits()), south, north)
    assert board.number == number
    return _script(game, number)


def _address(name: str, board: int) -> str:
    return f"{name}-{board}@example.org"


def _script(game: AnyGame, board: int) -> Iterator[Letter]:
    numbers = count(1)
    for ply, (seat, move) in enumerate(_moves(game, Random(board)), start=1):
        author = _address("south" if seat is Seat.FIRST else "north", board)
        yield _written(next(numbers), author, board, f"{game.name} move {board} {move}", move)
        if ply % TALK_EVERY == 0:
            yield _written(next(numbers), author, board, f"{game.name} chat {board}")
        elif ply % TALK_EVERY == 1:
            yield _written(next(numbers), author, board, "whoami")


def _moves(game: AnyGame, random: Random) -> Iterator[tuple[Seat, str]]:
    """Yield the moves of a random game, each with the seat that makes it."""
    state = game.start()
    for _ in range(MOVES):
        seat = game.to_move(state)
        if seat is None:
            return
        move = random.choice(list(game.legal_moves(state)))
        yield seat, game.format(state, move)
        state = game.apply(state, move)


def _written(number: int, author: str, board: int, subject: str, move: str = "") -> Letter:
    name = f"<{board}.{number}@mail.example.org>"
    # The front server vouches for all letters, so without another Date, a letter with the same
    # text would be a duplicate.
    date = format_datetime(BEGINNING + timedelta(seconds=number))
    text = TEXT.format(front=FRONT, author=author, subject=subject, date=date, id=name, to=SERVER)
    return Letter(name, author, board, move, text.replace("\n", "\r\n").encode())
