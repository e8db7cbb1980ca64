// President: the others around the table with their cards and last plays, the set to beat in the middle, the own hand
// as a fan by rank. The player chooses a rank, then a count.

import { dress, fill, h, keyed, onlyRead, setAttribute, setText } from '../lib/dom.js';
import { signed } from '../lib/format.js';
import { card, face, rankName, showCard, showCards } from './cards.js';
import { arrowKeys, rove } from './contract.js';

const COUNTS = ['no', 'one', 'two', 'three', 'four'];
const ORDER = '3456789TJQKA2';

/** @type {import('./contract.js').BoardModule} */
const board = {
  create(context) {
    /** @type {import('./contract.js').BoardState | null} */
    let now = null;
    let chosen = '';
    let sending = false;
    const others = h('div', { class: 'pr-seats', role: 'list', 'aria-label': 'Players' });
    const says = h('p', { class: 'pr-says' });
    const top = h('div', { class: 'cards pr-top' });
    const trick = h('p', { class: 'quiet small number' });
    const places = h('ol', { class: 'pr-places', 'aria-label': 'Order of finish' });
    const owner = context.player(context.mySeat);
    const hand = h('div', { class: 'pr-hand', role: 'group', 'aria-label': 'Hand' });
    const pass = h('button', { type: 'button', text: 'Pass', on: { click: passOn } });
    const plays = h('div', { class: 'pr-plays' });
    const controls = h('div', { class: 'pr-controls', role: 'group', 'aria-label': 'Play' }, pass, plays);
    const dealt = h('details', { class: 'pr-dealt', hidden: true });
    const own = h(
      'section',
      { class: 'pr-own board-bar', 'aria-label': owner.mine ? 'You' : owner.name },
      hand,
      controls,
    );
    const element = h(
      'div',
      { class: 'board president' },
      others,
      h('div', { class: 'pr-middle' }, trick, top, says),
      own,
      places,
      dealt,
    );
    own.hidden = context.mySeat < 0;
    arrowKeys(hand, () => [ranks()]);

    function ranks() {
      return /** @type {HTMLElement[]} */ ([...hand.children]);
    }

    /** @param {Api.Action | undefined} action */
    function act(action) {
      if (!now || now.busy || !action) return;
      const inside = controls.contains(document.activeElement);
      context.act(action);
      if (inside) (ranks().find((rank) => rank.tabIndex === 0) ?? pass).focus();
    }

    function passOn() {
      if (!now || now.busy) return;
      const action = now.legalActions.find(({ type }) => type === 'pass');
      if (action) act(action);
      else if (now.terminal) context.hint('The round is over.');
      else context.hint(now.legalActions.length === 0 ? 'It is not your move.' : 'You lead: you cannot pass.');
    }

    /** @param {string} rank */
    function choose(rank) {
      if (!now || now.busy) return;
      if (now.terminal) return context.hint('The round is over.');
      if (now.legalActions.length === 0) return context.hint('It is not your move.');
      if (playsOf(now.legalActions, rank).length === 0) return context.hint(whyNot(now.view, rank));
      chosen = chosen === rank ? '' : rank;
      show(now);
    }

    /** @param {import('./contract.js').BoardState} state */
    function show(state) {
      const { view, legalActions, busy } = state;
      /** @type {string[]} */
      const held = view.hand ?? view.seats[context.mySeat]?.cards ?? [];
      const groups = ORDER.split('')
        .map((rank) => ({ rank, cards: held.filter((code) => code.charAt(0) === rank) }))
        .filter(({ cards }) => cards.length > 0);
      const focused = hand.contains(document.activeElement);
      keyed(
        hand,
        groups,
        ({ rank }) => rank,
        ({ rank }) =>
          h('button', { type: 'button', on: { click: () => choose(rank) } }, h('span', { class: 'fan' }), onlyRead('')),
        (button, { rank, cards }) => {
          const legal = playsOf(legalActions, rank).length > 0;
          const [fan, name] = /** @type {any} */ (button.children);
          keyed(
            fan,
            cards,
            (code) => code,
            (code) => h('span', { class: 'card' }, face(code)),
          );
          setText(name, `${setName(cards)}${legal ? ', playable' : ''}`);
          dress(button, {
            class: ['pr-rank', legal ? 'legal' : legalActions.length > 0 && 'off', rank === chosen && 'chosen']
              .filter(Boolean)
              .join(' '),
            'aria-pressed': String(rank === chosen),
            'aria-disabled': legal && !busy ? null : 'true',
          });
        },
      );
      rove(ranks());
      // The played rank is gone: the focus stays in the hand.
      if (focused && !hand.contains(document.activeElement))
        ranks()
          .find((rank) => rank.tabIndex === 0)
          ?.focus();
      const mayPass = legalActions.some(({ type }) => type === 'pass');
      setAttribute(pass, 'aria-disabled', mayPass && !busy ? null : 'true');
      const choices = playsOf(legalActions, chosen);
      keyed(
        plays,
        choices,
        (action) => action['cards'].join(),
        (action) =>
          h('button', { type: 'button', class: 'primary', text: label(action), on: { click: () => act(action) } }),
        (button) => setAttribute(button, 'aria-disabled', busy ? 'true' : null),
      );
    }

    return {
      element,
      update(state) {
        now = state;
        const { view } = state;
        // A sent set stays lifted until the response is drawn.
        if (sending && !state.pending) chosen = '';
        sending = Boolean(state.pending);
        if (playsOf(state.legalActions, chosen).length === 0) chosen = '';
        drawMiddle(view, context, { says, top, trick });
        drawSeats(others, view, context);
        // While the round runs, the players themselves show their places.
        places.hidden = view.phase !== 'over';
        if (!places.hidden) drawPlaces(places, view, context);
        show(state);
        controls.hidden = state.terminal || !context.plays;
        dealt.hidden = view.phase !== 'over' || !view.seats.some((/** @type {any} */ seat) => seat.dealt);
        if (!dealt.hidden) drawDealt(dealt, view, context);
      },
    };
  },

  whole: true,
  seated: true,

  label: (action) => label(action),

  cost({ seats }, seat) {
    if (seats[seat].status !== 'in') return null;
    const taken = new Set(seats.map((/** @type {any} */ { rank }) => rank));
    const places = seats.map((/** @type {unknown} */ _, /** @type {number} */ nth) => nth + 1);
    const place = places.findLast((/** @type {number} */ rank) => !taken.has(rank));
    return `You take the last free place, ${place} of ${seats.length}, with what it costs or brings. The others play on.`;
  },

  prompt({ view }) {
    if (!view.top) return 'You lead: choose a rank, then how many.';
    const { cards } = view.top;
    if (cards.length === 1) return `Beat the ${rankName(cards[0])} with a higher card, or pass.`;
    return `Beat ${setName(cards)} with ${COUNTS[cards.length]} of a higher rank, or pass.`;
  },
};

