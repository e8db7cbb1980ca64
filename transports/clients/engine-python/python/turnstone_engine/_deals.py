"""Shared code of the environments: deals that follow from a seed, and opponents."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import numpy as np

from . import Match, deal, kinds

Opponent: TypeAlias = str | Callable[[Match, int], int]
"""`random`, `house`, another policy, or a function of match and seat that returns an index of the encoding."""


class Deals:
    """The matches of an environment, dealt one after another."""

    def __init__(
        self,
        kind: str,
        seats: int | None,
        stake: int | None,
        options: Mapping[str, Any] | None,
        rng: np.random.Generator,
    ) -> None:
        described = kinds().get(kind)
        if described is None:
            raise ValueError(f"{kind!r} is none of the kinds {', '.join(kinds())}")
        self.described: dict[str, Any] = described
        self.rng = rng
        self._setup: dict[str, Any] = {"kind": kind, "seats": seats, "stake": stake, "options": options}
        first = self.next()
        self.seats = first.seats
        self.stake: int = first.config["stake"]

    @property
    def actions(self) -> int:
        """The size of the action space."""
        return int(self.described["actions"]["count"])

    @property
    def observation_shape(self) -> tuple[int]:
        """The shape of an observation."""
        (length,) = self.described["observation"]["shape"]
        return (int(length),)

    def next(self) -> Match:
        """A match with a decision. The chips of a deal without one are in no reward."""
        while True:
            match = deal(seed=self.rng.bytes(32), **self._setup)
            if match.to_act():
                return match

    def returns(self, match: Match) -> list[float]:
        """The chips won or lost for each chip of the stake; 0 until the match is over."""
        scores = match.scores()
        return [0.0] * self.seats if scores is None else [score / self.stake for score in scores]

    @staticmethod
    def play(match: Match, action: Any, seat: int) -> bool:
        """Play an action of a seat that may act. An illegal action gives up: the seat leaves. Whether it was legal.

        What is no integer is a TypeError, and nothing is played.
        """
        index = operator.index(action)
        legal = index in match.legal_indices(seat)
        if legal:
            match.play(index, seat)
        else:
            match.leave(seat)
        return legal

    def choose(self, opponent: Opponent, match: Match, seat: int, level: int | None) -> int:
        """The choice of an opponent."""
        if callable(opponent):
            return opponent(match, seat)
        if opponent == "random":
            return int(self.rng.choice(match.legal_indices(seat)))
        return match.choose(opponent, seat, level)
