// What the page shows of a table. It is the live table, except while a result is revealed: then it is one step after the
// other that leads to it, and everything on the page (the sentence, the log, sounds, the end) follows what is shown.

/** How long the steps of one change may take together, in milliseconds. */
const LONGEST = 3_000;
/** Beyond this number of steps the page is far behind: it shows the present. */
const BEHIND = 20;

/** @typedef {import('../boards/contract.js').Step & { until: number }} Next `until`: how many events are told with it */

/** Event: `change` (the table, its events or its messages). */
export class Shown extends EventTarget {
  /** @type {import('../boards/contract.js').BoardModule | null} */
  #module = null;
  /** The steps to come. @type {Next[]} */
  #steps = [];
  /** The step that is shown now. @type {Next | null} */
  #step = null;
  #timer = 0;
  /** How many events the steps are made of. */
  #known = 0;
  /** The view to which the steps lead. @type {any} */
  #view = null;

  /**
   * @param {import('./live.js').LiveTable} live
   * @param {() => boolean} still whether nothing moves
   */
  constructor(live, still) {
    super();
    this.live = live;
    this.still = still;
    this.signal = live.signal;
    live.addEventListener('change', () => this.#take());
    live.signal.addEventListener('abort', () => clearTimeout(this.#timer));
  }

  /** Whether a result is being revealed. */
  get revealing() {
    return this.#step !== null;
  }

  /** What happens meanwhile, as a sentence. */
  get says() {
    return this.#step?.says ?? '';
  }

  /** The input is locked. */
  get busy() {
    return this.live.busy || this.revealing;
  }

  /** @type {Api.TableView | null} */
  get table() {
    const { table } = this.live;
    if (!table || !this.#step) return table;
    const { view } = this.#step;
    const state = { ...table.state, view, terminal: false, yourTurn: false, legalActions: [] };
    delete state.outcome;
    delete state.turnDeadlineAt;
    return { ...table, status: 'playing', state };
  }

  /** The events that have been shown. */
  get events() {
    return this.#step ? this.live.events.slice(0, this.#step.until) : this.live.events;
  }

  /**
   * From now on results are revealed as this game does it; first what the deal itself has ended.
   * @param {import('../boards/contract.js').BoardModule} module
   */
  open(module) {
    const { table, events } = this.live;
    this.#module = module;
    this.#known = events.length;
    this.#view = table?.state.view;
    if (table?.state.plies === 0) this.#add(this.#view, null, events, 0);
    this.#next();
  }

  /** Shows at once what is still to be revealed. */
  skip() {
    if (!this.revealing) return;
    this.#steps = [];
    this.#next();
  }

  #take() {
    const { table, events } = this.live;
    const view = table?.state.view;
    const [before, known] = [this.#view, this.#known];
    this.#known = events.length;
    this.#view = view;
    if (before && view && events.length > known) this.#add(view, before, events.slice(known), known);
    if (this.#steps.length > BEHIND) this.#steps = [];
    if (this.revealing) this.#tell();
    else this.#next();
  }

  /**
   * @param {any} view
   * @param {any} before
   * @param {Api.GameEvent[]} fresh
   * @param {number} known how many events there were before them
   */
  #add(view, before, fresh, known) {
    // A hidden page shows the present when somebody looks again.
    if (!this.#module?.reveal || this.still() || document.hidden) return;
    const steps = this.#module.reveal({ view, before, events: fresh });
    const whole = steps.reduce((sum, { lasts }) => sum + lasts, 0);
    const pace = Math.min(1, LONGEST / whole);
    this.#steps.push(...steps.map((step) => ({ ...step, lasts: step.lasts * pace, until: known + step.events })));
  }

  #next() {
    clearTimeout(this.#timer);
    this.#step = this.#steps.shift() ?? null;
    if (this.#step) this.#timer = setTimeout(() => this.#next(), this.#step.lasts);
    this.#tell();
  }

  #tell() {
    this.dispatchEvent(new Event('change'));
  }
}
