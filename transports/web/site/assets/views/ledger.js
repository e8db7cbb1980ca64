// Every movement of the member's chips, and the balance as a curve. The table below the curve has the same numbers.

import { get } from '../lib/api.js';
import { fill, h, svg } from '../lib/dom.js';
import { chips, date, number, signed, tone } from '../lib/format.js';
import { kinds, nameIn } from '../lib/kinds.js';
import { reader, soon } from '../lib/trouble.js';
import { forMembers } from './member.js';

const PAGE = 200;
/** The maximum number of entries that are read: the balance needs the oldest, so reading begins with them. */
const MOST = 20_000;
const SHOWN = 50;
/** The number of finished tables whose game is shown in a line. */
const NAMED = 50;
const WIDTH = 800;
const HEIGHT = 220;
const EDGE = 4;
/** The maximum number of points of the curve. */
const POINTS = 400;

/** @type {Record<string, string>} */
const REASONS = { grant: 'Grant', buyin: 'Put in', payout: 'Paid out', rake: 'Rake', referral: 'For an invitation' };

/** @typedef {Api.LedgerEntry & { balance: number }} Line */

/** The game of a table, and the other players. @typedef {Map<string, { game: string, others: string[] }>} Played */

export default forMembers('Ledger', 'This page lists every movement of your chips.', async ({ signal }) => {
  const body = h('div', { class: 'tall' }, h('p', { class: 'quiet', text: '…' }));
  const all = await kinds().catch(() => []);
  await soon(
    reader(signal)(
      () => Promise.all([entries(), playedTables(all)]),
      ([lines, played]) => {
        // A table that was not played is in no list: the movement that returned its stake names its game.
        for (const { returned, tableId } of lines) {
          if (returned && tableId && !played.has(tableId))
            played.set(tableId, { game: nameIn(all, { kind: null, gameId: returned }), others: [] });
        }
        fill(body, drawn(lines, played));
      },
    ),
    800,
  );
  return {
    title: 'Ledger',
    element: h(
      'div',
      null,
      h('h1', { id: 'ledger', text: 'Ledger' }),
      h('p', {
        text: 'Your stake at a table is held there until it ends; the payout is one line.',
      }),
      body,
    ),
  };
});

/**
 * The tables whose game is known: running ones, and the latest finished ones.
 * @param {import('../lib/kinds.js').Kind[]} all
 * @returns {Promise<Played>}
 */
async function playedTables(all) {
  /** @type {[{ tables: Api.MyTable[] }, { hands: Api.Hand[] }]} */
  const [running, finished] = await Promise.all([
    get('/api/me/tables'),
    get('/api/me/history', { query: { limit: NAMED } }),
  ]);
  /** @type {Played} */
  const played = new Map();
  for (const table of running.tables) played.set(table.id, { game: nameIn(all, table), others: [] });
  for (const hand of finished.hands) played.set(hand.tableId, { game: nameIn(all, hand), others: hand.opponents });
  return played;
}

/** @returns {Promise<Line[]>} oldest first */
async function entries() {
  /** @type {Line[]} */
  const all = [];
  let balance = 0;
  for (;;) {
    /** @type {{ entries: Api.LedgerEntry[] }} */
    const page = await get('/api/me/ledger', { query: { since: all.at(-1)?.id ?? 0, limit: PAGE } });
    for (const entry of page.entries) {
      balance += entry.delta;
      all.push({ ...entry, balance });
    }
    if (page.entries.length < PAGE || all.length >= MOST) return all;
  }
}

/**
 * @param {Line[]} lines
 * @param {Played} played
 */
