// A party: its members, chat, results, and the table that they play at.

import { ApiError, newRef, post } from '../lib/api.js';
import { announce } from '../lib/announce.js';
import { fill, h, setText } from '../lib/dom.js';
import { kinds } from '../lib/kinds.js';
import { forgetParty, parties, rememberParty } from '../lib/parties.js';
import { reload } from '../lib/router.js';
import * as session from '../lib/session.js';
import { soon } from '../lib/trouble.js';
import { chat } from '../table/chat.js';
import { actButton } from './forms.js';
import { forMembers } from './member.js';
import { LiveParty } from './party/live.js';
import { rosterPanel } from './party/roster.js';
import { standingPanel } from './party/standing.js';

export default forMembers('Party', 'Parties are for members.', async ({ params: [id = ''], signal }, member) => {
  if (!parties(member.handle).some((party) => party.id === id)) return invitation(id, member.handle);
  const all = await kinds().catch(() => []);
  const party = new LiveParty(id, signal);
  const page = partyPage(id, member.handle, all, party);
  const first = new Promise((resolve) => {
    party.onChange = (view, messages) => {
      page.draw(view, messages);
      rememberParty(member.handle, { id, members: view.members });
      resolve(null);
    };
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
 * For callers who have the link and are not members of the party.
 * @param {string} id
 * @param {string} handle
 * @returns {import('../lib/router.js').View}
 */
function invitation(id, handle) {
  const problem = h('p', { class: 'wrong', role: 'alert' });
  return {
    title: 'Party',
    element: h(
      'div',
      { class: 'narrow' },
      h('h1', { text: 'A party' }),
      h('p', {
        text: 'A party is a group with a chat, results, and tables for all its members. With its link you can join. If you are already a member, this opens the party.',
      }),
      actButton('Come in', join, { class: 'primary' }),
      problem,
      h('p', null, h('a', { href: '/lobby', text: 'Back to the lobby' })),
    ),
  };

  async function join() {
    try {
      await post(`/api/parties/${encodeURIComponent(id)}/join`);
      rememberParty(handle, { id, members: [handle] });
      await reload();
    } catch (error) {
      if (!(error instanceof ApiError) || (error.status !== 403 && error.status !== 404 && error.status !== 400))
        throw error;
      setText(
        problem,
        error.status === 403
          ? 'This party is closed: it takes no new members. Its owner can open it.'
          : 'There is no such party. It may have ended, or the link is wrong.',
      );
    }
  }
}

/**
 * @param {string} id
 * @param {string} handle
 * @param {import('../lib/kinds.js').Kind[]} all
 * @param {LiveParty} party
 */
function partyPage(id, handle, all, party) {
  const heading = h('h1', { text: 'Party' });
  const tables = tableLinks(id);
  const roster = rosterPanel(id, handle, () => party.refresh());
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
}

/**
 * The link to the party's table, and to a new one.
 * @param {string} id
 */
function tableLinks(id) {
  const element = h('p', { class: 'row reserved-button' });
  let drawn = '';
  return {
    element,
    /** @param {Api.PartyView} view */
    draw({ currentTableId }) {
      const now = currentTableId ?? 'none';
      if (now === drawn) return;
      if (drawn !== '' && currentTableId) announce('The party has a new table.');
      drawn = now;
      fill(
        element,
        currentTableId &&
          h('a', { class: 'button primary', href: `/tables/${currentTableId}`, text: 'To the party’s table' }),
        h('a', {
          class: currentTableId ? 'button' : 'button primary',
          href: `/new?with=party&party=${id}`,
          text: 'New table for all',
        }),
      );
    },
  };
}
