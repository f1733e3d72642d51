"""Runs every attack and prints what was tried and what succeeded; exit status 1 if any did."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping

from tests.end_to_end.attacks import authors, bombs, machine, words
from tests.end_to_end.attacks.stage import Tally

ATTACKS: Mapping[str, Callable[[], Tally]] = {
    "a forged From": authors.forged_from,
    "a header put on top of a signed letter": authors.put_on_top_of_a_signed_letter,
    "a header put on top of a plain letter": authors.put_on_top_of_a_plain_letter,
    "a vouched letter again, changed": authors.vouched_letter_again,
    "two authors in one From": authors.two_authors_in_one,
    "Authentication-Results of a stranger": authors.word_of_a_stranger,
    "somebody else's reply address": authors.reply_address_of_another,
    "letters that take long": bombs.heavy_letter,
    "letters that make the server hash passwords": bombs.hashing,
    "mails without end to another player": bombs.bombing,
    "mails to somebody who blocks": bombs.bombing_who_blocks,
    "a flood of strangers": bombs.flood_of_strangers,
    "a move after the last answer of the hour": bombs.silence,
    "passwords kept": words.kept_passwords,
    "robots that confirm": words.robots_that_confirm,
    "robots that play": words.robots_that_play,
    "quotes that a program wraps again": words.quotes_broken_anew,
    "tokens that are split": words.split_tokens,
    "points of a second account": words.points_of_a_second_account,
    "guessing whether an address is a player's": machine.addresses_of_players,
    "files of another user": machine.files_of_others,
    "locks by another user": machine.locks_of_others,
    "smuggled letters": machine.smuggled_letters,
    "a terminal": machine.terminals,
}


def table(names: list[str]) -> Iterator[tuple[str, Tally]]:
    wanted = {name: attack for name, attack in ATTACKS.items() if not names or name in names}
    for name, attack in wanted.items():
        yield name, attack()


def main() -> int:
    print("| attack | tried | succeeded |\n|---|--:|--:|")
    succeeded = 0
    for name, tally in table(sys.argv[1:]):
        print(f"| {name} | {tally.tried} | {tally.succeeded} |", flush=True)
        for which in tally.which:
            print(f"    {which}", file=sys.stderr, flush=True)
        succeeded += tally.succeeded
    return int(succeeded > 0)


if __name__ == "__main__":
    sys.exit(main())
