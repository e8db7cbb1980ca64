// The terms of a search: the game, whether it counts, and what for.

import { fill, h } from '../../lib/dom.js';
import { chips, number } from '../../lib/format.js';
import * as session from '../../lib/session.js';
import { choices, field, form, Wrong } from '../forms.js';

const MOST = 1_000_000;
/** A game that most people know. */
const FIRST = 'connect-four-vs-house';

/**
 * @param {import('../../lib/kinds.js').Kind[]} all
 * @param {string | null} kind the preselected one
 * @param {(wanted: import('../../lib/queue.js').Wanted) => Promise<void>} begin
 */
export function termsForm(all, kind, begin) {
  const possible = all.filter(({ openEligible }) => openEligible);
  const game = field({
    name: 'kind',
    label: 'Game',
    tag: 'select',
    options: possible.map((one) => [one.kind, one.label]),
  });
  game.input.value = possible.some((one) => one.kind === kind) ? kind : FIRST;
  const seats = field({ name: 'seats', label: 'Players', tag: 'select' });
  const rated = choices({
    name: 'rated',
    legend: 'Rating',
    value: 'yes',
    choices: [
      ['yes', 'Rated'],
      ['no', 'Not rated'],
    ],
  });
  const stakes = choices({
    name: 'stakes',
    legend: 'What for',
    value: 'no',
    choices: [
      ['no', 'No stake'],
      ['yes', 'Chips'],
    ],
  });
  const stake = field({
    name: 'stake',
    label: 'Stake',
    help: `What everybody puts in. You have ${chips(session.current()?.balance ?? 0)}.`,
    value: '10',
    inputmode: 'numeric',
    autocomplete: 'off',
  });
  const fallback = choices({
    name: 'fallback',
    legend: 'If no one comes',
    value: 'none',
    choices: [
      ['none', 'Keep looking'],
      ['house', 'Play the house', 'For practice, at the level nearest to your rating.'],
    ],
  });
  const made = form({
    fields: { kind: game, seats, rated, stakes, stake, fallback },
    text: 'Look for a player',
    submit: () => begin(wanted()),
    also: h('a', { href: '/lobby', text: 'Back to the lobby' }),
  });
  made.element.addEventListener('change', draw);
  game.input.addEventListener('change', offerSeats);
  offerSeats();
  draw();
  return made.element;

  function chosen() {
    return possible.find((one) => one.kind === game.input.value);
  }

  function offerSeats() {
    const one = chosen();
    const several = one?.seats !== undefined && one.fewestSeats < one.mostSeats;
    seats.element.hidden = !several;
    const { fewestSeats = 0, mostSeats = 0 } = several ? one : {};
    const counts = Array.from({ length: several ? mostSeats - fewestSeats + 1 : 0 }, (_, place) => fewestSeats + place);
    fill(
      seats.input,
      counts.map((count) => h('option', { value: count, text: count, selected: count === one?.seats })),
    );
  }

  function draw() {
    const fixed = chosen()?.fixedBuyIn;
    const staked = stakes.input.value === 'yes';
    stake.element.hidden = !staked;
    fallback.element.hidden = staked;
    if (!stake.input.readOnly) stake.input.dataset.entered = stake.input.value;
    stake.input.readOnly = fixed !== undefined;
    stake.input.value = String(fixed ?? stake.input.dataset.entered);
  }

  function wanted() {
    const staked = stakes.input.value === 'yes';
    const amount = Number(String(stake.input.value).replace(/[\s,.’']/g, ''));
    if (staked && !(Number.isInteger(amount) && amount >= 1 && amount <= MOST))
      throw new Wrong('stake', `The stake is a whole number of chips, from 1 to ${number(MOST)}.`);
    return {
      kind: game.input.value,
      stake: staked ? amount : 0,
      seats: Number(seats.input.value) || undefined,
      rated: rated.input.value === 'yes',
      fallback: /** @type {'none' | 'house'} */ (staked ? 'none' : fallback.input.value),
    };
  }
}
