"""A game in hand: replayed, drawn and put into words once for all its pages."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from datetime import datetime

from pbm.core.board import Board
from pbm.core.boards import after_event, fold
from pbm.core.events import Event
from pbm.core.games import AnyGame, draw
from pbm.core.model import Match
from pbm.notices.readers import Reader
from pbm.pictures.parts import Strokes
from pbm.site.drawing import Drawing, Drawn, Known, drawn_states, known, made_after
from pbm.site.views import Phrases, phrases
from pbm.store.protocol import Transaction

MOST_KEPT = 256
"""How many games that run stay in memory, so that a move does not replay all of its game. Each
takes about 0.2 MB."""


MOST_CARDS_KEPT = 20
"""How many drawn positions of the first page stay in memory."""


class GameInHand:
    """A game as far as its events were read. ``follow`` reads those that it has not seen.

    known: positions that need not be drawn again.
    times: when each ply was played. told: what the mails say about each.
    drawn: all positions, with English words.
    """

    drawn: Drawn

    def __init__(self, strokes: Strokes, known: Known | None = None) -> None:
        self._strokes, self._known = strokes, known
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
        return known and not _take_back(events[seen:])

    def _show(self) -> None:
        board = self.board.with_position()
        self._board = board
        plies = board.plies
        if self._drawing is None:
            self._drawing = Drawing(draw(board.game, board.state_at(0)), self._strokes, self._known)
            self._known = None
        self.told += (phrases(board.game, ply) for ply in plies[len(self.told) :])
        for ply in plies[len(self._drawing) - 1 :]:
            self._drawing.add(draw(board.game, ply.after))
        self.drawn = self._drawing.drawn


def _take_back(events: Iterable[Event]) -> bool:
    """Whether moves may have been taken back by one of these events."""
    return any(event.what.kind == "agreed" for event in events)


def _still_so(known: Known, events: Sequence[Event]) -> bool:
    """Whether a game with these events begins with those positions."""
    for event in reversed(events):
        if made_after(event.hash, known.json) == known.made:
            return True
        if _take_back([event]):
            return False
    return False


class _Card:
    """The position of a game as it stands now, in the words of each language.

    head: that of the game.
    """

    def __init__(self, head: str, game: AnyGame, drawn: Drawn) -> None:
        self.head, self._game, self._drawn = head, game, drawn
        self._in_words: dict[Reader, Drawn] = {}

    def for_reader(self, reader: Reader) -> Drawn:
        if reader not in self._in_words:
            words = reader.words(self._game)
            self._in_words[reader] = self._drawn.in_words(self._game, words)
        return self._in_words[reader]


class Hands:
    """The games in hand; those that run stay in memory for their next moves."""

    def __init__(self) -> None:
        self._strokes = Strokes()
        self._cards: OrderedDict[int, _Card] = OrderedDict()
        self._kept: OrderedDict[int, GameInHand] = OrderedDict()

    def game(self, tx: Transaction, match: Match, page: str) -> GameInHand:
        """Return a game as it stands now.

        page: its English page as it was written last, "" for none. From there positions are taken
            if the game is not in memory: to draw them takes most of the time.

        :raises Exception: if its events are damaged
        """
        events = tx.matches.events(match.board)
        hand = self._kept.pop(match.board, None)
        if hand is None or not hand.goes_on(events):
            drawn = known(page)
            is_known = drawn is not None and _still_so(drawn, events)
            hand = GameInHand(self._strokes, drawn if is_known else None)
        hand.follow(events)
        if match.running:
            self._kept[match.board] = hand
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return hand

    def card(self, tx: Transaction, match: Match, reader: Reader) -> Drawn:
        """Return the position of a game as it stands now."""
        card = self._cards.pop(match.board, None)
        if card is None or card.head != match.head:
            card = self._new_card(tx, match)
        self._cards[match.board] = card
        while len(self._cards) > MOST_CARDS_KEPT:
            self._cards.popitem(last=False)
        return card.for_reader(reader)

    def _new_card(self, tx: Transaction, match: Match) -> _Card:
        hand = self._kept.get(match.board)
        is_current = hand is not None and hand.board.match.head == match.head
        board = hand.board if hand and is_current else fold(tx.matches.events(match.board))
        drawn = drawn_states(board.game, [board.state], self._strokes)
        return _Card(match.head, board.game, drawn)
