"""Act on a parsed letter: execute its lines, and queue the answer and the mails to others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from pbm.base.values import replace
from pbm.core.choices import OFF, Choice
from pbm.core.model import Player
from pbm.core.names import is_address
from pbm.core.refused import Refused
from pbm.inbox.letter.answer_limits import (
    is_asked_already,
    letter_note,
    limit_reached,
    take_for_reply,
    take_for_stranger,
)
from pbm.inbox.letter.asking import confirmation, retire
from pbm.inbox.letter.beside import not_done, plan_told
from pbm.inbox.letter.exchange import Crowded, Exchange, Stranger
from pbm.inbox.letter.execution import (
    YES,
    ends_letter,
    execute,
    sent_by_other,
    steps_of,
    used_elsewhere,
)
from pbm.inbox.letter.interpretation import as_meant, carried_out
from pbm.inbox.letter.no_command import no_command
from pbm.inbox.letter.outcome import (
    STALE,
    Outcome,
    Step,
    executed,
    progress_after,
    recorded_outcome,
    require_own_transaction,
)
from pbm.inbox.letter.own_words import own_words
from pbm.inbox.letter.parsing import Parsed
from pbm.inbox.letter.passing_on import may_be_shown
from pbm.inbox.letter.repeated import (
    answered_today,
    asks_again,
    asks_for_nothing,
    digest_of,
    is_no_command,
    meaning_of,
)
from pbm.inbox.letter.replies import came_back, caused, only_tells, refused, result_of, results
from pbm.inbox.letter.situations import situation_of
from pbm.inbox.letter.unasked import question_left_open, without_refused
from pbm.inbox.letter.understood import Understood
from pbm.inbox.limits import for_reactions, for_relayed, take
from pbm.inbox.line.line import bare_move
from pbm.inbox.line.questions import without_ply
from pbm.inbox.line.reading import Reading
from pbm.inbox.line.request import Answer
from pbm.inbox.line.speaker import WrongSecret
from pbm.mail.body.found import Found
from pbm.mail.correspondence import LetterStatus, Origin, Progress, Purpose
from pbm.mail.notes import Note
from pbm.notices.drafts import TALKED, Draft, Grant
from pbm.notices.facts.places import place_facts
from pbm.notices.headlines import Headline
from pbm.notices.kinds import MailKind
from pbm.notices.posting.post import Post
from pbm.play.settings import note_zone


@dataclass(frozen=True)
class Settled:
    """The end of the work on a letter.

    proven: whether it is certain that a player wrote the letter.
    origin: where the letter came from, if its answer was held back and may be sent later.
    words: as in ``KeptLetter``.
    """

    status: LetterStatus
    note: str
    proven: bool = False
    origin: Origin | None = None
    words: str = ""


class Conversation:
    def __init__(self, post: Post) -> None:
        self._post = post

    def act(self, parsed: Parsed) -> Settled | Progress:
        """Act on a letter that a person wrote, and queue every mail that it causes.

        Of a letter with several lines only the next one is executed, and the progress is returned.
        Call ``act`` again, in another transaction, for the line after it.

        :raises WorkWanted: if something takes too long for this transaction
        """
        exchange = parsed.exchange
        authors = exchange.letter.authors
        if len(authors) != 1 or not is_address(authors[0]):
            return self._tell_owner(exchange, Note.NO_AUTHOR)
        if exchange.letter.is_relayed and exchange.own_token is None and exchange.is_strangers:
            # An answer would go to a whole list.
            return self._tell_owner(exchange, Note.FOREIGN)
        player = exchange.addressee()
        if player is not None and exchange.own_token is not None:
            note_zone(exchange.work, player, exchange.letter.date)
        try:
            return self._answer(parsed.exchange, parsed.reading)
        except Crowded as crowded:
            origin = parsed.exchange.origin if _may_wait(parsed) else None
            note = crowded.note if origin else Note.UNREADABLE
            return Settled(LetterStatus.IGNORED, note, origin=origin)
        except Stranger as stranger:
            return Settled(LetterStatus.IGNORED, stranger.note)

    def hear_reaction(self, exchange: Exchange) -> None:
        """Tell the player whose key proves it, once a day, that a reaction is not passed on."""
        player = exchange.addressee()
        if player is None or not exchange.is_proven:
            return
        if take(exchange.tx, [for_reactions(player.id)], exchange.now):
            draft = refused(exchange, Refused("reaction"))
            self._post.send(exchange.work, draft, exchange.letter, reply=True)

    def _tell_owner(self, exchange: Exchange, note: Note) -> Settled:
        """Tell the owner of a reply address that somebody else may have used it, once a day."""
        outcome = used_elsewhere(exchange)
        reports = outcome.answer.notices if outcome is not None and outcome.answer else ()
        self._reply(exchange, Answer(None, reports))
        is_repeated = outcome is not None and not reports
        told = f"{note}, its owner was told today" if is_repeated else note
        return Settled(LetterStatus.IGNORED, told)

    def _answer(self, exchange: Exchange, reading: Reading) -> Settled | Progress:
        """:raises Stranger: if nobody may be answered"""
        if exchange.letter.found is Found.TOO_LARGE:
            return self._once(exchange, "", partial(self._answer_unread, exchange))
        if not reading.lines:
            return self._answer_words(exchange)
        if exchange.letter.is_relayed and any(map(exchange.answers_question, reading.lines)):
            return self._answer_relayed(exchange)
        if not reading.multiple:
            exchange.drop_question()
        try:
            todo = steps_of(exchange, reading)
        except WrongSecret as wrong:
            return self._answer_one(exchange, sent_by_other(exchange, wrong, YES))
        if reading.multiple or len(todo) > 1:
            return self._answer_many(exchange, todo)
        outcome = carried_out(exchange, todo[0])
        answer = partial(self._answer_one, exchange, outcome)
        may_be_programs = is_no_command(exchange, outcome) or asks_again(exchange, outcome)
        return self._once(exchange, outcome.refused, answer) if may_be_programs else answer()

    def _answer_unread(self, exchange: Exchange) -> Settled:
        """Answer a letter whose body was too large: its subject alone may mean something else.

        :raises Stranger: if nobody may be answered
        """
        refusal = Refused("too_large")
        outcome = Outcome("", Answer(refused(exchange, refusal)), refusal.code)
        elsewhere = used_elsewhere(exchange) if exchange.is_strangers else None
        return self._answer_one(exchange, elsewhere or outcome)

    def _answer_words(self, exchange: Exchange) -> Settled:
        """Answer a letter without a command.

        :raises Stranger: if nobody may be answered
        """
        if exchange.letter.is_relayed:
            return self._answer_relayed(exchange)
        refusing = without_refused(exchange)
        exchange = refusing or exchange
        exchange.drop_question()
        exchange.hear_writer()
        meant = own_words(exchange) if refusing is None else None
        if refusing is not None or not asks_for_nothing(exchange, meant):
            return self._answer_meant(exchange, meant)
        answer = partial(self._answer_meant, exchange, meant)
        return self._once(exchange, meaning_of(meant), answer)

    def _once(self, exchange: Exchange, meaning: str, answer: Callable[[], Settled]) -> Settled:
        """Answer words without a command, unless they were answered so within a day.

        meaning: what they were read as.
        """
        words = digest_of(exchange, meaning)
        before = answered_today(exchange, words)
        if before is not None:
            note = f"{Note.REPEATED} {before}"
            return Settled(LetterStatus.IGNORED, note, exchange.is_proven)
        settled = answer()
        # "I resign" in reply to an older board may be sent again to the board as it is now.
        return settled if settled.note == STALE else replace(settled, words=words)

    def _answer_relayed(self, exchange: Exchange) -> Settled:
        """Say once a day that words under the headers of a list or a program are not read."""
        if not take(exchange.tx, [for_relayed(exchange.sender.author)], exchange.now):
            note = f"{Note.RELAYED}, its writer was told today"
            return Settled(LetterStatus.IGNORED, note, exchange.is_proven)
        is_told = self._reply(exchange, no_command(exchange))
        return _done(exchange, Note.RELAYED, is_told=is_told)

    def _answer_meant(self, exchange: Exchange, meant: Understood | None) -> Settled:
        """Answer what the writer's own words mean; None if that is not clear.

        :raises Stranger: if nobody may be answered
        """
        outcome = as_meant(exchange, meant) if meant is not None else None
        is_open = outcome is not None and is_asked_already(exchange, outcome)
        if outcome is not None and not is_open:
            return self._answer_one(exchange, outcome)
        # Who writes to a player's reply address plays here already.
        elsewhere = used_elsewhere(exchange) if exchange.is_strangers else None
        if elsewhere is not None:
            return self._answer_one(exchange, elsewhere)
        if exchange.context.lesson and exchange.letter.first_line:
            return self._answer_one(exchange, execute(exchange, _as_answer(exchange)))
        # Other words for what is asked about already are answered, but not with a question.
        answer = no_command(exchange, is_asked=is_open)
        is_told = self._reply(exchange, answer)
        return _done(exchange, "no command", is_told=is_told)

    def _answer_one(self, exchange: Exchange, outcome: Outcome) -> Settled:
        is_told = self._reply_to_one(exchange, outcome)
        return _done(exchange, outcome.note, is_told=is_told, proven=outcome.proven)

    def _answer_many(self, exchange: Exchange, todo: Sequence[Step]) -> Settled | Progress:
        """Execute the next of several lines; after the last one, queue the answer."""
        require_own_transaction(exchange)
        done = executed(exchange)
        if len(done) < len(todo) and not ends_letter(done):
            return self._next(exchange, todo[len(done)])
        # Not before: each line is read beside the question, of which a used token tells nothing.
        exchange.drop_question()
        player = _reader(exchange, done)
        assert player is not None, "a stranger's first line is answered as if it were alone"
        answer = results(exchange, player, done, self._post)
        is_told = self._reply(exchange, answer, done)
        proven = any(outcome.proven for outcome in done)
        note = ", ".join(outcome.note for outcome in done)
        return _done(exchange, note, is_told=is_told, proven=proven)

    def _next(self, exchange: Exchange, step: Step) -> Settled | Progress:
        """Execute one of several lines and queue its mails; the answer follows after the last line.

        A stranger's first line is answered as if it were alone, and no other line is executed.
        """
        recorded = recorded_outcome(exchange, step)
        outcome = recorded or execute(exchange, step)
        player = _reader(exchange, (*executed(exchange), outcome))
        if player is None:
            return self._answer_one(exchange, outcome)
        for draft in () if recorded else caused(outcome):
            self._post.send(exchange.work, draft, exchange.letter)
        result = result_of(outcome, player, self._post, exchange.now)
        told_only = only_tells(outcome, player)
        return progress_after(exchange, step, outcome, result, told_only=told_only)

    def _reply_to_one(self, exchange: Exchange, outcome: Outcome) -> bool:
        if outcome.held is not None:
            answer = confirmation(exchange.work, _player(exchange), outcome, outcome.held)
            return self._reply(exchange, answer, [outcome])
        assert outcome.answer is not None, "a line is held or answered"
        # A lesson tells how a move was read, and its line is one that nobody writes.
        is_told = outcome.reworded and not exchange.context.lesson
        read_as = outcome.line if is_told else ""
        return self._reply(exchange, outcome.answer, [outcome], read_as)

    def _reply(
        self,
        exchange: Exchange,
        answer: Answer,
        outcomes: Sequence[Outcome] = (),
        read_as: str = "",
    ) -> bool:
        """Queue the answer and the notices to others; return False if a limit withheld the answer.

        read_as: how the line was read, if the answer needs to say so.

        :raises Stranger: if the stranger, or all strangers together, had too many answers
        """
        stranger = take_for_stranger(exchange, answer.reply)
        reply = answer.reply if stranger is None else None
        is_told = reply is None or take_for_reply(exchange, reply, outcomes)
        if reply is not None and is_told:
            self._send(exchange, reply, outcomes, read_as)
        for notice in answer.notices:
            self._post.send(exchange.work, notice, exchange.letter)
        if stranger is not None:
            raise stranger
        return is_told

    def _send(
        self, exchange: Exchange, reply: Draft, outcomes: Sequence[Outcome], read_as: str
    ) -> None:
        kept_back = [words for each in outcomes if not each.refused for words in each.kept_back]
        plans = (plan_told(words, situation_of(exchange)) for words in kept_back)
        about_letter = {
            "read_as": read_as,
            "came_back": came_back(exchange),
            "astray": exchange.sender.astray,
            "last_reply": "" if _is_farewell(reply) else limit_reached(exchange, reply, outcomes),
            "not_done": not_done(exchange, outcomes),
            "words_held": any(outcome.words_held for outcome in outcomes),
            "plans": [*dict.fromkeys(filter(None, plans))],
            "kept_back": [each for each in kept_back if may_be_shown(each, exchange)],
        }
        if any(outcome.passed_on for outcome in outcomes):
            passed_on = place_facts(exchange.tx, exchange.board, reply.player)
            about_letter |= {"read_as": "", "passed_on": passed_on}
        if reply.grant is not None:
            grant = _with_game(exchange, reply, reply.grant)
            reply = replace(reply, grant=grant)
            about_letter["replaces"] = retire(exchange, grant)
        about_letter["still_asked"] = _still_asked(exchange, reply)
        if _is_spared(exchange, reply) and not any(about_letter.values()):
            return
        told = replace(reply, facts={**reply.facts, **about_letter})
        self._post.send(exchange.work, told, exchange.letter, reply=True)


def _with_game(exchange: Exchange, reply: Draft, grant: Grant) -> Grant:
    """The grant with the game of which its reader has asked or learnt, if no board is meant."""
    token = exchange.sender.token
    before = token.data.get(TALKED, "") if token is not None else ""
    game = exchange.game_talked if reply.player is None else before
    return replace(grant, data={TALKED: game, **grant.data}) if game and not grant.board else grant


def _is_spared(exchange: Exchange, reply: Draft) -> bool:
    """Whether it is the receipt for a move alone, in answer to its board, that is not wanted."""
    player, facts = reply.player, reply.facts
    if player is None or player.settings.get(Choice.RECEIPTS) != OFF:
        return False
    is_receipt = reply.kind is MailKind.BOARD and facts["news"] == Headline.MOVED
    tells_more = facts["your_turn"] or facts["result"] if is_receipt else True
    says_more = sum(bool(line.strip()) for line in exchange.letter.lines) > 1
    return not tells_more and not says_more and exchange.answers(Purpose.BOARD)


def _still_asked(exchange: Exchange, reply: Draft) -> Sequence[str]:
    """What the answered question is about, if something else was wished for, and it is open yet."""
    token = question_left_open(exchange) if reply.kind is not MailKind.NO_COMMAND else None
    found = exchange.tx.tokens.find(token.hash) if token is not None else None
    is_open = found is not None and found.used is None
    return [*map(without_ply, found.data["lines"])] if found is not None and is_open else []


def _is_farewell(reply: Draft) -> bool:
    """Whether the reply is the last mail to somebody who leaves, whom no limit concerns."""
    return reply.kind is MailKind.SIGNED_OFF


def _done(exchange: Exchange, note: str, *, is_told: bool, proven: bool = False) -> Settled:
    """Settle a letter that was acted on. proven: whether its lines prove that a player wrote it."""
    proven = proven or exchange.is_proven
    return Settled(LetterStatus.DONE, letter_note(note, is_told=is_told), proven)


def _as_answer(exchange: Exchange) -> Step:
    """The first line as an answer to the lesson, which is sent again and says how one is written.

    Other mails would lead away from the lesson.
    """
    return Step(bare_move(exchange.letter.first_line, exchange.context))


def _may_wait(parsed: Parsed) -> bool:
    """Return whether the letter can be parsed again later: passwords in it are not kept."""
    return not parsed.claimants


def _reader(exchange: Exchange, outcomes: Sequence[Outcome]) -> Player | None:
    """The recipient of the results: the player at the From, or one whose password was given."""
    shown = (outcome.shown for outcome in outcomes if outcome.shown is not None)
    by_password = next(shown, None)
    found = exchange.addressee()
    if found is not None or by_password is None:
        return found
    return exchange.tx.players.get(by_password)


def _player(exchange: Exchange) -> Player:
    """:raises Stranger: if the From address belongs to nobody"""
    player = exchange.addressee()
    if player is None:
        raise Stranger
    return player
