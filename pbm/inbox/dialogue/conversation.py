"""A letter and the answer to it: what was said, by whom, what came of it.

What a command refuses is rolled back and told; what nobody proved to have said is held until
the player confirms it; a fault of ours goes through to the desk, which puts the letter aside.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache

from pbm.base.errors import ConflictError
from pbm.base.values import replace
from pbm.core.games import find
from pbm.core.model import Match, Player
from pbm.core.names import is_address
from pbm.core.passwords import may_be_password
from pbm.core.refused import Refused
from pbm.inbox.dialogue import steps
from pbm.inbox.dialogue.asking import confirmation, retire
from pbm.inbox.dialogue.due import noted, rests_now, take_for_reply, take_for_stranger
from pbm.inbox.dialogue.exchange import Crowded, Exchange, Stranger, Unproven
from pbm.inbox.dialogue.included import own_part
from pbm.inbox.dialogue.line import Call, Context, Misread, read_line, secrets_of
from pbm.inbox.dialogue.outcome import Outcome
from pbm.inbox.dialogue.printed import printed
from pbm.inbox.dialogue.questions import question_of
from pbm.inbox.dialogue.reading import Reading, read_commands
from pbm.inbox.dialogue.repeated import Repeated, doubtful
from pbm.inbox.dialogue.replies import came_back, caused, only_tells, refused, result_of, results
from pbm.inbox.dialogue.steps import Said
from pbm.inbox.dialogue.suspects import suspects
from pbm.inbox.dialogue.unclear import no_command
from pbm.inbox.vocabulary.access import Access
from pbm.inbox.vocabulary.answers import Answer
from pbm.inbox.vocabulary.speaker import (
    Proof,
    Sender,
    Speaker,
    WrongSecret,
    by_address,
    by_token,
    live_token,
)
from pbm.mail.correspondence import Confirmed, LetterStatus, Origin, Progress, Purpose, Token
from pbm.mail.identity import Identity
from pbm.mail.letter import Letter
from pbm.mail.notes import Note
from pbm.mail.passages import Passage
from pbm.notices.drafts import Draft
from pbm.notices.post import Post
from pbm.play.work import Work
from pbm.store.protocol import Transaction
from pbm.store.workbench import Workbench

# A text of more characters may take long to be read: 32 KiB of moves do for 50 ms.
SMALL_TEXT = 4096

_YES = "yes"
_ENDS_MULTIPLE = (
    "wrong_password",
    "too_many_wrong_passwords",
    "too_many_passwords",
    "passwords_off",
)

# As the Subjects of board mails begin, behind whatever a mail program has put before them.
_BOARD_TAG = re.compile(r"\[([a-z]+) ([0-9]{1,9})\] ")


@dataclass(frozen=True)
class Settled:
    """What became of a letter.

    proven: whether it is certain that a player wrote it.
    origin: where it came from, if its answer was held back and may be given later.
    """

    status: LetterStatus
    note: str
    proven: bool = False
    origin: Origin | None = None

    @property
    def is_worth_keeping(self) -> bool:
        """Whether its bytes are needed, however many are kept."""
        return self.proven or self.note == Note.WITHHELD


@dataclass(frozen=True)
class Heard:
    """A letter as it was understood, before anything is done about it."""

    exchange: Exchange
    reading: Reading

    @property
    def secrets(self) -> tuple[str, ...]:
        """The passwords of the commands, and what may be one: nobody may keep them."""
        is_player = self.exchange.context.is_player
        return tuple(
            secret
            for line in self.reading.lines
            for secret in (*secrets_of(line), *filter(may_be_password, doubtful(line, is_player)))
        )

    def suspects(self, passages: Iterable[Passage]) -> Sequence[str]:
        """Words in these texts that may be passwords, too."""
        return suspects(passages, self.exchange.context)

    @property
    def claimants(self) -> set[str]:
        """The userids that stand there with a password."""
        claims = [line.args.claim for line in self.reading.lines if isinstance(line, Call)]
        return {claim.userid for claim in claims if claim is not None and claim.password}


class Conversation:
    def __init__(self, identity: Identity, post: Post) -> None:
        self._identity, self._post = identity, post

    def listen(self, work: Work, letter: Letter, received: datetime, progress: Progress) -> Heard:
        """received: when the letter came in. Its token is good if it was good then.

        :raises WorkWanted: if the letter is long and was not read yet
        """
        letter = _own_part(work.tx, letter, work.bench)
        token = live_token(work.tx, letter.token, received)
        if progress.has_token:
            token = work.tx.tokens.find(letter.token)
        exchange = replace(self._exchange(work, letter, token), progress=progress)
        return Heard(exchange, _reading(exchange))

    def hold(self, heard: Heard) -> Settled | Progress:
        """Act on a person's letter and queue every mail it causes; what became of it.

        Of a letter with several lines only the next one is acted on; how far it is then. The same
        letter is to be held again, in another transaction.

        :raises WorkWanted: for what takes too long to be done in this transaction
        """
        authors = heard.exchange.letter.authors
        if len(authors) != 1 or not is_address(authors[0]):
            return Settled(LetterStatus.IGNORED, "not from one address")
        try:
            return self._answer(heard.exchange, heard.reading)
        except Crowded as crowded:
            origin = heard.exchange.origin if _may_wait(heard) else None
            note = crowded.note if origin else Note.UNREADABLE
            return Settled(LetterStatus.IGNORED, note, origin=origin)
        except Stranger as stranger:
            return Settled(LetterStatus.IGNORED, stranger.note)

    def _exchange(self, work: Work, letter: Letter, token: Token | None) -> Exchange:
        tx = work.tx
        astray = not letter.token and letter.answers_mail_of(self._identity.domain)
        sender = Sender(letter.authors, token, letter.vouched, astray, letter.passwords)
        context = self._context(work, token, _board_answered(tx, token, letter))
        known = by_address(tx, sender)
        bouncing = work.bench.result(
            "bouncing", lambda _: known.player.bouncing if known else {}, at_once=tx
        )
        return Exchange(work, self._identity, letter, sender, context, bouncing)

    def _context(self, work: Work, token: Token | None, match: Match | None) -> Context:
        """What the letter answers, as far as reading it is concerned."""
        return Context(
            _players(work.tx),
            game=find(match.spec) if match else None,
            board=match.board if match else None,
            question=question_of(token, work.boards.read(work.tx, match) if match else None),
            proven=token is not None and token.player is not None,
            ours=token is not None or match is not None,
        )

    def _answer(self, exchange: Exchange, reading: Reading) -> Settled | Progress:
        """Do what the letter says and queue its answer.

        Of several lines the next one is done, and the answer is queued after the last one.

        :raises Stranger: if nobody may be answered
        """
        if not reading.lines:
            exchange.hear_writer()
            is_told = self._reply(exchange, no_command(exchange))
            return _done(exchange, "no command", is_told=is_told)
        try:
            said = _said(exchange, reading)
        except WrongSecret as wrong:
            return self._answer_one(exchange, _wrong(exchange, wrong))
        if reading.multiple or len(said) > 1:
            return self._answer_many(exchange, said)
        return self._answer_one(exchange, _outcome(exchange, said[0]))

    def _answer_one(self, exchange: Exchange, outcome: Outcome) -> Settled:
        is_told = self._reply_to_one(exchange, outcome)
        return _done(exchange, outcome.note, is_told=is_told, proven=outcome.proven)

    def _answer_many(self, exchange: Exchange, said: Sequence[Said]) -> Settled | Progress:
        steps.leave_others(exchange)
        outcomes = steps.outcomes(exchange)
        if len(outcomes) < len(said) and not _end(outcomes):
            return self._next(exchange, said[len(outcomes)])
        player = _reader(exchange, outcomes)
        assert player is not None, "a stranger's first line is answered as if it were alone"
        answer = results(exchange, player, outcomes, self._post)
        is_told = self._reply(exchange, answer, outcomes)
        proven = any(outcome.proven for outcome in outcomes)
        note = ", ".join(outcome.note for outcome in outcomes)
        return _done(exchange, note, is_told=is_told, proven=proven)

    def _next(self, exchange: Exchange, said: Said) -> Settled | Progress:
        """Do the next line, and queue what others are told of it and the mover's own board.

        A stranger's first line is answered as if it were alone, and no other one is done.
        """
        found = steps.found_done(exchange, said)
        outcome = found or _outcome(exchange, said)
        player = _reader(exchange, (*steps.outcomes(exchange), outcome))
        if player is None:
            return self._answer_one(exchange, outcome)
        for draft in () if found else caused(outcome):
            self._post.send(exchange.work, draft, exchange.letter)
        result = result_of(outcome, player, self._post, exchange.now)
        told_only = only_tells(outcome, player)
        return steps.after(exchange, said, outcome, result, told_only=told_only)

    def _reply_to_one(self, exchange: Exchange, outcome: Outcome) -> bool:
        if outcome.held is not None:
            answer = confirmation(_player(exchange), outcome, outcome.held)
            return self._reply(exchange, answer, [outcome])
        assert outcome.answer is not None, "a line is held or answered"
        return self._reply(exchange, outcome.answer, [outcome], outcome.line)

    def _reply(
        self,
        exchange: Exchange,
        answer: Answer,
        outcomes: Sequence[Outcome] = (),
        line: str = "",
    ) -> bool:
        """Queue the answer and what others are told; whether there was no answer to be held back.

        :raises Stranger: if a stranger was answered today already, or too many were
        """
        stranger = take_for_stranger(exchange, answer.reply)
        reply = answer.reply if stranger is None else None
        is_told = reply is None or take_for_reply(exchange, reply, outcomes)
        if reply is not None and is_told:
            self._send(exchange, reply, outcomes, line)
        for notice in answer.notices:
            self._post.send(exchange.work, notice, exchange.letter)
        if stranger is not None:
            raise stranger
        return is_told

    def _send(
        self, exchange: Exchange, reply: Draft, outcomes: Sequence[Outcome], line: str
    ) -> None:
        read = {
            "read_as": line,
            "ignored": exchange.letter.ignored,
            "came_back": came_back(exchange),
            "astray": exchange.sender.astray,
            "last_reply": rests_now(exchange, reply, outcomes),
        }
        if reply.grant is not None:
            retire(exchange, reply.grant)
        told = replace(reply, facts={**reply.facts, **read})
        self._post.send(exchange.work, told, exchange.letter, reply=True)


def _players(tx: Transaction) -> Callable[[str], bool]:
    """Whether a userid is somebody's."""
    return cache(lambda word: tx.players.by_userid(word) is not None)


