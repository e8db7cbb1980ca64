// Joining: the invitation's code comes in the fragment and is removed from the address at once; the recovery code is
// shown until the person confirms that it is kept. The browser stores neither, only the reference, with which a page
// that was left too early can repeat the request.

import { ApiError, post } from '../lib/api.js';
import { copy } from '../lib/copy.js';
import { confirm } from '../lib/dialog.js';
import { fill, h, setAttribute, setText } from '../lib/dom.js';
import { go } from '../lib/router.js';
import { done, recall, refFor } from '../lib/refs.js';
import * as session from '../lib/session.js';
import { freshCode } from './account/fresh.js';
import { actButton, field, form, persist, Wrong } from './forms.js';
import { homeward } from './signin.js';

/** @type {[rule: string, met: (handle: string) => boolean][]} */
const RULES = [
  ['3 to 20 characters', (handle) => [...handle].length >= 3 && [...handle].length <= 20],
  ['begins with a letter', (handle) => /^[a-z]/.test(handle)],
  ['only letters a to z, digits, - and _', (handle) => /^[a-z0-9_-]+$/.test(handle)],
  [
    'not a reserved word, such as “house”',
    (handle) => handle !== '' && !/^(house|admin|system|guest|anonymous|me)$|^gone-/.test(handle),
  ],
];

/** The code of an invitation, as long as these pages are open. */
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
  if (member && member.recoveryConfirmed) fill(element, signedInAlready(member.handle));
  else if (member && recall('join')?.contents === member.handle) await askAgain(element, visit, member.handle);
  else if (member) fill(element, anotherCode(element, visit, member.handle));
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
 * For a new member who has not confirmed the recovery code, in a tab that cannot repeat the sign-up.
 * @param {HTMLElement} element
 * @param {import('../lib/router.js').Visit} visit
 * @param {string} handle
 */
function anotherCode(element, visit, handle) {
  const make = async () => keep(element, visit, { handle, recoveryCode: await freshCode() });
  return [
    h('h1', { text: 'Your recovery code' }),
    h('p', {
      text: `You are signed in as ${handle}, but you have not said that you keep your recovery code. Without it you cannot sign in again. If you do not have it, make a new one here: the first one becomes void.`,
    }),
    h(
      'p',
      { class: 'row' },
      actButton('Make a new code', make, { class: 'primary' }),
      actButton('I have kept it already', () => kept(visit)),
    ),
    h('p', {
      class: 'quiet small',
      text: 'This works for some days, in the browser with which you joined. Later the account page makes a new code from the old one.',
    }),
  ];
}

/**
 * @param {HTMLElement} element
 * @param {import('../lib/router.js').Visit} visit
 */
function ask(element, visit) {
  const begun = recall('join');
  const invited = invitation !== '';
  const code = codeField(invited ? '' : 'It is at the end of your invitation link; you can also enter the whole link.');
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
        { class: 'handle-rules' },
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
    // If the code is already known, only the handle is needed.
    fields: invited ? { handle, inviteCode: code } : { inviteCode: code, handle },
    text: 'Join',
    also: h('a', { href: `/signin${location.search}`, text: 'I have an account' }),
    submit: async () => {
      const inviteCode = codeIn(code);
      if (typed() === '') throw new Wrong('handle', 'Enter a handle.');
      const broken = RULES.find(([, met]) => !met(typed()));
      if (broken) throw new Wrong('handle', `A handle must be: ${broken[0]}.`);
      const answer = await signUp(inviteCode, typed());
      invitation = inviteCode;
      await session.signedIn().catch(() => {});
      keep(element, visit, answer);
    },
  });
  check();
  if (invited) requestAnimationFrame(() => void (visit.signal.aborted || handle.input.focus()));
  fill(
    element,
    h('h1', { text: 'Join Turnstone' }),
    begun &&
      h('p', {
        class: 'notice',
        text: `You began to join as ${begun.contents}. With the same code and handle you see your recovery code again.`,
      }),
    h('p', {
      text: 'You begin with 1,000 play-money chips. They cannot be bought or sold. No email address or telephone number is needed.',
    }),
    made,
  );
}

/** @param {string} help */
function codeField(help) {
  return field({
    name: 'inviteCode',
    label: 'Invitation code',
    help,
    value: invitation,
    maxlength: 300,
    autocomplete: 'off',
    spellcheck: 'false',
    autocapitalize: 'characters',
  });
}

