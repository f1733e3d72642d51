"""How many answers and how many bytes: rate limits, budgets for strangers, letters that wait.

- Rate limits: a maximum for each kind of answer to one address in a span of time.
- Budgets for mail to strangers, who may never have asked for it: their From may be forged. Many
  letters from one place must not use up the answers to everybody else. So no domain and no network
  gets more than a part of a budget, and letters that a front server vouches for have a budget of
  their own. Mails to players are not counted there.
- Strangers' letters that exceed the budget wait, and are answered once it has room. At most one
  letter for each address waits, for a day at most. It is acted on like a new one, but its proof was
  decided when it arrived.
- Budgets of the bytes that are kept of letters: for each player, for the club, for strangers. They
  bound what one writer can make us store. A letter beyond its budget is acted on and answered as
  usual; its row, sender and hash stay, its bytes do not.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum

from pbm.core.clocks import DAY, HOUR
from pbm.core.marks import Mark, MarkKind, Trouble
from pbm.core.model import Player
from pbm.mail.correspondence import KeptLetter, LetterStatus, Origin, Withheld
from pbm.mail.identity import Identity
from pbm.mail.notes import Note
from pbm.notices.alerts import note, times_noted
from pbm.store.protocol import Transaction

# Ends loops of two programs, and floods under a forged address. Mails about events on a board are
# sent all the same.
REPLIES_PER_HOUR = 30
# Enough that every person is answered about each command; it ends a program that never stops.
PROVEN_PER_HOUR = 120
QUESTIONS_PER_HOUR = 5
EXPLAINED_PER_DAY = 5
# Ends a loop with a program that answers each refusal in the same way.
REFUSED_PER_HOUR = 5


@dataclass(frozen=True)
class Allowance:
    """A number of mails of one kind in a span of time, and the mark that counts them.

    name: the name by which the last mail says that the limit is reached.
    """

    name: str
    mark: Mark
    most: int
    within: timedelta = HOUR


def for_letters(address: str, board: int | None = None) -> Allowance:
    """Answers of any kind, counted separately for each board whose mail is answered.

    So unrelated letters, which may be forged, cannot use up the answers about a board.
    """
    return Allowance("letters", MarkKind.REPLY.of(address, board or 0), REPLIES_PER_HOUR)


def for_proven(address: str) -> Allowance:
    """Answers to commands in proven letters, and questions about such commands."""
    return Allowance("proven", MarkKind.PROVEN.of(address), PROVEN_PER_HOUR)


def for_programs(address: str, board: int | None) -> Allowance:
    """Answers to automatic letters of a declared program, other than receipts of moves."""
    mark = MarkKind.AUTOMATIC.of(address, board or 0)
    return Allowance("programs", mark, REFUSED_PER_HOUR)


def for_questions(player: int) -> Allowance:
    """Questions to a player whether unproven letters are theirs."""
    return Allowance("questions", MarkKind.QUESTION.of(player), QUESTIONS_PER_HOUR)


def for_reactions(player: int) -> Allowance:
    """Answers to reactions: a player is told once a day that they are not passed on."""
    return Allowance("reactions", MarkKind.REACTION.of(player), 1, DAY)


def for_explanations(address: str) -> Allowance:
    """Explanations of how to answer our mails, for people who are no players and answered wrongly.

    The limit ends a loop with a program that cannot be told from a person.
    """
    return Allowance("explanations", MarkKind.EXPLAINED.of(address), EXPLAINED_PER_DAY, DAY)


def for_relayed(address: str) -> Allowance:
    """Answers to words in letters with headers of a list or a program, which may be a program's."""
    return Allowance("relayed", MarkKind.RELAYED.of(address), 1, DAY)


def left(tx: Transaction, allowance: Allowance, now: datetime) -> int:
    return max(allowance.most - tx.marks.count(allowance.mark, now - allowance.within), 0)


def is_spent(tx: Transaction, allowance: Allowance, now: datetime) -> bool:
    return not left(tx, allowance, now)


def take(tx: Transaction, allowances: Sequence[Allowance], now: datetime) -> bool:
    """Count one mail by all allowances and return True; count nothing if one is used up."""
    if any(is_spent(tx, each, now) for each in allowances):
        return False
    return all(tx.marks.take(each.mark, now, now - each.within, each.most) for each in allowances)


# Enough for "help tutorial", "help dvonn" and "signup", and bearable for the owner of a forged
# address.
STRANGER_PER_DAY = 3
# Answers to prose, whose writer may not know what this address is for.
PROSE_PER_HOUR = 20
WEEK = 7 * DAY
# No domain and no network gets more than this part of a budget.
MOST_OF_ONE = 4


