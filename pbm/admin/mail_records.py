"""The DNS records of a club with a domain, and checks of them."""

from __future__ import annotations

import smtplib
import ssl
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import dns.exception
import dns.resolver
import dns.reversename

from pbm.admin.check import Check, Level

SELECTOR = "pbm"
"""The selector of the DKIM key in OPERATING.md."""

WELL_KNOWN = "gmail-smtp-in.l.google.com"
"""A server that takes mail on port 25 from anybody who may send any."""

_SECONDS = 5.0
_EXPIRES_SOON = timedelta(days=14)

Lookup = Callable[[str, str], Sequence[str]]
"""The values of the records of a name and a type; empty if there are none."""


@dataclass(frozen=True)
class Record:
    """A DNS record. name: without the final dot."""

    name: str
    kind: str
    value: str

    def __str__(self) -> str:
        return f"{self.name}. {self.kind} {self.value}"


@dataclass(frozen=True)
class Greeting:
    """How a mail server greets us. expires: when its certificate does, None without STARTTLS."""

    name: str
    expires: datetime | None


def records(domain: str, host: str, operator: str) -> Sequence[Record]:
    """The records of a club on the machine ``host``; ``opendkim-genkey`` writes the key."""
    return (
        Record(domain, "MX", f"10 {host}."),
        Record(domain, "TXT", f'"v=spf1 a:{host} -all"'),
        Record(f"{SELECTOR}._domainkey.{domain}", "TXT", "the content of pbm.txt"),
        Record(f"_dmarc.{domain}", "TXT", f'"v=DMARC1; p=reject; rua=mailto:{operator}"'),
    )


def examine_mail(
    domain: str,
    operator: str,
    now: datetime,
    lookup: Lookup | None = None,
    greet: Callable[[str], Greeting] | None = None,
) -> Iterator[Check]:
    """Check the records of the domain, and port 25 both ways; each failure says what to type."""
    find, greets = lookup or looked_up, greet or greeted
    try:
        hosts = [each.split()[-1].rstrip(".") for each in find(domain, "MX")]
        host = hosts[0] if hosts else f"mail.{domain}"
        wanted = {each.name: each for each in records(domain, host, operator)}
        yield _named("MX", ", ".join(hosts), Record(domain, "MX", f"10 {host}."))
        yield _text("SPF", "v=spf1", find(domain, "TXT"), records(domain, host, operator)[1])
        for what, mark, name in (
            ("DKIM", "p=", f"{SELECTOR}._domainkey.{domain}"),
            ("DMARC", "v=DMARC1", f"_dmarc.{domain}"),
        ):
            yield _text(what, mark, find(name, "TXT"), wanted[name])
        yield from _addresses(host, find) if hosts else ()
    except dns.exception.DNSException as error:
        yield Check("DNS", f"the name servers do not answer: {error}", "check /etc/resolv.conf")
        return
    yield from _ways(host if hosts else "", greets, now)


def looked_up(name: str, kind: str) -> Sequence[str]:
    """:raises dns.exception.DNSException: if no name server answers"""
    try:
        found = dns.resolver.resolve(name, kind, lifetime=_SECONDS)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return []
    if kind == "TXT":
        return [b"".join(each.strings).decode("utf-8", "replace") for each in found]
    return [each.to_text() for each in found]


def greeted(host: str) -> Greeting:
    """:raises OSError: if nobody answers there, or not as a mail server does"""
    with smtplib.SMTP(host, 25, timeout=_SECONDS) as server:
        _, first = server.ehlo()
        name = first.split()[0].decode("ascii", "replace") if first else host
        if not server.has_extn("starttls"):
            return Greeting(name, None)
        server.starttls(context=ssl.create_default_context())
        assert isinstance(server.sock, ssl.SSLSocket)
        certificate = server.sock.getpeercert() or {}
    ends = ssl.cert_time_to_seconds(str(certificate["notAfter"]))
    return Greeting(name, datetime.fromtimestamp(ends, UTC))


def _named(what: str, found: str, record: Record) -> Check:
    if not found:
        return Check(what, f"{record.name} has none", f"add this record: {record}")
    return Check(what, found)


def _text(what: str, mark: str, values: Sequence[str], record: Record) -> Check:
    found = [each for each in values if mark in each]
    if len(found) > 1:
        advice = "leave one of them: receivers take several as none"
        return Check(what, f"{record.name} has {len(found)}", advice)
    return _named(what, f"is set at {record.name}" if found else "", record)


def _addresses(host: str, find: Lookup) -> Iterator[Check]:
    """Check that each address of the machine leads back to its name."""
    addresses = [each for kind in ("A", "AAAA") for each in find(host, kind)]
    if not addresses:
        yield Check("address", f"{host} has none", f"add this record: {host}. A and its address")
    for each in addresses:
        names = [
            name.rstrip(".") for name in find(dns.reversename.from_address(each).to_text(), "PTR")
        ]
        if host in names:
            yield Check("PTR", f"{each} is {host}")
        else:
            found = f"{each} is {', '.join(names) or 'nobody'}, not {host}"
            yield Check("PTR", found, f"set it to {host} where you rent the machine")


def _ways(host: str, greets: Callable[[str], Greeting], now: datetime) -> Iterator[Check]:
    """Check port 25, out of this machine and into that of the MX record."""
    try:
        greets(WELL_KNOWN)
        yield Check("port 25 out", "is open")
    except (OSError, smtplib.SMTPException) as error:
        advice = "ask where you rent the machine to open it, or send through a provider (outgoing)"
        yield Check("port 25 out", f"{WELL_KNOWN} does not answer ({error})", advice)
    if not host:
        return
    try:
        found = greets(host)
    except ssl.SSLError as error:
        advice = f"get one for {host}, and restart Postfix"
        yield Check("certificate", f"that of {host} is not valid ({error})", advice, Level.WARN)
        return
    except (OSError, smtplib.SMTPException) as error:
        advice = "start Postfix, and open port 25 in the firewall"
        yield Check("port 25 in", f"{host} does not answer ({error})", advice)
        return
    yield Check("port 25 in", f"{found.name} answers")
    yield _certificate(host, found.expires, now)


def _certificate(host: str, expires: datetime | None, now: datetime) -> Check:
    if expires is None:
        advice = "set smtpd_tls_cert_file, smtpd_tls_key_file and smtpd_tls_security_level = may"
        return Check("certificate", f"{host} does not encrypt", advice, Level.WARN)
    day = f"{expires:%Y-%m-%d}"
    if expires - now < _EXPIRES_SOON:
        advice = "renew it, and see why that did not happen by itself"
        return Check("certificate", f"expires on {day}", advice, Level.WARN)
    return Check("certificate", f"is valid until {day}")
