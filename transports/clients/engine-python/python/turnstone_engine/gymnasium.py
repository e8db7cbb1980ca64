"""Every kind as a Gymnasium environment for one seat (`pip install 'turnstone-engine[gymnasium]'`).

Importing this module also registers each kind with Gymnasium, as `turnstone/KIND-vVERSION` with the version of its
rules: `gymnasium.make("turnstone/connect-four-vs-house-v1", opponent="house", level=3)`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Box, Discrete
from numpy.typing import NDArray

from . import Match, kinds
from ._deals import Deals, Opponent

Numbers = NDArray[np.float32]


class TurnstoneEnv(gymnasium.Env[Numbers, Any]):
    """One seat of a match; an opponent plays the others. `level` is that of an opponent `house`, from 1 to 5, its best.

    - Actions and observations are those of the encoding. The mask is `action_masks()` and `info["action_mask"]`.
    - The reward comes at the end: the chips won or lost for each chip of the stake.
    - An illegal action gives up: the seat leaves the match, as the rules of the game define it. `info` has `illegal`.
    - A match that ends before the seat's first decision is dealt again.
    - With `render_mode="ansi"`, `render` returns the seat's view as text.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 (Gymnasium's own form)

    def __init__(
        self,
        kind: str,
        *,
        seat: int = 0,
        opponent: Opponent = "random",
        level: int | None = None,
        seats: int | None = None,
        stake: int | None = None,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise ValueError(f"{render_mode!r} is no render mode: there is only 'ansi'")
        self.render_mode = render_mode
        self._match: Match | None = None
        self._deals = Deals(kind, seats, stake, options, self.np_random)
        if not 0 <= seat < self._deals.seats:
            raise ValueError(f"there is no seat {seat}, only {self._deals.seats} seats")
        self.seat, self.opponent, self.level = seat, opponent, level
        self.observation_space = Box(0, 1, self._deals.observation_shape, np.float32)
        self.action_space = Discrete(self._deals.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        super().reset(seed=seed)
        self._deals.rng = self.np_random
        self._match = self._deals.next()
        self._continue()
        while not self.match.to_act():
            self._match = self._deals.next()
            self._continue()
        return self._observation(), self._info()

    @property
    def match(self) -> Match:
        """The match in play."""
        if self._match is None:
            raise ResetNeeded("call reset before anything else")
        return self._match

    def step(self, action: Any) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        if not self.match.to_act():
            raise ResetNeeded("the match is over: call reset")
        legal = self._deals.play(self.match, action, self.seat)
        self._continue()
        over = not self.match.to_act()
        reward = self._deals.returns(self.match)[self.seat]
        info = self._info() if legal else self._info() | {"illegal": True}
        return self._observation(), reward, over, False, info

    def render(self) -> str | None:
        """The seat's view as text, in the mode `ansi`."""
        return None if self.render_mode is None else self.match.drawn(self.seat)

    def action_masks(self) -> NDArray[np.bool_]:
        """By index of the encoding: whether the action is legal."""
        return self.match.mask(self.seat)

    def _continue(self) -> None:
        """Let the opponent play until the own seat may act or the match is over."""
        while (to_act := self.match.to_act()) and self.seat not in to_act:
            self.match.play(self._deals.choose(self.opponent, self.match, to_act[0], self.level), to_act[0])

    def _observation(self) -> Numbers:
        return self.match.observation(self.seat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().view(np.int8)}


for _kind, _described in kinds().items():
    gymnasium.register(
        f"turnstone/{_kind}-v{_described['version']}",
        entry_point="turnstone_engine.gymnasium:TurnstoneEnv",
        kwargs={"kind": _kind},
    )
