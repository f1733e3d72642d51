"""The server that takes our mails: its address, encryption, and our account."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path


class Security(Enum):
    """How a connection is encrypted, by the scheme of its URL.

    With TLS, the certificate must be valid for the host. The file that the variable SSL_CERT_FILE
    names may hold other authorities than those of the system.
    """

    NONE = "smtp"
    TLS = "smtps"
    STARTTLS = "submission"


@dataclass(frozen=True)
class Login:
    """The account to send from. The password is read at each login, so that it can be changed."""

    user: str
    password_file: Path


@dataclass(frozen=True)
class NextHop:
    """A mail server, and how we send to it. login: None to send without one."""

    host: str
    port: int
    security: Security = Security.NONE
    login: Login | None = None
