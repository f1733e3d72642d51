"""The loop in which programs play, through a door of their own.

It is the third way in, beside mail and the operator's commands. It asks the store on which boards a
program is to move, thinks without a transaction, and plays the move in a transaction of its own if
the board has not changed meanwhile.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from time import monotonic

from pbm.app.analyses import Analyst, Steps, advanced
from pbm.app.application import App
from pbm.app.externals import ExternalEngine, decided_by
from pbm.app.people_first import Courtesy
from pbm.app.setting_values import Span
from pbm.app.sweeping import Sweeping
from pbm.app.workers import SWEEP_SECONDS, Wake
from pbm.base.errors import ConflictError, TemporaryFailure
from pbm.base.logs import THROTTLED
from pbm.core.board import Board
from pbm.core.bookkeeping import ServerAct
from pbm.core.clocks import Absence, Pause
from pbm.core.games import Analysis, find
from pbm.core.happenings import Excused
from pbm.core.marks import Trouble
from pbm.core.model import Cause, Match, Player, Seek
from pbm.core.refused import Refused
from pbm.notices.alerts import note
from pbm.play.moves import move, resign
from pbm.play.programs import failing, here, stuck_at, to_move
from pbm.play.seeks import take, unanswered
from pbm.play.work import Work
from pbm.programs.opponents import ForfeitError
from pbm.programs.pipes import Stopped, Stops
from pbm.programs.thinking import DOOR, Decision, decide
from pbm.store.protocol import Transaction

log = logging.getLogger(__name__)

OWN_TRIES, MOST_TRIES = 2, 3
"""After the first number of failures at a position a program plays at the lowest level; after the
second, not at all.
"""

LOWEST = 1
STANDS_FOR = timedelta(days=365)
"""The longest time for which the clock of a stuck program is stopped."""

_PLIES = 100_000

STAND_IN = 4
"""The level that plays in place of an external engine that fails."""

FAILURES_TOLD = timedelta(days=1)
"""The least time between two mails to the operator about an external engine that fails."""

MOST_IN_A_ROW, REST_SECONDS = 3, 600.0
"""After this many failures in a row, an external engine is not asked for this many seconds: other
boards wait during each of its failures."""

Decide = Callable[[Board, int, Stops], Decision]
Ask = Callable[[ExternalEngine, Board, Stops], Decision]


def item_of(match: Match) -> int:
    """The number of a position of a board, for the slate: a program may fail at one of them."""
    return match.board * _PLIES + match.plies


@dataclass(frozen=True)
class Turn:
    """A board on which a program is to move. due: when it plays at the earliest."""

    match: Match
    program: Player
    due: datetime


class ProgramLoop(Sweeping):
    """The loop in which programs play. Moves that wait when it ends are played by the next one.

    wake: called when mails may have been queued.
    take: called with the number of a position before thinking about it, and with 0 after that.
    deaths: how many processes have died at each position, by its number.
    beat: called as a sign of life, with each position and each sweep.
    thinks: decides on a board; by default in this thread. asks: lets an external engine decide.
    analyses: does a step of an analysis; by default in this thread.
    courtesy: delays and pauses each search for a move while letters wait.
    """

    def __init__(  # noqa: PLR0913 (half of them are signals)
        self,
        app: App,
        wake: Wake,
        *,
        take: Callable[[int], None] = lambda _: None,
        deaths: Mapping[int, int] | None = None,
        beat: Callable[[], None] = lambda: None,
        thinks: Decide = decide,
        asks: Ask = decided_by,
        analyses: Callable[[Steps], int | Analysis] = advanced,
        courtesy: Courtesy | None = None,
    ) -> None:
        super().__init__(beat)
        self._app, self._wake = app, wake
        self._take, self._thinks, self._asks = take, thinks, asks
        self._courtesy = courtesy or Courtesy(app.store, beat)
        self._failures = Counter(deaths or {})
        self._in_a_row, self._rests_until = Counter[str](), dict[str, float]()
        self._analyst = Analyst(app, wake, take, self._failures, analyses)

    def play(self) -> float:
        """Play on every board where a program is to move, and do a step of an analysis.

        Return when to look again, in seconds.

        :raises TemporaryFailure: if nothing can be read or written now
        """
        self._take_seeks()
        pause = SWEEP_SECONDS
        for turn in self._turns():
            if self.finishing:
                break
            left = (turn.due - self._app.clock()).total_seconds()
            if left > 0:
                pause = min(pause, left)
            else:
                self._beat()
                self._courtesy.wait(self._stops)
                self._play(turn)
        # Moves are played before the next step of an analysis.
        return 0.0 if self._advance() else pause

    def _advance(self) -> bool:
        """Do a step of an analysis. Return whether to go on."""
        if self._analyst.is_wanted():
            self._courtesy.wait(self._stops)
        return not self.finishing and self._analyst.advance()

    def _sweep(self, rung: bool) -> float:  # noqa: ARG002
        """Play moves. A failure is logged, and the next sweep tries again."""
        try:
            return self.play()
        except TemporaryFailure as failure:
            log.warning("programs wait: %s", failure, extra=THROTTLED)
        except Exception:
            log.exception("programs cannot play")
        return SWEEP_SECONDS

    def _last_sweep(self) -> None:
        """Do nothing: moves that wait are left for the next start."""

    def _take_seeks(self) -> None:
        """Begin the games that people offer to programs, each in a transaction of its own."""
        with self._app.store.reading() as tx:
            found = unanswered(tx, self._app.clock())
            programs = [each for each in here(tx) if each.level]
        for seek in found if programs else ():
            try:
                with self._app.store.transaction() as tx:
                    self._take_seek(tx, seek, programs[0])
            except (ConflictError, Refused) as refused:
                log.info("seek %d is not taken: %s", seek.id, refused)
            else:
                self._wake()

    def _take_seek(self, tx: Transaction, seek: Seek, program: Player) -> None:
        now = self._app.clock()
        if seek not in unanswered(tx, now):
            return
        request = tx.requests.add(DOOR, program.id, f"take seek {seek.id}", now)
        work = Work(tx, now, Cause(request=request.id), self._app.repository)
        take(work, program, find(seek.game), seek.id)
        self._app.post.tell(work)

    def _turns(self) -> list[Turn]:
        delay = self._app.settings.programs_delay
        with self._app.store.reading() as tx:
            turns = [Turn(*each, due=_due(each[0], delay)) for each in to_move(tx)]
            return [turn for turn in turns if tx.moments.get(stuck_at(turn.match)) is None]

    def _play(self, turn: Turn) -> None:
        """Make a move, unless the program has failed too often at this position."""
        item = item_of(turn.match)
        failures = self._failures[item]
        if failures >= MOST_TRIES:
            self._give_up(turn)
            return
        self._take(item)
        try:
            self._decide_and_move(turn, failures)
        except TemporaryFailure:
            raise
        except Stopped:
            """The turn waits for the next start of the process."""
        except ConflictError as conflict:
            log.info("board %d is tried again: %s", turn.match.board, conflict)
        except Exception:
            log.exception("%s failed on board %d", turn.program.userid, turn.match.board)
            self._failures[item] += 1
            self.ring()
        finally:
            self._take(0)

    def _decide_and_move(self, turn: Turn, failures: int) -> None:
        with self._app.store.reading() as tx:
            board = self._app.repository.board(tx, turn.match.board)
        if board is None or board.match.head != turn.match.head:
            return
        decision = self._decision(turn.program, board, failures)
        if self.finishing:
            return
        with self._app.store.transaction() as tx:
            self._enact(tx, turn, decision)
        self._wake()
        # After a planned answer, or the move of another program, a program may be to move again.
        self.ring()

    def _decision(self, program: Player, board: Board, failures: int) -> Decision:
        """Let an external engine decide; without one, or if it fails, an engine of our own."""
        stops = self._courtesy.within(self._stops)
        if failures >= OWN_TRIES:
            return self._thinks(board, LOWEST, stops)
        engine = self._app.settings.programs_external.named(program.userid)
        if engine is not None and monotonic() >= self._rests_until.get(engine.userid, 0):
            try:
                decision = self._asks(engine, board, self._stops)
            except ForfeitError as failure:
                self._note_failure(engine, str(failure))
            else:
                self._in_a_row[engine.userid] = 0
                return decision
        return self._thinks(board, program.level or STAND_IN, stops)

    def _stops(self) -> bool:
        return self.finishing

    def _note_failure(self, engine: ExternalEngine, why: str) -> None:
        """Count a failure of an external engine, and tell the operator once a day."""
        userid, now = engine.userid, self._app.clock()
        log.error("the external engine %s fails: %s", userid, why)
        self._in_a_row[userid] += 1
        if self._in_a_row[userid] >= MOST_IN_A_ROW:
            self._in_a_row[userid] = 0
            self._rests_until[userid] = monotonic() + REST_SECONDS
        with self._app.store.transaction() as tx:
            told = tx.moments.get(failing(userid))
            if told is None or told + FAILURES_TOLD <= now:
                tx.moments.set(failing(userid), now)
                note(tx, Trouble.ENGINE, now)

    def _enact(self, tx: Transaction, turn: Turn, decision: Decision) -> None:
        """Carry out a program's decision, if the board has not changed meanwhile."""
        match = tx.matches.get(turn.match.board)
        if match is None or match.head != turn.match.head:
            log.info("board %d has changed while a program thought about it", turn.match.board)
            return
        now = self._app.clock()
        request = tx.requests.add(DOOR, turn.program.id, decision.written(), now)
        work = Work(tx, now, Cause(request=request.id), self._app.repository)
        if decision.resigns:
            resign(work, turn.program, match.board)
        else:
            move(work, turn.program, match.board, decision.move)
        self._app.post.tell(work)

    def _give_up(self, turn: Turn) -> None:
        """Stop the program's clock, and tell the operator."""
        log.error("%s cannot play on board %d", turn.program.userid, turn.match.board)
        with self._app.store.transaction() as tx:
            match, now = tx.matches.get(turn.match.board), self._app.clock()
            if match is None or match.head != turn.match.head or match.turn is None:
                return
            act = tx.acts.add(ServerAct.CLOCK, f"{turn.program.userid} cannot play", {}, now)
            work = Work(tx, now, Cause(act=act.id), self._app.repository)
            stands = Absence(match.turn, now, now + STANDS_FOR, Pause.DOWNTIME)
            work.adjust(match, Excused((stands,)))
            tx.moments.set(stuck_at(match), now)
            note(tx, Trouble.STUCK, now)


def _due(match: Match, delay: Span) -> datetime:
    """The time of an answer: after a random delay that is always the same for a position."""
    chance = Random(item_of(match)).random()  # noqa: S311 (no secret)
    return match.updated + delay.least + chance * (delay.most - delay.least)
