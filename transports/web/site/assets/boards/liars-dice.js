// Liar's dice: two cups, the own dice open, a bid made of count and face, the challenge as one large control.

import { dress, fill, h, keyed, onlyRead, setText } from '../lib/dom.js';
import { find } from './contract.js';
import { die } from './dice.js';

/** The faces in the order of bids: ones are the highest. */
const FACES = [2, 3, 4, 5, 6, 1];
const FACE_NAMES = ['', 'one', 'two', 'three', 'four', 'five', 'six'];
const PLURALS = ['', 'ones', 'twos', 'threes', 'fours', 'fives', 'sixes'];

/** @type {import('./contract.js').BoardModule} */
const board = {
  create(context) {
    /** @type {import('./contract.js').BoardState | null} */
    let now = null;
    /** @type {number | null} */
    let quantity = null;
    const cups = [0, 1].map((seat) => cup(context, seat));
    const round = h('p', { class: 'liars-round quiet number' });
    const bid = h('div', { class: 'liars-bid' });
    const ladder = h('ol', { class: 'liars-ladder', 'aria-label': 'Bids of this round' });
    const counts = h('div', { class: 'liars-counts', role: 'group', 'aria-label': 'How many dice' });
    const faces = FACES.map((face) =>
      h('button', { type: 'button', class: 'liars-face', on: { click: () => pressFace(face) } }, die(face)),
    );
    const challenge = h('button', {
      type: 'button',
      class: 'primary liars-challenge',
      text: 'Challenge',
      on: { click: pressChallenge },
    });
    const reveal = h('div', { class: 'liars-reveal', hidden: true });
    const last = h('div', { class: 'liars-last' });
    const element = h(
      'div',
      { class: 'board liars' },
      h(
        'div',
        { class: 'liars-table' },
        cups[0]?.element,
        h('div', { class: 'liars-middle' }, round, bid, ladder, reveal),
        cups[1]?.element,
      ),
      h(
        'div',
        { class: 'liars-compose board-bar board-choices', hidden: !context.plays },
        counts,
        h('div', { class: 'liars-faces', role: 'group', 'aria-label': 'Of which face' }, faces),
        challenge,
      ),
      last,
    );

    /** @param {number} wanted */
    function pressCount(wanted) {
      if (!now || now.busy || now.legalActions.length === 0) return context.hint(why(now));
      if (!now.legalActions.some((action) => action['quantity'] === wanted))
        return context.hint('A bid has to be higher than the last one.');
      quantity = wanted;
      draw();
    }

    /** @param {number} face */
    function pressFace(face) {
      if (!now || now.busy) return;
      const action = quantity === null ? undefined : find(now.legalActions, { type: 'bid', quantity, face });
      if (action) {
        quantity = null;
        context.act(action);
      } else if (now.legalActions.length === 0) context.hint(why(now));
      else if (quantity === null) context.hint('Choose how many dice first.');
      else context.hint(`${quantity} ${PLURALS[face]} would not be higher than the last bid.`);
    }

    function pressChallenge() {
      if (!now || now.busy) return;
      const action = find(now.legalActions, { type: 'challenge' });
      if (action) context.act(action);
      else context.hint(now.legalActions.length > 0 ? 'There is no bid to challenge yet.' : why(now));
    }

    function draw() {
      if (!now) return;
      const { view, legalActions } = now;
      const total = view.seats[0].dice + view.seats[1].dice;
      if (quantity !== null && !legalActions.some((action) => action['quantity'] === quantity)) quantity = null;
      // With only one count left there is no choice.
      const bids = new Set(legalActions.filter(({ type }) => type === 'bid').map((action) => action['quantity']));
      if (bids.size === 1) quantity = [...bids][0];
      keyed(
        counts,
        Array.from({ length: total }, (_, place) => place + 1),
        (count) => count,
        (count) =>
          h('button', { type: 'button', class: 'number', text: count, on: { click: () => pressCount(count) } }),
        (button, count) =>
          dress(button, {
            'aria-pressed': String(count === quantity),
            'aria-disabled': !bids.has(count),
            'aria-label': `${count} ${count === 1 ? 'die' : 'dice'}`,
          }),
      );
      faces.forEach((button, place) => {
        const face = FACES[place] ?? 1;
        const legal = quantity !== null && Boolean(find(legalActions, { type: 'bid', quantity, face }));
        dress(button, {
          'aria-disabled': !legal,
          'aria-label': quantity === null ? FACE_NAMES[face] : `Bid ${words(quantity, face)}`,
        });
      });
      dress(challenge, { 'aria-disabled': !find(legalActions, { type: 'challenge' }) });
    }

    return {
      element,
      update(state) {
        now = state;
        const { view } = state;
        cups.forEach((each) => each.update(state));
        const sent = state.pending?.type === 'bid' ? [{ ...state.pending, seat: context.mySeat }] : [];
        const bids = [...view.bids, ...sent];
        const latest = bids.at(-1);
        fill(
          bid,
          latest
            ? [
                h('span', { class: 'liars-quantity number', text: `${latest.quantity} ×` }),
                die(latest.face),
                onlyRead(words(latest.quantity, latest.face)),
              ]
            : h('span', { class: 'quiet', text: 'No bid yet' }),
        );
        keyed(
          ladder,
          bids.slice(-4),
          (_, place) => `${view.round}.${bids.length - Math.min(4, bids.length) + place}`,
          (/** @type {any} */ each) =>
            h(
              'li',
              { class: `seat-${each.seat}` },
              h('span', { text: `${context.player(each.seat).name}: ${words(each.quantity, each.face)}` }),
            ),
        );
        // The end of the round is in the middle until the next one has begun.
        const ended = Boolean(view.lastRound) && (bids.length === 0 || state.terminal);
        setText(round, `Round ${view.round}`);
        round.hidden = state.terminal;
        bid.hidden = ended;
        ladder.hidden = ended;
        reveal.hidden = !ended;
        fill(reveal, ended ? lastRound(view.lastRound, context) : null);
        fill(last, ended ? null : lastRound(view.lastRound, context));
        draw();
      },
    };
  },

  whole: true,
  seated: true,

  label: (action) => (action.type === 'bid' ? `Bid ${words(action['quantity'], action['face'])}` : 'Challenge'),

  prompt: ({ view }) =>
    view.bids.length === 0
      ? 'Your move: open with a bid, how many dice of a face. Ones are wild.'
      : 'Your move: bid higher, or challenge. Ones are wild.',

  news({ type, label, data }) {
    if (type !== 'revealed') return null;
    const hands = data.hands.map(
      (/** @type {number[]} */ dice, /** @type {number} */ seat) => `seat ${seat} shows ${dice.join(' ')}`,
    );
    return `${hands.join(', ').replace('seat', 'Seat')}. ${label}`;
  },
};

