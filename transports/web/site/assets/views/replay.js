// A settled table, step by step and from each seat's side, and its verification.

import { boardOf } from '../boards/index.js';
import { ApiError, get, patiently } from '../lib/api.js';
import { announce } from '../lib/announce.js';
import { copy, linkTo } from '../lib/copy.js';
import { dress, fill, h } from '../lib/dom.js';
import { daysOf } from '../lib/fairness.js';
import { date } from '../lib/format.js';
import { played } from '../lib/kinds.js';
import { noted } from '../lib/noted.js';
import { still } from '../lib/prefs.js';
import * as session from '../lib/session.js';
import { verify } from '../lib/verify.js';
import { playerAt, playersOf, tell } from '../table/players.js';
import { headline } from '../table/result.js';
import { keepRoom } from '../table/room.js';
import { seatStrip } from '../table/seats.js';
import { dealPanel } from './replay-deal.js';
import { player } from './replay-player.js';

/**
 * @param {import('../lib/router.js').Visit} visit
 * @returns {Promise<import('../lib/router.js').View>}
 */
export default async function replayPage({ params: [id = ''], query, signal }) {
  const path = `/api/tables/${encodeURIComponent(id)}`;
  /** @type {Api.EndCard} */
  let card;
  /** @type {Api.Replay} */
  let bundle;
  let seat;
  let own;
  try {
    card = await patiently(() => get(`${path}/card`, { signal }), { signal, attempts: 4 });
    own = await ownSeat(card);
    seat = Number(query.get('seat') ?? Math.max(own, 0));
    bundle = await bundleOf(path, seat, signal);
  } catch (error) {
    if (error instanceof ApiError) return missing(error, id);
    throw error;
  }
  const title = `Replay: ${(await played(card.kind, card.gameId)).label}`;
  return { title, element: await draw(title, id, card, bundle, { seat, own }, signal) };
}

/**
 * The seat where the reader sat; -1 for everybody else.
 * @param {Api.EndCard} card
 */
async function ownSeat({ seats }) {
  const handle = (await session.whoAmI().catch(() => null))?.handle;
  return seats.find(({ name }) => name === handle)?.seat ?? -1;
}

/**
 * The bundle with its steps; without them if the match is too long to be drawn.
 * @param {string} path
 * @param {number} seat
 * @param {AbortSignal} signal
 * @returns {Promise<Api.Replay>}
 */
async function bundleOf(path, seat, signal) {
  const ask = (/** @type {number | undefined} */ seat) =>
    patiently(() => get(`${path}/replay`, { query: { seat }, signal }), { signal, attempts: 4 });
  try {
    return await ask(seat);
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return ask(undefined);
    throw error;
  }
}

/**
 * @param {ApiError} error
 * @param {string} id
 * @returns {import('../lib/router.js').View}
 */
function missing(error, id) {
  const still = error.status === 409;
  return {
    title: 'No replay',
    element: h(
      'div',
      null,
      h('h1', { text: still ? 'This game is not over' : 'There is no such replay' }),
      h('p', {
        text: still
          ? 'Its replay is available afterwards.'
          : error.status === 404
            ? 'There is no settled table with this id, or it was a practice table whose replay has expired.'
            : error.message,
      }),
      h(
        'p',
        null,
        still
          ? h('a', { href: `/tables/${encodeURIComponent(id)}`, text: 'To the table' })
          : h('a', { href: '/', text: 'To the front page' }),
      ),
    ),
  };
}

/**
 * @param {string} title
 * @param {string} id
 * @param {Api.EndCard} card
 * @param {Api.Replay} bundle
 * @param {{ seat: number, own: number }} side from which seat the game is seen, and the reader's own one
 * @param {AbortSignal} signal
 */
