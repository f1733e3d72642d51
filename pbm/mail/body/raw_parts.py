"""MIME parts within a text.

A broken gateway shows them with their boundaries and headers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pbm.mail import mime
from pbm.mail.mime import Part

_FIELDS = ("content-", "mime-version:")
_BOUNDARY = re.compile(r"--(\S[^\s\"]{0,100})$")
_NOTICE = ("mime", "multi-part", "multipart")
"""One of these words has each notice for programs that know no parts."""


def raw_parts(lines: Sequence[str], depth: int) -> tuple[Sequence[str], Part | None]:
    """The lines above such parts, and a part that has these; None if there are none."""
    if _FIELDS[0] not in "\n".join(lines).lower():
        return lines, None
    at = next((at for at, line in enumerate(lines) if line[:8].lower() == _FIELDS[0]), None)
    if at is None or depth >= mime.MAX_DEPTH:
        return lines, None
    found = _BOUNDARY.match(lines[at - 1]) if at else None
    if found is None:
        begin = next(place for place, line in enumerate(lines) if line)
        is_whole = lines[begin].lower().startswith(_FIELDS) and ":" in lines[at]
        return ((), _part(lines[begin:], depth)) if is_whole else (lines, None)
    head = f'Content-Type: multipart/mixed; boundary="{found[1]}"\n'
    above = [line for line in lines[: at - 1] if not any(map(line.lower().__contains__, _NOTICE))]
    return above, _part([head, *lines[at - 1 :]], depth)


def _part(lines: Sequence[str], depth: int) -> Part:
    return mime.parse_part("\n".join(lines).encode("utf-8", "replace"), depth)
