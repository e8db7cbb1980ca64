// A new table: the game, the opponents, the stake.

import { post } from '../lib/api.js';
import { fill, h, setText } from '../lib/dom.js';
import { number } from '../lib/format.js';
import { kinds } from '../lib/kinds.js';
import { tellClock } from '../lib/notes.js';
import { parties } from '../lib/parties.js';
import { done, refFor } from '../lib/refs.js';
import { go } from '../lib/router.js';
import * as session from '../lib/session.js';
import { reader, soon } from '../lib/trouble.js';
import { form, persist, Wrong } from './forms.js';
import { forMembers } from './member.js';
import { paragraphs } from './words.js';
import { adjust, tableFields } from './new-table/fields.js';
import { picture } from './pictures.js';

/** @typedef {import('../lib/kinds.js').Kind} Kind */

const MOST = 1_000_000;

export default forMembers('New table', 'Members open tables here.', async ({ query, signal }, member) => {
  const element = h('div', { class: 'new-table' }, h('h1', { text: 'New table' }));
  await soon(reader(signal)(kinds, (all) => element.append(tableForm(all, query, member))));
  return { title: 'New table', element };
});

/**
 * @param {Kind[]} all
 * @param {URLSearchParams} query
 * @param {session.Member} member
 */
function tableForm(all, query, member) {
  const known = parties(member.handle);
  const fields = tableFields(all, query, known);
  const rules = h('div', { class: 'rules-box' });
  const chosen = () => /** @type {Kind} */ (all.find(({ kind }) => kind === fields.kind.input.value) ?? all[0]);
  /** @param {string} name */
  const part = (name) => fields[/** @type {keyof typeof fields} */ (name)].element;
  const made = form({
    fields,
    content: [
      h(
        'div',
        { class: 'columns' },
        h('div', null, part('kind'), rules, ['against', 'invited', 'party'].map(part)),
        h('div', null, ['level', 'stake', 'seats', 'pace', 'visibility'].map(part)),
      ),
    ],
    text: 'Play',
    submit: () => open(fields, chosen(), member.handle),
    also: h('a', { href: '/lobby', text: 'Back to the lobby' }),
  });

  function draw() {
    const kind = chosen();
    adjust(fields, kind, known.length > 0);
    const how = fields.against.input.value;
    setText(made.button, how === 'practice' || how === 'house' ? 'Play' : 'Open the table');
    if (rules.dataset['kind'] === kind.kind) return;
    rules.dataset['kind'] = kind.kind;
    fill(rules, rulesOf(kind));
  }
  made.element.addEventListener('input', draw);
  made.element.addEventListener('change', draw);
  draw();
  return made.element;
}

/** @param {Kind} kind */
function rulesOf({ kind, gameId, description, rules }) {
  return [
    picture(gameId, kind),
    h('p', { class: 'grow', text: description }),
    h('details', { class: 'fold' }, h('summary', { text: 'Rules' }), paragraphs(rules)),
  ];
}

/**
 * Opens the table, once: the same contents keep their reference until they are answered.
 * @param {import('./new-table/fields.js').Fields} fields
 * @param {Kind} kind
 * @param {string} me
 */
async function open(fields, kind, me) {
  const how = fields.against.input.value;
  const common = {
    kind: kind.kind,
    ...(fields.seats.element.hidden ? {} : { seats: Number(fields.seats.input.value) }),
    ...(how === 'practice' ? { practice: true } : { stake: stakeOf(fields) }),
    ...(fields.level.element.hidden ? {} : { level: Number(fields.level.input.value) }),
  };
  if (how === 'party') return openForParty(fields.party.input.value, common);
  const body = {
    ...common,
    ...(how === 'open' && { open: true }),
    ...(how === 'invited' && { invited: invitedOf(fields, me) }),
    ...(fields.pace.element.hidden ? {} : { pace: fields.pace.input.value }),
    ...(fields.visibility.element.hidden ? {} : { visibility: fields.visibility.input.value }),
  };
  const clientRef = refFor('table', body);
  const { tableId } = await persist(() => post('/api/tables', { ...body, clientRef })).catch((error) => {
    throw error.field === '/invited' ? new Wrong('invited', 'No other member has this handle.') : error;
  });
  done('table');
  tellClock(tableId);
  session.chipsMoved();
  await go(`/tables/${tableId}`);
}

/** @param {import('./new-table/fields.js').Fields} fields */
function stakeOf({ stake }) {
  const amount = Number(String(stake.input.value).replace(/[\s,.’']/g, ''));
  if (Number.isInteger(amount) && amount >= 1 && amount <= MOST) return amount;
  throw new Wrong('stake', `The stake is a whole number of chips, from 1 to ${number(MOST)}.`);
}

/**
 * @param {import('./new-table/fields.js').Fields} fields
 * @param {string} me
 */
function invitedOf({ invited }, me) {
  const handle = String(invited.input.value).trim().toLowerCase();
  if (handle === '') throw new Wrong('invited', 'Enter the handle of the member.');
  if (handle === me) throw new Wrong('invited', 'You cannot invite yourself.');
  return handle;
}

/**
 * A party's table has no reference: the request is sent once.
 * @param {string} id
 * @param {object} body
 */
async function openForParty(id, body) {
  const { tableId } = await post(`/api/parties/${id}/table`, body);
  session.chipsMoved();
  await go(`/tables/${tableId}`);
}
