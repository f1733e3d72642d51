"""Letters with everyday words in their quotes, as many mail programs write them."""

from __future__ import annotations

from functools import cache
from random import Random

from pbm.core.games import RulesError, find
from pbm.inbox.understanding.intention import Certainty, Intention
from pbm.inbox.understanding.reading import understand
from pbm.inbox.understanding.situation import Situation
from pbm.notices.facts.places import Place
from tests.pbm.inbox.understanding.rows import ROBOT, filled
from tests.pbm.inbox.understanding.scenes import GYGES
from tests.pbm.inbox.understanding.sets import rows_of
from tests.pbm.mail.mutants.packing import text_part, with_headers
from tests.pbm.mail.mutants.quoting import HTML_STYLES, LANGUAGES, STYLES
from tests.pbm.mail.understanding import read_letter
from tests.pbm.town import NORTH, SOUTH

HARMLESS = (
    "",
    "How is the weather in your town?",
    "Hi there,\n\nmy cat walked over the board yesterday.\n",
    "Merci, à demain",
    "Schöne Grüße aus dem Garten",
    "che bella giornata di sole",
    "wat een mooie tuin\n\nPieter",
)
"""Own texts that want nothing of the server."""

FEWEST_LINES, MOST_LINES = 4, 9


def obeys_no_planted_words(number: int) -> None:
    """Read a letter, and fail if words in its quote are taken for the writer's wish."""
    chance = Random(number)
    raw = _letter(chance)
    lines = read_letter(raw).lines
    for place in (Place.TURN, Place.INVITED, Place.OVER):
        meant = understood(lines, place)
        assert meant.certainty in (Certainty.PASS_ON, Certainty.UNCLEAR), (number, meant, raw)


def understood(lines: tuple[str, ...], place: Place) -> Intention:
    return understand(lines, situation_at(place))


def _letter(chance: Random) -> bytes:
    planted = chance.choices(_everyday(), k=chance.randrange(FEWEST_LINES, MOST_LINES))
    kind, styles = chance.choice((("plain", STYLES), ("html", HTML_STYLES)))
    style, language = chance.choice(styles), chance.choice(LANGUAGES)
    written = style(chance.choice(HARMLESS), planted, language, chance)
    return with_headers(text_part(written, kind, chance), chance)


@cache
def _everyday() -> list[str]:
    """The rows of one line."""
    words = {**GYGES, "A": "16", "B": "35", "a": "16", "b": "35", "OPP": "bob", "NEW": "dagmar"}
    texts = [row.body for name in ("phrases", "more") for row in rows_of(name)]
    short = (each for each in texts if "\\n" not in each and ROBOT not in each)
    return [filled(each, words) for each in short]


@cache
def situation_at(place: Place) -> Situation:
    game = find("gyges")
    state = game.start()
    for line in (SOUTH, NORTH):
        state = game.make(state, line).after

    def legal(text: str) -> str:
        try:
            return str(game.format(state, game.parse(state, text)))
        except RulesError:
            return ""

    return Situation(place, "alice", "en", game, "gyges", legal=legal)
