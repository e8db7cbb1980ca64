// Rows of tables in the listings: a picture, a name, a line of facts, and actions.

import { h, setText } from '../lib/dom.js';
import { chips } from '../lib/format.js';
import { picture } from './pictures.js';

/**
 * @param {{ gameId: string, title: string, actions?: import('../lib/dom.js').Child }} made
 */
export function row({ gameId, title, actions }) {
  return h(
    'li',
    { class: 'table-row' },
    picture(gameId),
    h(
      'span',
      { class: 'grow' },
      h('strong', { text: title }),
      ' ',
      h('span', { class: 'badge mine', hidden: true }),
      h('span', { class: 'row-line quiet small' }),
    ),
    h('span', { class: 'row-actions' }, actions),
  );
}

/**
 * Updates a row.
 * @param {Element} element
 * @param {{ line: string, badge?: string }} news
 */
export function tellRow(element, { line, badge = '' }) {
  const words = element.querySelector('.row-line');
  const mark = element.querySelector('.badge');
  if (words) setText(words, line);
  if (!(mark instanceof HTMLElement)) return;
  setText(mark, badge);
  mark.hidden = badge === '';
}

/**
 * A listing with its heading. If it is empty, it has a sentence, or is hidden without one.
 * @param {string} id
 * @param {string} title
 * @param {string} [empty]
 * @param {import('../lib/dom.js').Child} [tools] between heading and list
 */
export function listing(id, title, empty = '', tools = null) {
  const list = h('ul', { class: 'list' });
  const none = h('p', { class: 'empty' });
  const element = h(
    'section',
    { class: 'panel', 'aria-labelledby': id, hidden: empty === '' },
    h('h2', { id, text: title }),
    tools,
    list,
    none,
  );
  return {
    element,
    list,
    /** @param {number} count how many rows there are */
    filled(count) {
      none.hidden = count > 0;
      element.hidden = count === 0 && empty === '';
      setText(none, empty);
    },
  };
}

/**
 * @param {number} stake
 * @param {string} [pace]
 */
export function stakeLine(stake, pace) {
  return pace === 'daily' ? `${chips(stake)}, slow pace` : chips(stake);
}

/**
 * @template {{ id: string }} Item
 * @param {Item} item
 */
export function idOf({ id }) {
  return id;
}
