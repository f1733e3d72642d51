"""One letter being answered: identify its writer and run their commands.

Long texts are read outside the write transaction, so that no other letter waits for them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar

from pbm.base.errors import ConflictError
from pbm.base.values import quickly_made, replace
from pbm.core.board import Board
from pbm.core.games import GameFault, game_names
from pbm.core.languages import languages
from pbm.core.model import Player
from pbm.core.refused import Refused
from pbm.inbox.line.access import Access, Scope, Unproven
from pbm.inbox.line.forms import Arguments, Claim
from pbm.inbox.line.guessed_language import guessed_language, language_of_quote
from pbm.inbox.line.line import Call, Context, Misread, holds_password
from pbm.inbox.line.names import is_try
from pbm.inbox.line.printed import printed
from pbm.inbox.line.reading import call_with_text
from pbm.inbox.line.request import Answer, Request
from pbm.inbox.line.secrets import for_others, without_tokens
from pbm.inbox.line.speaker import (
    OF_A_BOARD,
    Proof,
    Sender,
    Speaker,
    by_address,
    by_claim,
    by_token,
)
from pbm.inbox.understanding.newcomers import game_in
from pbm.mail.correspondence import Origin, Progress, Purpose, Token
from pbm.mail.identity import Identity
from pbm.mail.letter import Letter
from pbm.mail.notes import Note
from pbm.mail.peers import client_network
from pbm.mail.subject import strip_prefixes
from pbm.notices.board_drafts import board_draft, last_plies
from pbm.notices.drafts import TALKED
from pbm.notices.headlines import Headline
from pbm.notices.posting.post import Post
from pbm.play.reachability import heard_from
from pbm.play.suspensions import check_active
from pbm.play.work import Work
from pbm.store.protocol import Transaction
from pbm.store.workbench import MOST_PASSWORDS, TooManyPasswordsError

UNPROVEN = "unproven"
"""The slot of questions about letters that nothing proves."""


class Stranger(Exception):
    """A stranger's letter that may not be answered; ``note`` says why."""

    note = Note.STRANGER


class Served(Stranger):
    """This stranger has had all answers that they may get in a day."""

    note = Note.SERVED


class Away(Stranger):
    """A program answered for a stranger who is away, without a sign of it in the headers."""

    note = Note.AWAY


class Crowded(Stranger):
    """Too many strangers have been answered within the hour."""

    note = Note.WITHHELD


class _RollBack(Exception):
    """Rolls a savepoint back."""


