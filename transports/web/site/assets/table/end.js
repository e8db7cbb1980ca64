// The end card: the results, and links to continue.

import { announce } from '../lib/announce.js';
import { get, patiently } from '../lib/api.js';
import { copy, linkTo } from '../lib/copy.js';
import { fill, h, onlyRead, setAttribute, setText } from '../lib/dom.js';
import { signed, tone } from '../lib/format.js';
import { levelAt, levelWord } from '../lib/levels.js';
import { changeText, FIRST_RATING } from '../lib/ratings.js';
import * as session from '../lib/session.js';
import { goOn, membersBeside } from './again.js';
import { playerAt } from './players.js';
import { folded, headline } from './result.js';

/** Where the card is a sheet over the lower or right edge: the same windows as in table.css. */
const SHEET = matchMedia('(max-width: 899px), (max-height: 500px)');

/**
 * The card. In a small window it is a sheet at the lower edge, which folds down to the result and the next steps.
 * @param {AbortSignal} signal ends when the person leaves the page
 */
export function endCard(signal) {
  const title = h('h2');
  const foldMark = h('span', { 'aria-hidden': 'true' });
  const foldWords = onlyRead('');
  const fold = h(
    'button',
    { type: 'button', class: 'plain end-fold', 'aria-controls': 'end-more', on: { click: () => open(more.hidden) } },
    foldMark,
    foldWords,
  );
  const head = h('div', { class: 'end-head' }, title, fold);
  const next = h('div', { class: 'row end-next' });
  const more = h('div', { class: 'end-more', id: 'end-more' });
  const kept = h('div', { class: 'end-kept' }, head, next);
  const element = h('section', { class: 'panel end', 'aria-label': 'Result', hidden: true, tabindex: -1 }, kept, more);
  const told = h('span', { class: 'told quiet small', role: 'status' });
  /** @type {string | null} */
  let drawn = null;

  /** @param {boolean} opens */
  function open(opens) {
    more.hidden = !opens;
    setAttribute(fold, 'aria-expanded', String(opens));
    setText(foldMark, opens ? '▾' : '▴');
    setText(foldWords, opens ? 'Show less' : 'Show more');
  }

  SHEET.addEventListener('change', () => open(!SHEET.matches), { signal });
  return {
    element,
    /** What stays visible of a folded sheet. */
    kept,
    /**
     * @param {Api.TableView} table
     * @param {Map<number, import('../boards/contract.js').Player>} players
     * @param {Api.GameEvent[]} events
     * @param {{ levels?: unknown[] }} kind
     */
    update(table, players, events, kind) {
      if (!table.state.terminal || drawn === table.status) return;
      drawn = table.status;
      element.hidden = false;
      open(!SHEET.matches);
      if (table.status === 'cancelled') {
        setText(title, 'This table was cancelled');
        fill(next, h('a', { class: 'button primary', href: '/lobby', text: 'To the lobby' }));
        fill(more, h('p', { class: 'small', text: 'All stakes were returned.' }));
        return open(true);
      }
      const outcome = table.state.outcome ?? [];
      const level = levelAt(table, kind);
      setText(title, headline(outcome, players, table.mySeat, events, table.practice || table.free));
      fill(next, goOn(table, level, signal));
      fill(
        more,
        rows(table, players, events),
        table.practice ? h('p', { class: 'quiet small', text: practiceTerms(level) }) : together(table, more),
        table.practice && table.mySeat >= 0 && !session.expected() && joining(outcome, table.mySeat),
        h(
          'div',
          { class: 'row' },
          h('a', { class: 'button', href: `/tables/${table.id}/replay`, text: 'Replay' }),
          h('button', { type: 'button', text: 'Share', on: { click: () => void share(table) } }),
          told,
        ),
      );
    },
  };

  /** @param {Api.TableView} table */
  async function share({ id, gameId }) {
    await copy(told, linkTo(`/tables/${id}/replay`, gameId), 'The link to the replay is copied.');
  }
}

/** @param {number | null} level of the house */
function practiceTerms(level) {
  const house = level === null ? '' : `The house played at level ${levelWord(level)}. `;
  return `${house}Practice: no chips have moved.`;
}

/**
 * How a guest becomes a member.
 * @param {Api.OutcomeEntry[]} outcome
 * @param {number} mySeat
 */
function joining(outcome, mySeat) {
  const won = outcome.find(({ seat }) => seat === mySeat)?.result === 'win';
  return h(
    'div',
    { class: 'row end-join' },
    h(
      'p',
      { class: 'grow small' },
      h('strong', { text: won ? 'Well played. ' : 'Play for chips. ' }),
      'Members play against each other too, and keep their results.',
    ),
    h('a', { class: 'button', href: '/join', text: 'Join with an invitation' }),
  );
}

/**
 * @param {Api.TableView} table
 * @param {Map<number, import('../boards/contract.js').Player>} players
 * @param {Api.GameEvent[]} events
 */
function rows({ state, free }, players, events) {
  const outcome = state.outcome ?? [];
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
        h('span', { class: 'rated number', 'data-seat': seat }),
        !free && h('span', { class: score < 0 ? 'number loss' : 'number gain', text: signed(score) }),
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
 * The card's facts about these players together; none for a table with only the viewer and the house. The changes of
 * ratings come with it.
 * @param {Api.TableView} table
 * @param {HTMLElement} list contains the rows of the seats
 */
function together(table, list) {
  const { id } = table;
  const others = membersBeside(table);
  if (others.length === 0 || table.mySeat < 0) return null;
  const whom = others.length === 1 ? `with ${others[0]}` : 'together';
  const line = h('p', { class: 'quiet small reserved' });
  void patiently(() => get(`/api/tables/${id}/card`), { attempts: 3 })
    .then((/** @type {Api.EndCard} */ card) => {
      const winner = card.seats.find(({ seat }) => seat === card.winnerSeat);
      // Free tables do not count.
      const words = card.tablesTogether > 0 ? [`Games ${whom}: ${card.tablesTogether}.`] : [];
      if (winner && card.reign > 1) words.push(`${winner.name} has won ${card.reign} in a row.`);
      line.textContent = words.join(' ');
      tellRatings(table, card, list);
    })
    .catch(() => {});
  return line;
}

/**
 * Shows each seat's rating after the table with its change, and reports the viewer's own.
 * @param {Api.TableView} table
 * @param {Api.EndCard} card
 * @param {HTMLElement} list
 */
function tellRatings({ seats, mySeat }, card, list) {
  for (const { seat, ratingChange } of card.seats) {
    const before = seats.find((known) => known.seat === seat)?.rating ?? FIRST_RATING;
    const place = list.querySelector(`.rated[data-seat="${seat}"]`);
    if (ratingChange === null || !place) continue;
    const change = h('span', { class: tone(ratingChange), text: changeText(ratingChange) });
    fill(place, `${before + ratingChange} `, change);
    if (seat === mySeat) announce(`Your rating is ${before + ratingChange}: ${changeText(ratingChange)}`);
  }
}
