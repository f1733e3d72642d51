"""Texts that people write, and their expected outcomes: the rows of ``*.tsv``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from csv import DictReader
from dataclasses import dataclass, replace
from pathlib import Path

HERE = Path(__file__).parent


ROBOT = "{AUTO}"


@dataclass(frozen=True)
class Row:
    """A text. wanted: sets of right outcomes, the best first. never: outcomes that do harm."""

    id: str
    language: str
    context: str
    body: str
    wanted: Sequence[frozenset[str]]
    never: frozenset[str]

    @property
    def is_robots(self) -> bool:
        return self.body.startswith(ROBOT)

    @property
    def mails_are_english(self) -> bool:
        return "x-" in self.id

    def in_words(self, words: Mapping[str, str]) -> Row:
        """The row with the words of a scene in its placeholders."""
        wanted = [frozenset(filled(one, words) for one in each) for each in self.wanted]
        return replace(
            self, wanted=wanted, never=frozenset(filled(one, words) for one in self.never)
        )

    def text(self, words: Mapping[str, str]) -> tuple[str, str]:
        """The subject, "" in a reply to a mail, and the body."""
        text = filled(self.body.removeprefix(ROBOT).replace("\\n", "\n"), words)
        if not text.startswith("Subject: "):
            return "", text
        subject, _, body = text.removeprefix("Subject: ").partition("\n\n")
        return subject.strip(), body


def filled(text: str, words: Mapping[str, str]) -> str:
    for name, word in words.items():
        text = text.replace(f"{{{name}}}", word)
    return text


def rows(path: Path) -> Iterator[Row]:
    with path.open(encoding="utf-8", newline="") as file:
        for line in DictReader(file, delimiter="\t", quotechar=None, quoting=3):
            wanted, _, never = line["expected"].partition(" never:")
            yield Row(
                line["id"],
                line["language"],
                line["context"],
                line["body"],
                [frozenset(each.split("+")) for each in wanted.split("|")],
                frozenset(filter(None, never.split(","))),
            )
