// Pages for members: other visitors are sent to the sign-in page with the reason, and return afterwards.

import { h } from '../lib/dom.js';
import { patiently } from '../lib/api.js';
import { reload } from '../lib/router.js';
import * as session from '../lib/session.js';
import { trouble } from '../lib/trouble.js';

/**
 * @param {string} title
 * @param {string} why the page's content for members
 * @param {(visit: import('../lib/router.js').Visit, member: session.Member) =>
 *   Promise<import('../lib/router.js').View> | import('../lib/router.js').View} make
 * @returns {import('../lib/router.js').MakeView}
 */
export function forMembers(title, why, make) {
  return async (visit) => {
    /** @type {session.Member | null} */
    let member;
    try {
      member = await session.whoAmI();
    } catch {
      return unreached(title, visit.signal);
    }
    if (visit.signal.aborted || !member) return gate(title, why);
    const { handle } = member;
    const stop = session.watch((now) => {
      if (now?.handle !== handle && !visit.signal.aborted) void reload();
    });
    visit.signal.addEventListener('abort', stop);
    return make(visit, member);
  };
}

/**
 * @param {string} title
 * @param {string} why
 * @returns {import('../lib/router.js').View}
 */
function gate(title, why) {
  const ended = session.hasEnded();
  return {
    title,
    element: h(
      'div',
      { class: 'narrow' },
      h('h1', { class: ended && 'says-ended', text: ended ? 'Your session has ended' : title }),
      h('p', {
        text: ended
          ? 'It was ended here or on another device. Sign in to continue on this page.'
          : `${why} Sign in to see it, or join with an invitation.`,
      }),
      h(
        'p',
        { class: 'row' },
        h('a', { class: 'button primary', href: signInHere(), text: 'Sign in' }),
        h('a', { class: 'button', href: '/join', text: 'Join' }),
        h('a', { href: '/', text: 'To the front page' }),
      ),
    ),
  };
}

/** The address of the sign-in page that leads back here. */
export function signInHere() {
  return `/signin?back=${encodeURIComponent(location.pathname + location.search)}`;
}

/**
 * @param {string} title
 * @param {AbortSignal} signal
 */
function unreached(title, signal) {
  void patiently(session.refresh, { signal, onTrouble: trouble })
    .then(() => (signal.aborted ? undefined : reload()))
    .catch(() => {});
  signal.addEventListener('abort', () => trouble(null));
  return {
    title,
    element: h(
      'div',
      { class: 'narrow' },
      h('h1', { text: title }),
      h('p', { text: 'The server cannot be reached at the moment. This page appears as soon as it can.' }),
    ),
  };
}
