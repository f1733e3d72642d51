"""Results of the mailbox's provider: only those count that nobody else can have written."""

# ruff: noqa: E501, ISC004 (headers as servers write them)

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import pytest

from pbm.mail import mime
from pbm.mail.authentication import Above, is_vouched_for, provider_of
from pbm.mail.authentication import Provider as Known
from pbm.mail.headers import MAX_HEADER

CLUB = "club@gmail.com"
NAME = "Authentication-Results"
OWN = [
    "From: Alice <alice@example.org>",
    f"To: {CLUB}",
    "Subject: hi",
    "Date: Fri, 20 Nov 2026 10:00:00 +0000",
    "Message-ID: <1@example.org>",
]


@dataclass(frozen=True)
class Provider:
    """What a provider puts above a letter; {} stands for its verdict on it, pass or fail.

    is_told: whether what came with a letter can stand where the provider writes, as it can where
        that is right below the Received of the server which took the letter from the world.
    """

    name: str
    above: Sequence[str]
    is_told: bool = True

    @property
    def ids(self) -> Sequence[str]:
        lines = (line for line in self.above if line.startswith(NAME))
        return [line.removeprefix(f"{NAME}: ").partition(";")[0] for line in lines]


PROVIDERS = [
    Provider(
        "gmail",
        [
            f"Delivered-To: {CLUB}",
            "Received: by 2002:a05:6a10:17a5 with SMTP id ib37csp1; Fri, 20 Nov 2026 02:00:01 -0800",
            "X-Received: by 2002:a17:902:6b86 with SMTP id p6mr1; Fri, 20 Nov 2026 02:00:01 -0800",
            "ARC-Authentication-Results: i=1; mx.google.com; dmarc=pass header.from=example.org",
            "Return-Path: <alice@example.org>",
            "Received: from out.example.org (out.example.org. [93.184.216.34]) by mx.google.com",
            "Received-SPF: pass (google.com: domain of alice@example.org designates ...)",
            f"{NAME}: mx.google.com; dkim={{0}} header.i=@example.org header.s=a header.b=b;"
            " spf=neutral (google.com: ...) smtp.mailfrom=alice@example.org;"
            " dmarc={0} (p=NONE sp=NONE dis=NONE) header.from=example.org",
        ],
        is_told=False,
    ),
    Provider(
        "fastmail",
        [
            "Return-Path: <alice@example.org>",
            "Received: from phl-compute-02.internal ([10.202.2.42]) by sloti1.internal (LMTPA)",
            "Received: from phl-mx-01.messagingengine.com ([10.202.2.200]) by phl-compute-02.internal",
            f"{NAME}: phl-mx-01.messagingengine.com; x-csa=none; arc=none (no signatures found);"
            " dkim={0} (2048-bit rsa key sha256) header.d=example.org header.i=@example.org;"
            " dmarc={0} policy.published-domain-policy=none (p=none) header.from=example.org;"
            " spf=none smtp.mailfrom=alice@example.org smtp.helo=out.example.org",
            "Received: from out.example.org (out.example.org [93.184.216.34]) by phl-mx-01"
            ".messagingengine.com (Postfix)",
        ],
    ),
    Provider(
        "icloud",
        [
            "Received: from p00-mailgateway.me.com by p00-mailgateway.me.com (mailgateway 2000)",
            f'{NAME}: bimi.icloud.com; bimi=skipped reason="insufficient dmarc"',
            "X-ARC-Info: policy=fail; arc=none",
            f"{NAME}: arc.icloud.com; arc=none",
            f"{NAME}: dmarc.icloud.com; dmarc={{0}} header.from=example.org",
            "X-DMARC-Info: pass={0}; dmarc-policy=none",
            f"{NAME}: dkim-verifier.icloud.com; dkim={{0}} (2048-bit key) header.d=example.org",
            f"{NAME}: spf.icloud.com; spf=none (spf.icloud.com: ...) smtp.mailfrom=a@example.org",
            "Received: from out.example.org (out.example.org [93.184.216.34]) by p00.me.com",
        ],
    ),
    Provider(
        "gmx",
        [
            "Return-Path: <alice@example.org>",
            f"{NAME}: gmx.net; dkim={{0}} header.i=@example.org",
            f"Delivered-To: {CLUB}",
            "Received: from out.example.org ([93.184.216.34]) by mx-ha.gmx.net (mxgmx016)",
        ],
    ),
    Provider(
        "yahoo",
        [
            "X-Atlas-Received: from 93.184.216.34 by atlas-1.omega.yahoo.com",
            "Received: from 93.184.216.34 (EHLO out.example.org) by 10.0.0.1 with SMTPs",
            f"{NAME}: atlas-production.v2-mail-prod1-gq1.omega.yahoo.com;"
            " dkim={0} header.i=@example.org header.s=a; spf=none smtp.mailfrom=example.org;"
            " dmarc={0}(p=NONE) header.from=example.org;",
        ],
        is_told=False,
    ),
    Provider(
        "microsoft",
        [
            "Received: from DB9PR0.eurprd02.prod.outlook.com by AM9PR0.eurprd02.prod.outlook.com",
            f"{NAME}: spf=none (sender IP is 93.184.216.34) smtp.mailfrom=example.org;"
            " dkim={0} (signature was verified) header.d=example.org;dmarc={0} action=none"
            " header.from=example.org;compauth={0} reason=100",
            "Received-SPF: None (protection.outlook.com: example.org ...)",
            "Received: from out.example.org (93.184.216.34) by DB5.mail.protection.outlook.com",
            "X-Microsoft-Antispam: BCL:0;",
        ],
        is_told=False,
    ),
    Provider(
        "nameless, with a single result",
        [
            f"{NAME}: dkim={{0}} (signature was verified) header.d=example.org",
            "Received: from out.example.org (EHLO out) by mx.example.com",
        ],
    ),
]

