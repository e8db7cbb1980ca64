// The end card: who won what, and where to go from here.

import { get, patiently } from '../lib/api.js';
import { fill, h } from '../lib/dom.js';
import { chips, signed } from '../lib/format.js';
import { playerAt } from './players.js';

/**
 * @param {{ again: () => void }} options
 */
export function endCard({ again }) {
  const element = h('section', { class: 'panel end', 'aria-label': 'Result', hidden: true });
  /** @type {string | null} */
  let drawn = null;
  return {
    element,
    /**
     * @param {Api.TableView} table
     * @param {Map<number, import('../boards/contract.js').Player>} players
     */
    update(table, players) {
      if (!table.state.terminal || drawn === table.status) return;
      drawn = table.status;
      element.hidden = false;
      if (table.status === 'cancelled') {
        fill(
          element,
          h('h2', { text: 'This table was called off' }),
          h('p', { text: 'All stakes went back.' }),
          h('p', null, h('a', { href: '/lobby', text: 'To the lobby' })),
        );
        return;
      }
      const outcome = table.state.outcome ?? [];
      fill(
        element,
        h('h2', { text: headline(outcome, players, table.mySeat) }),
        rows(outcome, players),
        h(
          'div',
          { class: 'row' },
          table.mySeat >= 0 &&
            h('button', { type: 'button', class: 'primary', text: 'Play again', on: { click: again } }),
          h('a', { class: 'button', href: `/tables/${table.id}/replay`, text: 'Replay' }),
          h('button', { type: 'button', text: 'Share', on: { click: copyLink } }),
        ),
        table.practice
          ? h('p', { class: 'quiet small', text: 'For practice: no chips have moved.' })
          : together(table.id),
      );
    },
  };

  /** @param {MouseEvent} event */
  async function copyLink(event) {
    const button = /** @type {HTMLButtonElement} */ (event.currentTarget);
    await navigator.clipboard.writeText(`${location.origin}${location.pathname.replace(/\/$/, '')}/replay`);
    button.textContent = 'Link copied';
  }
}

/**
 * @param {Api.OutcomeEntry[]} outcome
 * @param {Map<number, import('../boards/contract.js').Player>} players
 * @param {number} mySeat
 */
export function headline(outcome, players, mySeat) {
  const mine = outcome.find(({ seat }) => seat === mySeat);
  if (mine) {
    if (mine.result === 'win') return `You won ${chips(mine.score)}.`;
    if (mine.result === 'draw') return 'A draw.';
    return mine.score < 0 ? `You lost ${chips(-mine.score)}.` : 'You lost.';
  }
  const winners = outcome.filter(({ result }) => result === 'win');
  if (winners.length === 0) return outcome.some(({ result }) => result === 'loss') ? 'The house won.' : 'A draw.';
  return `${winners.map(({ seat, score }) => `${playerAt(players, seat).name} won ${chips(score)}`).join(', ')}.`;
}

/**
 * @param {Api.OutcomeEntry[]} outcome
 * @param {Map<number, import('../boards/contract.js').Player>} players
 */
function rows(outcome, players) {
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
        h('span', { class: 'quiet', text: result }),
        h('span', { class: score < 0 ? 'number loss' : 'number gain', text: signed(score) }),
      );
    }),
  );
}

/**
 * What the card tells of these players together.
 * @param {string} id
 */
function together(id) {
  const line = h('p', { class: 'quiet small reserved' });
  void patiently(() => get(`/api/tables/${id}/card`), { attempts: 3 })
    .then((/** @type {Api.EndCard} */ card) => {
      const winner = card.seats.find(({ seat }) => seat === card.winnerSeat);
      const words = [`Tables together: ${card.tablesTogether}.`];
      if (winner && card.reign > 1) words.push(`${winner.name} has won ${card.reign} in a row.`);
      line.textContent = words.join(' ');
    })
    .catch(() => {});
  return line;
}
