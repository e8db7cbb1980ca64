// A clock that runs down to a deadline: `<turn-clock>`. The last ten seconds are marked, also without colour.

import { serverNow } from '../lib/api.js';
import { duration } from '../lib/format.js';

const SOON = 10_000;

class TurnClock extends HTMLElement {
  /** @type {number | null} */
  #until = null;
  #timer = 0;

  /** @param {number | null | undefined} until epoch milliseconds; nothing is shown without */
  set until(until) {
    this.#until = until ?? null;
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
    if (this.#until === null || !this.isConnected) {
      this.textContent = '';
      this.toggleAttribute('data-soon', false);
      return;
    }
    const left = this.#until - serverNow();
    const text = duration(left);
    if (this.textContent !== text) this.textContent = text;
    this.toggleAttribute('data-soon', left < SOON);
    if (left > 0) this.#timer = setTimeout(() => this.#tick(), left % 1000 || 1000);
  }
}

customElements.define('turn-clock', TurnClock);

/** @returns {HTMLElement & { until: number | null | undefined }} */
export function turnClock() {
  return /** @type {any} */ (document.createElement('turn-clock'));
}
