"""Every kind on a server as a PettingZoo environment, with the actions and observations of the engine: what was trained
in process plays there unchanged. It needs the client (`pip install ./transports/clients/python`).

```python
from turnstone_engine.server import env

world = env("http://127.0.0.1:8080", "connect-four-vs-house", invitation="AAAAA-BBBBB-CCCCC-DDDDD")
```

It is for your own server, with its limits off; each action must be taken within the server's turn time
(`pace.live_turn_s`). The agents are the seats, `seat_0` and so on.

- With an invitation, all seats of a kind that may be open are agents: the environment joins one account for each, and
  another one if chips run out. For other kinds, and without an invitation, there is only `seat_0`, and the house plays
  the other seats at a practice table, at `level`.
- Actions, observations, masks and rewards are those of `turnstone_engine.pettingzoo`. An illegal action gives up there,
  too. `infos[agent]["view"]` is the view, and `infos[agent]["legal_actions"]` has the legal actions in JSON.
- If several seats choose at the same time, they are asked one after the other; none sees another's choice.
- The server makes the deals: the seed of `reset` has no effect. A deal without a decision (a blackjack) is dealt again,
  and its chips are in no reward.
"""

from __future__ import annotations

import operator
import uuid
from collections.abc import Callable
from typing import Any, cast

import numpy as np
from gymnasium.spaces import Space
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper
from turnstone import Client, Table, codes
from turnstone.types import TableKind

from . import encode, kinds
from .pettingzoo import Observation, begin, spaces_of


