// A table that this person cannot see, because they have no seat there and no account: what it is, and what they can do.

import { ApiError, get, patiently } from '../lib/api.js';
import { h } from '../lib/dom.js';
import { invitationHere } from '../lib/friend.js';
import { chips } from '../lib/format.js';
import { played } from '../lib/kinds.js';
import { go } from '../lib/router.js';
import * as session from '../lib/session.js';

/**
 * Shows a settled table's replay in its place; for any other table, the content of the page that explains it.
 * @param {ApiError} error why the table cannot be read
 * @param {string} id
 * @param {AbortSignal} signal
 * @returns {Promise<{ title: string, content: HTMLElement[] } | null>} null if the replay is shown
 */
export async function outside(error, id, signal) {
  const path = `/tables/${encodeURIComponent(id)}`;
  if (session.hasEnded()) return { title: 'Table', content: sessionOver(path) };
  const friend = invitationHere();
  if (friend) return (await import('../views/friend/invited.js')).invited(id, friend, error);
  if (await ask(`/api${path}/card`, signal)) {
    await go(`${path}/replay`, { replace: true });
    return null;
  }
  /** @type {{ tables: Api.OpenTable[] } | null} */
  const open = await ask('/api/tables/open', signal);
  const table = open?.tables.find((one) => one.id === id);
  return table ? invitation(table, path) : { title: 'Table', content: unknown(error, path) };
}

/**
 * A public answer; null if there is none.
 * @param {string} path
 * @param {AbortSignal} signal
 */
function ask(path, signal) {
  return patiently(() => get(path, { signal }), { signal, attempts: 3 }).catch((error) => {
    if (error instanceof ApiError) return null;
    throw error;
  });
}

/**
 * A public table that waits: who invites to what, and how to come in.
 * @param {Api.OpenTable} table
 * @param {string} path
 */
async function invitation({ kind, gameId, host, stake, seatsTotal, seatsFilled }, path) {
  const { label, description } = await played(kind, gameId);
  const title = `${host} invites you to ${label.toLowerCase()}`;
  const free = seatsTotal - seatsFilled;
  const content = [
    h('h1', { text: title }),
    h('p', { text: description }),
    h('p', {
      class: 'quiet',
      text: `${seatsTotal} seats, ${free} free · ${chips(stake)} each, play money`,
    }),
    h('p', { text: 'To sit down you need an account. It costs nothing: a member can invite you.' }),
    ways(path),
    kind !== null && h('p', null, h('a', { href: `/games#${kind}`, text: 'See the rules' })),
  ];
  return { title, content: /** @type {HTMLElement[]} */ (content.filter(Boolean)) };
}

/** @param {string} path */
function sessionOver(path) {
  return [
    h('h1', { class: 'says-ended', text: 'Your session has ended' }),
    h('p', { text: 'Sign in to continue at this table.' }),
    h('p', { class: 'row' }, signIn(path, 'primary')),
  ];
}

/**
 * A table of which nothing is public.
 * @param {ApiError} error
 * @param {string} path
 */
function unknown(error, path) {
  const signedOut = error.status === 401 || !session.expected();
  return [
    h('h1', { text: signedOut ? 'This table is not public' : 'This table cannot be shown' }),
    h('p', {
      text: signedOut
        ? 'It may wait for players whom somebody has invited by this link: sign in to see it and to sit down. Or it is private, or has ended long ago.'
        : 'It does not exist, it is private, or it has ended long ago.',
    }),
    signedOut
      ? ways(path)
      : h('p', { class: 'row' }, h('a', { class: 'button primary', href: '/lobby', text: 'To the lobby' })),
  ];
}

/**
 * How to come in, and what there is without an account.
 * @param {string} path
 */
function ways(path) {
  return h(
    'p',
    { class: 'row' },
    signIn(path, 'primary'),
    h('a', { class: 'button', href: `/join?back=${encodeURIComponent(path)}`, text: 'Join with an invitation' }),
    h('a', { class: 'button plain', href: '/play', text: 'Play against the house' }),
  );
}

/**
 * @param {string} path
 * @param {string} look
 */
function signIn(path, look) {
  return h('a', { class: `button ${look}`, href: `/signin?back=${encodeURIComponent(path)}`, text: 'Sign in' });
}
