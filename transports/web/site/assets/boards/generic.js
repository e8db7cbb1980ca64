// Any game: its view as lists and tables. The actions are beside it, as for every game.

import { fill, h } from '../lib/dom.js';
import { number, spaced } from '../lib/format.js';

/** Members that the frame of the table shows. */
const ELSEWHERE = ['game', 'toAct', 'seats'];

/** @type {import('./contract.js').BoardModule} */
const board = {
  create(context) {
    const element = h('div', { class: 'board generic' });
    return {
      element,
      update(state) {
        const { view } = state;
        const facts = Object.entries(view).filter(([name]) => !ELSEWHERE.includes(name));
        fill(element, list(facts), Array.isArray(view.seats) && seats(view.seats, context));
      },
    };
  },

  label(action) {
    const rest = Object.entries(action).filter(([name]) => name !== 'type');
    const words = rest.map(([name, value]) =>
      typeof value === 'object' ? inline(value) : `${spaced(name).toLowerCase()} ${inline(value)}`,
    );
    return [spaced(action.type), ...words].join(' ');
  },
};

/**
 * @param {[string, unknown][]} facts
 * @returns {HTMLElement}
 */
function list(facts) {
  return h(
    'dl',
    { class: 'facts' },
    facts.map(([name, value]) => [h('dt', { text: spaced(name) }), h('dd', null, drawn(name, value))]),
  );
}

/**
 * Renders a value: a table for a list of objects, a list for an object, text for all else.
 * @param {string} name
 * @param {unknown} value
 * @returns {HTMLElement | string}
 */
function drawn(name, value) {
  if (isRows(value)) return table(name, value);
  if (isObject(value)) return list(Object.entries(value));
  return inline(value);
}

/**
 * @param {any[]} seated
 * @param {import('./contract.js').BoardContext} context
 */
function seats(seated, context) {
  const named = seated.map(({ seat, ...facts }) => ({ player: context.player(seat).name, ...facts }));
  return table('seats', named);
}

/**
 * @param {string} label
 * @param {Record<string, unknown>[]} rows
 */
function table(label, rows) {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': spaced(label) },
    h(
      'table',
      { class: 'plain' },
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          names.map((name) => h('th', { scope: 'col', text: spaced(name) })),
        ),
      ),
      h(
        'tbody',
        null,
        rows.map((row) =>
          h(
            'tr',
            null,
            names.map((name) => h('td', null, inline(row[name]))),
          ),
        ),
      ),
    ),
  );
}

/**
 * @param {unknown} value
 * @returns {string}
 */
function inline(value) {
  if (value === null || value === undefined) return '–';
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (typeof value === 'number') return number(value);
  if (Array.isArray(value))
    return value.length === 0 ? '–' : value.map(inner).join(value.some(Array.isArray) ? ', ' : ' ');
  if (isObject(value))
    return Object.entries(value)
      .map(([name, item]) => `${spaced(name)}: ${inline(item)}`)
      .join(', ');
  return String(value);
}

/**
 * An item of a list: a list within one is a group, as the two halves of a tile.
 * @param {unknown} item
 * @returns {string}
 */
function inner(item) {
  return Array.isArray(item) ? item.map(inline).join('-') : inline(item);
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>[]}
 */
function isRows(value) {
  return Array.isArray(value) && value.length > 0 && value.every(isObject);
}

export default board;