@quickly_made
@dataclass(frozen=True)
class Exchange:
    """The letter being answered, with everything that its commands need.

    bouncing: the writer's addresses that bounced, and when, before this letter came.
    progress: the lines of the letter that were executed in transactions before this one.
    dropped: the question that the letter answers with a no; the rest is read as if nothing had
        been asked.
    wanted: the language that the letter asks for, "" if it names none.
    """

    work: Work
    identity: Identity
    letter: Letter
    sender: Sender
    context: Context
    bouncing: Mapping[str, datetime] = field(default_factory=dict)
    progress: Progress = field(default_factory=Progress)
    dropped: Token | None = None
    wanted: str = ""

    @property
    def tx(self) -> Transaction:
        return self.work.tx

    @property
    def now(self) -> datetime:
        return self.work.now

    @property
    def network(self) -> str:
        """The network from which the letter was first handed over, "" if it is unknown."""
        return client_network(self.letter.trace, self.letter.peer, self.identity.trusted_peers)

    @property
    def origin(self) -> Origin:
        """The origin of the letter, by which answers to strangers are limited."""
        return Origin(self.sender.author, self.network, self.sender.authenticated)

    @property
    def language(self) -> str:
        """The language of answers to a stranger, "" if it is not clear.

        Somebody who signs up keeps this language; anybody else may go on in another one.
        """
        letter, former = self.letter, self.sender.language
        if former and self.answers(Purpose.SIGNUP):
            return former
        subject = "" if self.context.ours else strip_prefixes(letter.subject)
        named = letter.language if letter.language in languages() else ""
        # One word of another language changes none that is known.
        spoken = guessed_language("\n".join((subject, *letter.lines)), 2 if former else 0)
        return self.wanted or spoken or former or language_of_quote(letter.skipped) or named

    @property
    def game_talked(self) -> str:
        """The name of the game that the letter is about: that which it names or, without one, that
        of the mail that it answers, or of an earlier one; "" for none.
        """
        named = game_in(self.letter.lines) or game_in([strip_prefixes(self.letter.subject)])
        answered = self.context.game.name if self.context.game else ""
        token = self.sender.token
        before = str(token.data.get(TALKED, "")) if token is not None else ""
        return named or answered or (before if before in game_names() else "")

    def answers(self, purpose: Purpose) -> bool:
        """Return whether the letter answers a mail of ours of this purpose."""
        return self.sender.token is not None and self.sender.token.purpose is purpose

    def answers_question(self, line: Call | Misread) -> bool:
        """Whether the line is a yes, a code, or another answer to a question of ours."""
        if not isinstance(line, Call):
            return False
        return line.command.consents or self.context.question.command_for(line.line) != ""

    def addressee(self) -> Player | None:
        """The player at the From address. They may be sent answers even if nothing is proven."""
        found = by_address(self.tx, self.sender)
        return found.player if found else None

    @property
    def board(self) -> Board | None:
        """The board of the mail that is answered, if it was about one."""
        number = self.context.board
        return None if number is None else self.work.boards.board(self.tx, number)

    @property
    def own_token(self) -> Token | None:
        """The token of the reply address, if it was given to the player at the From address."""
        token, player = self.sender.token, self.addressee()
        given = token is not None and player is not None and token.player == player.id
        return token if given else None

    @property
    def own_board(self) -> int | None:
        """The board whose mail a player answers, by their own reply address."""
        return self.own_token.board if self.own_token else None

    @property
    def is_proven(self) -> bool:
        """Whether a reply address or the front server proves that a player wrote the letter.

        This proof may suffice for few commands. A password proves only the line that it is in.
        """
        vouched = self.sender.authenticated and self.addressee() is not None
        return vouched or self.own_token is not None

    @property
    def is_strangers(self) -> bool:
        """Whether neither the From nor the reply address belongs to a reader of our mails."""
        return self.addressee() is None and not self.sender.reads_mail

    def run(self, call: Call, speaker: Speaker | None = None) -> Answer:
        """Run a command in a savepoint of its own.

        :raises Refused: if the command cannot be done, or not by a stranger
        :raises Unproven: if the From address is the only proof, and the command needs more
        """
        try:
            speaker = speaker or self._identify(call)
            if speaker is not None:
                self.hear(speaker)
                self._check(call, speaker)
        except Unproven:
            self._rehearse(call)
            raise
        except TooManyPasswordsError as error:
            raise _too_many_passwords() from error
        request = self._request(call, speaker)
        try:
            with self.tx.savepoint():
                answer = self._stale(call, request, speaker) or _run(call, request)
                self._use_up(speaker)
                return answer
        except TooManyPasswordsError as error:
            raise _too_many_passwords() from error
        except GameFault as fault:
            raise _held(speaker) from fault
        except Refused as refusal:
            refusal.player = speaker.player if speaker else None
            raise

    def _use_up(self, speaker: Speaker | None) -> None:
        """Use up the token of a command, which is good for once.

        :raises ConflictError: if another letter was faster
        """
        if speaker is None or speaker.proof is not Proof.COMMAND_TOKEN:
            return
        token = self.sender.token
        assert token is not None, "it is the proof"
        if not self.tx.tokens.use(token.hash, self.now):
            raise ConflictError("the link was used meanwhile")

    def rehearsed(self, call: Call) -> Answer | None:
        """Run a command and roll it back. Return the board if it answers an outdated mail, or None.

        :raises Refused, Unproven: as ``run`` does
        """
        answer = None
        with suppress(_RollBack), self.tx.savepoint():
            answer = self.run(call)
            raise _RollBack
        reply = answer.reply if answer else None
        return answer if reply and reply.facts.get("news") == Headline.STALE else None

    def drop_question(self) -> None:
        """Use up the question to which the writer said no, so that no later yes confirms it."""
        if self.dropped is not None:
            self.tx.tokens.use(self.dropped.hash, self.now)

    def hear(self, speaker: Speaker) -> None:
        """Note that a player reads their mail, if they are proven to have written the letter."""
        if speaker.proof is not Proof.ADDRESS:
            heard_from(self.work, speaker.player, self.sender.author)
            Post(self.identity).tell(self.work, self.letter)

    def hear_writer(self) -> None:
        """Like ``hear``, for the writer of a letter without a command."""
        found = by_address(self.tx, self.sender)
        if found is not None and self.own_token is not None:
            found = replace(found, proof=Proof.ACCOUNT_TOKEN)
        if found is not None:
            self.hear(found)

    def _rehearse(self, call: Call) -> None:
        """Run the command as after a confirmation, and roll it back.

        :raises Refused: if the command cannot be done, so that nobody is asked to confirm it
        """
        claimed = by_address(self.tx, self.sender)
        assert claimed is not None, "only a player's address leaves a command unproven"
        request = self._request(call, Speaker(claimed.player, Proof.CONFIRMED))
        with suppress(_RollBack), self.tx.savepoint():
            _run(call, request)
            raise _RollBack

    def _identify(self, call: Call) -> Speaker | None:
        access, claim = call.access, call.args.claim
        speaker = self._claimed(claim) if claim else None
        speaker = speaker or self._from_mail(call)
        if speaker is None and access is not Access.ANYONE:
            raise Refused("stranger")
        return speaker

    def _claimed(self, claim: Claim) -> Speaker | None:
        return by_claim(self.tx, claim, self.sender, self.now, self.work.bench)

    def _from_mail(self, call: Call) -> Speaker | None:
        """The player of the reply address or From: the first with enough proof, else the first."""
        shown = [self._by_token(call), by_address(self.tx, self.sender)]
        speakers = [speaker for speaker in shown if speaker is not None]
        access, board = call.access, call.args.board
        enough = (speaker for speaker in speakers if speaker.may(access, board))
        return next(enough, next(iter(speakers), None))

    def _by_token(self, call: Call) -> Speaker | None:
        """The player by reply address; a token for one command proves only that command."""
        speaker = by_token(self.tx, self.sender, self.now)
        if speaker is not None and self._corrects(call):
            return replace(speaker, proof=Proof.ACCOUNT_TOKEN)
        if speaker is None or speaker.proof is not Proof.COMMAND_TOKEN:
            return speaker
        fits = speaker.line != "" and printed(call).casefold() == speaker.line.casefold()
        return speaker if fits else replace(speaker, proof=Proof.ADDRESS)

    def _corrects(self, call: Call) -> bool:
        """Whether the line is an exact command below a no to a question about a proven letter.

        The line that was asked about does not count, because it may be quoted there. Nor does a
        line below a question about an unproven letter, because it may be somebody else's.
        """
        dropped = self.dropped
        if dropped is None or dropped.data.get("slot", UNPROVEN) == UNPROVEN:
            return False
        asked = {line.casefold() for line in dropped.data["lines"]}
        is_exact = call.line.strip() in (line.strip() for line in self.letter.lines)
        return is_exact and not asked & {printed(call).casefold(), call.line.strip().casefold()}

    def _check(self, call: Call, speaker: Speaker) -> None:
        """Check that the speaker is who the line says, is not suspended, and has proved enough."""
        access, claim = call.access, call.args.claim
        if claim and claim.userid != speaker.player.userid:
            raise Refused("not_you", userid=claim.userid, you=speaker.player.userid)
        if access not in (Access.ANYONE, Access.READER):
            check_active(speaker.player)
        if not speaker.may(access, call.args.board):
            if call.args.secrets:
                raise Refused("needs_password")
            raise Unproven

    def _without_tokens(self, call: Call) -> Arguments:
        """The arguments of a command that shows its words to others, without tokens in them."""
        return replace(call.args, rest=without_tokens(self.tx, call.args.rest))

    def _request(self, call: Call, speaker: Speaker | None) -> Request:
        return Request(
            # The request has its own list of news, so that news of a refused command is dropped.
            work=replace(self.work, published=[]),
            identity=self.identity,
            sender=self.sender,
            speaker=speaker,
            game=call.game,
            about=self.context.board,
            args=self._without_tokens(call) if call.command.talks else call.args,
            # Other players get only what a question about the command would have shown.
            beside=for_others(self.tx, _beside(call)) if call.command.passes_on else (),
            holds_password=holds_password(call),
            language="" if speaker else self.language,
            inferred=call.inferred,
            talked=self.game_talked if call.access is Access.ANYONE else "",
        )

    def _stale(self, call: Call, request: Request, speaker: Speaker | None) -> Answer | None:
        """The board in its current state, if the command answers an outdated mail about it."""
        command = call.command
        if speaker is None or not speaker.answers_board:
            return None
        if command.stale or call.access not in OF_A_BOARD:
            return None
        board = request.board()
        if not self.has_moved_on(board, speaker.seq or 0):
            return None
        last = last_plies(self.tx, board, board.plies[-2:])
        return Answer(
            board_draft(self.tx, board, speaker.player, Headline.STALE, last=last, event=False)
        )

    def has_moved_on(self, board: Board, seq: int) -> bool:
        """Return whether an event after number ``seq`` has changed the play."""
        if board.match.seq == seq:
            return False
        events = self.tx.matches.events(board.number)
        return any(event.seq > seq and event.kind.changes_play for event in events)


