"""The desk acts on one letter in one transaction, and answers it once.

``handle`` does everything a letter asks for in the transaction that it is given; a letter of
several lines takes one transaction a line. If ``handle`` raises, the caller rolls back and calls
``fail``: the letter is kept for the operator, and its sender is told that a person will look.

Automatic letters are ignored, since an answer to them may start an endless loop, except for moves
of declared programs. A bounce gives its mail up, marks the address, and tries another one.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import partial

from pbm.base.errors import TemporaryFailure
from pbm.base.secrets import make_token
from pbm.base.values import replace
from pbm.core.bookkeeping import ServerAct
from pbm.core.games import reads_line
from pbm.core.marks import Trouble
from pbm.core.model import Cause, Player
from pbm.inbox.letter.answer_limits import allowance, letter_note
from pbm.inbox.letter.conversation import Conversation, Settled
from pbm.inbox.letter.exchange import Exchange
from pbm.inbox.letter.parsing import Parsed, parse
from pbm.inbox.limits import (
    OF_OPERATOR,
    OF_STRANGERS,
    has_room_for_failed,
    has_room_for_others,
    has_room_for_players,
    is_first_without_room,
    let_wait,
    take,
)
from pbm.inbox.line.line import Call
from pbm.inbox.line.speaker import plain_grant
from pbm.mail.addresses import MASK, is_for_players, reply_address, token_in
from pbm.mail.bounce import Bounce, Verdict
from pbm.mail.correspondence import (
    KeptLetter,
    LetterStatus,
    MailStatus,
    OutboxMail,
    Progress,
    Purpose,
    Search,
    message_key,
)
from pbm.mail.duplicates import duplicate_key, former_key
from pbm.mail.identity import Identity
from pbm.mail.letter import Letter
from pbm.mail.notes import Note
from pbm.mail.peers import MAILBOX
from pbm.mail.read import read
from pbm.mail.redact import redact
from pbm.mail.robots import AUTO_SUBMITTED, REACTION
from pbm.mail.tokens import mask_tokens_in, mask_tokens_in_lines
from pbm.notices.alerts import give_up, note
from pbm.notices.drafts import Draft
from pbm.notices.kinds import MailKind
from pbm.notices.posting.post import Post
from pbm.play import reachability
from pbm.play.board_repository import BoardRepository
from pbm.play.work import Work
from pbm.smtp.status_codes import is_about_sender
from pbm.smtp.verp import is_bounce_address, is_sealed, named_mail
from pbm.store.protocol import Transaction
from pbm.store.workbench import Workbench

log = logging.getLogger(__name__)

SMALL_LETTER = 16 * 1024
"""Larger letters are parsed and redacted outside the write lock, so that no other letter waits."""

_FEW = 20

# A mail that was sent just before the server was killed may still be marked as queued.
_MAY_COME_BACK = (MailStatus.QUEUED, MailStatus.SENT)

COMMANDS = frozenset({"accept", "decline", "reject", "resign"})
"""The only lines that a program may write besides a move."""


class Desk:
    def __init__(self, identity: Identity, repository: BoardRepository) -> None:
        self._identity = identity
        self._repository = repository
        self._post = Post(identity)
        self._conversation = Conversation(self._post)

    def handle(self, tx: Transaction, number: int, now: datetime, bench: Workbench) -> bool:
        """Act on a letter that waits, and return whether it is settled.

        The result is False for a letter with lines left: call ``handle`` again, in another
        transaction. A letter that no longer waits is left alone.

        :raises WorkWanted: if something takes too long for this transaction
        :raises UntoldError: if no mail tells anybody of something that was published
        """
        kept = tx.letters.get(number)
        if kept is None or kept.status is not LetterStatus.WAITING:
            return True
        parsed = self._parse(tx, kept, now, bench)
        known = self._identified(self._indexed(kept, parsed.exchange.letter), parsed)
        # A letter that was redacted has a seal, and is not redacted again.
        sealed = kept if kept.hash else self._redacted(known, parsed)
        result = self._act(tx, known, parsed)
        parsed.exchange.work.check_told()
        if isinstance(result, Progress):
            tx.letters.keep_progress(number, kept.progress, result, sealed.key)
            return False
        settled = self._let_wait(tx, sealed, result)
        sealed = replace(sealed, words=settled.words)
        kept = self._within_budget(sealed, settled, parsed)
        tx.letters.settle(number, settled.status, settled.note, kept=kept)
        return True

    def _let_wait(self, tx: Transaction, kept: KeptLetter, settled: Settled) -> Settled:
        """Queue a letter whose answer was held back, so that it is answered later."""
        if settled.origin is None:
            return settled
        note = let_wait(tx, kept, settled.origin, self._identity.strangers_per_hour)
        return replace(settled, note=note)

    def _within_budget(self, kept: KeptLetter, settled: Settled, parsed: Parsed) -> KeptLetter:
        """The letter, but without its bytes if its writer's budget of kept bytes is used up.

        The player is told, once a month.
        """
        tx, today = parsed.exchange.tx, parsed.exchange.now.date()
        if settled.note == Note.WITHHELD:
            return kept
        if not settled.proven:
            quota = OF_OPERATOR if settled.note == Note.FOR_OPERATOR else OF_STRANGERS
            has_room = has_room_for_others(tx, self._identity, kept, quota, today)
            return kept if has_room else replace(kept, raw=b"")
        player = _writer(parsed)
        if has_room_for_players(tx, self._identity, kept, player, today):
            return kept
        if player is not None and is_first_without_room(tx, player, today):
            self._tell(parsed.exchange, player, {"unkept": True})
        return replace(kept, raw=b"")

    def fail(self, tx: Transaction, number: int, why: str, now: datetime) -> None:
        """Put aside a letter that failed because of a bug in pbm, and tell its sender."""
        kept = tx.letters.get(number)
        if kept is None or kept.status is not LetterStatus.WAITING:
            return
        self._apologise(tx, kept, now)
        self._put_aside(tx, kept, why, now, self._harmless(tx, kept, now))

    def lay_aside(self, tx: Transaction, number: int, why: str, now: datetime) -> None:
        """Leave a letter to the operator without reading it, and tell nobody else."""
        kept = tx.letters.get(number)
        if kept is not None and kept.status is LetterStatus.WAITING:
            self._put_aside(tx, kept, why, now, None)

    def _put_aside(
        self,
        tx: Transaction,
        kept: KeptLetter,
        why: str,
        now: datetime,
        redacted: KeptLetter | None,
    ) -> None:
        """Mark a letter as failed: within the budgets for kept bytes, whatever made it fail.

        redacted: the letter without its secrets; None to keep it whole for a retry.
        """
        stays = redacted
        if not kept.hash and not has_room_for_failed(tx, self._identity, kept, now.date()):
            stays = replace(redacted or _masked(kept, self._identity.address), raw=b"")
        tx.letters.settle(kept.id, LetterStatus.FAILED, why, kept=stays)
        note(tx, Trouble.FAILED, now)

    def _harmless(self, tx: Transaction, kept: KeptLetter, now: datetime) -> KeptLetter | None:
        """The redacted letter of a stranger; None if a retry may need secrets in it, or for a
        letter that cannot be read.
        """
        if kept.token or kept.hash or kept.progress != Progress():
            return None
        try:
            with tx.savepoint():
                parsed = self._parse(tx, kept, now, Workbench(tx))
                is_needed = parsed.exchange.addressee() is not None or parsed.claimants
                return None if is_needed else self._blanked(kept, parsed)
        except TemporaryFailure:
            raise
        except Exception:
            log.exception("letter %d could not be redacted", kept.id)
            return None

    def _apologise(self, tx: Transaction, kept: KeptLetter, now: datetime) -> None:
        """Store the password hashes that may prove the letter, and tell its sender about the fault.

        If that fails too, the letter is put aside anyway.
        """
        try:
            with tx.savepoint():
                parsed = self._parse(tx, kept, now, Workbench(tx))
                _note_passwords(tx, kept, parsed)
                self._send_apology(parsed.exchange, kept)
        except TemporaryFailure:
            # The error may have ended the transaction: later writes would be committed without it.
            raise
        except Exception:
            log.exception("the sender of letter %d could not be told", kept.id)

    def _send_apology(self, exchange: Exchange, kept: KeptLetter) -> None:
        """Tell a player of the fault, if a person wrote the letter and no rate limit forbids it."""
        tx, player = exchange.tx, exchange.addressee()
        if player is None or exchange.letter.is_programs:
            return
        if take(tx, [allowance(exchange, exchange.sender.author)], exchange.now):
            self._tell(exchange, player, {"letter": kept.id, "unkept": False})

    def _tell(self, exchange: Exchange, player: Player, facts: Mapping[str, object]) -> None:
        grant = plain_grant(exchange.sender, player)
        draft = Draft(player, MailKind.FAILED, facts, grant=grant)
        self._post.send(exchange.work, draft, exchange.letter)

    def refused(self, tx: Transaction, number: int, why: str, now: datetime) -> None:
        """Give up a mail whose recipient was refused by the next hop."""
        mail = tx.outbox.get(number)
        assert mail is not None, "it was taken from the outbox"
        act = tx.acts.add(ServerAct.DELIVERY, f"mail {number} was refused", {}, now)
        self._handle_bounce(Work(tx, now, Cause(act=act.id), self._repository), mail, why)

    def redacted(self, tx: Transaction, kept: KeptLetter, now: datetime) -> KeptLetter:
        """The letter without its secrets, as it is kept after it was acted on."""
        if kept.hash:
            return kept
        return self._blanked(kept, self._parse(tx, kept, now, Workbench(tx)))

    def _parse(self, tx: Transaction, kept: KeptLetter, now: datetime, bench: Workbench) -> Parsed:
        """Parse a kept letter and its commands.

        :raises WorkWanted: if the letter is large and was not parsed yet
        """
        letter = self._letter(tx, kept, bench)
        tx.letters.foresee_key(kept.key or _duplicate_key(kept, letter, tx, bench), kept.id)
        work = Work(tx, now, Cause(letter=kept.id), self._repository, bench)
        return parse(self._identity, work, letter, kept.received, kept.progress)

    def _letter(self, tx: Transaction, kept: KeptLetter, bench: Workbench) -> Letter:
        return bench.result("letter", lambda _: self._read(kept), at_once=_at_once(tx, kept))

    def _read(self, kept: KeptLetter) -> Letter:
        """Parse the letter; the tokens of reply addresses that it quotes are masked."""
        domain = self._identity.address
        letter = read(kept.envelope, domain=domain)
        return replace(
            letter,
            passwords=kept.passwords,
            vouched=letter.vouched if kept.vouched is None else kept.vouched,
            subject=mask_tokens_in(letter.subject, domain),
            lines=mask_tokens_in_lines(letter.lines, domain),
            undecoded=mask_tokens_in_lines(letter.undecoded, domain),
        )

    def _act(self, tx: Transaction, kept: KeptLetter, parsed: Parsed) -> Settled | Progress:
        letter, report = parsed.exchange.letter, Bounce(kept.raw)
        is_ours = is_for_players(kept.recipients, self._identity.address)
        if not is_ours or self._told(tx, kept, report):
            return self._read_bounce(tx, kept, parsed, report)
        if is_ignored(parsed):
            if letter.robot == REACTION:
                self._conversation.hear_reaction(parsed.exchange)
            return Settled(LetterStatus.IGNORED, f"{letter.robot}, {Note.AUTOMATIC}")
        first = self._original(tx, kept, letter)
        if first is not None:
            return self._repeat(tx, first, kept, parsed.exchange)
        return self._conversation.act(parsed)

    def _indexed(self, kept: KeptLetter, letter: Letter) -> KeptLetter:
        """The letter with its author and message key, by which an operator finds it."""
        author = letter.authors[0] if len(letter.authors) == 1 else ""
        known = author == kept.sender.lower() or token_in([author], self._identity.address)
        key = message_key(letter.message_id or "")
        return replace(kept, author="" if known else author, message_key=key)

    def _identified(self, kept: KeptLetter, parsed: Parsed) -> KeptLetter:
        """The letter with its duplicate key, and whether a front server vouches for it.

        Both are computed once, from its bytes before they are redacted.
        """
        if kept.vouched is not None:
            return kept
        return replace(kept, key=self._key(kept, parsed), vouched=parsed.exchange.letter.vouched)

    def _key(self, kept: KeptLetter, parsed: Parsed) -> str:
        """The duplicate key, "" for a letter that is never answered."""
        exchange = parsed.exchange
        if is_ignored(parsed) or not is_for_players(kept.recipients, self._identity.address):
            return ""
        return _duplicate_key(kept, exchange.letter, exchange.tx, exchange.work.bench)

    def _original(self, tx: Transaction, kept: KeptLetter, letter: Letter) -> KeptLetter | None:
        """The earlier letter of which this letter is a copy; None if the letter is new."""
        first = tx.letters.first_with_key(kept.key, kept.id)
        if first is None and letter.vouched:
            first = tx.letters.first_with_key(former_key(kept.envelope, letter), kept.id)
        return first

    def _read_bounce(
        self, tx: Transaction, kept: KeptLetter, parsed: Parsed, report: Bounce
    ) -> Settled:
        """Handle a bounce. Any other letter that is not for players is left to the operator."""
        now, mail = parsed.exchange.now, self._returned(tx, kept, report)
        if mail is None:
            return Settled(LetterStatus.IGNORED, _for_operator(tx, kept, parsed))
        if mail.status not in _MAY_COME_BACK:
            what = f"a bounce of mail {mail.id}, which is {mail.status.value}"
            return Settled(LetterStatus.IGNORED, what)
        what = f"a bounce of mail {mail.id}: {report.verdict.value}"
        if report.verdict is not Verdict.FAILED:
            return Settled(LetterStatus.IGNORED, what)
        why = f"it came back, with letter {kept.id}"
        codes = report.final_codes
        if codes and all(map(is_about_sender, codes)):
            give_up(tx, mail.id, f"{why}: {codes[0]}", now)
            return Settled(LetterStatus.DONE, f"{what}, because of us", proven=True)
        news = self._handle_bounce(
            Work(tx, now, Cause(letter=kept.id), self._repository), mail, why
        )
        status = LetterStatus.DONE if news else LetterStatus.IGNORED
        return Settled(status, what, proven=True)

    def _returned(self, tx: Transaction, kept: KeptLetter, report: Bounce) -> OutboxMail | None:
        """The mail that a bounce is about: the one whose envelope sender the bounce was sent to."""
        named = (mail for to, mail in _named_mails(tx, kept) if self._left_as(to, mail))
        return next(named, None) or self._told(tx, kept, report)

    def _told(self, tx: Transaction, kept: KeptLetter, report: Bounce) -> OutboxMail | None:
        """The mail that a report in a mailbox returns: mails from an account do not name themselves
        in their envelope senders.
        """
        if kept.peer != MAILBOX or not (returned := report.returned_id):
            return None
        found = tx.outbox.find(Search(message_id=returned), _FEW)
        named = [each for each in found if each.recipient.lower() in report.recipients]
        return next(iter(named or (found if len(found) == 1 else ())), None)

    def _left_as(self, sender: str, mail: OutboxMail) -> bool:
        """Return whether the mail was sent to its current recipient with this envelope sender."""
        return is_sealed(self._identity.key, sender, mail.id, mail.recipient)

    def _handle_bounce(self, work: Work, mail: OutboxMail, why: str) -> bool:
        is_news = handle_bounce(work, mail, why)
        self._post.tell(work)
        return is_news

    def _repeat(
        self, tx: Transaction, first: KeptLetter, kept: KeptLetter, exchange: Exchange
    ) -> Settled:
        """Send the bytes of the first reply again, to its recipient and nobody else."""
        now = exchange.now
        mails = [mail for mail in tx.outbox.replies_to(first.id) if mail.raw]
        is_told = not mails or take(tx, [allowance(exchange, mails[0].recipient)], now)
        for mail in mails if is_told else []:
            tx.outbox.add(mail.again(mail.recipient, Cause(letter=kept.id)), now)
        note = letter_note(f"of letter {first.id}", is_told=is_told)
        return Settled(LetterStatus.DUPLICATE, note, exchange.is_proven)

    def _redacted(self, kept: KeptLetter, parsed: Parsed) -> KeptLetter:
        """:raises WorkWanted: if the letter is large and was not redacted yet"""
        exchange = parsed.exchange
        now, bench = exchange.now, exchange.work.bench

        def blanked(tx: Transaction) -> KeptLetter:
            same = tx is exchange.tx
            return self._blanked(kept, parsed if same else self._parse(tx, kept, now, bench))

        key = "redacted", exchange.context.key
        return bench.result(key, blanked, at_once=_at_once(exchange.tx, kept))

    def _blanked(self, kept: KeptLetter, parsed: Parsed) -> KeptLetter:
        domain = self._identity.address
        token = token_in(kept.recipients, domain)
        # A quoted question holds the token as a code, besides the reply address.
        secrets = [*parsed.secrets, *([token] if token else [])]
        tx = parsed.exchange.tx
        nonces = (nonce for _, mail in _named_mails(tx, kept) for nonce in mail.nonce.split())
        secrets += [make_token(self._identity.key, nonce) for nonce in nonces]
        returned = self._returned(tx, kept, Bounce(kept.raw))
        # A bounce is written by a mail server, so no person typed a password in it.
        suspects = partial(parsed.suspects, typed=returned is None)
        raw = redact(kept.raw, secrets, domain, suspects)
        masked = replace(_masked(kept, domain), raw=raw)
        return replace(masked, hash=masked.seal())


def is_ignored(parsed: Parsed) -> bool:
    """Whether a program wrote the letter, and not as a declared program may.

    A holder of a key is no stranger who may be on a mailing list: a relay may have put its headers
    on their letter.
    """
    letter, token = parsed.exchange.letter, parsed.exchange.sender.token
    if letter.is_relayed:
        return token is None
    return letter.is_programs and not _is_declared_programs(parsed)


def _is_declared_programs(parsed: Parsed) -> bool:
    """Whether a declared program answers the latest mail of a board, with one exact line.

    Signs other than Auto-Submitted may come from an autoresponder at the program's address.
    """
    exchange = parsed.exchange
    player, token = exchange.addressee(), exchange.own_token
    if exchange.letter.robot != AUTO_SUBMITTED or player is None or player.suspended:
        return False
    if token is None or token.purpose is not Purpose.BOARD or not player.is_declared:
        return False
    if not _is_one_exact_line(parsed):
        return False
    board = exchange.board
    return board is not None and not exchange.has_moved_on(board, token.seq or 0)


def _is_one_exact_line(parsed: Parsed) -> bool:
    letter, game = parsed.exchange.letter, parsed.exchange.context.game
    own, read = [line.strip() for line in letter.lines if line.strip()], parsed.reading.lines
    if letter.included or len(own) != 1 or len(read) != 1 or not isinstance(read[0], Call):
        return False
    return own[0] in COMMANDS or (game is not None and reads_line(game, own[0]))


def handle_bounce(work: Work, mail: OutboxMail, why: str) -> bool:
    """Give up a mail that will never arrive.

    Returns whether the address was marked as bouncing for a player. The same bytes are sent to
    another address of that player, if one works.
    """
    tx, now = work.tx, work.now
    give_up(tx, mail.id, why, now)
    player = reachability.note_bounce(work, mail.recipient, mail.player, mail.sent)
    if player is None:
        return False
    note(tx, Trouble.BOUNCED, now)
    if mail.player is not None and not player.unreachable:
        tx.outbox.add(mail.again(player.mailbox, work.cause), now)
    return True


def _masked(kept: KeptLetter, domain: str) -> KeptLetter:
    """The letter with the tokens in its recipients masked."""
    recipients = tuple(
        reply_address(MASK, domain) if token_in([each], domain) else each
        for each in kept.recipients
    )
    return replace(kept, recipients=recipients)


def _writer(parsed: Parsed) -> Player | None:
    """The player who wrote a proven letter: the one at its From, or named with a password in it."""
    named = sorted(parsed.claimants)
    known = map(parsed.exchange.tx.players.by_userid, named)
    return parsed.exchange.addressee() or next(filter(None, known), None)


def _duplicate_key(kept: KeptLetter, letter: Letter, tx: Transaction, bench: Workbench) -> str:
    """The duplicate key of a letter that was not redacted yet. It is foreseen, then kept."""
    return bench.result("duplicate key", lambda _: duplicate_key(kept.envelope, letter), at_once=tx)


def _note_passwords(tx: Transaction, kept: KeptLetter, parsed: Parsed) -> None:
    """Keep the current hashes with the letter, so that a later retry is checked against them."""
    if not kept.passwords:
        players = filter(None, map(tx.players.by_userid, parsed.claimants))
        tx.letters.note_passwords(kept.id, {each.userid: each.password for each in players})


def _named_mails(tx: Transaction, kept: KeptLetter) -> Iterator[tuple[str, OutboxMail]]:
    """Yield each recipient that is a bounce address, and its mail; the seal is not checked."""
    for address in kept.recipients:
        number = named_mail(address)
        mail = tx.outbox.get(number) if number else None
        if mail is not None:
            yield address, mail


def _at_once(tx: Transaction, kept: KeptLetter) -> Transaction | None:
    """The transaction in which to parse and redact a letter; None, for outside, if it is large."""
    return tx if len(kept.raw) <= SMALL_LETTER else None


def _for_operator(tx: Transaction, kept: KeptLetter, parsed: Parsed) -> str:
    """The note of a letter that is neither for players nor a bounce of our mails."""
    if all(is_bounce_address(each) for each in kept.recipients):
        return "a bounce of no mail of ours"
    robot = parsed.exchange.letter.robot
    if robot is not None:
        return f"{Note.FOR_OPERATOR}, but {robot}"
    note(tx, Trouble.ASKED, parsed.exchange.now)
    return Note.FOR_OPERATOR
