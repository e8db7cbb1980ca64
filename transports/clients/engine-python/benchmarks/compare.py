"""Steps a second from Python on one core: this engine beside OpenSpiel, PettingZoo Classic and pgx.

A library is measured if it is installed and has the game:

    pip install open_spiel 'pettingzoo[classic]' pgx jax     # each is optional
    python benchmarks/compare.py

A step is one action of one seat, chosen at random among the legal ones. Each number is the median of several
slices of time, which the libraries take in turns. Other programs on the machine slow all of them down.

- playouts: matches from the deal to the end, without observations; this engine plays them in one call.
- steps: one match after another, one Python call after another, without observations.
- observed: the same, with the observation and the legal actions of each position read.
- pettingzoo: environments of PettingZoo (AEC): this engine's beside that of PettingZoo Classic.
- batched: 1024 matches in one call, observations and masks written, the choice of random actions included.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

# One core for all, before a library starts threads.
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

BATCH = 1024
ROUNDS = 9
# Heads-up no-limit hold'em with the same blinds and stacks, and four actions: fold, call, the pot, all-in.
HOLDEM = (
    "universal_poker(betting=nolimit,numPlayers=2,numRounds=4,blind=5 10,firstPlayer=1 2 2 2,numSuits=4,numRanks=13,"
    "numHoleCards=2,numBoardCards=0 3 1 1,stack=200 200,bettingAbstraction=fcpa)"
)
GAMES: dict[str, dict[str, str]] = {
    "tic-tac-toe-vs-house": {"openspiel": "tic_tac_toe", "pettingzoo": "tictactoe_v3", "pgx": "tic_tac_toe"},
    "connect-four-vs-house": {"openspiel": "connect_four", "pettingzoo": "connect_four_v3", "pgx": "connect_four"},
    "mancala-vs-house": {"openspiel": "mancala"},
    "liars-dice-vs-house": {"openspiel": "liars_dice(numdice=5)"},
    "holdem-open": {"openspiel": HOLDEM, "pettingzoo": "texas_holdem_no_limit_v6"},
}
Work = Callable[[], int]
"""Does some work, and returns how many units of it."""


def rates(works: list[Work], seconds: float, clock: Callable[[], float] = time.perf_counter) -> list[float]:
    """Units a second of each by the clock, the median of its slices. The slices take turns, so that a slow moment
    of the machine meets all of them."""
    for work in works:
        work()
    slices: list[list[float]] = [[] for _ in works]
    for _ in range(ROUNDS):
        for work, measured in zip(works, slices, strict=True):
            began, units = clock(), 0
            while (passed := clock() - began) < seconds / ROUNDS:
                units += work()
            measured.append(units / passed)
    return [statistics.median(measured) for measured in slices]


def turnstone(kind: str) -> Iterator[tuple[str, str, Work]]:
    from turnstone_engine import VectorEnv, deal

    dice, seeds = random.Random(1), iter(range(1 << 40))

    def playouts() -> int:
        deal(kind, next(seeds)).random_playouts(1000, 1)
        return 1000

    def steps(observed: bool) -> int:
        match, count = deal(kind, next(seeds)), 0
        while legal := match.legal_indices() if match.to_act() else []:
            if observed:
                match.observation()
            match.play(dice.choice(legal))
            count += 1
        return count

    env = VectorEnv(kind, BATCH, 1)

    def batched() -> int:
        for _ in range(20):
            env.step(env.sample())
        return 20 * BATCH

    yield "turnstone", "playouts", playouts
    yield "turnstone", "steps", lambda: steps(False)
    yield "turnstone", "observed", lambda: steps(True)
    yield "turnstone", "batched", batched
    try:
        from turnstone_engine import pettingzoo as ours
    except ImportError:
        # PettingZoo is not installed.
        return
    yield "turnstone", "pettingzoo", environment(ours.env(kind))


def environment(env: Any) -> Work:
    """Matches of an environment of PettingZoo. The unit is a step."""
    dice = random.Random(1)

    def play() -> int:
        env.reset(seed=dice.randrange(1 << 30))
        count = 0
        for _ in env.agent_iter():
            observation, _, over, cut, _info = env.last()
            if over or cut:
                env.step(None)
                continue
            env.step(int(dice.choice(np.flatnonzero(observation["action_mask"]))))
            count += 1
        return count

    return play


def openspiel(name: str) -> Iterator[tuple[str, str, Work]]:
    import pyspiel

    game, dice = pyspiel.load_game(name), random.Random(1)

    def play(observed: bool) -> int:
        state, count = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(dice.choices(actions, chances)[0])
                continue
            legal = state.legal_actions()
            if observed:
                state.observation_tensor() if tensor else state.information_state_tensor()
            state.apply_action(dice.choice(legal))
            count += 1
        return count

    def playout() -> int:
        play(False)
        return 1

    tensor = game.get_type().provides_observation_tensor
    yield "openspiel", "playouts", playout
    yield "openspiel", "steps", lambda: play(False)
    yield "openspiel", "observed", lambda: play(True)


def pettingzoo(name: str) -> Iterator[tuple[str, str, Work]]:
    import importlib

    yield "pettingzoo", "pettingzoo", environment(importlib.import_module(f"pettingzoo.classic.{name}").env())


def pgx(name: str) -> Iterator[tuple[str, str, Work]]:
    import jax
    import jax.numpy as jnp
    import pgx as library
    from pgx.experimental import auto_reset

    env = library.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit  # type: ignore[untyped-decorator]
    def one(state: Any, key: Any) -> Any:
        logits = jnp.where(state.legal_action_mask, 0.0, -1e9)
        return step(state, jax.random.categorical(key, logits), jax.random.split(key, BATCH))

    world = {"state": jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), BATCH))}
    keys = iter(range(1 << 40))

    def batched() -> int:
        for _ in range(20):
            world["state"] = one(world["state"], jax.random.PRNGKey(next(keys)))
        world["state"].observation.block_until_ready()
        return 20 * BATCH

    yield "pgx", "batched", batched


LIBRARIES: dict[str, Callable[[str], Iterator[tuple[str, str, Work]]]] = {
    "openspiel": openspiel,
    "pettingzoo": pettingzoo,
    "pgx": pgx,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=2.0, help="time for each number (2)")
    parser.add_argument("kinds", nargs="*", help=f"the kinds, of {', '.join(GAMES)} (all)")
    chosen = parser.parse_args()
    for kind in chosen.kinds or GAMES:
        sources = [turnstone(kind), *(LIBRARIES[library](name) for library, name in GAMES[kind].items())]
        found: list[tuple[str, str, Work]] = []
        for source in sources:
            try:
                found.extend(source)
            except Exception as missing:
                # Not installed, or built without the game.
                print(f"{kind:22} not measured: {type(missing).__name__}: {str(missing)[:80]}", flush=True)
        for (library, what, _), rate in zip(found, rates([work for *_, work in found], chosen.seconds), strict=True):
            print(f"{kind:22} {library:10} {what:10} {rate:14,.0f} a second", flush=True)


if __name__ == "__main__":
    main()
