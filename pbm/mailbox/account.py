"""The account at a provider that holds the club's mailbox."""

from __future__ import annotations

from dataclasses import dataclass

from pbm.smtp.next_hop import Login


@dataclass(frozen=True)
class Account:
    """A mailbox and how to reach it.

    is_implicit: whether TLS begins at once (RFC 8314); otherwise after STARTTLS.
    folder: where letters come in. done: where those that were fetched go, "" to delete them.
    junk: where the provider puts spam, of which only replies to our mails are fetched; "" for none,
        None for the one that the provider calls so.
    """

    host: str
    port: int
    login: Login
    is_implicit: bool = True
    folder: str = "INBOX"
    done: str = "pbm"
    junk: str | None = None

    @property
    def name(self) -> str:
        """The mailbox, in the store: a message is known by this, its UIDVALIDITY and its UID."""
        return f"{self.login.user}@{self.host}/{self.folder}"
