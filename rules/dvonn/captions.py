"""The text above and below a board: the sides, the score, the next piece to place, the legend."""

from __future__ import annotations

from collections.abc import Iterator

from ..game import Seat
from ..kit.voice import unbroken
from .board import NAMES, each
from .notation import write
from .pieces import BLACK, DVONN, TOTAL, WHITE
from .scoring import outcome, score
from .state import State
from .telling import PLAYERS, next_piece_of
from .voice import Voice

LAST_LEFT, LAST_RIGHT, EMPTY = ">", "<", "."


def sides(voice: Voice, viewer: Seat | None) -> str:
    """Return the side of the viewer, or both sides for a spectator."""
    code = "sides" if viewer is None else ("sides_for_white", "sides_for_black")[viewer.value]
    return voice.say(code, white_mark=voice.mark(WHITE), black_mark=voice.mark(BLACK))


def own_side(voice: Voice, viewer: Seat | None) -> Iterator[str]:
    """Yield the side of the viewer for a picture, which needs no signs; nothing for a spectator."""
    if viewer is not None:
        yield voice.say(("you_are_white", "you_are_black")[viewer.value])


def standing(voice: Voice, state: State) -> Iterator[str]:
    """Yield the next piece while pieces are placed, then the score and, at the end, the winner."""
    # The mail says whose turn it is: a game that was resigned still has a piece to be placed.
    if state.placing:
        yield _placing(voice, state)
        return
    white, black = score(state.board)
    yield voice.say("count", white=white, black=black)
    if state.turn is None:
        yield _ended(voice, state)


def last_move(voice: Voice, state: State) -> Iterator[str]:
    if state.last:
        yield voice.say("last_move", move=write(state.last))


def legend(voice: Voice, state: State) -> Iterator[str]:
    """Yield the meaning of the signs on a drawn board in one line, then what is in its stacks.

    An empty board needs no legend.
    """
    if not state.board.pieces:
        return
    code = "legend_placing" if state.placing else "legend"
    signs = [voice.say(code, dvonn_mark=voice.mark(DVONN), white_mark=voice.mark(WHITE))]
    if state.last:
        signs.append(voice.say("legend_last_move", left=LAST_LEFT, right=LAST_RIGHT))
    yield "   ".join(signs)
    inside = tuple(_inside(voice, state))
    if inside:
        yield voice.say("inside", stacks=inside)


def _inside(voice: Voice, state: State) -> Iterator[str]:
    for cell in each(state.board.dvonn):
        stack = state.board[cell]
        if len(stack) > 1:
            yield unbroken(f"{NAMES[cell]} {''.join(map(voice.mark, stack))}")


def _placing(voice: Voice, state: State) -> str:
    number = state.board.pieces + 1
    seat = state.turn or Seat.FIRST
    facts = {"player": PLAYERS[seat], "piece": next_piece_of(state)}
    return voice.say("turn_to_place", number=number, total=TOTAL, **facts)


def _ended(voice: Voice, state: State) -> str:
    winner = outcome(state.board).winner
    return voice.say("won", player=PLAYERS[winner]) if winner else voice.say("tied")
