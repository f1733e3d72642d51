"""A rule set of a plugin as a ``Game``: each question goes to the plugin's process as text."""

from __future__ import annotations

import json
import logging
import re
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from pbm.base.errors import PermanentFailure
from pbm.plugins import board, look
from pbm.plugins.facts import MOST_TEXT, Facts
from pbm.plugins.look import Look, NonsenseError, State
from pbm.plugins.mark import RulesMark
from pbm.plugins.process import PluginError
from pbm.rules.errors import AmbiguousMove, GameOver, IllegalMove, NotationError
from pbm.rules.folding import fold
from pbm.rules.game import Made, Outcome, Seat, Style
from pbm.rules.kit.voice import Voice, filled
from pbm.rules.lesson import Lesson, Task, View, anything
from pbm.rules.phrase import Phrase, Word
from pbm.rules.picture import Mark, Picture, Row, Tint
from pbm.rules.scene import Look as Paint
from pbm.rules.scene import Point, Scene, Text
from pbm.rules.words import WORDS

log = logging.getLogger(__name__)

T = TypeVar("T")

_REMEMBERED = 200
"""The most answers that a rule set keeps; mails and pages ask about the same positions again."""

_AIM = "plugin_aim"
"""The code of a game's own sentence about its aim."""

_RULED = re.compile(r"([A-Z]{2}[0-9]{1,2}[a-z]?): (.+)")
"""A sentence that begins with the name of the rule that is broken."""

_TRIED = 6
"""The most moves that are tried for an example."""


class GameFault(PermanentFailure):
    """A plugin cannot be asked, or gave no answer; the message is for the operator.

    It is no ``RulesError``: whether the move is legal is not known.
    """


class Asked(Protocol):
    """A process that answers questions about games. pid: None while it does not run."""

    @property
    def pid(self) -> int | None: ...

    def ask(self, game: str, ruleset: str, ask: str, *of: str) -> Any:
        """:raises PluginError: if there is no answer"""

    def close(self) -> None: ...


@dataclass(frozen=True)
class Origin:
    """The distribution that a game comes from, and where its help is."""

    distribution: str
    version: str
    help: str = ""


