"""The meanings of words: wishes, and signs that reverse a wish or put it in doubt."""

from __future__ import annotations

from enum import StrEnum


class Sign(StrEnum):
    """The meaning of a phrase for its sentence; each value is a table in a language's phrases.

    GREETING, KIND: a greeting, another courtesy. FILLER: it asks for nothing. COMMON: another word.
    ASIDE: a negation, NOT, of something else than a move: "you won't".
    TAKEN_BACK: the lines above do not count. SLIP: they may not count, if another move or command
    follows. PLAY: the next move is the writer's choice. LEGAL: asks whether a move may be played.
    TO, FROM, VIA: they join the slots of a move. WHEN: a time follows, which may look like a move.
    APPOINTED: a day may follow, which may look like a move.
    TOLD: the move before it is talked about, not played. STORY: it is about other people or another
    time. BLUNDER: the writer admits a mistake. THEM: another player, who was named before.
    AGAINST: an opponent follows.
    RATHER: the move before it is preferred to the one after it.
    AGAIN: what follows, if anything, is wanted again; it need not be a move.
    """

    GREETING = "greetings"
    KIND = "kind"
    FILLER = "fillers"
    COMMON = "common"
    NOT = "not"
    ASIDE = "asides"
    DOUBT = "doubt"
    QUESTION = "question"
    HOW = "how"
    TAKEN_BACK = "taken_back"
    SLIP = "slip"
    BUT = "but"
    REASON = "reason"
    OR = "or"
    IF = "if"
    THEN = "then"
    TO = "to"
    WHEN = "when"
    APPOINTED = "appointed"
    FROM = "from"
    VIA = "via"
    PLAY = "play"
    LEGAL = "legal"
    TOLD = "told"
    STORY = "story"
    RATHER = "rather"
    AGAIN = "again"
    BLUNDER = "blunder"
    THEM = "them"
    AGAINST = "against"


