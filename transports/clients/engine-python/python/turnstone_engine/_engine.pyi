from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, SupportsIndex, TypeAlias, final, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

Seed: TypeAlias = str | bytes | SupportsIndex
"""64 lowercase hex characters, 32 bytes, or a number from 0 to 2**256 - 1 (as 32 bytes in little-endian order)."""
Json: TypeAlias = dict[str, Any]
Reply: TypeAlias = Callable[[NDArray[np.float32], NDArray[np.bool_]], ArrayLike]
"""An opponent: the observations (k, numbers) and masks (k, actions) of k matches to their k actions."""

@final
class Match:
    """A match in play. A method with an optional `seat` takes the lowest seat that may act, if it gets none.

    Wrong arguments raise ValueError and change nothing. A match can be copied and pickled. Two are equal if the same
    deal, actions and redraws led to them.
    """

    @property
    def game(self) -> str:
        """The `gameId`."""
    @property
    def version(self) -> str:
        """The version of the rules."""
    @property
    def config(self) -> Json:
        """The setup, as in a replay bundle."""
    @property
    def seed(self) -> str:
        """The seed in hex."""
    @property
    def seats(self) -> int:
        """The number of seats."""
    @property
    def plies(self) -> int:
        """The number of decisions so far."""
    def to_act(self) -> list[int]:
        """The seats that may act now, ascending; none when the match is over."""
    def legal(self, seat: int | None = None) -> list[Json]:
        """The legal actions, as the server's `legalActions`."""
    def legal_indices(self, seat: int | None = None) -> list[int]:
        """The index of each legal action in the encoding, in the order of `legal`."""
    def mask(self, seat: int | None = None) -> NDArray[np.bool_]:
        """By index of the encoding: whether the action is legal."""
    def observation(self, seat: int | None = None) -> NDArray[np.float32]:
        """The view of a seat as numbers from 0 to 1; `kinds` describes them."""
    @overload
    def play(
        self, action: SupportsIndex | Mapping[str, Any] | str, seat: int | None = None, *, events: Literal[True]
    ) -> list[Json]:
        """Play a legal action, by its index in the encoding or as JSON. Returns the events."""
    @overload
    def play(
        self,
        action: SupportsIndex | Mapping[str, Any] | str,
        seat: int | None = None,
        *,
        events: Literal[False] = False,
    ) -> None: ...
    @overload
    def leave(self, seat: int, timed_out: bool = False, *, events: Literal[True]) -> list[Json]:
        """A seat gives up, or runs out of time. Returns the events."""
    @overload
    def leave(self, seat: int, timed_out: bool = False, *, events: Literal[False] = False) -> None: ...
    def choose(self, policy: str = "house", seat: int | None = None, level: int | None = None) -> int:
        """The choice of `house`, `random` or another policy of the game, as an index of the encoding.

        The house plays at a level from 1 to 5; without one, at the level of the config, else at 5, its best. The choice
        draws from the seat's own stream, as at the server. It is not played.
        """
    def view(self, seat: int | None = None, sealed: bool = False) -> Json:
        """The view of a seat; without one, of a spectator. `sealed` hides at the end what play has not shown."""
    def drawn(self, seat: int | None = None) -> str:
        """The view of a seat as text; without one, of a spectator."""
    def outcome(self) -> list[Json] | None:
        """The result by seat; None until the match is over."""
    def scores(self) -> list[int] | None:
        """The chips that each seat won or lost; None until the match is over."""
    def fork(self) -> Match:
        """A copy, which continues on its own."""
    def redrawn(self, seat: int, seed: Seed | None = None) -> Match:
        """A copy in which everything that a seat cannot know is redrawn. It has no bundle."""
    def random_playouts(self, n: int, seed: Seed | None = None) -> list[float]:
        """Play this position to its end `n` times at random. Returns the mean score of each seat in chips.

        Other threads of Python run meanwhile.
        """
    def serialize(self) -> bytes:
        """The match in bytes: game, version, config, seed, log and redraws. `restore` reads them."""
    def bundle(self, session_id: str) -> Json:
        """The replay bundle of a finished match, with its digest."""
    def __copy__(self) -> Match: ...
    def __deepcopy__(self, memo: Any) -> Match: ...
    def __eq__(self, other: object) -> bool: ...

