// The result of a game in words.

import { chips, ordinal } from '../lib/format.js';
import { playerAt } from './players.js';

/**
 * How the game ended, in a sentence or two: who ran out of time or gave up, and the viewer's result or the winners.
 * @param {Api.OutcomeEntry[]} outcome
 * @param {Map<number, import('../boards/contract.js').Player>} players
 * @param {number} mySeat
 * @param {Api.GameEvent[]} events
 * @param {boolean} [practice] no chips have moved
 */
export function headline(outcome, players, mySeat, events, practice = false) {
  const result = resultOf(outcome, players, mySeat, events, practice);
  const early = events.filter(({ type }) => type === 'timed_out' || type === 'forfeited');
  const mine = early.find(({ seat }) => seat === mySeat && mySeat >= 0);
  if (mine) return `${mine.type === 'timed_out' ? 'Your time ran out.' : 'You gave up.'} ${result}`;
  const [other] = early;
  // With more seats, one player does not decide for the others.
  if (!other || outcome.length !== 2) return result;
  const { name } = playerAt(players, other.seat ?? 0);
  return `${other.type === 'timed_out' ? `The time of ${name} ran out.` : `${name} gave up.`} ${result}`;
}

/**
 * @param {Api.OutcomeEntry[]} outcome
 * @param {Map<number, import('../boards/contract.js').Player>} players
 * @param {number} mySeat
 * @param {Api.GameEvent[]} events
 * @param {boolean} practice
 */
function resultOf(outcome, players, mySeat, events, practice) {
  const mine = outcome.find(({ seat }) => seat === mySeat);
  if (mine) {
    const { result, score, rank } = mine;
    const won = score > 0 ? `You won ${chips(score)}.` : score < 0 ? `You lost ${chips(-score)}.` : '';
    if (rank !== undefined)
      return [`You came ${ordinal(rank)} of ${outcome.length}.`, practice ? '' : won].join(' ').trim();
    if (result === 'draw') return folded(events, mySeat) ? 'You folded, at no cost.' : 'A draw.';
    if (practice || won === '') return result === 'win' ? 'You won.' : 'You lost.';
    return won;
  }
  const winners = outcome.filter(({ result }) => result === 'win');
  if (winners.length === 0) return outcome.some(({ result }) => result === 'loss') ? 'The house won.' : 'A draw.';
  const won = (/** @type {number} */ score) => (practice ? 'won' : `won ${chips(score)}`);
  return `${winners.map(({ seat, score }) => `${playerAt(players, seat).name} ${won(score)}`).join(', ')}.`;
}

/**
 * Whether a seat folded: then it has no part in what came afterwards.
 * @param {Api.GameEvent[]} events
 * @param {number} mySeat
 */
export function folded(events, mySeat) {
  return events.some(({ type, seat }) => type === 'fold' && seat === mySeat);
}
