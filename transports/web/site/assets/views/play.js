// Practice without an account: choose a game, play the house.

import { newRef, patiently, post } from '../lib/api.js';
import { h } from '../lib/dom.js';
import { kinds } from '../lib/kinds.js';
import { go } from '../lib/router.js';
import * as session from '../lib/session.js';

/**
 * Opens a practice table and goes there. A member's own practice is his table, a stranger's is a guest's.
 * @param {string} kind
 * @param {string} [ref] the same reference gives the same table
 */
export async function practise(kind, ref = newRef()) {
  const member = await session.whoAmI().catch(() => null);
  const made = await patiently(
    () =>
      member
        ? post('/api/tables', { kind, practice: true, clientRef: ref })
        : post('/api/practice', { kind, clientRef: ref }),
    { attempts: 4 },
  );
  await go(`/tables/${made.tableId}`);
}

/**
 * A button that opens a practice table of a kind.
 * @param {string} kind
 * @param {string} text
 * @param {string} [className]
 */
export function practiceButton(kind, text, className = '') {
  const problem = h('span', { class: 'loss', role: 'alert' });
  const button = h('button', {
    type: 'button',
    class: className,
    text,
    on: {
      click: async () => {
        button.disabled = true;
        problem.textContent = '';
        try {
          await practise(kind);
        } catch (error) {
          problem.textContent = /** @type {Error} */ (error).message;
        } finally {
          button.disabled = false;
        }
      },
    },
  });
  return h('span', { class: 'practice' }, button, problem);
}

/** @returns {Promise<import('../lib/router.js').View>} */
export default async function play() {
  const all = await kinds();
  return {
    title: 'Play now',
    element: h(
      'div',
      null,
      h('h1', { text: 'Play now' }),
      h('p', { text: 'Against the house, for practice: no account, no chips. Choose a game.' }),
      h(
        'ul',
        { class: 'list' },
        all.map(({ kind, label, description }) =>
          h(
            'li',
            null,
            h('div', { class: 'grow' }, h('strong', { text: label }), h('div', { class: 'quiet', text: description })),
            practiceButton(kind, `Play ${label}`),
          ),
        ),
      ),
    ),
  };
}
