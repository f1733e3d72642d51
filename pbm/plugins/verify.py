"""The contract of a plugin's game, tried in random games: ``pbm rules verify``."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from random import Random

from pbm.base.errors import PermanentFailure
from pbm.plugins import board
from pbm.plugins.game import GameFault, PluginGame
from pbm.plugins.look import State
from pbm.plugins.sample import BrokenContractError, check_sample, refusal
from pbm.rules.errors import NotationError, RulesError
from pbm.rules.game import Seat, Style

GAMES, LONGEST = 6, 300
"""How many random games are played, and the most plies of each."""

WIDTH = 72
ORDINARY = ("", "-", "ok", "yes", "no", "hello", "thanks", "draw", "resign", "show", "pass on")
SENTENCES = ("I will think about it.", "see you at 8-9", "your move was good!", "on 3 May at 12:30")
_CODE = re.compile(r"[a-z_]+")
_JUNK = "abcdefgh12345678-x=+# OKqnrb/.|"


@dataclass(frozen=True)
class Verdict:
    """What was checked, and why it failed; "" if it did not."""

    what: str
    why: str = ""


@dataclass(frozen=True)
class _Turn:
    state: State
    legal: Sequence[str]
    move: str


def verify(game: PluginGame) -> Iterator[Verdict]:
    """Yield the verdict of each check; after one that failed, those that need it are left out."""
    yield _tried("its help fits in a mail", _help, game)
    begun = _tried("it begins", lambda game: _check_state(game, game.start()), game)
    yield begun
    if begun.why:
        return
    yield _tried("ordinary words and sentences do not look like moves", _ordinary, game)
    turns: list[_Turn] = []
    played = _tried(
        f"{GAMES} random games keep the contract", lambda game: _games(game, turns), game
    )
    yield played
    if played.why:
        return
    for what, check in _CHECKS:
        yield _tried(what, lambda game, check=check: check(game, turns), game)  # type: ignore[misc]


def _tried(what: str, check: Callable[[PluginGame], None], game: PluginGame) -> Verdict:
    try:
        check(game)
    except RulesError as error:
        return Verdict(what, refusal(game, error))
    except PermanentFailure as error:
        return Verdict(what, str(error))
    return Verdict(what)


def _need(fact: bool, why: str) -> None:
    if not fact:
        raise BrokenContractError(why)


def _help(game: PluginGame) -> None:
    lines = game.origin.help.split("\n")
    _need(len(lines) > 2 and set(lines[1]) == {"="}, "it begins with a title and a line of =")
    long = [str(number) for number, line in enumerate(lines, 1) if len(line) > WIDTH]
    _need(not long, f"longer than {WIDTH} columns: line {', '.join(long)}")


def _ordinary(game: PluginGame) -> None:
    for text in (*ORDINARY, *SENTENCES):
        _need(not game.reads(text), f"form matches {text!r}")


def _games(game: PluginGame, turns: list[_Turn]) -> None:
    for seed in range(GAMES):
        random = Random(seed)  # noqa: S311 (no secret)
        state = game.start()
        while state.look.turn is not None and state.ply < LONGEST:
            legal = [*game.legal_moves(state)]
            if not legal:
                raise BrokenContractError(f"there are no moves at {state.whole!r}: {game.fault}")
            move = random.choice(legal)
            turns.append(_Turn(state, legal, move))
            after = game.apply(state, move)
            _check_state(game, after)
            state = after


def _check_state(game: PluginGame, state: State) -> None:
    for style in Style:
        for viewer in (None, *Seat):
            drawn = game.render(state, style, viewer)
            _need(max(map(len, drawn.split("\n"))) <= WIDTH, f"the board is too wide:\n{drawn}")
    game.scene(state)
    game.picture(state)
    ended = state.look.outcome
    if ended is not None and ended.winner is not None and ended.reason != "rules":
        word = f"because_{ended.reason}"
        _need(word in game.words, f'{word} is missing in [words], such as "by checkmate"')


def _moves(game: PluginGame, turns: Sequence[_Turn]) -> None:
    for each in turns:
        _need(game.reads(each.move), f"form does not match its own move {each.move!r}")
        parsed = game.parse(each.state, each.move)
        _need(parsed == each.move, f"{each.move!r} is read as {parsed!r} at {each.state.whole!r}")


def _sample(game: PluginGame, turns: Sequence[_Turn]) -> None:
    """Check the sample; a game of the random ones is offered to an author who has none."""
    ends = [at for at, each in enumerate(turns, 1) if at == len(turns) or not turns[at].state.ply]
    games = [turns[begin:end] for begin, end in pairwise([0, *ends])]
    won = [
        [each.move for each in turns]
        for turns in games
        if (over := game.outcome(game.apply(turns[-1].state, turns[-1].move)))
        and over.winner is Seat.FIRST
    ]
    check_sample(game, min(won, key=len, default=()))


def _positions(game: PluginGame, turns: Sequence[_Turn]) -> None:
    for each in turns:
        again = game.decode(each.state.whole)
        _need(again == each.state, f"{each.state.whole!r} is another position when it is read")
        _need(
            again.look == each.state.look, f"{each.state.whole!r} looks otherwise when it is read"
        )
        alone = game.decode(game.encode(each.state))
        same = alone.look.turn is each.state.look.turn
        _need(same, f"without its past {each.state.position!r} has another side to move")


def _memory(game: PluginGame, turns: Sequence[_Turn]) -> None:
    """Ask a new process in another order."""
    game.process.close()
    game.forget()
    for each in reversed(turns):
        legal = [*game.legal_moves(game.decode(each.state.whole))]
        same = legal == each.legal
        _need(same, f"the moves of {each.state.whole!r} are others, or in another order")
    for one, other in pairwise(turns):
        if one.state.ply + 1 == other.state.ply:
            after = game.apply(one.state, one.move)
            _need(after.whole == other.state.whole, f"{one.move!r} leads elsewhere after a restart")


def _foreign(game: PluginGame, turns: Sequence[_Turn]) -> None:
    for here, there in zip(turns, turns[7:], strict=False):
        try:
            move = game.parse(here.state, there.move)
        except RulesError as error:
            told = str(error.phrase.facts.get("text", ""))
            _need(not _CODE.fullmatch(told), f"why gives {told!r}, which is not in [words]")
        else:
            _need(move in game.legal_moves(here.state), f"{there.move!r} became an illegal move")


def _junk(game: PluginGame, turns: Sequence[_Turn]) -> None:
    random = Random(1)  # noqa: S311 (no secret)
    for each in turns[:: max(1, len(turns) // 100)]:
        text = "".join(random.choices(_JUNK, k=random.randint(1, 12)))
        with suppress(RulesError):
            game.parse(each.state, text)
        mangled = [*each.state.whole]
        mangled[random.randrange(len(mangled))] = random.choice(_JUNK)
        with suppress(NotationError):
            game.decode("".join(mangled))


def _speed(game: PluginGame, turns: Sequence[_Turn]) -> None:
    game.forget()
    slowest = 0.0
    for each in turns[-50:]:
        begun = time.monotonic()
        game.apply(each.state, each.move)
        slowest = max(slowest, time.monotonic() - begun)
    _need(slowest < 1, f"a move takes {slowest:.1f} seconds; more than 2 of CPU are a fault")


def _grid(game: PluginGame, turns: Sequence[_Turn]) -> None:
    """A game whose cells are clicked has a board that names them, and moves made of them."""
    if not game.facts.named:
        return
    for each in turns:
        touched = board.touched(_drawn(each), each.move)
        _need(bool(touched) or each.move == "pass", f"{each.move!r} names no cell of the board")


def _signs(game: PluginGame, turns: Sequence[_Turn]) -> None:
    for name, signs in (("first", game.facts.first), ("second", game.facts.second)):
        if signs:
            stand = (cell.sign for each in turns for row in _drawn(each).rows for cell in row)
            _need(any(sign in signs for sign in stand), f"no sign of {name} is on any board")


def _drawn(turn: _Turn) -> board.Grid:
    try:
        return board.read_grid(turn.state.look.board)
    except board.BoardError as error:
        raise BrokenContractError(f"the board is not drawn as a picture: {error}") from error


_CHECKS: Sequence[tuple[str, Callable[[PluginGame, Sequence[_Turn]], None]]] = (
    ("its sample game is won by the first seat", _sample),
    ("each legal move is read as itself", _moves),
    ("positions are read as they were written", _positions),
    ("moves of other positions are refused or legal", _foreign),
    ("nonsense is refused", _junk),
    ("a process that starts anew gives the same answers", _memory),
    ("moves take less than a second", _speed),
    ("cells that can be clicked are on the board", _grid),
    ("the signs of the seats are on the board", _signs),
)


def summary(game: PluginGame) -> str:
    """Return what no check can judge: how the board is shown, and what is used."""
    try:
        board.read_grid(game.start().look.board)
        shown = "the board is drawn as a picture"
    except (GameFault, board.BoardError) as error:
        shown = f"the board stays text: {error}"
    return f"rules {game.facts.rules}, at most {_peak_memory(game)} MiB; {shown}"


def _peak_memory(game: PluginGame) -> int:
    """Return the most address space in MiB that the plugin's process has used; 0 if unknown."""
    pid = getattr(game.process, "pid", None)
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    except OSError:
        return 0
    found = [line.split()[1] for line in status.splitlines() if line.startswith("VmPeak")]
    return int(found[0]) // 1024 if found else 0
