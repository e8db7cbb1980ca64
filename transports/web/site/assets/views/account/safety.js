// The recovery code of the account, and its sessions.

import { ApiError, post } from '../../lib/api.js';
import { confirm } from '../../lib/dialog.js';
import { fill, h } from '../../lib/dom.js';
import { date } from '../../lib/format.js';
import * as push from '../../lib/push.js';
import { go } from '../../lib/router.js';
import * as session from '../../lib/session.js';
import { actButton, field, form, Wrong } from '../forms.js';
import { recoveryCodeBox } from '../join.js';
import { section } from './section.js';

/**
 * @param {string} handle
 * @param {number} [recoveredAt] when an operator made the present code
 */
export function recovery(handle, recoveredAt) {
  if (session.current()?.recoveryConfirmed === false) return unconfirmed();
  const code = field({
    name: 'recoveryCode',
    label: 'Current recovery code',
    type: 'password',
    autocomplete: 'current-password',
    maxlength: 128,
    spellcheck: 'false',
  });
  const body = h('div');
  const warning =
    recoveredAt !== undefined &&
    h('p', {
      class: 'notice',
      role: 'status',
      text: `An operator replaced your recovery code on ${date(recoveredAt)}, and has seen the present one. Make a new code, so that only you know it. If you did not ask for this, tell the operator.`,
    });
  const made = form({
    fields: { recoveryCode: code },
    content: [
      // So that password managers know the account of this code.
      h('input', { type: 'text', autocomplete: 'username', value: handle, readonly: true, hidden: true }),
      code.element,
    ],
    text: 'Create a new code',
    submit: async () => {
      const present = String(code.input.value).trim();
      if (present.length < 16) throw new Wrong('recoveryCode', 'Enter the whole recovery code.');
      const recoveryCode = await rotate(present);
      if (warning) warning.remove();
      code.input.value = '';
      // The old sessions have ended, this one too: the new code starts one again.
      const open = await post('/api/recover', { handle, recoveryCode }).then(
        () => true,
        () => false,
      );
      // The account no longer has the operator's code.
      if (open) void session.signedIn().catch(() => {});
      show(recoveryCode, open);
    },
  });
  body.append(made.element);

  /**
   * @param {string} recoveryCode
   * @param {boolean} open whether this browser is signed in with it
   */
  function show(recoveryCode, open) {
    const heading = h('h3', { tabindex: -1, text: 'Your new recovery code' });
    fill(
      body,
      heading,
      h('p', { text: 'It is shown this once. The old code and all other sessions have ended.' }),
      recoveryCodeBox(handle, recoveryCode),
      actButton(
        'I have kept it',
        async () => {
          if (open) fill(body, made.element);
          else session.signedOut();
        },
        { class: 'primary' },
      ),
    );
    heading.focus();
  }

  return section(
    'account-recovery',
    'Recovery code',
    warning,
    h('p', {
      text: 'If somebody may have seen your code, create a new one. The old code becomes void, and all sessions elsewhere end.',
    }),
    body,
  );
}

/** For a member who has not confirmed the first code: that comes before replacing it. */
function unconfirmed() {
  return section(
    'account-recovery',
    'Recovery code',
    h('p', { text: 'You have not confirmed yet that you keep your recovery code.' }),
    h('p', null, h('a', { class: 'button', href: '/join', text: 'See to it' })),
  );
}

/** @param {string} recoveryCode */
async function rotate(recoveryCode) {
  session.hold(true);
  try {
    return (await post('/api/recovery/rotate', { recoveryCode })).recoveryCode;
  } catch (error) {
    session.hold(false);
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    // A wrong code, or no session any more: the next request shows which.
    await session.refresh();
    throw new Wrong('recoveryCode', 'This is not your current recovery code.');
  }
}

export function signingOut() {
  return section(
    'account-sign-out',
    'Sign out',
    h('p', {
      text: 'Signing out here ends the session of this browser alone. Signing out everywhere ends every session of this account: this browser, other devices, and programs with its tokens.',
    }),
    h(
      'div',
      { class: 'row' },
      actButton('Sign out here', () => signOut(false)),
      actButton('Sign out everywhere', () => signOut(true)),
    ),
  );
}

/** @param {boolean} everywhere */
async function signOut(everywhere) {
  const sure = await confirm({
    title: everywhere ? 'Sign out everywhere?' : 'Sign out here?',
    text: 'To sign in again you need your recovery code. Tables continue without you.',
    yes: 'Sign out',
  });
  if (!sure) return;
  // The browser's notifications are the account's: they do not end with one session.
  await push.unsubscribe().catch(() => {});
  await session.signOut(everywhere);
  await go('/');
}
