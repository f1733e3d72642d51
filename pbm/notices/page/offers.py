"""Commands that a mail offers: its text names them, and its HTML part has links to them.

A template offers commands where it names them, with the filters ``offered``, ``offering`` and
``linked``. So the text and the links never disagree.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from jinja2 import pass_context
from jinja2.runtime import Context

READING = frozenset(
    "help show review record moves list users whoami seeks ratings standings history games".split()
)
"""Commands that change nothing: an address alone may send them, so their links hold no token."""


COLLECTED = "collected_offers"
"""The name of the list, among the facts of a template, to which its offers are added."""


@dataclass(frozen=True)
class Link:
    """A link that answers a mail.

    words: what it writes; "" for a mail whose first line the reader writes.
    token: the number of the token in its address, None for an address without one.
    """

    label: str
    words: str
    token: int | None = None

    @property
    def only_reads(self) -> bool:
        return any(word in READING for word in self.words.split()[:2])


@dataclass(frozen=True)
class Offer:
    """A piece of the text of a mail, and the links to what it offers; "" for cells of tables.

    stays: whether the piece is more than the commands, and so is shown above the links.
    listed: whether the links are of equal weight, one behind the other.
    """

    text: str
    links: Sequence[Link]
    stays: bool = False
    listed: bool = False


@dataclass(frozen=True)
class Placed:
    """An offer with the lines of its text, without ``end``. lead: what stays of these lines."""

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
    each = [commands] if isinstance(commands, str) else list(commands)
    text = ", ".join(each)
    links = [Link(command, command) for command in each]
    _add(context, Offer(text, [*([Link(blank, "")] if blank else []), *links], listed=listed))
    return text


@pass_context
def offering(context: Context, text: str, labels: Mapping[str, str]) -> str:
    """Return the text, which offers commands in a sentence. labels: of the links, by command."""
    links = [Link(label, words) for words, label in labels.items()]
    listed = all(link.only_reads for link in links)
    _add(context, Offer(text, links, stays=True, listed=listed))
    return text


@pass_context
def linked(context: Context, command: str) -> str:
    """Return a command as a cell of a table, which is a link. In capitals are words to fill in."""
    if command.islower():
        _add(context, Offer("", [Link(command, command)]))
    return command


def _add(context: Context, offer: Offer) -> None:
    found = context.get(COLLECTED)
    if isinstance(found, list) and offer.links:
        found.append(offer)


def placed(text: str, offers: Iterable[Offer]) -> Iterator[Placed]:
    """Yield the offers that stand in the text, at the ends of lines, in their order.

    Lines of others begin with a bar, and offer nothing.
    """
    behind = 0
    for offer in (each for each in offers if each.text):
        found = _pattern(offer).search(text, behind)
        if found is not None:
            behind = found.end()
            first, end = text.count("\n", 0, found.start()), text.count("\n", 0, behind) + 1
            lead = found[0].rstrip() if offer.stays else found["lead"].rstrip()
            yield Placed(offer, first, end, lead)


def _pattern(offer: Offer) -> re.Pattern[str]:
    """Match an offer that is alone on its lines, or behind a colon, however it is folded."""
    lead = "" if offer.stays else r" *|[^|\n][^\n]*[:,] "
    words = r"\s".join(map(re.escape, offer.text.split()))
    return re.compile(rf"^(?P<lead>{lead}){words}$", re.MULTILINE)


def from_facts(facts: Mapping[str, Any]) -> Offer:
    return Offer(**{**facts, "links": [Link(**each) for each in facts["links"]]})
