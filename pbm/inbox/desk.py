"""The desk: one letter, one reply; one transaction, or one for each line of a letter with several.

``handle`` does everything a letter asks for inside the transaction it is given. If it raises,
the caller rolls all of it back and calls ``fail``: the letter is kept for the operator, and its
sender is told that a person will look.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import datetime

from pbm.base.errors import TemporaryFailure
from pbm.base.secrets import make_token
from pbm.base.values import replace
from pbm.core.model import Cause, ServerAct
from pbm.inbox.bounces import handle_bounce
from pbm.inbox.dialogue.conversation import Conversation, Heard, Settled
from pbm.inbox.dialogue.due import allowance, noted
from pbm.inbox.dialogue.exchange import Exchange
from pbm.inbox.rate_limits import take
from pbm.inbox.vocabulary.speaker import plain_grant
from pbm.inbox.waiting import let_wait
from pbm.mail import bounce
from pbm.mail.addresses import MASK, is_for_players, reply_address, token_in
from pbm.mail.correspondence import (
    KeptLetter,
    LetterStatus,
    MailStatus,
    OutboxMail,
    Progress,
    message_key,
)
from pbm.mail.duplicates import duplicate_key, former_key
from pbm.mail.identity import Identity
from pbm.mail.letter import Letter
from pbm.mail.notes import Note
from pbm.mail.read import read
from pbm.mail.redact import mask_tokens_in, redact
from pbm.notices.alerts import MIB, Trouble, note
from pbm.notices.drafts import Draft
from pbm.notices.kinds import MailKind
from pbm.notices.post import Post
from pbm.play.board_repository import BoardRepository
from pbm.play.work import Work
from pbm.smtp.verp import is_bounce_address, is_sealed, named_mail
from pbm.store.protocol import Transaction
from pbm.store.workbench import Workbench

log = logging.getLogger(__name__)

SMALL_LETTER = 16 * 1024
"""Larger ones are read and redacted while nobody waits for the right to write."""

OF_STRANGERS, OF_OPERATOR = "strangers", "operator"
"""The quotas of letters that nothing proves, and of those to postmaster@ and abuse@."""

# A mail that left just before we were killed may still be marked as queued.
_MAY_COME_BACK = (MailStatus.QUEUED, MailStatus.SENT)


class Desk:
    def __init__(self, identity: Identity, repository: BoardRepository) -> None:
        self._identity = identity
        self._repository = repository
        self._post = Post(identity)
        self._conversation = Conversation(identity, self._post)

    def handle(self, tx: Transaction, number: int, now: datetime, bench: Workbench) -> bool:
        """Act on a letter that waits; one that does not wait any more is left alone.

        False if it waits on, for lines of it that are to be done in further transactions.

        :raises WorkWanted: for what takes too long to be done in this transaction
        :raises UntoldError: if something happened that somebody was not told of
        """
        kept = tx.letters.get(number)
        if kept is None or kept.status is not LetterStatus.WAITING:
            return True
        heard = self._listen(tx, kept, now, bench)
        known = self._judged(self._labelled(kept, heard.exchange.letter), heard)
        # What was redacted once was sealed, and stays what it is.
        sealed = kept if kept.hash else self._redacted(known, heard)
        became = self._act(tx, known, heard)
        heard.exchange.work.check_told()
        if isinstance(became, Progress):
            tx.letters.keep_progress(number, kept.progress, became, sealed.key)
            return False
        settled = self._let_wait(tx, sealed, became)
        kept = sealed if settled.is_worth_keeping else self._within_quota(tx, sealed, settled, now)
        tx.letters.settle(number, settled.status, settled.note, kept=kept)
        return True

    def _let_wait(self, tx: Transaction, kept: KeptLetter, settled: Settled) -> Settled:
        """Let a letter wait whose answer was held back, if it may."""
        if settled.origin is None:
            return settled
        note = let_wait(tx, kept, settled.origin, self._identity.strangers_per_hour)
        return replace(settled, note=note)

    def _within_quota(
        self, tx: Transaction, kept: KeptLetter, settled: Settled, now: datetime
    ) -> KeptLetter:
        """The letter, without its bytes where too many were kept today that nothing proves."""
        quota = OF_OPERATOR if settled.note == Note.FOR_OPERATOR else OF_STRANGERS
        most = self._identity.strangers_megabytes * MIB
        is_kept = tx.quotas.take(quota, now.date(), len(kept.raw), most)
        return kept if is_kept else replace(kept, raw=b"")

    def fail(self, tx: Transaction, number: int, why: str, now: datetime) -> None:
        """Put a letter aside that met a fault of ours, and tell its sender so."""
        kept = tx.letters.get(number)
        if kept is None or kept.status is not LetterStatus.WAITING:
            return
        self._apologise(tx, kept, now)
        self.lay_aside(tx, number, why, now)

    def lay_aside(self, tx: Transaction, number: int, why: str, now: datetime) -> None:
        """Leave a letter to the operator, unread: nobody else is told."""
        tx.letters.settle(number, LetterStatus.FAILED, why)
        note(tx, Trouble.FAILED, now)

    def _apologise(self, tx: Transaction, kept: KeptLetter, now: datetime) -> None:
        """Note what proves it and tell the sender.

        A fault in that too must not keep the letter from being put aside.
        """
        try:
            with tx.savepoint():
                heard = self._listen(tx, kept, now, Workbench(tx))
                _note_passwords(tx, kept, heard)
                self._send_apology(heard.exchange, kept)
        except TemporaryFailure:
            # The transaction may be gone with it: what is written after that would stand alone.
            raise
        except Exception:
            log.exception("the sender of letter %d could not be told", kept.id)

    def _send_apology(self, exchange: Exchange, kept: KeptLetter) -> None:
        """To a player, if a person wrote the letter and may have another answer."""
        tx, player = exchange.tx, exchange.addressee()
        if player is None or exchange.letter.robot is not None:
            return
        if take(tx, [allowance(exchange, exchange.sender.author)], exchange.now):
            grant = plain_grant(exchange.sender, player)
            sorry = Draft(player, MailKind.FAILED, {"letter": kept.id}, grant=grant)
            self._post.send(exchange.work, sorry, exchange.letter)

    def refused(self, tx: Transaction, number: int, why: str, now: datetime) -> None:
        """Give a mail up because no mail is taken for its recipient."""
        mail = tx.outbox.get(number)
        assert mail is not None, "it was taken from the outbox"
        act = tx.acts.add(ServerAct.DELIVERY, f"mail {number} was refused", {}, now)
        self._handle_bounce(Work(tx, now, Cause(act=act.id), self._repository), mail, why)

    def presentable(self, tx: Transaction, kept: KeptLetter, now: datetime) -> KeptLetter:
        """The letter without its secrets: as it is kept, or will be once it is acted on."""
        if kept.hash:
            return kept
        return self._blanked(kept, self._listen(tx, kept, now, Workbench(tx)))

    def _listen(self, tx: Transaction, kept: KeptLetter, now: datetime, bench: Workbench) -> Heard:
        """:raises WorkWanted: if it is large and was not read yet"""
        letter = self._letter(tx, kept, bench)
        work = Work(tx, now, Cause(letter=kept.id), self._repository, bench)
        return self._conversation.listen(work, letter, kept.received, kept.progress)

    def _letter(self, tx: Transaction, kept: KeptLetter, bench: Workbench) -> Letter:
        return bench.result("letter", lambda _: self._read(kept), at_once=_at_once(tx, kept))

    def _read(self, kept: KeptLetter) -> Letter:
        """The letter; reply addresses that it quotes are keys, and go no further."""
        domain = self._identity.domain
        letter = read(kept.envelope, domain=domain)
        return replace(
            letter,
            passwords=kept.passwords,
            vouched=letter.vouched if kept.vouched is None else kept.vouched,
            subject=mask_tokens_in(letter.subject, domain),
            lines=tuple(mask_tokens_in(line, domain) for line in letter.lines),
            undecoded=tuple(mask_tokens_in(line, domain) for line in letter.undecoded),
        )

    def _act(self, tx: Transaction, kept: KeptLetter, heard: Heard) -> Settled | Progress:
        letter = heard.exchange.letter
        if not is_for_players(kept.recipients, self._identity.domain):
            return self._take_back(tx, kept, heard)
        if letter.robot is not None:
            return Settled(LetterStatus.IGNORED, letter.robot)
        first = self._first(tx, kept, letter)
        if first is not None:
            return self._repeat(tx, first, kept, heard.exchange)
        return self._conversation.hold(heard)

    def _labelled(self, kept: KeptLetter, letter: Letter) -> KeptLetter:
        """The letter with what an operator finds it by."""
        author = letter.authors[0] if len(letter.authors) == 1 else ""
        known = author == kept.sender.lower() or token_in([author], self._identity.domain)
        key = message_key(letter.message_id or "")
        return replace(kept, author="" if known else author, message_key=key)

    def _judged(self, kept: KeptLetter, heard: Heard) -> KeptLetter:
        """The letter with what it is known by and who vouches for it, as long as its bytes tell:
        once they are redacted nothing is judged anew."""
        if kept.vouched is not None:
            return kept
        return replace(kept, key=self._key(kept, heard), vouched=heard.exchange.letter.vouched)

    def _key(self, kept: KeptLetter, heard: Heard) -> str:
        """The duplicate key; "" of a letter that nobody is answered."""
        letter = heard.exchange.letter
        if letter.robot is not None or not is_for_players(kept.recipients, self._identity.domain):
            return ""
        return duplicate_key(kept.envelope, letter)

    def _first(self, tx: Transaction, kept: KeptLetter, letter: Letter) -> KeptLetter | None:
        """The letter that this one repeats."""
        first = tx.letters.first_with_key(kept.key, kept.id)
        if first is None and letter.vouched:
            first = tx.letters.first_with_key(former_key(kept.envelope, letter), kept.id)
        return first

    def _take_back(self, tx: Transaction, kept: KeptLetter, heard: Heard) -> Settled:
        """Read a bounce; whatever else came to no player's address is for the operator."""
        now, mail = heard.exchange.now, self._returned(tx, kept)
        if mail is None:
            return Settled(LetterStatus.IGNORED, _for_operator(tx, kept, heard))
        if mail.status not in _MAY_COME_BACK:
            what = f"a bounce of mail {mail.id}, which is {mail.status.value}"
            return Settled(LetterStatus.IGNORED, what)
        verdict = bounce.verdict(kept.raw)
        what = f"a bounce of mail {mail.id}: {verdict.value}"
        if verdict is not bounce.Verdict.FAILED:
            return Settled(LetterStatus.IGNORED, what)
        work = Work(tx, now, Cause(letter=kept.id), self._repository)
        news = self._handle_bounce(work, mail, f"it came back, with letter {kept.id}")
        status = LetterStatus.DONE if news else LetterStatus.IGNORED
        return Settled(status, what, proven=True)

    def _returned(self, tx: Transaction, kept: KeptLetter) -> OutboxMail | None:
        """The mail that a letter tells of, by the address that only its bounces know."""
        return next((mail for to, mail in _named_mails(tx, kept) if self._left_as(to, mail)), None)

    def _left_as(self, sender: str, mail: OutboxMail) -> bool:
        """Whether the mail left with this envelope sender for the recipient that it has now."""
        return is_sealed(self._identity.key, sender, mail.id, mail.recipient)

    def _handle_bounce(self, work: Work, mail: OutboxMail, why: str) -> bool:
        is_news = handle_bounce(work, mail, why)
        self._post.tell(work)
        return is_news

    def _repeat(
        self, tx: Transaction, first: KeptLetter, kept: KeptLetter, exchange: Exchange
    ) -> Settled:
        """Send the first reply's very bytes again, to the one it went to and nobody else."""
        now = exchange.now
        mails = [mail for mail in tx.outbox.replies_to(first.id) if mail.raw]
        is_told = not mails or take(tx, [allowance(exchange, mails[0].recipient)], now)
        for mail in mails if is_told else []:
            tx.outbox.add(mail.again(mail.recipient, Cause(letter=kept.id)), now)
        note = noted(f"of letter {first.id}", is_told=is_told)
        return Settled(LetterStatus.DUPLICATE, note, exchange.is_proven)

    def _redacted(self, kept: KeptLetter, heard: Heard) -> KeptLetter:
        """:raises WorkWanted: if it is large and was not redacted yet"""
        exchange = heard.exchange
        now, bench = exchange.now, exchange.work.bench

        def blanked(tx: Transaction) -> KeptLetter:
            same = tx is exchange.tx
            return self._blanked(kept, heard if same else self._listen(tx, kept, now, bench))

        key = "redacted", exchange.context.key
        return bench.result(key, blanked, at_once=_at_once(exchange.tx, kept))

    def _blanked(self, kept: KeptLetter, heard: Heard) -> KeptLetter:
        domain = self._identity.domain
        token = token_in(kept.recipients, domain)
        # A quoted question holds its token as a code beside the reply address.
        secrets = [*heard.secrets, *([token] if token else [])]
        tx = heard.exchange.tx
        nonces = (nonce for _, mail in _named_mails(tx, kept) for nonce in mail.nonce.split())
        secrets += [make_token(self._identity.key, nonce) for nonce in nonces]
        returned = self._returned(tx, kept)
        # What a mail server says of a mail of ours is read for its verdict, and nobody typed it.
        suspecting = [heard.suspects] if returned is None else []
        raw = redact(kept.raw, secrets, domain, *suspecting)
        recipients = tuple(
            reply_address(MASK, domain) if token_in([each], domain) else each
            for each in kept.recipients
        )
        masked = replace(kept, raw=raw, recipients=recipients)
        return replace(masked, hash=masked.seal())


