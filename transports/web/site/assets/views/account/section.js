import { h } from '../../lib/dom.js';

/**
 * A panel of the account's page.
 * @param {string} id
 * @param {string} title
 * @param {import('../../lib/dom.js').Child[]} content
 */
export function section(id, title, ...content) {
  return h('section', { class: 'panel', 'aria-labelledby': id }, h('h2', { id, text: title }), content);
}
