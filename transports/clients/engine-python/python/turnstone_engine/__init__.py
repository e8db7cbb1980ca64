"""The rules of Turnstone's games in process: the same engine as the server's, for learners.

`deal` begins one match; `VectorEnv` steps many at once. `turnstone_engine.pettingzoo`, `turnstone_engine.gymnasium`,
`turnstone_engine.sb3` and `turnstone_engine.openspiel` have the interfaces of those libraries;
`turnstone_engine.server` plays on a server.
"""

from importlib.metadata import version

from ._engine import Match, VectorEnv, deal, encode, kinds, planes, replay, restore, verify

__version__ = version("turnstone-engine")

__all__ = ["Match", "VectorEnv", "__version__", "deal", "encode", "kinds", "planes", "replay", "restore", "verify"]
