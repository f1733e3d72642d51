"""What is proved, in this order. Each proof says in a few words what it saw."""

from __future__ import annotations

import json
from itertools import cycle

from pbm import sandbox
from pbm.demo import SAMPLE_GAME
from pbm.games import Seat, find
from pbm.sandbox import compose, text_of
from scripts.neighbours.club import FRONT
from scripts.neighbours.place import SERVER, Disproved, must, wait_for
from scripts.neighbours.player import swaks
from scripts.neighbours.proof import (
    Since,
    Skipped,
    begin,
    from_nobody,
    game_of,
    is_settled,
    one_thread,
    turn,
    waits,
)
from scripts.neighbours.town import Town


def whole_game(town: Town) -> str:
    """A whole game is played with swaks and read by IMAP."""
    alice, bob = town.player("alice"), town.player("bob")
    begin("gyges", alice, bob)
    game = find("gyges")
    state = game.start()
    turns = zip(cycle([(alice, bob), (bob, alice)]), SAMPLE_GAME, strict=False)
    for number, ((mover, _other), move) in enumerate(turns, 1):
        mover.answer(move)
        state = game.apply(state, game.parse(state, move))
        for player, seat in ((alice, Seat.FIRST), (bob, Seat.SECOND)):
            drawn = game.render(state, viewer=seat)
            must(drawn in text_of(player.receive("[gyges 1]")), f"ply {number}: another board")
    must("you won" in str(bob.mails[-1]["Subject"]), f'bob got "{bob.mails[-1]["Subject"]}"')
    boards = [one_thread(player, "[gyges 1]") for player in (alice, bob)]
    return f"{len(SAMPLE_GAME)} plies, {sum(boards)} board mails, one thread for each player"


def vacation(town: Town) -> str:
    """A vacation responder is silent at a board, and is neither answered nor obeyed."""
    carol, dave = town.player("carol"), town.player("dave")
    begin("gyges", carol, dave)
    town.dovecot.send_on_vacation("dave", "321123")
    letters, mails = Since(town.club.letters), Since(town.club.mails)
    turn(carol, dave, "231123")
    # The board got no answer. A person's mail does, and here that goes to the board's own address.
    question = compose("erin@example.org", dave.address, "Where are you?", "Are you well?")
    swaks(town.place, question.as_bytes(), str(dave.mails[-1]["Reply-To"]), dave.address)
    dave.receive("Where are you?")
    (answer,) = from_nobody(letters)
    must(answer["status"] == "ignored", f"it was not ignored: {answer}")
    text = town.club.pbm("inbox", "show", str(answer["letter"]))
    must("\n321123" in text, f"the responder wrote no move:\n{text}")
    must(len(mails.new()) == 2, f"there are mails besides the two boards: {mails.new()}")
    must(game_of(town, carol)["ply"] == 1, "the responder's move was played")
    return f'its letter is ignored: "{answer["note"]}"'


def bounce(town: Town) -> str:
    """A bounce marks the player, and his opponent is told, until he writes again."""
    oscar, pia = town.player("oscar"), town.player("pia")
    begin("gyges", oscar, pia)
    letters = Since(town.club.letters)
    town.dovecot.remove("pia")
    oscar.answer("231123")
    oscar.receive("ply 2: pia to move")
    oscar.receive("Mails to pia come back")
    (notice,) = from_nobody(letters)
    shown = json.loads(town.club.pbm("players", "show", "pia", "--json"))
    must(list(shown["bouncing"]) == [pia.address], f"she is not marked: {shown}")
    town.dovecot.add("pia")
    pia.answer("show")
    oscar.receive("pia can be reached again")
    told = text_of(pia.receive("ply 2: your move"))
    must("came back" in told, f"she is not told:\n{told}")
    return f'"{notice["note"]}"; she is told when she writes'


def late(town: Town) -> str:
    """Mail that waited in Postfix's queue while the server was down arrives once."""
    erin, frank = town.player("erin"), town.player("frank")
    begin("gyges", erin, frank)
    letters = Since(town.club.letters)
    town.club.stop()
    erin.answer("231123")
    wait_for(lambda: waits(town, "Connection refused"), "letter in the queue")
    town.club.start()
    town.postfix.flush()
    erin.receive("ply 2: frank to move")
    frank.receive("ply 2: your move")
    statuses = [row["status"] for row in letters.new()]
    must(statuses == ["done"], f"the letter came as {statuses}")
    return "one letter, one move"