def _beside(call: Call) -> Sequence[str]:
    """The lines beside a command; beside a deed at a board, none that may be another try at one."""
    is_deed = call.command.scope is Scope.BOARD and not call.command.talks
    return [line for line in call.text if not is_try(line)] if is_deed else call.text


def _run(call: Call, request: Request) -> Answer:
    """:raises UntoldError: if no mail tells anybody of something that the command did"""
    answer = call.command.run(request)
    request.work.check_told()
    return answer


def _held(speaker: Speaker | None) -> Refused:
    """The refusal of a command for which the rules of a plugin cannot be asked."""
    refusal = Refused("game_held")
    refusal.player = speaker.player if speaker else None
    return refusal


def _too_many_passwords() -> Refused:
    return Refused("too_many_passwords", most=str(MOST_PASSWORDS))


T = TypeVar("T")

SMALL_TEXT = 4096
"""A text of more characters may take long to parse: 32 KiB of moves take 50 ms."""


def aside(exchange: Exchange, key: Hashable, read: Callable[[Exchange], T], *, is_quick: bool) -> T:
    """What ``read`` returns, outside the write transaction unless it is known to be quick.

    read: must write nothing. Equal keys mean equal results, as long as nobody else writes.

    :raises WorkWanted: if it is not quick and was not read yet
    """
    if is_quick:
        return read(exchange)
    # Each line of a letter is read after what the lines before it have done.
    whole_key = ("read", key, exchange.context.key, len(exchange.progress.lines))
    return exchange.work.bench.result(whole_key, lambda tx: read(_in(exchange, tx)))


def with_text(exchange: Exchange, call: Call, lines: Sequence[str]) -> Call:
    """The command with the lines beside it, their passwords blanked.

    :raises WorkWanted: if the lines are long and were not read yet
    """
    return aside(
        exchange,
        ("text", call.line, tuple(lines)),
        lambda found: call_with_text(call, lines, found.context),
        is_quick=sum(map(len, lines)) <= SMALL_TEXT,
    )


def player_lookup(tx: Transaction) -> Callable[[str], bool]:
    """Return a function that tells whether a userid belongs to somebody; it caches answers."""
    known: dict[str, bool] = {}

    # Not ``functools.cache``: wrapping a function takes 15,000 instructions, twice for each letter.
    def is_player(userid: str) -> bool:
        if userid not in known:
            known[userid] = tx.players.by_userid(userid) is not None
        return known[userid]

    return is_player


def _in(exchange: Exchange, tx: Transaction) -> Exchange:
    """The exchange in another transaction, which may be for reading only."""
    work = exchange.work
    return replace(
        exchange,
        work=Work(tx, work.now, work.cause, work.boards, work.bench),
        context=replace(exchange.context, is_player=player_lookup(tx)),
    )
