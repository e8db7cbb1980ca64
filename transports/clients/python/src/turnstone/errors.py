"""What can go wrong, as exceptions: everything here is a `TurnstoneError`.

A refusal with a code has a class of its own in `turnstone.codes` (`StalePlies`, `InsufficientChips`, ...); all of them
are `Refused`.
"""

from __future__ import annotations


class TurnstoneError(Exception):
    """The base of all errors of this package."""


class Unreachable(TurnstoneError):
    """No answer came. `sent` says whether the request may have reached the server, and so may have been carried out."""

    def __init__(self, why: str, *, sent: bool) -> None:
        super().__init__(why)
        self.sent = sent


class BadAnswer(TurnstoneError):
    """What came is no answer of this API: something else listens there, or stands in between."""


class Refused(TurnstoneError):
    """The server said no. Nothing has changed by this request.

    Branch on the class or on `code`, never on the text. `repeated` is true where the same request had been sent before
    and its answer was lost: then the first one may have been carried out.
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
    """403 without a code: paused by oneself, a private party, not the owner."""


class NotFound(Refused):
    """404 without a code: there is none, or none for this caller."""


class Conflict(Refused):
    """409 without a code: it does not go with how things stand, for example a replay of a table that still runs."""


class Unavailable(Refused):
    """503 without a code: starting, stopping, or out of order."""


BY_STATUS: dict[int, type[Refused]] = {403: Forbidden, 404: NotFound, 409: Conflict, 503: Unavailable}
