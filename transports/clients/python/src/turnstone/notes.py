"""Notes of the server's newest statement, and the times in the ids of tables."""

from __future__ import annotations

import hashlib
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass

DAY_MS = 86_400_000
# How far the time in a table's id can be from another clock.
OFF_MS = 600_000


@dataclass(frozen=True)
class Note:
    """The text of the server's newest statement, with this computer's time in epoch milliseconds."""

    text: str
    at: int

    @property
    def noted(self) -> str:
        """The note as the option `--noted` of the verifiers takes it."""
        return f"{hashlib.sha256(self.text.encode()).hexdigest()}@{self.at}"


class ClockWarning(UserWarning):
    """The id of a table has another time than this computer, or than the list of open tables."""


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def is_of_day(note: Note, at: int) -> bool:
    return note.at // DAY_MS == at // DAY_MS


def warn_of_clock(text: str) -> None:
    warnings.warn(text, ClockWarning, stacklevel=5)


def check_clock(table_id: str, other: int, warn: Callable[[str], None]) -> None:
    """Warn if the time in the id of a table is far from another one: the proof of its deal depends on it."""
    try:
        made = int(table_id.partition("_")[2][:12], 16)
    except ValueError:
        return
    if abs(made - other) > OFF_MS:
        minutes = round(abs(made - other) / 60_000)
        warn(f"the time in the id of {table_id} is {minutes} minutes off: the proof of its deal depends on it")