class Wish(StrEnum):
    """The wishes that a writer may have; each value is a row of a language's phrases.

    AGREE: words that accept a proposal by themselves; other words for YES must be confirmed.
    PARDON: words that let the other player take back a move. AHEAD: to decide on a move in advance.
    BACK: to be told of after a vacation, by words in any order alone.
    TEXT, PICTURES, DAILY: mails without pictures, with them, one mail a day.
    TURNED: boards with the writer's own side below. JOIN: to enter a contest.
    LEVEL: an easier or a stronger program. STRONGEST, WEAKEST: the one of the highest or lowest
    level. MACHINE: a program, whichever it is.
    GAMES, ALL_GAMES: the writer's own games, those of everybody.
    ANOTHER, SOLUTION, HINT: in reply to a puzzle: another one, the solution, a help to find it.
    PREVIEW: to see the board after a move. ZONE: to be told times as they are in a city.
    ELSEWHERE: a place or an occupation of people who are away, if they name the days.
    FAREWELL: to leave the server, not a game. SILENCE: no more mails, if not "with pictures".
    STOP, NO_MORE, START: to end or to begin something, by a verb or by a "no more"; PUZZLES, NEWS,
    DIGEST, REMINDERS, BROADCASTS, CALENDAR, RECEIPTS, AUTOMOVE, AUTOACCEPT: what, if one of these
    is said of it.
    EXERCISES: puzzles, in reply to one. PLACING: advice on where to place pieces. FRIEND: somebody
    else wants to play here, too. INVITE: somebody is to be invited by mail. EXPLAIN: to know what a
    word means. STATUS: whether anything has happened.
    WINNING: who is ahead in a game. SERVER: what it costs, who runs it, whether there is an app.
    PUZZLE_FOR_ME: a puzzle, in words that are not for the other player.
    ONCE_MOVED: a move is to wait for the opponent's.
    SHOW_AGAIN: to see a board once more. SIZE: larger or smaller boards and letters.
    STRENGTH: how strong somebody is. QUIT: how to stop, if a game is not meant.
    SIGN_OFF: how to leave the club, and no game. DATA: what the server keeps about the writer.
    PASSWORD, ADDRESS, USERID: one's own is forgotten, or to be another one. BLOCK: to hear no more
    from somebody. UNHEARD: the same, if a player is named. LIMIT: no more games. WHICH_ZONE: of
    our times. HIDDEN: to be on no page. OLD_GAMES: games that are over. TELL_ME: of new players and
    offers. ON_CALENDAR: deadlines in a calendar. SLOWER: more time for each move.
    COUNTED: how a result changes ratings. OFFER: what an offer of the other player means.
    OTHER_RATING: that of a player who is named.
    SWAP: to take the first stone of the other side. OPEN_GAMES: what anybody may take; WITHDRAW: to
    offer that no more. CANCEL: to end a game that counts for nobody. DAILY_ALL: one mail a day for
    everything; MAIL_TIME: when it comes. RULING: what the rules say of captures
    and wins.
    ADVICE: how to play well. WHO: who a program with a name is. LEARN: a game, by lessons.
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
    ALL_GAMES = "all_games"
    REVIEW = "review"
    RATINGS = "ratings"
    OWN_RATING = "own_rating"
    SEEK = "seek"
    CHALLENGE = "challenge"
    AWAY = "away"
    ELSEWHERE = "elsewhere"
    BACK = "back"
    TIME = "time"
    PASS = "pass"
    LEAVE = "leave"
    LANGUAGE = "language"
    AHEAD = "ahead"
    TEXT = "text"
    PICTURES = "pictures"
    TURNED = "turned"
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
    STRONGEST = "strongest"
    WEAKEST = "weakest"
    MACHINE = "machine"
    FAREWELL = "farewell"
    SILENCE = "silence"
    PREVIEW = "preview"
    ZONE = "zone"
    PUZZLE = "puzzle"
    DAILY_PUZZLE = "daily_puzzle"
    ANOTHER = "another"
    SOLUTION = "solution"
    HINT = "hint"
    STOP = "stop"
    NO_MORE = "no_more"
    START = "start"
    PUZZLES = "puzzles"
    EXERCISES = "exercises"
    NEWS = "news"
    DIGEST = "digest"
    REMINDERS = "reminders"
    BROADCASTS = "broadcasts"
    CALENDAR = "calendar"
    RECEIPTS = "receipts"
    AUTOMOVE = "automove"
    AUTOACCEPT = "autoaccept"
    PLACING = "placing"
    FRIEND = "friend"
    INVITE = "invite"
    EXPLAIN = "explain"
    STATUS = "status"
    WINNING = "winning"
    SERVER = "server"
    PUZZLE_FOR_ME = "puzzle_for_me"
    ONCE_MOVED = "once_moved"
    SHOW_AGAIN = "show_again"
    SIZE = "size"
    STRENGTH = "strength"
    QUIT = "quit"
    SIGN_OFF = "sign_off"
    DATA = "data"
    PASSWORD = "password"
    ADDRESS = "address"
    USERID = "userid"
    BLOCK = "block"
    UNHEARD = "unheard"
    LIMIT = "limit"
    WHICH_ZONE = "which_zone"
    HIDDEN = "hidden"
    OLD_GAMES = "old_games"
    TELL_ME = "tell_me"
    ON_CALENDAR = "on_calendar"
    SLOWER = "slower"
    COUNTED = "counted"
    OFFER = "offer"
    ADVICE = "advice"
    WHO = "who"
    LEARN = "learn"
    OTHER_RATING = "other_rating"
    SWAP = "swap"
    OPEN_GAMES = "open_games"
    LAST_MOVE = "last_move"
    CANCEL = "cancel"
    WITHDRAW = "withdraw"
    DAILY_ALL = "daily_all"
    MAIL_TIME = "mail_time"
    RULING = "ruling"


class Term(StrEnum):
    """What words of our mails are about; each value is a help topic, and a row of a language."""

    CONTESTS = "contests"
    CLOCKS = "clocks"
    RATINGS = "ratings"
    VACATION = "vacation"
    SEEK = "seek"
    QUEUE = "queue"
    SETTINGS = "set"
    PUZZLE = "puzzle"
    SPECTATORS = "subscribe"
    PLACING = "placing"
    NOTATION = "notation"


Meaning = Sign | Wish

WHOLE: frozenset[Meaning] = frozenset({Wish.STATUS, Wish.WINNING, Wish.SERVER})
"""What only whole sentences mean: "any news?", but not "any news of your mother?" """

HARMLESS: frozenset[Meaning] = frozenset({Sign.GREETING, Sign.KIND, Sign.FILLER})
