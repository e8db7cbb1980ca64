// Inviting others: the member's own code, and its results.

import { get } from '../../lib/api.js';
import { copy } from '../../lib/copy.js';
import { fill, h } from '../../lib/dom.js';
import { chips, date, number } from '../../lib/format.js';
import { reader } from '../../lib/trouble.js';
import { section } from './section.js';

/** @param {AbortSignal} signal */
export function referral(signal) {
  const body = h('div', { class: 'tall' }, h('p', { class: 'quiet', text: '…' }));
  return {
    element: section('account-referral', 'Invite others', body),
    ready: reader(signal)(
      () => get('/api/me/referral'),
      (answer) => fill(body, progress(answer)),
    ),
  };
}

/** @param {Api.Referral} referral */
function progress(referral) {
  const { code, usesLeft, invited, rewarded, cap, reward, threshold } = referral;
  const link = `${location.origin}/join#${code}`;
  const said = h('span', { class: 'quiet small', role: 'status' });
  return [
    h('p', { text: `A member who joins by your link brings you ${chips(reward)} after ${threshold} finished tables.` }),
    ...(usesLeft > 0 ? [] : [h('p', { text: noPlaces(referral) })]),
    h('p', { class: 'code recovery-code', text: link }),
    h(
      'p',
      { class: 'row' },
      h('button', { type: 'button', text: 'Copy the link', on: { click: () => void copy(said, link) } }),
      said,
    ),
    h(
      'dl',
      { class: 'facts' },
      [
        ['Joined by your link', number(invited)],
        ['Rewarded', `${number(rewarded)} of at most ${number(cap)}`],
        ['Uses left on the link', number(usesLeft)],
      ].map(([term, text]) => [h('dt', { text: term ?? '' }), h('dd', { class: 'number', text: text ?? '' })]),
    ),
  ];
}

/**
 * Why the link has no uses now.
 * @param {Api.Referral} referral
 */
function noPlaces({ tablesNeeded, waitsUntil, treeLeft }) {
  const needed = [];
  if (tablesNeeded > 0) needed.push(`finish ${number(tablesNeeded)} more ${tablesNeeded === 1 ? 'table' : 'tables'}`);
  if (waitsUntil !== null) needed.push(`be a member until ${date(waitsUntil)}`);
  if (needed.length > 0) return `The link does not admit anyone yet. First ${needed.join(' and ')}.`;
  if (treeLeft === 0)
    return 'The link has no uses left: the maximum number of accounts have joined by referral from the same invitation.';
  return 'The link has no uses left.';
}
