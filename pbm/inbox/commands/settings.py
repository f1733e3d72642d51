"""Show and choose a player's settings."""

from __future__ import annotations

from pbm.inbox.vocabulary.access import Access
from pbm.inbox.vocabulary.answers import Answer
from pbm.inbox.vocabulary.command import command
from pbm.inbox.vocabulary.request import Request
from pbm.notices.receipts import settings_draft
from pbm.play.settings import choose


@command("set", "u p [OPTION] [VALUE]", access=Access.PLAYER)
def set_option(request: Request) -> Answer:
    """Choose your language, how boards are drawn, and other settings.

    set lang fr writes your mails in French, de in German, it in Italian, nl in Dutch, en in
    English; commands stay the same;
    set mail html sends you mails with painted boards, and the same as plain text beside it;
    set board grid, compact or list (in words, for screen readers); set passwords on or off;
    set automove on plays a move of yours at once when no other is legal, from your next turn on;
    set autoaccept on begins a game as soon as somebody challenges you; set limit 5 lets nobody
    begin a sixth game with you (what you accept or take yourself still begins), set limit off
    anybody; set timezone Europe/Paris, or where else you are, tells deadlines in your time;
    set broadcasts off spares you the operator's mails to all players; set digest daily gathers
    what others do and write into one mail, sent at six in the morning.
    Without an option the answer shows what is set.
    """
    name, value = request.args.word("option").casefold(), request.args.word("value").casefold()
    if not name:
        return Answer(settings_draft(request.player))
    choose(request.work, request.player, name, value)
    return request.told()