/**
 * The code that was entered, or the one in a link.
 * @param {import('./forms.js').Field} code
 */
function codeIn(code) {
  const inviteCode = String(code.input.value).split('#').at(-1)?.trim() ?? '';
  if (inviteCode === '' || inviteCode.includes('/')) throw new Wrong('inviteCode', 'Enter your invitation code.');
  return inviteCode;
}

/**
 * For a new member who left before the code was kept: the sign-up is sent again, which returns the same code.
 * @param {HTMLElement} element
 * @param {import('../lib/router.js').Visit} visit
 * @param {string} handle
 */
async function askAgain(element, visit, handle) {
  const code = codeField(
    'The code that you joined with. It is at the end of your invitation link; you can also enter the whole link.',
  );
  const made = form({
    fields: { inviteCode: code },
    text: 'Show my recovery code',
    also: actButton('I have kept it already', () => kept(visit)),
    submit: () => show(codeIn(code)),
  });
  fill(
    element,
    h('h1', { text: 'Your recovery code' }),
    h('p', {
      text: `You are signed in as ${handle}, but you have not said that you keep your recovery code. For a day after joining it can be shown again here.`,
    }),
    made.element,
  );
  if (invitation !== '') await show(invitation).catch(() => {});

  /** @param {string} inviteCode */
  async function show(inviteCode) {
    const clientRef = refFor('join', handle);
    const answer = await persist(() => post('/api/join', { inviteCode, handle, clientRef })).catch((error) => {
      throw error.code === 'idempotency_conflict' ? new Wrong('inviteCode', TOO_LATE) : error;
    });
    invitation = inviteCode;
    keep(element, visit, answer);
  }
}

const TOO_LATE = 'This is not the invitation with which you joined, or you joined more than a day ago.';

/** @param {import('../lib/router.js').Visit} visit */
async function kept(visit) {
  await persist(() => post('/api/recovery/confirm'));
  invitation = '';
  done('join');
  await session.refresh().catch(() => {});
  await go(homeward(visit.query));
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
 * Shows the recovery code, once.
 * @param {HTMLElement} element
 * @param {import('../lib/router.js').Visit} visit
 * @param {{ handle: string, recoveryCode: string }} answer
 */
function keep(element, visit, { handle, recoveryCode }) {
  const heading = h('h1', { tabindex: -1, text: `Welcome, ${handle}` });
  const left = new AbortController();
  const signal = AbortSignal.any([left.signal, visit.signal]);
  addEventListener('beforeunload', (event) => event.preventDefault(), { signal });
  document.addEventListener('click', (event) => void leave(event), { signal, capture: true });
  fill(
    element,
    heading,
    h('p', {
      text: 'This is your recovery code. With it you sign in elsewhere, and it cannot be sent to you again. Keep it where you keep passwords, and do not show it to anyone.',
    }),
    recoveryCodeBox(handle, recoveryCode),
    actButton(
      'I have kept it',
      () => {
        left.abort();
        return kept(visit);
      },
      { class: 'primary' },
    ),
  );
  heading.focus();

  /**
   * A link of these pages loses the code, like closing them.
   * @param {MouseEvent} event
   */
  async function leave(event) {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.hasAttribute('download') || link.classList.contains('skip')) return;
    event.preventDefault();
    const sure = await confirm({
      title: 'Leave without the code?',
      text: 'You have not confirmed that you keep your recovery code. Without it you cannot sign in again.',
      yes: 'Leave',
    });
    if (!sure) return;
    left.abort();
    link.click();
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
      h('button', { type: 'button', text: 'Copy', on: { click: () => void copy(said, recoveryCode) } }),
      h('button', { type: 'button', text: 'Save as a file', on: { click: save } }),
      said,
    ),
  );

  function save() {
    const text = `Turnstone, ${location.origin}\n\nHandle: ${handle}\nRecovery code: ${recoveryCode}\n\nSign in at ${location.origin}/signin. Anyone who has this code has the account.\n`;
    const href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    h('a', { href, download: `turnstone-${handle}.txt` }).click();
    setTimeout(() => URL.revokeObjectURL(href), 10_000);
    setText(said, 'Saved in your downloads.');
  }
}
