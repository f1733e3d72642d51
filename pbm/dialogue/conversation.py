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

from pbm import waiting
from pbm.correspondence import LetterStatus, Origin, Purpose, Token
from pbm.dialogue.access import Access
from pbm.dialogue.answers import Answer, Refusal
from pbm.dialogue.asking import confirmation, retire
from pbm.dialogue.due import is_due, noted, rests_now, turned_away
from pbm.dialogue.exchange import Crowded, Exchange, Stranger, Unproven
from pbm.dialogue.included import own_part
from pbm.dialogue.line import Call, Context, Misread, read_line, secrets_of
from pbm.dialogue.outcome import Outcome
from pbm.dialogue.printed import printed, shown
from pbm.dialogue.questions import question_of
from pbm.dialogue.reading import Reading, read_commands
from pbm.dialogue.replies import came_back, refused, results
from pbm.dialogue.speaker import (
    Proof,
    Sender,
    Speaker,
    WrongSecret,
    by_address,
    by_token,
    live_token,
)
from pbm.dialogue.suspects import suspects
from pbm.dialogue.unclear import no_command
from pbm.drafts import Draft
from pbm.games import find
from pbm.house import House
from pbm.mail.letter import Letter
from pbm.mail.passages import Passage
from pbm.model import Match, Player
from pbm.names import is_address
from pbm.post import Occasion, Post
from pbm.referee import Referee
from pbm.store.protocol import Transaction
from pbm.values import replace

# A text of more characters may take long to be read: 32 KiB of moves do for 50 ms.
SMALL_TEXT = 4096

_YES = "yes"
_ENDS_MULTIPLE = ("wrong_password", "too_many_wrong_passwords", "passwords_off")

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
        return self.proven or self.note == waiting.NOTE


@dataclass(frozen=True)
class Heard:
    """A letter as it was understood, before anything is done about it."""

    exchange: Exchange
    reading: Reading

    @property
    def secrets(self) -> tuple[str, ...]:
        """The passwords of the commands: nobody may keep them."""
        return tuple(secret for line in self.reading.lines for secret in secrets_of(line))

    def suspects(self, passages: Iterable[Passage]) -> Sequence[str]:
        """Words in these texts that may be passwords, too."""
        return suspects(passages, self.exchange.context)

    @property
    def claimants(self) -> set[str]:
        """The userids that stand there with a password."""
        claims = [line.args.claim for line in self.reading.lines if isinstance(line, Call)]
        return {claim.userid for claim in claims if claim is not None and claim.password}


class Conversation:
    def __init__(self, house: House, referee: Referee, post: Post) -> None:
        self._house, self._referee, self._post = house, referee, post

    def listen(
        self, tx: Transaction, occasion: Occasion, letter: Letter, received: datetime
    ) -> Heard:
        """received: when the letter came in. Its token is good if it was good then."""
        letter = own_part(letter)
        exchange = self._exchange(tx, occasion, letter, live_token(tx, letter.token, received))
        if letter.size <= SMALL_TEXT:
            return Heard(exchange, read_commands(letter, exchange.context))
        return Heard(exchange, self._read_aside(exchange))

    def _read_aside(self, exchange: Exchange) -> Reading:
        """:raises WorkWanted: if the letter has not been read yet"""
        context = exchange.context

        def read(tx: Transaction) -> Reading:
            return read_commands(exchange.letter, replace(context, is_player=_players(tx)))

        return exchange.occasion.bench.result(("reading", context.key), read)

    def hold(self, heard: Heard) -> Settled:
        """Act on a person's letter and queue every mail it causes; what became of it."""
        authors = heard.exchange.letter.authors
        if len(authors) != 1 or not is_address(authors[0]):
            return Settled(LetterStatus.IGNORED, "not from one address")
        try:
            return self._answer(heard.exchange, heard.reading)
        except Crowded as crowded:
            origin = heard.exchange.origin if _may_wait(heard) else None
            note = crowded.note if origin else waiting.UNREADABLE
            return Settled(LetterStatus.IGNORED, note, origin=origin)
        except Stranger as stranger:
            return Settled(LetterStatus.IGNORED, stranger.note)

    def _exchange(
        self, tx: Transaction, occasion: Occasion, letter: Letter, token: Token | None
    ) -> Exchange:
        astray = not letter.token and letter.answers_mail_of(self._house.domain)
        sender = Sender(letter.authors, token, letter.vouched, astray, letter.passwords)
        context = self._context(tx, token, _board_answered(tx, token, letter))
        known = by_address(tx, sender)
        bouncing = known.player.bouncing if known else {}
        return Exchange(tx, self._house, self._referee, occasion, letter, sender, context, bouncing)

    def _context(self, tx: Transaction, token: Token | None, match: Match | None) -> Context:
        """What the letter answers, as far as reading it is concerned."""
        return Context(
            _players(tx),
            game=find(match.spec) if match else None,
            board=match.board if match else None,
            question=question_of(token, self._referee.read(tx, match) if match else None),
            proven=token is not None and token.player is not None,
            ours=token is not None or match is not None,
        )

    def _answer(self, exchange: Exchange, reading: Reading) -> Settled:
        """Do what the letter says and queue its answer.

        :raises Stranger: if nobody may be answered
        """
        if not reading.lines:
            exchange.hear_writer()
            is_told = self._reply(exchange, no_command(exchange))
            return _done(exchange, "no command", is_told=is_told)
        confirms = _confirms(exchange, reading)
        outcomes = _confirmed(exchange) if confirms else _outcomes(exchange, reading)
        if reading.multiple or len(outcomes) > 1:
            is_told = self._reply_to_many(exchange, outcomes)
        else:
            is_told = self._reply_to_one(exchange, outcomes[0])
        proven = any(outcome.proven for outcome in outcomes)
        note = ", ".join(outcome.note for outcome in outcomes)
        return _done(exchange, note, is_told=is_told, proven=proven)

    def _reply_to_many(self, exchange: Exchange, outcomes: Sequence[Outcome]) -> bool:
        """:raises Stranger: if none of the lines shows who sent them"""
        player = exchange.addressee() or _proven(outcomes)
        if player is None:
            reports = [
                each for outcome in outcomes if outcome.answer for each in outcome.answer.notices
            ]
            self._reply(exchange, Answer(None, tuple(reports)))
            raise Stranger
        return self._reply(exchange, results(exchange, player, outcomes, self._post), outcomes)

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
        stranger = turned_away(exchange, answer.reply)
        reply = answer.reply if stranger is None else None
        is_told = reply is None or is_due(exchange, reply, outcomes)
        if reply is not None and is_told:
            self._send(exchange, reply, outcomes, line)
        for notice in answer.notices:
            self._post.send(exchange.tx, notice, exchange.occasion)
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
        self._post.send(exchange.tx, told, exchange.occasion, reply=True)


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


