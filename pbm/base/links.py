"""Links that programs write behind words of a page: ``16-35<tel:16-35>``."""

from __future__ import annotations

import re

_SCHEME = r"[a-z][a-z0-9+.-]{0,40}"
"""RFC 3986, section 3.1."""


def _links(of: str) -> re.Pattern[str]:
    """Links in brackets, and those of Markdown."""
    target = rf"{of}{_SCHEME}:[^\s<>()\[\]]*"
    return re.compile(
        rf"\[([^\[\]]+)\]\({target}\)|\s?<{target}>|(?<=\S)(?:\({target}\)|\[{target}\])",
        re.IGNORECASE,
    )


# Gateways put their own links in place of those to pages.
_OF_GATEWAYS = (
    r"//(?:[\w-]{1,40}\.){0,4}(?:safelinks\.protection\.outlook\.com|urldefense(?:\.proofpoint)?\.com"
    r"|linkprotect\.cudasvc\.com|mimecast\.com|secure-web\.cisco\.com)"
)
_ANY, _OF_PROGRAMS = _links(""), _links(rf"(?!https?:(?!{_OF_GATEWAYS}))")


def without_program_links(line: str) -> str:
    """Return the line without its links to anything but a web page, and those of gateways.

    People write no others: programs make them of numbers, days and addresses.
    """
    return _without(_OF_PROGRAMS, line)


def without_links(line: str) -> str:
    """Return the line without all its links in brackets; links that stand alone are kept."""
    return _without(_ANY, line)


def _without(links: re.Pattern[str], line: str) -> str:
    if ":" not in line:
        return line
    left = links.sub(lambda found: found[1] or "", line)
    return left if any(map(str.isalnum, left)) else line
