"""Data that is removed: old letters, and data of former players; the audit still passes."""

from __future__ import annotations

import base64
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from pbm.admin.action import action
from pbm.admin.messages import retry_mail
from pbm.base.errors import PermanentFailure
from pbm.mail.correspondence import LetterStatus, MailStatus, Purpose
from pbm.play.departures import FORGETS, ask_to_forget
from pbm.store.administration import FILE
from tests.pbm.conftest import SavedTown
from tests.pbm.town import (
    ALICE,
    BOB,
    CAROL,
    DOMAIN,
    NORTH,
    PASSWORD,
    SOUTH,
    STRANGER,
    Mail,
    Town,
    findings,
    of,
)

FAREWELL = f"signoff alice {PASSWORD}\n"
SECOND = "alice@second.example"
COMMENT = "Your triple looks lonely."


def on_disk(town: Town) -> bytes:
    """The bytes of the database and of its log, while the database is open."""
    raw = b"".join(path.read_bytes() for path in sorted(town.folder.glob(f"{FILE}*")))
    return raw.lower()


# Old letters


@pytest.fixture
def aged(town_with_game: Town, board_mails: tuple[Mail, Mail]) -> Town:
    """A move of alice's, 90 days and a minute ago; bob's answer to it, just now."""
    mails = town_with_game.answer(board_mails[0], f"{SOUTH}\n\n{COMMENT}\n")
    town_with_game.send_mails()
    town_with_game.later(days=90, minutes=1)
    town_with_game.answer(of(mails, BOB), f"{NORTH}\n\nNot for long.\n")
    return town_with_game


def test_the_bytes_of_old_letters_go_and_those_of_new_ones_stay(aged: Town) -> None:
    assert COMMENT.lower().encode() in on_disk(aged)
    aged.tidy()
    kept = on_disk(aged)
    assert COMMENT.lower().encode() not in kept
    assert b"not for long" in kept


def test_the_audit_holds_without_them_and_their_hashes_stay(aged: Town) -> None:
    before = _hashes(aged)
    aged.tidy()
    assert findings(aged) == []
    assert _hashes(aged) == before
    assert all(len(each) == 64 for each in before)


def _hashes(town: Town) -> list[str]:
    with town.app.store.reading() as tx:
        return [letter.hash for letter in tx.letters.list(limit=1000)]


def test_letters_and_mails_that_wait_keep_theirs(town_with_players: Town) -> None:
    raw = f"From: {ALICE}\r\nMessage-ID: <w@x>\r\n\r\nwhoami\r\n".encode()
    number = town_with_players.keep(ALICE, raw)
    failed = town_with_players.keep(ALICE, raw)
    with town_with_players.app.store.transaction() as tx:
        town_with_players.app.put_aside(failed, RuntimeError("a fault"))(tx)
    mail = next(each for each in town_with_players.leaving() if each.kind == "failed")
    town_with_players.later(days=400)
    town_with_players.tidy()
    with town_with_players.app.store.reading() as tx:
        found = tx.letters.get(number)
        waiting = tx.outbox.get(mail.id)
    assert found is not None and found.raw == raw
    assert waiting is not None and waiting.raw == mail.raw


@pytest.mark.parametrize(("days", "stays"), [("7", False), ("91", True), ("forever", True)])
def test_how_long_is_the_operators_choice(days: str, stays: bool, aged: Town) -> None:
    aged.close()
    again = Town(aged.folder, keep_letters=days)
    again.time = aged.time
    again.tidy()
    assert (COMMENT.lower().encode() in on_disk(again)) is stays
    again.close()


def test_a_repetition_of_an_old_letter_is_not_answered_with_nothing(
    town_with_players: Town,
) -> None:
    raw = f"From: {ALICE}\r\nMessage-ID: <w@x>\r\n\r\nwhoami\r\n".encode()
    assert len(town_with_players.post(ALICE, raw)) == 1
    town_with_players.send_mails()
    town_with_players.later(days=91)
    town_with_players.tidy()
    assert town_with_players.post(ALICE, raw) == []
    assert town_with_players.status is LetterStatus.DUPLICATE


def test_a_mail_without_bytes_is_not_sent_again(aged: Town) -> None:
    with aged.app.store.transaction() as tx:
        number = tx.outbox.list(MailStatus.SENT)[0].id
        tx.outbox.drop(number, was=MailStatus.SENT)
    aged.tidy()
    with (
        pytest.raises(PermanentFailure, match="keep_letters"),
        action(aged.app, "x") as work,
    ):
        retry_mail(work, number)


# Letters without effect


