// The shapes of each game. Made from the OpenAPI document by scripts/make-types.mjs; do not edit.
import type * as api from './api.js';

/** The view, the action and the events of each game, by the game's id. */
export interface Games {
  baccarat: { view: api.BaccaratView; action: api.BaccaratAction; event: api.BaccaratEvent };
  battleship: { view: api.BattleshipView; action: api.BattleshipAction; event: api.BattleshipEvent };
  blackjack: { view: api.BlackjackView; action: api.BlackjackAction; event: api.BlackjackEvent };
  'connect-four': { view: api.ConnectFourView; action: api.ConnectFourAction; event: api.ConnectFourEvent };
  dominoes: { view: api.DominoesView; action: api.DominoesAction; event: api.DominoesEvent };
  holdem: { view: api.HoldemView; action: api.HoldemAction; event: api.HoldemEvent };
  'holdem-ring': { view: api.HoldemRingView; action: api.HoldemRingAction; event: api.HoldemRingEvent };
  'liars-dice': { view: api.LiarsDiceView; action: api.LiarsDiceAction; event: api.LiarsDiceEvent };
  mancala: { view: api.MancalaView; action: api.MancalaAction; event: api.MancalaEvent };
  memory: { view: api.MemoryView; action: api.MemoryAction; event: api.MemoryEvent };
  minesweeper: { view: api.MinesweeperView; action: api.MinesweeperAction; event: api.MinesweeperEvent };
  president: { view: api.PresidentView; action: api.PresidentAction; event: api.PresidentEvent };
  roulette: { view: api.RouletteView; action: api.RouletteAction; event: api.RouletteEvent };
  rps: { view: api.RpsView; action: api.RpsAction; event: api.RpsEvent };
  'tic-tac-toe': { view: api.TicTacToeView; action: api.TicTacToeAction; event: api.TicTacToeEvent };
  'video-poker': { view: api.VideoPokerView; action: api.VideoPokerAction; event: api.VideoPokerEvent };
}
