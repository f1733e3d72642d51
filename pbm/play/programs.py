"""Programs that are players: accounts, opponents, boards to move on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from pbm.core.choices import EXTERNAL, OFF, ON, PLAYS, PROGRAM, RATED, RULESETS, Choice, Playing
from pbm.core.marks import Mark, MarkKind
from pbm.core.model import Match, MatchStatus, Player
from pbm.core.names import look
from pbm.core.refused import Refused
from pbm.store.protocol import Transaction

LEVELS = range(1, 6)
USUAL_LEVEL = 3
"""The level of the program whose userid has no number."""

MOST_BOARDS = 3
"""The most boards that one person may have with programs at a time."""

MOST_TOGETHER = 300
"""The most boards that all people together may have with programs at a time."""

NOBODY: Mapping[str, Sequence[str]] = {}


def userids(name: str) -> Mapping[str, int]:
    """The userids of the programs, and the level of each."""
    return {name: USUAL_LEVEL, **{f"{name}-{level}": level for level in LEVELS}}


def enlist(
    tx: Transaction,
    name: str,
    now: datetime,
    externals: Mapping[str, Sequence[str]] = NOBODY,
    *,
    rated: bool = False,
) -> Sequence[str]:
    """Make the programs of this name players who take part; programs of former names stop.

    externals: the rule sets of each external engine, by userid.
    rated: whether the games that they begin from now on are rated, in lists of their own.

    Return the userids that they cannot have, because people have these or similar ones.
    """
    wanted = {
        **{userid: {PROGRAM: str(level)} for userid, level in userids(name).items()},
        **{
            userid: {PROGRAM: EXTERNAL, RULESETS: " ".join(rulesets)}
            for userid, rulesets in externals.items()
        },
    }
    taken = unavailable(tx, wanted)
    for userid, settings in wanted.items():
        if userid not in taken:
            _add(tx, userid, {**settings, RATED: ON if rated else OFF}, now)
    for program in driven(tx):
        _switch(tx, program, Playing.ON if program.userid in wanted else Playing.OFF)
    return taken


def unavailable(tx: Transaction, wanted: Iterable[str]) -> Sequence[str]:
    """The wanted userids that people have, or that look like people's userids."""
    own = {look(each.userid) for each in driven(tx)}
    looks = {userid: look(userid) for userid in wanted}
    return [each for each, as_ in looks.items() if as_ not in own and tx.players.is_taken(as_)]


def driven(tx: Transaction) -> Sequence[Player]:
    """The programs whose moves the server finds, ordered by userid."""
    return [each for each in tx.players.programs() if each.is_driven]


def programs_of(tx: Transaction, owner: Player) -> Sequence[Player]:
    """The programs that a player has declared as theirs."""
    return [each for each in tx.players.programs() if each.owner == owner.id]


def dismiss(tx: Transaction) -> None:
    """Stop all programs from taking part."""
    for program in driven(tx):
        _switch(tx, program, Playing.OFF)


def stop(tx: Transaction, program: Player) -> None:
    """Let a program begin no more games. Those that it plays go on."""
    tx.players.set_setting(program.id, PLAYS, Playing.STOPPED)


def start(tx: Transaction, program: Player) -> None:
    """Let a program that was stopped begin games again."""
    tx.players.set_setting(program.id, PLAYS, Playing.ON)


def playing(program: Player) -> Playing:
    return Playing(program.settings.get(PLAYS, Playing.ON))


def here(tx: Transaction) -> Sequence[Player]:
    """The programs that can be challenged at any time, the one of the usual level first.

    Programs that belong to players come last.
    """
    found = [each for each in driven(tx) if playing(each) is Playing.ON]
    return sorted(found, key=lambda each: (not each.level, each.level != USUAL_LEVEL, each.userid))


def with_level(tx: Transaction) -> Sequence[Player]:
    """The programs with a level that can be challenged at any time, the weakest one first."""
    found = [(each.level, each.userid, each) for each in here(tx) if each.level]
    return [program for _, _, program in sorted(found, key=lambda each: each[:2])]


def take_part(tx: Transaction) -> bool:
    """Whether this server has programs. They may be stopped: then they begin no new games."""
    return any(playing(each) is not Playing.OFF for each in tx.players.programs())


def is_claimed(tx: Transaction, userid: str) -> bool:
    """Whether a userid is, or looks like, the name of a program followed by a number."""
    names = {each.userid.partition("-")[0] for each in driven(tx) if each.level}
    base, dash, number = userid.casefold().rpartition("-")
    return bool(dash) and number.isdigit() and look(base) in map(look, names)


def check_free(tx: Transaction, by: Player, opponent: Player) -> None:
    """Check that a player may begin another game with this opponent; with a person they may.

    :raises Refused: if the opponent is a program that does not take part, or there are too many
        games with programs
    """
    if not opponent.is_program:
        return
    if playing(opponent) is not Playing.ON:
        raise Refused("program_rests", userid=opponent.userid)
    programs = {each.id for each in tx.players.programs()}
    own = [match for match in tx.matches.open_of(by.id) if programs.intersection(match.players)]
    if len(own) >= MOST_BOARDS:
        boards = ", ".join(match.name for match in own)
        raise Refused("program_boards", most=MOST_BOARDS, boards=boards)
    if sum(len(tx.matches.open_of(each)) for each in programs) >= MOST_TOGETHER:
        raise Refused("programs_busy", userid=opponent.userid)


def failing(userid: str) -> Mark:
    """The moment at which the operator was told last that an external engine fails."""
    return MarkKind.FAILING.of(userid)


def stuck_at(match: Match) -> Mark:
    """The moment at which a program got stuck at the present position of a board."""
    return MarkKind.STUCK.of(f"{match.board}.{match.plies}")


def stuck_boards(tx: Transaction, since: datetime | None = None) -> Mapping[Mark, int]:
    """The boards where programs have got stuck after ``since``."""
    found = tx.moments.of(MarkKind.STUCK)
    return {
        mark: int(mark.whose.partition(".")[0])
        for mark, at in found.items()
        if since is None or at > since
    }


def to_move(tx: Transaction) -> Sequence[tuple[Match, Player]]:
    """The boards on which a program is to move, and that program, longest waiting first."""
    found = [
        (match, program)
        for program in driven(tx)
        if not program.suspended
        for match in tx.matches.open_of(program.id)
        if match.status is MatchStatus.RUNNING and match.mover == program.id
    ]
    return sorted(found, key=lambda each: (each[0].updated, each[0].board))


def _add(tx: Transaction, userid: str, settings: Mapping[str, str], now: datetime) -> None:
    """Make a program a player, unless it is one, and set its settings."""
    program = tx.players.by_userid(userid)
    if program is None:
        program = tx.players.add(userid, look(userid), (), None, now)
        tx.players.set_setting(program.id, Choice.AUTOACCEPT, ON)
    for setting in settings.items() - program.settings.items():
        tx.players.set_setting(program.id, *setting)


def _switch(tx: Transaction, program: Player, wanted: Playing) -> None:
    """Change whether a program takes part, unless the operator has stopped it."""
    if playing(program) not in (wanted, Playing.STOPPED) or PLAYS not in program.settings:
        tx.players.set_setting(program.id, PLAYS, wanted)
