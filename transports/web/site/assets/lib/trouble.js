// One line for temporary trouble: the server is busy, starting, or cannot be reached. It is over the page's edge, so
// that nothing moves when it comes and goes.

import { ApiError, patiently } from './api.js';
import { h, setText } from './dom.js';
import * as session from './session.js';

const line = h('p', { class: 'trouble-note', role: 'status', hidden: true });
document.body.append(line);

/** The trouble that is reported now. @type {ApiError | null} */
let reported = null;

/** @param {ApiError | null} error */
export function trouble(error) {
  reported = error;
  draw();
}

function draw() {
  if (!navigator.onLine) setText(line, 'You are offline. This page goes on by itself when the network is back.');
  else if (reported) setText(line, words(reported));
  line.hidden = navigator.onLine && reported === null;
}

for (const change of ['online', 'offline']) addEventListener(change, draw);
draw();

/**
 * The trouble, in a sentence.
 * @param {ApiError} error
 */
export function words(error) {
  if (error.status === 0) return 'The server cannot be reached. Trying again; nothing is lost.';
  if (error.status === 429) return `Too many requests at once. Going on in ${error.retryAfter} s.`;
  if (error.passes) return 'The server is busy or starting. Trying again; nothing is lost.';
  return error.message;
}

/**
 * How a page reads from the server: with retries, as long as the person stays on it. The returned promise never fails:
 * it reports whether there was a response. A session that was ended elsewhere is ended here too.
 * @param {AbortSignal} signal
 */
export function reader(signal) {
  signal.addEventListener('abort', () => trouble(null));
  /**
   * @template T
   * @param {() => Promise<T>} request
   * @param {(answer: T) => void} use
   * @param {(error: ApiError) => void} [refused] for errors that a retry cannot fix; without it, the line shows them
   * @returns {Promise<boolean>}
   */
  return async function read(request, use, refused = trouble) {
    try {
      const answer = await patiently(request, { signal, onTrouble: trouble });
      if (signal.aborted) return false;
      use(answer);
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      if (!(error instanceof ApiError)) throw error;
      if (error.status !== 401) refused(error);
      else if (session.expected()) {
        // Pages for members cannot continue. Public content is available again as soon as the session is removed.
        session.ended();
        if (!signal.aborted) return read(request, use, refused);
      }
      return false;
    }
  };
}

/**
 * Runs something now and periodically while the page is visible, and at once when it becomes visible again.
 * @param {number} ms
 * @param {AbortSignal} signal
 * @param {() => Promise<unknown>} task
 * @returns {Promise<unknown>} of the first time
 */
export function nowAndAgain(ms, signal, task) {
  let timer = 0;
  let running = false;

  async function run() {
    clearTimeout(timer);
    if (running || signal.aborted || document.visibilityState !== 'visible') return;
    running = true;
    try {
      await task();
    } finally {
      running = false;
      if (!signal.aborted) timer = setTimeout(run, ms * (0.9 + Math.random() * 0.2));
    }
  }

  const options = { signal };
  document.addEventListener('visibilitychange', run, options);
  addEventListener('online', run, options);
  signal.addEventListener('abort', () => clearTimeout(timer));
  const first = run();
  return first;
}

/**
 * Waits for something that usually takes a moment, so that a page appears whole; after that moment, it appears without.
 * @param {Promise<unknown>} task
 * @param {number} [ms]
 */
export function soon(task, ms = 400) {
  return Promise.race([task, new Promise((resolve) => setTimeout(resolve, ms))]);
}
