"""The client's decisions about requests and responses, without I/O: used by the sync and by the async client."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import quote, urlencode

from .codes import BY_CODE
from .errors import BY_STATUS, BadAnswer, Refused, Unreachable

# Seconds beyond the time for which the server was asked to hold a response back.
ANSWER_TIME = 30.0
FIRST_PAUSE = 0.2
LONGEST_PAUSE = 5.0
# The longest total time for which the first request of a reference may be in progress, a duel's for example.
FLIGHT_TIME = 900.0
# A stream has a comment every 15 seconds. Without a byte for this long, in seconds, its connection is lost.
QUIET_TIME = 40.0
EVENT_STREAM = "text/event-stream"
# The longest body of a response, in bytes. The server's are far shorter.
MOST_BYTES = 16 << 20


@dataclass(frozen=True)
class Request:
    """One outgoing request. Possible credentials are left out of its `repr`."""

    method: str
    target: str
    headers: Mapping[str, str] = field(repr=False)
    body: bytes | None = field(repr=False)
    timeout: float

    @classmethod
    def make(
        cls,
        method: str,
        path: str,
        query: Mapping[str, Any] | None,
        body: Any,
        timeout: float,
        accept: str = "application/json",
    ) -> Request:
        given = {name: value for name, value in (query or {}).items() if value is not None}
        headers = {"Accept": accept, "User-Agent": "turnstone-python"}
        written = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            written = json.dumps(body, separators=(",", ":")).encode()
        return cls(method, path + (f"?{urlencode(given)}" if given else ""), headers, written, timeout)

    def with_token(self, token: str | None) -> Request:
        return self if token is None else replace(self, headers={**self.headers, "Authorization": f"Bearer {token}"})


@dataclass(frozen=True)
class Reply:
    """One incoming response; names of headers are in lower case. Possible credentials are left out of its `repr`."""

    status: int
    headers: Mapping[str, str] = field(repr=False)
    body: bytes = field(repr=False)

    def json(self) -> Any:
        try:
            return json.loads(self.body)
        except ValueError as error:
            raise BadAnswer(f"{self.status}, and its body is not JSON") from error

    def rejects_commit(self) -> bool:
        """Whether the server cannot have the commit that the request named."""
        if self.status != 400:
            return False
        try:
            told = json.loads(self.body)
        except ValueError:
            return False
        return isinstance(told, dict) and told.get("field") == "Min-Commit"

    def refusal(self, *, repeated: bool) -> Refused:
        try:
            told = json.loads(self.body)
        except ValueError:
            told = None
        if not isinstance(told, dict):
            told = {}
        code = told.get("code")
        kind = BY_CODE.get(code) if isinstance(code, str) else BY_STATUS.get(self.status)
        after = self.headers.get("retry-after", "")
        return (kind or Refused)(
            self.status,
            str(told.get("error", "no reason was given")),
            code=code,
            field=told.get("field"),
            hint=told.get("hint"),
            retry_after=float(after) if after.isdecimal() else None,
            request_id=self.headers.get("x-request-id"),
            repeated=repeated,
        )


class Attempts:
    """Whether a failed request may be sent again, and after how many seconds.

    `safe` says that repeating it has no further effect: it is a read, or the server recognises it by its `clientRef` or
    `expectedPlies`. Only such a request is repeated when its response was lost. A 429 and `in_flight` are answered
    before anything is done, so that every request may follow them. All pauses together take no longer than `patience`,
    except for those of `in_flight`, because that request is being processed.
    """

    def __init__(self, *, safe: bool, patience: float) -> None:
        self.safe = safe
        self.patience = patience
        self.flight = FLIGHT_TIME
        self.count = 0
        self.repeated = False

    def after_loss(self, lost: Unreachable) -> float:
        if lost.sent and not self.safe:
            raise lost
        self.repeated = self.repeated or lost.sent
        return self._pause(None, lost)

    def after_refusal(self, reply: Reply) -> float:
        if reply.status < 400:
            raise BadAnswer(f"{reply.status}: redirects are not followed; give the address that the server has now")
        refused = reply.refusal(repeated=self.repeated)
        if refused.code == "in_flight" and self.flight > 0:
            pause = refused.retry_after or 1.0
            self.flight -= pause
            return pause
        again = reply.status == 429 or (reply.status == 503 and self.safe)
        if not again or refused.code == "not_configured":
            raise refused
        return self._pause(refused.retry_after, refused)

    def _pause(self, told: float | None, why: Exception) -> float:
        self.count += 1
        own = min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** min(self.count - 1, 10)) * random.uniform(0.5, 1.0)
        pause = own if told is None else told
        if pause > self.patience:
            raise why
        self.patience -= pause
        return pause


def part(text: str) -> str:
    """One part of a path."""
    return quote(text, safe="")


def fields(**given: Any) -> dict[str, Any]:
    """A body without the fields that were not given; a trailing underscore avoids Python's keywords."""
    return {name.rstrip("_"): value for name, value in given.items() if value is not None}
