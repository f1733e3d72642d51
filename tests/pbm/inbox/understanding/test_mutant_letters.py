"""Whole letters with random quotes and encodings: the move is always found."""

from __future__ import annotations

from random import Random

from pbm.inbox.line.line import Call
from pbm.inbox.line.reading import read_commands
from pbm.inbox.understanding.intention import Certainty
from pbm.mail.letter import Letter
from pbm.notices.facts.places import Place
from tests.combinations import for_each
from tests.pbm.inbox.letter.lines import GYGES
from tests.pbm.inbox.understanding.planted import understood
from tests.pbm.mail.mutants.packing import text_part, with_headers
from tests.pbm.mail.mutants.quoting import HTML_STYLES, LANGUAGES, QUOTED, STYLES
from tests.pbm.mail.understanding import read_letter

LETTERS = 200
MOVE = "16-35"
GREETINGS = ("Hello bob,", "Hallo Bob,", "Bonjour,", "Ciao Bob,", "Hoi Bob,", "")
CHATTER = (
    "the garden is full of snow today.",
    "bei uns regnet es seit Tagen.",
    "quel beau temps aujourd'hui !",
    "oggi fa molto caldo.",
    "het regent hier al de hele week.",
    "",
)
MOVES = (
    MOVE,
    "16 to 35",
    f"{MOVE} please",
    f"ich spiele {MOVE}",
    f"mon coup : {MOVE}",
    f"({MOVE})",
)
ENDS = ("Best regards\nSam", "Viele Grüße\nJana", "À bientôt\nLucie", "Ciao\nPaolo", "Groetjes", "")


@for_each("number", range(LETTERS))
def test_a_move_is_found_in_a_whole_letter(number: int) -> None:
    letter = read_letter(_letter(Random(number)))
    assert MOVE in (_strict(letter), understood(letter.lines, Place.TURN).command)


def test_the_move_is_played_in_most_whole_letters() -> None:
    letters = [read_letter(_letter(Random(number))) for number in range(LETTERS)]
    assert sum(map(_is_played, letters)) >= 0.85 * LETTERS


def _is_played(letter: Letter) -> bool:
    meant = understood(letter.lines, Place.TURN)
    return _strict(letter) == MOVE or meant.certainty is Certainty.DO


def _strict(letter: Letter) -> str:
    """The move that is written as a command, "" without one."""
    found = read_commands(letter, GYGES).lines
    first = found[0] if found else None
    return first.args.text if isinstance(first, Call) and first.bare else ""


def _letter(chance: Random) -> bytes:
    parts = (GREETINGS, CHATTER, MOVES, ENDS)
    own = "\n\n".join(filter(None, map(chance.choice, parts)))
    kind, styles = chance.choice((("plain", STYLES), ("html", HTML_STYLES)))
    written = chance.choice(styles)(own, list(QUOTED), chance.choice(LANGUAGES), chance)
    return with_headers(text_part(written, kind, chance), chance)
