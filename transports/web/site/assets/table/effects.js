// Sound and vibration at a table. Both are off until the person switches them on; the choice is stored in the browser.

import { h, setAttribute, setText } from '../lib/dom.js';
import * as prefs from '../lib/prefs.js';

/** @typedef {import('./sound.js').Sound} Sound */

/** The sound of each type of event; others have none. @type {Map<string, Sound>} */
const SOUNDS = new Map(
  Object.entries({
    disc: 'dropped marked sown captured swept opened exploded placed shot sunk played thrown bid challenged',
    card: 'dealt street shown flipped hit drawn drew cards third play split dealer',
    chip: 'bet blind call raise pot returned double',
  }).flatMap(([sound, types]) => types.split(' ').map((type) => [type, /** @type {Sound} */ (sound)])),
);

/** The vibration patterns, in milliseconds of vibration and rest. @type {Partial<Record<Sound, number[]>>} */
const PULSES = { turn: [30], low: [60, 80, 60] };

/** The switches, and what they switch. */
export function effects() {
  /** @type {Promise<typeof import('./sound.js')> | null} */
  let loading = null;
  const sound = toggle('sound', 'Sound', () => emit(['turn']));
  const vibration = toggle('vibration', 'Vibration', () => emit(['turn']));
  vibration.element.hidden = !('vibrate' in navigator && matchMedia('(pointer: coarse)').matches);

  /** @param {Sound[]} sounds */
  function emit(sounds) {
    if (vibration.on()) pulse(sounds);
    if (!sound.on()) return;
    loading ??= import('./sound.js');
    loading.then(({ play }) => play(sounds)).catch(() => (loading = null));
  }

  return {
    elements: [sound.element, vibration.element],
    /**
     * @param {Api.GameEvent[]} events the new events
     * @param {boolean} turn whether it has become the viewer's move
     */
    play(events, turn) {
      const sounds = events.flatMap(({ type }) => SOUNDS.get(type) ?? []);
      const all = sounds.filter((one, place) => one !== sounds[place - 1]).slice(-3);
      if (turn) all.push('turn');
      if (all.length > 0) emit(all);
    },
    /** The viewer's time is running out. */
    low: () => emit(['low']),
  };
}

/** @param {Sound[]} sounds */
function pulse(sounds) {
  const pulses = sounds.flatMap((sound) => PULSES[sound] ?? []);
  // Before the first press a browser rejects it.
  if (pulses.length > 0 && navigator.userActivation.hasBeenActive) navigator.vibrate(pulses);
}

/**
 * A switch whose state the browser stores.
 * @param {string} name of the preference
 * @param {string} label
 * @param {() => void} switchedOn
 */
function toggle(name, label, switchedOn) {
  const state = h('span', { class: 'quiet', 'aria-hidden': 'true' });
  const element = h('button', { type: 'button', role: 'switch', on: { click: turn } }, label, ' ', state);
  prefs.watch(name, draw);
  draw();

  function on() {
    return prefs.read(name) === 'on';
  }

  function turn() {
    prefs.write(name, on() ? null : 'on');
    draw();
    if (on()) switchedOn();
  }

  function draw() {
    setAttribute(element, 'aria-checked', String(on()));
    setText(state, on() ? 'on' : 'off');
  }

  return { element, on };
}
