// The clock of a turn: `<turn-clock>`. The turn's own time runs down first, then visibly the reserve behind it. The last
// twenty seconds of both are marked, also without colour; with them comes the event `soon`.

import { serverNow } from '../lib/api.js';
import { duration } from '../lib/format.js';

const SOON = 20_000;
/** From when on a clock is shown for which no other player waits, in milliseconds. */
const LATE = 60_000;

/**
 * The times of a clock.
 * @typedef {object} Time
 * @property {number | null | undefined} until when the turn ends, with all of the reserve, in epoch milliseconds; without
 * it nothing runs
 * @property {number} [reserve] milliseconds of it that follow the turn's own time
 * @property {boolean | undefined} [late] no other player waits: only the last minute is shown
 */

/**
 * What a clock shows: the turn and then the reserve, or one of them.
 * @typedef {'both' | 'turn' | 'reserve'} Part
 */

class TurnClock extends HTMLElement {
  /** @type {Part} */
  tells = 'both';
  /** @type {Time} */
  #time = { until: null };
  #timer = 0;

  /** @param {Time} time */
  set time(time) {
    this.#time = time;
    this.#tick();
  }

  connectedCallback() {
    this.classList.add('number');
    this.setAttribute('role', 'timer');
    this.#tick();
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
  }

  #tick() {
    clearTimeout(this.#timer);
    const { until = null, reserve = 0, late = false } = this.#time;
    const left = until === null ? null : Math.max(0, until - serverNow());
    const early = late && left !== null && left > LATE;
    const text = this.isConnected && !early ? words(this.tells, left, reserve) : '';
    if (this.textContent !== text) this.textContent = text;
    const soon = left !== null && left < SOON;
    if (soon && !this.hasAttribute('data-soon')) this.dispatchEvent(new Event('soon'));
    this.toggleAttribute('data-soon', soon);
    if (left !== null && left > 0 && this.isConnected)
      this.#timer = setTimeout(() => this.#tick(), (left - reserve > 0 ? left - reserve : left) % 1000 || 1000);
  }
}

/**
 * @param {Part} part
 * @param {number | null} left until the end of both
 * @param {number} reserve
 */
function words(part, left, reserve) {
  const behind = `reserve ${duration(Math.min(reserve, left ?? reserve))}`;
  if (part === 'reserve') return reserve > 0 ? behind : '';
  if (left === null) return '';
  const turn = Math.max(0, left - reserve);
  return part === 'both' && turn === 0 && reserve > 0 ? behind : duration(turn);
}

customElements.define('turn-clock', TurnClock);

/**
 * @param {Part} [part]
 * @returns {HTMLElement & { time: Time }}
 */
export function turnClock(part = 'both') {
  const clock = /** @type {TurnClock} */ (document.createElement('turn-clock'));
  clock.tells = part;
  return /** @type {any} */ (clock);
}

/**
 * The time that runs at a table: the viewer's turn if it is their move, otherwise the turn of the seat to move.
 * @param {{ mySeat: number, practice?: boolean, state: Pick<Api.TableState, 'view' | 'terminal'> & Partial<Api.TableState> }} table
 * @returns {Time}
 */
export function timeOf({ state, mySeat, practice }) {
  if (state.terminal) return { until: null };
  const toAct = state.view?.toAct ?? [];
  const seat = toAct.includes(mySeat) ? mySeat : toAct[0];
  return { until: state.turnDeadlineAt, late: practice, reserve: seat === undefined ? 0 : state.bankMs?.[seat] };
}
