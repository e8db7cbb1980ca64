// A pause that cannot be lifted, and the erasure of an account.

import { get, post, remove } from '../../lib/api.js';
import { confirm, inform } from '../../lib/dialog.js';
import { h, setText } from '../../lib/dom.js';
import { date } from '../../lib/format.js';
import { forgetParty, parties } from '../../lib/parties.js';
import { go } from '../../lib/router.js';
import * as session from '../../lib/session.js';
import { reader } from '../../lib/trouble.js';
import { choices, field, form, Wrong } from '../forms.js';
import { section } from './section.js';

/** @type {[value: string, text: string][]} */
const DURATIONS = [
  ['24h', '24 hours'],
  ['7d', '7 days'],
  ['30d', '30 days'],
];

/** @param {AbortSignal} signal */
export function pausing(signal) {
  const state = h('p', { class: 'reserved', role: 'status' });
  const duration = choices({ name: 'duration', legend: 'For how long', choices: DURATIONS, value: '24h' });

  /** @param {Api.PauseState} answer */
  function draw({ paused, until }) {
    setText(state, paused && until !== null ? `You have paused until ${date(until)}.` : 'You have not paused.');
    setText(made.button, paused ? 'Pause for longer' : 'Pause');
  }

  const made = form({
    fields: { duration },
    text: 'Pause',
    submit: async () => {
      const chosen = duration.input.value;
      const words = DURATIONS.find(([value]) => value === chosen)?.[1] ?? chosen;
      const sure = await confirm({
        title: `Pause for ${words}?`,
        text: 'You cannot stake chips during this time. A pause can be extended, but not shortened or lifted, not even by the operator.',
        yes: 'Pause',
      });
      if (sure) draw(await post('/api/me/pause', { duration: chosen }));
    },
  });
  return {
    element: section(
      'account-pause',
      'Pause',
      h('p', {
        text: 'During a pause you cannot open or join tables for chips. Running tables continue, and you can still play for practice, watch and verify replays.',
      }),
      state,
      made.element,
    ),
    ready: reader(signal)(() => get('/api/me/pause'), draw),
  };
}

/** @param {string} handle */
export function erasure(handle) {
  const confirmHandle = field({
    name: 'confirmHandle',
    label: `Type your handle, ${handle}`,
    autocomplete: 'off',
    spellcheck: 'false',
    autocapitalize: 'none',
    maxlength: 40,
  });
  const { element } = form({
    fields: { confirmHandle },
    text: 'Erase my account',
    danger: true,
    submit: async () => {
      if (String(confirmHandle.input.value).trim().toLowerCase() !== handle)
        throw new Wrong('confirmHandle', `This is not your handle: type ${handle}.`);
      const sure = await confirm({
        title: 'Erase this account for ever?',
        text: 'This cannot be undone.',
        yes: 'Erase it',
      });
      if (!sure) return;
      session.hold(true);
      const gone = await remove('/api/me', { confirmHandle: handle }).finally(() => session.hold(false));
      for (const { id } of parties(handle)) forgetParty(handle, id);
      session.signedOut();
      await go('/', { replace: true });
      inform(
        'Your account is erased',
        h('p', {
          text: `Past tables show ${gone.handle} in your place. Removed: ${gone.identitiesRemoved} linked accounts, ${gone.pushSubsRemoved} notification addresses; ${gone.agentsAnonymised} agents lost their name and instructions.`,
        }),
      );
    },
  });
  return section(
    'account-erase',
    'Erase the account',
    h(
      'ul',
      null,
      [
        'Card, linked accounts, notification addresses, recovery code and the instructions of agents are destroyed.',
        'Running tables are given up, waiting ones are cancelled, and your chips are lost.',
        'Everybody can still verify finished tables; your seat has no name there.',
        'This cannot be undone.',
      ].map((text) => h('li', { text })),
    ),
    h('details', { class: 'fold' }, h('summary', { text: 'I want to erase my account' }), element),
  );
}
