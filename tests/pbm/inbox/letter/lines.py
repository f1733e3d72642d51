"""Lines read without a store: alice and bob are players, nobody else is."""

from __future__ import annotations

from pbm.core.games import find
from pbm.inbox.line.line import Call, Context, Misread, read_line

PLAIN = Context(lambda word: word.casefold() in ("alice", "bob"))
GYGES = Context(PLAIN.is_player, game=find("gyges"), board=17, proven=True, ours=True)
DVONN = Context(PLAIN.is_player, game=find("dvonn"), board=17, proven=True, ours=True)
ACCOUNT = Context(PLAIN.is_player, proven=True, ours=True)


def read(line: str, context: Context = PLAIN) -> Call:
    found = read_line(line, context)
    assert isinstance(found, Call), found
    return found


def misread(line: str, context: Context = PLAIN) -> Misread:
    found = read_line(line, context)
    assert isinstance(found, Misread), found
    return found


def told(call: Call) -> tuple[str, int | None, str]:
    """The name of the command, its board, and its remaining words."""
    return call.command.name, call.args.board, call.args.text


def claimed(call: Call) -> tuple[str, str | None] | None:
    claim = call.args.claim
    return (claim.userid, claim.password) if claim else None