async function draw(title, id, card, bundle, { seat, own }, signal) {
  const players = playersOf(card.seats, own);
  const steps = bundle.steps ?? [];
  const host = h('div', { class: 'host' });
  const strip = seatStrip();
  const list = h('ol', { class: 'log replay-log', tabindex: 0, 'aria-label': 'What happened' });
  const bar = h(
    'div',
    { class: 'state-bar' },
    h('p', { class: 'sentence', text: headline(bundle.outcome, players, -1, []) }),
    h('span', { class: 'quiet', text: card.settledAt ? date(card.settledAt) : '' }),
  );
  const element = h(
    'div',
    { class: 'table-page replay-page' },
    h('h1', { class: 'only-read', text: title }),
    bar,
    strip.element,
    h('div', { class: 'middle' }, host),
    h(
      'div',
      { class: 'side' },
      sides(id, card, players, seat),
      h('section', { class: 'panel' }, h('h2', { text: 'What happened' }), list),
      await findings(id, bundle),
      dealPanel(bundle, signal),
      offline(id, bundle),
    ),
  );
  strip.update(seen(card, bundle, steps[0]?.view ?? null, false), players);
  if (steps.length === 0) {
    fill(host, h('p', { text: sealedText(bundle) }));
    return element;
  }
  const module = await boardOf(bundle.gameId);
  const board = module.create({
    act: () => {},
    player: (place) => playerAt(players, place),
    mySeat: seat,
    plays: false,
    hint: () => {},
    announce,
    still,
  });
  signal.addEventListener('abort', () => board.destroy?.());
  /** @param {Api.GameEvent} event */
  const say = (event) => tell(event, players, module.news);
  const lines = steps.map((step, place) => line(step, place, say));
  list.append(...lines.flat());
  const controls = player(steps.length, (place, forward) => show(place, forward), signal);
  fill(host, board.element);
  element.querySelector('.middle')?.append(controls.element);
  // Each player is drawn once; a player alone needs no list of players.
  strip.element.hidden = Boolean(module.seated) || bundle.seats === 1;
  keepRoom(element, host, { above: [element, bar, strip.element], sheet: controls.controls }, signal);
  list.addEventListener('click', (event) => {
    const item = event.target instanceof Element ? event.target.closest('li') : null;
    if (item) controls.go(Number(item.dataset['step']));
  });
  controls.go(Math.min(Number(new URL(location.href).searchParams.get('step') ?? 0), steps.length - 1));

  /**
   * @param {number} place
   * @param {boolean} forward one step on, so that changes may be animated
   */
  function show(place, forward) {
    const step = steps[place];
    if (!step) return;
    const terminal = place === steps.length - 1;
    board.update({
      view: step.view,
      legalActions: [],
      terminal,
      outcome: terminal ? bundle.outcome : [],
      events: forward ? step.events : [],
      busy: false,
    });
    strip.update(seen(card, bundle, step.view, terminal), players, module.facts);
    lines.forEach((items, at) =>
      items.forEach((item) =>
        dress(item, { 'aria-current': at === place ? 'step' : null, class: at <= place ? 'event' : 'event later' }),
      ),
    );
    const last = lines[place]?.at(-1);
    if (last) list.scrollTop = last.offsetTop - list.offsetTop - list.clientHeight / 2;
    if (forward) for (const event of step.events) if (event.type !== 'turn') announce(say(event));
    const url = new URL(location.href);
    url.searchParams.set('step', String(place));
    history.replaceState(history.state, '', url);
  }

  return element;
}

/**
 * The strip of seats at a step: the players' pieces, and whose move it was. No clock runs.
 * @param {Api.EndCard} card
 * @param {Api.Replay} bundle
 * @param {Api.GameView | null} view
 * @param {boolean} terminal
 * @returns {import('../table/seats.js').Seated}
 */
function seen(card, bundle, view, terminal) {
  return { seats: card.seats, seatsTotal: bundle.seats, mySeat: -1, status: 'settled', state: { view, terminal } };
}

/**
 * @param {Api.ReplayStep} step
 * @param {number} place
 * @param {(event: Api.GameEvent) => string} say
 */
function line({ events }, place, say) {
  const told = events.filter(({ type }) => type !== 'turn');
  return told.map((event) => h('li', { class: 'event', data: { step: place }, text: say(event) }));
}

/**
 * The points of view, as links, so that each has an address.
 * @param {string} id
 * @param {Api.EndCard} card
 * @param {Map<number, import('../boards/contract.js').Player>} players
 * @param {number} seat
 */
