"""Delivery to Maildirs in real directories."""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import UTC, datetime
from mailbox import Maildir
from pathlib import Path

import pytest

from pbm.base.errors import NextHopDown, PermanentFailure, TemporaryFailure
from pbm.smtp.maildir import MaildirTransport, file_name, folder_name
from pbm.smtp.outgoing import Outgoing
from tests.combinations import for_each

MAIL = Outgoing(
    id=17,
    sender="bounce+17.abc@example.org",
    recipient="alice@example.org",
    raw=b"Subject: hi\r\n\r\nhello\r\n",
    attempts=0,
    queued_at=datetime(2026, 11, 20, tzinfo=UTC),
)


@pytest.fixture
def transport(tmp_path: Path) -> MaildirTransport:
    return MaildirTransport(tmp_path)


def test_a_mail_is_written_to_new_only(tmp_path: Path, transport: MaildirTransport) -> None:
    transport.deliver(MAIL)
    box = tmp_path / "alice@example.org"
    assert [path.read_bytes() for path in (box / "new").iterdir()] == [b"Subject: hi\n\nhello\n"]
    assert list((box / "tmp").iterdir()) == list((box / "cur").iterdir()) == []


def test_a_mail_program_can_read_it(tmp_path: Path, transport: MaildirTransport) -> None:
    transport.deliver(MAIL)
    (message,) = Maildir(tmp_path / "alice@example.org", create=False)
    assert message["Subject"] == "hi"


def test_the_same_mail_twice_is_one_file(tmp_path: Path, transport: MaildirTransport) -> None:
    transport.deliver(MAIL)
    transport.deliver(replace(MAIL, attempts=1))
    assert len(list((tmp_path / "alice@example.org" / "new").iterdir())) == 1


def test_a_mail_that_was_read_is_not_delivered_again(
    tmp_path: Path, transport: MaildirTransport
) -> None:
    transport.deliver(MAIL)
    box = tmp_path / "alice@example.org"
    (box / "new" / file_name(MAIL)).rename(box / "cur" / f"{file_name(MAIL)}:2,RS")
    transport.deliver(MAIL)
    assert list((box / "new").iterdir()) == []


def test_no_mail_is_lost_if_the_ids_of_an_outbox_start_again_at_1(
    tmp_path: Path, transport: MaildirTransport
) -> None:
    transport.deliver(MAIL)
    transport.deliver(replace(MAIL, raw=b"Subject: another\r\n\r\n"))
    assert len(list((tmp_path / "alice@example.org" / "new").iterdir())) == 2


def test_files_are_for_the_owner_alone(tmp_path: Path, transport: MaildirTransport) -> None:
    transport.deliver(MAIL)
    path = tmp_path / "alice@example.org" / "new" / file_name(MAIL)
    assert path.stat().st_mode & 0o077 == 0


@for_each(
    ("address", "folder"),
    [
        ("alice@example.org", "alice@example.org"),
        ("Alice@Example.ORG", "alice@example.org"),
        ("a.b+c@example.org", "a.b+c@example.org"),
        ("../../etc/x@example.org", "%2E.%2F..%2Fetc%2Fx@example.org"),
        ("/etc/x@example.org", "%2Fetc%2Fx@example.org"),
        ("..", "%2E."),
        (".", "%2E"),
        ("a%2fb@example.org", "a%252fb@example.org"),
        ("a\x00b@example.org", "a%00b@example.org"),
        ("\udcff@example.org", "%FF@example.org"),
    ],
)
def test_no_address_leads_out_of_the_root(address: str, folder: str) -> None:
    assert folder_name(address) == folder


def test_a_climbing_address_is_delivered_inside(tmp_path: Path) -> None:
    root = tmp_path / "outgoing"
    MaildirTransport(root).deliver(replace(MAIL, recipient="../../x@example.org"))
    assert list(tmp_path.iterdir()) == [root]
    assert len(list(root.glob("*/new/*"))) == 1


def test_an_address_too_long_for_a_folder_name_is_refused(
    transport: MaildirTransport,
) -> None:
    with pytest.raises(PermanentFailure, match="File name too long"):
        transport.deliver(replace(MAIL, recipient="a" * 300 + "@example.org"))


def test_a_full_disk_counts_as_a_next_hop_that_is_down(
    tmp_path: Path, transport: MaildirTransport
) -> None:
    transport.deliver(replace(MAIL, id=1))
    box = tmp_path / "alice@example.org"
    (box / "tmp" / file_name(MAIL)).symlink_to("/dev/full")
    with pytest.raises(NextHopDown, match="disk is full"):
        transport.deliver(MAIL)
    assert not (box / "new" / file_name(MAIL)).exists()


def test_after_a_full_disk_the_mail_is_delivered_whole(
    tmp_path: Path, transport: MaildirTransport
) -> None:
    test_a_full_disk_counts_as_a_next_hop_that_is_down(tmp_path, transport)
    transport.deliver(MAIL)
    path = tmp_path / "alice@example.org" / "new" / file_name(MAIL)
    assert path.read_bytes() == b"Subject: hi\n\nhello\n"
    assert not path.is_symlink()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_readonly_directory_is_temporary(tmp_path: Path, transport: MaildirTransport) -> None:
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(TemporaryFailure, match="Permission denied"):
            transport.deliver(MAIL)
    finally:
        tmp_path.chmod(0o700)


def test_a_file_where_the_maildir_should_be_is_temporary(
    tmp_path: Path, transport: MaildirTransport
) -> None:
    (tmp_path / "alice@example.org").write_text("in the way")
    with pytest.raises(TemporaryFailure, match=r"alice@example\.org"):
        transport.deliver(MAIL)


def test_a_file_that_a_crash_left_in_tmp_is_overwritten(
    tmp_path: Path, transport: MaildirTransport
) -> None:
    transport.deliver(replace(MAIL, id=1))
    box = tmp_path / "alice@example.org"
    (box / "tmp" / file_name(MAIL)).write_bytes(b"half of a longer mail than the one that follows")
    transport.deliver(MAIL)
    assert (box / "new" / file_name(MAIL)).read_bytes() == b"Subject: hi\n\nhello\n"
