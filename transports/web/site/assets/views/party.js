// A party: who is in it, what is said, how they stand, and the table that they play at.

import { ApiError, backOff, get, newRef, pause, post } from '../lib/api.js';
import { announce } from '../lib/announce.js';
import { fill, h, keyed, setText } from '../lib/dom.js';
import { face } from '../lib/face.js';
import { number, signed, tone } from '../lib/format.js';
import { kinds } from '../lib/kinds.js';
import { forgetParty, parties, rememberParty } from '../lib/parties.js';
import { reload } from '../lib/router.js';
import * as session from '../lib/session.js';
import { pollingSlot } from '../lib/slots.js';
import { soon, trouble } from '../lib/trouble.js';
import { chat } from '../table/chat.js';
import { actButton } from './forms.js';
import { forMembers } from './member.js';
import { labelIn } from './rows.js';

/** How long a poll may be parked, in seconds. */
const WAIT = 45;
/** How often a page that has no slot for a parked poll asks, in milliseconds. */
const NOW_AND_THEN = 4_000;

export default forMembers('Party', 'Parties are for members.', async ({ params: [id = ''], signal }, member) => {
  if (!parties(member.handle).some((party) => party.id === id)) return invitation(id, member.handle);
  const all = await kinds().catch(() => []);
  const page = partyPage(id, member.handle, all);
  const party = new LiveParty(id, signal);
  page.say(async (body) => {
    await post(`/api/parties/${id}/messages`, { body, clientId: newRef() });
    party.parked?.abort();
  });
  page.refresh(() => party.parked?.abort());
  const first = new Promise((resolve) => {
    party.onChange = (view, messages) => {
      page.draw(view, messages);
      rememberParty(member.handle, { id, members: view.members });
      resolve(null);
    };
    party.onEnd = (error) => {
      if (error.status === 401) return session.signedOut();
      forgetParty(member.handle, id);
      page.ended(error);
      resolve(null);
    };
  });
  void party.follow();
  await soon(first);
  return { title: 'Party', element: page.element };
});

/** A party as it goes on: one long-poll after the other. */
class LiveParty {
  /**
   * @param {string} id
   * @param {AbortSignal} signal
   */
  constructor(id, signal) {
    this.path = `/api/parties/${encodeURIComponent(id)}`;
    this.signal = signal;
    /** @type {Api.PartyView | null} */
    this.view = null;
    /** @type {Api.Message[]} */
    this.messages = [];
    /** @type {AbortController | null} */
    this.parked = null;
    /** @type {(view: Api.PartyView, messages: Api.Message[]) => void} */
    this.onChange = () => {};
    /** @type {(error: ApiError) => void} */
    this.onEnd = () => {};
    const again = () => document.visibilityState === 'visible' && this.parked?.abort();
    document.addEventListener('visibilitychange', again, { signal });
    addEventListener('online', again, { signal });
    signal.addEventListener('abort', () => trouble(null));
  }

  async follow() {
    for (let attempt = 0; !this.signal.aborted;) {
      try {
        await this.readOnce();
        if (attempt > 0) trouble(null);
        attempt = 0;
      } catch (error) {
        if (this.signal.aborted) return;
        if (this.parked?.signal.aborted) continue;
        if (!(error instanceof ApiError)) throw error;
        if (!error.passes) return this.onEnd(error);
        trouble(error);
        await pause(backOff(error, attempt), this.signal).catch(() => {});
        attempt += 1;
      }
    }
  }

  async readOnce() {
    const first = this.view === null;
    const slot = first ? null : await pollingSlot(this.signal);
    if (!first && !slot) await pause(NOW_AND_THEN, this.signal);
    const parked = new AbortController();
    // What was asked for by hand is answered at once; only what follows waits.
    const asked = this.parked?.signal.aborted ?? false;
    this.parked = parked;
    try {
      /** @type {Api.PartyView} */
      const view = await get(this.path, {
        query: { msgs_since: this.view?.msgsAt ?? 0, wait: first || !slot || asked ? undefined : WAIT },
        signal: AbortSignal.any([parked.signal, this.signal]),
      });
      const latest = this.messages.at(-1)?.id ?? 0;
      this.messages.push(...view.messages.filter((message) => message.id > latest));
      this.view = view;
      this.onChange(view, this.messages);
    } finally {
      slot?.();
    }
  }
}

/**
 * For whoever has the link and is not known here as a member of the party.
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
        text: 'A party is a group that stays together: a chat, a standing, and tables for all. With its link you can be one of them. If you are one already, this brings you in as well.',
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
          ? 'This party is closed: it takes in nobody new. Its owner can open it.'
          : 'There is no such party. It may have ended, or the link has a slip in it.',
      );
    }
  }
}

/**
 * @param {string} id
 * @param {string} handle
 * @param {import('../lib/kinds.js').Kind[]} all
 */