class Budget(StrEnum):
    """A number of mails an hour to people who may not have asked for them.

    OTHERS: answers to letters that may be forged. VOUCHED: answers to letters that a front server
    vouches for. ASKED: questions to an address, whether a player may use it. PROSE: introductions
    for strangers who wrote no command; they are counted as answers, too.
    """

    OTHERS = "others"
    VOUCHED = "vouched"
    ASKED = "asked"
    PROSE = "prose"

    def all(self, most: int) -> Allowance:
        return Allowance(self, self._mark("all"), most)

    def shares(self, origin: Origin, most: int) -> Sequence[Allowance]:
        """The whole budget, and the parts of it for this domain and this network."""
        part = max(most // MOST_OF_ONE, 1)
        sources = [f"domain {origin.domain}"]
        if origin.network:
            sources.append(f"network {origin.network}")
        parts = [Allowance(self, self._mark(source), part) for source in sources]
        return [self.all(most), *parts]

    def _mark(self, source: str) -> Mark:
        return MarkKind.STRANGERS.of(f"{self}, {source}")


def for_stranger(origin: Origin) -> Allowance:
    """Answers to one stranger. Letters vouched for are counted apart from forgeable ones."""
    kind = MarkKind.VOUCHED if origin.vouched else MarkKind.STRANGER
    return Allowance("stranger", kind.of(origin.address), STRANGER_PER_DAY, DAY)


def strangers(origin: Origin, per_hour: int) -> Sequence[Allowance]:
    """The budgets, besides ``for_stranger``, that an answer to a stranger counts against."""
    return _budget(origin).shares(origin, per_hour)


def for_prose(origin: Origin) -> Sequence[Allowance]:
    """The introductions for strangers: one a week to an address, within the budget for prose."""
    own = Allowance("introduced", MarkKind.INTRODUCED.of(origin.address), 1, WEEK)
    return [own, *prose(origin)]


def for_more_prose(origin: Origin) -> Sequence[Allowance]:
    """Short reminders of an introduction: one a day to an address, within the same budget."""
    own = Allowance("reminded", MarkKind.REMINDED.of(origin.address), 1, DAY)
    return [own, *prose(origin)]


def prose(origin: Origin) -> Sequence[Allowance]:
    """The budget for answers to prose, without a bound for one address."""
    return Budget.PROSE.shares(origin, PROSE_PER_HOUR)


def late(origin: Origin, per_hour: int) -> Allowance:
    """The part of the budget for letters that have waited; the rest is left for new ones."""
    return Allowance(
        "late", MarkKind.STRANGERS.of(f"{_budget(origin)}, late"), max(per_hour // 2, 1)
    )


def _budget(origin: Origin) -> Budget:
    return Budget.VOUCHED if origin.vouched else Budget.OTHERS


def questions_to(address: str, per_hour: int) -> Sequence[Allowance]:
    """The budgets for questions to addresses that players want to use."""
    return Budget.ASKED.shares(Origin(address, "", vouched=False), per_hour)


def take_room(tx: Transaction, allowances: Sequence[Allowance], now: datetime) -> bool:
    """Count one more mail and return True; if a budget is used up, return False.

    In that case the operator is alerted, at most once an hour.
    """
    if take(tx, allowances, now):
        return True
    if not times_noted(tx, Trouble.CROWDED, now - HOUR):
        note(tx, Trouble.CROWDED, now)
    return False


def budgets_left(tx: Transaction, per_hour: int, now: datetime) -> Mapping[str, int]:
    """The number of mails that each budget has left in this hour, by its name."""
    most = dict.fromkeys(Budget, per_hour) | {Budget.PROSE: PROSE_PER_HOUR}
    return {budget.value: left(tx, budget.all(most[budget]), now) for budget in Budget}


LAPSE = timedelta(days=1)
# A first letter is short, and letters that wait are kept even when the quota is used up.
LONGEST = 16 * 1024
MOST_WAITING = 2000
"""The most letters that wait; those that a front server vouches for are counted separately."""
# This is called every minute.
MOST_AT_ONCE = 10


def let_wait(tx: Transaction, kept: KeptLetter, origin: Origin, per_hour: int) -> Note:
    """Let a letter wait if it may, and return the note for it."""
    if len(kept.raw) > LONGEST:
        return Note.TOO_LONG
    if not _has_place(tx, origin, per_hour):
        return Note.TOO_MANY
    is_first = tx.withheld.add(Withheld(kept.id, origin, kept.received))
    return Note.WITHHELD if is_first else Note.SECOND


def let_in(tx: Transaction, letter: int, now: datetime) -> None:
    """Let a waiting letter be acted on again, even if the budgets are used up."""
    tx.withheld.drop(letter)
    tx.marks.add(_let_in(letter), now)
    tx.letters.settle(letter, LetterStatus.WAITING, was=LetterStatus.IGNORED)


def is_let_in(tx: Transaction, letter: int | None, now: datetime) -> bool:
    return letter is not None and tx.marks.count(_let_in(letter), now - DAY) > 0


def release_waiting(tx: Transaction, per_hour: int, now: datetime) -> None:
    """Release the letters that the budgets allow, oldest first; drop those that waited a day."""
    waiting = tx.withheld.list()
    for each in waiting:
        if now - each.at >= LAPSE:
            tx.withheld.drop(each.letter)
            ignored = LetterStatus.IGNORED
            tx.letters.settle(each.letter, ignored, Note.LAPSED, was=ignored)
    fresh = (each for each in waiting if now - each.at < LAPSE)
    for _, each in zip(range(MOST_AT_ONCE), _with_room(tx, fresh, per_hour, now), strict=False):
        let_in(tx, each.letter, now)


def _with_room(
    tx: Transaction, waiting: Iterator[Withheld], per_hour: int, now: datetime
) -> Iterator[Withheld]:
    """Yield the letters that the budgets allow, and count each one as answered."""
    spent: set[Mark] = set()
    for each in waiting:
        allowances = _allowances(each.origin, per_hour)
        if not spent.isdisjoint(allowance.mark for allowance in allowances):
            continue
        if take(tx, allowances, now):
            yield each
        else:
            spent |= {each.mark for each in allowances if is_spent(tx, each, now)}


def _allowances(origin: Origin, per_hour: int) -> list[Allowance]:
    return [late(origin, per_hour), for_stranger(origin), *strangers(origin, per_hour)]


def _has_place(tx: Transaction, origin: Origin, per_hour: int) -> bool:
    """Return whether one more letter may wait.

    At most as many wait as can be answered in a day; one domain or network gets a part of these
    places.
    """
    most = min(late(origin, per_hour).most * (LAPSE // HOUR), MOST_WAITING)
    alike, of_domain, of_network = tx.withheld.like(origin)
    part = most // MOST_OF_ONE
    return alike < most and of_domain < part and (not origin.network or of_network < part)


def _let_in(letter: int) -> Mark:
    return MarkKind.LET_IN.of(f"letter {letter}")


MIB = 1024 * 1024

LARGE = 16 * 1024
"""Only larger letters count for the club: many nodes would wait for that one row otherwise."""

OF_STRANGERS, OF_OPERATOR, OF_CLUB = "strangers", "operator", "players"
"""Names of the quotas: unproven letters, those to postmaster@ and abuse@, and all of players."""


def has_room_for_players(
    tx: Transaction, identity: Identity, kept: KeptLetter, player: Player | None, today: date
) -> bool:
    """Count a letter of a player, and return whether its bytes may be kept this month.

    player: its writer; None if nobody knows which player it is.
    """
    size, month = len(kept.raw), last_of_month(today)
    own = identity.player_megabytes * MIB
    if player is not None and not tx.quotas.take(_of(player), month, size, own):
        return False
    all_ = identity.players_megabytes * MIB
    return size <= LARGE or tx.quotas.take(OF_CLUB, month, size, all_)


def has_room_for_others(
    tx: Transaction, identity: Identity, kept: KeptLetter, quota: str, today: date
) -> bool:
    """Count a letter that nothing proves, and return whether its bytes may be kept today."""
    return tx.quotas.take(quota, today, len(kept.raw), identity.strangers_megabytes * MIB)


def has_room_for_failed(tx: Transaction, identity: Identity, kept: KeptLetter, today: date) -> bool:
    """Count a letter that nobody could read. Its token alone proves a player."""
    token = tx.tokens.find(kept.token) if kept.token else None
    player = tx.players.find(token.player) if token and token.player is not None else None
    if player is None:
        return has_room_for_others(tx, identity, kept, OF_STRANGERS, today)
    return has_room_for_players(tx, identity, kept, player, today)


def is_first_without_room(tx: Transaction, player: Player, today: date) -> bool:
    """Whether nobody has told the player this month that their letters are no longer kept."""
    return tx.quotas.take(f"told {player.id}", last_of_month(today), 1, 1)


def last_of_month(day: date) -> date:
    """The day under which a month's bytes are counted: the count is forgotten after it."""
    return day.replace(day=monthrange(day.year, day.month)[1])


def _of(player: Player) -> str:
    return f"player {player.id}"
