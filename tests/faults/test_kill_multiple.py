"""kill -9 between the lines of one letter: none is done twice, and none is left out."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from functools import partial
from pathlib import Path

from pbm.mail.correspondence import LetterStatus
from pbm.store import open_store
from pbm.store.protocol import Store
from tests.end_to_end.player import Mail, Player, letter
from tests.end_to_end.process import ServerProcess
from tests.faults.ledger import findings
from tests.patience import wait_until

LINES = 20
KILLED_AFTER = (1, 7, 13)
"""How many lines are done when the server is killed."""


def send_lines(player: Player, welcome: Mail) -> None:
    text = "gyges challenge bob\n" * LINES
    written = letter(player.address, "multiple", text, welcome.reply_to)
    player.send(written.as_bytes(), welcome.reply_to)


def games(store: Store) -> int:
    with store.reading() as tx:
        return len(tx.matches.list())


def has_games(store: Store, wanted: int) -> bool:
    return games(store) >= wanted


def waiting(store: Store) -> int:
    with store.reading() as tx:
        return tx.letters.counts().get(LetterStatus.WAITING, 0)


def caused(store: Store) -> Counter[str]:
    """The kinds of the mails that the newest letter caused."""
    with store.reading() as tx:
        (newest,) = tx.letters.list(limit=1)
        return Counter(mail.kind for mail in tx.outbox.list() if mail.cause.letter == newest.id)


def test_a_server_killed_between_lines_goes_on_behind_the_last_one(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "data")
    server.data.mkdir(mode=0o700)
    server.start()
    alice, bob = Player(server, "alice"), Player(server, "bob")
    alice.sign_up()
    bob.sign_up()
    with closing(open_store(server.data)) as store:
        send_lines(alice, alice.last)
        for done in KILLED_AFTER:
            wait_until(partial(has_games, store, done), "the lines are not done")
            server.kill()
            server.start()
        wait_until(lambda: not waiting(store), "the letter still waits")
        assert games(store) == LINES
        assert caused(store) == Counter(multiple=1, invitation=LINES, invited=LINES)
    server.stop()
    assert findings(server.data) == []
