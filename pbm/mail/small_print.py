"""Small print that companies put below each mail.

It is about secrecy, the environment, and how to leave a mailing list. Its words are in
``program_lines.toml``.
"""

from __future__ import annotations

from pbm.mail.program_lines import counts_of_small_print, is_line_of_small_print
from pbm.mail.quote_heads import is_bare_rule

_LEAST, _LEAST_OF_PLEA, _LEAST_OF_LIST = 40, 25, 16
"""The fewest characters of a line of small print, of a plea not to print it, and of a phrase that
nobody else writes."""


def is_small_print(line: str, *, has_contact: bool) -> bool:
    """Whether the line, at the end of a letter, is small print.

    has_contact: whether an address or a number stands above it.
    """
    if len(line) < _LEAST:
        return False
    found = counts_of_small_print(line)
    return bool(found["secret"] or (has_contact and found["plea"]))


def begins_small_print(line: str) -> bool:
    """Whether the line begins small print by itself: a person would not write so."""
    if is_line_of_small_print(line):
        return True
    if len(line) < _LEAST_OF_LIST:
        return False
    found = counts_of_small_print(line)
    if found["list"] or (len(line) >= _LEAST_OF_PLEA and found["plea"] and found["print"]):
        return True
    is_about_mail = found["itself"] or (found["mail"] and found["secret"] > 1)
    return len(line) >= _LEAST and bool(is_about_mail and found["secret"])


def is_above_small_print(line: str) -> bool:
    """Whether the line is empty, a rule or a heading: "Disclaimer"."""
    return not line or is_bare_rule(line) or is_line_of_small_print(line)
