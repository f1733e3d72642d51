"""Chess for pbm, on python-chess. A position is FEN; its past, the moves since the last capture."""

from __future__ import annotations

import chess

_PAST, _CLAIM, _CLAIMED = " | ", "claim", "claimed"
_FIGURINES = str.maketrans("♔♕♖♗♘♙♚♛♜♝♞♟", "KQRBNPKQRBNP")
_PIECES = "KQRBN"
_DRAWS = {
    chess.Termination.STALEMATE: "stalemate",
    chess.Termination.INSUFFICIENT_MATERIAL: "material",
    chess.Termination.SEVENTYFIVE_MOVES: "moves",
    chess.Termination.FIVEFOLD_REPETITION: "repetition",
}


class Chess:
    """Interface 1 of pbm's plugins."""

    def __init__(self, ruleset: str) -> None:
        self._ruleset = ruleset

    def start(self) -> str:
        return str(chess.STARTING_FEN)

    def turn(self, position: str) -> int | None:
        if self._is_claimed(position):
            return None
        board = _board(position)
        return None if board.outcome() else int(board.turn is chess.BLACK)

    def result(self, position: str) -> tuple[int | None, str]:
        over = _board(position).outcome()
        if over is None or self._is_claimed(position):
            return None, "claim"
        if over.winner is None:
            return None, _DRAWS[over.termination]
        return int(over.winner is chess.BLACK), "checkmate"

    def moves(self, position: str) -> list[str]:
        board = _board(position)
        legal = [board.san(move) for move in board.legal_moves]
        return [*legal, _CLAIM] if _may_claim(board) else legal

    def play(self, position: str, move: str) -> str:
        if move == _CLAIM:
            return f"{position.partition(_PAST)[0]} {_CLAIMED}"
        board = _board(position)
        board.push_san(move)
        if board.halfmove_clock == 0:
            return str(board.fen())
        base = board.root().fen().replace(" ", "_")
        return f"{board.fen()}{_PAST}{base} {' '.join(each.uci() for each in board.move_stack)}"

    def read(self, position: str, text: str) -> list[str]:
        """Return the moves that a text may mean, however chess players write it."""
        board, typed = _board(position), _typed(text)
        moves = {move: board.san(move) for move in board.legal_moves}
        by_cells = _bare(typed).lower()
        long = by_cells[1:] if typed[:1] in _PIECES and len(by_cells) == 5 else by_cells
        for move, san in moves.items():
            if move.uci() == long and (long == by_cells or san.startswith(typed[0])):
                return [san]
        wanted = _bare(typed)
        if "o" in wanted.lower() or "0" in wanted:
            wanted = wanted.upper().replace("0", "O")
        exact = [san for san in moves.values() if _bare(san) == wanted]
        alike = [san for san in moves.values() if _bare(san).lower() == wanted.lower()]
        return exact or alike

    def why(self, position: str, text: str) -> str | None:
        board, typed = _board(position), _typed(text)
        if typed.lower() == _CLAIM:
            return "no_claim"
        promoted = self.read(position, typed + "=Q") or self.read(position, typed + "q")
        if promoted:
            return "promote"
        safe = {board.san(move) for move in board.legal_moves}
        for move in board.pseudo_legal_moves:
            if move.uci() == typed.lower().replace("-", "") and move not in board.legal_moves:
                return "in_check"
        return None if safe else "unreadable"

    def board(self, position: str) -> str:
        rows = str(_board(position)).split("\n")
        labelled = [f"{8 - at} {row}" for at, row in enumerate(rows)]
        return "\n".join([*labelled, "  a b c d e f g h"])

    @staticmethod
    def _is_claimed(position: str) -> bool:
        return position.endswith(f" {_CLAIMED}")


def _board(position: str) -> chess.Board:
    """Return the board with the moves of its past, which tell repetitions.

    :raises ValueError: if the text is no position
    """
    front, _, rest = position.partition(_PAST)
    if not rest:
        board = chess.Board(front.removesuffix(f" {_CLAIMED}"))
        if not board.is_valid():
            raise ValueError(f"no position of chess: {board.status()!r}")
        return board
    base, *moves = rest.split()
    board = chess.Board(base.replace("_", " "))
    for move in moves:
        board.push_uci(move)
    return board


def _may_claim(board: chess.Board) -> bool:
    return bool(board.is_repetition(3) or board.is_fifty_moves())


def _typed(text: str) -> str:
    """Return a move without its number, as in ``1. e4``, and with letters for figurines."""
    plain = text.translate(_FIGURINES).strip()
    number, dot, rest = plain.partition(".")
    return (rest.lstrip(". ") if dot and number.strip().isdigit() else plain).replace(" ", "")


def _bare(san: str) -> str:
    """Return a move without the marks that may be left out."""
    bare = san.rstrip("+#!?").removesuffix("e.p.").removesuffix("ep")
    return "".join(sign for sign in bare if sign not in "x:-=/()")
