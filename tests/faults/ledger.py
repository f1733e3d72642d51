"""Compares the replies that the senders got with what the server has stored and done."""

from __future__ import annotations

import asyncio
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import unified_diff
from itertools import islice
from pathlib import Path

from pbm.admin.audit import audit
from pbm.core.happenings import Moved
from pbm.mail.correspondence import KeptLetter, LetterStatus, MailStatus, OutboxMail
from pbm.store import Place, open_store
from pbm.store.protocol import Store, Transaction
from tests.faults.load import Load
from tests.faults.village import Letter
from tests.patience import PATIENCE

_MESSAGE_ID = re.compile(rb"^Message-ID: *(\S+)", re.MULTILINE | re.IGNORECASE)
_LOOK_AGAIN_SECONDS = 0.05
_LONG_PATIENCE = 10 * PATIENCE
_ALL = 1_000_000
_LINES_SHOWN = 12


@dataclass(frozen=True)
class Figures:
    """Numbers of letters.

    tried: sent completely, including retries. taken: got 250. again: duplicates, because the 250
    for the first copy never arrived. lost: got 250 but were not acted on, or not answered.
    doubled: acted on, or answered, more than once.
    """

    tried: int
    taken: int
    again: int
    lost: int
    doubled: int


class Ledger:
    """The stored letters and effects of a server, by the Message-IDs of the letters.

    place: the location of its store, which no process uses any longer.
    """

    def __init__(self, place: Place) -> None:
        with _opened(place) as store, store.reading() as tx:
            letters = tx.letters.list(limit=_ALL)
            self.mails: Sequence[OutboxMail] = tx.outbox.list(limit=_ALL)
            self._names = {letter.id: _message_id(letter) for letter in letters}
            self._done = Counter(
                self._names[each.id] for each in letters if each.status is LetterStatus.DONE
            )
            self.again = sum(each.status is LetterStatus.DUPLICATE for each in letters)
            self.moves = {board: list(self._moves(tx, board)) for board in _boards(tx)}
            self._moved = Counter(name for moves in self.moves.values() for name, _ in moves)
        self._answers = self._answered()

    def _moves(self, tx: Transaction, board: int) -> Iterator[tuple[str, str]]:
        """Yield for each move of a board the Message-ID of its letter, and the move."""
        for event in tx.matches.events(board):
            if isinstance(event.what, Moved) and event.cause.letter is not None:
                yield self._names[event.cause.letter], event.what.line

    def _answered(self) -> Counter[str]:
        """How many different mails answered each letter."""
        answers = defaultdict(set)
        for mail in self.mails:
            if mail.reply and mail.cause.letter is not None:
                answers[self._names[mail.cause.letter]].add(mail.message_id)
        return Counter({name: len(ids) for name, ids in answers.items()})

    def times(self, letter: Letter) -> Sequence[int]:
        """How often the letter was acted on, answered, and its move (if it has one) played."""
        played = [self._moved[letter.id]] if letter.move else []
        return self._done[letter.id], self._answers[letter.id], *played


def figures(load: Load, ledger: Ledger) -> Figures:
    return Figures(
        tried=load.tried,
        taken=len(load.taken),
        again=ledger.again,
        lost=sum(min(ledger.times(letter)) == 0 for letter in load.taken),
        doubled=sum(max(ledger.times(letter)) > 1 for letter in load.taken),
    )


def assert_all_is_well(load: Load, ledger: Ledger, place: Place) -> None:
    """No letter lost or acted on twice, every move in its place, every mail out, audit clean."""
    assert load.refusals == []
    assert [letter.id for letter in load.taken if set(ledger.times(letter)) != {1}] == []
    assert ledger.moves == {board: _written(load.taken, board) for board in ledger.moves}
    assert [mail.id for mail in ledger.mails if mail.status is not MailStatus.SENT] == []
    assert findings(place) == []


def assert_each_mail_is_delivered(ledger: Ledger, outgoing: Path) -> None:
    assert_each_mail_came(ledger, (path.read_bytes() for path in outgoing.glob("*/new/*")))


def assert_each_mail_came(ledger: Ledger, raws: Iterable[bytes]) -> None:
    """Assert that every mail arrived, and that copies of one mail are the same, byte for byte."""
    different = defaultdict(set)
    for raw in raws:
        different[_MESSAGE_ID.findall(raw)[0].decode()].add(raw)
    unlike = [_difference(name, raws) for name, raws in different.items() if len(raws) > 1]
    assert not unlike, "\n".join(unlike)
    assert set(different) == {mail.message_id for mail in ledger.mails}


def _difference(name: str, raws: Iterable[bytes]) -> str:
    """The first lines in which two copies of a mail differ."""
    one, two, *_ = sorted(raw.decode(errors="replace").splitlines() for raw in raws)
    lines = unified_diff(one, two, "one copy", "another copy", n=0, lineterm="")
    return "\n".join([f"two copies of {name}:", *islice(lines, _LINES_SHOWN)])


def findings(place: Place) -> list[str]:
    with _opened(place) as store:
        return [str(finding) for finding in audit(store, step=lambda: None)]


async def quiet(place: Place) -> None:
    """Wait until no letter waits to be acted on, and no mail to be delivered."""
    with _opened(place) as store:
        async with asyncio.timeout(_LONG_PATIENCE):
            while _is_busy(store):
                await asyncio.sleep(_LOOK_AGAIN_SECONDS)


def _is_busy(store: Store) -> bool:
    with store.reading() as tx:
        return bool(tx.letters.waiting() or tx.outbox.counts().get(MailStatus.QUEUED))


def _written(taken: Iterable[Letter], board: int) -> list[tuple[str, str]]:
    return [(each.id, each.move) for each in taken if each.board == board and each.move]


def _boards(tx: Transaction) -> Sequence[int]:
    return [match.board for match in tx.matches.list()]


def _message_id(letter: KeptLetter) -> str:
    found: bytes = _MESSAGE_ID.findall(letter.raw)[0]
    return found.decode()


@contextmanager
def _opened(place: Place) -> Iterator[Store]:
    store = open_store(place)
    try:
        yield store
    finally:
        store.close()
