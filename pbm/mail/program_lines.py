"""Advertising of mail programs, and banners of gateways."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from itertools import chain
from typing import Any, NamedTuple

from pbm.base.accents import without_accents
from pbm.base.alternatives import any_of
from pbm.core.names import reads_as_move

MOST_CHARACTERS, MOST_WORDS = 200, 10
"""The most characters of a line of advertising, and the most words of one with "sent" or "get"."""
MOST_LINES = 3
"""The most lines over which a sentence is wrapped."""
LEAST_TOPICS, LEAST_SHARE = 3, 0.25
"""The fewest topics of a banner, and the least share of words about them: people use some, too."""
WHOLLY, HALF = 0.6, 0.5
"""With so large a share, two topics are enough: "EXTERNAL EMAIL". The second is for a text in
brackets, or behind a warning sign."""

_LINK = re.compile(r"[<\[(]?\s?(?:https?://|www\.)\S+")
_EDGES = re.compile(r"^[\W_]+|[\W_]+$")
_UNSPACED = re.compile("[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
"""Letters of scripts that put no spaces between words, or other words behind them."""
_COLONS = (":", " -", " \N{EN DASH}")
_ENCLOSED = re.compile(
    r"[\[*(<{=#-].*[\])*>}=#-]$"
    r"|[\N{WARNING SIGN}\N{HEAVY EXCLAMATION MARK SYMBOL}\N{OCTAGONAL SIGN}].*"
)
_ADDRESS_OR_LINK = re.compile(r"\S@\S|https?://")
_ABOUT_WRITER = ("i ", "we ", "ich ", "wir ", "nous ", "j'", "ik ", "io ")
"""The first words of sentences about their writers; gateways tell the reader of themselves."""
_OUTSIDE, _SELDOM, _REASON, _SURE = "outside", "seldom", "learn", "sure"
_TELLING = (_OUTSIDE, _SELDOM, _SURE)
"""Each banner has a word of one of these topics."""
_ACT, _ORIGIN = "act", "origin"
_LETTERS = frozenset({"mail", "sender"})
_OF_GATEWAYS = frozenset({"warning", "sender", "organisation"})
"""A warning of a gateway has one of these topics beside the outside; people's letters do not."""


def may_have_been_added(lines: Iterable[str]) -> bool:
    """Whether one of these lines may be advertising or part of a banner. Most letters have none."""
    text = folded("\n".join(lines))
    return bool(_signs().search(text))


def advertising(lines: Sequence[str], at: int) -> int:
    """The number of lines that begin at ``lines[at]`` in which a program says how a letter was
    sent, or that it was searched for viruses; 0 if none do.
    """
    span = next((span for span, *text in _beginnings(lines, at) if _is_advertising(*text)), 0)
    # It may begin directly below the writer's own words.
    below = lines[at + 1 : at + span] if lines[at].endswith((".", "!", "?")) else ()
    return 0 if any(_is_advertising(line, folded(line)) for line in below) else span


def banner(lines: Sequence[str], at: int) -> int:
    """The number of lines of a banner that begin at ``lines[at]``, or 0.

    A gateway warns there of a letter from outside, or of a sender who seldom writes.
    """
    frame = _frame(lines, at)
    if frame:
        return frame
    begun = next((span for span, *text in _beginnings(lines, at) if _is_banner(*text)), 0)
    return _end_of_banner(lines, at + begun) - at if begun else 0


def counts_of_small_print(line: str) -> Mapping[str, int]:
    """How many words of a line belong to each topic of small print."""
    plain = folded(line)
    return {topic: len(words.findall(plain)) for topic, words in _small_print().items()}


def is_line_of_small_print(line: str) -> bool:
    """Whether the whole line is a heading of small print: "Disclaimer"."""
    return _bare(line) in _data()["small_print"]["line"]


class ReactionWords(NamedTuple):
    """The words of reactions.

    verbs, objects: their beginnings in "reacted to your message". taps: verbs of phones.
    things: what somebody tapped on that is no mail: "an image".
    tapped: the ends of lines that name such a thing, or a mail: " your message".
    beside: words beside an emoji and what somebody reacted to.
    """

    verbs: re.Pattern[str]
    objects: re.Pattern[str]
    taps: Collection[str]
    things: Collection[str]
    tapped: tuple[str, ...]
    beside: Collection[str]


