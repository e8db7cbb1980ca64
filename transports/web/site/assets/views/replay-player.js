// The controls of a replay: step, play, speed, jump.

import { h, setText, svg } from '../lib/dom.js';

const SPEEDS = [
  ['0.5', 'Slow'],
  ['1', 'Normal'],
  ['3', 'Fast'],
];
const PACE = 1_200;

/**
 * @param {number} count how many steps there are
 * @param {(place: number, forward: boolean) => void} show
 * @param {AbortSignal} signal
 */
export function player(count, show, signal) {
  let place = 0;
  let timer = 0;
  const range = h('input', {
    type: 'range',
    min: 0,
    max: count - 1,
    step: 1,
    value: 0,
    'aria-label': 'Step',
    on: { input: () => go(Number(range.value)) },
  });
  const told = h('output', { class: 'number' });
  const play = h('button', { type: 'button', class: 'primary', on: { click: () => (timer ? stop() : start()) } });
  const speed = h(
    'select',
    { 'aria-label': 'Speed', name: 'speed' },
    SPEEDS.map(([value, text]) => h('option', { value, text: text ?? '', selected: value === '1' })),
  );
  const back = [
    step('M6 5v14M19 5 9 12l10 7z', 'First step', () => go(0)),
    step('M17 5 7 12l10 7z', 'One step back', () => go(place - 1)),
  ];
  const on = [
    step('M7 5l10 7-10 7z', 'One step on', () => go(place + 1)),
    step('M18 5v14M5 5l10 7-10 7z', 'Last step', () => go(count - 1)),
  ];
  const controls = h(
    'div',
    { class: 'player-controls' },
    h('div', { class: 'player-place' }, range, told),
    h('div', { class: 'row' }, back, play, on, speed),
  );
  const element = h('div', { class: 'player', role: 'group', 'aria-label': 'Replay' }, controls);
  document.addEventListener('keydown', press, { signal });
  signal.addEventListener('abort', stop);

  /**
   * @param {string} drawing
   * @param {string} name
   * @param {() => void} act
   */
  function step(drawing, name, act) {
    const icon = svg(
      'svg',
      { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true' },
      svg('path', { d: drawing }),
    );
    return h('button', { type: 'button', 'aria-label': name, title: name, on: { click: () => (stop(), act()) } }, icon);
  }

  /** @param {number} wanted */
  function go(wanted) {
    const next = Math.max(0, Math.min(count - 1, Number.isFinite(wanted) ? wanted : 0));
    const forward = next === place + 1;
    place = next;
    range.value = String(place);
    range.setAttribute('aria-valuetext', `${place} of ${count - 1}`);
    setText(told, `${place} of ${count - 1}`);
    label();
    show(place, forward);
  }

  function start() {
    if (place === count - 1) go(0);
    timer = setTimeout(tick, PACE / Number(speed.value));
    label();
  }

  function stop() {
    clearTimeout(timer);
    timer = 0;
    label();
  }

  function tick() {
    go(place + 1);
    if (place === count - 1) return stop();
    timer = setTimeout(tick, PACE / Number(speed.value));
  }

  function label() {
    setText(play, timer ? 'Pause' : 'Play');
  }

  /** @param {KeyboardEvent} event */
  function press(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      /^(INPUT|SELECT|TEXTAREA|BUTTON|A|SUMMARY)$/.test(target.tagName)
    )
      return;
    if (target.closest('[role=grid]')) return;
    if (event.key === 'ArrowRight') go(place + 1);
    else if (event.key === 'ArrowLeft') go(place - 1);
    else if (event.key === ' ') timer ? stop() : start();
    else return;
    event.preventDefault();
  }

  label();
  return { element, controls, go };
}
