// The one sentence at the top: whose move it is, and what to do.

import * as session from '../lib/session.js';
import { playerAt } from './players.js';
import { headline } from './result.js';

/**
 * @param {Api.TableView} table
 * @param {Map<number, import('../boards/contract.js').Player>} players
 * @param {Api.Message[]} messages
 * @param {Api.GameEvent[]} events
 * @param {string} [prompt] the board's text for the viewer's task
 */
export function sentence(table, players, messages, events, prompt) {
  const { state, status, mySeat } = table;
  if (status === 'cancelled') return calledOff(messages);
  if (status === 'waiting') return waiting(table);
  if (state.terminal) {
    return headline(state.outcome ?? [], players, mySeat, events, table.practice || table.free);
  }
  if (state.yourTurn) return prompt ?? 'Your move.';
  /** @type {number[]} */
  const toAct = state.view?.toAct ?? [];
  const names = toAct.map((seat) => playerAt(players, seat).name);
  return names.length === 0 ? 'One moment.' : `Waiting for ${names.join(', ')}.`;
}

/** @param {Api.TableView} table */
function waiting({ seats, seatsTotal, mySeat, invitedHandle, practice }) {
  const open = seatsTotal - seats.length;
  if (practice && mySeat === 0)
    return open === 1 ? 'Send this link. You play when it is opened.' : `Send this link. ${open} seats are open.`;
  const who = invitedHandle ? keptFor(invitedHandle) : open === 1 ? 'one more player' : `${open} more players`;
  return mySeat >= 0
    ? `Waiting for ${who}.`
    : invitedHandle
      ? `A seat is kept for ${keptFor(invitedHandle)}.`
      : `${open === 1 ? 'A seat is' : `${open} seats are`} open.`;
}

/**
 * Who may take the kept seat, in the second person for the viewer.
 * @param {string} invited
 */
export function keptFor(invited) {
  return invited === session.current()?.handle ? 'you' : invited;
}

/**
 * That there will be no game, and why, if the chat has the reason.
 * @param {Api.Message[]} messages
 */
function calledOff(messages) {
  const why = messages.findLast(({ seat, body }) => seat < 0 && / declined the invitation$/.test(body))?.body;
  return `${why ? `${why}. ` : ''}This table was cancelled. All stakes were returned.`;
}
