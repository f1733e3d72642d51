"""Questions that our mails ask, and the commands that yes and no stand for in a reply.

Only the first line below a greeting counts, and only if it holds nothing else: autoresponders
begin sentences with such words, and quote ours.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pbm.base.values import replace
from pbm.core.board import Board
from pbm.core.model import MatchStatus
from pbm.core.move_text import SENTENCE_MARKS
from pbm.inbox.line.consent import goes_ahead, says_yes, takes_back
from pbm.inbox.line.yes_and_no import after_no
from pbm.mail.correspondence import Purpose, Token
from pbm.notices.drafts import PREVIEWED

# Courtesies in all languages of our mails.
_GLADLY = (
    *("please", "gladly", "with pleasure", "bitte", "gern", "gerne", "volontiers"),
    *("avec plaisir", "volentieri", "con piacere", "graag"),
)
_THANKS = ("thanks", "thank you", "danke", "merci", "grazie", "bedankt")


def _phrases(words: Iterable[str], courtesies: Iterable[str]) -> frozenset[str]:
    """Each word alone, and followed by each courtesy."""
    ends = ("", *courtesies)
    return frozenset(f"{word} {end}".strip() for word in words for end in ends)


# "ok thanks" is not among these words: it may only mean that the mail was read.
_YES = _phrases(("yes", "ja", "oui", "sì", "si", "ok", "okay"), _GLADLY) | {
    "sì grazie",
    "si grazie",
}
_LEAVE, _CONFIRMS = "leave", "yes"
ASKED = "asked"
"""The fact in the data of a question's token who was asked, by userid."""
_NO = _phrases(("no", "nein", "non", "nee"), _THANKS)

_GREETINGS = frozenset(
    """hi hello hey dear good greetings hallo guten moin servus liebe lieber liebes sehr grüezi grüß
    salut bonjour bonsoir coucou cher chère ciao buongiorno buonasera salve caro cara hoi dag beste
    goedemorgen goedemiddag goedenavond""".split()
)
_MOST_WORDS_OF_GREETING = 5


@dataclass(frozen=True)
class Question:
    """The commands that yes, no and leave stand for; "" if the word has no meaning here.

    wants_password: whether a new password alone, without a command, is an answer.
    deed: the commands that a mail asks to confirm, which a yes may repeat.
    userid: that of the player who was asked, "" if they have none yet.
    """

    yes: str = ""
    no: str = ""
    leave: str = ""
    wants_password: bool = False
    deed: str = ""
    userid: str = ""

    @property
    def is_about_security(self) -> bool:
        """Whether nothing but an exact answer counts."""
        return self.wants_password or self.asks_to_confirm

    @property
    def asks_to_confirm(self) -> bool:
        return self.yes == _CONFIRMS

    def command_for(self, line: str) -> str:
        """The command that the line stands for, "" if it is no answer."""
        said = " ".join(line.casefold().replace(",", " ").split()).strip(SENTENCE_MARKS)
        if said in _YES or (self.asks_to_confirm and says_yes(line, self.deed, self.userid)):
            return self.yes
        if said == _LEAVE:
            return self.leave
        return self.no if said in _NO else ""

    def is_taken_back(self, lines: Sequence[str], at: int) -> bool:
        """Whether line ``at`` confirms, but the lines below put that in doubt."""
        confirms = self.asks_to_confirm and self.command_for(lines[at]) == self.yes
        return confirms and takes_back(lines[at + 1 :], self.deed)


def agrees_to_preview(line: str) -> bool:
    """Whether the line agrees to the move that a mail shows, and says nothing else."""
    return TO_CONFIRM.command_for(line) == _CONFIRMS or goes_ahead(line)


def first_answer(lines: Sequence[str]) -> int:
    """The index of the first line that is neither blank nor a greeting, or the number of lines."""
    said = (at for at, line in enumerate(lines) if line.strip() and not greets(line))
    return next(said, len(lines))


def without_no(lines: Sequence[str]) -> Sequence[str] | None:
    """The lines without the no with which they begin; None if they begin with anything else."""
    at = first_answer(lines)
    rest = after_no(lines[at]) if at < len(lines) else None
    return None if rest is None else [*([rest] if rest else []), *lines[at + 1 :]]


def greets(line: str) -> bool:
    """Whether the line begins with a greeting, and is short; "lieber 13-33" names a move."""
    words = line.casefold().split()
    is_short = len(words) <= _MOST_WORDS_OF_GREETING and not any(map(str.isdigit, line))
    return is_short and words[0].strip(",!") in _GREETINGS


NOTHING = Question()
TO_CONFIRM = Question(_CONFIRMS)
INVITATION = Question("accept", "decline")
PROPOSAL = Question("accept", "reject")
NEW_PASSWORD = Question(wants_password=True)

_ASK_FOR_YES = (Purpose.SIGNUP, Purpose.ADDRESS, Purpose.CONFIRM, Purpose.OWNER)


def question_of(token: Token | None, board: Board | None) -> Question:
    """The question of the mail with this reply address. board: the board that it was about."""
    # A yes to a preview is about the move that the mail shows.
    if token is None or PREVIEWED in token.data:
        return NOTHING
    if token.purpose in _ASK_FOR_YES:
        return replace(TO_CONFIRM, deed=_deed(token), userid=token.data.get(ASKED, ""))
    if token.purpose is Purpose.RESET:
        return NEW_PASSWORD
    if token.purpose is not Purpose.BOARD or board is None:
        return Question(**token.data.get("answers", {}))
    # Also for an invitation that has been withdrawn, so that the answer can say so.
    if board.match.status in (MatchStatus.INVITED, MatchStatus.DECLINED):
        return INVITATION
    return PROPOSAL if _proposed_to(token.player, board) else NOTHING


def _deed(token: Token) -> str:
    if token.purpose is Purpose.SIGNUP:
        return f"signup {token.data.get('userid', '')}"
    # Tokens of earlier versions hold no deed.
    return " ".join(token.data.get("deed", token.data.get("lines", ())))


def _proposed_to(player: int | None, board: Board) -> bool:
    proposal = board.proposal
    return proposal is not None and board.match.player_at(proposal.seat) != player
