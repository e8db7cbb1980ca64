// The members of a party, and how others can join.

import { post } from '../../lib/api.js';
import { copy } from '../../lib/copy.js';
import { fill, h, keyed, setText } from '../../lib/dom.js';
import { face } from '../../lib/face.js';
import { actButton } from '../forms.js';

/**
 * @param {string} id
 * @param {string} handle of the viewer
 * @param {{ refresh: () => void, leave: () => Promise<void> }} acts
 */
export function rosterPanel(id, handle, { refresh, leave }) {
  const list = h('ul', { class: 'list' });
  const door = h('div');
  const element = h(
    'section',
    { class: 'panel', 'aria-labelledby': 'party-roster' },
    h('h2', { id: 'party-roster', text: 'Members' }),
    list,
    door,
    h('p', { class: 'party-leave' }, actButton('Leave the party', leave)),
  );
  let drawn = '';
  return {
    element,
    /** @param {Api.PartyView} view */
    draw({ members, visibility, isOwner }) {
      keyed(
        list,
        members,
        (name) => name,
        (name) => memberRow(name),
        (line, name, place) =>
          setText(line.lastElementChild, [place === 0 && 'owner', name === handle && 'you'].filter(Boolean).join(', ')),
      );
      const now = `${visibility} ${isOwner}`;
      if (now !== drawn) fill(door, doorOf(id, visibility === 'private', isOwner, refresh));
      drawn = now;
    },
  };
}

/** @param {string} name */
function memberRow(name) {
  return h(
    'li',
    null,
    face(name),
    h('span', { class: 'grow' }, h('a', { href: `/players/${name}`, text: name })),
    ' ',
    h('span', { class: 'quiet small' }),
  );
}

/**
 * @param {string} id
 * @param {boolean} closed
 * @param {boolean} isOwner
 * @param {() => void} refresh
 */
function doorOf(id, closed, isOwner, refresh) {
  const said = h('span', { class: 'quiet small', role: 'status' });
  const link = `${location.origin}/parties/${id}`;
  return [
    h('p', {
      class: 'quiet',
      text: closed ? 'The party is closed: its link admits no new members.' : 'Members who have the link can join.',
    }),
    h(
      'div',
      { class: 'row' },
      !closed && h('button', { type: 'button', text: 'Copy the link', on: { click: () => void copy(said, link) } }),
      isOwner && actButton(closed ? 'Open the party' : 'Close the party', turn),
      said,
    ),
  ];

  async function turn() {
    await post(`/api/parties/${id}/visibility`, { visibility: closed ? 'unlisted' : 'private' });
    refresh();
  }
}
