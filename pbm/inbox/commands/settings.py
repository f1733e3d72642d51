"""Show and choose a player's settings, and their vacations"""

from __future__ import annotations

from pbm.core.choices import Choice
from pbm.core.days import period
from pbm.core.zones import zone_of
from pbm.inbox.line.access import Access
from pbm.inbox.line.command import command
from pbm.inbox.line.forms import Arguments
from pbm.inbox.line.request import Answer, Request
from pbm.notices.absences import vacation_draft
from pbm.notices.receipts import settings_draft
from pbm.play import vacations
from pbm.play.settings import choose

# Any reply address of a player is enough to change how their mails look, but nothing else about
# their account: neither their language nor their time zone.
_LOOKS = frozenset({Choice.MAIL, Choice.BOARD})


def _eased(args: Arguments) -> Access | None:
    return Access.LOOKS if args.word("option").casefold() in _LOOKS else None


@command("set", "u p [OPTION] [VALUE]", access=Access.PLAYER, eased=_eased)
def set_option(request: Request) -> Answer:
    """Choose your language, how boards are drawn, and other settings.

    "set lang" chooses the language of your mails: de is German, en English, fr French, it Italian,
    nl Dutch. Commands stay the same.

    "set mail pictures" sends you mails with drawn boards and links, and the same as plain text
    beside it. "set mail html" draws boards as tables, "set mail text" sends the plain text alone.
    In reply to any mail, the line "mail text" is enough.

    "set board turned" draws boards with your own side below, "set board straight" as they are.

    "set board compact" draws small boards in text, grid large ones; list tells them in words, for
    screen readers.

    Drawn boards have one size. To see them larger, enlarge the mail in your mail program.

    "set passwords off" refuses every command that gives your password.

    "set automove on" plays your move at once when no other is legal, from your next turn on.

    "set autoaccept on" begins a game as soon as somebody challenges you.

    "set limit 5" lets nobody begin a sixth game with you; what you accept or take yourself still
    begins, and so do games of contests. "set limit off" ends that.

    "set timezone" with a place such as Europe/Paris tells deadlines in the time of that place;
    UTC+2 is two hours east of Greenwich.

    "set broadcasts off" spares you the operator's mails to all players.

    "set digest daily" gathers what others do and write into one mail, sent at six in the morning;
    boards on which it is your turn, offers to you and the ends of your games still come at once.
    "set digest all" gathers these, too.

    "set news on" tells you once a day, at six in the morning, who seeks a game and who has joined.

    "set public off" keeps your name and your games off the club's web pages, "set public on" shows
    them.

    "set calendar on" adds a file with the deadline of your move to each board mail, for your
    calendar.

    "set machine on" adds a part for programs (JSON) to mails about your boards: the position, every
    legal move, and where to send one. "help bots" tells more.

    "set subject news" tells in the subject of each mail what it brings; "set subject game" gives
    all mails of a game the same one, so that your mail program shows them together.

    "set receipts off" spares you the receipt for a move alone that answers its board and is read as
    it stands; all else is answered as ever.

    "set puzzle daily" sends you a puzzle each morning, "set puzzle off" ends that.

    Without an option, the answer shows what is set.
    """
    name, value = request.args.word("option").casefold(), request.args.word("value").casefold()
    if not name:
        return Answer(settings_draft(request.player))
    choose(request.work, request.player, name, value)
    return request.told()


@command("vacation", "u p WHEN...", access=Access.PLAYER, passes_on=True)
def vacation(request: Request) -> Answer:
    """Holidays: your clocks stand still for some days.

    Write the days as you would tell a friend: vacation 24 December until 3 January, vacation
    tomorrow 2 weeks, vacation until Sunday. Dates such as 2026-12-20 2027-01-03 or 24.12. 3.1. do
    as well. Both days belong to the vacation, in your own time zone.

    Your opponents are told, and you can still move if you like. There are 40 days in a year.
    "vacation show" tells what you have planned, and "vacation off" ends it, or takes it back.

    In cups, seasons and on stairs only 7 days of vacations count in each game: see "help contests".
    """
    work, player, word = request.work, request.player, request.args.text.casefold()
    if word == "show":
        return Answer(vacation_draft(player, vacations.vacation_plan(work.tx, player, work.now)))
    if word == "off":
        vacations.end(work, player, request.text)
    else:
        today = request.now.astimezone(zone_of(player)).date()
        vacations.plan(work, player, *period(request.args.rest, today), request.text)
    return request.told()
