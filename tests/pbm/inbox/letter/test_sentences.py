"""Each sentence of our mails is tested once: by a transcript or else by sentences.txt.

PBM_RECORD=1 writes sentences.txt again. It shows each sentence as it is in a mail, with 0 for any
number. After ``?``, it shows a sentence as it is in its template, because no mail of ``every_mail``
contains it. The words of the rules of a game are tested by the tests of the game.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from pbm.core.games import game_names
from pbm.notices.rendering import refusal_codes, refusal_words
from tests.pbm.inbox.letter.mails import every_mail
from tests.pbm.inbox.letter.test_words import FACTS

SENTENCES = Path(__file__).with_name("sentences.txt")
TRANSCRIPTS = Path(__file__).parents[3] / "end_to_end" / "transcripts"
CATALOGUE = resources.files("pbm.mail_templates").joinpath("de", "messages.po")
OF_THE_RULES = {*game_names(), "rules"}
_PLACE = re.compile(r"%\([a-z_0-9]+\)[sd]|\{\{.*?\}\}")
_TIME = re.compile(r"\b[A-Z][a-z]{2} \d+ [A-Z][a-z]{2}\b|\d+")
LONGEST_FACT = 200


def sentences() -> Iterator[tuple[str, str]]:
    """Yield the place of each sentence in the sources, and the sentence."""
    with CATALOGUE.open("rb") as file:
        for message in read_po(file):
            where = message.locations[0][0] if message.locations else message.context
            if message.id and message.context not in OF_THE_RULES:
                forms = [message.id] if isinstance(message.id, str) else message.id
                yield from ((where or "refusals.toml", form) for form in forms)


def joined(text: str) -> str:
    return " ".join(text.split())


@cache
def said_by_transcripts() -> str:
    return " ".join(joined(path.read_text("utf-8")) for path in sorted(TRANSCRIPTS.glob("*.txt")))


@pytest.fixture(scope="session")
def said_elsewhere() -> str:
    """The texts of all mails and refusals, joined."""
    mails = [f"{mail.subject} {mail.text}" for mail in every_mail()]
    refusals = [" ".join(refusal_words(code, FACTS).values()) for code in sorted(refusal_codes())]
    return " ".join(map(joined, [*refusals, *mails]))


def pattern(sentence: str) -> re.Pattern[str]:
    """Return a pattern of the sentence with any facts filled in, except facts at its ends."""
    parts = [part.strip() for part in _PLACE.split(joined(sentence))]
    between = f".{{0,{LONGEST_FACT}}}?"
    return re.compile(between.join(re.escape(part) for part in parts if part))


def held_here(said_elsewhere: str) -> Mapping[str, Sequence[str]]:
    """The sentences that are in no transcript, by their source."""
    held: dict[str, list[str]] = {}
    for where, sentence in sentences():
        matching = pattern(sentence)
        if matching.search(said_by_transcripts()) is None:
            found = matching.search(said_elsewhere)
            # Numbers of letters and times change with every mail before them.
            shown = _TIME.sub("0", found[0]) if found else f"? {joined(sentence)}"
            held.setdefault(where, []).append(f"    {shown}")
    return held


def test_each_sentence_that_no_transcript_says_is_as_it_was_recorded(said_elsewhere: str) -> None:
    held = held_here(said_elsewhere)
    text = "".join(f"{line}\n" for where in sorted(held) for line in (where, *held[where]))
    if os.environ.get("PBM_RECORD"):
        SENTENCES.write_text(text, "utf-8")
    assert text == SENTENCES.read_text("utf-8"), "PBM_RECORD=1 writes sentences.txt again"
