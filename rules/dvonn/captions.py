"""What is said above and below a board: whose pieces are whose, the score, whose turn it is."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from textwrap import wrap

from ..game import Seat
from ..phrase import Fact, Word
from .board import CELLS, NAMES
from .notation import write
from .pieces import BLACK, DVONN, TOTAL, WHITE
from .scoring import outcome, score
from .state import State
from .telling import PLAYERS, next_piece_of
from .words import WORDS

WIDTH = 72
LAST_LEFT, LAST_RIGHT, EMPTY = ">", "<", "."
_NO_BREAK = "\u00a0"
_MARKS = {WHITE: Word("white_mark"), BLACK: Word("black_mark"), DVONN: Word("dvonn_mark")}


@dataclass(frozen=True)
class Voice:
    """Labels in one language, English where it has none."""

    words: Mapping[str, str]

    @staticmethod
    def of(words: Mapping[str, str] | None) -> Voice:
        return Voice(ChainMap(dict(words or {}), dict(WORDS)))

    def say(self, code: str, /, **facts: Fact) -> str:
        return self.words[code].format_map(
            {name: self._shown(fact) for name, fact in facts.items()}
        )

    def mark(self, piece: str) -> str:
        """The sign of a piece on a drawn board."""
        return self.words[_MARKS[piece]]

    def _shown(self, fact: Fact) -> str:
        if isinstance(fact, tuple):
            return ", ".join(fact)
        return self.words[fact] if isinstance(fact, Word) else str(fact)


def unbroken(text: str) -> str:
    """The text with spaces at which no line is broken; ``filled`` makes them plain again."""
    return text.replace(" ", _NO_BREAK)


def filled(paragraphs: Iterable[str]) -> Iterator[str]:
    """The paragraphs as lines of at most ``WIDTH`` columns."""
    for paragraph in paragraphs:
        for line in wrap(paragraph, WIDTH):
            yield line.replace(_NO_BREAK, " ")


def sides(voice: Voice, viewer: Seat | None) -> str:
    """Which side the reader has, or both for a spectator."""
    code = "sides" if viewer is None else ("sides_for_white", "sides_for_black")[viewer.value]
    return voice.say(code, white_mark=voice.mark(WHITE), black_mark=voice.mark(BLACK))


def standing(voice: Voice, state: State, viewer: Seat | None) -> Iterator[str]:
    """The count of pieces, and who does what next."""
    if state.placing:
        yield _placing(voice, state, viewer)
        return
    white, black = score(state.board)
    yield voice.say("count", white=white, black=black)
    yield _ended(voice, state) if state.turn is None else _turn(voice, state, state.turn, viewer)


def last_move(voice: Voice, state: State) -> Iterator[str]:
    if state.last:
        yield voice.say("last_move", move=write(state.last))


def legend(voice: Voice, state: State) -> Iterator[str]:
    """What the signs on a drawn board mean, as far as they are in use."""
    marks = {"dvonn_mark": voice.mark(DVONN), "white_mark": voice.mark(WHITE)}
    if state.placing:
        yield voice.say("legend_placing", empty=EMPTY, dvonn_mark=marks["dvonn_mark"])
    else:
        yield voice.say("legend", empty=EMPTY, **marks)
    if state.last:
        marks = {"left": LAST_LEFT, "right": LAST_RIGHT}
        yield voice.say("legend_last_move", move=write(state.last), **marks)
    inside = tuple(_inside(voice, state))
    if inside:
        yield voice.say("inside", stacks=inside)


def _inside(voice: Voice, state: State) -> Iterator[str]:
    for cell in CELLS:
        stack = state.board[cell]
        if DVONN in stack and len(stack) > 1:
            yield unbroken(f"{NAMES[cell]} {''.join(map(voice.mark, stack))}")


def _placing(voice: Voice, state: State, viewer: Seat | None) -> str:
    number = state.board.pieces + 1
    code = "your_turn_to_place" if viewer is state.turn else "turn_to_place"
    seat = state.turn or Seat.FIRST
    facts = {"player": PLAYERS[seat], "piece": next_piece_of(state)}
    return voice.say(code, number=number, total=TOTAL, **facts)


def _turn(voice: Voice, state: State, seat: Seat, viewer: Seat | None) -> str:
    player, other = PLAYERS[seat], PLAYERS[seat.other]
    said = voice.say("your_turn" if viewer is seat else "turn", player=player)
    return f"{voice.say('passed_over', player=other)} {said}" if state.passed else said


def _ended(voice: Voice, state: State) -> str:
    winner = outcome(state.board).winner
    return voice.say("won", player=PLAYERS[winner]) if winner else voice.say("tied")
