"""What a command answers: mails to write, for the sender and for others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pbm.drafts import Draft
from pbm.errors import UsageError
from pbm.model import Player


@dataclass(frozen=True)
class Answer:
    """The mail that answers the sender, and the mails that tell others.

    ``reply`` is None for the rare command whose answer must go to somebody else only.
    """

    reply: Draft | None
    notices: tuple[Draft, ...] = ()


class Refusal(UsageError):
    """A command was understood and cannot be done; nothing was changed.

    code: names the words in ``refusals.toml``, which say what to send instead.
    draft: the whole mail, for a refusal that shows more than words.
    player: who has proved to be speaking, once that is known; he is told, wherever he writes from.
    """

    def __init__(self, code: str, draft: Draft | None = None, /, **facts: Any) -> None:
        super().__init__(code)
        self.code, self.draft = code, draft
        self.facts: Mapping[str, Any] = facts
        self.player: Player | None = None
