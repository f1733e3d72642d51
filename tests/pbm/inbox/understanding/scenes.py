"""The mails that people answer: one for each context of the phrases."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from shutil import copytree

from pytest import MonkeyPatch

from pbm.core.games import find
from pbm.play.programs import enlist
from tests.pbm.inbox.letter.mails import PUZZLES
from tests.pbm.town import ALICE, BOB, NORTH, PASSWORD, SOUTH, Mail, Town, of, only

NEW, NEWCOMER = "dagmar", "dagmar@example.org"
DRAWN_SEED = 7
"""The seed of the random start of DVONN, the same for all phrases."""


@dataclass(frozen=True)
class Scene:
    """A town at some moment, and the mail that is answered there.

    mail: None for a stranger, who answers nothing. words: the words for placeholders of rows.
    """

    folder: Path
    writer: str
    mail: Mail | None
    words: Mapping[str, str] = field(default_factory=dict)

    def town(self) -> Town:
        return Town(self.folder)

    def copied(self, folder: Path) -> Scene:
        copytree(self.folder, folder)
        return replace(self, folder=folder)


def gyges_placing(town: Town) -> tuple[str, Mail]:
    return ALICE, town.board()[0]


def gyges_turn(town: Town) -> tuple[str, Mail]:
    return ALICE, town.play(town.board(), SOUTH, NORTH)[0]


def preview(town: Town) -> tuple[str, Mail]:
    mail = town.play(town.board(), SOUTH, NORTH)[0]
    return ALICE, only(town.answer(mail, f"preview {GYGES['MOVE']}\n"))


def gyges_wait(town: Town) -> tuple[str, Mail]:
    return ALICE, town.play(town.board(), SOUTH, NORTH, "16-35")[0]


def dvonn_turn(town: Town) -> tuple[str, Mail]:
    return ALICE, town.board("-random", "dvonn")[0]


def invitation(town: Town) -> tuple[str, Mail]:
    return BOB, of(town.write(ALICE, f"gyges challenge alice {PASSWORD} bob\n"), BOB)


def draw_offered(town: Town) -> tuple[str, Mail]:
    mails = town.play(town.board(), SOUTH, NORTH)
    return ALICE, of(town.answer(mails[1], "propose draw\n"), ALICE)


def undo_offered(town: Town) -> tuple[str, Mail]:
    mails = town.play(town.board(), SOUTH, NORTH)
    return ALICE, of(town.answer(mails[1], "undo\n"), ALICE)


def finished(town: Town) -> tuple[str, Mail]:
    mails = town.play(town.board(), SOUTH, NORTH, "16-35")
    return ALICE, of(town.answer(mails[1], "resign\n"), ALICE)


def welcome(town: Town) -> tuple[str, Mail]:
    return BOB, only(town.write(BOB, "whoami\n"))


def confirm(town: Town) -> tuple[str, Mail]:
    return NEWCOMER, only(town.write(NEWCOMER, subject=f"signup {NEW}"))


def confirm_resign(town: Town) -> tuple[str, Mail]:
    mail = town.play(town.board(), SOUTH, NORTH)[0]
    return ALICE, of(town.answer(mail, "I give up\n"), ALICE)


def confirm_move(town: Town) -> tuple[str, Mail]:
    mail = town.play(town.board(), SOUTH, NORTH)[0]
    return ALICE, of(town.answer(mail, f"I think I will go {GYGES['MOVE']}\n"), ALICE)


def with_programs(town: Town) -> Mail:
    """Let the programs take part, and return a mail to alice about no board."""
    with town.app.store.transaction() as tx:
        enlist(tx, "owl", town.time)
    return only(town.write(ALICE, f"whoami alice {PASSWORD}\n"))


def club(town: Town) -> tuple[str, Mail]:
    return ALICE, with_programs(town)


def club_playing(town: Town) -> tuple[str, Mail]:
    town.play(town.board(), SOUTH, NORTH)
    return club(town)


def confirm_challenge(town: Town) -> tuple[str, Mail]:
    mail = with_programs(town)
    return ALICE, only(town.answer(mail, "I want to play a game of gyges against the computer\n"))


def confirm_vacation(town: Town) -> tuple[str, Mail]:
    mail = only(town.write(ALICE, f"whoami alice {PASSWORD}\n"))
    return ALICE, only(town.answer(mail, "I'm away from 1 to 10 December\n"))


def vacation(town: Town) -> tuple[str, Mail]:
    mail = only(town.write(ALICE, f"whoami alice {PASSWORD}\n"))
    return ALICE, of(town.answer(mail, "vacation 2026-12-01 2026-12-10\n"), ALICE)


def club_invited(town: Town) -> tuple[str, Mail]:
    town.answer(welcome(town)[1], "gyges challenge alice\n")
    return club(town)


def dvonn_program(town: Town) -> tuple[str, Mail]:
    return ALICE, only(town.answer(with_programs(town), "dvonn challenge owl-1\n"))


def finished_program(town: Town) -> tuple[str, Mail]:
    mail = only(town.answer(with_programs(town), "gyges challenge owl-1\n"))
    return ALICE, of(town.answer(mail, "resign\n"), ALICE)


def confirm_rematch(town: Town) -> tuple[str, Mail]:
    _, mail = finished_program(town)
    return ALICE, only(town.answer(mail, "I might want another game, what do you say?\n"))


def introduced(town: Town) -> tuple[str, Mail]:
    return NEWCOMER, only(town.write(NEWCOMER, "Hello, how can I play here with you?\n"))


def puzzle(town: Town) -> tuple[str, Mail]:
    return ALICE, only(town.answer(with_puzzles(town), "gyges puzzle\n"))


def puzzles(town: Town) -> tuple[str, Mail]:
    return ALICE, with_puzzles(town)


def with_puzzles(town: Town) -> Mail:
    """Let the programs take part with a puzzle of each game; return a mail about no board."""
    with town.app.store.transaction() as tx:
        for spec, each in PUZZLES:
            tx.puzzles.add(spec, each, "a test")
    return with_programs(town)


def stranger(town: Town) -> tuple[str, None]:
    return NEWCOMER, None


BUILDERS: Mapping[str, Callable[[Town], tuple[str, Mail | None]]] = {
    "gyges_placing": gyges_placing,
    "gyges_turn": gyges_turn,
    "gyges_wait": gyges_wait,
    "preview": preview,
    "dvonn_turn": dvonn_turn,
    "invitation": invitation,
    "draw_offered": draw_offered,
    "undo_offered": undo_offered,
    "finished": finished,
    "welcome": welcome,
    "confirm": confirm,
    "confirm:resign": confirm_resign,
    "confirm:move": confirm_move,
    "puzzle": puzzle,
    "puzzles": puzzles,
    "stranger": stranger,
    "introduced": introduced,
    "club": club,
    "club_playing": club_playing,
    "confirm:challenge": confirm_challenge,
    "confirm:rematch": confirm_rematch,
    "confirm:vacation": confirm_vacation,
    "vacation": vacation,
    "club_invited": club_invited,
    "dvonn_program": dvonn_program,
    "finished_program": finished_program,
}
GYGES = {"MOVE": "16-35", "MOVE2": "11-31", "ILLEGAL": "13-65"}
REPLIES = {"MOVE": "11-22", "MOVE2": "63-53", "ILLEGAL": "13-65"}
"""Words for a player who waits: a move of the opponent, and an answer of the player."""


def build(context: str, people: Path, folder: Path) -> Scene:
    """The scene of a context, in a folder of its own. people: a town where alice and bob play."""
    copytree(people, folder)
    town = Town(folder)
    with MonkeyPatch.context() as patch:
        patch.setattr("pbm.play.terms.secrets.randbelow", lambda _: DRAWN_SEED)
        writer, mail = BUILDERS[context](town)
    words = _words(town, context, writer)
    town.close()
    return Scene(folder, writer, mail, words)


def _words(town: Town, context: str, writer: str) -> Mapping[str, str]:
    moves = REPLIES if context == "gyges_wait" else GYGES
    if context == "dvonn_turn":
        game = find("dvonn")
        state = game.decode(town.match().setup)
        first, *_, last = (str(game.format(state, move)) for move in game.legal_moves(state))
        moves = {"MOVE": first, "MOVE2": last, "ILLEGAL": "A1-K5"}
    origin, end = moves["MOVE"].split("-")
    return {
        **moves,
        "A": origin.upper(),
        "B": end.upper(),
        "a": origin.lower(),
        "b": end.lower(),
        "OPP": "alice" if writer == BOB else "bob",
        "NEW": NEW,
    }
