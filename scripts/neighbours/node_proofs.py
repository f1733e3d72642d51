"""The proofs with two nodes, in order: Postfix on each machine delivers to both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from email import message_from_bytes
from email.policy import default
from threading import Event

from pbm.admin.sandbox import text_of
from scripts.neighbours.club import Rows, Server
from scripts.neighbours.place import PATIENCE_SECONDS, must, wait_for
from scripts.neighbours.player import Player
from scripts.neighbours.proof import Since, both_hear, is_settled, same_answer_again, waiting_mails
from scripts.neighbours.proofs import late, record, signed, whole_game
from scripts.neighbours.town import Town
from scripts.neighbours.wire import wire_that_loses

CHATS = 8
"""How many letters each player sends while a node is killed."""

_BEFORE, _AFTER = 2, 2
"""How many of them the node takes at least before the kill, and how many come at least after."""


def by_both(town: Town) -> str:
    """A whole game is played through two nodes."""
    letters = Since(town.club.letters)
    with _counted(town) as kept:
        seen = whole_game(town)
    must(all(kept.values()), f"one node took all letters: {kept}")
    must(sum(kept.values()) == len(letters.new()), f"of {len(letters.new())} letters {kept}")
    return f"{seen}; {_told(kept)}"


def killed(town: Town) -> str:
    """While a node is killed letters reach the other; none is lost, doubled or returned."""
    seen = [_chats_around_the_kill_of(each, town) for each in town.club.servers]
    return "; ".join(seen)


def _chats_around_the_kill_of(victim: Server, town: Town) -> str:
    players, words = town.table.players, [f"{victim.name} {n}" for n in range(CHATS)]
    letters, mails = Since(town.club.letters), Since(town.club.mails)
    is_dead = Event()
    with _counted(town) as kept, ThreadPoolExecutor() as pool:
        enough = town.taken()[victim.name] + _BEFORE
        chats = [pool.submit(_chat, player, words, is_dead) for player in players]
        wait_for(lambda: town.taken()[victim.name] >= enough, f"letter that {victim.name} took")
        victim.kill()
        is_dead.set()
        for each in chats:
            each.result()
        done = wait_for(lambda: _done(letters.new(), 2 * CHATS), "action on each letter")
    must(kept[victim.name] < CHATS, f"nothing went another way: {kept}")
    victim.start()
    wait_for(lambda: not waiting_mails(town), "empty outbox")
    # A receipt for each writer, and the words for the other player. Copies get the receipt again,
    # and the operator may get an alert, which no letter has caused.
    caused = [mail for mail in mails.new() if mail["letter"]]
    different = {mail["message_id"] for mail in caused}
    told = [(mail["letter"], mail["kind"], mail["to"]) for mail in caused]
    must(len(different) == 4 * CHATS, f"{len(different)} mails for {2 * CHATS} letters: {told}")
    for player, other in (players, players[::-1]):
        _must_have_heard(other, [f"{player.userid} {each}" for each in words])
    must(not town.queue(), "Postfix has kept a letter")
    again = len(done) - 2 * CHATS
    return f"{victim.name} killed: {_told(kept)}, {again} of them again"


def _chat(player: Player, words: Sequence[str], is_dead: Event) -> None:
    """Write these chats, all in reply to one mail, the last ones after the node was killed."""
    for number, each in enumerate(words):
        if number == CHATS - _AFTER:
            is_dead.wait(PATIENCE_SECONDS)
        player.answer(f"chat\n{player.userid} {each}")


def _done(rows: Rows, number: int) -> Rows:
    """The letters, once ``number`` of them are acted on; all others must be copies of these.

    :raises Disproved: if a letter was not acted on, or too many were
    """
    found = Counter(row["status"] for row in rows)
    must(found.keys() <= {"waiting", "done", "duplicate"}, f"letters are {found}")
    must(found["done"] <= number, f"{found['done']} letters were acted on, not {number}")
    return rows if found["done"] == number and all(map(is_settled, rows)) else []


def _must_have_heard(player: Player, words: Sequence[str]) -> None:
    """Require that each of these words came in one mail. Copies with its Message-ID may exist."""
    mails = [message_from_bytes(raw, policy=default) for raw in player.raw_mails("")]
    must(not player.search("Undelivered"), f"a letter of {player.userid} came back")
    for each in words:
        found = {mail["Message-ID"] for mail in mails if f"{each}\n" in text_of(mail)}
        must(len(found) == 1, f'{player.userid} got "{each}" in {len(found)} mails')


def in_doubt(town: Town) -> str:
    """A letter that a node took, but whose 250 is lost, goes to the other and is acted on once."""
    mover, other, move = town.table.turn()
    letters, machine = Since(town.club.letters), mover.machine
    postfix = town.postfixes[town.place.machines.index(machine)]
    with _counted(town) as kept, wire_that_loses(b"250 2.0.0 Kept", machine.pbm) as wire:
        postfix.detour(machine.pbm, wire.port)
        mover.answer(move)
        both_hear(mover, other)
        same_answer_again(mover, other)
        postfix.detour(wire.port, machine.pbm)
        must(wire.lost, f"{machine.name} did not take it")
    must(sum(kept.values()) == 1, f"Postfix heard these 250: {kept}")
    statuses = sorted(row["status"] for row in letters.new())
    must(statuses == ["done", "duplicate"], f"its two copies are {statuses}")
    must(not town.queue(), "Postfix has kept a copy")
    return "taken by both nodes, one move"


@contextmanager
def _counted(town: Town) -> Iterator[dict[str, int]]:
    """How many letters each node takes within the block. The counts are there when it ends."""
    before, taken = town.taken(), dict[str, int]()
    yield taken
    taken |= {name: number - before[name] for name, number in town.taken().items()}


def _told(kept: dict[str, int]) -> str:
    return " and ".join(f"{name} took {number}" for name, number in kept.items()) + " letters"


NODE_PROOFS = (by_both, killed, late, in_doubt, signed, record)
