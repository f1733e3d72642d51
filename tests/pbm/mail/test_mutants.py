"""Randomly changed replies: the parser never raises, and no quote is obeyed.

``scripts/trials mails`` tries a hundred thousand of them.
"""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from pbm.inbox.line.line import secrets_of
from pbm.mail.redact import redact
from tests.pbm.inbox.letter.lines import PLAIN
from tests.pbm.mail.mutants.making import mutant
from tests.pbm.mail.mutants.quoting import PASSWORD
from tests.pbm.mail.mutants.reading import obeys_no_quote
from tests.pbm.mail.understanding import CONTEXTS, guarded, read_letter, understand

FEW = 1000


def test_a_thousand_mutants() -> None:
    with guarded(60):
        for number in range(FEW):
            obeys_no_quote(mutant(Random(number)), number)


def test_every_password_that_is_read_in_a_mutant_can_be_redacted() -> None:
    told = 0
    for number in range(FEW):
        raw = mutant(Random(number)).raw
        (reading,) = understand(read_letter(raw), PLAIN)
        if PASSWORD in [secret for line in reading.lines for secret in secrets_of(line)]:
            kept = redact(raw, [PASSWORD])
            again = read_letter(kept)
            assert PASSWORD not in "\n".join(again.lines + again.undecoded), (number, kept)
            assert PASSWORD.encode() not in kept, (number, kept)
            told += 1
    assert told > FEW / 20


@given(st.randoms(use_true_random=False), st.integers(0, len(CONTEXTS) - 1))
def test_mutants_that_hypothesis_shrinks(chance: Random, context: int) -> None:
    obeys_no_quote(mutant(chance), context)


def test_quotes_stay_recognisable_in_most_mutants() -> None:
    made = [mutant(Random(number)) for number in range(FEW)]
    assert sum(each.quotes for each in made) > FEW / 2
    assert all(b"65" in each.raw or b"base64" in each.raw.lower() for each in made[:50])
