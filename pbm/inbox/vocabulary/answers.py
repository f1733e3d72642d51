"""What a command answers: mails to write, for the sender and for others."""

from __future__ import annotations

from dataclasses import dataclass

from pbm.core.refused import Refused
from pbm.notices.drafts import Draft


@dataclass(frozen=True)
class Answer:
    """The mail that answers the sender, and the mails that tell others.

    ``reply`` is None for the rare command whose answer must go to somebody else only.
    """

    reply: Draft | None
    notices: tuple[Draft, ...] = ()


class RefusedWithMail(Refused):
    """A refusal that shows more than words: the whole mail."""

    def __init__(self, code: str, draft: Draft) -> None:
        super().__init__(code)
        self.draft = draft
