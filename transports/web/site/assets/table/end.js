// The end card: the results, and links to continue.

import { get, patiently } from '../lib/api.js';
import { fill, h, setText } from '../lib/dom.js';
import { chips, ordinal, signed } from '../lib/format.js';
import { goOn, membersBeside } from './again.js';
import { playerAt } from './players.js';

/** @param {AbortSignal} signal ends when the person leaves the page */
export function endCard(signal) {
  const element = h('section', { class: 'panel end', 'aria-label': 'Result', hidden: true, tabindex: -1 });
  const told = h('span', { class: 'told quiet small', role: 'status' });
  /** @type {string | null} */
  let drawn = null;
  return {
    element,
    /**
     * @param {Api.TableView} table
     * @param {Map<number, import('../boards/contract.js').Player>} players
     * @param {Api.GameEvent[]} events
     */
    update(table, players, events) {
      if (!table.state.terminal || drawn === table.status) return;
      drawn = table.status;
      element.hidden = false;
      if (table.status === 'cancelled') {
        fill(
          element,
          h('h2', { text: 'This table was cancelled' }),
          h('p', { text: 'All stakes were returned.' }),
          h('p', null, h('a', { href: '/lobby', text: 'To the lobby' })),
        );
        return;
      }
      const outcome = table.state.outcome ?? [];
      fill(
        element,
        h('h2', {
          text: headline(outcome, players, table.mySeat, events, table.practice),
        }),
        rows(outcome, players, events),
        h(
          'div',
          { class: 'row' },
          goOn(table, signal),
          h('a', { class: 'button', href: `/tables/${table.id}/replay`, text: 'Replay' }),
          h('button', { type: 'button', text: 'Share', on: { click: () => void copyLink() } }),
          told,
        ),
        table.practice ? h('p', { class: 'quiet small', text: 'Practice: no chips have moved.' }) : together(table),
      );
    },
  };

  async function copyLink() {
    await navigator.clipboard.writeText(`${location.origin}${location.pathname.replace(/\/$/, '')}/replay`);
    setText(told, 'The link to the replay is copied.');
  }
}

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
  return `${winners.map(({ seat, score }) => `${playerAt(players, seat).name} won ${chips(score)}`).join(', ')}.`;
}

/**
 * Whether a seat folded: then it has no part in what came afterwards.
 * @param {Api.GameEvent[]} events
 * @param {number} mySeat
 */
function folded(events, mySeat) {
  return events.some(({ type, seat }) => type === 'fold' && seat === mySeat);
}

/**
 * @param {Api.OutcomeEntry[]} outcome
 * @param {Map<number, import('../boards/contract.js').Player>} players
 * @param {Api.GameEvent[]} events
 */
function rows(outcome, players, events) {
  const ranked = outcome.some(({ rank }) => rank !== undefined);
  const sorted = ranked ? [...outcome].sort((left, right) => (left.rank ?? 0) - (right.rank ?? 0)) : outcome;
  return h(
    'ul',
    { class: 'list' },
    sorted.map(({ seat, result, score, rank }) => {
      const player = playerAt(players, seat);
      return h(
        'li',
        null,
        h('span', { class: `seat-${seat % 6}`, 'aria-hidden': 'true', text: player.shape }),
        h('span', { class: 'grow', text: rank === undefined ? player.name : `${rank}. ${player.name}` }),
        h('span', { class: 'quiet', text: wordOf(result, rank, folded(events, seat)) }),
        h('span', { class: score < 0 ? 'number loss' : 'number gain', text: signed(score) }),
      );
    }),
  );
}

/**
 * A seat's result in a word; a place says it already.
 * @param {string} result
 * @param {number | undefined} rank
 * @param {boolean} hasFolded
 */
function wordOf(result, rank, hasFolded) {
  if (rank !== undefined) return '';
  return hasFolded ? 'folded' : result;
}

/**
 * The card's facts about these players together; none for a table with only the viewer and the house.
 * @param {Api.TableView} table
 */
function together(table) {
  const { id } = table;
  const others = membersBeside(table);
  if (others.length === 0 || table.mySeat < 0) return null;
  const whom = others.length === 1 ? `with ${others[0]}` : 'together';
  const line = h('p', { class: 'quiet small reserved' });
  void patiently(() => get(`/api/tables/${id}/card`), { attempts: 3 })
    .then((/** @type {Api.EndCard} */ card) => {
      const winner = card.seats.find(({ seat }) => seat === card.winnerSeat);
      const words = [`Games ${whom}: ${card.tablesTogether}.`];
      if (winner && card.reign > 1) words.push(`${winner.name} has won ${card.reign} in a row.`);
      line.textContent = words.join(' ');
    })
    .catch(() => {});
  return line;
}
