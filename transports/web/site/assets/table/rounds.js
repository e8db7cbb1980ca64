// Rounds against the house, one after the other in the same place, with a row of their results.

import { h, keyed, setAttribute, setText } from '../lib/dom.js';
import { number, signed } from '../lib/format.js';
import { go } from '../lib/router.js';

/** How many results are kept. */
const KEPT = 30;

/**
 * The rounds that follow each other: those that have ended, and the table of the present one. They last as long as the tab.
 * @typedef {{ present: string, practice: boolean, past: Past[] }} Rounds
 * @typedef {{ id: string, fact: string, result: string, score: number }} Past
 */

/** @returns {Rounds | null} */
function stored() {
  try {
    return JSON.parse(sessionStorage.getItem('turnstone.rounds') ?? 'null');
  } catch {
    return null;
  }
}

/** @param {Rounds} rounds */
function store(rounds) {
  try {
    sessionStorage.setItem('turnstone.rounds', JSON.stringify(rounds));
  } catch {
    // Without storage there is no row of results.
  }
}

/**
 * Opens the next round in the place of a finished one.
 * @param {string} id the finished table
 * @param {() => Promise<string>} open opens a table and gives its id
 */
export async function nextRound(id, open) {
  const present = await open();
  const rounds = stored();
  if (rounds?.present === id) store({ ...rounds, present });
  await go(`/tables/${present}`, { replace: true, stay: true });
  // On a phone the button is below the board.
  document.querySelector('.state-bar')?.scrollIntoView({ block: 'nearest' });
}

/**
 * Stores the result of a finished table against the house.
 * @param {Api.TableView} table
 * @param {Api.GameEvent[]} events
 */
function note({ id, practice, mySeat, state }, events) {
  const mine = state.outcome?.find(({ seat }) => seat === mySeat);
  if (!mine) return;
  const rounds = stored();
  const before = rounds?.present === id ? rounds.past : [];
  if (before.some((past) => past.id === id)) return;
  const past = { id, fact: factOf(events), result: mine.result, score: mine.score };
  store({ present: id, practice, past: [...before, past].slice(-KEPT) });
}

/**
 * The fact that identifies a round: the number of the wheel, the winning side of the coup.
 * @param {Api.GameEvent[]} events
 */
function factOf(events) {
  const data = events.findLast(({ type }) => type === 'spin' || type === 'coup')?.data;
  return data?.colour ? `${data.number} ${data.colour}` : (data?.winner ?? '');
}

/** The row of results, newest first. */
export function pastRounds() {
  const sum = h('p', { class: 'quiet small number' });
  const list = h('ol', { class: 'past-rounds', reversed: true, 'aria-label': 'Past rounds, newest first' });
  const element = h('section', { class: 'rounds', 'aria-label': 'Past rounds', hidden: true }, sum, list);
  return {
    element,
    /**
     * @param {Api.TableView} table
     * @param {Api.GameEvent[]} events
     * @param {boolean} alone whether only the house plays with the viewer
     */
    update(table, events, alone) {
      if (alone && table.state.terminal && table.status === 'settled') note(table, events);
      const rounds = stored();
      const past = rounds?.present === table.id ? rounds.past : [];
      element.hidden = past.length === 0;
      if (element.hidden) return;
      const won = past.reduce((total, { score }) => total + score, 0);
      const count = `${number(past.length)} ${past.length === 1 ? 'round' : 'rounds'}`;
      setText(sum, table.practice ? count : `${count}: ${signed(won)} chips`);
      keyed(
        list,
        [...past].reverse(),
        ({ id }) => id,
        ({ id }) => h('li', null, h('a', { href: `/tables/${id}/replay` })),
        (item, round) => draw(item.firstElementChild, round, table.practice),
      );
    },
  };
}

/** @type {Record<string, string>} */
const WORDS = { win: 'won', loss: 'lost', draw: 'draw' };

/**
 * @param {HTMLElement} link
 * @param {Past} round
 * @param {boolean} practice
 */
function draw(link, { fact, result, score }, practice) {
  const word = WORDS[result] ?? result;
  const text = practice || score === 0 ? word : signed(score);
  setText(link, fact === '' ? text : `${fact} · ${text}`);
  setAttribute(link, 'class', result);
}
