"""Final refusals as providers word them, and whom they concern."""

from __future__ import annotations

import pytest

from pbm.smtp.status_codes import Concern, Stage, concern_of, lasts_for_the_day

RECIPIENT, MAIL, SENDER = Concern

SAID: dict[tuple[Stage, str], Concern] = {
    # Recipients
    (Stage.RCPT, "550 5.1.1 <x@example.net>: Recipient address rejected: User unknown"): RECIPIENT,
    (Stage.RCPT, "550-5.1.1 The email account that you tried to reach does not exist."): RECIPIENT,
    (Stage.RCPT, "550 5.1.10 RESOLVER.ADR.RecipientNotFound"): RECIPIENT,
    (Stage.RCPT, "556 5.1.10 Domain has null MX"): RECIPIENT,
    (Stage.RCPT, "550 5.2.1 The email account that you tried to reach is disabled"): RECIPIENT,
    (Stage.RCPT, "552 5.2.2 The email account that you tried to reach is over quota"): RECIPIENT,
    (Stage.DATA, "552 5.2.2 Mailbox full"): RECIPIENT,
    (Stage.DATA, "550 5.1.1 No such user"): RECIPIENT,
    (Stage.RCPT, "551 5.1.6 User has moved"): RECIPIENT,
    (Stage.RCPT, "550 5.7.17 Mailbox owner has changed"): RECIPIENT,
    (Stage.RCPT, "550 No such user here"): RECIPIENT,
    (Stage.RCPT, "550 5.0.0 User unknown"): RECIPIENT,
    (Stage.RCPT, "553 sorry, no mailbox here by that name"): RECIPIENT,
    (Stage.RCPT, "552 Mailbox over quota"): RECIPIENT,
    # One mail
    (Stage.MAIL, "552 5.3.4 Message size exceeds fixed maximum message size"): MAIL,
    (Stage.DATA, "552-5.3.4 Your message exceeded the size limits."): MAIL,
    (Stage.DATA, "552 5.2.3 Message length exceeds administrative limit"): MAIL,
    (Stage.DATA, "554 5.6.0 Corrupt message content"): SENDER,
    (Stage.DATA, "554 5.6.1 Body type not supported"): MAIL,
    (Stage.RCPT, "550 5.6.7 Non-ASCII addresses not permitted"): MAIL,
    (Stage.DATA, "554 5.4.6 Too many hops"): MAIL,
    # Limits
    (Stage.DATA, "550-5.4.5 Daily user sending limit exceeded."): SENDER,
    (Stage.RCPT, "550 5.4.5 Daily SMTP relay sending limit exceeded."): SENDER,
    (Stage.RCPT, "554 5.5.3 Too many recipients"): SENDER,
    (Stage.DATA, "550 5.1.90 You have reached your daily limit for message recipients"): SENDER,
    (Stage.DATA, "554 5.7.28 Mail flood detected"): SENDER,
    (Stage.RCPT, "550 You have exceeded your hourly limit"): SENDER,
    (Stage.RCPT, "550 Sender rate exceeded"): SENDER,
    # Verdicts
    (Stage.DATA, "554 5.2.0 STOREDRV.Submission.Exception:OutboundSpamException"): SENDER,
    (Stage.DATA, "554 5.2.252 SendAsDenied; STOREDRV.Submission"): SENDER,
    (Stage.DATA, "550-5.7.1 Our system has detected that this message is likely spam"): SENDER,
    (Stage.DATA, "554 5.7.1 Spam message rejected"): SENDER,
    (Stage.RCPT, "554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using x"): SENDER,
    (Stage.RCPT, "550 5.7.26 This mail is unauthenticated"): SENDER,
    (Stage.RCPT, "550 5.7.23 SPF validation failed"): SENDER,
    (Stage.RCPT, "550 5.7.705 Access denied, tenant has exceeded threshold"): SENDER,
    (Stage.RCPT, "550 Your account has been suspended"): SENDER,
    (Stage.RCPT, "550 blocklisted"): SENDER,
    # Who we are
    (Stage.MAIL, "530 5.7.0 Authentication Required."): SENDER,
    (Stage.MAIL, "530 5.7.57 Client not authenticated to send mail"): SENDER,
    (Stage.RCPT, "535 5.7.8 Username and Password not accepted"): SENDER,
    (Stage.MAIL, "550 5.7.60 Client does not have permissions to send as this sender"): SENDER,
    (Stage.MAIL, "553 5.7.1 Sender address rejected: not owned by user"): SENDER,
    (Stage.MAIL, "550 5.1.8 Sender address rejected: Domain not found"): SENDER,
    (Stage.MAIL, "550 5.1.0 Address rejected"): SENDER,
    (Stage.MAIL, "550 Administrative prohibition"): SENDER,
    (Stage.RCPT, "554 5.7.1 <x@example.net>: Relay access denied"): SENDER,
    (Stage.RCPT, "550 5.7.54 Unable to relay recipient in non-accepted domain"): SENDER,
    (Stage.RCPT, "550 relay not permitted"): SENDER,
    (Stage.RCPT, "553 sorry, that domain is not in my list of allowed rcpthosts; no relay"): SENDER,
    # Anything else
    (Stage.DATA, "554 Transaction failed"): SENDER,
    (Stage.RCPT, "550 5.2.0 Other mailbox status"): SENDER,
    (Stage.DATA, "550 5.7.0 Local policy violation"): SENDER,
    (Stage.DATA, "500 Command unrecognized"): SENDER,
    (Stage.DATA, "599 5.999.999 ?"): SENDER,
}


@pytest.mark.parametrize(("stage", "reply"), SAID, ids=str)
def test_whom_a_refusal_concerns(stage: Stage, reply: str) -> None:
    assert concern_of(reply, stage) is SAID[stage, reply]


@pytest.mark.parametrize(
    ("reply", "lasts"),
    [
        ("550-5.4.5 Daily user sending limit exceeded.", True),
        ("550 5.7.1 at most 500 mails per day", True),
        ("550 5.7.1 500 recipients in 24 hours", True),
        ("550 5.4.5 Hourly limit exceeded", False),
        ("550 5.7.1 Spam; have a nice day", False),
    ],
)
def test_a_limit_of_a_day(reply: str, lasts: bool) -> None:
    assert lasts_for_the_day(reply) is lasts