def _done(exchange: Exchange, note: str, *, is_told: bool, proven: bool = False) -> Settled:
    """A letter that was acted on. proven: whether its lines show that a player wrote them."""
    proven = proven or exchange.is_proven
    return Settled(LetterStatus.DONE, noted(note, is_told=is_told), proven)


def _may_wait(heard: Heard) -> bool:
    """Whether the letter can be read again: the passwords in it are not kept."""
    return not heard.claimants


def _board_answered(tx: Transaction, token: Token | None, letter: Letter) -> Match | None:
    """The board of the mail that is answered: the token's, or the one that our Subject names.

    Some mail programs lose the reply address. The Subject proves nothing, so whatever such a
    letter asks for is held until it is confirmed.
    """
    if token is not None:
        return tx.matches.get(token.board) if token.board is not None else None
    tag = _BOARD_TAG.search(letter.subject)
    match = tx.matches.get(int(tag[2])) if tag else None
    player = tx.players.by_address(letter.authors[0]) if len(letter.authors) == 1 else None
    if tag is None or match is None or player is None or match.game != tag[1]:
        return None
    return match if player.id in match.players else None


def _own_part(tx: Transaction, letter: Letter, bench: Workbench) -> Letter:
    """:raises WorkWanted: if the letter is long and was not looked through yet"""
    at_once = tx if letter.size <= SMALL_TEXT else None
    return bench.result("own part", lambda _: own_part(letter), at_once=at_once)