class PluginGame:
    """Implements ``pbm.rules.game.Game``; states are ``State``, moves are text.

    fault: why the last question was not answered; "" if it was.
    """

    starts: Sequence[str] = ()

    def __init__(self, facts: Facts, ruleset: str, origin: Origin, process: Asked) -> None:
        self.name, self.ruleset, self.seats = facts.name, ruleset, facts.seats
        self.title, self.also = facts.rulesets[ruleset], facts.also
        self.facts, self.origin, self.fault = facts, origin, ""
        aim = {_AIM: facts.aim.replace("{", "{{").replace("}", "}}")} if facts.aim else {}
        self.words: Mapping[str, str] = {
            **facts.words,
            **aim,
            **{seat: seat for seat in facts.seats},
        }
        self.process = process
        self._sides = board.Sides(facts.first, facts.second)
        self._answers: OrderedDict[tuple[str, ...], Any] = OrderedDict()

    @property
    def mark(self) -> RulesMark:
        """What a board of this game keeps."""
        origin = self.origin
        return RulesMark(origin.distribution, origin.version, self.facts.rules, self.seats)

    # --- what only the plugin knows ---

    def start(self, option: str = "", seed: int = 0) -> State:  # noqa: ARG002 (it has no others)
        if option:
            raise NotationError("plugin_no_start")
        return self._asked(self._state, "begin")

    def decode(self, text: str) -> State:
        written = fold(text).strip() if text.isascii() else text.strip()
        try:
            front, rest = look.position(written)
        except NonsenseError as error:
            raise NotationError("plugin_no_position") from error
        found = self._asked(Look.read, "look", written, refused="plugin_no_position")
        return State(front, found, rest)

    def legal_moves(self, state: State) -> Iterator[str]:
        """Return them as ``Game`` says; none if the plugin gives no answer."""
        with suppress(GameFault):
            return iter(self._moves(state))
        return iter(())

    def reads(self, text: str) -> bool:
        typed = plain(text)
        if not any(map(str.isalnum, typed)) or len(typed) > look.MOST_MOVE:
            return False
        with suppress(GameFault):
            return self._asked(bool, "form", self.facts.form, typed)
        return is_like_a_move(typed)

    def parse(self, state: State, text: str) -> str:
        if state.look.turn is None:
            raise GameOver("game_over")
        if not self.reads(text):
            raise NotationError("plugin_unreadable")
        meant, why = self._asked(_meant, "read", state.whole, plain(text))
        if len(meant) > 1:
            raise AmbiguousMove("plugin_ambiguous", candidates=meant)
        if not meant:
            raise self._refusal(why)
        return meant[0]

    def apply(self, state: State, move: str) -> State:
        if state.look.turn is None:
            raise GameOver("game_over")
        if move not in self._moves(state):
            raise IllegalMove(self.name, "plugin_illegal")
        after = self._asked(self._state, "play", state.whole, move)
        return State(after.position, after.look, after.rest, state.ply + 1, move)

    def _moves(self, state: State) -> Sequence[str]:
        if state.look.turn is None:
            return ()
        return self._asked(_some_moves, "moves", state.whole)

    def _refusal(self, why: object) -> IllegalMove:
        """Return the refusal in the plugin's words: a code of its words, or a sentence."""
        if not isinstance(why, str) or not why.isprintable() or not 0 < len(why) <= MOST_TEXT:
            return IllegalMove(self.name, "plugin_illegal")
        # Words are kept with doubled braces.
        told = self.facts.words[why].format() if why in self.facts.words else why
        if ruled := _RULED.fullmatch(told):
            return IllegalMove(ruled[1], "plugin_says", text=ruled[2])
        if why in self.facts.words:
            return IllegalMove(self.name, why)
        return IllegalMove(self.name, "plugin_says", text=why)

    def _asked(self, read: Callable[[Any], T], ask: str, *of: str, refused: str = "") -> T:
        """Return an answer of the plugin, as ``read`` reads it.

        refused: the code of the error for what the plugin refuses by an error of its own, or of
            which it says nonsense.

        :raises GameFault: if it gives no answer
        """
        key = (ask, *of)
        if key in self._answers:
            self._answers.move_to_end(key)
            return self._answers[key]  # type: ignore[no-any-return]
        try:
            answer = read(self.process.ask(self.name, self.ruleset, ask, *of))
        except (PluginError, NonsenseError) as error:
            if refused and (isinstance(error, NonsenseError) or error.is_raised):
                raise NotationError(refused) from error
            self._note(f"{error} (asked for: {ask})")
            raise GameFault(f"{self.name}/{self.ruleset}: {error}") from error
        self.fault = ""
        self._answers[key] = answer
        if len(self._answers) > _REMEMBERED:
            self._answers.popitem(last=False)
        return answer

    def _note(self, why: str) -> None:
        if self.fault != why:
            told = "the plugin %s, game %s/%s, gave no answer: %s"
            log.error(told, self.origin.distribution, self.name, self.ruleset, why)
        self.fault = why

    @staticmethod
    def _state(answer: Any) -> State:
        found = Look.read(answer)
        front, rest = look.position(answer.get("position"))
        return State(front, found, rest)

    # --- what follows from the state ---

    def to_move(self, state: State) -> Seat | None:
        return state.look.turn

    def outcome(self, state: State) -> Outcome | None:
        return state.look.outcome

    def plies(self, state: State) -> int:
        return state.ply

    def passed(self, state: State) -> bool:  # noqa: ARG002 (a forced pass is a move here)
        return False

    def last_move(self, state: State) -> str | None:
        return state.last or None

    def make(self, state: State, text: str) -> Made[State, str]:
        move = self.parse(state, text)
        return Made(move, self.apply(state, move), move)

    def skip(self, state: State) -> State:
        if state.look.turn is None:
            raise GameOver("game_over")
        if "pass" not in self._moves(state):
            raise IllegalMove(self.name, "plugin_no_pass")
        return self.apply(state, "pass")

    def arrangement_after(self, state: State, move: str) -> str:
        return self.apply(state, move).position

    def encode(self, state: State) -> str:
        return state.position

    def forget(self) -> None:
        """Ask the plugin again what it was asked before."""
        self._answers.clear()

    def answers(self) -> bool:
        """Return whether the plugin gives an answer now; ``fault`` says why not."""
        with suppress(GameFault):
            self.forget()
            self.start()
        return not self.fault

    def past(self, state: State) -> str:
        kept = [state.ply, state.last, state.rest, state.look.data()]
        return json.dumps(kept, ensure_ascii=False, separators=(",", ":"))

    @staticmethod
    def without_look(past: str) -> str:
        """Return what ``past`` returned, without what the plugin drew."""
        return json.dumps(json.loads(past)[:-1])

    def recall(self, position: str, past: str) -> State:
        ply, last, rest, seen = json.loads(past)
        return State(position, Look.of(seen), rest, ply, last)

    def format(self, state: State, move: str, written: str = "") -> str:  # noqa: ARG002
        return move

    def describe(self, state: State, move: str, written: str = "") -> Sequence[Phrase]:  # noqa: ARG002
        return [Phrase("plugin_plays", {"move": move})]

    def explain(self, state: State, text: str) -> Sequence[Phrase]:
        move = self.parse(state, text)
        return [Phrase("plugin_explains", {"rule": self.name, "move": move})]

    def example(self, state: State) -> str | None:
        """Return a move that wins at once, or one that does not lose, of a few that are tried."""
        with suppress(GameFault):
            legal = self._moves(state)
            step = max(1, len(legal) // _TRIED)
            tried = {move: self.apply(state, move).look.outcome for move in legal[::step][:_TRIED]}
            for wanted in ({state.look.turn}, {False, None}):
                for move, over in tried.items():
                    if (over.winner if over else False) in wanted:
                        return move
            return next(iter(legal), None)
        return None

    def prompt(self, state: State) -> Sequence[Phrase]:  # noqa: ARG002 (it has none)
        return ()

    def aim(self, viewer: Seat | None = None) -> Sequence[Phrase]:  # noqa: ARG002
        return [Phrase(_AIM)] if self.facts.aim else []

    def lesson(self) -> Lesson:
        """Return the lesson that the plugin's sample game gives.

        :raises RulesError: if the sample cannot be played
        """
        states, written = [self.start()], list[str]()
        for text in self.facts.samples.get(self.ruleset, ()):
            made = self.make(states[-1], text)
            states.append(made.after)
            written.append(made.printed)
        return _lesson(self, states, written)

    # --- boards ---

    def render(
        self,
        state: State,
        style: Style = Style.GRID,
        viewer: Seat | None = None,
        words: Mapping[str, str] | None = None,
    ) -> str:
        voice = self._voice(words)
        drawn = [] if style is Style.LIST and self._grid(state) else self._lines(state, style)
        told = list(filled([self._seated(voice, viewer)]))
        told += [line.rstrip() for line in drawn]
        told += filled(self._below(state, voice, style is Style.LIST))
        return "\n".join(told)

    def picture(
        self, state: State, viewer: Seat | None = None, words: Mapping[str, str] | None = None
    ) -> Picture:
        voice, found = self._voice(words), self._grid(state)
        above, below = self._seated(voice, viewer), "\n".join(self._below(state, voice))
        if found is None:
            rows = [Row([], note=line) for line in self._lines(state, Style.GRID)]
            return Picture(rows, above, below)
        drawn = board.picture(found, self._sides, self._marks(found, state))
        return Picture(drawn.rows, above, below)

    def scene(
        self,
        state: State,
        viewer: Seat | None = None,
        words: Mapping[str, str] | None = None,
        turned: bool = False,
    ) -> Scene:
        voice, found = self._voice(words), self._grid(state)
        legend = " ".join(self._below(state, voice))
        if found is None:
            return _text_scene(self._lines(state, Style.GRID), legend)
        marks, round_ = self._marks(found, state), turned and viewer is Seat.SECOND
        return board.scene(found, self._sides, marks, legend, round_)

    def _grid(self, state: State) -> board.Grid | None:
        return board.grid(state.look.board)

    def _marks(self, found: board.Grid, state: State) -> dict[str, Mark]:
        return board.touched(found, state.last)

    def _lines(self, state: State, style: Style) -> Sequence[str]:
        found = self._grid(state)
        if found is None:
            return board.plain(state.look.board, style)
        return [*board.lines(found, self._marks(found, state))]

    def _seated(self, voice: Voice, viewer: Seat | None) -> str:
        first, second = map(Word, self.seats)
        if viewer is None:
            return voice.say("plugin_sides", first=first, second=second)
        return voice.say("plugin_you", seat=Word(self.seats[viewer.value]))

    def _below(self, state: State, voice: Voice, is_list: bool = False) -> Sequence[str]:
        """Return the lines below a board. is_list: with what stands where, in words."""
        found = self._grid(state) if is_list else None
        told = [] if found is None else [*self._listed(found, voice)]
        return told + ([voice.say("plugin_last", move=state.last)] if state.last else [])

    def _listed(self, found: board.Grid, voice: Voice) -> Iterator[str]:
        for tint, seat in zip((Tint.FIRST, Tint.SECOND), self.seats, strict=True):
            cells = board.listed(found, self._sides, tint) or "-"
            yield voice.say("plugin_has", seat=Word(seat), cells=cells)
        if others := board.listed(found, self._sides, Tint.NEUTRAL):
            yield voice.say("plugin_others", cells=others)

    def _voice(self, words: Mapping[str, str] | None) -> Voice:
        return Voice(words or {}, {**WORDS, **self.words})


class NamedPluginGame(PluginGame):
    """A game whose moves are written with the names of cells (``Named``)."""

    def names(self, state: State) -> str:
        found = self._grid(state)
        names = sorted(found.names, key=len, reverse=True) if found else ["(?!)"]
        return "|".join(map(re.escape, names)) if found else "(?!)"


def plain(text: str) -> str:
    return " ".join(fold(text).split())


def is_like_a_move(text: str) -> bool:
    """Return whether a text may be a move of a game that cannot be asked."""
    return re.fullmatch(r"(?=.*[0-9])[A-Za-z0-9=+#:-]{2,12}", text) is not None


def _some_moves(answer: object) -> Sequence[str]:
    found = look.moves(answer)
    if not found:
        raise NonsenseError("there is no legal move, but the game is not over")
    return found


def _meant(answer: object) -> tuple[tuple[str, ...], object]:
    match answer:
        case {"moves": found, "why": why}:
            return look.moves(found), why
    raise NonsenseError("read gave nothing of the kind")


def _lesson(game: PluginGame, states: Sequence[State], moves: Sequence[str]) -> Lesson:
    """Return four views of a game, and five tasks, the last of which is its last move."""
    if len(moves) < 3 or game.outcome(states[-1]) is None:
        raise NotationError("plugin_no_sample")
    views = [
        View(Phrase("view_begins", {"seat": Word(game.seats[0])}), game.encode(states[0])),
        *(
            View(_caption(game, code, states[at], moves[at]), game.encode(states[at]), moves[at])
            for code, at in (
                ("view_moves", 0),
                ("view_goes_on", len(moves) // 2),
                ("view_ends", len(moves) - 1),
            )
        ),
    ]
    own = [at for at, state in enumerate(states[:-2]) if state.look.turn is Seat.FIRST]
    tasks = [_any(game, states[at], moves[at]) for at in (own * 4)[:4]]
    return Lesson(next(iter(game.aim()), views[0].caption), views, [*tasks, _last(states, moves)])


def _caption(game: PluginGame, code: str, state: State, move: str) -> Phrase:
    seat = state.look.turn or Seat.FIRST
    return Phrase(code, {"seat": Word(game.seats[seat.value]), "move": move})


def _any(game: PluginGame, state: State, move: str) -> Task:
    hint = Phrase("hint_moves", {"move": move})
    return Task(Phrase("task_moves"), hint, game.encode(state), move, anything)


def _last(states: Sequence[State], moves: Sequence[str]) -> Task:
    def wins(before: State, after: State) -> bool:
        return after.look.outcome is not None and after.look.outcome.winner is before.look.turn

    position = states[-2].position
    return Task(Phrase("task_wins"), Phrase("hint_wins"), position, moves[-1], wins)


def _text_scene(lines: Sequence[str], legend: str) -> Scene:
    width = max(6.0, 0.3 * max(map(len, lines), default=0) + 1)
    shown = tuple(
        Text(Point(width / 2, 0.6 * at + 0.7), line, 0.42, Paint.LABEL)
        for at, line in enumerate(lines)
    )
    return Scene(width, 0.6 * len(lines) + 1, (), shown, legend)