@cache
def reaction_words() -> ReactionWords:
    words = _data()["reaction"]
    taps, things, beside = (frozenset(words[name]) for name in ("taps", "things", "beside"))
    tapped = tuple(f" {each}" for each in (*words["things"], *words["mails"]))
    return ReactionWords(_any(words["verbs"]), _any(words["objects"]), taps, things, tapped, beside)


def is_stand_in(text: str) -> bool:
    """Whether the text says nothing but that a picture or a file stood there: "image removed"."""
    return _stand_in().fullmatch(folded(text).replace("-", " ").strip(" .")) is not None


def folded(text: str) -> str:
    """The text in lower case and without accents."""
    if text.isascii():
        return text.lower()
    bare = without_accents(text.replace("\u2019", "'").casefold())
    return unicodedata.normalize("NFC", bare)


def _beginnings(lines: Sequence[str], at: int) -> Iterator[tuple[int, str, str]]:
    """The line, and where it begins a paragraph the first lines of that, if they have a sign.

    Each with the number of lines, and folded.
    """
    begins = at == 0 or not lines[at - 1]
    for span in range(1, MOST_LINES + 1 if begins else 2):
        window = lines[at : at + span]
        if len(window) < span or not window[-1]:
            return
        text = " ".join(window)
        plain = folded(text)
        if _signs().search(plain):
            yield span, text, plain


def _is_advertising(text: str, plain: str) -> bool:
    """Whether a program says in the text how a letter was sent or searched for viruses."""
    if len(plain) > MOST_CHARACTERS:
        return False
    data = _data()
    if _holds(plain, data["scanners"]) and _holds(plain, data["viruses"]):
        return True
    bare = _bare(_LINK.sub(" ", plain))
    is_short = len(bare.split()) <= MOST_WORDS
    # Whether there is a move takes longest.
    return is_short and _says_how_sent(plain, bare) and not _has_move(text)


def _says_how_sent(plain: str, bare: str) -> bool:
    """Whether a text has the words of programs. bare: without links, and marks at its ends."""
    data = _data()
    if any(bare.startswith(f"{name}{mark}") for name in data["slogans"] for mark in _COLONS):
        return True
    is_known = _holds(bare, data["programs"]) and _holds(bare, data["platforms"])
    is_known = is_known or _holds(plain, data["links"])
    if _frames(bare, data["get"]):
        return is_known
    return _frames(bare, data["sent"]) and (is_known or _holds(bare, data["products"]))


def _is_banner(text: str, plain: str) -> bool:
    """Whether a gateway warns of a letter or its sender."""
    may_warn = any(_topics()[topic].search(plain) for topic in _TELLING)
    return may_warn and _warns(text, plain) and not _has_move(text)


def _warns(text: str, plain: str) -> bool:
    """Whether a text has the words of a gateway's warning, and few others. plain: it, folded."""
    found = {topic: len(words.findall(plain)) for topic, words in _topics().items()}
    topics = {topic for topic, count in found.items() if count}
    share = sum(found.values()) / max(1, _count_words(plain))
    is_told = _SELDOM in topics and not topics.isdisjoint((_REASON, "warning"))
    if is_told and not plain.startswith(_ABOUT_WRITER):
        return len(topics) >= LEAST_TOPICS and bool(_ADDRESS_OR_LINK.search(plain))
    if _SURE in topics:
        return True
    if _OUTSIDE not in topics:
        return False
    is_enclosed = bool(_ENCLOSED.match(text))
    if share >= (HALF if is_enclosed else WHOLLY) and (
        topics & _LETTERS or text.partition(":")[0].isupper() or is_enclosed
    ):
        return len(topics) > 1 or is_enclosed
    if len(topics) < LEAST_TOPICS or share < LEAST_SHARE:
        return False
    is_told = bool(topics & _OF_GATEWAYS) or (_ACT in topics and share >= HALF)
    is_own = not _data()["own"].isdisjoint(re.findall(r"\w+", plain))
    return is_told or (_ORIGIN in topics and not is_own)


