// The look of these pages in this browser, and its notifications.

import { fill, h, setText } from '../../lib/dom.js';
import * as prefs from '../../lib/prefs.js';
import * as push from '../../lib/push.js';
import { actButton, choices } from '../forms.js';
import { section } from './section.js';

export function looks() {
  const theme = choices({
    name: 'theme',
    legend: 'Colours',
    value: prefs.read('theme') ?? 'system',
    choices: [
      ['system', 'As the system prefers'],
      ['light', 'Light'],
      ['dark', 'Dark'],
    ],
  });
  const suits = choices({
    name: 'suits',
    legend: 'Suits of cards',
    value: prefs.read('suits') ?? 'two',
    choices: [
      ['two', 'Two colours'],
      ['four', 'Four colours: clubs green, diamonds blue'],
    ],
  });
  theme.element.addEventListener('change', () => {
    const chosen = theme.input.value;
    if (chosen === 'light' || chosen === 'dark') prefs.setTheme(chosen);
    else {
      prefs.write('theme', null);
      prefs.applyLooks();
    }
  });
  suits.element.addEventListener('change', () => prefs.setSuits(suits.input.value === 'four' ? 'four' : 'two'));
  return section(
    'account-looks',
    'Looks',
    theme.element,
    suits.element,
    h('p', { class: 'quiet small', text: 'Stored only in this browser.' }),
  );
}

export function notifications() {
  const state = h('p', { role: 'status' });
  const control = h('div', { class: 'tall-button' });
  const element = section(
    'account-push',
    'Notifications',
    h('p', { text: 'At slow tables this browser can tell you when it is your move, also when no page is open.' }),
    state,
    control,
  );

  /** @param {string} [problem] */
  async function draw(problem = '') {
    if (!push.able()) {
      setText(state, isSecureContext ? 'This browser cannot be notified: it has no web push.' : push.UNSAFE);
      return;
    }
    const on = (await push.subscription()) !== null;
    setText(
      state,
      problem ||
        (push.refused()
          ? 'You have switched off notifications from this site in your browser’s settings.'
          : on
            ? 'This browser is notified when it is your move.'
            : 'This browser is not notified.'),
    );
    fill(
      control,
      on
        ? actButton('Stop notifying this browser', async () => {
            await push.unsubscribe();
            await draw();
          })
        : !push.refused() && actButton('Tell this browser', async () => draw(await push.subscribe())),
    );
  }

  void draw();
  return element;
}

export function seatGrants() {
  return section(
    'account-grants',
    'Seats played by programs',
    h('p', {
      text: 'You can delegate one of your seats to a program: it gets a key for only this seat at this table. While it plays, the page of the table shows that, and you can take the seat back at any time.',
    }),
    h('p', null, h('a', { href: '/skill.md', text: 'How a program takes over a seat' })),
  );
}
