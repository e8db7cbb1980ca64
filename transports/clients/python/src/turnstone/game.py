"""A game by its id, with the types of what it shows and takes: `turnstone.games` has them all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic

from .types import GameAction, GameId, GameView

if TYPE_CHECKING:
    # Type variables with defaults are younger than the oldest Python that is served.
    from typing_extensions import TypeVar

    View = TypeVar("View", bound=GameView, default=GameView)
    Action = TypeVar("Action", bound=GameAction, default=GameAction)
else:
    from typing import TypeVar

    View = TypeVar("View")
    Action = TypeVar("Action")


@dataclass(frozen=True)
class Game(Generic[View, Action]):
    """A game: with it, `turns` gives views and actions of its own types."""

    id: GameId
