"""The templates of board mails have a branch for every headline, and for no other."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources

from jinja2 import Environment, nodes

from pbm.notices.headlines import Headline

TEMPLATES = ("board", "headline", "news")
# The mail shows the board alone.
WORDLESS = {Headline.SHOWN}


def compared(template: str) -> Iterator[str]:
    """The values that a template compares ``news`` with."""
    found = resources.files("pbm.mail_templates").joinpath("mails", f"{template}.txt.j2")
    parsed = Environment(extensions=["jinja2.ext.i18n"]).parse(found.read_text(encoding="utf-8"))
    for comparison in parsed.find_all(nodes.Compare):
        if isinstance(comparison.expr, nodes.Name) and comparison.expr.name == "news":
            yield from (constant.value for constant in comparison.find_all(nodes.Const))


def test_templates_have_a_branch_for_every_headline_and_no_other() -> None:
    known = {word for template in TEMPLATES for word in compared(template)}
    assert known == {headline.value for headline in Headline} - WORDLESS