def _outcomes(exchange: Exchange, reading: Reading) -> list[Outcome]:
    """Each line on its own; the first wrong secret ends them.

    :raises Stranger: for what only looks like a command, as many a Subject of a stranger does
    """
    outcomes: list[Outcome] = []
    for line in reading.lines:
        outcomes.append(_outcome(exchange, line))
        if outcomes[-1].refused in _ENDS_MULTIPLE:
            break
    return outcomes


def _outcome(exchange: Exchange, line: Call | Misread, speaker: Speaker | None = None) -> Outcome:
    found = _tried(exchange, line, speaker)
    return replace(found, proven=_proves(exchange, line, found) and _asks_for_a_deed(line))


def _tried(exchange: Exchange, line: Call | Misread, speaker: Speaker | None) -> Outcome:
    try:
        if isinstance(line, Misread):
            if exchange.is_strangers and not _is_for_anyone(line):
                raise Stranger
            raise Refusal(line.code, usage=line.usage, **dict(line.facts))
        return Outcome(printed(line), exchange.run(line, speaker))
    except Unproven:
        assert isinstance(line, Call), "only a command asks who speaks"
        return Outcome(printed(line), held=line)
    except Refusal as refusal:
        return _refusal(exchange, line, refusal)


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


def _refusal(exchange: Exchange, line: Call | Misread, refusal: Refusal) -> Outcome:
    notices = refusal.reports if isinstance(refusal, WrongSecret) else ()
    # A stranger is nobody whose words could be told from a password.
    said = "" if refusal.code == "stranger" else shown(line)
    return Outcome(said, Answer(refused(exchange, refusal), notices), refusal.code)


def _proven(outcomes: Sequence[Outcome]) -> Player | None:
    """The player whom a password in one of the lines has shown."""
    replies = [outcome.answer.reply for outcome in outcomes if outcome.answer]
    return next((reply.player for reply in replies if reply and reply.player), None)


def _confirms(exchange: Exchange, reading: Reading) -> bool:
    """Whether the letter says yes to what was held."""
    first = reading.lines[0]
    says_yes = isinstance(first, Call) and first.command.name == _YES
    return says_yes and exchange.answers(Purpose.CONFIRM)


def _confirmed(exchange: Exchange) -> list[Outcome]:
    """Do what was held until this ``yes``, as if it had been proved at once."""
    token = exchange.sender.token
    assert token is not None, "it was read in answer to the question"
    try:
        asked = by_token(exchange.tx, exchange.sender, exchange.now)
    except WrongSecret as wrong:
        return [Outcome(_YES, Answer(refused(exchange, wrong), wrong.reports), wrong.code)]
    assert asked is not None, "a question is always asked of a player"
    exchange.tx.tokens.use(token.hash, exchange.now)
    held = zip(token.data["lines"], token.data["texts"], strict=True)
    return [
        _outcome(exchange, _reread(exchange, line, text), _confirming(exchange, asked.player.id))
        for line, text in held
    ]


def _confirming(exchange: Exchange, player: int) -> Speaker:
    """Who says ``yes``, as the line before has left him: it may have changed his settings."""
    return Speaker(exchange.tx.players.get(player), Proof.CONFIRMED)


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
