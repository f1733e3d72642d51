"""Mails of ours that ask something, and what yes and no stand for in a reply to one.

Only the first line below a greeting counts, and only if it says nothing else: programs begin whole
sentences with such words, and quote ours.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pbm.core.board import Board
from pbm.core.model import MatchStatus
from pbm.core.move_text import SENTENCE_MARKS
from pbm.mail.correspondence import Purpose, Token

# In the languages of our mails.
_GLADLY = (
    *("please", "gladly", "with pleasure", "bitte", "gern", "gerne", "volontiers"),
    *("avec plaisir", "volentieri", "con piacere", "graag"),
)
_THANKS = ("thanks", "thank you", "danke", "merci", "grazie", "bedankt")


def _phrases(words: Iterable[str], courtesies: Iterable[str]) -> frozenset[str]:
    """Each word alone, and before each of the courtesies."""
    ends = ("", *courtesies)
    return frozenset(f"{word} {end}".strip() for word in words for end in ends)


# "OK, thanks" may only say that the mail was read.
_YES = _phrases(("yes", "ja", "oui", "sì", "si", "ok", "okay"), _GLADLY) | {
    "sì grazie",
    "si grazie",
}
_NO = _phrases(("no", "nein", "non", "nee"), _THANKS)

_GREETINGS = frozenset(
    """hi hello hey dear good greetings hallo guten moin servus liebe lieber liebes sehr grüezi grüß
    salut bonjour bonsoir coucou cher chère ciao buongiorno buonasera salve caro cara hoi dag beste
    goedemorgen goedemiddag goedenavond""".split()
)
_MOST_WORDS_OF_GREETING = 5


@dataclass(frozen=True)
class Question:
    """The commands that yes and no stand for, "" where they stand for nothing.

    wants_password: whether a new password is an answer, with no command before it.
    """

    yes: str = ""
    no: str = ""
    wants_password: bool = False

    def meant(self, line: str) -> str:
        """The command that the line stands for, "" if it is no such answer."""
        said = " ".join(line.casefold().replace(",", " ").split()).strip(SENTENCE_MARKS)
        if said in _YES:
            return self.yes
        return self.no if said in _NO else ""


def first_answer(lines: Sequence[str]) -> int:
    """Where the first line stands that is no greeting; behind all of them if there is none."""
    said = (at for at, line in enumerate(lines) if line.strip() and not _greets(line))
    return next(said, len(lines))


def _greets(line: str) -> bool:
    words = line.casefold().split()
    return words[0].strip(",!") in _GREETINGS and len(words) <= _MOST_WORDS_OF_GREETING


NOTHING = Question()
TO_CONFIRM = Question("yes")
INVITATION = Question("accept", "decline")
PROPOSAL = Question("accept", "reject")
NEW_PASSWORD = Question(wants_password=True)

_TO_BE_CONFIRMED = (Purpose.SIGNUP, Purpose.ADDRESS, Purpose.CONFIRM)


def question_of(token: Token | None, board: Board | None) -> Question:
    """What the mail with this reply address asks; board: the one that it was about."""
    if token is None:
        return NOTHING
    if token.purpose in _TO_BE_CONFIRMED:
        return TO_CONFIRM
    if token.purpose is Purpose.RESET:
        return NEW_PASSWORD
    if token.purpose is not Purpose.BOARD or board is None:
        return NOTHING
    # To one that does not stand any more, too: that is what they are told then.
    if board.match.status in (MatchStatus.INVITED, MatchStatus.DECLINED):
        return INVITATION
    return PROPOSAL if _proposed_to(token.player, board) else NOTHING


def _proposed_to(player: int | None, board: Board) -> bool:
    proposal = board.proposal
    return proposal is not None and board.match.player_at(proposal.seat) != player
