// The routes of the API, by fetch. Credentials are the browser's HttpOnly cookies: no script ever sees one.

/**
 * What did not work, in a sentence, with what the server said of it.
 */
export class ApiError extends Error {
  /**
   * @param {number} status 0: the server was not reached
   * @param {Partial<Api.Error>} body
   * @param {number} retryAfter seconds
   */
  constructor(status, body, retryAfter) {
    super(body.error ?? `The server answered ${status}.`);
    this.status = status;
    this.code = body.code ?? null;
    this.field = body.field ?? null;
    this.hint = body.hint ?? null;
    this.retryAfter = retryAfter;
  }

  /** Whether asking again later may help. */
  get passes() {
    return this.status === 0 || this.status === 429 || this.status >= 500 || this.code === 'in_flight';
  }
}

/** How far the server's clock is ahead of this machine's, in milliseconds. */
let ahead = 0;

/** The server's time, in epoch milliseconds: deadlines are told in it. */
export function serverNow() {
  return Date.now() + ahead;
}

/**
 * Takes the server's clock from an answer. It is told in whole seconds: only what differs by more counts.
 * @param {string | null} date
 */
function setClock(date) {
  const told = Date.parse(date ?? '') + 500;
  if (Math.abs(told - serverNow()) > 1_500) ahead = told - Date.now();
}

/**
 * @typedef {{ query?: Record<string, string | number | undefined | null>, signal?: AbortSignal }} Options
 */

/**
 * Asks once.
 * @param {string} method
 * @param {string} path
 * @param {unknown} body
 * @param {Options} options
 * @returns {Promise<any>}
 */
async function ask(method, path, body, { query = {}, signal } = {}) {
  const url = new URL(path, location.origin);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
  }
  /** @type {RequestInit} */
  const init = { method, signal: signal ?? null, credentials: 'same-origin', redirect: 'error' };
  if (body !== undefined) {
    init.headers = { 'Content-Type': 'application/json' };
    init.body = JSON.stringify(body);
  }
  /** @type {Response} */
  let response;
  /** @type {string} */
  let text;
  try {
    response = await fetch(url, init);
    text = await response.text();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, { error: 'The server cannot be reached.' }, 1);
  }
  setClock(response.headers.get('Date'));
  if (response.ok) return text === '' ? null : JSON.parse(text);
  throw new ApiError(response.status, errorOf(text), Number(response.headers.get('Retry-After') ?? 1));
}

/** @param {string} text */
function errorOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/**
 * @param {string} path
 * @param {Options} [options]
 * @returns {Promise<any>}
 */
export function get(path, options) {
  return ask('GET', path, undefined, options ?? {});
}

/**
 * @param {string} path
 * @param {object} [body]
 * @param {Options} [options]
 * @returns {Promise<any>}
 */
export function post(path, body = {}, options) {
  return ask('POST', path, body, options ?? {});
}

/**
 * @param {string} path
 * @param {object} body
 * @returns {Promise<any>}
 */
export function patch(path, body) {
  return ask('PATCH', path, body, {});
}

/**
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<any>}
 */
export function remove(path, body) {
  return ask('DELETE', path, body, {});
}

/**
 * Waits; ends early with the signal.
 * @param {number} ms
 * @param {AbortSignal} [signal]
 * @returns {Promise<void>}
 */
export function pause(ms, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', aborted, { once: true });
    function done() {
      signal?.removeEventListener('abort', aborted);
      resolve();
    }
    function aborted() {
      clearTimeout(timer);
      reject(signal?.reason);
    }
  });
}

/**
 * How long to wait before asking again: what the server says, or longer from time to time; never at one moment with all
 * others.
 * @param {ApiError} error
 * @param {number} attempt from 0
 * @returns {number} milliseconds
 */
export function backOff(error, attempt) {
  const least = error.status === 0 ? Math.min(250 * 2 ** attempt, 8_000) : error.retryAfter * 1000;
  return least + Math.random() * Math.min(1_000, 200 + least / 4);
}

/** Somebody who waits for an answer is told sooner of a quota that opens again in an hour, in seconds. */
const LONGEST_WAIT = 10;

/**
 * Asks until it is answered, as long as asking again may help and does no harm: for reads, and for what carries a
 * reference or a count of plies. `onTrouble` hears of each failure, and null when it is over.
 * @template T
 * @param {() => Promise<T>} request
 * @param {{ signal?: AbortSignal | undefined, onTrouble?: (error: ApiError | null) => void, attempts?: number }} [options]
 * @returns {Promise<T>}
 */
export async function patiently(request, { signal, onTrouble, attempts = Infinity } = {}) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const answer = await request();
      if (attempt > 0) onTrouble?.(null);
      return answer;
    } catch (error) {
      if (!(error instanceof ApiError) || !error.passes || attempt + 1 >= attempts) throw error;
      if (attempts !== Infinity && error.retryAfter > LONGEST_WAIT) throw error;
      onTrouble?.(error);
      await pause(backOff(error, attempt), signal);
    }
  }
}

/** A reference for what must happen once, however often it is asked. */
export function newRef() {
  return crypto.randomUUID();
}
