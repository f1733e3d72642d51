"""Letters in which a writer cites what others said, in the manners of ``citations.toml``.

``python -m tests.pbm.security.cited [SECONDS [SEED]]`` prints those by which anything is done.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from tests.pbm.security.attack import goods
from tests.pbm.town import ALICE, BOB, NORTH, PASSWORD, SOUTH, Mail, Town, of

AROUND = ("{}", "{}", "{}", "Thanks.\n\n{}", "Hi,\n{}", "{}\n\nHm, really?")
_ANY = "any"


@dataclass(frozen=True)
class Cited:
    """What a manner makes of a deed. place: where a letter that says the deed alone does it."""

    place: str
    deed: str
    text: str


def cited(random: Random) -> Cited:
    language = random.choice(languages())
    manner = random.choice((*_manners(_ANY), *_manners(language)))
    return citing(manner, language, random)


def each_manner() -> Iterator[Cited]:
    """Every manner once."""
    for number, (language, manner) in enumerate(_all()):
        yield citing(manner, language, Random(number))


def citing(manner: str, language: str, random: Random) -> Cited:
    place = random.choice([*_tables()["deeds"]])
    deed = random.choice(deeds(place, language))
    name = "alice" if place == "their" else "bob"
    words = {"{D}": deed, "{N}": name.title(), "{n}": name}
    text = random.choice(AROUND).replace("{}", manner)
    for sign, word in words.items():
        text = text.replace(sign, word)
    return Cited(place, deed, text)


def deeds(place: str, language: str) -> Sequence[str]:
    return list(_tables()["deeds"][place][language])


def languages() -> Sequence[str]:
    return [each for each in _tables()["manners"] if each != _ANY]


def places() -> Sequence[str]:
    return [*_tables()["deeds"]]


def answered(
    town: Town, turn: Mail, their: Mail, between: Mail
) -> Mapping[str, Callable[[], Mail]]:
    """What makes the mail that is answered at each place."""

    def invited() -> Mail:
        asked = of(town.write(BOB, "gyges challenge alice"), BOB)
        return of(town.answer(asked, "yes"), ALICE)

    return {
        "turn": lambda: turn,
        "their": lambda: their,
        "between": lambda: between,
        "invited": invited,
        "drawn": lambda: of(town.answer(their, "propose draw"), ALICE),
    }


def does(town: Town, mail: Mail, text: str) -> bool:
    """Whether a letter changes anything."""
    before = goods(town)
    town.answer(mail, text)
    return goods(town) != before


def _all() -> Iterator[tuple[str, str]]:
    for number, manner in enumerate(_manners(_ANY)):
        yield languages()[number % len(languages())], manner
    for language in languages():
        for manner in _manners(language):
            yield language, manner


def _manners(language: str) -> Sequence[str]:
    return list(_tables()["manners"][language])


@cache
def _tables() -> Mapping[str, Any]:
    """The manners by language, and the deeds by place and language."""
    return tomllib.loads(Path(__file__).with_name("citations.toml").read_text("utf-8"))


def search(folder: Path, seconds: float, seed: int) -> int:
    """Print the letters that do anything, and return how many were tried in these CPU seconds."""
    town = Town(folder)
    welcome = town.sign_up(ALICE, PASSWORD)
    town.sign_up(BOB)
    answer = answered(town, *town.play(town.board(), SOUTH, NORTH), welcome)
    for number in count():
        if process_time() > seconds:
            return number
        letter = cited(Random(seed + number))
        with town.rehearsing():
            if does(town, answer[letter.place](), letter.text):
                print(letter)
    raise AssertionError("it ends")


if __name__ == "__main__":
    span, first = (*map(int, sys.argv[1:]), *(60, 0)[len(sys.argv) - 1 :])
    with TemporaryDirectory() as made:
        print(search(Path(made), span, first), "letters")