def _note_passwords(tx: Transaction, kept: KeptLetter, heard: Heard) -> None:
    """Have the passwords in a letter compared with those of now, whenever it is tried again."""
    if not kept.passwords:
        players = filter(None, map(tx.players.by_userid, heard.claimants))
        tx.letters.note_passwords(kept.id, {each.userid: each.password for each in players})


def _named_mails(tx: Transaction, kept: KeptLetter) -> Iterator[tuple[str, OutboxMail]]:
    """The mails that a letter may tell of, with the addresses that name them, sealed or not."""
    for address in kept.recipients:
        number = named_mail(address)
        mail = tx.outbox.get(number) if number else None
        if mail is not None:
            yield address, mail


def _at_once(tx: Transaction, kept: KeptLetter) -> Transaction | None:
    """Where the letter is read and redacted, None for elsewhere."""
    return tx if len(kept.raw) <= SMALL_LETTER else None


def _for_operator(tx: Transaction, kept: KeptLetter, heard: Heard) -> str:
    """What is noted of a letter that no player and no mail of ours has caused."""
    if all(is_bounce_address(each) for each in kept.recipients):
        return "a bounce of no mail of ours"
    robot = heard.exchange.letter.robot
    if robot is not None:
        return f"{Note.FOR_OPERATOR}, but {robot}"
    note(tx, Trouble.ASKED, heard.exchange.now)
    return Note.FOR_OPERATOR
