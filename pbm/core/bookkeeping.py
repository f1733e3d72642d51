"""Rows of the store for acts, requests, nodes, queues and the feed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, NamedTuple

from pbm.core.by_seat import BySeat
from pbm.core.results import Result


class ServerAct(StrEnum):
    """The command of an act of the server itself: a moment on its clock has come, a mail was
    refused, or a backup was restored.
    """

    CLOCK = "clock"
    DELIVERY = "delivery"
    RESTORE = "restore"


@dataclass(frozen=True)
class Node:
    """A machine that serves on a store together with others.

    key: a hash of its key. settings: the settings that must be the same on all nodes, as text.
    """

    name: str
    seen: datetime
    version: str
    key: str
    settings: Mapping[str, str]


@dataclass(frozen=True)
class Act:
    """Something that an operator or the server did.

    command: as the operator typed it, or a ``ServerAct``. why: the reason.
    who: the login name of the operator; "" for the server, and for acts of early versions.
    """

    id: int
    at: datetime
    command: str
    why: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    who: str = ""


@dataclass(frozen=True)
class DoorRequest:
    """A player's request through another door than mail, such as a page or a program.

    door: the name of the door. what: the request in the door's own format, without secrets.
    """

    id: int
    door: str
    player: int
    what: str
    at: datetime


class Unheard(NamedTuple):
    """An event that waits in the queue of a subscriber."""

    subscriber: str
    board: int
    seq: int


class FeedKind(StrEnum):
    """The kinds of lines in the feed. A corrected result is ``finished``, too."""

    FINISHED = "finished"
    REOPENED = "reopened"


@dataclass(frozen=True)
class FeedLine:
    """A line of the feed: a game ended, or a finished one was reopened.

    seq: the number of the event. reason: as in ``Match``. plies: how many had been played.
    started, at: when the game began, and when the event happened.
    place: the position of the line in the feed, 0 until it is added.
    """

    board: int
    seq: int
    kind: FeedKind
    game: str
    ruleset: str
    players: BySeat[int]
    result: Result
    reason: str
    plies: int
    started: datetime
    at: datetime
    place: int = 0