MALLORY = "mallory@evil.example"
LARGE = f"Subject: hello\r\nMessage-ID: <%d@evil.example>\r\n\r\n{'spam ' * 50_000}\r\n"


def raw_of(town: Town, number: int) -> bytes:
    with town.app.store.reading() as tx:
        found = tx.letters.get(number)
    assert found is not None
    assert len(found.hash) == 64
    return found.raw


def test_a_strangers_letter_that_nothing_came_of_goes_after_a_week(town_with_players: Town) -> None:
    assert town_with_players.write(STRANGER, "Buy now! https://example.net") == []
    ignored = town_with_players.last_letter().id
    town_with_players.write(STRANGER, subject="help")
    done = town_with_players.last_letter().id
    town_with_players.write(STRANGER, "Alice swears.", to=f"abuse@{DOMAIN}")
    asked = town_with_players.last_letter().id
    town_with_players.later(days=6)
    town_with_players.tidy()
    assert b"Buy now!" in raw_of(town_with_players, ignored)
    town_with_players.later(days=1, minutes=1)
    town_with_players.tidy()
    assert raw_of(town_with_players, ignored) == b""
    assert raw_of(town_with_players, done) and raw_of(town_with_players, asked)
    assert findings(town_with_players) == []


def test_so_does_an_answer_to_a_stranger(town_with_players: Town) -> None:
    town_with_players.write(STRANGER, subject="help")
    town_with_players.write(ALICE, "whoami")
    town_with_players.send_mails()
    town_with_players.later(days=7, minutes=1)
    town_with_players.tidy()
    with town_with_players.app.store.reading() as tx:
        kept = {mail.kind: bool(mail.raw) for mail in tx.outbox.list()}
    assert (kept["help"], kept["account"]) == (False, True)


@pytest.mark.parametrize(
    "author", [MALLORY, ALICE, "MAILER-DAEMON@evil.example"], ids=["unknown", "forged", "program"]
)
def test_a_day_keeps_no_more_of_them_than_the_quota(
    author: str, saved_town_with_game: SavedTown, tmp_path: Path, _unsynced: None
) -> None:
    """A MiB holds four of these letters, whatever their From."""
    town = saved_town_with_game.copy(tmp_path, strangers_megabytes="1")
    numbers = []
    for number in range(6):
        town.post(MALLORY, f"From: {author}\r\n{LARGE % number}".encode())
        numbers.append(town.last_letter().id)
    assert [bool(raw_of(town, each)) for each in numbers] == [True] * 4 + [False] * 2
    moved = town.answer(saved_town_with_game.mails[0], f"{SOUTH}\n\n{COMMENT}\n")
    assert {mail.to for mail in moved} == {ALICE, BOB}
    assert COMMENT.encode() in town.last_letter().raw
    town.write(STRANGER, "Alice swears.", to=f"abuse@{DOMAIN}")
    assert b"Alice swears." in town.last_letter().raw
    assert findings(town) == []
    town.later(days=1)
    town.post(MALLORY, f"From: {author}\r\n{LARGE % 99}".encode())
    assert town.last_letter().raw
    town.close()


def test_what_waits_for_its_answer_is_kept_however_much_there_is(
    saved_town_with_game: SavedTown, tmp_path: Path, _unsynced: None
) -> None:
    town = saved_town_with_game.copy(tmp_path, strangers_megabytes="1", strangers_per_hour="1")
    town.later(hours=2)
    for number in range(6):
        town.post(MALLORY, f"From: {MALLORY}\r\n{LARGE % number}".encode())
    town.write("carol@carol.example", subject="signup carol")
    town.write("dave@dave.example", subject="signup dave")
    assert b"signup dave" in town.last_letter().raw
    town.later(hours=1)
    assert [mail.to for mail in town.minute()] == ["dave@dave.example"]
    town.close()


# Former players