@final
class VectorEnv:
    """`n` matches of one kind that are stepped together.

    A match that ends is dealt again in the same step. The arrays are the engine's own memory: each step overwrites
    them, so copy what you keep. They cannot be written. A match depends on the seed, its number and its actions, not
    on `n` (at most 4,194,304) or `threads` (at most 1024). An environment can be copied and pickled, and used after a
    fork.

    Without `opponent`, the caller plays every seat. With one, the caller plays one seat, the learner's, and each step
    goes on until the learner may act again. `opponent` is `"house"` at a `level` from 1 to 5 (without one, the level of
    `options`, else its best), `"random"`, another policy of the game, or a function, which gets copies of the
    observations and masks of the matches in which an opponent is to act, and returns their actions. `seat` is the
    learner's seat (0), or `"random"`: drawn for each match. A match that ends before the learner's first decision is
    dealt again; its chips are in no reward. Games against the bank have no opponents. If the function fails, returns an
    illegal action, or Ctrl-C ends the step, nothing was played.

    `planes=True` also writes the observations as planes, for games on a board. With `illegal_leaves=True`, an illegal
    action is no error: the seat leaves the match.
    """

    def __new__(
        cls,
        kind: str,
        n: int,
        seed: Seed | None = None,
        *,
        opponent: str | Reply | None = None,
        level: int | None = None,
        seat: int | Literal["random"] | None = None,
        seats: int | None = None,
        stake: int | None = None,
        options: Mapping[str, Any] | None = None,
        planes: bool = False,
        illegal_leaves: bool = False,
        threads: int = 1,
    ) -> VectorEnv: ...
    @property
    def observations(self) -> NDArray[np.float32]:
        """(n, numbers): the observation of each match's seat to act."""
    @property
    def planes(self) -> NDArray[np.float32]:
        """(n, channels, rows, columns): the same as planes. AttributeError without `planes=True`."""
    @property
    def masks(self) -> NDArray[np.bool_]:
        """(n, actions): the legal actions of that seat."""
    @property
    def turns(self) -> NDArray[np.uint8]:
        """(n,): that seat. If several seats choose at the same time, the learner is first, otherwise the lowest."""
    @property
    def rewards(self) -> NDArray[np.float32]:
        """(n, seats): the chips won or lost with the last step for each chip of the stake; 0 unless the match ended."""
    @property
    def ended(self) -> NDArray[np.bool_]:
        """(n,): whether the last step ended the match. The other arrays already show the next one."""
    @property
    def final_observations(self) -> NDArray[np.float32]:
        """(n, numbers): where `ended`, the last observation of the learner; elsewhere 0.

        AttributeError if the caller plays several seats of a match.
        """
    def step(self, actions: ArrayLike) -> None:
        """Play one action, an index of the encoding, in each match, and let the opponents reply.

        If one is not legal, ValueError names its match and nothing is played. Numbers that are no integers are a
        TypeError. During a call of an opponent's function, a step is a RuntimeError.
        """
    def sample(self) -> NDArray[np.int32]:
        """A random legal action for each match, in an array that the next call overwrites."""
    def serialize(self) -> bytes:
        """The environment in bytes, `rewards` and `ended` included. `VectorEnv.restore` reads them."""
    @classmethod
    def restore(cls, serialized: bytes, threads: int = 1, opponent: Reply | None = None) -> VectorEnv:
        """The environment that `serialize` wrote. It continues as the original does.

        A function is not stored: if the opponent was one, `opponent` is that function.
        """
    def __len__(self) -> int: ...

def deal(
    kind: str,
    seed: Seed | None = None,
    seats: int | None = None,
    stake: int | None = None,
    options: Mapping[str, Any] | None = None,
) -> Match:
    """Deal a match of a kind.

    Without a seed it is a random one. The default stake is 10 chips; a kind with a fixed buy-in ignores it. `options`
    are further members of the config of a replay bundle, such as `stacks`; one that the game does not have is a
    ValueError.
    """

def restore(serialized: bytes) -> Match:
    """The match that `Match.serialize` wrote."""

def kinds() -> dict[str, Json]:
    """The kinds by name, with their rules, seats, policies and encodings."""

def encode(
    kind: str, view: Mapping[str, Any] | str | bytes, legal: Sequence[Any] | str | bytes, seat: int
) -> tuple[NDArray[np.float32], list[int]]:
    """The observation of a seat, and the index of each of its legal actions in the encoding, from what a server shows.

    `view` and `legal` are `state.view` and `state.legalActions` of the seat's table.
    """

def planes(kind: str, observations: ArrayLike) -> NDArray[np.float32]:
    """Observations (..., numbers) of a game on a board as planes (..., channels, rows, columns).

    `kinds()[kind]["observation"]["planes"]` names the channels; without a board it is None, and this a ValueError.
    """

def replay(bundle: Mapping[str, Any] | str | bytes, plies: int | None = None) -> Match:
    """The match of a bundle after the first `plies` decisions; without a number, after all."""

def verify(
    bundle: Mapping[str, Any] | str | bytes,
) -> tuple[Literal["holds", "sealed", "unknown", "broken"], str | None]:
    """Replay a bundle and compare everything, its digest too: the verdict, and its reason if it does not hold."""
