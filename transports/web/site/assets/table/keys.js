// Single-key shortcuts of the table's page. Digits act only while the focus is in the list of actions or on the board,
// so that no digit acts from a tab or a link; all of them can be switched off (WCAG 2.1.4).

import { inform } from '../lib/dialog.js';
import { h } from '../lib/dom.js';
import * as prefs from '../lib/prefs.js';

const KEYS = [
  ['Arrows', 'move on the board'],
  ['Enter', 'act on the focused element'],
  ['1 to 9', 'while the board or the list of actions has the focus: choose a column, a pit, or an action'],
  ['R, F', 'on the board: turn a ship, set a flag'],
  ['c', 'chat'],
  ['l', 'log'],
  ['?', 'this help'],
];

/**
 * @param {import('./live.js').LiveTable} live
 * @param {{ choose: (digit: string) => void, show: (id: string) => void, chatInput: HTMLInputElement }} page
 */
export function keys(live, { choose, show, chatInput }) {
  document.addEventListener('keydown', press, { signal: live.signal });

  /** @param {KeyboardEvent} event */
  function press(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return;
    if (event.repeat || !prefs.singleKeys() || document.querySelector('dialog[open]')) return;
    if (/^[0-9]$/.test(event.key)) {
      if (!target.closest('.host, .actions')) return;
      choose(event.key);
    } else if (event.key === 'c') {
      show('chat');
      chatInput.focus();
    } else if (event.key === 'l') show('log');
    else if (event.key === '?') keyHelp();
    else return;
    event.preventDefault();
  }
}

/** Shows the keys, and the switch for them. */
export function keyHelp() {
  const on = h('input', {
    type: 'checkbox',
    checked: prefs.singleKeys(),
    on: { change: () => prefs.write('keys', on.checked ? null : 'off') },
  });
  inform(
    'Keys',
    h('p', null, h('label', { class: 'choice' }, on, 'Single keys act: digits and letters')),
    h(
      'dl',
      { class: 'facts' },
      KEYS.map(([key, text]) => [h('dt', null, h('kbd', { text: key })), h('dd', { text })]),
    ),
  );
}