function sides(id, card, players, seat) {
  const all = [
    ...card.seats.map((seated) => ({ seat: seated.seat, name: playerAt(players, seated.seat).name })),
    { seat: -1, name: 'a spectator' },
  ];
  return h(
    'nav',
    { class: 'panel', 'aria-label': 'Seen by' },
    h('h2', { text: 'Seen by' }),
    h(
      'div',
      { class: 'row' },
      all.map((side) =>
        h('a', {
          class: 'button',
          href: `/tables/${id}/replay?seat=${side.seat}`,
          'aria-current': side.seat === seat ? 'true' : null,
          text: side.name,
        }),
      ),
    ),
  );
}

/**
 * @param {string} id
 * @param {Api.Replay} bundle
 */
async function findings(id, bundle) {
  const found = await verify(bundle, { id, noted: noted(id) });
  const broken = found.filter(({ holds }) => holds === false);
  const passed = found.filter(({ holds }) => holds === true);
  const open = found.filter(({ holds }) => holds === null);
  const made = broken.length + passed.length;
  const verdict =
    broken.length > 0
      ? `The record does not hold: ${broken.length} of ${made} checks failed`
      : `The record is consistent: ${made} of ${made} checks passed`;
  return h(
    'section',
    { class: broken.length > 0 ? 'panel findings broken' : 'panel findings' },
    h('h2', { text: verdict }),
    broken.length > 0 && h('p', { class: 'small', text: `Failed: ${names(broken)}.` }),
    passed.length > 0 && h('p', { class: 'small', text: `Checked: ${names(passed)}.` }),
    h('p', { class: 'small', text: `Not checked: ${names(open)}.` }),
    h(
      'details',
      { class: 'fold', open: broken.length > 0 },
      h('summary', { text: 'What was checked, and what was not' }),
      h(
        'ul',
        { class: 'list' },
        found.map(({ name, holds, text }) =>
          h(
            'li',
            { class: holds === false ? 'broken' : '' },
            h('strong', { text: `${mark(holds)} ${name}` }),
            h('span', { class: 'small', text }),
          ),
        ),
      ),
    ),
  );
}

/** @param {import('../lib/verify.js').Finding[]} found */
function names(found) {
  return found.map(({ name }) => name.toLowerCase()).join(', ');
}

/** @param {boolean | null} holds */
function mark(holds) {
  if (holds === null) return '– Not checked:';
  return holds ? '✓ Passed:' : '✗ Failed:';
}

/**
 * @param {string} id
 * @param {Api.Replay} bundle
 */
function offline(id, bundle) {
  const how = daysOf(bundle).length > 0 ? ` --fair --from ${location.origin}` : '';
  const copied = h('span', { role: 'status', class: 'quiet small' });
  return h(
    'details',
    { class: 'panel' },
    h('summary', { text: 'Verify the rest yourself' }),
    h('p', {
      text: 'To verify that the cards, dice and moves follow from the seed, the game must be replayed. The program does that on your own machine:',
    }),
    h('p', null, h('code', { text: `turnstone verify${how} ${location.origin}/api/tables/${id}/replay` })),
    h(
      'div',
      { class: 'row' },
      h('a', {
        class: 'button',
        href: `/api/tables/${id}/replay`,
        download: `${id}.json`,
        text: 'Download the bundle',
      }),
      h('button', {
        type: 'button',
        text: 'Copy the link',
        on: { click: () => void copy(copied, linkTo(location.pathname + location.search, bundle.gameId)) },
      }),
      copied,
    ),
  );
}

/** @param {Api.Replay} bundle */
function sealedText({ sealedReason, sealedUntil }) {
  if (sealedReason === 'daily')
    return `This is a daily deal that others still play. It opens ${sealedUntil ? date(sealedUntil) : 'when the day is over'}.`;
  if (sealedReason === 'duel')
    return 'Another game with the same deal is still running. The replay is available when it is over.';
  return 'This match is too long to be drawn here. The checks below still work, and the bundle has every move.';
}
