"""A letter and the answer to it: what was said, by whom, what came of it.

Each command runs in a savepoint of its own. What it refuses is rolled back and told; what nobody
proved to have said is held until the player confirms it; a fault of ours goes through to the
desk, which puts the whole letter aside.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from pbm.dialogue.answers import Answer, Draft, Grant, Refusal
from pbm.dialogue.command import Access, Scope
from pbm.dialogue.reading import Call, Context, Misread, Reading, read_commands, read_line
from pbm.dialogue.request import Request
from pbm.dialogue.speaker import (
    DAY,
    HOUR,
    Proof,
    Sender,
    Speaker,
    WrongSecret,
    by_address,
    by_claim,
    by_token,
    live_token,
)
from pbm.games import AnyGame, find
from pbm.house import House
from pbm.mail.authentication import is_authenticated
from pbm.mail.letter import Letter
from pbm.model import LetterStatus, Player, Purpose, Token
from pbm.post import Occasion, Post
from pbm.referee import Referee
from pbm.store.protocol import Transaction
from pbm.views import board_draft

CONFIRM_WITHIN = timedelta(hours=48)
GUEST_FOR = timedelta(days=7)
# Refusals and help to one address; a loop of two programs ends here. What was done is always told.
REPLIES_PER_HOUR = 30

Settled = tuple[LetterStatus, str, tuple[str, ...]]


class Unproven(Exception):
    """The From is a player's, and nothing shows that he wrote it."""


class Stranger(Exception):
    """Nobody we know, and nothing that a stranger may ask."""


@dataclass(frozen=True)
class Outcome:
    """What came of one line: an answer, or a command that waits for its player's ``yes``."""

    line: str
    answer: Answer | None = None
    refused: str = ""
    held: Call | None = None

    @property
    def note(self) -> str:
        return self.refused or ("held" if self.held else "done")


class Conversation:
    def __init__(self, house: House, referee: Referee, post: Post) -> None:
        self._house, self._referee, self._post = house, referee, post

    def hold(
        self, tx: Transaction, occasion: Occasion, letter: Letter, token: str | None
    ) -> Settled:
        """Act on a person's letter and queue every mail it causes; what became of it."""
        if len(letter.authors) != 1:
            return LetterStatus.IGNORED, "not from one address", ()
        found = live_token(tx, token, occasion.now)
        sender = Sender(letter.authors, found, is_authenticated(letter, self._house.trust_authserv))
        context = self._context(tx, found)
        reading = read_commands(letter, context)
        secrets = tuple(secret for line in reading.lines for secret in _secrets(line))
        try:
            note = _Exchange(self, tx, occasion, letter, sender, context).answer(reading)
        except Stranger:
            return LetterStatus.IGNORED, "a stranger", secrets
        return LetterStatus.DONE, note, secrets

    def _context(self, tx: Transaction, token: Token | None) -> Context:
        def is_player(word: str) -> bool:
            return tx.players.by_userid(word) is not None

        match = tx.matches.get(token.board) if token and token.board is not None else None
        return Context(
            is_player,
            game=find(match.spec) if match else None,
            board=match.board if match else None,
            expects="yes" if token and token.purpose in _ASKS_FOR_YES else "",
            proven=token is not None and token.player is not None,
            ours=token is not None,
        )


_ASKS_FOR_YES = {Purpose.SIGNUP, Purpose.ADDRESS, Purpose.CONFIRM}


def _secrets(line: Call | Misread) -> tuple[str, ...]:
    return line.args.secrets if isinstance(line, Call) else line.secrets


