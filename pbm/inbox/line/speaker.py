"""Identify the player who wrote a letter, and how that is proven.

A forged From must never move a piece, and nobody should have to type a password: a reply
address, a password, or a confirmation by mail is enough. SECURITY.md says who may do what.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum

from pbm.base.secrets import password_fits
from pbm.base.values import quickly_made, replace
from pbm.core.choices import Choice
from pbm.core.clocks import DAY, HOUR
from pbm.core.marks import Mark, MarkKind
from pbm.core.model import Player
from pbm.core.passwords import is_blanked
from pbm.core.refused import Refused
from pbm.inbox.line.access import Access
from pbm.inbox.line.forms import Claim
from pbm.mail.correspondence import Purpose, Token
from pbm.notices.drafts import OF_SERVER, Draft, Grant, account_grant
from pbm.notices.kinds import MailKind
from pbm.play.settings import is_on
from pbm.store.protocol import Transaction
from pbm.store.workbench import Workbench

WRONG_PER_HOUR = 5
GUEST_FOR = timedelta(days=7)


class Proof(Enum):
    """The ways to identify a player, weakest first."""

    ADDRESS = "address"
    MOVE_TOKEN = "token of a link to the composer"
    BOARD_TOKEN = "board token"
    COMMAND_TOKEN = "token of one command"
    ACCOUNT_TOKEN = "account token"
    RESET_TOKEN = "password reset token"
    AUTHENTICATED = "authenticated by the front server"
    PASSWORD = "password"
    CONFIRMED = "confirmed"


# What a board token allows: on its own board only, and only until the board changes.
OF_A_BOARD = (Access.BOARD, Access.EITHER, Access.MOVE)

# The access that each proof gives. A From address alone can read, and never act.
_REACH = {
    Proof.ADDRESS: {Access.ANYONE, Access.READER},
    Proof.MOVE_TOKEN: {Access.ANYONE, Access.READER, Access.MOVE},
    Proof.BOARD_TOKEN: {
        Access.ANYONE,
        Access.READER,
        Access.LOOKS,
        Access.BOARD,
        Access.EITHER,
        Access.MOVE,
    },
    Proof.COMMAND_TOKEN: {*Access} - {Access.OWNER, Access.PASSWORD},
    Proof.ACCOUNT_TOKEN: {
        Access.ANYONE,
        Access.READER,
        Access.LOOKS,
        Access.PLAYER,
        Access.EITHER,
    },
    Proof.RESET_TOKEN: {Access.ANYONE, Access.READER, Access.PASSWORD},
    Proof.AUTHENTICATED: set(Access) - {Access.OWNER, Access.PASSWORD},
    Proof.PASSWORD: set(Access),
    Proof.CONFIRMED: set(Access),
}


# What a reply address proves, by purpose; that of a question only proves the ``yes`` to it, or
# an exact command below a ``no``, which ``Exchange`` decides.
_PROOFS = {
    Purpose.BOARD: Proof.BOARD_TOKEN,
    Purpose.ACCOUNT: Proof.ACCOUNT_TOKEN,
    Purpose.CONFIRM: Proof.ADDRESS,
    Purpose.RESET: Proof.RESET_TOKEN,
    Purpose.COMMAND: Proof.COMMAND_TOKEN,
}


@quickly_made
@dataclass(frozen=True)
class Speaker:
    """A player and their proof.

    board, seq: the board and the event that a board token is for.
    line: the command that a command token is for; "" if it was used or is too old.
    """

    player: Player
    proof: Proof
    board: int | None = None
    seq: int | None = None
    line: str = ""

    def may(self, access: Access, board: int | None) -> bool:
        """Return whether the proof gives this access; a board token only does for its own board."""
        if access not in _REACH[self.proof]:
            return False
        if access in OF_A_BOARD and self.answers_board:
            return board == self.board
        return True

    @property
    def is_deliberate(self) -> bool:
        """Whether the player has written their password, or has confirmed the command.

        Other players are asked before they lose something of which they may not know.
        """
        return self.proof in (Proof.PASSWORD, Proof.CONFIRMED)

    @property
    def answers_board(self) -> bool:
        """Whether the proof is a token of a board mail, or of the composer's link in it."""
        return self.proof in (Proof.BOARD_TOKEN, Proof.MOVE_TOKEN)


@quickly_made
@dataclass(frozen=True)
class Sender:
    """The origin of a letter: its From addresses, and the token that it was sent to, if any.

    authenticated: whether a front server vouches for the From address.
    astray: whether the letter answers a mail of ours but was not sent to a reply address.
    passwords: hashes by userid that count in place of the current ones, for a letter tried again.
    """

    authors: tuple[str, ...]
    token: Token | None
    authenticated: bool = False
    astray: bool = False
    passwords: Mapping[str, str | None] = field(default_factory=dict)

    @property
    def author(self) -> str:
        return self.authors[0] if self.authors else ""

    @property
    def reads_mail(self) -> bool:
        """Whether the sender answers a mail that we sent to this From address."""
        return self.token is not None and self.token.data.get("address") == self.author

    @property
    def language(self) -> str:
        """The language of the mail that a stranger answers, "" if it was not clear."""
        return str(self.token.data.get("lang", "")) if self.token is not None else ""


