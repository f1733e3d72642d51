"""Letters of random words of all languages, dates, moves and odd characters: none fails, and none
gives anything up.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random

import pytest

from pbm.core.languages import languages
from pbm.core.model import EventKind
from pbm.inbox.understanding.lexicon import lexicon
from pbm.mail.correspondence import LetterStatus
from tests.combinations import contained, in_all_tests
from tests.pbm.town import ALICE, BOB, STRANGER, Mail, Town

DATES = (
    *("3 december", "24.12.", "31.12.9999", "9999-12-31", "0001-01-01", "until Sunday", "2 weeks"),
    *("999 weeks", "bis 3. Dezember", "jusqu'au 3 mars", "29.2.", "99/99/9999", "\u0663 december"),
)
OTHERS = (
    *(
        "16-35",
        "13-65",
        "231123",
        "A1-K5",
        "13x14=44",
        "1",
        "999999999999",
        "\u00b2",
        "\u0663",
        "Rome",
    ),
    *(
        "Etc/GMT-3",
        "bob",
        "owl-1",
        "gyges",
        "give up",
        "accept",
        "move",
        "vacation",
        "set timezone",
    ),
    *(
        "\u200b",
        "\u202e",
        "\ufdfa",
        "\u0130",
        "\u212a",
        "\U0001f44d",
        "\x00",
        "{{x}}",
        "%s",
        "?",
        "!",
        ":",
        ",",
    ),
)
GIVEN_UP = {EventKind.RESIGNED, EventKind.ABORTED}
FEW, MANY = 12, 250


@cache
def _words(language: str) -> Sequence[str]:
    return sorted(lexicon(language).known)


def text(random: Random) -> str:
    """A few lines, most words of which are of one language; none is a command to give up."""
    own = _words(random.choice(languages()))
    kinds = (own, own, own, DATES, OTHERS)
    lines = (
        " ".join(random.choice(random.choice(kinds)) for _ in range(random.randint(1, 10)))
        for _ in range(random.randint(1, 4))
    )
    return "\n".join(line for line in lines if line.strip(" .!?:,") != "resign")


def _check(town: Town, author: str, mail: Mail | None, seeds: range) -> None:
    for seed in seeds:
        said = text(Random(seed))
        with town.rehearsing():
            told = town.write(author, said, to=mail.reply_to if mail else "")
            assert town.last_letter().status is not LetterStatus.FAILED, (seed, said)
            with town.app.store.reading() as tx:
                done = {event.kind for event in tx.matches.events(1)}
                assert not done & GIVEN_UP, (seed, said)
            assert {each.to for each in told} <= {ALICE, BOB, author}, (seed, said)


@pytest.mark.parametrize("number", [contained(FEW), *in_all_tests([MANY])])
def test_no_letter_of_random_words_fails_or_gives_anything_up(
    town_with_game: Town,
    placed_mails: tuple[Mail, Mail],
    welcomes: tuple[Mail, Mail],
    number: int,
) -> None:
    _check(town_with_game, ALICE, placed_mails[0], range(0, 4 * number, 4))
    _check(town_with_game, BOB, placed_mails[1], range(1, 4 * number, 4))
    _check(town_with_game, ALICE, welcomes[0], range(2, 4 * number, 4))
    _check(town_with_game, STRANGER, None, range(3, 4 * number, 4))
