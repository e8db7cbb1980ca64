// The interface of a board: one module per game draws its view and turns input into actions. This file has the types
// and shared code; index.js lists the boards.

/**
 * The player of a seat: a name that is unique at this table, a shape and a colour (`var(--seat-N)`).
 * @typedef {{ seat: number, name: string, shape: string, mine: boolean }} Player
 */

/**
 * The environment of a board.
 * @typedef {object} BoardContext
 * @property {(action: Api.Action) => void} act sends one element of `legalActions`; ignored while another one is pending
 * @property {(seat: number) => Player} player
 * @property {number} mySeat the viewer's seat, -1 for a spectator
 * @property {boolean} plays whether the viewer plays here: only then are there controls; a replay has none
 * @property {(text: string) => void} hint shows a sentence: why a control does not react
 * @property {(text: string) => void} announce announces a text that no event contains to screen readers
 * @property {() => boolean} still whether animations are off
 * @property {() => Api.GameEvent[]} [past] all events so far, in order; without it, only those of each state are known
 */

/**
 * The state of a board. `view` is the game's own object; the page of the game's rules describes its members.
 * @typedef {object} BoardState
 * @property {any} view
 * @property {Api.Action[]} legalActions empty when it is not the viewer's turn, and in a replay
 * @property {boolean} terminal
 * @property {Api.OutcomeEntry[]} outcome empty while the game runs
 * @property {Api.GameEvent[]} events the events since the state drawn before, in order; empty on the first drawing
 * @property {boolean} busy the input is locked: controls keep their look and do not act
 * @property {Api.Action | null} [pending] the viewer's action that is sent and not answered yet: its certain effects are
 * drawn at once
 */

/**
 * A board on the page. `update` is called with every new state, the first one too; it keeps elements, so that the focus
 * stays and changes can be animated.
 * @typedef {{ element: HTMLElement, update: (state: BoardState) => void, destroy?: () => void }} Board
 */

/**
 * A game's module: `create` makes a board; `label` is the text of an action, as on its button; `prompt` is one sentence
 * with the viewer's task (by default: "Your move."); `question` is the confirmation before an action that risks much (over
 * half of the viewer's chips), from any control; `news` is an event's text with the facts that its label lacks, in the form
 * of a label ("Seat 1 turns card 24: bell"), or null if the label has them all; `reveal` are the steps that lead to a
 * result, one after the other, before the page shows it; `cost` is a sentence about
 * what giving up costs a seat now, or null if it cannot give up; without it, the game and the stake are lost. With `whole`, the board has a control for
 * every action, and no list of actions is drawn; `digit` is the digit on which the board acts while it has the focus.
 * @typedef {object} BoardModule
 * @property {(context: BoardContext) => Board} create
 * @property {(action: Api.Action, view: any) => string} label
 * @property {(state: BoardState) => string} [prompt]
 * @property {boolean} [whole]
 * @property {boolean} [seated] the board draws the players: they are not drawn a second time above it
 * @property {(action: Api.Action) => string | null} [digit]
 * @property {(view: any, seat: number) => string} [facts] the text below a player's name above the board
 * @property {(action: Api.Action, state: BoardState) => { title: string, text: string, yes: string } | null} [question]
 * @property {(event: Api.GameEvent) => string | null} [news]
 * @property {(change: Change) => Step[]} [reveal]
 * @property {(view: any, seat: number) => string | null} [cost]
 */

/**
 * A new view, the one before (null: the table has just been dealt), and the events between them.
 * @typedef {{ view: any, before: any, events: Api.GameEvent[] }} Change
 */

/**
 * A step on the way to a result.
 * @typedef {object} Step
 * @property {any} view what the board draws
 * @property {number} events how many of the new events are told with it, counted from the first one
 * @property {number} lasts in milliseconds
 * @property {string} says what happens, as a sentence
 */

/** A seat's shape, so that colour alone never distinguishes players. */
export const SHAPES = ['●', '▲', '■', '◆', '★', '⬟'];

/**
 * The first legal action with these members.
 * @param {Api.Action[]} legal
 * @param {Record<string, unknown>} wanted
 * @returns {Api.Action | undefined}
 */
export function find(legal, wanted) {
  return legal.find((action) => Object.entries(wanted).every(([name, value]) => same(action[name], value)));
}

/**
 * @param {unknown} left
 * @param {unknown} right
 */
function same(left, right) {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}

/**
 * Why a control does not react.
 * @param {BoardState} state
 * @param {BoardContext} context
 * @param {string} otherwise the reason if it is the viewer's move
 */
export function whyNot(state, context, otherwise) {
  if (state.terminal) return 'The game is over.';
  if (context.mySeat < 0) return 'You are watching this game.';
  if (state.legalActions.length === 0) return 'It is not your move.';
  return otherwise;
}

/**
 * Moves the focus with the arrow keys over controls in rows and columns, of which one is reachable by Tab (the grid
 * pattern of the ARIA Authoring Practices). Home and End go to the ends of a row. A control that spans several places is
 * in each of them.
 * @param {HTMLElement} grid
 * @param {() => HTMLElement[][]} rows the present controls
 */
export function arrowKeys(grid, rows) {
  grid.addEventListener('keydown', (event) => {
    const now = rows();
    const row = now.findIndex((line) => line.includes(/** @type {HTMLElement} */ (document.activeElement)));
    const line = now[row];
    if (!line) return;
    const column = line.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const goal = target(event.key, now, row, column);
    if (!goal) return;
    event.preventDefault();
    rove(now.flat(), goal);
    goal.focus();
  });
  grid.addEventListener('focusin', (event) => {
    const all = rows().flat();
    if (all.includes(/** @type {HTMLElement} */ (event.target))) rove(all, /** @type {HTMLElement} */ (event.target));
  });
}

/**
 * Makes one control of a group reachable by Tab: `chosen`, or the one that already is, or the first.
 * @param {HTMLElement[]} all
 * @param {HTMLElement} [chosen]
 */
export function rove(all, chosen) {
  const stays = chosen ?? all.find((control) => control.tabIndex === 0) ?? all[0];
  for (const control of all) control.tabIndex = control === stays ? 0 : -1;
}

/**
 * @param {string} key
 * @param {HTMLElement[][]} rows
 * @param {number} row
 * @param {number} column
 * @returns {HTMLElement | undefined}
 */
function target(key, rows, row, column) {
  const line = rows[row] ?? [];
  const from = line[column];
  const last = line.lastIndexOf(/** @type {HTMLElement} */ (from));
  const middle = Math.floor((column + last) / 2);
  const other = (/** @type {HTMLElement | undefined} */ control) => control !== undefined && control !== from;
  if (key === 'ArrowRight') return line[last + 1];
  if (key === 'ArrowLeft') return line[column - 1];
  if (key === 'ArrowDown')
    return rows
      .slice(row + 1)
      .map((next) => nearest(next, middle))
      .find(other);
  if (key === 'ArrowUp') return nearest(rows[row - 1], middle);
  if (key === 'Home') return line[0];
  if (key === 'End') return line[line.length - 1];
  return undefined;
}

/**
 * @param {HTMLElement[] | undefined} line
 * @param {number} column
 */
function nearest(line, column) {
  return line?.[Math.min(column, line.length - 1)];
}
