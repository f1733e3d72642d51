"""The reader of a text: their language and time zone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from functools import cache

from pbm.core.games import AnyGame, Outcome, Phrase, RulesError, Seat
from pbm.core.languages import ENGLISH
from pbm.core.model import Player
from pbm.core.zones import UTC, zone_of
from pbm.notices import dates, wording
from pbm.notices.languages import language_of, translations
from pbm.notices.rendering import name_of, table
from pbm.play.settings import Option


@dataclass(frozen=True)
class Reader:
    """A language and a time zone. The defaults are for readers who are not players."""

    language: str = ENGLISH
    zone: tzinfo = UTC

    def gettext(self, text: str) -> str:
        return translations(self.language).gettext(text)

    def words(self, game: AnyGame) -> wording.Words:
        return wording.words_in(self.language, game)

    def title(self, game: AnyGame) -> str:
        return wording.title(self.language, game)

    def seat(self, game: AnyGame, seat: Seat) -> str:
        return wording.seat_name(self.words(game), game, seat)

    def clause(self, code: str, game: AnyGame, seat: Seat) -> str:
        """A clause about a side: ``seat_to_move`` or ``seat_wins``."""
        return wording.clause(self.words(game), code, game, seat)

    def say(self, game: AnyGame, phrase: Phrase) -> str:
        return wording.say(self.words(game), phrase)

    def reason(self, game: AnyGame, code: str) -> str:
        """The reason for the end of a game in a word or two; the game may have words of its own."""
        return self.words(game).get(f"reason_{code}") or name_of(code, "reason", self.language)

    def ending(self, game: AnyGame, code: str, outcome: Outcome | None) -> str:
        """How a game ended, after "alice (South) won" or "The game is drawn"; "" if not known.

        code: the reason. outcome: that of the position, None if it is not final.
        """
        own = self.words(game).get(f"because_{code}", "")
        known = code in table("names")["because"]
        how = own or (name_of(code, "because", self.language) if known else "")
        if how or outcome is None or outcome.score is None:
            return how
        low, high = sorted(outcome.score)
        points = name_of("drawn" if outcome.winner is None else "won", "points", self.language)
        return points % {"high": high, "low": low}

    def step(self, game: AnyGame, phrase: Phrase) -> str:
        return wording.step(self.words(game), phrase)

    def player_refusal(self, game: AnyGame, error: RulesError) -> str:
        return wording.player_refusal(game, error, self.words(game))

    def choices(self, option: Option) -> str:
        """The possible values of a setting, separated by commas."""
        further = [name_of(option.name, "values", self.language)] if option.read else []
        return ", ".join([*option.values, *further])

    def day(self, at: datetime, told: datetime | None = None) -> str:
        return dates.local_day(at, self.zone, self.language, told)

    def time(self, at: datetime) -> str:
        """Day and time without the name of the zone, for mails that name it once."""
        return dates.local_time(at, self.zone, self.language)

    def moment(self, at: datetime) -> str:
        return dates.local_moment(at, self.zone, self.language)

    def period(self, start: datetime, end: datetime, told: datetime) -> tuple[str, str]:
        """The first and last day of a period of whole days; of another period, its two moments.

        told: when the reader is told: days of another year are named with it.
        """
        if dates.is_midnight(start, self.zone) and dates.is_midnight(end, self.zone):
            return self.day(start, told), self.day(end - dates.MINUTE, told)
        zone, language = self.zone, self.language
        return (
            dates.local_moment(start, zone, language, told),
            dates.local_moment(end, zone, language, told),
        )

    def span(self, time: timedelta) -> str:
        return dates.span(time, self.language)


def reader_of(player: Player | None) -> Reader:
    return _reader(language_of(player), zone_of(player))


# Cached: a move asks for its readers nine times.
_reader = cache(Reader)
