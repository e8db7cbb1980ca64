// Keys of the table's page: digits act, c goes to the chat, l to the log, ? tells of them.

import { inform } from '../lib/dialog.js';
import { h } from '../lib/dom.js';

const KEYS = [
  ['Arrows', 'move on the board'],
  ['Enter', 'act on what has the focus'],
  ['0 to 9', 'choose from the list of what you can do'],
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
    if (document.querySelector('dialog[open]')) return;
    if (/^[0-9]$/.test(event.key)) choose(event.key);
    else if (event.key === 'c') {
      show('chat');
      chatInput.focus();
    } else if (event.key === 'l') show('log');
    else if (event.key === '?') help();
    else return;
    event.preventDefault();
  }
}

function help() {
  inform(
    'Keys',
    h(
      'dl',
      { class: 'facts' },
      KEYS.map(([key, text]) => [h('dt', null, h('kbd', { text: key })), h('dd', { text })]),
    ),
  );
}
