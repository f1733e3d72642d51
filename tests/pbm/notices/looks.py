"""How much a board mail asks of its reader: its words, and its height on a telephone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

from pbm.core.games import Seat
from pbm.play.publicity import publish_from
from tests.pbm.town import ALICE, BOB, PASSWORD, Mail, Town, of

MOST_WORDS, MOST_WORDS_AT_FIRST = 90, 140
"""The most words of the card of a board mail, without alternative texts, and of the first one."""

TALLEST, TALLEST_AT_FIRST = 950, 1250
"""The most pixels of their heights, in a window of 360."""

PLIES = 3
"""After so many, a mail of the middle of a game has been sent to both players."""

_HIDDEN = re.compile(
    r"<div[^>]*display:none.*?</div>|<style>.*?</style>|<title>.*?</title>", re.DOTALL
)


def words(mail: Mail) -> list[str]:
    """The words that a reader sees, without those of pictures."""
    seen = unescape(re.sub(r"<[^>]+>", " ", _HIDDEN.sub("", mail.html)))
    return [word for word in seen.split() if re.search(r"\w", word)]


def is_first(mail: Mail) -> bool:
    """Whether it is the first board that a reader sees."""
    return int(mail.facts["ply"]) < len(Seat)


def most_words(mail: Mail) -> int:
    return MOST_WORDS_AT_FIRST if is_first(mail) else MOST_WORDS


def tallest(mail: Mail) -> int:
    return TALLEST_AT_FIRST if is_first(mail) else TALLEST


def club_with_pages(folder: Path) -> Town:
    """A club that shows its games, so that mails have all links that there are; alice and bob."""
    town = Town(folder, site=str(folder / "site"), site_url="https://games.example.org")
    with town.app.store.transaction() as tx:
        publish_from(tx, town.time)
    for address in (ALICE, BOB):
        town.sign_up(address, PASSWORD)
    return town


def speak(town: Town, language: str) -> None:
    """Let both players have their mails in this language."""
    for address in (ALICE, BOB):
        userid = address.partition("@")[0]
        town.write(address, f"set {userid} {PASSWORD} lang {language}\n")


def mails_about(town: Town, spec: str) -> Iterator[Mail]:
    """The mails to both players about a game up to its middle, in which examples are played."""
    game, _, rules = spec.partition("/")
    # There are more rule sets than games that a player may begin in an hour.
    town.later(minutes=10)
    mails = town.board(f"-rules={rules} -unrated", game)
    yield from mails
    for _ in range(PLIES):
        mover = next(mail for mail in mails if mail.facts["your_turn"])
        answers = town.answer(mover, f"{mover.facts['hint']}\n")
        mails = of(answers, ALICE), of(answers, BOB)
        yield from mails
