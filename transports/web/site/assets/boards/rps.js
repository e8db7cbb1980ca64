// Rock, paper, scissors: three shapes to choose, the last throw shown at once, the score by throws.

import { dress, fill, h, keyed, onlyRead, setText, svg } from '../lib/dom.js';
import { find } from './contract.js';

/** @typedef {'rock' | 'paper' | 'scissors'} Hand */

/** @type {Hand[]} */
const HANDS = ['rock', 'paper', 'scissors'];

/** @type {import('./contract.js').BoardModule} */
const board = {
  create(context) {
    /** @type {import('./contract.js').BoardState | null} */
    let now = null;
    const sides = [0, 1].map((seat) => side(context, seat));
    const score = h('p', { class: 'rps-throw number' });
    const choices = HANDS.map((hand) =>
      h(
        'button',
        { type: 'button', class: 'rps-choice', on: { click: () => press(hand) } },
        drawing(hand),
        h('span', { text: hand }),
      ),
    );
    const past = h('ol', { class: 'rps-past', 'aria-label': 'Throws so far' });
    const element = h(
      'div',
      { class: 'board rps' },
      h('div', { class: 'rps-table' }, sides[0]?.element, score, sides[1]?.element),
      h('div', { class: 'rps-choices board-bar board-choices', role: 'group', 'aria-label': 'Your hand' }, choices),
      past,
    );

    /** @param {Hand} hand */
    function press(hand) {
      if (!now || now.busy) return;
      const action = find(now.legalActions, { type: 'throw', hand });
      if (action) context.act(action);
      else if (now.terminal) context.hint('The game is over.');
      else if (context.mySeat < 0) context.hint('You are watching.');
      else context.hint('You have chosen. Now the other player has to choose.');
    }

    return {
      element,
      update(state) {
        now = state;
        const { view } = state;
        const latest = view.throws.at(-1);
        sides.forEach((each) => each.update(view, latest, state));
        setText(score, state.terminal ? 'The end' : `Throw ${view.throws.length + 1} of at most ${view.maxThrows}`);
        choices.forEach((button, place) => {
          const hand = HANDS[place] ?? 'rock';
          const legal = Boolean(find(state.legalActions, { type: 'throw', hand }));
          dress(button, {
            'aria-disabled': !legal,
            'aria-pressed': String((state.pending?.['hand'] ?? view.hand) === hand),
          });
        });
        keyed(
          past,
          view.throws,
          (_, place) => place,
          (each, place) => pastThrow(each, place, context),
        );
      },
    };
  },

  whole: true,
  seated: true,

  label: (action) => `Throw ${action['hand']}`,

  prompt: () => 'Your move: rock, paper or scissors.',

  news: ({ type, label, data }) =>
    type === 'thrown' ? `Seat 0 shows ${data.hands[0]}, seat 1 shows ${data.hands[1]}. ${label}` : null,
};

/**
 * One player's side: the name, the wins, the hand.
 * @param {import('./contract.js').BoardContext} context
 * @param {number} seat
 */
function side(context, seat) {
  const name = h('p', { class: `rps-name seat-${seat}` });
  const wins = h('p', { class: 'rps-wins' });
  const hand = h('div', { class: `rps-hand seat-${seat}` });
  const says = h('p', { class: 'rps-says quiet' });
  return {
    element: h('div', { class: 'rps-side' }, name, wins, hand, says),
    /**
     * @param {any} view
     * @param {any} latest the last throw, undefined before the first is over
     * @param {import('./contract.js').BoardState} state
     */
    update(view, latest, state) {
      const player = context.player(seat);
      const facts = view.seats[seat];
      setText(name, `${player.shape} ${player.name}`);
      fill(
        wins,
        onlyRead(`${facts.wins} of ${view.toWin} throws won`),
        h('span', {
          'aria-hidden': 'true',
          text: '★'.repeat(facts.wins) + '☆'.repeat(Math.max(0, view.toWin - facts.wins)),
        }),
      );
      const own = seat === context.mySeat && !state.terminal ? (state.pending?.['hand'] ?? view.hand) : null;
      const shown = facts.hand ?? own ?? (latest ? latest.hands[seat] : null);
      // The last throw stays visible while the next one is chosen.
      const past = !state.terminal && !own && !facts.hand && Boolean(shown);
      const won = Boolean(latest) && latest.winner === seat && shown === latest.hands[seat];
      dress(hand, { class: `rps-hand seat-${seat}${won ? ' won' : ''}${past ? ' past' : ''}` });
      setText(says, state.terminal ? '' : facts.ready || own ? 'has chosen' : 'chooses');
      const key = `${shown} ${own ? 'now' : view.throws.length} ${past}`;
      if (hand.dataset['shown'] === key) return;
      hand.dataset['shown'] = key;
      fill(hand, shown ? [drawing(shown), h('span', { text: past ? `last: ${shown}` : shown })] : null);
    },
  };
}

/**
 * @param {any} each
 * @param {number} place
 * @param {import('./contract.js').BoardContext} context
 */
function pastThrow({ hands, winner }, place, context) {
  const result = winner === null ? 'tied, thrown again' : `${context.player(winner).name} wins`;
  return h('li', null, h('span', { class: 'quiet', text: `${place + 1}. ` }), `${hands[0]} and ${hands[1]}: ${result}`);
}

/** @param {Hand} hand */
function drawing(hand) {
  const shapes = {
    rock: [
      svg('path', { d: 'M14 58C12 36 30 18 52 20c20 0 36 16 34 38-2 16-16 24-36 24S16 74 14 58z' }),
      svg('path', { class: 'crease', d: 'M34 44c6-8 14-10 22-8M62 62c6-2 10-6 12-12' }),
    ],
    paper: [
      svg('path', { d: 'M24 14h40l14 14v58H24z' }),
      svg('path', { class: 'crease', d: 'M64 14v14h14M34 44h34M34 56h34M34 68h24' }),
    ],
    scissors: [
      svg('path', { class: 'blade', d: 'M30 70 72 14M70 70 28 14' }),
      svg('circle', { class: 'ring', cx: 26, cy: 78, r: 11 }),
      svg('circle', { class: 'ring', cx: 74, cy: 78, r: 11 }),
    ],
  };
  return svg('svg', { viewBox: '0 0 100 100', class: 'rps-shape', 'aria-hidden': 'true' }, shapes[hand]);
}

export default board;
