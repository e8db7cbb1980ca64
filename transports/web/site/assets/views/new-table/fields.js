// The fields of a new table, and which of them apply to the chosen game.

import { fill, h, setText } from '../../lib/dom.js';
import { chips } from '../../lib/format.js';
import * as session from '../../lib/session.js';
import { choices, field } from '../forms.js';
import { levelField } from '../play.js';

/** @typedef {import('../../lib/kinds.js').Kind} Kind */
/** @typedef {ReturnType<typeof tableFields>} Fields */

/** A well-known game. */
const FIRST = 'connect-four-vs-house';

/**
 * @param {Kind[]} all
 * @param {URLSearchParams} query the preselected values: kind, stake, with, party, invited
 * @param {import('../../lib/parties.js').KnownParty[]} known
 */
export function tableFields(all, query, known) {
  const kind = field({
    name: 'kind',
    label: 'Game',
    tag: 'select',
    options: all.map((one) => [one.kind, one.label]),
  });
  kind.input.value = all.some((one) => one.kind === query.get('kind')) ? query.get('kind') : FIRST;
  if (!kind.input.value) kind.input.value = all[0]?.kind;
  const against = choices({
    name: 'against',
    legend: 'Who plays',
    value: query.get('invited') ? 'invited' : (query.get('with') ?? 'house'),
    choices: [
      ['practice', 'The house, for practice', 'No chips move.'],
      ['house', 'The house, for chips'],
      ['open', 'Any member', 'The table waits in the lobby for a while. Your stake is returned if no one joins.'],
      ['invited', 'A member whom I invite'],
      ['party', 'My party', 'The table is announced in the party’s chat; members who have its link can take a seat.'],
    ],
  });
  const invited = field({
    name: 'invited',
    label: 'Handle of the member',
    value: query.get('invited') ?? '',
    autocomplete: 'off',
    spellcheck: 'false',
    autocapitalize: 'none',
    maxlength: 40,
  });
  const party = field({
    name: 'party',
    label: 'Party',
    tag: 'select',
    options: known.map(({ id, members }) => [id, members.join(', ')]),
  });
  const wantedParty = query.get('party');
  if (wantedParty && known.some(({ id }) => id === wantedParty)) party.input.value = wantedParty;
  const help = h('span');
  const stakeField = field({
    name: 'stake',
    label: 'Stake',
    help,
    value: query.get('stake') ?? '10',
    inputmode: 'numeric',
    autocomplete: 'off',
  });
  const stake = { ...stakeField, help };
  const seats = field({ name: 'seats', label: 'Seats', tag: 'select' });
  const level = levelField();
  const pace = choices({
    name: 'pace',
    legend: 'Pace',
    value: 'live',
    choices: [
      ['live', 'Live', 'Turns are short: all stay at the table. After a pause of the server a turn begins anew.'],
      ['daily', 'Slow', 'Days for a turn. A notification can tell you when it is your move.'],
    ],
  });
  const visibility = choices({
    name: 'visibility',
    legend: 'Who sees it',
    value: 'public',
    choices: [
      ['public', 'All members', 'It is listed in the lobby, and anybody can watch it, also without an account.'],
      ['unlisted', 'Members who have the link'],
      ['private', 'Only those who play'],
    ],
  });
  return { kind, against, invited, party, level, stake, seats, pace, visibility };
}

/**
 * Shows the fields that apply.
 * @param {Fields} fields
 * @param {Kind} kind
 * @param {boolean} inParty whether the member knows of a party
 */
export function adjust(fields, kind, inParty) {
  offerOpponents(fields, kind, inParty);
  const how = fields.against.input.value;
  const { invited, party, level, stake, pace, visibility } = fields;
  invited.element.hidden = how !== 'invited';
  party.element.hidden = how !== 'party';
  pace.element.hidden = how !== 'open' && how !== 'invited';
  level.element.hidden = how !== 'practice' || kind.levels.length === 0;
  stake.element.hidden = how === 'practice';
  fixStake(stake.input, kind);
  setText(stake.help, stakeWords(kind, Number(stake.input.value)));
  offerSeats(fields.seats, kind);
  visibility.element.hidden = how === 'practice' || how === 'invited' || how === 'party';
  // A table that waits for any member must be listed.
  offer(visibility, (value) => value !== 'private' || how !== 'open', 'public');
}

/**
 * A game with a fixed stake shows it; the value entered for another game is restored afterwards.
 * @param {HTMLInputElement} input
 * @param {Kind} kind
 */
function fixStake(input, { fixedBuyIn }) {
  if (!input.readOnly) input.dataset['entered'] = input.value;
  input.readOnly = fixedBuyIn !== undefined;
  input.value = fixedBuyIn === undefined ? (input.dataset['entered'] ?? '') : String(fixedBuyIn);
}

/**
 * @param {Fields} fields
 * @param {Kind} kind
 * @param {boolean} inParty
 */
function offerOpponents({ against }, kind, inParty) {
  const membersOnly = kind.kind === 'holdem-open';
  /** @type {Record<string, boolean>} */
  const possible = {
    practice: true,
    house: !membersOnly,
    open: kind.openEligible,
    invited: kind.openEligible,
    party: kind.openEligible && inParty,
  };
  offer(against, (value) => possible[value] ?? false, membersOnly ? 'open' : 'house');
}

/**
 * Shows the possible choices; if the chosen one is not possible, another is chosen.
 * @param {ReturnType<typeof choices>} group
 * @param {(value: string) => boolean} possible
 * @param {string} other
 */
function offer({ inputs }, possible, other) {
  for (const input of inputs) {
    const can = possible(input.value);
    input.disabled = !can;
    const line = input.closest('.choice-row');
    if (line instanceof HTMLElement) line.hidden = !can;
  }
  if (!inputs.some(({ checked, disabled }) => checked && !disabled))
    for (const input of inputs) input.checked = input.value === other;
}

/**
 * @param {import('../forms.js').Field} seats
 * @param {Kind} kind
 */
function offerSeats(seats, kind) {
  const several = kind.seats !== undefined && kind.fewestSeats < kind.mostSeats;
  seats.element.hidden = !several;
  if (!several || seats.input.dataset.kind === kind.kind) return;
  seats.input.dataset.kind = kind.kind;
  const counts = Array.from({ length: kind.mostSeats - kind.fewestSeats + 1 }, (_, place) => kind.fewestSeats + place);
  fill(
    seats.input,
    counts.map((count) => h('option', { value: count, text: count, selected: count === kind.seats })),
  );
}

/**
 * @param {Kind} kind
 * @param {number} stake
 */
function stakeWords(kind, stake) {
  const balance = session.current()?.balance;
  const have = balance === undefined ? '' : `You have ${chips(balance)}.`;
  if (kind.fixedBuyIn !== undefined)
    return `Everybody puts in ${chips(kind.fixedBuyIn)}: this game has no other stake. ${have}`;
  if (kind.buyInPerAmount === undefined) return `What everybody puts in, in chips. ${have}`;
  const held = Number.isInteger(stake) && stake > 0 ? ` (${chips(stake * kind.buyInPerAmount)})` : '';
  return `Your bet. The table holds ${kind.buyInPerAmount} times as much${held}, so that you can always double or split; what is not used comes back. ${have}`;
}
