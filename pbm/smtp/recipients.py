"""The addresses that we accept mail for."""

from __future__ import annotations

import re

from pbm.mail.addresses import parts


class OurAddresses:
    """The addresses of one domain that we accept mail for. club: our own one, or its domain."""

    def __init__(self, club: str) -> None:
        local, self.domain = parts(club)
        self._club = f"{local}@{self.domain}"
        tagged = rf"({re.escape(local)}|bounce)\+[a-z0-9._=+-]+"
        self._local_parts = re.compile(
            f"{re.escape(local)}|postmaster|abuse|{tagged}", re.IGNORECASE
        )

    def read(self, address: str) -> str:
        """The address with its domain. RFC 5321 allows ``postmaster`` without one."""
        return f"{address}@{self.domain}" if address.lower() == "postmaster" else address

    def refusal(self, address: str) -> str | None:
        """The SMTP reply that refuses the address; None if it is ours."""
        local, _, domain = self.read(address).rpartition("@")
        if domain.lower() != self.domain.lower():
            return f"550 5.7.1 Relaying denied: mail is taken for {self.domain} only"
        if not self._local_parts.fullmatch(local):
            return f"550 5.1.1 No such address here: write to {self._club}"
        return None