def _reading(exchange: Exchange) -> Reading:
    """:raises WorkWanted: if the letter is long and was not read yet"""
    context, letter = exchange.context, exchange.letter

    def read(tx: Transaction) -> Reading:
        return read_commands(letter, replace(context, is_player=_players(tx)))

    at_once = exchange.tx if letter.size <= SMALL_TEXT else None
    return exchange.work.bench.result(("reading", context.key), read, at_once=at_once)


def _said(exchange: Exchange, reading: Reading) -> Sequence[Said]:
    """The lines to act on: those that were held until this ``yes``, if it is one.

    :raises WrongSecret: if it comes from somebody else
    """
    confirmed = exchange.progress.confirmed
    if confirmed is None and _confirms(exchange, reading):
        confirmed = _confirmed(exchange)
    if confirmed is None:
        return [Said(line) for line in reading.lines]
    held = zip(confirmed.lines, confirmed.texts, strict=True)
    return [Said(_reread(exchange, line, text), confirmed) for line, text in held]


def _confirmed(exchange: Exchange) -> Confirmed:
    """What the ``yes`` is said to. It can be said once.

    :raises WrongSecret: if it comes from somebody else
    :raises ConflictError: if it was said meanwhile
    """
    token = exchange.sender.token
    assert token is not None, "it was read in answer to the question"
    asked = by_token(exchange.tx, exchange.sender, exchange.now)
    assert asked is not None, "a question is always asked of a player"
    if not exchange.tx.tokens.use(token.hash, exchange.now):
        raise ConflictError("the question was answered meanwhile")
    texts = tuple(map(tuple, token.data["texts"]))
    return Confirmed(asked.player.id, tuple(token.data["lines"]), texts)


