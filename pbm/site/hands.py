"""A game in hand: replayed, drawn and put into words once for all its pages."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from pbm.core.board import Board
from pbm.core.boards import after_event, fold
from pbm.core.events import Event
from pbm.core.games import Ply, draw
from pbm.core.model import Match
from pbm.pictures.parts import Strokes
from pbm.site.drawing import Drawing, Drawn, drawn_states
from pbm.site.views import Phrases, phrases
from pbm.store.protocol import Transaction

MOST_KEPT = 256
"""How many games that run stay in memory, so that a move does not replay all of its game. Each
takes about 0.2 MB."""


MOST_CARDS_KEPT = 20
"""How many drawn positions of the first page stay in memory."""


class GameInHand:
    """A game as far as its events were read. ``follow`` reads those that it has not seen.

    times: when each ply was played. told: what the mails say about each.
    drawn: all positions, with English words.
    """

    drawn: Drawn

    def __init__(self, strokes: Strokes) -> None:
        self._strokes = strokes
        self._events: list[Event] = []
        self._board: Board | None = None
        self.times: list[datetime] = []
        self.told: list[Phrases] = []
        self._drawing: Drawing | None = None

    @property
    def board(self) -> Board:
        assert self._board is not None, "each board has events"
        return self._board

    def follow(self, events: Sequence[Event]) -> None:
        """Follow the events of the game, of which it knows some.

        :raises BrokenBoardError: if one of them cannot have happened
        :raises RulesError: if a move in them breaks the rules
        """
        seen = len(self._events)
        for event in events[seen:]:
            self._board = after_event(self._board, event)
            new = len(self._board.plies) - len(self.times)
            if new < 0:
                del self.times[new:]
            self.times += [event.at] * max(new, 0)
        self._events[seen:] = events[seen:]
        self._show()

    def goes_on(self, events: Sequence[Event]) -> bool:
        """Whether these events are those that it knows, and perhaps more of moves alone.

        A game in which moves were taken back is replayed.
        """
        seen = len(self._events)
        known = self._events[-1].hash == events[seen - 1].hash if 0 < seen <= len(events) else False
        return known and all(event.what.kind != "agreed" for event in events[seen:])

    def _show(self) -> None:
        board = self.board.with_position()
        self._board = board
        plies = board.plies
        if self._drawing is None:
            self._drawing = Drawing(draw(board.game, board.state_at(0)), self._strokes)
        for number in range(len(self.told), len(plies)):
            ply: Ply[Any, Any] = plies[number]
            self.told.append(phrases(board.game, ply))
            self._drawing.add(draw(board.game, ply.after))
        self.drawn = self._drawing.drawn


class Hands:
    """The games in hand; those that run stay in memory for their next moves."""

    def __init__(self) -> None:
        self._strokes = Strokes()
        self._cards: OrderedDict[int, tuple[str, Drawn]] = OrderedDict()
        self._kept: OrderedDict[int, GameInHand] = OrderedDict()

    def game(self, tx: Transaction, match: Match) -> GameInHand:
        """Return a game as it stands now.

        :raises Exception: if its events are damaged
        """
        events = tx.matches.events(match.board)
        hand = self._kept.pop(match.board, None)
        if hand is None or not hand.goes_on(events):
            hand = GameInHand(self._strokes)
        hand.follow(events)
        if match.running:
            self._kept[match.board] = hand
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return hand

    def card(self, tx: Transaction, match: Match) -> Drawn:
        """Return the position of a game as it stands now."""
        head, drawn = self._cards.pop(match.board, ("", None))
        if drawn is None or head != match.head:
            hand = self._kept.get(match.board)
            is_current = hand is not None and hand.board.match.head == match.head
            board = hand.board if hand and is_current else fold(tx.matches.events(match.board))
            drawn = drawn_states(board.game, [board.state])
        self._cards[match.board] = match.head, drawn
        while len(self._cards) > MOST_CARDS_KEPT:
            self._cards.popitem(last=False)
        return drawn
