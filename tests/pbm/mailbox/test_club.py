"""A club in a mailbox: a real Dovecot, ``pbm serve``, and a server that takes its mail."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from email.message import EmailMessage
from pathlib import Path
from threading import Event, Thread

import pytest

from pbm.app.application import App
from pbm.app.config import load
from pbm.app.data_directory import KEY_FILE
from pbm.mail.authentication import Above, Provider
from pbm.mailbox.trust import believed_provider, checked_at
from tests.pbm.mailbox.clubs import Club, club_in, survive_mailbox_kills
from tests.pbm.mailbox.dovecot import CLUB, Dovecot
from tests.pbm.mailbox.test_fetcher import until
from tests.pbm.store.postgresql.server import emptied

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
KILLS = 4


@pytest.fixture
def club(provider: Callable[..., Dovecot], tmp_path: Path) -> Iterator[Club]:
    with club_in(tmp_path, provider()) as club:
        yield club


def is_to_move(mail: EmailMessage) -> bool:
    body = mail.get_body(("plain",))
    return body is not None and "        your move" in body.get_content()


def test_people_sign_up_and_play_through_a_mailbox(club: Club) -> None:
    people = ["alice@example.net", "bob@example.net"]
    for number, each in enumerate(people):
        club.write(each, "", number, f"signup {each.partition('@')[0]}")
        until(lambda each=each: len(club.mails(each)) == 1)  # type: ignore[misc]
        club.write(each, "yes", 10 + number, "Re: yes", club.mails(each)[0]["Reply-To"])
        until(lambda each=each: len(club.mails(each)) == 2)  # type: ignore[misc]
    alice, bob = people
    club.write(alice, "gyges challenge bob", 20, "Re: hi", club.mails(alice)[-1]["Reply-To"])
    until(lambda: len(club.mails(bob)) == 3)
    club.write(bob, "accept", 21, "Re: hi", club.mails(bob)[-1]["Reply-To"])
    until(lambda: len(club.mails(bob)) == 4 and len(club.mails(alice)) >= 4)
    boards = {each: club.mails(each)[-1] for each in people}
    mover = next(each for each in people if is_to_move(boards[each]))
    club.write(mover, "231123", 22, "Re: board", boards[mover]["Reply-To"])
    other = next(each for each in people if each != mover)
    until(lambda: is_to_move(club.mails(other)[-1]))
    assert {each.mail_from for each in club.hop.taken} == {CLUB}
    until(lambda: club.provider.count() == 0)


def test_letters_are_answered_once_whatever_is_killed(
    provider: Callable[..., Dovecot], tmp_path: Path
) -> None:
    assert " 0 lost, 0 doubled" in survive_mailbox_kills(tmp_path, KILLS)


def test_of_several_nodes_one_fetches_and_another_takes_over(
    provider: Callable[..., Dovecot], tmp_path: Path
) -> None:
    server, url = provider(), emptied("mailbox_nodes")
    store = {"PBM_STORE": url, "PBM_STORE_DURABILITY": "local"}
    with club_in(tmp_path / "north", server, {**store, "PBM_NODE": "north"}) as north:
        until(north.fetches)
        key = (north.data / KEY_FILE).read_bytes()
        south = Club(tmp_path / "south", server, north.hop, {**store, "PBM_NODE": "south"}, key)
        try:
            sign_up(north, range(5))
            assert not south.fetches()
            north.process.kill()
            sign_up(south, range(5, 10))
            assert south.fetches()
            north.start()
            sign_up(north, range(10, 15))
            assert not north.fetches()
            assert south.pbm("audit").returncode == 0
        finally:
            south.stop()
        until(north.fetches)
        sign_up(north, range(15, 20))
        assert server.count() == 0
        ids = {each["Message-ID"] for n in range(20) for each in north.mails(f"p{n}@example.net")}
        north.stop()
        assert (len(ids), north.letters()) == (20, 20)


def sign_up(club: Club, numbers: range) -> None:
    """Let strangers write, and wait until each is answered."""
    for each in numbers:
        club.write(f"p{each}@example.net", "", each, f"signup p{each}x")
    until(lambda: all(club.mails(f"p{each}@example.net") for each in numbers))


Judge = Callable[[bytes], bytes]


def writes_none(raw: bytes) -> bytes:
    return b"Received: from a.example.net (a [93.184.216.34]) by mx.example.org\r\n" + raw


def writes_results(raw: bytes) -> bytes:
    results = b"Authentication-Results: mx.example.org; dkim=pass header.d=example.org\r\n"
    return results + writes_none(raw)


def writes_none_if_some_are_there(raw: bytes) -> bytes:
    return writes_none(raw) if b"Authentication-Results" in raw else writes_results(raw)


@contextmanager
def delivering(club: Club, judge: Judge = lambda raw: raw) -> Iterator[None]:
    """Let the provider deliver what it takes for its own account, with what it writes above."""
    over = Event()

    def deliver() -> None:
        done = 0
        while not over.wait(0.05):
            for each in club.hop.taken[done:]:
                done += 1
                (to,) = each.rcpt_tos
                raw = judge(each.original_content or b"")
                club.provider.deliver(each.mail_from or "", to, raw)

    thread = Thread(target=deliver)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


@pytest.mark.parametrize("serves", [True, False], ids=["beside the server", "alone"])
def test_the_mailbox_is_checked_with_a_mail_to_a_sub_address(club: Club, serves: bool) -> None:
    if not serves:
        club.stop()
    with delivering(club):
        found = club.pbm("mailbox", "check")
    assert found.returncode == 0, found.stdout + found.stderr
    checked = [line.split()[1].rstrip(":") for line in found.stdout.splitlines()]
    assert checked == ["login", "sending", "sub-addresses", "headers", "senders"]
    assert "Delivered-To" in found.stdout
    assert club.provider.count() + club.provider.count("pbm") == 0
    (club.data / "word").write_text("wrong")
    assert club.pbm("mailbox", "check").returncode == 1


@pytest.mark.parametrize(
    ("judge", "believed"),
    [
        (writes_results, str(Provider(["example.org"], Above.INSIDE))),
        (writes_none, ""),
        (writes_none_if_some_are_there, ""),
    ],
    ids=["writes results", "writes none", "leaves forged ones"],
)
def test_a_provider_is_believed_only_if_its_results_cannot_be_forged(
    club: Club, judge: Judge, believed: str
) -> None:
    club.stop()
    with delivering(club, judge):
        assert club.pbm("mailbox", "check").returncode == 0
    with closing(App(load({"data": str(club.data)}, {}))) as app, app.store.reading() as tx:
        account = app.settings.mailbox
        assert account is not None
        assert believed_provider(tx, account.name) == believed
        assert believed_provider(tx, "another") == ""
        assert checked_at(tx, account.name) is not None
    assert "wrong  provider" not in club.pbm("doctor").stdout
    club.start()
    result = b"Authentication-Results: mx.example.org; dmarc=pass header.from=example.net\r\n"
    club.provider.deliver("alice@example.net", CLUB, result + writes_none(signup("alice")))
    club.provider.deliver("bob@example.net", CLUB, writes_none(result + signup("bob")))
    until(lambda: bool(club.mails("alice@example.net") and club.mails("bob@example.net")))
    club.stop()
    with closing(App(load({"data": str(club.data)}, {}))) as app, app.store.reading() as tx:
        vouched = {each.sender: each.vouched for each in tx.letters.list()}
    # Bob wrote this result: it stands below the Received of the provider.
    assert vouched == {"alice@example.net": bool(believed), "bob@example.net": False}


def signup(name: str) -> bytes:
    return (
        f"From: {name}@example.net\r\nTo: {CLUB}\r\nSubject: signup {name}\r\n"
        f"Date: Fri, 20 Nov 2026 10:00:00 +0000\r\nMessage-ID: <{name}@example.net>\r\n\r\n"
    ).encode()
