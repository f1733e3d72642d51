"""text/enriched (RFC 1896) and its forerunner text/richtext (RFC 1341) to lines of text."""

from __future__ import annotations

import re

from pbm.base.characters import split_lines

_TOKEN = re.compile(r"<<|<(/?)([a-z0-9-]{1,60})>|(\n+)|[^<\n]+|<", re.IGNORECASE)
_LITERAL = {"<<": "<", "<lt>": "<"}
_HIDDEN = {"param", "comment"}
_BREAKS = {"nl", "paragraph", "np"}
_QUOTE, _UNFILLED = "excerpt", "nofill"


def enriched_lines(text: str) -> list[str]:
    """The lines that a reader sees; those of quotes are marked with ``> ``."""
    page = _Page()
    for found in _TOKEN.finditer("\n".join(split_lines(text))):
        closes, command, ends = found[1], found[2], found[3]
        if found[0].lower() in _LITERAL:
            page.write(_LITERAL[found[0].lower()])
        elif command:
            page.obey(command.lower(), closes=bool(closes))
        elif ends:
            page.break_at(len(ends))
        else:
            page.write(found[0])
    return page.all_lines()


class _Page:
    """The lines so far, and how many elements of each kind are open."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._line: list[str] = []
        self._open: dict[str, int] = {}

    def write(self, text: str) -> None:
        if not any(self._open.get(each) for each in _HIDDEN):
            self._line.append(text)

    def obey(self, command: str, *, closes: bool) -> None:
        if command == _QUOTE and self._line:
            self._end_line()
        if command in _BREAKS and not closes:
            self._end_line()
        self._open[command] = max(0, self._open.get(command, 0) + (-1 if closes else 1))

    def break_at(self, count: int) -> None:
        """Break the line at a number of line ends; a single one is a blank (RFC 1896, page 3)."""
        if count == 1 and not self._open.get(_UNFILLED):
            self.write(" ")
            return
        for _ in range(count if self._open.get(_UNFILLED) else count - 1):
            self._end_line()

    def all_lines(self) -> list[str]:
        self._end_line()
        return self._lines

    def _end_line(self) -> None:
        text = "".join(self._line).strip()
        self._lines.append(f"> {text}" if self._open.get(_QUOTE) else text)
        self._line.clear()