/** @param {Api.Action} action */
function label(action) {
  return action.type === 'play' ? `Play ${setName(action['cards'])}` : 'Pass';
}

/**
 * @param {string[]} cards of one rank
 * @returns {string} "two jacks"
 */
function setName(cards) {
  return `${COUNTS[cards.length]} ${rankName(cards[0] ?? '', cards.length)}`;
}

/**
 * @param {Api.Action[]} legal
 * @param {string} rank
 */
function playsOf(legal, rank) {
  return legal.filter((action) => action.type === 'play' && action['cards'][0].charAt(0) === rank);
}

/**
 * @param {any} view
 * @param {string} rank
 */
function whyNot({ top, hand }, rank) {
  if (!top) return 'This cannot be played.';
  const wanted = top.cards.length;
  const held = hand.filter((/** @type {string} */ code) => code.charAt(0) === rank).length;
  if (held < wanted)
    return `${wanted === 1 ? 'One card is' : `${COUNTS[wanted]} of a rank are`} needed, you hold ${COUNTS[held]}.`;
  return `${rankName(rank, 2)} do not beat ${rankName(top.cards[0], 2)}.`.replace(/^./, (first) => first.toUpperCase());
}

/**
 * @param {any} view
 * @param {import('./contract.js').BoardContext} context
 * @param {{ says: HTMLElement, top: HTMLElement, trick: HTMLElement }} parts
 */
function drawMiddle(view, context, { says, top, trick }) {
  const over = view.phase === 'over';
  const last = view.played.at(-1);
  const name = (/** @type {number} */ seat) => (context.player(seat).mine ? 'you' : context.player(seat).name);
  setText(trick, over ? `After ${view.trick} tricks` : `Trick ${view.trick}`);
  const shown = view.top ?? (over ? last : null);
  showCards(top, shown?.cards ?? [undefined]);
  setText(
    says,
    shown
      ? `${setName(shown.cards)} by ${name(shown.seat)}`
      : last
        ? `The last trick went to ${name(last.seat)}: ${setName(last.cards)}`
        : 'A new trick begins',
  );
}

