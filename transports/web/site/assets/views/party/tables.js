// The tables of a party that wait or run, and a link to open one.

import { announce } from '../../lib/announce.js';
import { h, keyed, setAttribute, setText } from '../../lib/dom.js';
import { chips } from '../../lib/format.js';
import { nameIn } from '../../lib/kinds.js';

/**
 * @param {string} id of the party
 * @param {string} handle of the viewer
 * @param {import('../../lib/kinds.js').Kind[]} all
 */
export function partyTables(id, handle, all) {
  const list = h('ul', { class: 'list', hidden: true });
  const none = h('p', { class: 'quiet', text: 'No table of the party is open.' });
  const made = h('a', { href: `/new?with=party&party=${id}`, text: 'New table for all' });
  const element = h(
    'section',
    { class: 'panel', 'aria-labelledby': 'party-tables' },
    h('div', { class: 'row' }, h('h2', { id: 'party-tables', class: 'grow', text: 'Tables' }), made),
    list,
    none,
  );
  /** @type {Set<string> | null} */
  let known = null;
  return {
    element,
    /** @param {Api.PartyView} view */
    draw({ tables }) {
      if (known && tables.some((table) => !known?.has(table.id))) announce('The party has a new table.');
      known = new Set(tables.map((table) => table.id));
      list.hidden = tables.length === 0;
      none.hidden = tables.length > 0;
      setAttribute(made, 'class', tables.length > 0 ? 'button' : 'button primary');
      keyed(
        list,
        tables,
        (table) => table.id,
        row,
        (line, table) => tell(line, table, handle, all),
      );
    },
  };
}

/** @param {Api.PartyTable} table */
function row({ id }) {
  return h(
    'li',
    null,
    h('span', { class: 'grow' }, h('strong'), ' ', h('span', { class: 'row-line quiet small' })),
    ' ',
    h('a', { class: 'button', href: `/tables/${id}` }),
  );
}

/**
 * @param {HTMLElement} line
 * @param {Api.PartyTable} table
 * @param {string} handle
 * @param {import('../../lib/kinds.js').Kind[]} all
 */
function tell(line, { kind, gameId, status, stake, seats, seatsTotal }, handle, all) {
  const [game, about, link] = ['strong', '.small', 'a'].map((part) => line.querySelector(part));
  if (!game || !about || !link) return;
  const name = nameIn(all, { kind, gameId });
  const waits = status === 'waiting';
  const free = waits ? ` · ${seats.length} of ${seatsTotal} seats` : '';
  setText(game, name);
  setText(about, `${seats.join(', ')}${free} · ${chips(stake)}`);
  const words = seats.includes(handle) ? 'To your table' : waits ? 'To the table' : 'Watch';
  setText(link, words);
  setAttribute(link, 'aria-label', `${words}: ${name}`);
}