class WrongSecret(Refused):
    """A wrong password or token. ``reports``: mails that warn its owner, at most one a day."""

    def __init__(self, code: str, reports: Sequence[Draft] = (), **facts: str) -> None:
        super().__init__(code, **facts)
        self.reports = tuple(reports)


def live_token(tx: Transaction, hashed: str, at: datetime) -> Token | None:
    """Return the token, unless it was used up or had expired at ``at``.

    A used or expired token of a single command is returned all the same, but without its command:
    it allows nothing, and still shows who wrote.

    hashed: the token's SHA-256, "" for none.
    """
    found = tx.tokens.find(hashed) if hashed else None
    if found is None:
        return None
    is_over = found.used is not None or (found.expires is not None and found.expires < at)
    if is_over and found.purpose is Purpose.COMMAND:
        return replace(found, data={})
    return None if is_over else found


def by_address(tx: Transaction, sender: Sender) -> Speaker | None:
    """The player whom the From address belongs to; None if there are several From addresses."""
    player = tx.players.by_address(sender.author) if len(sender.authors) == 1 else None
    if player is None:
        return None
    proof = Proof.AUTHENTICATED if sender.authenticated else Proof.ADDRESS
    return Speaker(player, proof)


def by_token(tx: Transaction, sender: Sender, now: datetime) -> Speaker | None:
    """The player whom the reply address was given to, if the From address is theirs.

    :raises WrongSecret: if somebody else uses the reply address
    """
    token = sender.token
    if token is None or token.player is None or token.purpose not in _PROOFS:
        return None
    player = tx.players.get(token.player)
    if len(sender.authors) != 1 or sender.author not in player.addresses:
        raise WrongSecret("foreign_token", _report(tx, player, "foreign_token", sender, now))
    line = str(token.data.get("line", "")) if token.used is None else ""
    proof = Proof.MOVE_TOKEN if token.only_moves else _PROOFS[token.purpose]
    return Speaker(player, proof, token.board, token.seq, line)


def by_claim(
    tx: Transaction, claim: Claim, sender: Sender, now: datetime, bench: Workbench
) -> Speaker | None:
    """The player who is named with their password; None if no password was given.

    :raises WrongSecret: if the password is wrong, or is not checked because too many were wrong
    """
    player = tx.players.by_userid(claim.userid)
    if claim.password is None:
        return None
    at_home = player is not None and sender.author in player.addresses
    off = player is not None and not is_on(player, Choice.PASSWORDS)
    if off and at_home:
        raise WrongSecret("passwords_off", userid=claim.userid)
    if is_blanked(claim.password):
        raise WrongSecret("blanked_password")
    # Counted separately, so that guesses from elsewhere do not lock the owner out.
    guessed = MarkKind.WRONG_AT_HOME if at_home else MarkKind.WRONG
    # A userid that does not exist may be a password, so it is not stored.
    guesses = (guessed.of(claim.userid),) if player is not None else ()
    counted = (*guesses, MarkKind.WRONG_FROM.of(sender.author))
    _throttle(tx, counted, claim.userid, now)
    hashed = sender.passwords.get(claim.userid, player.password) if player else None
    if player is not None and not off and _fits(claim.password, hashed, bench):
        return Speaker(player, Proof.PASSWORD)
    for mark in counted:
        tx.marks.add(mark, now)
    reports = _report(tx, player, "wrong_password", sender, now) if player else ()
    raise WrongSecret("wrong_password", reports, userid=claim.userid)


def _fits(password: str, hashed: str | None, bench: Workbench) -> bool:
    key = "fits", password, hashed
    return bench.password_result(key, lambda _: password_fits(password, hashed))


def _throttle(tx: Transaction, counted: Sequence[Mark], userid: str, now: datetime) -> None:
    if any(tx.marks.count(mark, now - HOUR) >= WRONG_PER_HOUR for mark in counted):
        raise WrongSecret("too_many_wrong_passwords", userid=userid)


def _report(
    tx: Transaction, player: Player, what: str, sender: Sender, now: datetime
) -> tuple[Draft, ...]:
    mark = MarkKind.REPORT.of(player.userid)
    # The refusal goes to the From address: if that is the owner's, no report is needed.
    if sender.author in player.addresses or not tx.marks.take(mark, now, now - DAY, 1):
        return ()
    facts = {"what": what, "sender": sender.author or "an unknown address"}
    return (Draft(player, MailKind.WRONG_SECRET, facts),)


def plain_grant(sender: Sender, player: Player | None, language: str = "") -> Grant:
    """A grant for a mail that changed nothing, as strong as the grant of the answered mail.

    language: the language of a mail to a stranger, in which their next letter is answered, too.
    """
    if player is None:
        data = {"address": sender.author, "lang": language or sender.language}
        return Grant(Purpose.GUEST, data=data, good_for=GUEST_FOR)
    token = sender.token
    if token is not None and token.purpose is Purpose.BOARD and token.player == player.id:
        return Grant(Purpose.BOARD, player.id, token.board, token.seq, {OF_SERVER: True})
    return account_grant(player)
