"""The servers of a mailbox, as the domain of its address names them in the DNS (RFC 6186)."""

from __future__ import annotations

from typing import Any

import dns.exception
import dns.resolver

_SECONDS = 5.0
_SERVICES = {
    "imap": {"imaps": "_imaps._tcp", "imap": "_imap._tcp"},
    "smtp": {"smtps": "_submissions._tcp", "submission": "_submission._tcp"},
}


def services_of(domain: str) -> dict[str, str]:
    """The URLs of the servers ``imap`` and ``smtp``, as far as the domain names them."""
    found: dict[str, str] = {}
    for name, services in _SERVICES.items():
        for scheme, service in services.items():
            where = _target(f"{service}.{domain}")
            if where:
                found.setdefault(name, f"{scheme}://{where}")
    return found


def _target(name: str) -> str:
    """``HOST:PORT`` of the record that comes first, "" if there is none."""
    try:
        answers = sorted(dns.resolver.resolve(name, "SRV", lifetime=_SECONDS), key=_order)
    except dns.exception.DNSException:
        return ""
    host = answers[0].target.to_text().rstrip(".")
    # "." says that there is no such service.
    return f"{host}:{answers[0].port}" if host else ""


def _order(answer: Any) -> tuple[int, int]:
    return answer.priority, -answer.weight
