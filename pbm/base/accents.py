"""Text without its accents."""

from __future__ import annotations

import unicodedata


class _Marks(dict[int, int | None]):
    """What becomes of a character: None, nothing, for a mark that is set on another one."""

    def __missing__(self, code: int) -> int | None:
        if not unicodedata.combining(chr(code)):
            return code
        # Only the marks are kept: they are few, and nobody can fill memory with other characters.
        self[code] = None
        return None


_MARKS = _Marks((code, code) for code in range(0x80))


def without_accents(text: str) -> str:
    """Return the text, decomposed (NFKD), without the marks on its letters: ``elan`` for élan."""
    if text.isascii():
        return text
    return unicodedata.normalize("NFKD", text).translate(_MARKS)
