"""The card of a mail: what its HTML part shows in place of its text, part by part, and its links.

A kind of mail with a card has a template ``KIND_card.txt.j2``, with a block for each part. So the
text stays as it is, and the page says the news first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbm.notices.page.offers import Link, Offer, from_facts

BLOCKS = (
    *("above", "headline", "lead", "moved", "told", "deadline", "prompt", "button", "example"),
    *("notes", "links", "more", "foot"),
)
"""The blocks of a template of a card."""


@dataclass(frozen=True)
class Card:
    """The parts of a card, from above.

    preview: what lists of mails show beside the subject.
    above, headline: the place of the mail, and what it is about.
    lead: sentences about an event. moved, told: the new moves, and what the last one did.
    quote: what another player, or the reader, wrote.
    lesson: the rule set whose four pictures are shown, "" for none.
    deadline, urgent: until when to move, and whether that is soon.
    prompt: what is to be done at this turn. button: the one thing that most readers want.
    example: the words before the link to an example of a move, and that link.
    notes: a text with ``offers``, in the form of any mail.
    links, more: what can be done besides; the less usual things in ``more``.
    foot: small print.
    """

    preview: str
    above: str
    headline: str
    lead: str
    moved: Sequence[str]
    told: Sequence[str]
    quote: Sequence[str]
    lesson: str
    deadline: Sequence[str]
    urgent: bool
    prompt: str
    button: Sequence[Link]
    example: str
    hint: Sequence[Link]
    notes: str
    offers: Sequence[Offer]
    links: Sequence[Link]
    more: Sequence[Link]
    foot: Sequence[str]


LINKS = ("button", "hint", "links", "more")
"""The fields with links."""


def card_from(facts: Mapping[str, Any]) -> Card:
    """The card that was kept as JSON."""
    links = {name: [Link(**each) for each in facts[name]] for name in LINKS}
    return Card(**{**facts, **links, "offers": [from_facts(each) for each in facts["offers"]]})
