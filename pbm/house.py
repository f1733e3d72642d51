"""What the whole server shares and never changes while it runs."""

from __future__ import annotations

from dataclasses import dataclass

from pbm.mail.addresses import server_address


@dataclass(frozen=True)
class House:
    """domain: our mail domain. key: makes tokens and envelope senders. trust_authserv: the id of
    the front server whose Authentication-Results are believed, "" for none. strangers_per_hour:
    how many mails may go out in an hour to those who may not have asked for them."""

    domain: str
    key: bytes
    trust_authserv: str = ""
    strangers_per_hour: int = 200

    @property
    def address(self) -> str:
        return server_address(self.domain)