@pytest.fixture(params=["signoff", "forget"])
def left(
    town_with_game: Town, board_mails: tuple[Mail, Mail], request: pytest.FixtureRequest
) -> Town:
    """Alice has played, guessed, been away and added an address; then she left or was forgotten."""
    mails = town_with_game.play(board_mails, SOUTH, NORTH)
    question = of(town_with_game.write(ALICE, f"add address alice {PASSWORD} {SECOND}"), SECOND)
    town_with_game.answer(question, "yes")
    town_with_game.write(ALICE, f"vacation alice {PASSWORD} tomorrow tomorrow")
    town_with_game.write(SECOND, "gyges resign 1 alice wrong-horse")
    encoded = base64.encodebytes(f"message from {ALICE}\n".encode())
    town_with_game.post(
        ALICE.upper(),
        f"From: {ALICE}\nMessage-ID: <b@x>\nContent-Transfer-Encoding: base64\n\n".encode()
        + encoded,
    )
    with action(town_with_game.app, f"pbm players add alice {ALICE.upper()}", f"for {ALICE}"):
        pass
    town_with_game.answer(of(mails, ALICE), f"chat {COMMENT}")
    if request.param == "signoff":
        farewells = town_with_game.write(ALICE, FAREWELL)
    else:
        command, why = f"pbm players forget alice --why {ALICE}", f"for {ALICE}"
        with action(town_with_game.app, command, why, {FORGETS: "alice"}) as work:
            ask_to_forget(work, town_with_game.player("alice"), why)
        town_with_game.new_mails()
        town_with_game.later(days=7)
        farewells = town_with_game.tick()
    assert farewells[0].kind == "signed_off"
    return town_with_game


def test_nothing_is_erased_before_the_last_mail_has_left(left: Town) -> None:
    left.tidy()
    assert b"[gyges 1]" in on_disk(left)
    assert ALICE.encode() in on_disk(left)


@pytest.mark.parametrize("address", [ALICE, SECOND])
def test_no_byte_of_the_addresses_is_left(left: Town, address: str) -> None:
    left.send_mails()
    left.tidy()
    assert address.encode() not in on_disk(left)
    assert address.encode() not in left.bytes_on_disk().lower()


def test_a_former_player_remains_only_as_a_userid_and_in_games(left: Town) -> None:
    left.send_mails()
    left.tidy()
    tables = _rows_of(left.folder, "alice", left.player("alice").id)
    # Links in mails to others may name players who have left, for two weeks.
    assert tables == {"players", "matches", "ratings", "outbox", "acts", "tokens"}
    with left.app.store.reading() as tx:
        theirs = left.player("alice").id
        assert not any(tx.tokens.unused(theirs, purpose) for purpose in Purpose)
    with left.app.store.reading() as tx:
        assert [each for each in tx.letters.list(limit=1000) if ALICE.encode() in each.raw] == []


def _rows_of(folder: Path, userid: str, player: int) -> set[str]:
    """The tables with a row that names the player."""
    with closing(sqlite3.connect(folder / FILE)) as db:
        names = [
            name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type='table'")
        ]
        return {name for name in names if _names(db, name, userid, player)}


def _names(db: sqlite3.Connection, table: str, userid: str, player: int) -> bool:
    found = db.execute(f'SELECT * FROM "{table}"')
    columns = [column for column, *_ in found.description]
    return any(
        (name in ("player", "first", "second", "opponent") and cell == player)
        or (isinstance(cell, str) and userid in cell)
        for row in found
        for name, cell in zip(columns, row, strict=True)
    )


def test_the_audit_holds_after_it(left: Town) -> None:
    left.send_mails()
    left.tidy()
    assert findings(left) == []


def test_what_others_wrote_and_got_stays(left: Town) -> None:
    left.send_mails()
    left.tidy()
    with left.app.store.reading() as tx:
        bobs = [mail for mail in tx.outbox.list(limit=1000) if mail.recipient == BOB]
    assert bobs and all(mail.raw for mail in bobs)
    assert COMMENT.encode() in b"".join(mail.raw for mail in bobs)


def test_mails_that_died_do_not_keep_an_address(left: Town) -> None:
    with left.app.store.transaction() as tx:
        for mail in tx.outbox.list(MailStatus.QUEUED, limit=1000):
            tx.outbox.mark_dead(mail.id, f"550 <{mail.recipient}> unknown")
    left.tidy()
    assert ALICE.encode() not in on_disk(left)


def test_the_same_address_may_come_back_and_keeps_what_it_writes_then(left: Town) -> None:
    left.send_mails()
    left.later(days=1, hours=1)
    question = of(left.write(ALICE, subject="signup anna"), ALICE)
    left.answer(question, "yes")
    left.send_mails()
    left.tidy()
    assert left.player("anna").addresses == (ALICE,)
    assert b"signup anna" in on_disk(left)
    assert b"vacation" not in b"".join(_letters_of(left, ALICE))


def _letters_of(town: Town, address: str) -> list[bytes]:
    with town.app.store.reading() as tx:
        return [each.raw for each in tx.letters.list(limit=1000) if each.sender == address]


def test_a_used_question_holds_nothing_any_more(town: Town) -> None:
    town.sign_up(CAROL, "marble-tower")
    with closing(sqlite3.connect(town.folder / FILE)) as db:
        held = db.execute("SELECT data FROM tokens WHERE used IS NOT NULL").fetchall()
    assert held == [("{}",)]
