"""Parse a letter: its writer, the mail that it answers, and its commands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from pbm.base.secrets import TOKEN_LENGTH
from pbm.base.values import replace
from pbm.core.games import find_kept
from pbm.core.model import Match
from pbm.core.passwords import may_be_password
from pbm.core.puzzles import KeptPuzzle
from pbm.inbox.letter.exchange import SMALL_TEXT, Exchange, player_lookup
from pbm.inbox.letter.unasked import without_question
from pbm.inbox.line.included import own_part
from pbm.inbox.line.line import Call, Context, secrets_of
from pbm.inbox.line.questions import question_of
from pbm.inbox.line.reading import Reading, read_commands
from pbm.inbox.line.secrets import known_tokens, possible_passwords, suspects
from pbm.inbox.line.speaker import Sender, by_address, live_token
from pbm.mail.correspondence import Progress, Purpose, Search, Token
from pbm.mail.identity import Identity
from pbm.mail.letter import Letter
from pbm.mail.passages import Passage
from pbm.mail.tokens import mask_tokens_in
from pbm.notices.drafts import LEARNT, PUZZLE
from pbm.play.work import Work
from pbm.store.protocol import Transaction
from pbm.store.workbench import Workbench

# How the subjects of board mails begin, after any prefix that a mail program has added.
_BOARD_TAG = re.compile(r"\[([a-z]+) ([0-9]{1,9})\] ")


@dataclass(frozen=True)
class Parsed:
    """A letter and its commands, before anything is done about it."""

    exchange: Exchange
    reading: Reading

    @property
    def secrets(self) -> tuple[str, ...]:
        """The passwords in the commands, and words that may be passwords. None may be kept."""
        is_player = self.exchange.context.is_player
        return tuple(
            secret
            for line in self.reading.lines
            for secret in (
                *secrets_of(line),
                *filter(may_be_password, possible_passwords(line, is_player)),
            )
        )

    def suspects(self, passages: Iterable[Passage], *, typed: bool) -> Sequence[str]:
        """Tokens in these passages that no reply address shows, and words that may be passwords.

        typed: whether a person may have typed them.

        :raises Unsearchable: if there are too many words like tokens
        """
        found, domain = list(passages), self.exchange.identity.address
        long = (word for each in found for word in each.long_words if len(word) >= TOKEN_LENGTH)
        words = (mask_tokens_in(word, domain) for word in long)
        tokens = known_tokens(self.exchange.tx, words)
        return [*tokens, *(suspects(found, self.exchange.context) if typed else ())]

    @property
    def claimants(self) -> set[str]:
        """The userids that are given together with a password."""
        claims = [line.args.claim for line in self.reading.lines if isinstance(line, Call)]
        return {claim.userid for claim in claims if claim is not None and claim.password}


def parse(
    identity: Identity, work: Work, letter: Letter, received: datetime, progress: Progress
) -> Parsed:
    """Parse a letter.

    received: when the letter came in. A token counts if it was valid at that time.

    :raises WorkWanted: if the letter is long and was not parsed yet
    """
    letter = _own_part(work.tx, letter, work.bench)
    token = live_token(work.tx, letter.token, received)
    if progress.has_token:
        token = work.tx.tokens.find(letter.token)
    exchange = replace(_exchange(identity, work, letter, token), progress=progress)
    return Parsed(exchange, _reading(exchange))


def _exchange(identity: Identity, work: Work, letter: Letter, token: Token | None) -> Exchange:
    tx = work.tx
    astray = not letter.token and letter.answers_mail_of(identity.address)
    vouched = letter.vouched and not _may_repeat_others(tx, token, letter)
    sender = Sender(letter.authors, token, vouched, astray, letter.passwords)
    known = by_address(tx, sender)
    context = _context(work, token, _board_answered(tx, token, letter))
    context = replace(context, writer=known.player.userid if known else "")
    bouncing = work.bench.result(
        "bouncing", lambda _: known.player.bouncing if known else {}, at_once=tx
    )
    exchange = Exchange(work, identity, letter, sender, context, bouncing)
    return without_question(exchange) if exchange.answers(Purpose.CONFIRM) else exchange


def _may_repeat_others(tx: Transaction, token: Token | None, letter: Letter) -> bool:
    """Whether a player's letter answers or forwards a mail that we have not sent to them.

    Its subject, and what a program quotes in it without marks, are then words of somebody else,
    whose mail may have named us as the address for answers.
    """
    player = tx.players.by_address(letter.authors[0]) if len(letter.authors) == 1 else None
    if token is not None or player is None or not letter.follows_another:
        return False
    return not any(
        tx.outbox.found(Search(player=player.id, message_id=answered))
        for answered in letter.references[-1:]
    )


def _context(work: Work, token: Token | None, match: Match | None) -> Context:
    puzzle = _puzzle_answered(work.tx, token)
    lesson = tuple(map(str, token.data.get(LEARNT, ()))) if token is not None else ()
    spec = match.spec if match else puzzle.spec if puzzle else lesson[0] if lesson else ""
    return Context(
        player_lookup(work.tx),
        game=find_kept(spec) if spec else None,
        board=match.board if match else None,
        question=question_of(token, work.boards.read(work.tx, match) if match else None),
        puzzle=puzzle.id if puzzle else None,
        lesson=lesson,
        proven=token is not None and token.player is not None,
        ours=token is not None or match is not None,
    )


def _puzzle_answered(tx: Transaction, token: Token | None) -> KeptPuzzle | None:
    number = token.data.get(PUZZLE) if token is not None else None
    return tx.puzzles.get(number) if number is not None else None


def _board_answered(tx: Transaction, token: Token | None, letter: Letter) -> Match | None:
    """The board of the mail that is answered: the token's, or the one that our subject names.

    Some mail programs lose the reply address. A subject proves nothing, so the commands of such a
    letter are held until they are confirmed.
    """
    if token is not None:
        answered = tx.matches.get(token.board) if token.board is not None else None
        if answered is not None:
            tx.players.both(answered.players)
        return answered
    tag = _BOARD_TAG.search(letter.subject)
    match = tx.matches.get(int(tag[2])) if tag else None
    player = tx.players.by_address(letter.authors[0]) if len(letter.authors) == 1 else None
    if tag is None or match is None or player is None or match.game != tag[1]:
        return None
    return match if player.id in match.players else None


def _own_part(tx: Transaction, letter: Letter, bench: Workbench) -> Letter:
    """:raises WorkWanted: if the letter is long and its own part was not found yet"""
    at_once = tx if letter.size <= SMALL_TEXT else None
    return bench.result("own part", lambda _: own_part(letter), at_once=at_once)


def _reading(exchange: Exchange) -> Reading:
    """:raises WorkWanted: if the letter is long and was not parsed yet"""
    context, letter = exchange.context, exchange.letter

    def read(tx: Transaction) -> Reading:
        return read_commands(letter, replace(context, is_player=player_lookup(tx)))

    at_once = exchange.tx if letter.size <= SMALL_TEXT else None
    return exchange.work.bench.result(("reading", context.key), read, at_once=at_once)
