"""What words can mean: wishes, and the signs that turn a wish round or put it in doubt."""

from __future__ import annotations

from enum import StrEnum


class Sign(StrEnum):
    """The meaning of a phrase for its sentence; each value is a table in a language's phrases.

    GREETING, KIND: a greeting, another courtesy. FILLER: it asks for nothing. COMMON: another word.
    TAKEN_BACK: what was written above does not count. SLIP: it may not count, where another move or
    command follows. PLAY: a move follows that the writer has chosen. LEGAL: whether a move may be
    played. TO, FROM, VIA: they join the slots of a move. WHEN: a time follows, which may look
    like a move. TOLD: what stands before it is told of, not played. STORY: it is about other people
    or another time. BLUNDER: the writer admits a mistake. THEM: another player, who was
    named before. RATHER: the move before it is
    preferred to the one behind it.
    """

    GREETING = "greetings"
    KIND = "kind"
    FILLER = "fillers"
    COMMON = "common"
    NOT = "not"
    DOUBT = "doubt"
    QUESTION = "question"
    HOW = "how"
    TAKEN_BACK = "taken_back"
    SLIP = "slip"
    BUT = "but"
    OR = "or"
    IF = "if"
    THEN = "then"
    TO = "to"
    WHEN = "when"
    FROM = "from"
    VIA = "via"
    PLAY = "play"
    LEGAL = "legal"
    TOLD = "told"
    STORY = "story"
    RATHER = "rather"
    BLUNDER = "blunder"
    THEM = "them"


class Wish(StrEnum):
    """What somebody may want of the server; each value is a row of a language's phrases.

    AGREE: words that accept a proposal by themselves; other words for YES are asked about there.
    PARDON: words that let the other player take back a move. AHEAD: to decide on a move in advance.
    TEXT, DAILY: mails without pictures, one mail a day. JOIN: to enter a contest.
    LEVEL: an easier or a stronger program.
    """

    AGREE = "agree"
    PARDON = "pardon"
    YES = "yes"
    NO = "no"
    ACCEPT = "accept"
    DECLINE = "decline"
    UNWILLING = "unwilling"
    RESIGN = "resign"
    DRAW = "draw"
    UNDO = "undo"
    REMATCH = "rematch"
    HELP = "help"
    RULES = "rules"
    SHOW = "show"
    TURN = "turn"
    MOVES = "moves"
    PLAYERS = "players"
    PROGRAMS = "programs"
    GAMES = "games"
    REVIEW = "review"
    RATINGS = "ratings"
    OWN_RATING = "own_rating"
    SEEK = "seek"
    CHALLENGE = "challenge"
    AWAY = "away"
    TIME = "time"
    PASS = "pass"
    LEAVE = "leave"
    LANGUAGE = "language"
    AHEAD = "ahead"
    TEXT = "text"
    DAILY = "daily"
    SETTINGS = "settings"
    ANALYSIS = "analysis"
    CUP = "cup"
    SEASON = "season"
    STAIRS = "stairs"
    CONTESTS = "contests"
    JOIN = "join"
    WATCH = "watch"
    RANDOM = "random"
    LEVEL = "level"


class Concern(StrEnum):
    """What a question about a contest is about; each value is a row of a language's phrases.

    RULES: how contests work. STANDING: when it begins, who plays next, who goes up, who won before.
    TABLE: a wish to see it, which need not be a question. LEAVING: how to get out of it.
    OWN: what the mails of a board tell of it, and elsewhere a contest's tells of all its boards.
    """

    RULES = "rules"
    STANDING = "standing"
    TABLE = "table"
    LEAVING = "leaving"
    OWN = "own"


Meaning = Sign | Wish

HARMLESS: frozenset[Meaning] = frozenset({Sign.GREETING, Sign.KIND, Sign.FILLER})
