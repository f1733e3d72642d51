"""Character references of HTML."""

from __future__ import annotations

import re
from html import unescape

# No character has such a number, and Python refuses to convert thousands of digits.
_TOO_LONG = re.compile(r"&#(?:[0-9]|[xX][0-9a-fA-F])[0-9a-fA-F]{20,};?")


def unescaped(text: str) -> str:
    """The text with its character references replaced; U+FFFD for numbers of no character."""
    return unescape(_TOO_LONG.sub("\ufffd", text)) if "&" in text else text
