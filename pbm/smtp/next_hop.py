"""The server that takes our mails: its address, encryption, and our account."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from pbm.base.password_file import password_of, read_password


class Security(Enum):
    """How a connection is encrypted, by the scheme of its URL.

    With TLS, the certificate must be valid for the host. The file that the variable SSL_CERT_FILE
    names may hold other authorities than those of the system.
    """

    NONE = "smtp"
    TLS = "smtps"
    STARTTLS = "submission"


@dataclass(frozen=True)
class Secret:
    """What proves at a login who we are: a password, or an access token (XOAUTH2)."""

    text: str
    is_token: bool = False


@dataclass(frozen=True)
class Login:
    """An account. The password is read at each login, so that it can be changed.

    command: prints the password, in place of the file; "" for none.
    """

    user: str
    password_file: Path
    command: str = ""

    def secret(self) -> Secret:
        """:raises UsageError: if there is none. :raises OSError: if it cannot be had now"""
        if self.command:
            return Secret(password_of(self.command))
        password = read_password(self.password_file)
        if not password.startswith("{"):
            return Secret(password)
        # A server whose provider takes passwords need not load what asks for tokens.
        from pbm.smtp import oauth  # noqa: PLC0415

        consent = oauth.consent_in(password)
        if consent is None:
            return Secret(password)
        return Secret(oauth.access_token(consent, self.password_file), is_token=True)


@dataclass(frozen=True)
class NextHop:
    """A mail server, and how we send to it. login: None to send without one."""

    host: str
    port: int
    security: Security = Security.NONE
    login: Login | None = None
