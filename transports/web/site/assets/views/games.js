// All games with their rules, as the server describes them.

import { h } from '../lib/dom.js';
import { kinds } from '../lib/kinds.js';
import * as session from '../lib/session.js';
import { reader, soon } from '../lib/trouble.js';
import { picture } from './pictures.js';
import { practiceButton } from './play.js';
import { paragraphs } from './words.js';

/**
 * @param {import('../lib/router.js').Visit} visit
 * @returns {Promise<import('../lib/router.js').View>}
 */
export default async function games({ signal }) {
  const member = await session.whoAmI().catch(() => null);
  const list = h('div', { class: 'games' });
  await soon(
    reader(signal)(kinds, (all) => {
      list.replaceChildren(...all.map((kind) => game(kind, member !== null)));
    }),
  );
  return {
    title: 'Games and rules',
    element: h(
      'div',
      null,
      h('h1', { text: 'Games and rules' }),
      h(
        'p',
        null,
        'The tables follow exactly these rules. There is a ',
        h('a', { href: '/rules.md', text: 'plain text of them' }),
        ' too.',
      ),
      list,
    ),
  };
}

/**
 * @param {import('../lib/kinds.js').Kind} kind
 * @param {boolean} member
 */
function game({ kind, gameId, label, description, rules, openEligible, fewestSeats, mostSeats }, member) {
  const seats = fewestSeats === mostSeats ? `${mostSeats}` : `${fewestSeats} to ${mostSeats}`;
  return h(
    'section',
    { class: 'panel game', id: kind, 'aria-labelledby': `game-${kind}` },
    picture(gameId, kind),
    h(
      'div',
      { class: 'game-words' },
      h('h2', { id: `game-${kind}`, text: label }),
      h('p', { text: description }),
      h('p', {
        class: 'quiet small',
        text: `${mostSeats === 1 ? 'One seat, the house banks' : `${seats} seats`}${kind === 'holdem-open' ? ' · members' : openEligible ? ' · the house or members' : ''}`,
      }),
      h(
        'details',
        { class: 'fold' },
        h('summary', null, 'Rules', h('span', { class: 'only-read', text: ` of ${label}` })),
        paragraphs(rules),
      ),
      h(
        'div',
        { class: 'row' },
        practiceButton(kind, 'Practice', '', `Practice: ${label}`),
        openEligible &&
          h('a', {
            class: 'button',
            href: `/friend?kind=${kind}`,
            'aria-label': `Play a friend: ${label}`,
            text: 'Play a friend',
          }),
        member &&
          h('a', {
            class: 'button',
            href: `/new?kind=${kind}`,
            'aria-label': `New table of ${label}`,
            text: 'New table',
          }),
      ),
    ),
  );
}
