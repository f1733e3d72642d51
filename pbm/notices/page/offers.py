"""Commands that a mail offers: its text names them, and its HTML part has links to them.

A template offers commands where it names them, with the filters ``offered``, ``offering``,
``choosing``, ``answering`` and ``linked``. So the text and the links never disagree. ``superseded``
marks what the links say already.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from jinja2 import pass_context
from jinja2.runtime import Context

from pbm.core.games import game_names, listed_games
from pbm.notices.page.folds import FOLD

READING = frozenset(
    "help show review record moves list users whoami seeks ratings standings history games"
    " contests".split()
)
"""Commands that change nothing: a From address suffices, so their links hold no token."""


_WITH_GAME = ("challenge", "seek", "take", "show")
"""The commands for which the label of a link names the game or the topic, too."""

_WITH_OTHER = ("message", "block", "unblock", "preview")
"""The commands for which it names the player or the move."""

_CONTESTS = ("cup", "season", "stairs")

COLLECTED = "collected_offers"
"""The name of the list, among the facts of a template, to which its offers are added."""


@dataclass(frozen=True)
class Link:
    """A link that answers a mail.

    words: the line that it writes; "" if the reader writes the first line of the mail; None if the
    label is shown without a link.
    token: the number of the token in the link's address; None if it has no token.
    url: the address of a page, for a link that writes no mail.
    """

    label: str
    words: str | None
    token: int | None = None
    url: str = ""

    @property
    def only_reads(self) -> bool:
        return self.words is None or any(word in READING for word in self.words.split()[:2])


@dataclass(frozen=True)
class Offer:
    """A piece of the text of a mail, and the links for the commands in it; "" for cells of tables.

    stays: whether the piece says more than the links, and so is shown above them.
    listed: whether the links are equally prominent, one after the other.
    label: the words before listed links.
    subject: the subject that is answered; "" for the mail's own.
    strong: whether most readers want the first link; None if that follows from the others.
    """

    text: str
    links: Sequence[Link]
    stays: bool = False
    listed: bool = False
    label: str = ""
    subject: str = ""
    strong: bool | None = None

    @property
    def is_strong(self) -> bool:
        """Whether the first link answers a question, or is for the reader's own move."""
        first = self.links[0]
        if self.strong is not None:
            return self.strong
        return first.label != first.words and (self.stays or not first.words)


@dataclass(frozen=True)
class Placed:
    """An offer, and the lines of its text up to, but not including, ``end``.

    lead: the beginning of these lines, which is kept.
    """

    offer: Offer
    first: int
    end: int
    lead: str


@pass_context
def offered(context: Context, commands: str | Sequence[str], blank: str = "") -> str:
    """Return the commands as text, and offer them.

    blank: the label of a link to a mail whose first line is empty.
    """
    listed = not isinstance(commands, str)
    written = [commands] if isinstance(commands, str) else list(commands)
    text = ", ".join(written)
    empty = [Link(blank, "")] if blank else []
    links = chain(empty, (Link(_label(context, each), each) for each in written))
    _add(context, text, links, listed=listed)
    return text


@pass_context
def offering(
    context: Context,
    text: str,
    labels: Mapping[str, str],
    *,
    stays: bool = True,
    strong: bool | None = None,
) -> str:
    """Return the text, which offers commands in a sentence.

    labels: the label of the link for each command; the command itself if it needs no other.
    stays: whether the text is shown above the links, because it says more than they do.
    strong: as in ``Offer``.
    """
    links = [
        Link(_label(context, words) if label == words else label, words)
        for words, label in labels.items()
    ]
    listed = all(link.only_reads for link in links)
    _add(context, text, links, stays=stays, listed=listed, strong=strong)
    return text


@pass_context
def visited(context: Context, url: str, label: str) -> str:
    """Return the address of a page, and offer a link to it."""
    _add(context, url, [Link(label, "", url=url)])
    return url


@pass_context
def superseded(context: Context, text: str) -> str:
    """Return a text that the HTML part leaves out, because its links say the same."""
    found = context.get(COLLECTED)
    if isinstance(found, list):
        found.append(Offer(text.replace(FOLD, ""), []))
    return text


