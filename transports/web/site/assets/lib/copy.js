// Copying a text. Browsers give pages their clipboard only over https and on loopback; elsewhere a selected text is
// copied by an older way.

import { h, setText } from './dom.js';

/**
 * Copies a text and says so; if the browser does not allow it, says what to do instead.
 * @param {HTMLElement} told the element for the result
 * @param {string} text
 * @param {string} [done]
 */
export async function copy(told, text, done = 'Copied.') {
  setText(told, (await copied(text)) ? done : `This browser does not let the page copy. Copy it yourself: ${text}`);
}

/**
 * @param {string} text
 * @returns {Promise<boolean>} whether it is in the clipboard
 */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

/** @param {string} text */
function copySelected(text) {
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  const area = h('textarea', { class: 'only-read', readonly: true, 'aria-hidden': 'true' });
  area.value = text;
  // A dialog makes everything outside of it inert.
  (before?.closest('dialog') ?? document.body).append(area);
  area.select();
  try {
    return document.execCommand('copy');
  } finally {
    area.remove();
    before?.focus({ preventScroll: true });
  }
}

/**
 * A link to a page of a table, to be shared. It names the game: where a link is shared, a preview shows it.
 * @param {string} path
 * @param {string} gameId
 */
export function linkTo(path, gameId) {
  const url = new URL(path, location.origin);
  url.searchParams.set('game', gameId);
  return url.href;
}
