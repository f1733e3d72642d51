"""The outcomes of a letter, and the verdict on them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from pbm.core.events import Event
from pbm.core.happenings import Moved, Proposed
from pbm.core.model import EventKind
from pbm.notices.facts.places import Place
from pbm.notices.headlines import Headline
from pbm.notices.kinds import MailKind
from tests.pbm.inbox.understanding.rows import Row
from tests.pbm.inbox.understanding.scenes import Scene
from tests.pbm.town import Mail, Town


class Verdict(Enum):
    """BEST: the best wanted outcome; if that is a question, the wanted deed without one is as good.
    ASKED: a question, if that is not the best outcome. USEFUL: another wanted outcome. REFUSED: the
    answer helps nobody, or not this writer. SILENT: there was no answer. HARM: something was done
    wrongly.
    """

    BEST = "best"
    ASKED = "asked"
    USEFUL = "useful"
    REFUSED = "refused"
    SILENT = "silent"
    HARM = "harm"


Write = Callable[[Scene, Row, Town], Sequence[Mail]]

_DEEDS = {
    EventKind.RESIGNED: "resign",
    EventKind.ABORTED: "resign",
    EventKind.ACCEPTED: "accept",
    EventKind.DECLINED: "decline",
    EventKind.AGREED: "agree",
    EventKind.REJECTED: "reject",
}
_ANSWERS: Mapping[str, str] = {
    MailKind.HELP: "help",
    MailKind.LESSON: "help",
    MailKind.LESSONS: "help",
    MailKind.INTRODUCTION: "help",
    MailKind.ILLEGAL: "legal",
    MailKind.MOVES: "legal",
    MailKind.BOARDS: "show",
    MailKind.REVIEW: "show",
    MailKind.RECORD: "show",
    MailKind.TABLE: "list",
    MailKind.USERS: "list",
    MailKind.RATING: "list",
    MailKind.RATINGS: "list",
    MailKind.PROGRAMS: "list",
    MailKind.SEEKS: "list",
    MailKind.CONTESTS: "list",
    MailKind.SEEK: "seek",
    MailKind.QUEUE: "queue",
    # The mail says which of the moves cannot be played, and how to write it.
    MailKind.UNQUEUED: "help",
    MailKind.SETTINGS: "set",
    MailKind.VACATION: "set",
    MailKind.SIGNUP: "signup",
    MailKind.SIGNED_OFF: "leave",
    MailKind.WELCOME: "signup",
    MailKind.PREVIEW: "show",
    MailKind.PUZZLE: "puzzle",
}
# Refusals that say why something cannot be done, and what can. All others found no sense in the
# words.
_CLEAR = {
    "unknown_player": "help",
    "not_running": "help",
    "not_your_turn": "help",
    "missing_word": "help",
    "no_name": "help",
    "too_much_vacation": "help",
    "vacation_overlaps": "help",
    "nothing_to_undo": "help",
    "no_puzzles": "help",
    "two_moves": "ask",
    "which_move": "ask",
    "which_board_is_meant": "ask",
    "which_seek": "ask",
}
_SHOWN: Mapping[str, str] = {
    Headline.SHOWN: "show",
    Headline.SCORED: "show",
    Headline.WAITING: "help",
}
_ROBOT = {"Auto_Submitted": "auto-replied"}


@dataclass(frozen=True)
class Result:
    """The outcomes of the letter of a row."""

    row: Row
    came: frozenset[str]

    @property
    def verdict(self) -> Verdict:
        if any(map(self._is_harm, self.came)):
            return Verdict.HARM
        if self._is(self.row.wanted[0]) or self._is_done_unasked:
            return Verdict.BEST
        if self.came & {"ask", "ask_resign"} and self._is_wanted:
            return Verdict.ASKED
        if self._is_wanted:
            return Verdict.USEFUL
        return Verdict.SILENT if self.came == {"nothing"} else Verdict.REFUSED

    @property
    def _is_done_unasked(self) -> bool:
        """Whether a wanted deed was done that might as well have been asked about."""
        best, *others = self.row.wanted
        deeds = (each for each in others if any(map(_is_deed, each)))
        return best == {"ask"} and any(map(self._is, deeds))

    @property
    def _is_wanted(self) -> bool:
        return any(map(self._is, self.row.wanted))

    def _is(self, wanted: frozenset[str]) -> bool:
        # A question about one of several things that were wanted is still a question.
        return wanted <= self.came or (wanted == {"ask"} and "ask_resign" in self.came)

    def _is_harm(self, came: str) -> bool:
        """Whether an outcome is forbidden, or changed something that nobody wanted."""
        kind = came.partition(":")[0]
        if {kind, came} & self.row.never:
            return True
        if kind == "accept" and self.came & {"challenge", "rematch"}:
            # A program accepts at once what the writer proposes.
            return False
        return _is_deed(came) and not any(came in wanted for wanted in self.row.wanted)


def _is_deed(came: str) -> bool:
    return came.partition(":")[0] in ACTS


ENDS = re.compile("-.*-")
"""The part between the ends of a move."""

ACTS = {
    *("play", "accept", "decline", "agree", "reject", "resign", "draw", "undo", "rematch"),
    *("challenge", "seek", "queue", "set", "leave", "signup"),
}


def result(scene: Scene, row: Row, town: Town, write: Write | None = None) -> Result:
    """Write the letter of the row in this town, and return its outcomes.

    write: writes the letter; by default, its text is above a marked quote.
    """
    return Result(row.in_words(scene.words), outcomes(scene, row, town, write or _write))


def outcomes(scene: Scene, row: Row, town: Town, write: Write) -> frozenset[str]:
    """Write the letter of the row, and say in one word each what came of it."""
    before = _events(town)
    mails = write(scene, row, town)
    came = set(_deeds(row, _events(town)[len(before) :]))
    came |= {what for mail in mails if mail.to == scene.writer for what in _told(row, mail)}
    if any(_says_something(mail) for mail in mails if mail.to != scene.writer):
        came.add("comment")
    return frozenset(came or {"nothing"})


def _says_something(mail: Mail) -> bool:
    """Whether words are passed on: by themselves, or in the mail that tells of a deed."""
    return mail.kind == MailKind.CHAT or bool(mail.facts.get("comment"))


def _write(scene: Scene, row: Row, town: Town) -> Sequence[Mail]:
    subject, body = row.text(scene.words)
    headers = _ROBOT if row.is_robots else {}
    if scene.mail is None:
        return town.write(scene.writer, body, subject=subject, **headers)
    quote = "\n".join(f"> {line}" for line in scene.mail.text.split("\n"))
    whole = f"{body}\n\nOn Fri, 20 Nov 2026 at 09:00, pbm <{town.address}> wrote:\n{quote}\n"
    return town.write(
        scene.writer,
        whole,
        subject=subject or f"Re: {scene.mail.subject}",
        to=scene.mail.reply_to,
        **headers,
    )


def _events(town: Town) -> list[Event]:
    with town.app.store.reading() as tx:
        boards = [match.board for match in tx.matches.list()]
        return [event for board in sorted(boards) for event in tx.matches.events(board)]


def _deeds(row: Row, events: Sequence[Event]) -> Iterator[str]:
    for event in events:
        what = event.what
        if isinstance(what, Moved):
            yield "play:" + ENDS.sub("-", what.line)
        elif isinstance(what, Proposed):
            yield what.offer.value
        elif event.kind in (EventKind.INVITED, EventKind.CREATED):
            yield _new_board(row)
        elif event.kind in _DEEDS:
            yield _DEEDS[event.kind]


def _new_board(row: Row) -> str:
    """What a new board is: a rematch after a game; against a program, only if that is wanted."""
    is_wanted = any("rematch" in each for each in row.wanted)
    is_rematch = row.context == "finished" or (row.context == "finished_program" and is_wanted)
    return "rematch" if is_rematch else "challenge"


def _told(row: Row, mail: Mail) -> Iterator[str]:
    """Yield the outcomes in the answer to the writer, besides the receipt of what was done."""
    if mail.kind == MailKind.CONFIRM:
        yield "ask_resign" if "resign" in str(mail.facts["command"]) else "ask"
        if mail.facts["move"]:
            # The answer says that the move is legal.
            yield "legal"
    elif mail.kind == MailKind.BOARD:
        yield from filter(None, [_SHOWN.get(mail.news)])
    elif mail.kind == MailKind.NO_COMMAND:
        yield _without_command(row, mail)
        if mail.facts["dropped"]:
            # The answer says that our question was answered with a no.
            yield "reject"
        if mail.facts["question"]:
            # The answer asks our own question again.
            yield "ask"
    elif mail.kind == MailKind.REFUSAL:
        yield _CLEAR.get(mail.facts["refusal"], "refused")
    elif mail.kind in _ANSWERS:
        yield "legal" if _is_illegal(mail) else _answer(mail)
        if mail.kind == MailKind.SIGNUP:
            # The mail asks whether the userid is wanted, and nobody is a player before the yes.
            yield "ask"


def _is_illegal(mail: Mail) -> bool:
    """Whether the answer says which rule a move would break."""
    return bool(mail.facts.get("failed") or (mail.kind == MailKind.PUZZLE and mail.facts["why"]))


def _answer(mail: Mail) -> str:
    """The outcome of an answer; that of a puzzle says what was right."""
    return " ".join(filter(None, [_ANSWERS[mail.kind], mail.facts.get("verdict")]))


def _without_command(row: Row, mail: Mail) -> str:
    """The outcome of a letter without a command.

    The answer asks about an invitation again. Otherwise it says what can be written, which does not
    help the writer of a sentence.
    """
    if mail.facts["place"] == Place.INVITED:
        return "ask"
    if mail.facts["thanks"]:
        return "help"
    return "refused" if mail.facts["game"] and len(row.body.split()) > 1 else "help"
