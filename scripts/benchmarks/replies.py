"""Letters that play moves: replies to board mails, as mail programs write them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from itertools import count
from pathlib import Path

from pbm.base.secrets import make_token, new_nonce, token_hash
from pbm.mail.addresses import reply_address
from pbm.mail.correspondence import Purpose, Token
from scripts.benchmarks.client import Letter
from scripts.benchmarks.courses import Course, Step
from scripts.benchmarks.filling import DOMAIN, NOW, address, app, players_of

_numbers = count(1)


def replies(
    data: Path, courses: Sequence[Course], boards: Iterable[int], played: int, moves: int = 1
) -> list[Letter]:
    """The next moves on boards made by ``fill``: the first on each board, then the second, ..."""
    boards = list(boards)
    with closing(app(data)) as made, made.store.transaction() as tx:
        letters = []
        for ply in range(played, played + moves):
            for board in boards:
                step = courses[board % len(courses)].steps[ply]
                player = players_of(board)[step.seat.value]
                # The first event opened the board; moves follow.
                token = make_token(made.identity.key, new_nonce())
                tx.tokens.add(_grant(token, player, board, seq=ply + 1))
                letters.append(_letter(token, player, board, step))
    return letters


def _grant(token: str, player: int, board: int, seq: int) -> Token:
    return Token(token_hash(token), Purpose.BOARD, player, board, seq, {}, NOW, None)


def _letter(token: str, player: int, board: int, step: Step) -> Letter:
    sender, recipient = address(player), reply_address(token, DOMAIN)
    message_id = f"<{next(_numbers)}@client.example.org>"
    headers = {
        "From": f"Player {player} <{sender}>",
        "To": f"pbm <{recipient}>",
        "Subject": f"Re: [gyges {board}] your move",
        "Date": "Fri, 20 Nov 2026 10:00:00 +0000",
        "Message-ID": message_id,
        "In-Reply-To": f"<{board}.{player}@{DOMAIN}>",
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=utf-8",
        "User-Agent": "Benchmark",
    }
    lines = [*(f"{name}: {value}" for name, value in headers.items()), "", *_body(step)]
    return Letter(sender, recipient, "".join(f"{line}\r\n" for line in lines).encode(), message_id)


def _body(step: Step) -> Iterator[str]:
    yield from (step.text, "", "On Fri, 20 Nov 2026 at 10:00, pbm wrote:", "> Your move.", ">")
    yield from (f"> {line}" for line in step.shown.splitlines())