def _outcome(exchange: Exchange, said: Said) -> Outcome:
    found = _tried(exchange, said)
    reply = found.answer.reply if found.answer else None
    return replace(
        found,
        proven=_proves(exchange, said.line, found) and _asks_for_a_deed(said.line),
        shown=reply.player.id if reply and reply.player else None,
    )


def _tried(exchange: Exchange, said: Said) -> Outcome:
    """:raises Stranger: for what only looks like a command, as many a Subject of a stranger does"""
    line = said.line
    try:
        if isinstance(line, Misread):
            _check_known(exchange, line)
            raise Refused(line.code, usage=line.usage, **dict(line.facts))
        return Outcome(printed(line), exchange.run(line, _confirming(exchange, said)))
    except Unproven:
        assert isinstance(line, Call), "only a command asks who speaks"
        return Outcome(printed(line), held=line)
    except Refused as refusal:
        return _refusal(exchange, line, refusal)


def _check_known(exchange: Exchange, line: Misread) -> None:
    """:raises Stranger: if nobody known wrote the line, and it is no command for anyone"""
    is_strangers = exchange.is_strangers and not steps.outcomes(exchange)
    if is_strangers and not _is_for_anyone(line):
        raise Stranger


def _asks_for_a_deed(line: Call | Misread) -> bool:
    """Whether more is wanted than to be told something."""
    return line.command is not None and line.command.access not in (Access.ANYONE, Access.READER)


def _proves(exchange: Exchange, line: Call | Misread, found: Outcome) -> bool:
    """Whether it is proven who wrote the line: by the letter, or by the password in it."""
    claim = line.args.claim if isinstance(line, Call) else None
    has_password = claim is not None and claim.password is not None
    return exchange.is_proven or (has_password and found.refused not in _ENDS_MULTIPLE)


def _is_for_anyone(line: Misread) -> bool:
    return line.command is not None and line.command.access is Access.ANYONE


def _refusal(exchange: Exchange, line: Call | Misread, refusal: Refused) -> Outcome:
    notices = refusal.reports if isinstance(refusal, WrongSecret) else ()
    repeated = Repeated(line, exchange.context.is_player)
    refusal.facts = repeated.facts(refusal.facts)
    # A stranger is nobody whose words could be told from a password.
    said = "" if refusal.code == "stranger" else repeated.line
    return Outcome(said, Answer(refused(exchange, refusal), notices), refusal.code)


def _wrong(exchange: Exchange, wrong: WrongSecret) -> Outcome:
    """What comes of a ``yes`` from elsewhere."""
    return Outcome(_YES, Answer(refused(exchange, wrong), wrong.reports), wrong.code)


def _end(outcomes: Sequence[Outcome]) -> bool:
    """Whether no further line is done: the first wrong secret ends them."""
    return bool(outcomes) and outcomes[-1].refused in _ENDS_MULTIPLE


def _reader(exchange: Exchange, outcomes: Sequence[Outcome]) -> Player | None:
    """Who is told what came of the lines: the player at the From, or whom a password has shown."""
    shown = (outcome.shown for outcome in outcomes if outcome.shown is not None)
    by_password = next(shown, None)
    found = exchange.addressee()
    if found is not None or by_password is None:
        return found
    return exchange.tx.players.get(by_password)


def _confirms(exchange: Exchange, reading: Reading) -> bool:
    """Whether the letter says yes to what was held."""
    first = reading.lines[0]
    says_yes = isinstance(first, Call) and first.command.name == _YES
    return says_yes and exchange.answers(Purpose.CONFIRM)


def _confirming(exchange: Exchange, said: Said) -> Speaker | None:
    """Who said ``yes`` to it, as the line before has left them: it may have changed settings."""
    if said.confirmed is None:
        return None
    return Speaker(exchange.tx.players.get(said.confirmed.player), Proof.CONFIRMED)


def _reread(exchange: Exchange, line: str, text: Sequence[str]) -> Call | Misread:
    plain = Context(exchange.context.is_player, proven=True)
    read = read_line(line, plain)
    if isinstance(read, Call):
        return replace(read, text=tuple(text))
    return read or Misread("not_a_command", line)


def _player(exchange: Exchange) -> Player:
    """:raises Stranger: if the From address is nobody's."""
    player = exchange.addressee()
    if player is None:
        raise Stranger
    return player
