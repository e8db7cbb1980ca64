// Mancala: the viewer's own pits are the lower row and are sown to the right, into the store at that end.

import { classes, dress, h, setText, svg } from '../lib/dom.js';
import { arrowKeys, find, rove, whyNot } from './contract.js';

const PITS = 6;
/** The maximum number of stones that are drawn one by one; more are a number. */
const DRAWN = 12;
/** Milliseconds between two stones of a sowing. */
const BEAT = 45;
/** Beats between two sowings. */
const REST = 4;

/**
 * A pit's number as it is drawn and pressed: from 1, in the order in which its owner sows.
 * @param {number} pit
 */
const numberOf = (pit) => pit + 1;

/** A place on the board: a pit of a seat, or its store as pit 6. @typedef {{ seat: number, pit: number }} Place */

/** @type {import('./contract.js').BoardModule} */
const board = {
  create(context) {
    /** @type {import('./contract.js').BoardState | null} */
    let now = null;
    const near = context.mySeat === 1 ? 1 : 0;
    const far = 1 - near;
    const pits = [0, 1].map((seat) =>
      Array.from({ length: PITS }, (_, pit) =>
        h(
          'button',
          { class: 'pit', type: 'button', data: { number: numberOf(pit) }, on: { click: () => press(seat, pit) } },
          seedsDrawing(),
          h('span', { class: 'count number' }),
        ),
      ),
    );
    const stores = [0, 1].map((seat) =>
      h('div', { class: `store seat-${seat}`, role: 'img' }, seedsDrawing(), h('span', { class: 'count number' })),
    );
    const names = [0, 1].map((seat) => h('p', { class: `side-name seat-${seat} ${seat === near ? 'near' : 'far'}` }));
    const nearPits = /** @type {HTMLButtonElement[]} */ (pits[near]);
    /** The far side's pits from left to right. */
    const farPits = /** @type {HTMLButtonElement[]} */ ([...(pits[far] ?? [])].reverse());
    const flight = h('div', { class: 'flight', 'aria-hidden': 'true' });
    const lastLine = h('p', { class: 'mancala-last quiet' });
    const reminder = h('p', {
      class: 'mancala-reminder quiet small',
      hidden: !context.plays,
      text: 'Last stone in your own store: you move again. Last stone in your own empty pit: it captures.',
    });
    const grid = h(
      'div',
      { class: 'mancala-pits', role: 'grid', 'aria-label': 'Pits: above the other side, below the near side' },
      [farPits, nearPits].map((line, row) =>
        h(
          'div',
          { class: `grid-row ${row === 0 ? 'far' : 'near'}`, role: 'row' },
          line.map((pit) => h('div', { role: 'gridcell' }, pit)),
        ),
      ),
    );
    const wood = h('div', { class: 'mancala-wood' }, stores[far], grid, stores[near], flight);
    stores[far]?.classList.add('far');
    stores[near]?.classList.add('near');
    const element = h('div', { class: 'board mancala' }, names[far], wood, names[near], lastLine, reminder);
    const rows = () =>
      turned(wood) ? nearPits.map((pit, at) => [pit, /** @type {any} */ (farPits[at])]) : [farPits, nearPits];
    arrowKeys(grid, rows);
    rove([...nearPits, ...farPits]);
    for (const type of ['pointerover', 'focusin']) grid.addEventListener(type, (event) => aim(event.target));
    for (const type of ['pointerleave', 'focusout']) grid.addEventListener(type, () => aim(null));

    /**
     * @param {number} seat
     * @param {number} pit
     */
    function press(seat, pit) {
      if (!now || now.busy) return;
      const mine = seat === context.mySeat;
      const action = mine ? find(now.legalActions, { type: 'sow', pit }) : undefined;
      if (action) context.act(action);
      else context.hint(whyNot(now, context, mine ? 'This pit is empty.' : 'You sow from the pits on your own side.'));
    }

    /** @param {Place} place */
    const elementAt = ({ seat, pit }) => /** @type {HTMLElement} */ (pit === PITS ? stores[seat] : pits[seat]?.[pit]);

    /**
     * Marks where the last stone of a pit would fall.
     * @param {EventTarget | null} target
     */
    function aim(target) {
      const pressed = target instanceof Element ? target.closest('.pit.legal') : null;
      for (const marked of wood.querySelectorAll('.lands')) marked.classList.remove('lands');
      const pit = nearPits.indexOf(/** @type {any} */ (pressed));
      if (!now || pit < 0) return;
      const path = way(near, pit, now.view.seats[near].pits[pit]);
      const end = path.at(-1);
      if (end) elementAt(end).classList.add('lands');
    }

    return {
      element,
      update(state) {
        const again = now?.view === state.view;
        now = state;
        const { seats, last } = state.view;
        for (const seat of [0, 1]) {
          const player = context.player(seat);
          const whose = player.mine ? 'your' : `${player.name}’s`;
          setText(
            /** @type {HTMLElement} */ (names[seat]),
            `${player.shape} ${player.mine ? 'Your side' : player.name}`,
          );
          pits[seat]?.forEach((button, pit) => {
            const count = seats[seat].pits[pit];
            const legal = seat === context.mySeat && Boolean(find(state.legalActions, { type: 'sow', pit }));
            const sent = seat === context.mySeat && state.pending?.['pit'] === pit;
            const sown = last?.seat === seat && last.pit === pit;
            const facts = [
              `${whose} pit ${numberOf(pit)}`,
              count === 1 ? '1 stone' : `${count} stones`,
              legal && `playable, the last stone falls into ${placeName(way(seat, pit, count).at(-1), seat)}`,
              sown && 'sown last',
            ];
            dress(button, {
              class: classes('pit', `seat-${seat}`, legal && 'legal', sown && 'sown', sent && 'sent'),
              'aria-label': facts.filter(Boolean).join(', '),
              'aria-disabled': !legal,
            });
            drawSeeds(button, count);
          });
          const store = /** @type {HTMLElement} */ (stores[seat]);
          const winner = state.outcome.some((entry) => entry.seat === seat && entry.result === 'win');
          dress(store, {
            'aria-label': `${whose} store, ${seats[seat].store} stones${winner ? ', the winner' : ''}`,
          });
          store.classList.toggle('won', winner);
          drawSeeds(store, seats[seat].store);
        }
        setText(lastLine, tellLast(last, context));
        aim(grid.contains(document.activeElement) ? document.activeElement : null);
        if (!again && !context.still()) fly(flight, wood, sowings(state.events), elementAt);
      },
    };
  },

  whole: true,
  seated: true,
  digit: (action) => String(numberOf(action['pit'])),

  label(action, view) {
    const stones = view.seats[view.toAct[0]]?.pits[action['pit']];
    return `Pit ${numberOf(action['pit'])}${stones === undefined ? '' : ` (${stones})`}`;
  },

  prompt: () => 'Your move: sow the stones of one of your pits.',

  reveal({ view, events }) {
    // During the game the stones fly while the next pit is chosen.
    if (view.phase !== 'over') return [];
    const beats = sowings(events).reduce((sum, path) => sum + path.length + REST, 0);
    return beats === 0 ? [] : [{ view, events: events.length - 1, lasts: beats * BEAT, says: 'The stones are sown.' }];
  },

  news: ({ type, seat, data }) => (type === 'sown' ? `Seat ${seat} sows pit ${numberOf(data.pit)}` : null),
};