/** @param {import('./contract.js').BoardState | null} state */
function why(state) {
  return state?.terminal ? 'The game is over.' : 'It is not your move.';
}

/**
 * @param {number} quantity
 * @param {number} face
 */
function words(quantity, face) {
  return `${quantity} ${quantity === 1 ? FACE_NAMES[face] : PLURALS[face]}`;
}

/**
 * A player's dice: open if the viewer may see them.
 * @param {import('./contract.js').BoardContext} context
 * @param {number} seat
 */
function cup(context, seat) {
  const name = h('p', { class: `liars-name seat-${seat}` });
  const dice = h('div', { class: 'liars-dice' });
  return {
    element: h('div', { class: 'liars-cup' }, name, dice),
    /** @param {import('./contract.js').BoardState} state */
    update({ view }) {
      const player = context.player(seat);
      const facts = view.seats[seat];
      const hand = facts.hand ?? (seat === context.mySeat ? view.hand : null) ?? Array(facts.dice).fill(null);
      setText(name, `${player.shape} ${player.name}`);
      const key = JSON.stringify([view.round, hand]);
      if (dice.dataset['hand'] === key) return;
      dice.dataset['hand'] = key;
      const known = hand.every((/** @type {number | null} */ face) => face !== null);
      fill(
        dice,
        onlyRead(known ? `dice: ${hand.join(', ')}` : `${hand.length} hidden ${hand.length === 1 ? 'die' : 'dice'}`),
        hand.map((/** @type {number | null} */ face) => die(face)),
      );
    },
  };
}

/**
 * The end of the last challenge: both hands, with the counted dice marked.
 * @param {any} round
 * @param {import('./contract.js').BoardContext} context
 */
function lastRound(round, context) {
  if (!round) return null;
  const { hands, bid, challenger, count, loser } = round;
  const counts = (/** @type {number} */ face) => face === bid.face || face === 1;
  return [
    h('h2', { text: `How round ${round.round} ended` }),
    h('p', {
      text: `${context.player(challenger).name} challenged ${words(bid.quantity, bid.face)}. There ${count === 1 ? 'was' : 'were'} ${count}: ${context.player(loser).name} lost a die.`,
    }),
    hands.map((/** @type {number[]} */ hand, /** @type {number} */ seat) =>
      h(
        'p',
        { class: 'liars-dice' },
        h('span', { class: `liars-name seat-${seat}`, 'aria-hidden': 'true', text: context.player(seat).shape }),
        onlyRead(`${context.player(seat).name}: ${hand.join(', ')}`),
        hand.map((face) => die(face, counts(face) ? 'counted' : '')),
      ),
    ),
  ];
}

export default board;