class ServerEnv(AECEnv):  # type: ignore[misc]
    """A table of one kind; `reset` opens a new one."""

    def __init__(
        self,
        address: str,
        kind: TableKind,
        *,
        invitation: str | None = None,
        seats: int | None = None,
        stake: int = 1,
        level: int | None = None,
    ) -> None:
        super().__init__()
        self.metadata = {"name": f"turnstone_{kind}", "is_parallelizable": False, "render_modes": []}
        self.render_mode = None
        described = kinds().get(kind)
        if described is None:
            raise ValueError(f"{kind!r} is none of the kinds {', '.join(kinds())}")
        self.kind, self.stake, self.level = kind, stake, level
        self._server = Client(address)
        self._invitation = invitation
        self._clients: list[Client] = []
        self._tables: list[Table] = []
        told = self._told(kind)
        self._together = invitation is not None and told["openEligible"]
        count = (seats or told.get("seats", 2)) if self._together else 1
        if self._together and not told["fewestSeats"] <= count <= told["mostSeats"]:
            raise ValueError(f"{kind} has {told['fewestSeats']} to {told['mostSeats']} seats")
        self._actions = int(described["actions"]["count"])
        self.possible_agents, self.observation_spaces, self.action_spaces = spaces_of(described, count)
        self.agents: list[str] = []
        self.infos: dict[str, dict[str, Any]] = {}

    def _told(self, kind: TableKind) -> dict[str, Any]:
        games = cast(list[dict[str, Any]], self._server.call("GET", "/rules.json")["games"])
        return next(game for game in games if game["kind"] == kind)

    def observation_space(self, agent: str) -> Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._leave()
        self._tables = self._sit_down()
        while self._tables[0].read()["state"]["terminal"]:
            self._tables = self._sit_down()
        begin(self)
        self.agent_selection = self.agents[0]
        self._fresh = [False] * len(self._tables)
        self._turn()

    def observe(self, agent: str) -> Observation:
        seat = self._seat(agent)
        observation, indices = self._encoded(seat)
        mask = np.zeros(self._actions, dtype=np.int8)
        mask[indices] = 1
        return {"observation": observation, "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("None is not an action of a seat that is to act")
        seat = self._seat(agent)
        _, indices = self._encoded(seat)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.infos[agent] = {}
        index = operator.index(action)
        legal = index in indices
        if legal:
            self._tables[seat].act(self._legal(seat)[indices.index(index)])
        else:
            self._tables[seat].forfeit()
            self.infos[agent] = {"illegal": True}
        # The answer to an action shows the position, that to giving up does not.
        self._fresh = [legal and other == seat for other in range(len(self._tables))]
        self._turn()
        self._accumulate_rewards()

    def render(self) -> None:
        """There is no rendering beside the views."""

    def close(self) -> None:
        self._leave()
        for client in [*self._clients, self._server]:
            client.close()
        self._clients = []

    def _turn(self) -> None:
        """The present turn, and the results at the end."""
        anybody = next((seat for seat, fresh in enumerate(self._fresh) if fresh), 0)
        to_act = self._view(anybody)["toAct"]
        table = self._tables[anybody]
        if not table.terminal:
            self.agent_selection = self.possible_agents[to_act[0]]
            seen = {"view": self._view(to_act[0]), "legal_actions": self._legal(to_act[0])}
            self.infos[self.agent_selection] |= seen
            return
        for seat, agent in enumerate(self.possible_agents):
            score = next(entry["score"] for entry in table.outcome if entry["seat"] == seat)
            assert table.view is not None
            self.rewards[agent] = score / table.view["stake"]
            self.terminations[agent] = True
            self.infos[agent] |= {"view": self._view(seat), "legal_actions": []}

    def _encoded(self, seat: int) -> tuple[Any, list[int]]:
        """The observation, and the index of each legal action."""
        return encode(self.kind, self._view(seat), self._legal(seat), seat)

    def _seat(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    def _read(self, seat: int) -> Table:
        if not self._fresh[seat]:
            self._tables[seat].read()
            self._fresh[seat] = True
        return self._tables[seat]

    def _view(self, seat: int) -> dict[str, Any]:
        seen = self._read(seat).view
        assert seen is not None
        return cast(dict[str, Any], seen["state"]["view"])

    def _legal(self, seat: int) -> list[Any]:
        seen = self._read(seat).view
        assert seen is not None
        return seen["state"]["legalActions"]

    def _sit_down(self) -> list[Table]:
        if self._invitation is None:
            return [self._server.practice(self.kind, level=self.level)]
        if not self._together:
            host = self._member(0)
            return [host.open_table(self.kind, stake=self.stake, practice=True, level=self.level)]
        seats = len(self.possible_agents)
        table = self._solvent(
            0, lambda c: c.open_table(self.kind, stake=self.stake, open=True, seats=seats, visibility="unlisted")
        )
        return [table, *(self._solvent(seat, lambda c: c.join_table(table.id)) for seat in range(1, seats))]

    def _solvent(self, seat: int, sit: Callable[[Client], Table]) -> Table:
        """Join, with a new account if the chips of the old one do not suffice."""
        try:
            return sit(self._member(seat))
        except codes.InsufficientChips:
            self._clients[seat].close()
            self._clients[seat] = self._join()
            return sit(self._clients[seat])

    def _member(self, seat: int) -> Client:
        while len(self._clients) <= seat:
            self._clients.append(self._join())
        return self._clients[seat]

    def _join(self) -> Client:
        assert self._invitation is not None
        client = Client(self._server.address, patience=self._server.patience)
        client.join(self._invitation, f"agent-{uuid.uuid4().hex[:12]}")
        return client

    def _leave(self) -> None:
        """Give up running games, so that no table waits for a timeout."""
        tables, self._tables = self._tables, []
        for table in tables:
            if not table.terminal:
                try:
                    table.forfeit()
                except (codes.ActionRejected, codes.NotSignedIn):
                    # Over already, or a seat that cannot leave any more.
                    continue


def env(address: str, kind: TableKind, **more: Any) -> OrderEnforcingWrapper[str, Observation, int | None]:
    """The environment with the usual checks of the order of calls."""
    return OrderEnforcingWrapper(ServerEnv(address, kind, **more))
