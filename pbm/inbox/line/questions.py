"""Questions that our mails ask, and the commands that yes and no stand for in a reply.

Only the first line below a greeting counts, and only if every word of it is known: autoresponders
begin sentences with such words, and quote ours.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

from pbm.base.values import replace
from pbm.core.board import Board
from pbm.core.model import MatchStatus
from pbm.inbox.line.answer_tables import (
    Answers,
    after_no,
    answers_of_all,
    begins_with_yes,
    first_words,
    in_any,
    is_whole,
    made_of,
    may_be_quoted,
    undrawn,
)
from pbm.inbox.understanding.gates import leaves_deed
from pbm.inbox.understanding.lexicon import is_word
from pbm.inbox.understanding.phrases import Node, plain_words
from pbm.inbox.understanding.tokens import sentences_of
from pbm.inbox.understanding.wishes import HARMLESS, Sign, Wish
from pbm.mail.correspondence import Purpose, Token
from pbm.notices.drafts import PREVIEWED

MOST_WORDS_OF_THANKS = 24
"""A longer letter says more than thanks."""
_AGREEING_SIGNS = frozenset("👍👌🤝✅💪")
_HESITATING = ("...", "…")


def only_acknowledges(lines: Sequence[str]) -> bool:
    """Whether the lines are nothing but thanks for a mail, or a short "ok" to it."""
    text = "\n".join(lines)
    words = without_signs(plain_words(text))
    if "?" in text or not 1 <= len(words) <= MOST_WORDS_OF_THANKS:
        return False
    return any(_only_acknowledges(each, words) for each in answers_of_all())


def _only_acknowledges(answers: Answers, words: Sequence[str]) -> bool:
    """Whether the words of one language are thanks, praise, or a short "ok"."""
    usual = [*answers.words.spelling.usual(words)]

    def harmless(_: Sequence[str], at: int) -> int:
        end, meanings = answers.words.longest(usual, at)
        return end if meanings & HARMLESS else at

    tables = in_any(answers.received, answers.yes, answers.beside, answers.warm)
    return made_of(words, 0, tables, harmless) is not None


def without_signs(words: Sequence[str]) -> Sequence[str]:
    """The words without emoji that only decorate them; an emoji alone may be sent by a click."""
    return [each for each in words if each not in _AGREEING_SIGNS] or words


MOST_WORDS = 12
MOST_LINES_BELOW = 2
"""People take a yes back at once; farther below, a line may go on with any sentence."""
_PARTS = re.compile(r"(?<=[,;:.!?–—])\s+")
_MOVES = re.compile(r"\b\w?\d[-–x][\w=x–-]*\w")
"""What may be a move in a line of words."""
_REFUSING = frozenset({Sign.NOT, Wish.NO, Wish.UNWILLING})
"""The meanings of words that never repeat a deed, even if it has them: "of course not" """
_GLADLY_DONE = frozenset({"signup", "challenge", "rematch", "seek", "take", "join"})
"""The deeds to which a yes may be warm: they give nothing up, and agree to no proposal."""
_PROPOSE, _MOVE = "propose", "move"
_KEPT = 64
_DEEDS = (Wish.RESIGN, Wish.DRAW, Wish.UNDO, Wish.REMATCH, Wish.CHALLENGE, Wish.SEEK)
"""The deeds that people repeat in words other than the command."""


# A letter's lines are asked again by each rule about the yes.
@lru_cache(_KEPT)
def says_yes(line: str, deed: str, userid: str = "") -> bool:
    """Whether the line does nothing but confirm ``deed``, the command that was asked about.

    userid: the writer's, which they may add to the yes.
    """
    if line.strip().casefold() == move_in(deed).casefold() != "":
        return True
    # Who is called "Later" has to say yes without their name.
    own = "" if is_word(userid) else userid
    words = _words_of_answer(line)
    if not words or words[0] not in first_words("yes"):
        return False
    named = frozenset(plain_words(f"{deed} {own}"))
    return any(_is_yes(each, words, named) for each in answers_of_all())


def takes_back(below: Sequence[str], deed: str) -> bool:
    """Whether the lines below a yes begin by taking it back or qualifying it: "but not now".

    So does another move than that of ``deed``, the command that was asked about.
    """
    lines = [line for line in below if line.strip()][:MOST_LINES_BELOW]
    begins = any(
        each.against.longest(plain_words(line), 0)[0] for line in lines for each in answers_of_all()
    )
    others = {each.casefold() for line in lines for each in _MOVES.findall(line)}
    is_other = not others <= {move_in(deed).casefold()}
    return begins or is_other or any(after_no(line) is not None for line in lines)


def goes_ahead(line: str) -> bool:
    """Whether the line only agrees to the move that a mail shows: "ok, play it"."""
    words = _words_of_answer(line)
    return any(_only_says(each, words, each.yes, each.playing) for each in answers_of_all())


def beside_playing(line: str) -> str | None:
    """What a line says beside "play it", about the move that a mail shows; None without that."""
    parts = _PARTS.split(line)
    others = [part for part in parts if not _says_to_play(part)]
    return " ".join(others) if len(others) < len(parts) else None


def _says_to_play(part: str) -> bool:
    words = _words_of_answer(part)
    return any(_only_says(each, words, each.playing) for each in answers_of_all())


def _words_of_answer(line: str) -> Sequence[str]:
    """The words of a line that may be a short answer; none if it asks, is quoted or says more."""
    words = without_signs(plain_words(line))
    is_answer = not ("?" in line or may_be_quoted(line)) and len(words) <= MOST_WORDS
    return undrawn(words) if is_answer else ()


def _only_says(answers: Answers, words: Sequence[str], *wanted: Node) -> bool:
    """Whether a phrase of these tables is there, and no words but such as may go with it."""
    others = (answers.yes, answers.playing, answers.beside, answers.warm, answers.around)
    found = made_of(words, 0, in_any(*wanted), in_any(*others))
    return found is not None and 0 in found


def _is_yes(answers: Answers, words: Sequence[str], deed: Collection[str]) -> bool:
    """Whether the words of one language confirm the deed. deed: the words of its command."""
    at = answers.yes.longest(words, 0)[0]
    if at <= answers.against.longest(words, 0)[0]:
        return False
    return _only_agrees(answers, _without_signature(answers.regards, words), at, deed)


def _without_signature(regards: Node, words: Sequence[str]) -> Sequence[str]:
    """The words without a name at their end, behind words such as "best regards"."""
    *others, name = words
    is_signed = any(regards.longest(others, at)[0] == len(others) for at in range(len(others)))
    return others if is_signed and name.isalpha() and not is_word(name) else words


def _only_agrees(answers: Answers, words: Sequence[str], at: int, deed: Collection[str]) -> bool:
    """Whether all words from index ``at`` on are courtesies, or repeat the deed.

    Joy about the deed is a courtesy, too, if it is nothing to regret. Words such as "to" only go
    with others that repeat it.
    """
    is_glad = not _GLADLY_DONE.isdisjoint(deed)
    courtesies = in_any(answers.beside, *([answers.warm] if is_glad else ()))
    repeated = partial(_end_of_deed, answers, deed)
    found = made_of(words, at, courtesies, repeated, in_any(answers.around))
    return found is not None and (1 in found or 2 not in found)


def _end_of_deed(answers: Answers, deed: Collection[str], words: Sequence[str], at: int) -> int:
    """Where words that repeat the deed end; ``at`` if none begin there."""
    end, meanings = answers.words.phrases.longest(words, at)
    if not meanings.isdisjoint(_REFUSING):
        return at
    if words[at] in deed:
        return at + 1
    proposes = answers.proposing.longest(words, at)[0] if _PROPOSE in deed else at
    if proposes > at:
        return proposes
    if any(wish in deed and wish in meanings for wish in _DEEDS):
        return end
    return answers.playing.longest(words, at)[0] if _MOVE in deed else at


_LEAVE, _CONFIRMS = "leave", "yes"
ASKED = "asked"
"""The fact in the data of a question's token who was asked, by userid."""
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
        if not (self.yes or self.no or self.leave):
            return ""
        words = () if "?" in line or may_be_quoted(line) else plain_words(line)
        is_yes = is_whole(words, "plain")
        if is_yes or (self.asks_to_confirm and says_yes(line, self.deed, self.userid)):
            return self.yes
        if words == [_LEAVE]:
            return self.leave
        return self.no if is_whole(words, "refusal") else ""

    def apart(self, lines: Sequence[str]) -> Sequence[str]:
        """The lines, with courtesies behind a sentence that confirms on a line of their own.

        Whatever else stands behind it may put the yes in doubt: then the line is no answer.
        """
        at = first_answer(lines) if self.asks_to_confirm else len(lines)
        if at == len(lines) or not begins_with_yes(lines[at]) or self.command_for(lines[at]):
            return lines
        first, *behind = sentences_of(lines[at]) or [""]
        if not behind:
            return lines
        confirms = not first.endswith(_HESITATING) and self.command_for(first) == self.yes
        if not (confirms and all(map(self._leaves, behind))):
            return lines
        return [*lines[:at], first, " ".join(behind).strip(), *lines[at + 1 :]]

    def _leaves(self, sentence: str) -> bool:
        """Whether a sentence behind a yes leaves it as it is; joy does if nothing is given up."""
        is_glad = not _GLADLY_DONE.isdisjoint(self.deed.split())
        words = plain_words(sentence)
        is_joy = any(each.warm.occurs(words) for each in answers_of_all())
        return (is_glad or not is_joy) and leaves_deed(sentence, self.deed)

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
    return is_short and words[0].strip(",!") in first_words("greeting")


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
    proposal = board.proposal
    is_theirs = proposal is None or board.match.player_at(proposal.seat) == token.player
    return NOTHING if is_theirs else PROPOSAL


def _deed(token: Token) -> str:
    if token.purpose is Purpose.SIGNUP:
        return f"signup {token.data.get('userid', '')}"
    # Tokens of earlier versions hold no deed.
    return " ".join(token.data.get("deed", token.data.get("lines", ())))


# A game, the command, its board and a move with the number of plies before it.
_AT_PLY = re.compile(r"([a-z]+ move [0-9]+ )(.*?)(?:#([0-9]+))?")


def without_ply(line: str) -> str:
    """The stored line without the number of plies, which we add to a move that we ask about."""
    found = _AT_PLY.fullmatch(line)
    return found[1] + found[2] if found else line


def move_in(line: str) -> str:
    """The move of a stored line; "" for another command."""
    found = _AT_PLY.fullmatch(line)
    return found[2] if found else ""


def ply_in(line: str) -> int | None:
    """The number of plies after which a stored move is to be played; None if it has none."""
    found = _AT_PLY.fullmatch(line)
    return int(found[3]) if found and found[3] else None
