// A client for Turnstone: turn-based games with play-money chips, over HTTP.
//
//   const table = await new Client('http://127.0.0.1:8080').practice('tic-tac-toe-vs-house');
//   for await (const turn of table.turns()) await turn.act(turn.legal[0]);
//   console.log(table.outcome);
export type * as api from './api.js';
export {
  Client,
  newRef,
  type CallOptions,
  type ClientOptions,
  type MemberEvent,
  type OpponentOptions,
  type Received,
  type StreamOptions,
  type TableOptions,
} from './client.js';
export { BadAnswer, NoOpponent, Refused, TurnstoneError, Unreachable, refused } from './errors.js';
export type { Games } from './games.js';
export { noted, type Note } from './notes.js';
export { Table, Turn, type Action, type Following, type GameEvent, type GameView, type Waiting } from './table.js';
export { canonical, sha256, verify, type Finding, type Seen, type Verdict } from './verify.js';