function partyPage(id, handle, all) {
  const heading = h('h1', { text: 'Party' });
  const table = h('p', { class: 'row reserved-button' });
  const roster = h('ul', { class: 'list' });
  const standing = h('tbody');
  const together = h('p', { class: 'quiet small' });
  const reigns = h('ul', { class: 'list' });
  const door = h('div');
  let say = async (/** @type {string} */ _body) => {};
  let refresh = () => {};
  const talk = chat({ say: (body) => say(body), mayWrite: true });
  const element = h(
    'div',
    { class: 'party' },
    heading,
    table,
    h(
      'div',
      { class: 'columns' },
      h(
        'div',
        null,
        h(
          'section',
          { class: 'panel', 'aria-labelledby': 'party-chat' },
          h('h2', { id: 'party-chat', text: 'Chat' }),
          talk.element,
        ),
        h(
          'section',
          { class: 'panel', 'aria-labelledby': 'party-roster' },
          h('h2', { id: 'party-roster', text: 'Who is in it' }),
          roster,
          door,
        ),
      ),
      h(
        'section',
        { class: 'panel', 'aria-labelledby': 'party-standing' },
        h('h2', { id: 'party-standing', text: 'Standing' }),
        h(
          'div',
          { class: 'scroll', tabindex: 0, role: 'group', 'aria-labelledby': 'party-standing' },
          h(
            'table',
            { class: 'plain' },
            h(
              'thead',
              null,
              h(
                'tr',
                null,
                h('th', { scope: 'col', text: 'Member' }),
                ['Net', 'Won', 'Played'].map((text) => h('th', { scope: 'col', class: 'number', text })),
              ),
            ),
            standing,
          ),
        ),
        together,
        reigns,
      ),
    ),
  );
  let drawnTable = '';
  let drawnDoor = '';

  /** @param {Api.PartyView} view */
  function drawTable({ currentTableId }) {
    const now = currentTableId ?? 'none';
    if (now === drawnTable) return;
    if (drawnTable !== '' && currentTableId) announce('The party has a new table.');
    drawnTable = now;
    fill(
      table,
      currentTableId &&
        h('a', { class: 'button primary', href: `/tables/${currentTableId}`, text: 'To the party’s table' }),
      h('a', {
        class: currentTableId ? 'button' : 'button primary',
        href: `/new?with=party&party=${id}`,
        text: 'New table for all',
      }),
    );
  }

  /** @param {Api.PartyView} view */
  function drawDoor({ visibility, isOwner }) {
    const now = `${visibility} ${isOwner}`;
    if (now === drawnDoor) return;
    drawnDoor = now;
    const closed = visibility === 'private';
    const said = h('span', { class: 'quiet small', role: 'status' });
    const link = `${location.origin}/parties/${id}`;
    fill(
      door,
      h('p', {
        class: 'quiet',
        text: closed ? 'The party is closed: its link lets in nobody new.' : 'Whoever has the link can come in.',
      }),
      h(
        'div',
        { class: 'row' },
        !closed &&
          h('button', {
            type: 'button',
            text: 'Copy the link',
            on: {
              click: () =>
                navigator.clipboard.writeText(link).then(
                  () => setText(said, 'Copied.'),
                  () => setText(said, `Copy it yourself: ${link}`),
                ),
            },
          }),
        isOwner &&
          actButton(closed ? 'Open the party' : 'Close the party', async () => {
            await post(`/api/parties/${id}/visibility`, { visibility: closed ? 'unlisted' : 'private' });
            refresh();
          }),
        said,
      ),
    );
  }

  return {
    element,
    /** @param {(body: string) => Promise<void>} how */
    say(how) {
      say = how;
    },
    /** @param {() => void} how */
    refresh(how) {
      refresh = how;
    },
    /**
     * @param {Api.PartyView} view
     * @param {Api.Message[]} messages
     */
    draw(view, messages) {
      const others = view.members.filter((name) => name !== handle);
      setText(heading, others.length > 0 ? `Party with ${others.join(', ')}` : 'Your party');
      drawTable(view);
      keyed(
        roster,
        view.members,
        (name) => name,
        (name) =>
          h(
            'li',
            null,
            face(name),
            h('span', { class: 'grow' }, h('a', { href: `/players/${name}`, text: name })),
            ' ',
            h('span', { class: 'quiet small' }),
          ),
        (line, name, place) =>
          setText(line.lastElementChild, [place === 0 && 'owner', name === handle && 'you'].filter(Boolean).join(', ')),
      );
      drawDoor(view);
      keyed(
        standing,
        view.standing.rows,
        ({ name }) => name,
        ({ name }) =>
          h(
            'tr',
            null,
            h('th', { scope: 'row' }, h('span', { class: 'name', text: name })),
            h('td'),
            h('td', { class: 'number' }),
            h('td', { class: 'number' }),
          ),
        (line, { net, wins, played }) => {
          setText(line.children[1], signed(net));
          line.children[1].className = `number ${tone(net)}`;
          setText(line.children[2], number(wins));
          setText(line.children[3], number(played));
        },
      );
      setText(together, `Finished tables together: ${number(view.standing.tablesTogether)}.`);
      keyed(
        reigns,
        view.standing.reigns,
        ({ gameId }) => gameId,
        () => h('li'),
        (line, { gameId, championName, length }) =>
          setText(
            line,
            `${championName} has won ${labelIn(all, { kind: null, gameId })} ${number(length)} times in a row.`,
          ),
      );
      talk.update(messages);
    },
    /** @param {ApiError} error */
    ended(error) {
      fill(
        element,
        h('h1', { text: 'This party cannot be shown' }),
        h('p', { text: error.status === 404 ? 'It has ended, or you are not in it.' : error.message }),
        h('p', null, h('a', { href: '/lobby', text: 'Back to the lobby' })),
      );
    },
  };
}
