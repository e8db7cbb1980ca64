// Signing in with handle and recovery code; afterwards the person returns to the page they came from.

import { ApiError, post } from '../lib/api.js';
import { fill, h, setAttribute, setText } from '../lib/dom.js';
import { pathHere } from '../lib/here.js';
import { go } from '../lib/router.js';
import * as session from '../lib/session.js';
import { field, form, Wrong } from './forms.js';

/**
 * @param {import('../lib/router.js').Visit} visit
 * @returns {Promise<import('../lib/router.js').View>}
 */
export default async function signIn({ query }) {
  const member = await session.whoAmI().catch(() => null);
  const element = h('div', { class: 'narrow' });
  if (member) {
    fill(
      element,
      h('h1', { text: 'You are signed in' }),
      h('p', { text: `This browser is signed in as ${member.handle}.` }),
      h(
        'p',
        { class: 'row' },
        h('a', { class: 'button primary', href: homeward(query), text: 'Continue' }),
        h('a', { href: '/account', text: 'Sign out in your account' }),
      ),
    );
    return { title: 'Sign in', element };
  }
  const handle = field({
    name: 'handle',
    label: 'Handle',
    autocomplete: 'username',
    maxlength: 40,
    spellcheck: 'false',
    autocapitalize: 'none',
  });
  const code = field({
    name: 'recoveryCode',
    label: 'Recovery code',
    help: 'You got it when you joined. Capitals, spaces and dashes do not matter.',
    type: 'password',
    autocomplete: 'current-password',
    maxlength: 128,
    spellcheck: 'false',
    after: h('button', {
      type: 'button',
      class: 'plain reveal',
      'aria-pressed': 'false',
      text: 'Show the code',
      on: { click: reveal },
    }),
  });

  /** @param {MouseEvent} event */
  function reveal(event) {
    const button = /** @type {HTMLButtonElement} */ (event.currentTarget);
    const shown = code.input.type === 'text';
    code.input.type = shown ? 'password' : 'text';
    setAttribute(button, 'aria-pressed', String(!shown));
    setText(button, shown ? 'Show the code' : 'Hide the code');
  }

  const { element: made } = form({
    fields: { handle, recoveryCode: code },
    text: 'Sign in',
    also: h('a', { href: `/join${location.search}`, text: 'I have an invitation' }),
    submit: async () => {
      const name = String(handle.input.value).trim().toLowerCase();
      const recoveryCode = String(code.input.value).trim();
      if (!/^.{3,20}$/u.test(name)) throw new Wrong('handle', 'Enter your handle: 3 to 20 characters.');
      if (recoveryCode.length < 16) throw new Wrong('recoveryCode', 'Enter the whole recovery code.');
      await recover(name, recoveryCode);
      const signedIn = await session.signedIn();
      // The account page reports that an operator made the code, and replaces it.
      await go(signedIn?.recoveredAt ? '/account' : homeward(query), { replace: true });
    },
  });
  fill(
    element,
    h('h1', { text: 'Sign in' }),
    made,
    h('p', {
      class: 'quiet',
      text: 'A lost code cannot be sent again. If you have linked a messenger account, you can sign in from there instead. Otherwise ask the operator of this server, who can give you a new code.',
    }),
  );
  return { title: 'Sign in', element };
}

/**
 * @param {string} handle
 * @param {string} recoveryCode
 */
async function recover(handle, recoveryCode) {
  try {
    await post('/api/recover', { handle, recoveryCode });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    throw new Wrong('recoveryCode', 'This handle and this recovery code do not match. Check both.');
  }
}

/**
 * The page after signing in: the page that the person came from, if it is a page of this site.
 * @param {URLSearchParams} query
 */
export function homeward(query) {
  return pathHere(query.get('back') ?? '/lobby', location.origin) ?? '/lobby';
}
