"""A session with an IMAP server (RFC 3501), through IMAPClient. Messages are named by UID."""

from __future__ import annotations

import select
import ssl
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import date
from imaplib import IMAP4
from typing import Any

from imapclient import IMAPClient
from imapclient.exceptions import LoginError

from pbm.base.errors import LoginRefused, NextHopDown, UsageError
from pbm.mailbox.account import Account


class Unmoved(Exception):
    """The server does not move or remove messages, perhaps because its quota is used up."""


READ_SECONDS = 60.0
"""How long to wait for any reply of the server."""

MOST_NAMED = 500
"""The most messages that a command names: servers limit its length."""

NOOP_SECONDS = 30.0
"""How often a server without IDLE is asked."""

_BODY = b"BODY[]"
_HEAD = b"BODY[HEADER]<0>"
_SIZE = b"RFC822.SIZE"
# RFC 5530: the login was not refused, it could not be checked.
_FOR_NOW = ("[UNAVAILABLE]", "[INUSE]", "[LIMIT]")


class Session:
    """An open session with the folder of an account selected.

    Each method raises ``NextHopDown`` if the server fails or disconnects; the session is then over.

    folder: the selected folder, at first that where letters come in. validity: its UIDVALIDITY.

    :raises LoginRefused: if the server refuses the login, or there is no password
    """

    def __init__(self, account: Account) -> None:
        self._account = account
        self._folders: set[str] = set()
        with self._telling():
            self._client = _connected(account)
            try:
                _log_in(self._client, account)
                self._select(account.folder)
                self._can = {each.decode().upper() for each in self._client.capabilities()}
            except BaseException:
                self.close()
                raise

    def select(self, folder: str) -> bool:
        """Select a folder. Returns False, with the former one selected, if there is none."""
        with self._telling():
            if folder != self.folder and not self._client.folder_exists(folder):
                return False
            if folder != self.folder:
                self._select(folder)
            return True

    def _select(self, folder: str) -> None:
        self.validity = int(self._client.select_folder(folder)[b"UIDVALIDITY"])
        self.folder = folder

    def undeleted(self) -> Sequence[int]:
        """The UIDs of all messages, read or not: people open the mailbox on a phone."""
        with self._telling():
            return sorted(self._client.search("UNDELETED"))

    def sizes(self, uids: Sequence[int]) -> Mapping[int, int]:
        """The size of each message that still exists."""
        with self._telling():
            found = self._client.fetch(uids, [_SIZE]) if uids else {}
        return {uid: int(each[_SIZE]) for uid, each in found.items() if _SIZE in each}

    def bodies(self, uids: Sequence[int]) -> Mapping[int, bytes]:
        """The bytes of each message that still exists; none is marked as read."""
        with self._telling():
            found = self._client.fetch(uids, ["BODY.PEEK[]"]) if uids else {}
        # None for a message that was removed meanwhile (RFC 2180 4.1.2).
        return {uid: each[_BODY] for uid, each in found.items() if each.get(_BODY) is not None}

    def heads(self, uids: Sequence[int], most: int) -> Mapping[int, bytes]:
        """The header of each message that still exists, or its first ``most`` bytes."""
        with self._telling():
            found = self._client.fetch(uids, [f"BODY.PEEK[HEADER]<0.{most}>"]) if uids else {}
        return {uid: each[_HEAD] for uid, each in found.items() if each.get(_HEAD) is not None}

    def put_away(self, uids: Collection[int]) -> None:
        """Move messages to the folder for those that are done, or delete them.

        :raises Unmoved: if the server refuses that
        """
        if uids:
            with self._telling(), _moving():
                self._put_away(sorted(uids), self._account.done)

    def empty(self, before: date) -> int:
        """Delete what came before that day of what is done, and select the former folder again.

        Returns how many messages it was.

        :raises Unmoved: if the server refuses that
        """
        folder, done = self.folder, self._account.done
        if not done or not self.select(done):
            return 0
        with self._telling(), _moving():
            old = self._client.search(["UNDELETED", "BEFORE", before])
            for at in range(0, len(old), MOST_NAMED):
                self._put_away(old[at : at + MOST_NAMED], "")
            self._select(folder)
        return len(old)

    def _put_away(self, uids: Sequence[int], folder: str) -> None:
        if folder and folder not in self._folders:
            self._create(folder)
            self._folders.add(folder)
        if folder and "MOVE" in self._can:
            self._client.move(uids, folder)
            return
        if folder:
            self._client.copy(uids, folder)
        self._client.add_flags(uids, [b"\\Deleted"], silent=True)
        # A plain EXPUNGE would also remove what a person has marked as deleted.
        if "UIDPLUS" in self._can:
            self._client.uid_expunge(uids)

    def _create(self, folder: str) -> None:
        if self._client.folder_exists(folder):
            return
        try:
            self._client.create_folder(folder)
        except IMAP4.abort:
            raise
        except IMAP4.error:
            # Dovecot refuses it, too, if another program lists the folders at that moment.
            if not self._client.folder_exists(folder):
                raise

    def junk(self) -> str:
        """The folder where the provider puts spam, "" for none (RFC 6154)."""
        if self._account.junk is not None or "SPECIAL-USE" not in self._can:
            return self._account.junk or ""
        with self._telling():
            return self._client.find_special_folder(b"\\Junk") or ""

    @property
    def extensions(self) -> Collection[str]:
        """The capabilities of the server, in capitals."""
        return self._can

    def take(self, message_id: str) -> bytes | None:
        """The bytes of the message with this Message-ID, which is removed; None if there is none.

        It may be where letters come in, or where those that were fetched are.
        """
        with self._telling():
            for folder in filter(None, (self._account.done, self._account.folder)):
                if not self._client.folder_exists(folder):
                    continue
                self._client.select_folder(folder)
                found = self._client.search(["HEADER", "Message-ID", message_id])
                bodies = self.bodies(found)
                if bodies:
                    self._put_away(found, "")
                    return next(iter(bodies.values()))
        return None

    def wait(self, seconds: float, bell: int) -> None:
        """Wait for new messages at most so long, or until the descriptor ``bell`` is readable."""
        with self._telling():
            if "IDLE" not in self._can:
                wait_for(bell, min(seconds, NOOP_SECONDS))
                self._client.noop()
                return
            self._client.idle()
            _readable([bell, self._client.socket()], seconds)
            self._client.idle_done()

    def close(self) -> None:
        with suppress(Exception):
            self._client.shutdown()

    @contextmanager
    def _telling(self) -> Iterator[None]:
        where = f"{self._account.host}:{self._account.port}"
        try:
            yield
        except (IMAP4.error, OSError, ValueError) as error:
            self.close()
            raise NextHopDown(f"{where}: {_words(error)}") from error