function drawn(lines, played) {
  const rows = h('tbody');
  const more = h('button', { type: 'button', text: 'Show older lines', on: { click: () => show(true) } });
  const newest = [...lines].reverse();
  let shown = 0;

  /** @param {boolean} move whether the focus goes to the new lines */
  function show(move) {
    const next = newest.slice(shown, shown + SHOWN).map((entry) => line(entry, played.get(entry.tableId ?? '')));
    rows.append(...next);
    shown += next.length;
    more.hidden = shown >= newest.length;
    if (move && more.hidden) next.at(-1)?.querySelector('a')?.focus();
  }
  show(false);
  return [
    curve(lines),
    h(
      'div',
      { class: 'scroll', tabindex: 0, role: 'group', 'aria-labelledby': 'ledger' },
      h(
        'table',
        { class: 'plain' },
        h(
          'thead',
          null,
          h(
            'tr',
            null,
            h('th', { scope: 'col', text: 'Movement' }),
            ['Chips', 'Balance'].map((text) => h('th', { scope: 'col', class: 'number', text })),
          ),
        ),
        rows,
      ),
    ),
    h('p', null, more),
  ];
}

/**
 * @param {Line} entry
 * @param {{ game: string, others: string[] }} [table]
 */
function line({ delta, reason, tableId, createdAt, balance, returned }, table) {
  const words = returned ? 'Returned' : (REASONS[reason] ?? reason);
  const when = date(createdAt);
  return h(
    'tr',
    null,
    h(
      'td',
      null,
      tableId
        ? h('a', {
            href: `/tables/${tableId}`,
            'aria-label': `${words}, ${table ? `${table.game}, ` : ''}table of ${when}`,
            text: words,
          })
        : words,
      table && ` · ${table.game}`,
      h('span', {
        class: 'row-line quiet small',
        text: table && table.others.length > 0 ? `with ${table.others.join(', ')} · ${when}` : when,
      }),
    ),
    h('td', { class: `number ${tone(delta)}`, text: signed(delta) }),
    h('td', { class: 'number', text: number(balance) }),
  );
}

/**
 * The balance after each line, as steps.
 * @param {Line[]} lines
 */
function curve(lines) {
  const balances = thinned(lines.map(({ balance }) => balance));
  if (balances.length < 2) return null;
  const high = Math.max(...balances);
  const low = Math.min(0, ...balances);
  const x = (/** @type {number} */ place) => EDGE + (place / balances.length) * (WIDTH - EDGE * 2);
  const y = (/** @type {number} */ value) => HEIGHT - EDGE - ((value - low) / (high - low || 1)) * (HEIGHT - EDGE * 2);
  const path = balances
    .map((value, place) => (place === 0 ? `M${x(0)} ${y(value)}` : `H${x(place).toFixed(1)}V${y(value).toFixed(1)}`))
    .join('')
    // The balance after the last movement is drawn for a step too.
    .concat(`H${WIDTH - EDGE}`);
  const last = balances.at(-1) ?? 0;
  const [first, latest] = [lines[0], lines.at(-1)];
  return h(
    'figure',
    { class: 'curve panel' },
    svg(
      'svg',
      {
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        preserveAspectRatio: 'none',
        role: 'img',
        'aria-label': `Your balance over ${number(lines.length)} movements: now ${chips(last)}, highest ${chips(high)}, lowest ${chips(Math.min(...balances))}. The table below has every number.`,
      },
      svg('path', { d: `M${EDGE} ${y(low)}H${WIDTH - EDGE}`, class: 'curve-base' }),
      svg('path', { d: `${path}V${y(low)}H${EDGE}z`, class: 'curve-area' }),
      svg('path', { d: path, class: 'curve-line' }),
    ),
    h(
      'figcaption',
      { class: 'quiet small' },
      h('span', { text: first ? date(first.createdAt) : '' }),
      h('span', { class: 'number', text: `now ${number(last)}, highest ${number(high)}` }),
      h('span', { text: latest ? date(latest.createdAt) : '' }),
    ),
  );
}

/**
 * No more points than are visible; always the last one.
 * @param {number[]} values
 */
function thinned(values) {
  if (values.length <= POINTS) return values;
  const step = (values.length - 1) / (POINTS - 1);
  return Array.from({ length: POINTS }, (_, place) => values[Math.round(place * step)] ?? 0);
}
