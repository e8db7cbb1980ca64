// A new table: which game, against whom, for how much.

import { post } from '../lib/api.js';
import { fill, h, setText } from '../lib/dom.js';
import { chips, number } from '../lib/format.js';
import { kinds } from '../lib/kinds.js';
import { parties } from '../lib/parties.js';
import { done, refFor } from '../lib/refs.js';
import { go } from '../lib/router.js';
import * as session from '../lib/session.js';
import { reader, soon } from '../lib/trouble.js';
import { choices, field, form, persist, Wrong } from './forms.js';
import { forMembers } from './member.js';
import { picture } from './pictures.js';

const MOST = 1_000_000;

export default forMembers('New table', 'Members open tables here.', async ({ query, signal }, member) => {
  const element = h('div', { class: 'narrow' }, h('h1', { text: 'New table' }));
  await soon(reader(signal)(kinds, (all) => element.append(tableForm(all, query, member))));
  return { title: 'New table', element };
});

/**
 * @param {import('../lib/kinds.js').Kind[]} all
 * @param {URLSearchParams} query what is chosen already: kind, stake, with, invited
 * @param {session.Member} member
 */
function tableForm(all, query, member) {
  const known = parties(member.handle);
  const kindField = field({
    name: 'kind',
    label: 'Game',
    tag: 'select',
    options: all.map(({ kind, label }) => [kind, label]),
  });
  kindField.input.value = all.some(({ kind }) => kind === query.get('kind'))
    ? query.get('kind')
    : 'connect-four-vs-house';
  if (!kindField.input.value) kindField.input.value = all[0]?.kind;
  const rules = h('div', { class: 'rules-box' });
  const against = choices({
    name: 'against',
    legend: 'Who plays',
    value: query.get('invited') ? 'invited' : (query.get('with') ?? 'house'),
    choices: [
      ['practice', 'The house, for practice', 'No chips move.'],
      ['house', 'The house, for chips'],
      ['open', 'Whoever comes', 'The table waits for half an hour; at a slow pace, for seven days.'],
      ['invited', 'A member whom I invite'],
      ['party', 'My party', 'The table is announced in the party’s chat; whoever has its link can take a seat.'],
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
  const stakeHelp = h('span');
  const stake = field({
    name: 'stake',
    label: 'Stake',
    help: stakeHelp,
    value: query.get('stake') ?? '10',
    inputmode: 'numeric',
    autocomplete: 'off',
  });
  const seats = field({ name: 'seats', label: 'Seats', tag: 'select' });
  const pace = choices({
    name: 'pace',
    legend: 'Pace',
    value: 'live',
    choices: [
      ['live', 'Live', 'A minute a turn, and two minutes in reserve.'],
      ['daily', 'Slow', 'Two days a turn. You can be told by a notification when it is your move.'],
    ],
  });
  const visibility = choices({
    name: 'visibility',
    legend: 'Who sees it',
    value: 'public',
    choices: [
      ['public', 'All members', 'It is listed in the lobby and can be watched.'],
      ['unlisted', 'Whoever has the link'],
      ['private', 'The seats alone'],
    ],
  });
  const fields = { kind: kindField, against, invited, party, stake, seats, pace, visibility };

  function chosen() {
    return (
      all.find(({ kind }) => kind === kindField.input.value) ?? /** @type {import('../lib/kinds.js').Kind} */ (all[0])
    );
  }

  /** Shows the fields that count for what is chosen. */
  function adjust() {
    const kind = chosen();
    const alwaysOpen = kind.kind === 'holdem-open';
    const possible = {
      practice: true,
      house: !alwaysOpen,
      open: kind.openEligible,
      invited: kind.openEligible,
      party: kind.openEligible && known.length > 0,
    };
    for (const input of against.inputs) {
      const can = possible[/** @type {keyof typeof possible} */ (input.value)];
      input.disabled = !can;
      const line = input.closest('.choice-row');
      if (line instanceof HTMLElement) line.hidden = !can;
      if (!can && input.checked) {
        const other = against.inputs.find(({ value }) => value === (alwaysOpen ? 'open' : 'house'));
        if (other) other.checked = true;
      }
    }
    const how = against.input.value;
    invited.element.hidden = how !== 'invited';
    party.element.hidden = how !== 'party';
    stake.element.hidden = how === 'practice';
    stake.input.readOnly = kind.fixedBuyIn !== undefined;
    if (kind.fixedBuyIn !== undefined) stake.input.value = String(kind.fixedBuyIn);
    setText(stakeHelp, stakeWords(kind, Number(stake.input.value), session.current()?.balance ?? member.balance));
    const several = kind.seats !== undefined && kind.fewestSeats < kind.mostSeats;
    seats.element.hidden = !several;
    if (several && seats.input.dataset.kind !== kind.kind) {
      seats.input.dataset.kind = kind.kind;
      const counts = Array.from(
        { length: kind.mostSeats - kind.fewestSeats + 1 },
        (_, place) => kind.fewestSeats + place,
      );
      fill(
        seats.input,
        counts.map((count) => h('option', { value: count, text: count, selected: count === kind.seats })),
      );
    }
    pace.element.hidden = how !== 'open' && how !== 'invited';
    visibility.element.hidden = how === 'practice' || how === 'invited' || how === 'party';
    for (const input of visibility.inputs) {
      if (input.value !== 'private') continue;
      const line = input.closest('.choice-row');
      if (line instanceof HTMLElement) line.hidden = how === 'open';
      if (how === 'open' && input.checked) /** @type {HTMLInputElement} */ (visibility.inputs[0]).checked = true;
    }
    setText(made.button, how === 'practice' || how === 'house' ? 'Play' : 'Open the table');
    if (rules.dataset['kind'] !== kind.kind) {
      rules.dataset['kind'] = kind.kind;
      fill(
        rules,
        picture(kind.gameId, kind.kind),
        h('p', { class: 'grow', text: kind.description }),
        h('details', { class: 'fold' }, h('summary', { text: 'Rules' }), h('p', { text: kind.rules })),
      );
    }
  }

  async function submit() {
    const kind = chosen();
    const how = against.input.value;
    const amount = Number(String(stake.input.value).replace(/[\s,.’']/g, ''));
    if (how !== 'practice' && !(Number.isInteger(amount) && amount >= 1 && amount <= MOST))
      throw new Wrong('stake', `The stake is a whole number of chips, from 1 to ${number(MOST)}.`);
    const handle = String(invited.input.value).trim().toLowerCase();
    if (how === 'invited' && handle === '') throw new Wrong('invited', 'Enter the handle of the member.');
    if (how === 'invited' && handle === member.handle) throw new Wrong('invited', 'You cannot invite yourself.');
    const common = {
      kind: kind.kind,
      ...(seats.element.hidden ? {} : { seats: Number(seats.input.value) }),
      ...(how === 'practice' ? { practice: true } : { stake: amount }),
    };
    if (how === 'party') return openForParty(party.input.value, common);
    const body = {
      ...common,
      ...(how === 'open' && { open: true }),
      ...(how === 'invited' && { invited: handle }),
      ...(pace.element.hidden ? {} : { pace: pace.input.value }),
      ...(visibility.element.hidden ? {} : { visibility: visibility.input.value }),
    };
    const clientRef = refFor('table', body);
    const { tableId } = await persist(() => post('/api/tables', { ...body, clientRef })).catch((error) => {
      throw error.field === '/invited' ? new Wrong('invited', 'No other member has this handle.') : error;
    });
    done('table');
    void session.refresh().catch(() => {});
    await go(`/tables/${tableId}`);
  }

  const made = form({
    fields,
    content: [
      kindField.element,
      rules,
      against.element,
      invited.element,
      party.element,
      stake.element,
      seats.element,
      pace.element,
      visibility.element,
    ],
    text: 'Play',
    submit,
    also: h('a', { href: '/lobby', text: 'Back to the lobby' }),
  });
  made.element.addEventListener('input', adjust);
  made.element.addEventListener('change', adjust);
  adjust();
  return made.element;
}

/**
 * A party's table has no reference of its own: it is asked for once.
 * @param {string} id
 * @param {object} body
 */
async function openForParty(id, body) {
  await post(`/api/parties/${id}/table`, body);
  void session.refresh().catch(() => {});
  await go(`/parties/${id}`);
}

/**
 * @param {import('../lib/kinds.js').Kind} kind
 * @param {number} stake
 * @param {number} balance
 */
function stakeWords(kind, stake, balance) {
  const have = `You have ${chips(balance)}.`;
  if (kind.fixedBuyIn !== undefined)
    return `Everybody puts in ${chips(kind.fixedBuyIn)}: this game has no other stake. ${have}`;
  if (kind.buyInPerAmount === undefined) return `What everybody puts in, in chips. ${have}`;
  const held = Number.isInteger(stake) && stake > 0 ? ` (${chips(stake * kind.buyInPerAmount)})` : '';
  return `Your bet. The table holds ${kind.buyInPerAmount} times as much${held}, so that you can always double or split; what is not used comes back. ${have}`;
}
