// What is the matter, in a sentence; most of it passes by itself.

import { h, setText } from '../lib/dom.js';

/**
 * The line of a table's page that tells of trouble.
 * @param {import('./live.js').LiveTable} live
 */
export function troubleLine(live) {
  const says = h('span');
  const signIn = h('a', {
    href: `/signin?back=${encodeURIComponent(location.pathname)}`,
    text: 'Sign in',
    hidden: true,
  });
  const element = h('p', { class: 'trouble-line', role: 'status', hidden: true }, says, ' ', signIn);

  live.addEventListener('trouble', (event) => {
    const error = /** @type {CustomEvent<import('../lib/api.js').ApiError | null>} */ (event).detail;
    element.hidden = error === null;
    setText(says, error === null ? '' : sentence(error));
  });
  live.addEventListener('end', (event) => {
    const error = /** @type {CustomEvent<import('../lib/api.js').ApiError>} */ (event).detail;
    element.hidden = false;
    signIn.hidden = error.status !== 401;
    setText(says, error.status === 401 ? 'Your session has ended. Sign in to go on.' : error.message);
  });
  return element;
}

/** @param {import('../lib/api.js').ApiError} error */
function sentence(error) {
  if (error.status === 0) return 'The server cannot be reached. Trying again; nothing is lost.';
  if (error.code === 'seat_delegated')
    return 'A program plays your seat now. When its grant ends, the seat is yours again.';
  if (error.status === 429) return `Too many requests at once. Going on in ${error.retryAfter} s.`;
  return 'The server is busy or starting. Trying again; nothing is lost.';
}

/**
 * What is shown in place of a table that cannot be read.
 * @param {import('../lib/api.js').ApiError} error
 * @param {string} id
 * @returns {HTMLElement[]}
 */
export function closed(error, id) {
  const signedOut = error.status === 401;
  const path = `/tables/${encodeURIComponent(id)}`;
  return [
    h('h1', { text: signedOut ? 'Sign in to see this table' : 'This table cannot be shown' }),
    h('p', {
      text: signedOut
        ? 'Running tables are shown to members, and to whoever plays at them.'
        : 'It does not exist, it is private, or it has ended long ago.',
    }),
    h(
      'p',
      { class: 'row' },
      signedOut &&
        h('a', { class: 'button primary', href: `/signin?back=${encodeURIComponent(path)}`, text: 'Sign in' }),
      h('a', { class: 'button', href: `${path}/replay`, text: 'Look for its replay' }),
    ),
  ];
}
