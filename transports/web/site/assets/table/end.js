// The end card: the results, and links to continue.

import { get, patiently } from '../lib/api.js';
import { fill, h, setText } from '../lib/dom.js';
import { chips, signed } from '../lib/format.js';
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
          text: headline(outcome, players, table.mySeat, { late: outOfTime(events), practice: table.practice }),
        }),
        rows(outcome, players),
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
 * The seats whose time ran out.
 * @param {Api.GameEvent[]} events
 */
export function outOfTime(events) {
  return events.filter(({ type }) => type === 'timed_out').map(({ seat }) => seat);
}

/**
 * @param {Api.OutcomeEntry[]} outcome
 * @param {Map<number, import('../boards/contract.js').Player>} players
 * @param {number} mySeat
 * @param {{ late?: (number | null | undefined)[], practice?: boolean }} [how] the seats whose time ran out, and whether no chips moved
 */
export function headline(outcome, players, mySeat, { late = [], practice = false } = {}) {
  const result = resultOf(outcome, players, mySeat, practice);
  const loser = outcome.find(({ seat, result }) => result === 'loss' && late.includes(seat))?.seat;
  if (loser === undefined) return result;
  if (loser === mySeat) return `Your time ran out. ${result}`;
  // With more seats, one player's timeout does not decide for the others.
  return outcome.length === 2 ? `The time of ${playerAt(players, loser).name} ran out. ${result}` : result;
}

/**
 * @param {Api.OutcomeEntry[]} outcome
 * @param {Map<number, import('../boards/contract.js').Player>} players
 * @param {number} mySeat
 * @param {boolean} practice
 */
function resultOf(outcome, players, mySeat, practice) {
  const mine = outcome.find(({ seat }) => seat === mySeat);
  if (mine) {
    if (mine.result === 'win') return practice ? 'You won.' : `You won ${chips(mine.score)}.`;
    if (mine.result === 'draw') return 'A draw.';
    return mine.score < 0 && !practice ? `You lost ${chips(-mine.score)}.` : 'You lost.';
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
