"""Errors as exceptions: everything here is a `TurnstoneError`.

An error response with a code has a class of its own in `turnstone.codes` (`StalePlies`, `InsufficientChips`, ...); all
of them are subclasses of `Refused`.
"""

from __future__ import annotations


class TurnstoneError(Exception):
    """The base of all errors of this package."""


class Unreachable(TurnstoneError):
    """There was no response. `sent` says whether the request may have reached the server and taken effect."""

    def __init__(self, why: str, *, sent: bool) -> None:
        super().__init__(why)
        self.sent = sent


class BadAnswer(TurnstoneError):
    """The response is not one of this API: another program listens there, or is in between."""


class NoOpponent(TurnstoneError):
    """A search for an opponent ended without a table.

    `reason` is `cancelled` after the timeout, `chips` if the stake could not be paid, and so on.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(f"no opponent: {reason}")
        self.reason = reason


class Refused(TurnstoneError):
    """The server returned an error. This request has changed nothing.

    Branch on the class or on `code`, never on the text. `repeated` is true if the same request had been sent before and
    its response was lost: then the first one may have taken effect.
    """

    def __init__(
        self,
        status: int,
        error: str,
        *,
        code: str | None = None,
        field: str | None = None,
        hint: str | None = None,
        retry_after: float | None = None,
        request_id: str | None = None,
        repeated: bool = False,
    ) -> None:
        super().__init__(error)
        self.status = status
        self.error = error
        self.code = code
        self.field = field
        self.hint = hint
        self.retry_after = retry_after
        self.request_id = request_id
        self.repeated = repeated

    def __str__(self) -> str:
        named = f"{self.status} {self.code}" if self.code else str(self.status)
        return f"{named}: {self.error}" + (f" ({self.hint})" if self.hint else "")


class Forbidden(Refused):
    """403 without a code: a pause of the account, a private party, not the owner."""


class NotFound(Refused):
    """404 without a code: the object does not exist for this caller."""


class Conflict(Refused):
    """409 without a code: the current state does not allow it, for example a replay of a running table."""


class Unavailable(Refused):
    """503 without a code: starting, stopping, or out of order."""


BY_STATUS: dict[int, type[Refused]] = {403: Forbidden, 404: NotFound, 409: Conflict, 503: Unavailable}
