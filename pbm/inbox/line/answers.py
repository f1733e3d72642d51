"""The answer of a command: mails to the sender and to others."""

from __future__ import annotations

from dataclasses import dataclass

from pbm.core.refused import Refused
from pbm.notices.drafts import Draft


@dataclass(frozen=True)
class Answer:
    """The mail that answers the sender, and the mails that tell others.

    ``reply`` is None for the rare command that is answered to somebody else only.
    """

    reply: Draft | None
    notices: tuple[Draft, ...] = ()


class RefusedWithMail(Refused):
    """A refusal that is told by a mail of its own, in place of the usual one."""

    def __init__(self, code: str, draft: Draft) -> None:
        super().__init__(code)
        self.draft = draft
