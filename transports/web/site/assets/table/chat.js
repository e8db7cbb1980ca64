// The chat of a table or a party. Everything here is other users' text and shown as text.

import { announce } from '../lib/announce.js';
import { ApiError } from '../lib/api.js';
import { followEnd, h, keyed, setText } from '../lib/dom.js';
import { face } from '../lib/face.js';
import * as session from '../lib/session.js';

const LONGEST = 500;

/**
 * @param {{ say: (body: string) => Promise<void>, mayWrite: boolean }} options
 */
export function chat({ say, mayWrite }) {
  const list = h('ol', { class: 'chat', tabindex: 0, 'aria-label': 'Chat' });
  const showEnd = followEnd(list);
  const input = h('input', {
    type: 'text',
    name: 'message',
    maxlength: LONGEST,
    autocomplete: 'off',
    id: 'chat-message',
    enterkeyhint: 'send',
  });
  const problem = h('p', { class: 'loss small', role: 'alert' });
  const send = h('button', { type: 'submit', text: 'Send' });
  const form = h(
    'form',
    { class: 'row chat-form', hidden: !mayWrite, on: { submit } },
    h('label', { class: 'small', for: input.id, text: 'Message' }),
    h('div', { class: 'grow field' }, input),
    send,
  );
  const element = h('div', { class: 'chat-panel' }, list, problem, form);
  /** The newest message that was read, or null before the first reading: earlier messages are not announced. */
  let heard = /** @type {number | null} */ (null);

  /** @param {SubmitEvent} event */
  async function submit(event) {
    event.preventDefault();
    const body = input.value.trim();
    if (body === '' || send.disabled) return;
    send.disabled = true;
    setText(problem, '');
    try {
      await say(body);
      input.value = '';
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setText(problem, error.message);
    } finally {
      send.disabled = false;
      input.focus();
    }
  }

  return {
    element,
    input,
    /** @param {boolean} may */
    allow(may) {
      form.hidden = !may;
    },
    /** @param {Api.Message[]} messages */
    update(messages) {
      for (const { id, name, body, seat } of messages) {
        if (heard === null || id <= heard || name === session.current()?.handle) continue;
        announce(seat < 0 ? body : `${name} says: ${body}`);
      }
      heard = Math.max(heard ?? 0, messages.at(-1)?.id ?? 0);
      if (messages.length === list.children.length) return;
      keyed(list, messages, ({ id }) => id, message);
      showEnd();
    },
  };
}

/** @param {Api.Message} message */
function message({ name, body, seat, removed }) {
  if (seat < 0) return h('li', { class: 'system quiet', text: body });
  // The placeholder of a removed message is the system's text, not the author's.
  const words = removed ? h('em', { class: 'quiet', text: body }) : h('span', { class: 'said', text: body });
  return h('li', null, face(name), ' ', h('strong', { text: name }), ' ', words);
}