@dataclass(frozen=True)
class _Exchange:
    """One letter being answered."""

    conversation: Conversation
    tx: Transaction
    occasion: Occasion
    letter: Letter
    sender: Sender
    context: Context

    def answer(self, reading: Reading) -> str:
        """Do what the letter says and queue its answer; a note on what was done.

        :raises Stranger: if nobody may be answered
        """
        if not reading.lines:
            self._reply(self._help(), "help")
            return "no command"
        outcomes = self._outcomes(reading.lines)
        if reading.multiple:
            self._reply_to_many(outcomes)
        else:
            self._reply_to_one(outcomes[0])
        return ", ".join(outcome.note for outcome in outcomes)

    def _outcomes(self, lines: Sequence[Call | Misread]) -> list[Outcome]:
        outcomes: list[Outcome] = []
        for line in lines:
            outcomes.append(self._outcome(line))
            if outcomes[-1].refused in ("wrong_password", "too_many_wrong_passwords"):
                break
        return outcomes

    def _outcome(self, line: Call | Misread, speaker: Speaker | None = None) -> Outcome:
        try:
            if isinstance(line, Misread):
                raise Refusal(line.code, usage=line.usage, **dict(line.facts))
            return Outcome(_printed(line), answer=self._run(line, speaker))
        except Unproven:
            assert isinstance(line, Call)
            return Outcome(_printed(line), held=line)
        except Refusal as refusal:
            known = self._known_sender()
            notices = refusal.reports if isinstance(refusal, WrongSecret) else ()
            answer = Answer(self._refused(refusal, known), notices)
            return Outcome(_shown(line), answer=answer, refused=refusal.code)

    def _run(self, call: Call, speaker: Speaker | None) -> Answer:
        if call.command.name == "yes" and self._token_is(Purpose.CONFIRM):
            return self._confirmed()
        speaker = speaker or self._identify(call)
        request = self._request(call, speaker)
        with self.tx.savepoint():
            if speaker and speaker.proof is Proof.BOARD_TOKEN and not call.command.stale:
                stale = self._stale(call, request, speaker)
                if stale is not None:
                    return stale
            return call.command.run(request)

    def _token_is(self, purpose: Purpose) -> bool:
        return self.sender.token is not None and self.sender.token.purpose is purpose

    def _identify(self, call: Call) -> Speaker | None:
        """The speaker, proved as far as the command needs.

        :raises WrongSecret: if a secret does not fit
        :raises Unproven: if only his address speaks for him
        :raises Stranger: if he is none of our players and the command is not for strangers
        """
        access, claim = call.command.access, call.args.claim
        speaker = by_claim(self.tx, claim, self.sender, self.occasion.now) if claim else None
        speaker = speaker or self._from_mail()
        if speaker is None:
            if access is Access.ANYONE:
                return None
            raise Stranger
        if claim and claim.userid != speaker.player.userid:
            raise Refusal("not_you", userid=claim.userid, you=speaker.player.userid)
        if speaker.player.suspended and access not in (Access.ANYONE, Access.READER):
            raise Refusal("suspended")
        if not speaker.may(access, call.args.board):
            if call.args.secrets:
                raise Refusal("needs_password")
            raise Unproven
        return speaker

    def _from_mail(self) -> Speaker | None:
        return by_token(self.tx, self.sender, self.occasion.now) or by_address(self.tx, self.sender)

    def _known_sender(self) -> Player | None:
        """The player at the From address, who may be told things whatever he proved."""
        found = by_address(self.tx, self.sender)
        return found.player if found else None

    def _request(self, call: Call, speaker: Speaker | None) -> Request:
        return Request(
            tx=self.tx,
            house=self.conversation._house,
            referee=self.conversation._referee,
            now=self.occasion.now,
            cause=self.occasion.cause,
            sender=self.sender,
            speaker=speaker,
            game=call.game,
            args=call.args,
            text=call.text,
        )

    def _stale(self, call: Call, request: Request, speaker: Speaker) -> Answer | None:
        """The board as it now stands, for who answers an old mail with a deed."""
        if call.command.access is not Access.BOARD:
            return None
        board = request.board()
        if board.match.seq == speaker.seq:
            return None
        return Answer(
            board_draft(
                self.tx, board, speaker.player, "stale", plies=board.plies[-2:], event=False
            )
        )

    def _confirmed(self) -> Answer:
        """Do what was held until this ``yes``.

        :raises WrongSecret: if somebody else sends it
        """
        token, now = self.sender.token, self.occasion.now
        speaker = by_token(self.tx, self.sender, now)
        assert token is not None and speaker is not None
        self.tx.tokens.use(token.hash, now)
        confirmed = Speaker(speaker.player, Proof.CONFIRMED)
        outcomes = [
            self._outcome(self._reread(line, text), confirmed)
            for line, text in zip(token.data["lines"], token.data["texts"], strict=True)
        ]
        if len(outcomes) == 1:
            answer = outcomes[0].answer
            assert answer is not None
            return answer
        return self._many(outcomes, speaker.player)

    def _reread(self, line: str, text: Sequence[str]) -> Call | Misread:
        plain = Context(self.context.is_player, proven=True)
        read = read_line(line, plain)
        if isinstance(read, Call):
            return Call(read.command, read.game, read.args, read.line, tuple(text))
        return read or Misread("not_a_command", line)

    def _reply_to_one(self, outcome: Outcome) -> None:
        if outcome.held is not None:
            self._reply(self._confirmation([outcome]), "held")
            return
        assert outcome.answer is not None
        self._reply(outcome.answer, outcome.refused, outcome.line)

    def _reply_to_many(self, outcomes: Sequence[Outcome]) -> None:
        player = self._known_sender()
        if player is None:
            raise Stranger
        self._reply(self._many(outcomes, player), "")

    def _many(self, outcomes: Sequence[Outcome], player: Player) -> Answer:
        """One mail that lists what came of every line, and the mails that the lines caused."""
        held = [outcome for outcome in outcomes if outcome.held is not None]
        answers = [outcome.answer for outcome in outcomes if outcome.answer is not None]
        boards = [each.reply for each in answers if each.reply and each.reply.seq is not None]
        others = [notice for each in answers for notice in each.notices]
        facts = {
            "results": [self._result(outcome) for outcome in outcomes],
            "held": [outcome.line for outcome in held],
        }
        grant = self._confirm_grant(player, held) if held else Grant(Purpose.ACCOUNT, player.id)
        return Answer(Draft(player, "multiple", facts, grant=grant), (*boards, *others))

    def _result(self, outcome: Outcome) -> dict[str, str]:
        if outcome.answer is None or outcome.answer.reply is None:
            return {"line": outcome.line, "result": ""}
        summary = self.conversation._post.summary(outcome.answer.reply)
        return {"line": outcome.line, "result": summary}

    def _confirmation(self, held: Sequence[Outcome]) -> Answer:
        player = self._known_sender()
        assert player is not None, "only a registered address leaves a command unproven"
        facts = {"lines": [outcome.line for outcome in held]}
        return Answer(Draft(player, "confirm", facts, grant=self._confirm_grant(player, held)))

    def _confirm_grant(self, player: Player, held: Sequence[Outcome]) -> Grant:
        self.tx.tokens.revoke(player.id, Purpose.CONFIRM)
        calls = [outcome.held for outcome in held if outcome.held is not None]
        data = {
            "lines": [_printed(call) for call in calls],
            "texts": [list(call.text) for call in calls],
        }
        return Grant(Purpose.CONFIRM, player.id, data=data, good_for=CONFIRM_WITHIN)

    def _help(self) -> Answer:
        player = self._known_sender()
        if player is None:
            raise Stranger
        return Answer(Draft(player, "no_command", grant=Grant(Purpose.ACCOUNT, player.id)))

    def _refused(self, refusal: Refusal, player: Player | None) -> Draft:
        if refusal.draft is not None:
            return refusal.draft
        facts = {"refusal": refusal.code, "facts": {"usage": "", **refusal.facts}}
        to = player or self.sender.author
        return Draft(to, "refusal", facts, grant=self._plain_grant(player))

    def _plain_grant(self, player: Player | None) -> Grant:
        """A reply address for a mail about no board: the same as the one that was answered."""
        if player is None:
            data = {"address": self.sender.author}
            return Grant(Purpose.GUEST, data=data, good_for=GUEST_FOR)
        token = self.sender.token
        if token is not None and token.purpose is Purpose.BOARD and token.player == player.id:
            return Grant(Purpose.BOARD, player.id, token.board, token.seq)
        return Grant(Purpose.ACCOUNT, player.id)

    def _reply(self, answer: Answer, refused: str, line: str = "") -> None:
        """Queue the answer.

        :raises Stranger: if a stranger was answered today already
        """
        reply = answer.reply
        if reply is not None and self._may_reply(reply, refused):
            read = {"read_as": line, "ignored": self.letter.ignored}
            shown = Draft(
                reply.to, reply.kind, {**reply.facts, **read}, reply.board, reply.seq, reply.grant
            )
            self.conversation._post.send(self.tx, shown, self.occasion, reply=True)
        for notice in answer.notices:
            self.conversation._post.send(self.tx, notice, self.occasion)

    def _may_reply(self, reply: Draft, refused: str) -> bool:
        now, author = self.occasion.now, self.sender.author
        if reply.player is None and not self.sender.reads_mail:
            if self.tx.marks.count(f"stranger:{author}", now - DAY):
                raise Stranger
            self.tx.marks.add(f"stranger:{author}", now)
        if not refused:
            return True
        self.tx.marks.add(f"reply:{author}", now)
        return self.tx.marks.count(f"reply:{author}", now - HOUR) <= REPLIES_PER_HOUR


def _printed(call: Call) -> str:
    """The command in full, as it could be typed with a password: what a confirmation quotes."""
    args, command = call.args, call.command
    if command.hidden:
        return command.name
    parts = [_game_word(call.game)] if command.scope is not Scope.SERVER else []
    parts.append(command.name)
    if args.board is not None:
        parts.append(str(args.board))
    secret = {slot.name for slot in command.slots if slot.secret}
    parts.extend(value for name, value in args.words.items() if name not in secret)
    parts.extend(args.rest)
    parts.extend(
        f"-{name}={value}" if value else f"-{name}" for name, value in args.options.items()
    )
    return " ".join(parts)


def _game_word(game: AnyGame | None) -> str:
    return game.name if game is not None else ""


def _shown(line: Call | Misread) -> str:
    """A line as it may be repeated: nothing of it where a secret could be among its words."""
    if isinstance(line, Call):
        return _printed(line)
    return "" if line.secrets else line.line
