"""Games and states with the method names of OpenSpiel, for algorithms written for it.

Chance is in the seed of a state, so that there are no chance nodes. If several seats choose at the same time, they are
asked one after another. `returns` and `rewards` are chips won or lost for each chip of the stake.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from . import Match, deal, kinds
from ._deals import Deals

if TYPE_CHECKING:
    from ._engine import Seed

TERMINAL = -4
"""`current_player` of a state that is over."""


class Game:
    """A kind with a number of seats, a stake and options."""

    def __init__(
        self,
        kind: str,
        *,
        seats: int | None = None,
        stake: int | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int | None = None,
    ) -> None:
        self.kind = kind
        self._deals = Deals(kind, seats, stake, options, np.random.default_rng(seed))
        self._setup: dict[str, Any] = {"seats": seats, "stake": stake, "options": options}

    def num_players(self) -> int:
        return self._deals.seats

    def num_distinct_actions(self) -> int:
        return self._deals.actions

    def observation_tensor_shape(self) -> list[int]:
        return list(self._deals.observation_shape)

    def observation_tensor_size(self) -> int:
        return self._deals.observation_shape[0]

    def new_initial_state(self, seed: Seed | None = None) -> State:
        """A deal; without a seed the next one of the game's own."""
        match = self._deals.next() if seed is None else deal(self.kind, seed, **self._setup)
        return State(self, match)


class State:
    """A position of a match."""

    def __init__(self, game: Game, match: Match) -> None:
        self.game, self.match = game, match

    def current_player(self) -> int:
        to_act = self.match.to_act()
        return to_act[0] if to_act else TERMINAL

    def is_terminal(self) -> bool:
        return not self.match.to_act()

    def is_chance_node(self) -> bool:
        return False

    def is_simultaneous_node(self) -> bool:
        return False

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The indices of the legal actions, ascending; none for a seat that may not act."""
        if self.is_terminal():
            return []
        return sorted(self.match.legal_indices(player))

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        if self.is_terminal():
            return [0] * self.game.num_distinct_actions()
        return [int(legal) for legal in self.match.mask(player)]

    def apply_action(self, action: int) -> None:
        self.match.play(action)

    def action_to_string(self, player: int, action: int) -> str:
        """The action as JSON."""
        legal = dict(zip(self.match.legal_indices(player), self.match.legal(player), strict=True))
        if action not in legal:
            raise ValueError(f"{action} is not legal for seat {player}")
        return str(legal[action])

    def observation_tensor(self, player: int | None = None) -> list[float]:
        seat = max(self.current_player(), 0) if player is None else player
        return [float(number) for number in self.match.observation(seat)]

    def returns(self) -> list[float]:
        return self.game._deals.returns(self.match)

    def rewards(self) -> list[float]:
        """The same as `returns`: there are no rewards before the end."""
        return self.returns()

    def clone(self) -> State:
        return State(self.game, self.match.fork())

    def resample_from_infostate(self, player: int, seed: Seed | None = None) -> State:
        """A copy in which everything that the seat cannot know is redrawn."""
        return State(self.game, self.match.redrawn(player, seed))


def load_game(kind: str, **more: Any) -> Game:
    """A game by the name of its kind."""
    return Game(kind, **more)


def registered_names() -> list[str]:
    """The names of all kinds."""
    return list(kinds())
