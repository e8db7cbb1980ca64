"""A game by its id, with the types of its views and actions: `turnstone.games` has them all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic

from .types import GameAction, GameId, GameView

if TYPE_CHECKING:
    # Type variables with defaults need a newer version than the oldest supported Python.
    from typing_extensions import TypeVar

    # A turn of one game is also a turn of any game, for functions that read it: both are covariant. `act` takes an
    # action all the same. A function that takes any turn could send the action of another game: the server rejects it.
    View = TypeVar("View", bound=GameView, default=GameView, covariant=True)
    Action = TypeVar("Action", bound=GameAction, default=GameAction, covariant=True)
else:
    from typing import TypeVar

    View = TypeVar("View", covariant=True)
    Action = TypeVar("Action", covariant=True)


@dataclass(frozen=True)
class Game(Generic[View, Action]):
    """A game: with it, `turns` gives views and actions of its own types."""

    id: GameId
