"""What somebody asked for and cannot have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbm.base.errors import UsageError
from pbm.core.model import Player


class Refused(UsageError):
    """What was asked for was understood and cannot be done; nothing was changed.

    code: names the words in ``refusals.toml``, which say what to do instead. That table is the
        list of codes, with the operator's words for some in ``pbm.admin.refusals``:
        tests/pbm/inbox/dialogue/test_words.py finds each code without words, and the reverse.
    facts: what the words are filled with.
    player: who has proved to be speaking, once that is known; they are told, wherever they write
        from.
    """

    def __init__(self, code: str, /, **facts: Any) -> None:
        super().__init__(code)
        self.code = code
        self.facts: Mapping[str, Any] = facts
        self.player: Player | None = None
