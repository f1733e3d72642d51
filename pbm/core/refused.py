"""The error for a request that was understood but cannot be granted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbm.base.errors import UsageError
from pbm.core.model import Player


class Refused(UsageError):
    """A request was understood and refused; nothing was changed.

    code: the key of its words in ``refusals.toml``, which say what to do instead. That table is
        the list of codes; ``pbm.admin.refusals`` has other words for operators for some of them.
        tests/pbm/inbox/letter/test_words.py finds codes without words, and words without a code.
    facts: the values for the placeholders in the words.
    player: the player who has proved to be the author, once that is known; the refusal is mailed
        to them, whatever address they write from.
    """

    def __init__(self, code: str, /, **facts: Any) -> None:
        super().__init__(code)
        self.code = code
        self.facts: Mapping[str, Any] = facts
        self.player: Player | None = None