/**
 * @param {HTMLElement} list
 * @param {any} view
 * @param {import('./contract.js').BoardContext} context
 */
function drawSeats(list, view, context) {
  const count = view.seats.length;
  const first = context.mySeat < 0 ? 0 : context.mySeat + 1;
  const shown = Array.from({ length: context.mySeat < 0 ? count : count - 1 }, (_, place) => (first + place) % count);
  keyed(
    list,
    shown,
    (seat) => seat,
    () =>
      h(
        'div',
        { role: 'listitem' },
        h('div', { class: 'pr-name' }, h('span', { 'aria-hidden': 'true' }), ' ', h('span', { class: 'name' })),
        h('div', { class: 'pr-count' }, card(null), h('span', { class: 'number' })),
        h('div', { class: 'pr-did' }, h('span', { class: 'cards' }), h('span')),
      ),
    (element, seat) => {
      const facts = view.seats[seat];
      const player = context.player(seat);
      const toAct = view.toAct.includes(seat);
      const [name, held, did] = /** @type {any} */ (element.children);
      setText(name.firstElementChild, player.shape);
      setText(name.lastElementChild, player.name);
      showCard(held.firstElementChild, facts.count > 0 ? null : undefined, ' ');
      setAttribute(held.firstElementChild, 'aria-hidden', 'true');
      fill(held.lastElementChild, `× ${facts.count}`, onlyRead(facts.count === 1 ? ' card' : ' cards'));
      const play = view.phase === 'over' ? null : lastPlay(view, seat);
      const left = facts.cards?.length ? facts.cards : (play?.cards ?? []);
      showCards(did.firstElementChild, left);
      setText(did.lastElementChild, doing(facts, toAct, view));
      dress(element, {
        class: ['pr-seat', `seat-${seat % 6}`, toAct && 'to-act', facts.rank && 'placed', facts.passed && 'passed']
          .filter(Boolean)
          .join(' '),
      });
    },
  );
}

/**
 * A seat's last play in this trick.
 * @param {any} view
 * @param {number} seat
 */
function lastPlay(view, seat) {
  return view.played.findLast((/** @type {any} */ play) => play.trick === view.trick && play.seat === seat);
}

/**
 * @param {any} facts
 * @param {boolean} toAct
 * @param {any} view
 */
function doing(facts, toAct, view) {
  if (facts.title) return `${facts.title}${facts.status === 'left' ? ', left' : ''}`;
  if (toAct) return view.top ? 'to act' : 'leads';
  return facts.passed ? 'passed' : '';
}

/**
 * The order of finish; free places stay empty.
 * @param {HTMLElement} list
 * @param {any} view
 * @param {import('./contract.js').BoardContext} context
 */
function drawPlaces(list, view, context) {
  fill(
    list,
    view.seats.map((/** @type {unknown} */ _, /** @type {number} */ place) => {
      const seat = view.seats.find((/** @type {any} */ { rank }) => rank === place + 1);
      const player = seat && context.player(seat.seat);
      return h(
        'li',
        { class: seat ? `seat-${seat.seat % 6}` : 'free' },
        h('span', { class: 'number', text: `${place + 1}.` }),
        player && h('span', { 'aria-hidden': 'true', text: player.shape }),
        h('span', { class: 'name', text: player ? (player.mine ? 'You' : player.name) : '–' }),
        seat && h('span', { class: 'quiet small', text: seat.title }),
        seat &&
          seat.score !== null &&
          h('span', { class: seat.score < 0 ? 'number loss' : 'number gain', text: signed(seat.score) }),
      );
    }),
  );
}

/**
 * @param {HTMLElement} element
 * @param {any} view
 * @param {import('./contract.js').BoardContext} context
 */
function drawDealt(element, view, context) {
  if (element.firstChild) return;
  fill(
    element,
    h('summary', { text: 'The hands as they were dealt' }),
    view.seats.map((/** @type {any} */ { seat, dealt }) => {
      if (!dealt) return null;
      const row = h('div', { class: 'cards' });
      showCards(row, dealt);
      return h('div', null, h('strong', { text: context.player(seat).name }), row);
    }),
  );
}

export default board;
