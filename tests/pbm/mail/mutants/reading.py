"""Reading a mutant and its commands."""

from __future__ import annotations

from tests.pbm.mail.mutants.making import Mutant
from tests.pbm.mail.understanding import CONTEXTS, read_letter, understand


def obeys_no_quote(made: Mutant, number: int) -> None:
    """Read the mutant, and fail if a quoted line is taken for the writer's own."""
    letter = read_letter(made.raw)
    obeyed = made.obeyed(letter)
    understand(letter, CONTEXTS[number % len(CONTEXTS)])
    assert not obeyed, (number, obeyed, made.raw)
