"""Games in hand: replayed, drawn and put into words once for all their pages."""

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
"""How many running games stay in memory, so that a move need not replay its whole game. Each takes
about 0.2 MB."""


MOST_CARDS_KEPT = 20
"""How many positions drawn for the first page stay in memory."""


class GameInHand:
    """A game as far as its events were read; ``follow`` reads further ones.

    known: positions that need not be drawn again.
    times: when each ply was played. told: the phrases of mails about each ply.
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
        """Read the events of the game that were not read yet. events: all of them.

        :raises BrokenBoardError: if an event cannot have happened
        :raises RulesError: if a move breaks the rules
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
        """Whether these events continue those that were read.

        They do not if moves may have been taken back since: such a game must be replayed.
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
    """Whether the known positions are the first ones of a game with these events."""
    for event in reversed(events):
        if made_after(event.hash, known.json) == known.made:
            return True
        if _take_back([event]):
            return False
    return False


class _Card:
    """The current position of a game, in the words of each language.

    head: the hash of the game's last event.
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
    """The games in hand; running ones stay in memory for their next moves."""

    def __init__(self) -> None:
        self._strokes = Strokes()
        self._cards: OrderedDict[int, _Card] = OrderedDict()
        self._kept: OrderedDict[int, GameInHand] = OrderedDict()

    def game(self, tx: Transaction, match: Match, page: str) -> GameInHand:
        """Return a game in its current state.

        page: the game's English page as last written, "" for none. If the game is not in memory,
            positions are taken from the page: drawing them would take most of the time.

        :raises Exception: if the events of the game are damaged
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
        """Return the current position of a game."""
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