/**
 * The places on which the stones of a pit fall, in order.
 * @param {number} seat
 * @param {number} pit
 * @param {number} stones
 * @returns {Place[]}
 */
function way(seat, pit, stones) {
  return Array.from({ length: stones }, (_, nth) => {
    const at = (pit + 1 + nth) % (2 * PITS + 1);
    return at <= PITS ? { seat, pit: at } : { seat: 1 - seat, pit: at - PITS - 1 };
  });
}

/**
 * @param {Place | undefined} place
 * @param {number} seat the seat that sows
 */
function placeName(place, seat) {
  if (!place) return 'nothing';
  const side = place.seat === seat ? 'your' : 'the other’s';
  return place.pit === PITS ? `${side} store` : `${side} pit ${numberOf(place.pit)}`;
}

/**
 * @param {Api.GameEvent[]} events
 */
function sowings(events) {
  return events.filter(({ type }) => type === 'sown').map(({ seat, data }) => way(seat ?? 0, data.pit, data.stones));
}

/**
 * @param {any} last
 * @param {import('./contract.js').BoardContext} context
 */
function tellLast(last, context) {
  if (!last) return '';
  const { name } = context.player(last.seat);
  return `${name} sowed pit ${numberOf(last.pit)}${last.captured > 0 ? ` and captured ${last.captured} stones` : ''}.`;
}

/** Whether the board stands upright, as on narrow screens. @param {HTMLElement} wood */
function turned(wood) {
  return getComputedStyle(wood).getPropertyValue('--turned').trim() === '1';
}

function seedsDrawing() {
  return svg('svg', { viewBox: '-50 -50 100 100', class: 'seeds', 'aria-hidden': 'true' });
}

/**
 * Draws a heap of stones, always the same for the same count, with its number.
 * @param {HTMLElement} host
 * @param {number} count
 */
function drawSeeds(host, count) {
  const [drawing, number] = /** @type {any} */ (host.children);
  setText(number, String(count));
  const wanted = Math.min(count, DRAWN);
  while (drawing.children.length > wanted) drawing.lastElementChild.remove();
  for (let nth = drawing.children.length; nth < wanted; nth += 1) {
    // The golden angle keeps any number of stones apart.
    const reach = 12.6 * Math.sqrt(nth);
    const angle = nth * 2.399963;
    drawing.append(
      svg('circle', { cx: (reach * Math.cos(angle)).toFixed(1), cy: (reach * Math.sin(angle)).toFixed(1), r: 7 }),
    );
  }
}

/**
 * Stones fly from a pit to where they fall, one sowing after the other. The board below already shows the result.
 * @param {HTMLElement} flight
 * @param {HTMLElement} wood
 * @param {Place[][]} paths
 * @param {(place: Place) => HTMLElement} elementAt
 */
function fly(flight, wood, paths, elementAt) {
  flight.replaceChildren();
  const frame = wood.getBoundingClientRect();
  /** @param {Place} place */
  const middle = (place) => {
    const box = elementAt(place).getBoundingClientRect();
    return { x: box.left + box.width / 2 - frame.left, y: box.top + box.height / 2 - frame.top };
  };
  let beat = 0;
  for (const path of paths) {
    const first = path[0];
    if (!first) continue;
    const from = middle(first.pit === 0 ? first : { seat: first.seat, pit: first.pit - 1 });
    for (const place of path) {
      const to = middle(place);
      const seed = h('span', {
        class: 'seed',
        style: {
          left: `${to.x}px`,
          top: `${to.y}px`,
          '--dx': `${from.x - to.x}px`,
          '--dy': `${from.y - to.y}px`,
          'animation-delay': `${beat * BEAT}ms`,
        },
      });
      seed.addEventListener('animationend', () => seed.remove());
      flight.append(seed);
      beat += 1;
    }
    beat += REST;
  }
}

export default board;