def _frame(lines: Sequence[str], at: int) -> int:
    """The number of lines between two marks of a gateway that begin here, or 0."""
    begin, end = _data()["frames"]
    if begin not in lines[at].casefold():
        return 0
    ends = (below for below in range(at, len(lines)) if end in lines[below].casefold())
    return next(ends, at) + 1 - at


def _end_of_banner(lines: Sequence[str], at: int) -> int:
    """The index behind the lines that go on with a banner."""
    while at < len(lines) and lines[at] and not _has_move(lines[at]):
        plain = folded(lines[at])
        about = sum(len(words.findall(plain)) for words in _topics().values())
        if about / max(1, _count_words(plain)) < LEAST_SHARE:
            break
        at += 1
    return at


def _bare(text: str) -> str:
    return _EDGES.sub("", folded(text))


def _has_move(text: str) -> bool:
    return any(map(reads_as_move, text.split()))


def _count_words(plain: str) -> float:
    """The number of words; two letters of a script without spaces count as one."""
    unspaced = len(_UNSPACED.findall(plain))
    return len(re.findall(r"\w+", _UNSPACED.sub(" ", plain))) + unspaced / 2


def _holds(plain: str, words: Iterable[str]) -> bool:
    return any(word in plain for word in words)


def _frames(bare: str, phrases: tuple[str, ...]) -> bool:
    """Whether the text begins or ends with one of the phrases."""
    return (bare.startswith(phrases) or bare.endswith(phrases)) and any(
        (bare.startswith(phrase) and _is_apart(bare[len(phrase) :][:1], phrase))
        or (bare.endswith(phrase) and _is_apart(bare[: -len(phrase)][-1:], phrase))
        for phrase in phrases
    )


def _is_apart(beside: str, phrase: str) -> bool:
    return not beside.isalpha() or bool(_UNSPACED.search(phrase))


@cache
def _data() -> Mapping[str, Any]:
    text = resources.files(__package__).joinpath("program_lines.toml").read_text("utf-8")
    tables = tomllib.loads(text)
    nested = {
        table: {name: tuple(map(folded, words)) for name, words in tables.pop(table).items()}
        for table in ("banner", "reaction", "stand_in", "small_print")
    }
    own = frozenset(tables.pop("own"))
    return (
        nested | {"own": own} | {name: tuple(map(_bare, words)) for name, words in tables.items()}
    )


@cache
def _signs() -> re.Pattern[str]:
    """A word that each piece of advertising and each banner has."""
    data = _data()
    names = (*(data[each] for each in ("scanners", "slogans", "products", "platforms", "frames")),)
    topics = (data["banner"][name] for name in _TELLING)
    return _any([*chain(*names, *topics)])


@cache
def _topics() -> Mapping[str, re.Pattern[str]]:
    return {topic: _any(words) for topic, words in _data()["banner"].items()}


@cache
def _small_print() -> Mapping[str, re.Pattern[str]]:
    words = _data()["small_print"]
    topics = {name: _any(words[name]) for name in ("secret", "itself", "plea", "print", "list")}
    return {**topics, "mail": _topics()["mail"]}


@cache
def _stand_in() -> re.Pattern[str]:
    """Words for a picture or a file, perhaps a description behind a colon, and others beside it."""
    words = _data()["stand_in"]
    media, beside = (
        "|".join(map(re.escape, sorted(words[name], key=len, reverse=True)))
        for name in ("media", "beside")
    )
    number = r"(?: ?#?\d{1,3})?"
    return re.compile(
        rf"(?:(?:{beside}) ?)*(?:{media})(?:[:,].*|(?: ?(?:{beside}|{media}))*{number})"
    )


def _any(words: Collection[str]) -> re.Pattern[str]:
    """A pattern of words that begin so."""
    unspaced = {word for word in words if _UNSPACED.search(word)}
    apart = rf"\b{any_of({*words} - unspaced)}"
    return re.compile("|".join([apart, *map(re.escape, sorted(unspaced))]))