def twice(town: Town) -> str:
    """A letter that Postfix hands over twice is acted on once."""
    gina, henry = town.player("gina"), town.player("henry")
    begin("gyges", gina, henry)
    letters = Since(town.club.letters)
    with town.club.busy():
        gina.answer("231123")
        wait_for(lambda: waits(town, "sending end of data"), "letter in doubt in the queue")
    gina.receive("ply 2: henry to move")
    henry.receive("ply 2: your move")
    town.postfix.flush()
    wait_for(lambda: len(letters.new()) == 2 and all(map(is_settled, letters.new())), "second copy")
    statuses = [row["status"] for row in letters.new()]
    must(statuses == ["duplicate", "done"], f"its two copies are {statuses}")
    first, again = gina.mails[-1], gina.receive()
    same = all(first[name] == again[name] for name in ("Message-ID", "Subject", "Reply-To"))
    must(same and text_of(first) == text_of(again), "the second copy got another answer")
    must(not henry.unread(), "he got another mail for it")
    return "one move; who sent it twice is sent the same answer twice"


def long_line(town: Town) -> str:
    """A body line of 4,000 characters comes folded, and its move is played."""
    iris, jack = town.player("iris"), town.player("jack")
    begin("gyges", iris, jack)
    letters = Since(town.club.letters)
    reply = sandbox.reply(iris.address, iris.mails[-1], "231123\n\nWORDS").as_bytes()
    raw = reply.replace(b"WORDS", b"word " * 800)
    swaks(town.place, raw, iris.address, str(iris.mails[-1]["Reply-To"]))
    iris.receive("ply 2: jack to move")
    must("| word word" in text_of(jack.receive("your move")), "the comment did not come")
    shown = town.club.pbm("inbox", "show", str(letters.new()[0]["letter"]))
    longest = max(map(len, shown.splitlines()))
    must(longest <= 1000, f"a line of {longest} characters came")
    return f"the longest line that came has {longest}"


def forged(town: Town) -> str:
    """Authentication-Results that a stranger wrote never reach the server."""
    kate, liam = town.player("kate"), town.player("liam")
    begin("gyges", kate, liam)
    letters = Since(town.club.letters)
    mail = compose(kate.address, SERVER, f"gyges resign {game_of(town, kate)['board']}", "")
    del mail["Message-ID"]
    claim = f"Authentication-Results: {FRONT}; dmarc=pass header.from=example.org\r\n"
    swaks(town.place, claim.encode() + mail.as_bytes(), "mallory@example.net", SERVER)
    kate.receive("Reply yes to confirm")
    shown = town.club.pbm("inbox", "show", str(letters.new()[0]["letter"]))
    must("Authentication-Results" not in shown, "the header came through")
    must(not liam.unread(), "her opponent was told that she resigned")
    return "she is asked instead"


def refused(town: Town) -> str:
    """What is not for the server is refused at the door."""
    for address in ("root@games.example.org", "somebody@example.com"):
        mail = compose("mallory@example.net", address, "hello", "")
        try:
            swaks(town.place, mail.as_bytes(), "mallory@example.net", address)
        except Disproved:
            continue
        raise Disproved(f"mail to {address} was taken")
    return "no such address, no relaying"


def pipe(town: Town) -> str:
    """Postfix's pipe hands letters to pbm deliver, and keeps them while that cannot."""
    if town.user is None:
        raise Skipped("no user but root can read this checkout and its Python")
    mary, noah = town.player("mary"), town.player("noah")
    begin("gyges", mary, noah)
    town.postfix.deliver_by_pipe()
    town.club.stop()
    town.club.data.chmod(0o000)
    mary.answer("231123")
    wait_for(lambda: waits(town, "temporary failure"), "letter that was put off")
    town.club.data.chmod(0o755)
    town.postfix.flush()
    wait_for(lambda: game_of(town, mary)["ply"] == 1, "move")
    town.club.start()
    mary.receive("ply 2: noah to move")
    noah.receive("ply 2: your move")
    return "exit status 75 puts a letter off, 0 takes it"


def record(town: Town) -> str:
    """The record of it all holds, and nothing went wrong on the way."""
    findings = json.loads(town.club.pbm("audit", "--json"))
    must(findings == [], f"the audit finds {findings}")
    faults = [row for row in town.club.letters() if row["status"] == "failed"]
    must(not faults, f"letters failed: {faults}")
    return f"{len(town.club.letters())} letters came, {len(town.club.mails())} mails left"


PROOFS = (
    whole_game,
    vacation,
    bounce,
    late,
    twice,
    long_line,
    forged,
    refused,
    pipe,
    record,
)
