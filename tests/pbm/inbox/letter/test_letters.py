"""Letters in people's own words come to what ``letters.tsv`` says.

A row is a place (``places.py``), the letter that answers its mail, and the mails that it causes,
each with those facts that depend on the words. PBM_RECORD=1 writes the last column again.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from tests.pbm.conftest import SavedTown
from tests.pbm.inbox.letter.places import PLACES
from tests.pbm.town import Mail, Town, remembered_drafts

ROWS = Path(__file__).with_name("letters.tsv")
_FACTS = (
    *("line", "refusal", "userid", "text", "comment", "said", "not_done", "plans", "kept_back"),
    *("words_held", "dropped", "question", "unclear", "thanks", "received", "greets"),
    *("still_asked", "replaces", "not_read"),
)
"""The facts of mails that are told, if they are not empty."""


def rows() -> Mapping[str, Sequence[tuple[str, str]]]:
    """The letters of each place with what comes of them."""
    found: dict[str, list[tuple[str, str]]] = {}
    for line in ROWS.read_text("utf-8").splitlines():
        place, letter, came = line.split("\t")
        found.setdefault(place, []).append((letter, came))
    return found


@pytest.mark.parametrize("place", rows())
def test_letters_come_to_what_is_recorded(
    saved_town_with_players: SavedTown, tmp_path: Path, place: str, _unsynced: None
) -> None:
    expected = rows()[place]
    with closing(saved_town_with_players.copy(tmp_path)) as town:
        writer, mail = PLACES[place](town)
        found = [(each, came(town, writer, mail, each)) for each, _ in expected]
    if os.environ.get("PBM_RECORD"):
        _record(place, found)
    assert found == expected


def came(town: Town, writer: str, mail: Mail | None, letter: str) -> str:
    """Write the letter, tell of the mails that it causes, and undo it."""
    body = letter.replace("\\n", "\n")
    subject = ""
    if body.startswith("Subject: "):
        subject, _, body = body.removeprefix("Subject: ").partition("\n\n")
    with remembered_drafts(), town.rehearsing():
        if mail is None:
            mails = town.write(writer, body, subject=subject)
        elif subject:
            mails = town.write(writer, body, subject=subject, to=mail.reply_to)
        else:
            mails = town.answer(mail, body)
        return "; ".join(" ".join(_told(each)) for each in mails) or "nothing"


def _told(mail: Mail) -> Iterator[str]:
    yield f"{mail.to.partition('@')[0]}: {mail.kind}"
    if mail.kind == "board":
        yield mail.news
    if mail.kind == "help":
        yield f"topic={mail.facts['topic']}"
        return
    if mail.kind == "lesson":
        yield f"{mail.facts['game']} {mail.facts['number']}"
    if mail.kind == "lessons":
        yield " ".join(each["game"] for each in mail.facts["games"])
    for name in _FACTS:
        fact = mail.facts.get(name)
        if fact:
            yield name if fact is True else f"{name}={_text(fact)}"


def _text(fact: object) -> str:
    return " / ".join(map(str, fact)) if isinstance(fact, list | tuple) else str(fact)


def _record(place: str, found: Sequence[tuple[str, str]]) -> None:
    every = {**rows(), place: found}
    lines = ("\t".join([name, *row]) for name, of_place in every.items() for row in of_place)
    ROWS.write_text("".join(f"{line}\n" for line in lines), "utf-8")
