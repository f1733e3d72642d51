from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from smtplib import SMTPDataError, SMTPException, SMTPRecipientsRefused

import pytest

from pbm.admin import sandbox
from pbm.app.setting_values import Endpoint
from pbm.base.errors import PbmError, PermanentFailure, TemporaryFailure
from tests.pbm.town import SERVER, STRANGER, Town


class RefusingClient:
    def __init__(self, refusal: SMTPException) -> None:
        self._refusal = refusal

    def send_message(self, _: EmailMessage) -> None:
        raise self._refusal


@pytest.mark.parametrize(
    ("refusal", "error", "sentence"),
    [
        (
            SMTPDataError(451, b"4.3.0 busy"),
            TemporaryFailure,
            "the server cannot take the mail now: 451 4.3.0 busy; try again",
        ),
        (
            SMTPRecipientsRefused({SERVER: (550, b"5.1.1 nobody")}),
            PermanentFailure,
            "the server refused the mail: 550 5.1.1 nobody",
        ),
    ],
)
def test_a_refused_mail_is_an_error_by_the_code_of_the_reply(
    refusal: SMTPException,
    error: type[PbmError],
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    @contextmanager
    def client(_: object) -> Iterator[RefusingClient]:
        yield RefusingClient(refusal)

    monkeypatch.setattr(sandbox, "_client", client)
    with pytest.raises(PbmError) as caught:
        sandbox.hand_in(Endpoint("127.0.0.1", 1), EmailMessage())
    assert (type(caught.value), str(caught.value)) == (error, sentence)


def test_a_mail_that_is_not_delivered_yet_is_on_its_way(town: Town) -> None:
    assert not sandbox.is_on_its_way(town.app.settings, STRANGER)
    town.write(STRANGER, subject="help")
    assert sandbox.is_on_its_way(town.app.settings, STRANGER)
    town.send_mails()
    assert not sandbox.is_on_its_way(town.app.settings, STRANGER)
