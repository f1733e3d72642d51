"""Authentication-Results: whether a server that we believe vouches for the author.

That is the front server (``trust_authserv``), or the provider of the club's mailbox.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import takewhile

from authres import AuthenticationResult, AuthenticationResultsHeader, AuthResError

from pbm.mail.headers import MAX_HEADER, Head, readable, unfolded
from pbm.mail.mime import Part
from pbm.mail.peers import names_the_world
from pbm.mail.signed import is_addressed_to, is_signed, is_unambiguous

_NAME = "authentication-results"
# The property of a result that names the domain which the result vouches for. Properties are looked
# up by name, because authres has attributes for the properties of DKIM, but not for those of DMARC.
_ALIGNED = {"dmarc": "from", "dkim": "d"}
# No server writes its results below one of these: they came with the letter.
_WRITTEN_BY_AUTHOR = frozenset({"from", "to", "subject", "date", "message-id"})

Results = Sequence[AuthenticationResult]


class Above(IntEnum):
    """Which Receiveds stand above the results of a provider.

    INSIDE: of machines within it. OUTSIDE: also that of the server which took the mail from the
    world; what came with a letter stands right below that one.
    """

    NOTHING = 0
    INSIDE = 1
    OUTSIDE = 2


@dataclass(frozen=True)
class Provider:
    """How a mailbox's provider writes its results.

    names: the ends of authserv-ids, ``google.com`` of ``mx.google.com``, since providers have
        several machines, or ``NAMELESS``; one for each result, topmost first.
    above: what stands above them.
    """

    names: Sequence[str]
    above: Above

    def __str__(self) -> str:
        """The names and a number with blanks between, as it is stored; no name is a number."""
        return f"{' '.join(self.names)} {self.above:d}"

    @classmethod
    def parsed(cls, text: str) -> Provider:
        """The provider that was stored as this text; older ones have no number."""
        *names, last = text.split()
        if last.isdecimal():
            return cls(names, Above(int(last)))
        return cls([*names, last], Above.OUTSIDE)


NAMELESS = "="
"""The name of servers that write none, as Microsoft's do. No authserv-id contains this."""

_UNREADABLE = (AuthResError, ValueError, IndexError, RecursionError)


def is_vouched_for(
    mail: Part, author: str, believed: str, domain: str, *, is_fetched: bool = False
) -> bool:
    """Whether the server that we believe confirms that the author wrote all that we read, and sent
    it to us.

    author: the only address in the From, "" if there is not exactly one.
    believed: the front server's authserv-id, or the mailbox's ``Provider`` as text; "" for none.
    domain: ours. is_fetched: whether the letter comes from the mailbox.
    """
    if not author or not believed or not is_unambiguous(mail):
        return False
    find = _of_provider if is_fetched else _of_front_server
    results = find(mail.headers, believed)
    theirs = author.rpartition("@")[2]
    if not _agree(results, theirs) or not is_addressed_to(mail.headers, domain):
        return False
    # A letter that came straight from the author's server is unchanged. A signature alone may not
    # cover all parts of a letter, and somebody may have changed the others.
    return any(_hands_over(each, theirs) for each in results) or is_signed(mail, theirs, domain)


def provider_of(head: Head) -> Provider | None:
    """The provider that has written results of a mail; None if none are certain to be its own.

    The mail must be one of ours that came back: all its results are then the provider's.
    """
    ids = [_authserv_id(value) for value in head.raw(_NAME)]
    names = [".".join(each.split(".")[-2:]) for each in ids]
    found = Provider(names, _above(head))
    return found if all(names) and provider_results(head, found) is not None else None


def provider_results(head: Head, provider: Provider) -> Sequence[str] | None:
    """The Authentication-Results that the provider has written, topmost first.

    Providers write theirs below Receiveds of their own, but above all that came with the letter. So
    they are the topmost ones, and as many as in our own mail, without a Received between them, and
    below no other kind of Received. None if others stand there, or if another one in the letter
    bears one of the names: then it is not certain which ones are theirs.
    """
    names = provider.names
    order = [name for name, _ in head.items]
    places = [at for at, name in enumerate(order) if name == _NAME]
    found = [unfolded(head.items[at][1]) for at in places]
    if not names or len(found) < len(names) or _NAME in head.cut:
        return None
    run = order[places[0] : places[len(names) - 1]]
    if "received" in run or not _WRITTEN_BY_AUTHOR.isdisjoint(order[: places[len(names) - 1]]):
        return None
    theirs, others = found[: len(names)], found[len(names) :]
    is_theirs = all(map(_is_named, map(_authserv_id, theirs), names))
    if not is_theirs or any(_bears(each, name) for each in others for name in names):
        return None
    return theirs if _above(head) <= provider.above else None


