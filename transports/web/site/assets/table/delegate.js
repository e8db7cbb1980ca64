// Delegating the viewer's seat to a program: a key for this seat is issued and revoked.

import { ApiError, get, newRef, patiently, post, remove } from '../lib/api.js';
import { copy } from '../lib/copy.js';
import { inform } from '../lib/dialog.js';
import { h } from '../lib/dom.js';
import { date } from '../lib/format.js';

/**
 * Issues a key for the viewer's seat and shows it, once.
 * @param {import('./live.js').LiveTable} live
 */
export async function handOut(live) {
  const clientRef = newRef();
  live.granted = true;
  const grant = await patiently(() => post(`${live.path}/seat-grants`, { clientRef }), { attempts: 4 });
  const told = h('span', { role: 'status' });
  live.reread();
  const copies = h('button', { type: 'button', text: 'Copy', on: { click: () => void copy(told, grant.claimToken) } });

  inform(
    'A key for your seat',
    h('p', {
      text: 'Give it to the program that will play. It gives access only to this seat, works once, and is shown only now.',
    }),
    h('p', { class: 'row' }, h('code', { class: 'grow', text: grant.claimToken }), copies, told),
    h('p', {
      class: 'quiet',
      text: `The program claims it with POST /api/seat-grants/claim. It ends ${date(grant.expiresAt)}, with the game, or when you take the seat back.`,
    }),
  );
}

/**
 * Takes the viewer's seat back, whether its key was claimed or not. No effect without a grant.
 * @param {import('./live.js').LiveTable} live
 */
export async function takeBack(live) {
  const { grant } = await patiently(() => get(`${live.path}/seat-grants/current`), { attempts: 4 });
  if (grant) await patiently(() => remove(`${live.path}/seat-grants/${grant.grantId}`), { attempts: 4 });
  live.granted = false;
  live.reread();
}

/**
 * The sentence for a key that could not be issued.
 * @param {unknown} error
 */
export function whyNoKey(error) {
  if (!(error instanceof ApiError)) throw error;
  return error.code === 'grant_not_eligible'
    ? 'There is already a key for your seat. Take the seat back first.'
    : error.message;
}
