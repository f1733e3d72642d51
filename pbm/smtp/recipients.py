"""The addresses that we accept mail for."""

from __future__ import annotations

import re

_OUR_LOCAL_PARTS = re.compile(r"(pbm|postmaster|abuse|(pbm|bounce)\+[a-z0-9._=+-]+)", re.IGNORECASE)


class OurAddresses:
    """The addresses of one domain that we accept mail for."""

    def __init__(self, domain: str) -> None:
        self.domain = domain

    def read(self, address: str) -> str:
        """The address with its domain. RFC 5321 allows ``postmaster`` without one."""
        return f"{address}@{self.domain}" if address.lower() == "postmaster" else address

    def refusal(self, address: str) -> str | None:
        """The SMTP reply that refuses the address; None if it is ours."""
        local, _, domain = self.read(address).rpartition("@")
        if domain.lower() != self.domain.lower():
            return f"550 5.7.1 Relaying denied: mail is taken for {self.domain} only"
        if not _OUR_LOCAL_PARTS.fullmatch(local):
            return f"550 5.1.1 No such address here: write to pbm@{self.domain}"
        return None
