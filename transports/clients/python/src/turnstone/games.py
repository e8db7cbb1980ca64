"""Every game, for `turns`: with it, views and actions have the types of that game alone.

Made from the OpenAPI document by scripts/make_types.py; do not edit.
"""

from __future__ import annotations

from . import types
from .game import Game

BACCARAT: Game[types.BaccaratView, types.BaccaratAction] = Game("baccarat")
BATTLESHIP: Game[types.BattleshipView, types.BattleshipAction] = Game("battleship")
BLACKJACK: Game[types.BlackjackView, types.BlackjackAction] = Game("blackjack")
CONNECT_FOUR: Game[types.ConnectFourView, types.ConnectFourAction] = Game("connect-four")
DOMINOES: Game[types.DominoesView, types.DominoesAction] = Game("dominoes")
HOLDEM: Game[types.HoldemView, types.HoldemAction] = Game("holdem")
HOLDEM_RING: Game[types.HoldemRingView, types.HoldemRingAction] = Game("holdem-ring")
LIARS_DICE: Game[types.LiarsDiceView, types.LiarsDiceAction] = Game("liars-dice")
MANCALA: Game[types.MancalaView, types.MancalaAction] = Game("mancala")
MEMORY: Game[types.MemoryView, types.MemoryAction] = Game("memory")
MINESWEEPER: Game[types.MinesweeperView, types.MinesweeperAction] = Game("minesweeper")
PRESIDENT: Game[types.PresidentView, types.PresidentAction] = Game("president")
ROULETTE: Game[types.RouletteView, types.RouletteAction] = Game("roulette")
RPS: Game[types.RpsView, types.RpsAction] = Game("rps")
TIC_TAC_TOE: Game[types.TicTacToeView, types.TicTacToeAction] = Game("tic-tac-toe")
VIDEO_POKER: Game[types.VideoPokerView, types.VideoPokerAction] = Game("video-poker")
