"""The checks of a domain's records and of port 25, with the answers of a DNS of our own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta

import dns.resolver
import pytest

from pbm.admin.check import Check
from pbm.admin.mail_records import Greeting, examine_mail, records

NOW = datetime(2026, 11, 20, tzinfo=UTC)
DOMAIN, HOST, OPERATOR = "games.example.org", "mail.example.org", "you@example.net"
Zone = dict[tuple[str, str], list[str]]


def zone() -> Zone:
    made: Zone = {
        (HOST, "A"): ["192.0.2.1"],
        ("1.2.0.192.in-addr.arpa.", "PTR"): [f"{HOST}."],
        (f"pbm._domainkey.{DOMAIN}", "TXT"): ["v=DKIM1; k=rsa; p=MIIB"],
    }
    for each in records(DOMAIN, HOST, OPERATOR):
        made.setdefault((each.name, each.kind), [each.value.strip('"')])
    return made


def found(
    entries: Mapping[tuple[str, str], list[str]],
    greet: Callable[[str], Greeting] = lambda host: Greeting(host, NOW + timedelta(60)),
) -> dict[str, Check]:
    checks = examine_mail(
        DOMAIN, OPERATOR, NOW, lambda name, kind: entries.get((name, kind), []), greet
    )
    return {each.what: each for each in checks}


def test_a_domain_with_every_record_passes() -> None:
    checks = found(zone())
    assert [*checks] == [
        "MX", "SPF", "DKIM", "DMARC", "PTR", "port 25 out", "port 25 in", "certificate"
    ]  # fmt: skip
    assert all(each.passed for each in checks.values())


@pytest.mark.parametrize(
    ("gone", "what", "typed"),
    [
        ((DOMAIN, "MX"), "MX", f"{DOMAIN}. MX 10 mail.{DOMAIN}."),
        ((DOMAIN, "TXT"), "SPF", f'{DOMAIN}. TXT "v=spf1 a:{HOST} -all"'),
        ((f"pbm._domainkey.{DOMAIN}", "TXT"), "DKIM", "pbm.txt"),
        ((f"_dmarc.{DOMAIN}", "TXT"), "DMARC", f"rua=mailto:{OPERATOR}"),
        ((HOST, "A"), "address", f"{HOST}. A"),
        (("1.2.0.192.in-addr.arpa.", "PTR"), "PTR", HOST),
    ],
)
def test_a_record_that_is_missing_is_told_as_it_is_typed(
    gone: tuple[str, str], what: str, typed: str
) -> None:
    entries = zone()
    del entries[gone]
    checks = found(entries)
    assert [name for name, each in checks.items() if not each.passed] == [what]
    assert typed in checks[what].advice


def test_two_records_of_one_kind_are_one_too_many() -> None:
    entries = zone()
    entries[DOMAIN, "TXT"] += ["v=spf1 -all"]
    assert not found(entries)["SPF"].passed


def refusing(refused: str) -> Callable[[str], Greeting]:
    def greet(host: str) -> Greeting:
        if (host == HOST) == (refused == HOST):
            raise TimeoutError("timed out")
        return Greeting(host, None)

    return greet


def test_a_closed_port_is_told_by_its_direction() -> None:
    assert not found(zone(), refusing("elsewhere"))["port 25 out"].passed
    assert not found(zone(), refusing(HOST))["port 25 in"].passed


@pytest.mark.parametrize("expires", [None, NOW + timedelta(3)])
def test_a_certificate_must_be_there_and_last(expires: datetime | None) -> None:
    assert not found(zone(), lambda host: Greeting(host, expires))["certificate"].passed


def test_silent_name_servers_are_one_fault() -> None:
    def silent(_name: str, _kind: str) -> list[str]:
        raise dns.resolver.NoNameservers

    (check,) = examine_mail(DOMAIN, OPERATOR, NOW, silent, lambda host: Greeting(host, None))
    assert (check.what, check.passed) == ("DNS", False)
