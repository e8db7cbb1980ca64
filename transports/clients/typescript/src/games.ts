// The shapes of each game. Made from the OpenAPI document by scripts/make-types.mjs; do not edit.
import type * as api from './api.js';

/** The view and the action of each game, by the game's id. */
export interface Games {
  baccarat: { view: api.BaccaratView; action: api.BaccaratAction };
  battleship: { view: api.BattleshipView; action: api.BattleshipAction };
  blackjack: { view: api.BlackjackView; action: api.BlackjackAction };
  'connect-four': { view: api.ConnectFourView; action: api.ConnectFourAction };
  dominoes: { view: api.DominoesView; action: api.DominoesAction };
  holdem: { view: api.HoldemView; action: api.HoldemAction };
  'holdem-ring': { view: api.HoldemRingView; action: api.HoldemRingAction };
  'liars-dice': { view: api.LiarsDiceView; action: api.LiarsDiceAction };
  mancala: { view: api.MancalaView; action: api.MancalaAction };
  memory: { view: api.MemoryView; action: api.MemoryAction };
  minesweeper: { view: api.MinesweeperView; action: api.MinesweeperAction };
  president: { view: api.PresidentView; action: api.PresidentAction };
  roulette: { view: api.RouletteView; action: api.RouletteAction };
  rps: { view: api.RpsView; action: api.RpsAction };
  'tic-tac-toe': { view: api.TicTacToeView; action: api.TicTacToeAction };
  'video-poker': { view: api.VideoPokerView; action: api.VideoPokerAction };
}