@contextmanager
def _moving() -> Iterator[None]:
    try:
        yield
    except IMAP4.abort:
        raise
    except IMAP4.error as error:
        raise Unmoved(_words(error)) from error


def _connected(account: Account) -> IMAPClient:
    context = ssl.create_default_context()
    client = IMAPClient(
        account.host,
        account.port,
        ssl=account.is_implicit,
        ssl_context=context if account.is_implicit else None,
        timeout=READ_SECONDS,
    )
    if not account.is_implicit:
        client.starttls(context)
    return client


def _log_in(client: IMAPClient, account: Account) -> None:
    """Log in, once: a second try with the same password brings an account nearer to its lock."""
    try:
        secret = account.login.secret()
    except UsageError as error:
        raise LoginRefused(str(error)) from error
    log_in = client.plain_login if client.has_capability("AUTH=PLAIN") else client.login
    if secret.is_token:
        log_in = client.oauth2_login
    try:
        log_in(account.login.user, secret.text)
    except LoginError as error:
        words = _words(error)
        if any(each in words for each in _FOR_NOW) or isinstance(error.__context__, IMAP4.abort):
            raise IMAP4.abort(words) from error
        raise LoginRefused(words) from error


def wait_for(file: int, seconds: float) -> None:
    """Wait until something can be read, at most so long."""
    _readable([file], seconds)


def _readable(files: Sequence[Any], seconds: float) -> None:
    select.select(files, [], [], seconds)


def _words(error: Exception) -> str:
    strerror = error.strerror if isinstance(error, OSError) else None
    line = " ".join((strerror or str(error) or type(error).__name__).split())[:300]
    return "".join(each if each.isprintable() else "\ufffd" for each in line)