def _above(head: Head) -> Above:
    """Which Receiveds stand above the topmost result."""
    items = takewhile(lambda item: item[0] != _NAME, head.items)
    found = [readable(value) for name, value in items if name == "received"]
    if any(map(names_the_world, found)):
        return Above.OUTSIDE
    return Above.INSIDE if found else Above.NOTHING


def _authserv_id(value: str) -> str:
    """The name of the server that wrote a result, in lower case; "" if it cannot be told."""
    word = next(iter(unfolded(value).partition(";")[0].split()), "").casefold()
    if "=" in word:
        return NAMELESS
    return word if ";" in value else ""


def _is_named(found: str, name: str) -> bool:
    return found == name or found.endswith(f".{name}")


def _bears(value: str, name: str) -> bool:
    return name in value.partition(";")[0].casefold()


def _of_provider(head: Head, believed: str) -> Results:
    """The results of the mailbox's provider; none if they are not certain to be its own."""
    found = provider_results(head, Provider.parsed(believed)) or ()
    try:
        return [result for each in found for result in _parsed(_named_by(each)).results]
    except _UNREADABLE:
        return ()


def _named_by(value: str) -> str:
    """A provider's result in the form of RFC 8601, which demands a name and no ``;`` at the end."""
    name = "nameless; " if _authserv_id(value) == NAMELESS else ""
    return name + value.rstrip("; ")


def _of_front_server(head: Head, believed: str) -> Results:
    """The front server's results; none if any header that it may have written cannot be parsed."""
    try:
        found = [_parsed(value) for value in _on_top(head)]
    except _UNREADABLE:
        return ()
    ours = (each for each in found if each.authserv_id.casefold() == believed.casefold())
    return [result for each in ours for result in each.results]


def _parsed(value: str) -> AuthenticationResultsHeader:
    if not value.isascii():
        raise ValueError("not in ASCII")
    return AuthenticationResultsHeader.parse(f"{_NAME}: {value}")


def _on_top(head: Head) -> list[str]:
    """The Authentication-Results that the front server may have written.

    Milters, and servers that check by themselves, write theirs above the Received of the front
    server. Results below it came with the letter. Without any Received, only the topmost result is
    certain to have been written last.
    """
    names = [name for name, _ in head.items]
    traced = "received" in names
    above = head.items[: names.index("received")] if traced else head.items
    found = [unfolded(value) for name, value in above if name == _NAME]
    if sum(map(len, found)) > MAX_HEADER or _NAME in head.cut:
        raise ValueError("more than a front server writes")
    return found if traced else found[:1]


def _agree(results: Results, theirs: str) -> bool:
    """Whether one of the results vouches for the domain, and none contradicts it.

    A good signature of exactly this domain counts as a DMARC pass: ``dmarc=none`` beside it only
    says that the domain has no policy. ``dmarc=fail``, or a DMARC result for another domain, means
    that the front server has seen another author or signature than we do. In these cases the letter
    counts as unproven, and its sender is asked to confirm.
    """
    against = any(_is_against(each, theirs) for each in results)
    return not against and any(_is_for(each, theirs) for each in results)


def _is_for(result: AuthenticationResult, theirs: str) -> bool:
    """Whether a result is a DMARC pass for the domain, or a DKIM pass of exactly that domain."""
    named = _named(result, "header", _ALIGNED.get(_word(result.method), "")) or _signers(result)
    return _word(result.result) == "pass" and named == [theirs]


def _signers(result: AuthenticationResult) -> list[str]:
    """The domains for which a DKIM signature was made, of servers that name no signing domain.

    Such an identity (``header.i``) is always at or below the signing domain.
    """
    is_dkim = _word(result.method) == "dkim"
    return [each.rpartition("@")[2] for each in _named(result, "header", "i") if is_dkim]


def _is_against(result: AuthenticationResult, theirs: str) -> bool:
    if _word(result.method) != "dmarc":
        return False
    others = set(_named(result, "header", "from")) - {theirs}
    return _word(result.result) == "fail" or bool(others)


def _hands_over(result: AuthenticationResult, theirs: str) -> bool:
    """Whether a result is an SPF pass: a server of exactly that domain delivered the letter."""
    named = [each.rpartition("@")[2] for each in _named(result, "smtp", "mailfrom")]
    return _word(result.method) == "spf" and _word(result.result) == "pass" and named == [theirs]


def _named(result: AuthenticationResult, kind: str, name: str) -> list[str]:
    return [
        _word(each.value) for each in result.properties if (each.type, each.name) == (kind, name)
    ]


def _word(value: object) -> str:
    return str(value).casefold()
