"""Userids that nobody can have: offices, days, pages, devices."""

from __future__ import annotations

from functools import cache

from pbm.core.languages import texts
from pbm.core.names import OFFICIAL, RESERVED, look

_OF_MAILBOXES = frozenset(
    """info marketing sales support noc security hostmaster usenet news webmaster www uucp ftp
    administrator contact help moderator no-reply noreply nobody owner staff sysop system team
    """.split()
)
"""Names of mailboxes (RFC 2142), and others that readers take for the operator's."""

_DEVICES = frozenset(
    ["con", "prn", "aux", "nul", "conin$", "conout$"]
    + [f"{port}{number}" for port in ("com", "lpt") for number in range(10)]
)
"""Names of devices of Windows, where no file can be called so, whatever its extension."""

_PAGES = "site"
"""The folder of the templates of pages, whose names are those of the site's pages and folders."""
_FOLDERS = frozenset({"atom", "games", "pictures", "static"})


def is_reserved(userid: str) -> bool:
    """Return whether a userid is a word of commands, or the name of something else here."""
    name = userid.casefold()
    return (
        name in RESERVED
        or name.partition(".")[0] in _DEVICES
        or name in _days()
        or name in _pages()
        or look(name) in _looks_official()
    )


@cache
def _looks_official() -> frozenset[str]:
    """How the names of offices look, singular and plural."""
    names = OFFICIAL | _OF_MAILBOXES
    return frozenset(look(each) for name in names for each in (name, f"{name}s"))


@cache
def _days() -> frozenset[str]:
    # Imported here: the settings need no names of days, and their library takes memory and time.
    from pbm.core.calendar import full_names  # noqa: PLC0415

    return full_names()


@cache
def _pages() -> frozenset[str]:
    pages = (each.name.partition(".")[0] for each in texts().joinpath(_PAGES).iterdir())
    return _FOLDERS.union(pages)
