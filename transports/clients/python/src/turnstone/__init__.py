"""A client for Turnstone: turn-based games with play-money chips, over HTTP.

```python
from turnstone import Client

table = Client("http://127.0.0.1:8080").practice("tic-tac-toe-vs-house")
for turn in table.turns():
    turn.act(turn.legal[0])
print(table.outcome)
```
"""

from . import codes, games, types
from .aio import AsyncClient, AsyncTable, AsyncTurn
from .client import Client, Table, Turn, new_ref
from .errors import (
    BadAnswer,
    Conflict,
    Forbidden,
    NoOpponent,
    NotFound,
    Refused,
    TurnstoneError,
    Unavailable,
    Unreachable,
)
from .event_stream import StreamEvent
from .game import Game
from .notes import ClockWarning, Note
from .replays import Finding, Verdict, verify

__all__ = [
    "AsyncClient",
    "AsyncTable",
    "AsyncTurn",
    "BadAnswer",
    "Client",
    "ClockWarning",
    "Conflict",
    "Finding",
    "Forbidden",
    "Game",
    "NoOpponent",
    "NotFound",
    "Note",
    "Refused",
    "StreamEvent",
    "Table",
    "Turn",
    "TurnstoneError",
    "Unavailable",
    "Unreachable",
    "Verdict",
    "codes",
    "games",
    "new_ref",
    "types",
    "verify",
]
