"""Authentication-Results: whether the front server (``trust_authserv``) vouches for the author."""

from __future__ import annotations

from collections.abc import Sequence

from authres import AuthenticationResult, AuthenticationResultsHeader, AuthResError

from pbm.mail.headers import MAX_HEADER, Head, unfolded
from pbm.mail.mime import Part
from pbm.mail.signed import is_addressed_to, is_signed, is_unambiguous

_NAME = "authentication-results"
# The property of a result that names the domain which the result vouches for. Properties are looked
# up by name, because authres has attributes for the properties of DKIM, but not for those of DMARC.
_ALIGNED = {"dmarc": "from", "dkim": "d"}

Results = Sequence[AuthenticationResult]


def is_vouched_for(mail: Part, author: str, believed: str, domain: str) -> bool:
    """Whether the front server confirms that the author wrote all that we read, and sent it to us.

    author: the only address in the From, "" if there is not exactly one.
    believed: the front server's authserv-id, "" for none. domain: ours.
    """
    if not author or not believed or not is_unambiguous(mail):
        return False
    results = _results(mail.headers, believed)
    theirs = author.rpartition("@")[2]
    if not _agree(results, theirs) or not is_addressed_to(mail.headers, domain):
        return False
    # A letter that came straight from the author's server is unchanged. A signature alone may not
    # cover all parts of a letter, and somebody may have changed the others.
    return any(_hands_over(each, theirs) for each in results) or is_signed(mail, theirs, domain)


def _results(head: Head, believed: str) -> Results:
    """The front server's results; none if any header that it may have written cannot be parsed."""
    try:
        found = [_parsed(value) for value in _on_top(head)]
    except (AuthResError, ValueError, IndexError, RecursionError):
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
    named = _named(result, "header", _ALIGNED.get(_word(result.method), ""))
    return _word(result.result) == "pass" and named == [theirs]


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
