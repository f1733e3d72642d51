"""The rows of the tables of letters, as bytes, and the outcomes that are wanted of them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from tests.pbm.inbox.understanding.rows import filled
from tests.pbm.inbox.understanding.scenes import Scene
from tests.pbm.town import SERVER, Mail

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*.toml"))

_HEAD = """\
From: {FROM}
To: {TO}
Subject: {SUBJECT}
Date: {DATE}
Message-ID: <letter-{NUMBER}@example.org>
In-Reply-To: {ID}
References: {ID}
MIME-Version: 1.0
"""
_DATE = "Fri, 20 Nov 2026 10:00:00 +0000"


@dataclass(frozen=True)
class LetterRow:
    """One letter. The fields are the keys that the README of this folder explains."""

    name: str
    file: str
    number: int
    comes: str
    scene: str = "gyges_turn"
    head: str = ""
    body: str = ""
    raw: str = ""
    charset: str = "utf-8"
    ends: str = "\r\n"
    shown: Sequence[str] = field(default=())
    note: str = ""
    sender: str = ""
    to: str = ""
    before: Sequence[Mapping[str, str]] = field(default=())

    @cached_property
    def wanted(self) -> Sequence[frozenset[str]]:
        return [frozenset(each.split("+")) for each in self.comes.split("|")]

    def __str__(self) -> str:
        return f"{self.file}: {self.name}"

    def bytes(self, scene: Scene) -> bytes:
        """The letter as it is sent in a scene, with the line ends of the row."""
        text = self.raw or f"{self._headers}\n{self.body}"
        text = filled(text, self._words(scene))
        return text.replace("\r\n", "\n").replace("\n", self.ends).encode(self.charset)

    @property
    def earlier(self) -> Sequence[LetterRow]:
        """The letters that the same writer sent before this one."""
        return [
            replace(self, number=1000 * (1 + at) + self.number, before=(), **each)
            for at, each in enumerate(self.before)
        ]

    @property
    def _headers(self) -> str:
        named = {_name(line) for line in self.head.split("\n") if not line.startswith((" ", "\t"))}
        usual = [line for line in _HEAD.splitlines() if _name(line) not in named]
        lines = self.head.splitlines()
        own = [each for each in lines if each[:1].isspace() or each.partition(":")[2:] != ("",)]
        return "".join(f"{line}\n" for line in [*own, *usual])

    def _words(self, scene: Scene) -> Mapping[str, str]:
        mail = scene.mail
        about = _of_answered(mail) if mail is not None else {"TO": SERVER, "SUBJECT": "", "ID": ""}
        return {
            "FROM": scene.writer,
            "DATE": _DATE,
            "NUMBER": f"{self.file}-{self.number}",
            **about,
            **({"TO": self.to} if self.to else {}),
            **scene.words,
        }


def _name(line: str) -> str:
    return line.partition(":")[0].strip().casefold()


def _of_answered(mail: Mail) -> Mapping[str, str]:
    text = mail.text
    quote = "".join(f"> {line}".rstrip() + "\n" for line in text.splitlines())
    page = mail.html if mail.row.page else ""
    return {
        "TO": mail.reply_to,
        "SUBJECT": f"Re: {mail.subject}",
        "ID": mail.row.message_id,
        "BOARD": text,
        "QUOTE": quote,
        "PAGE": page,
    }


def letters(*files: Path) -> Iterator[LetterRow]:
    """The rows of these files, all of them by default."""
    for file in files or FILES:
        for number, row in enumerate(tomllib.loads(file.read_text("utf-8"))["letter"]):
            yield _row(file, number, row)


def _row(file: Path, number: int, row: dict[str, Any]) -> LetterRow:
    scene = row.pop("in", "gyges_turn")
    return LetterRow(file=file.stem, number=number, scene=scene, **row)