every_provider = pytest.mark.parametrize("provider", PROVIDERS, ids=lambda each: each.name)


def head(*lines: str) -> mime.Part:
    return mime.parse("\r\n".join([*lines, "", "hello", ""]).encode())


def names(provider: Provider) -> str:
    probe = head(*(line.replace("{0}", "pass") for line in provider.above), *OWN)
    return str(provider_of(probe.headers))


def vouched(provider: Provider, *lines: str, believed: str | None = None) -> bool:
    believed = names(provider) if believed is None else believed
    return is_vouched_for(head(*lines), "alice@example.org", believed, CLUB, is_fetched=True)


def judged(provider: Provider, verdict: str) -> list[str]:
    return [line.replace("{0}", verdict) for line in provider.above]


@every_provider
def test_a_provider_that_lets_a_letter_pass_vouches_for_it(provider: Provider) -> None:
    assert vouched(provider, *judged(provider, "pass"), *OWN)
    assert not vouched(provider, *judged(provider, "fail"), *OWN)
    assert not vouched(provider, *judged(provider, "none"), *OWN)
    assert not vouched(provider, *judged(provider, "pass"), *OWN, believed="")
    assert not vouched(provider, *judged(provider, "pass"), *OWN, believed="example.com")


@every_provider
def test_another_machine_of_the_provider_is_known(provider: Provider) -> None:
    lines = [
        line.replace("mx-01", "mx-07").replace("gq1", "ne1") for line in judged(provider, "pass")
    ]
    assert vouched(provider, *lines, *OWN)


def forged(provider: Provider) -> Iterator[str]:
    """Results that a stranger writes, to be taken for those of the provider."""
    pass_ = "dmarc=pass header.from=example.org; dkim=pass header.d=example.org"
    for each in {*provider.ids, provider.ids[0].upper(), f"(x) {provider.ids[0]}"}:
        yield f"{NAME}: {each}; {pass_}"
        yield f"authentication-results: {each} 1; {pass_}"
    yield f"{NAME}:\r\n {provider.ids[0]};\r\n {pass_}"
    yield f"{NAME}: {pass_}"
    yield f"ARC-{NAME}: i=1; {provider.ids[0]}; {pass_}"
    yield f"X-{NAME}: {provider.ids[0]}; {pass_}"
    yield f"{NAME}-Original: {provider.ids[0]}; {pass_}"


@every_provider
@pytest.mark.parametrize("verdict", ["fail", "none", None])
def test_forged_results_lose_in_every_position(provider: Provider, verdict: str | None) -> None:
    """verdict: the provider's own; None if it writes no results at all."""
    above = judged(provider, verdict or "none")
    if verdict is None:
        above = [line for line in above if not line.startswith(NAME)]
    for line, at, copies in product(forged(provider), range(len(OWN) + 1), (1, len(provider.ids))):
        letter = [*above, *OWN[:at], *[line] * copies, *OWN[at:]]
        has_place = provider.is_told or verdict is not None
        if has_place or at > 0 or len(provider.ids) > copies:
            assert not vouched(provider, *letter), letter


@every_provider
def test_results_below_other_receiveds_than_in_our_own_mail_are_not_believed(
    provider: Provider,
) -> None:
    outer = "Received: from out.example.org (out.example.org [93.184.216.34]) by mx.example.com"
    relayed = [outer, *judged(provider, "pass"), *OWN]
    above = Known.parsed(names(provider)).above
    assert vouched(provider, *relayed) is (above is Above.OUTSIDE)
    inner = "Received: from a.internal ([10.0.0.1]) by b.internal"
    assert vouched(provider, inner, *relayed[1:]) is (above is not Above.NOTHING)


def test_a_provider_that_an_older_version_has_stored_is_believed_as_then() -> None:
    stored = "icloud.com google.com ="
    assert Known.parsed(stored) == Known(stored.split(), Above.OUTSIDE)
    for above in Above:
        assert Known.parsed(str(Known(["gmx.net", "="], above))) == Known(["gmx.net", "="], above)


@every_provider
def test_a_letter_with_more_results_of_that_name_is_asked_about(provider: Provider) -> None:
    lines = [*judged(provider, "pass"), f"{NAME}: {provider.ids[-1]}; dkim=none", *OWN]
    assert not vouched(provider, *lines)
    others = [*judged(provider, "pass"), f"{NAME}: mx.example.org; dkim=none", *OWN]
    assert vouched(provider, *others)


@pytest.mark.parametrize(
    "lines",
    [
        OWN,
        [OWN[0], f"{NAME}: mx.google.com; dkim=none", *OWN[1:]],
        [f"{NAME}: a.example.com; dkim=none", "Received: x", f"{NAME}: b.example.com; x=y", *OWN],
        [f"{NAME}: dkim=none", "Received: x", f"{NAME}: dkim=none", *OWN],
        [f"{NAME}: mx.google.com", *OWN],
        [f"{NAME}: mx.google.com; dkim=none ({'x' * MAX_HEADER})", *OWN],
    ],
)
def test_of_these_no_results_are_certain_to_be_the_providers(lines: Sequence[str]) -> None:
    assert provider_of(head(*lines).headers) is None
