// Trouble at a table, in a sentence; most of it passes by itself.

import { h, setText } from '../lib/dom.js';
import * as session from '../lib/session.js';
import { words } from '../lib/trouble.js';
import { takeBack } from './delegate.js';

/**
 * The line of a table's page that reports trouble.
 * @param {import('./live.js').LiveTable} live
 */
export function troubleLine(live) {
  const says = h('span');
  const signIn = h('a', {
    href: `/signin?back=${encodeURIComponent(location.pathname)}`,
    text: 'Sign in',
    hidden: true,
  });
  const back = h('button', {
    type: 'button',
    text: 'Take the seat back',
    hidden: true,
    on: { click: () => void retake() },
  });
  const element = h('p', { class: 'trouble-line', role: 'status', hidden: true }, says, ' ', signIn, back);

  async function retake() {
    await takeBack(live).catch((error) => setText(says, error.message));
  }

  live.addEventListener('trouble', (event) => {
    const error = /** @type {CustomEvent<import('../lib/api.js').ApiError | null>} */ (event).detail;
    const delegated = error?.code === 'seat_delegated';
    element.hidden = error === null;
    back.hidden = !delegated;
    if (delegated) setText(says, 'A program plays your seat now.');
    else setText(says, error ? words(error) : '');
  });
  live.addEventListener('end', (event) => {
    const error = /** @type {CustomEvent<import('../lib/api.js').ApiError>} */ (event).detail;
    const ended = error.status === 401;
    if (ended && live.chats) session.ended();
    element.hidden = false;
    signIn.hidden = !ended;
    element.classList.toggle('says-ended', ended);
    setText(says, ended ? 'Your session has ended. Sign in to continue.' : error.message);
  });
  return element;
}
