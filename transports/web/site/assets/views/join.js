// Joining: the invitation's code comes in the fragment and is taken out of the address at once; the recovery code is
// shown once. Neither is kept by the browser: only the reference, with which a page that was left too early can ask again.

import { ApiError, post } from '../lib/api.js';
import { fill, h, setAttribute, setText } from '../lib/dom.js';
import { go } from '../lib/router.js';
import { done, recall, refFor } from '../lib/refs.js';
import * as session from '../lib/session.js';
import { actButton, field, form, persist, Wrong } from './forms.js';
import { homeward } from './signin.js';

/** @type {[rule: string, met: (handle: string) => boolean][]} */
const RULES = [
  ['3 to 20 characters', (handle) => [...handle].length >= 3 && [...handle].length <= 20],
  ['begins with a letter', (handle) => /^[a-z]/.test(handle)],
  ['only letters a to z, digits, - and _', (handle) => /^[a-z0-9_-]+$/.test(handle)],
  [
    'not a name that is kept free',
    (handle) => handle !== '' && !/^(house|admin|system|guest|anonymous|me)$|^gone-/.test(handle),
  ],
];

/** The code of an invitation, for as long as these pages are open. */
let invitation = '';

/**
 * @param {import('../lib/router.js').Visit} visit
 * @returns {Promise<import('../lib/router.js').View>}
 */
export default async function join(visit) {
  if (visit.hash !== '') {
    invitation = decodeURIComponent(visit.hash);
    history.replaceState(history.state, '', location.pathname + location.search);
  }
  const member = await session.whoAmI().catch(() => null);
  const element = h('div', { class: 'narrow' });
  if (member) fill(element, signedInAlready(member.handle));
  else ask(element, visit);
  return { title: 'Join', element };
}

/** @param {string} handle */
function signedInAlready(handle) {
  return [
    h('h1', { text: 'You are a member already' }),
    h('p', { text: `You are signed in as ${handle}. An invitation is for somebody who has no account yet.` }),
    h(
      'p',
      { class: 'row' },
      h('a', { class: 'button primary', href: '/lobby', text: 'To the lobby' }),
      h('a', { href: '/account', text: 'Sign out in your account' }),
    ),
  ];
}

/**
 * @param {HTMLElement} element
 * @param {import('../lib/router.js').Visit} visit
 */
function ask(element, visit) {
  const begun = recall('join');
  const code = field({
    name: 'inviteCode',
    label: 'Invitation code',
    help: 'It is at the end of your invitation link. Members find theirs in their account.',
    value: invitation,
    maxlength: 128,
    autocomplete: 'off',
    spellcheck: 'false',
    autocapitalize: 'characters',
  });
  const rules = RULES.map(([text]) => {
    const mark = h('span', { class: 'mark', 'aria-hidden': 'true', text: '○' });
    const told = h('span', { class: 'only-read', text: ', not yet' });
    return { element: h('li', null, mark, ' ', text, told), mark, told };
  });
  const handle = field({
    name: 'handle',
    label: 'Handle',
    help: [
      'The name that others see. It cannot be changed later.',
      h(
        'ul',
        { class: 'rules' },
        rules.map((rule) => rule.element),
      ),
    ],
    value: begun?.contents ?? '',
    maxlength: 40,
    autocomplete: 'username',
    spellcheck: 'false',
    autocapitalize: 'none',
  });
  handle.input.addEventListener('input', check);

  function check() {
    const value = typed();
    RULES.forEach(([, met], place) => {
      const rule = rules[place];
      if (!rule) return;
      const holds = met(value);
      setText(rule.mark, holds ? '✓' : '○');
      setText(rule.told, holds ? ', met' : ', not yet');
      setAttribute(rule.element, 'class', holds ? 'met' : null);
    });
  }

  function typed() {
    return String(handle.input.value).trim().toLowerCase();
  }

  const { element: made } = form({
    fields: { inviteCode: code, handle },
    text: 'Join',
    also: h('a', { href: `/signin${location.search}`, text: 'I have an account' }),
    submit: async () => {
      const inviteCode = String(code.input.value).trim();
      if (inviteCode === '') throw new Wrong('inviteCode', 'Enter the code of your invitation.');
      const broken = RULES.find(([, met]) => !met(typed()));
      if (broken) throw new Wrong('handle', `A handle must be: ${broken[0]}.`);
      const answer = await signUp(inviteCode, typed());
      invitation = '';
      keep(element, visit, answer);
    },
  });
  check();
  fill(
    element,
    h('h1', { text: 'Join Turnstone' }),
    begun &&
      h('p', {
        class: 'notice',
        text: `You began to join as ${begun.contents}. With the same code and handle you see your recovery code again.`,
      }),
    h('p', {
      text: 'You begin with 1,000 play-money chips. They cannot be bought or sold. No address, no telephone number is asked for.',
    }),
    made,
  );
}

/**
 * Signs up once: the same handle keeps its reference until the recovery code has been kept.
 * @param {string} inviteCode
 * @param {string} handle
 */
async function signUp(inviteCode, handle) {
  const ask = () => persist(() => post('/api/join', { inviteCode, handle, clientRef: refFor('join', handle) }));
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'idempotency_conflict') throw error;
    // The reference belongs to a sign-up with another invitation: this is a new one.
    done('join');
    return ask();
  }
}

/**
 * The recovery code, this once.
 * @param {HTMLElement} element
 * @param {import('../lib/router.js').Visit} visit
 * @param {{ handle: string, recoveryCode: string }} answer
 */
function keep(element, visit, { handle, recoveryCode }) {
  const heading = h('h1', { tabindex: -1, text: `Welcome, ${handle}` });
  const left = new AbortController();
  addEventListener('beforeunload', (event) => event.preventDefault(), {
    signal: AbortSignal.any([left.signal, visit.signal]),
  });
  fill(
    element,
    heading,
    h('p', {
      text: 'This is your recovery code. With it you sign in elsewhere, and nobody can send it to you again. Keep it where you keep such things, and show it to nobody.',
    }),
    recoveryCodeBox(handle, recoveryCode),
    actButton('I have kept it', kept, { class: 'primary' }),
  );
  heading.focus();

  async function kept() {
    left.abort();
    done('join');
    await session.signedIn();
    await go(homeward(visit.query));
  }
}

/**
 * A recovery code to copy and to save.
 * @param {string} handle
 * @param {string} recoveryCode
 */
export function recoveryCodeBox(handle, recoveryCode) {
  const said = h('span', { class: 'quiet small', role: 'status' });
  return h(
    'div',
    { class: 'recovery' },
    h('p', { class: 'recovery-code code', text: recoveryCode }),
    h(
      'p',
      { class: 'row' },
      h('button', { type: 'button', text: 'Copy', on: { click: copy } }),
      h('button', { type: 'button', text: 'Save as a file', on: { click: save } }),
      said,
    ),
  );

  async function copy() {
    try {
      await navigator.clipboard.writeText(recoveryCode);
      setText(said, 'Copied.');
    } catch {
      setText(said, 'This browser does not let the page copy: mark the code and copy it yourself.');
    }
  }

  function save() {
    const text = `Turnstone, ${location.origin}\n\nHandle: ${handle}\nRecovery code: ${recoveryCode}\n\nSign in at ${location.origin}/signin. Whoever has this code has the account.\n`;
    const href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    h('a', { href, download: `turnstone-${handle}.txt` }).click();
    setTimeout(() => URL.revokeObjectURL(href), 10_000);
    setText(said, 'Saved where your downloads are.');
  }
}