@pass_context
def choosing(context: Context, text: str, label: str, links: Mapping[str, str | None]) -> str:
    """Return the text; the HTML part shows links for moves in its place, with a label before them.

    links: the line that each link writes, None for a move that the reader may not play.
    """
    _add(context, text, [Link(*each) for each in links.items()], listed=True, label=label)
    return text


@pass_context
def answering(  # noqa: PLR0913 (what a mail within a mail needs)
    context: Context,
    address: str,
    label: str,
    token: int,
    subject: str,
    *,
    strong: bool | None = None,
) -> str:
    """Return a further reply address for the text; the HTML part shows a link in its place.

    label: "" for no link, because that mail has links of its own.
    token: the number of the address's token in this mail.
    strong: as in ``Offer``.
    """
    links = [Link(label, "", token)] if label else []
    _add(context, address, links, subject=subject, strong=strong)
    return address


@pass_context
def linked(context: Context, cell: str, command: str = "") -> str:
    """Return the first cell of a row, and make it a link unless it has words to fill in.

    command: the line that the link writes, if it is not the cell itself.
    """
    words = command or cell
    if words.islower():
        _add(context, "", [Link(cell, words)])
    return cell


def _label(context: Context, line: str) -> str:
    """The label of a link that writes this line; the line itself if it is a move or the like."""
    named: Callable[[str, str], str] = context.environment.filters["named"]
    titled: Callable[[str], str] = context.environment.filters["titled"]
    label = named(line, "button")
    if label != line:
        return label
    code, facts = _of_a_game(line, titled) or _of_others(line, titled) or ("", {})
    return named(code, "button_for") % facts if code else line


def _of_a_game(line: str, titled: Callable[[str], str]) -> tuple[str, Mapping[str, str]] | None:
    """The code and the facts of the label for a line that begins with a game."""
    match line.split():
        case [game, contest, "join" | "leave" as does] if contest in _CONTESTS:
            code, other = f"{contest} {does}", ""
        case [game, contest, "challenge", other] if contest in _CONTESTS:
            code = "challenge"
        case [game, code, *others] if code in _WITH_GAME:
            other = "".join(others[:1])
        case _:
            return None
    return (code, {"game": titled(game), "other": other}) if game in game_names() else None


def _of_others(line: str, titled: Callable[[str], str]) -> tuple[str, Mapping[str, str]] | None:
    """The code and the facts of the label for a line about a player, a move or a game."""
    match line.split():
        case ["help", topic] if topic in game_names():
            return "help", {"game": titled(topic)}
        case ["help", topic] if topic in {game.ruleset for game in listed_games()}:
            return "help", {"game": topic}
        case ["learn" as code, topic] if topic in game_names():
            return code, {"game": titled(topic)}
        case [code, other] if code in _WITH_OTHER:
            return code, {"other": other}
    return None


def _add(context: Context, text: str, links: Iterable[Link], **how: Any) -> None:
    """Offer these links, unless the mail has no HTML part. how: further fields of ``Offer``."""
    found = context.get(COLLECTED)
    if not isinstance(found, list):
        return
    offer = Offer(text.replace(FOLD, ""), list(links), **how)
    # An offer without links is kept only for a reply address, which the HTML part leaves out.
    if offer.links or offer.subject:
        found.append(offer)


def placed(text: str, offers: Iterable[Offer], above: int = 0) -> Iterator[Placed]:
    """Yield the offers that are in the text, at the ends of lines, in their order.

    Lines of others begin with a bar, and offer nothing.

    above: how many lines of the whole text precede this part.
    """
    behind = 0
    for offer in (each for each in offers if each.text):
        found = _pattern(offer).search(text, behind)
        if found is not None:
            behind = found.end()
            first, end = (above + text.count("\n", 0, at) for at in (found.start(), behind))
            lead = found[0].rstrip() if offer.stays else found["lead"].rstrip()
            yield Placed(offer, first, end + 1, lead)


def _pattern(offer: Offer) -> re.Pattern[str]:
    """Match an offer that is alone on its lines, or after a colon, however it is folded."""
    lead = " *" if offer.stays else r" *|[^|\n][^\n]*[:,] "
    words = r"\s+".join(map(re.escape, offer.text.split()))
    return re.compile(rf"^(?P<lead>{lead}){words}$", re.MULTILINE)


def from_facts(facts: Mapping[str, Any]) -> Offer:
    return Offer(**{**facts, "links": [Link(**each) for each in facts["links"]]})
