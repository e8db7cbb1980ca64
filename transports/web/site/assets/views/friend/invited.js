// The page behind a friend's link, for a person without an account: who invites to what, a name, and a seat.

import { ApiError, newSeed, post } from '../../lib/api.js';
import { fill, h } from '../../lib/dom.js';
import { played } from '../../lib/kinds.js';
import { noteToday } from '../../lib/notes.js';
import { rememberPractice } from '../../lib/practising.js';
import { done, recall, refFor } from '../../lib/refs.js';
import { go } from '../../lib/router.js';
import * as session from '../../lib/session.js';
import { form, persist } from '../forms.js';
import { nameField, refuseName, typed } from '../friend.js';
import { picture } from '../pictures.js';
import { practiceButton } from '../play.js';
import { paragraphs } from '../words.js';

/** @typedef {Awaited<ReturnType<typeof played>>} Game */

/**
 * @param {string} id of the table
 * @param {{ gameId: string, from: string | null }} friend
 * @param {ApiError} error why this person cannot read the table
 * @returns {Promise<{ title: string, content: HTMLElement[] }>}
 */
export async function invited(id, { gameId, from }, error) {
  const game = await played(null, gameId);
  // Members read every table whose link they have: this one is gone.
  if (error.status === 404 && session.expected()) return { title: 'The game is over', content: over(game) };
  const words = game.label.toLowerCase();
  const element = h('div', { class: 'invited' });
  const picked = h('div', { class: 'invited-picture' }, picture(gameId));
  fill(
    element,
    picked,
    h(
      'div',
      null,
      h('h1', { text: from ? `${from} invites you to ${words}` : `You are invited to ${words}` }),
      h('p', { text: game.description }),
      seatForm(id, game, (content) => show(content)),
      h(
        'p',
        { class: 'quiet small' },
        'No account, no chips, nothing to install. Or ',
        h('a', { href: `/signin?back=${encodeURIComponent(`/tables/${id}`)}`, text: 'sign in' }),
        ' to play as yourself.',
      ),
      game.rules !== '' && h('details', { class: 'fold' }, h('summary', { text: 'Rules' }), paragraphs(game.rules)),
    ),
  );
  // No title and no preview has the name.
  return { title: `An invitation to ${words}`, content: [element] };

  /** @param {HTMLElement[]} content */
  function show(content) {
    element.className = '';
    fill(element, content);
    const heading = element.querySelector('h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus();
  }
}

/**
 * @param {string} id
 * @param {Game} game
 * @param {(content: HTMLElement[]) => void} instead shows something else: the table has no seat any more
 */
function seatForm(id, game, instead) {
  const name = nameField();
  name.input.value = recall(`seat.${id}`)?.contents.name ?? '';
  const made = form({
    fields: { name },
    text: 'Sit down',
    submit: async () => {
      try {
        await sitDown(id, typed(name));
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.code === 'not_joinable') return instead(taken(game));
        if (error.status === 404) return instead(over(game));
        refuseName(error);
      }
      rememberPractice(id, game.label);
      await go(`/tables/${id}`, { replace: true });
    },
  });
  made.button.classList.add('big');
  return made.element;
}

/**
 * Takes a seat, once. The reference and what comes with it are kept until the answer is known, also over a reload: the
 * same request gives the same seat again.
 * @param {string} id
 * @param {string} name empty for none
 */
async function sitDown(id, name) {
  const request = `seat.${id}`;
  const contents = recall(request)?.contents ?? { name, clientSeed: newSeed() };
  const clientRef = refFor(request, contents);
  const { clientSeed } = contents;
  const named = contents.name === '' ? {} : { name: contents.name };
  await noteToday();
  try {
    await persist(() => post(`/api/tables/${id}/guest-seat`, { clientRef, clientSeed, ...named }));
    done(request);
  } catch (error) {
    // Without an answer the seat may be taken all the same.
    if (error instanceof ApiError && !error.passes) done(request);
    throw error;
  }
}

/** @param {Game} game */
function taken(game) {
  return [
    h('h1', { text: 'The seat is taken' }),
    h('p', {
      text: 'Another person was faster, or the table was closed meanwhile. A game with a friend is private: only its players see it.',
    }),
    ways(game),
  ];
}

/** @param {Game} game */
function over(game) {
  return [
    h('h1', { text: 'This game is over' }),
    h('p', { text: 'It has ended, or the table was closed before it began. Games with a friend are not kept.' }),
    ways(game),
  ];
}

/** @param {Game} game */
function ways({ kind }) {
  const query = kind ? `?kind=${kind}` : '';
  return h(
    'p',
    { class: 'row' },
    kind && practiceButton(kind, 'Play the house', 'primary'),
    h('a', { class: 'button', href: `/friend${query}`, text: 'Make a link of your own' }),
  );
}
