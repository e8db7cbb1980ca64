// Play a friend: makes a table and leads to its link. No account is needed.

import { fill, h } from '../lib/dom.js';
import { LONGEST_NAME } from '../lib/friend.js';
import { kinds } from '../lib/kinds.js';
import { go } from '../lib/router.js';
import * as session from '../lib/session.js';
import { reader, soon } from '../lib/trouble.js';
import { field, form, Wrong } from './forms.js';
import { picture } from './pictures.js';
import { openFriendly } from './play.js';

/** A game that most people know. */
const FIRST = 'connect-four-vs-house';

/**
 * @param {import('../lib/router.js').Visit} visit
 * @returns {Promise<import('../lib/router.js').View>}
 */
export default async function friend({ query, signal }) {
  const body = h('div', { class: 'tall' });
  await soon(reader(signal)(kinds, (all) => fill(body, choice(all, query.get('kind')))));
  return {
    title: 'Play a friend',
    element: h(
      'div',
      { class: 'narrow' },
      h('h1', { text: 'Play a friend' }),
      h('p', {
        text: 'You get a link to send. Your friend opens it, types a name and sits down: no account, no chips, nothing to install.',
      }),
      body,
    ),
  };
}

/**
 * @param {import('../lib/kinds.js').Kind[]} all
 * @param {string | null} wanted
 */
function choice(all, wanted) {
  const possible = all.filter(({ openEligible }) => openEligible);
  const kind = field({
    name: 'kind',
    label: 'Game',
    tag: 'select',
    options: possible.map((one) => [one.kind, one.label]),
  });
  kind.input.value = possible.some((one) => one.kind === wanted) ? wanted : FIRST;
  const seats = field({ name: 'seats', label: 'Players', tag: 'select' });
  const name = nameField();
  const looks = h('div', { class: 'rules-box' });
  const chosen = () => possible.find((one) => one.kind === kind.input.value) ?? possible[0];
  kind.input.addEventListener('change', draw);
  draw();
  const guest = !session.expected();
  return form({
    fields: { kind, seats, ...(guest && { name }) },
    content: [kind.element, looks, seats.element, guest && name.element],
    text: 'Get the link',
    submit: async () => {
      const made = { kind: kind.input.value, seats: Number(seats.input.value) || undefined, name: typed(name) };
      await go(`/tables/${await openFriendly(made).catch(refuseName)}`);
    },
  }).element;

  function draw() {
    const one = chosen();
    if (!one) return;
    const several = one.seats !== undefined && one.fewestSeats < one.mostSeats;
    seats.element.hidden = !several;
    const counts = Array.from({ length: one.mostSeats - one.fewestSeats + 1 }, (_, place) => one.fewestSeats + place);
    fill(
      seats.input,
      several && counts.map((count) => h('option', { value: count, text: count, selected: count === one.seats })),
    );
    fill(looks, picture(one.gameId, one.kind), h('p', { class: 'grow', text: one.description }));
  }
}

/** The field for a guest's name. */
export function nameField() {
  return field({
    name: 'name',
    label: 'Your name at this table',
    help: 'As you like: only those at the table see it.',
    maxlength: LONGEST_NAME,
    autocomplete: 'nickname',
    spellcheck: 'false',
  });
}

/** @param {import('./forms.js').Field} name */
export function typed(name) {
  return String(name.input.value).trim();
}

/**
 * A refused name is told at its field.
 * @param {import('../lib/api.js').ApiError} error
 * @returns {never}
 */
export function refuseName(error) {
  if (error.field === '/name')
    throw new Wrong('name', 'A name has 1 to 20 characters: letters, digits, single spaces, - and ’.');
  throw error;
}
