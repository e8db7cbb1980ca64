// The events so far, newest last.

import { followEnd, h } from '../lib/dom.js';
import { tell } from './players.js';

export function eventLog() {
  const list = h('ol', { class: 'log', tabindex: 0, 'aria-label': 'What has happened' });
  const showEnd = followEnd(list);
  let drawn = 0;
  return {
    element: list,
    /**
     * @param {Api.GameEvent[]} events
     * @param {Map<number, import('../boards/contract.js').Player>} players
     * @param {(event: Api.GameEvent) => string | null} [news] the board's words for an event, with its facts and places
     */
    update(events, players, news) {
      if (events.length < drawn) {
        list.replaceChildren();
        drawn = 0;
      }
      if (events.length === drawn) return;
      for (const event of events.slice(drawn))
        // The turn is shown above the board.
        if (event.type !== 'turn') list.append(h('li', { text: tell(event, players, news) }));
      drawn = events.length;
      showEnd();
    },
  };
}
