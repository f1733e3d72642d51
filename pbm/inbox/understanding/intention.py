"""The intention of the writer of a letter, and how certain it is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Certainty(Enum):
    """The ways to treat an intention.

    DO: it is nearly certain. ASK: a mistake would cost something, so the writer is asked first.
    ANSWER: it is a question, and a wrong answer costs nothing. PASS_ON: the words are for the other
    player. CHOOSE: the writer has to say which of several moves they mean. DESCRIBED: they mean a
    move, but do not say from where to where. UNCLEAR: nobody knows what they mean.
    """

    DO = "do"
    ASK = "ask"
    ANSWER = "answer"
    PASS_ON = "pass on"
    CHOOSE = "choose"
    DESCRIBED = "described"
    UNCLEAR = "unclear"


@dataclass(frozen=True)
class Intention:
    """An intention of the writer.

    command: the command that they could have written; for CHOOSE, the moves to choose from.
    line: the index of the own line that says it.
    talks: whether that line also says something to the other player.
    alone: whether it and the lines above it are all about the command, so that no word of them is
        for the other player.
    chosen: whether it is one of several moves; sentences behind the last one, on its line, then are
        for the other player all the same.
    """

    certainty: Certainty
    command: str = ""
    line: int = 0
    talks: bool = False
    alone: bool = False
    chosen: bool = False


UNCLEAR = Intention(Certainty.UNCLEAR)


def do(command: str, line: int) -> Intention:
    return Intention(Certainty.DO, command, line)


def ask(command: str, line: int) -> Intention:
    return Intention(Certainty.ASK, command, line)


def answer(command: str, line: int) -> Intention:
    return Intention(Certainty.ANSWER, command, line)


def pass_on(line: int = 0) -> Intention:
    return Intention(Certainty.PASS_ON, "chat", line)
