// The account: profile, looks, notifications, recovery, pause, erasure.

import { h } from '../lib/dom.js';
import { chips } from '../lib/format.js';
import { soon } from '../lib/trouble.js';
import { erasure, pausing } from './account/limits.js';
import { looks, notifications, seatGrants } from './account/comfort.js';
import { profile } from './account/profile.js';
import { referral } from './account/referral.js';
import { recovery, signingOut } from './account/safety.js';
import { forMembers } from './member.js';

export default forMembers(
  'Account',
  'This page has your card, preferences and security settings.',
  async ({ signal }, member) => {
    const [card, invitation, pause] = [profile(signal), referral(signal), pausing(signal)];
    const told = notifications();
    await soon(Promise.all([card.ready, invitation.ready, pause.ready]));
    return {
      title: 'Account',
      element: h(
        'div',
        null,
        h('h1', { text: member.handle }),
        h(
          'p',
          { class: 'row more' },
          h('span', { class: 'number', text: chips(member.balance) }),
          [
            [`/players/${member.handle}`, 'Your card'],
            ['/history', 'History'],
            ['/ledger', 'Ledger'],
            ['/agents', 'Agents and duels'],
          ].map(([href, text]) => h('a', { href, text })),
        ),
        h(
          'div',
          { class: 'columns' },
          h('div', null, card.element, looks(), told, seatGrants()),
          h(
            'div',
            null,
            invitation.element,
            recovery(member.handle, member.recoveredAt),
            signingOut(),
            pause.element,
            erasure(member.handle),
          ),
        ),
      ),
    };
  },
);
