// A party: its members, chat, results, and the table that they play at.

import { ApiError, get, newRef, post } from '../lib/api.js';
import { confirm } from '../lib/dialog.js';
import { fill, h, setText } from '../lib/dom.js';
import { face } from '../lib/face.js';
import { kinds } from '../lib/kinds.js';
import { forgetParty, parties, rememberParty } from '../lib/parties.js';
import { go, reload } from '../lib/router.js';
import * as session from '../lib/session.js';
import { soon } from '../lib/trouble.js';
import { chat } from '../table/chat.js';
import { actButton } from './forms.js';
import { forMembers } from './member.js';
import { LiveParty } from './party/live.js';
import { rosterPanel } from './party/roster.js';
import { standingPanel } from './party/standing.js';
import { partyTables } from './party/tables.js';

export default forMembers('Party', 'Parties are for members.', async ({ params: [id = ''], signal }, member) => {
  if (!parties(member.handle).some((party) => party.id === id)) return invitation(id, member.handle, signal);
  const all = await kinds().catch(() => []);
  const party = new LiveParty(id, signal);
  const page = partyPage(id, member.handle, all, party);
  const first = new Promise((resolve) => {
    party.onChange = (view, messages) => {
      page.draw(view, messages);
      rememberParty(member.handle, { id, members: view.members });
      resolve(null);
    };
    party.onRenamed = () => void reload();
    party.onEnd = (error) => {
      if (error.status === 401) return void session.ended();
      forgetParty(member.handle, id);
      page.ended(error);
      resolve(null);
    };
  });
  void party.follow();
  await soon(first);
  return { title: 'Party', element: page.element };
});

/**
 * For callers who have the link and are not members of the party, as far as this browser knows.
 * @param {string} id
 * @param {string} handle
 * @param {AbortSignal} signal
 * @returns {Promise<import('../lib/router.js').View>}
 */
async function invitation(id, handle, signal) {
  const path = `/api/parties/${encodeURIComponent(id)}`;
  const found = await get(`${path}/invitation`, { signal }).catch((/** @type {unknown} */ error) => {
    if (error instanceof ApiError && [400, 403, 404].includes(error.status)) return error;
    throw error;
  });
  const back = h('p', null, h('a', { href: '/lobby', text: 'Back to the lobby' }));
  if (found instanceof ApiError) {
    return {
      title: 'Party',
      element: h('div', { class: 'narrow' }, h('h1', { text: 'A party' }), h('p', { text: closed(found) }), back),
    };
  }
  const { owner, members } = /** @type {Api.PartyInvitation} */ (found);
  const problem = h('p', { class: 'wrong', role: 'alert' });
  return {
    title: `${owner}’s party`,
    element: h(
      'div',
      { class: 'narrow' },
      h('h1', { text: `${owner}’s party` }),
      h('p', {
        text: `A party is a group with a chat, results, and tables for all its members. This one has ${members === 1 ? 'one member' : `${members} members`}.`,
      }),
      h('p', { class: 'row' }, face(owner), h('a', { href: `/players/${owner}`, text: owner }), ' invites you.'),
      actButton('Join', join, { class: 'primary' }),
      problem,
      back,
    ),
  };

  async function join() {
    try {
      await post(`${path}/join`);
      rememberParty(handle, { id, members: [handle] });
      await reload();
    } catch (error) {
      if (!(error instanceof ApiError) || ![400, 403, 404].includes(error.status)) throw error;
      setText(problem, closed(error));
    }
  }
}

/** @param {ApiError} error */
function closed({ status }) {
  return status === 403
    ? 'This party is closed: it takes no new members. Its owner can open it.'
    : 'There is no such party. It may have ended, or the link is wrong.';
}

/**
 * @param {string} id
 * @param {string} handle
 * @param {import('../lib/kinds.js').Kind[]} all
 * @param {LiveParty} party
 */
function partyPage(id, handle, all, party) {
  const heading = h('h1', { text: 'Party' });
  const tables = partyTables(id, handle, all);
  const roster = rosterPanel(id, handle, { refresh: () => party.refresh(), leave });
  const standing = standingPanel(all);
  const talk = chat({
    mayWrite: true,
    say: async (body) => {
      await post(`/api/parties/${id}/messages`, { body, clientId: newRef() });
      party.refresh();
    },
  });
  const said = h(
    'section',
    { class: 'panel', 'aria-labelledby': 'party-chat' },
    h('h2', { id: 'party-chat', text: 'Chat' }),
    talk.element,
  );
  const element = h(
    'div',
    { class: 'party' },
    heading,
    tables.element,
    h('div', { class: 'columns' }, h('div', null, said, roster.element), standing.element),
  );
  return {
    element,
    /**
     * @param {Api.PartyView} view
     * @param {Api.Message[]} messages
     */
    draw(view, messages) {
      const others = view.members.filter((name) => name !== handle);
      setText(heading, others.length > 0 ? `Party with ${others.join(', ')}` : 'Your party');
      tables.draw(view);
      roster.draw(view);
      standing.draw(view);
      talk.update(messages);
    },
    /** @param {ApiError} error */
    ended(error) {
      element.className = 'narrow';
      fill(
        element,
        h('h1', { text: 'This party cannot be shown' }),
        h('p', { text: error.status === 404 ? 'It has ended, or you are not in it.' : error.message }),
        h('p', null, h('a', { href: '/lobby', text: 'Back to the lobby' })),
      );
    },
  };

  async function leave() {
    const sure = await confirm({
      title: 'Leave this party?',
      text: 'Its chat and results are no longer shown to you. Tables where you sit continue. With its link you can join again, unless it is closed.',
      yes: 'Leave',
    });
    if (!sure) return;
    await post(`/api/parties/${id}/leave`);
    forgetParty(handle, id);
    await go('/lobby');
  }
}
