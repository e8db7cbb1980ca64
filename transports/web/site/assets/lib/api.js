// The routes of the API, by fetch. Credentials are the browser's HttpOnly cookies: no script can read one.

import { toHex } from './hashing.js';

/**
 * A failed request, with a sentence for people and the server's error.
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

  /** Whether a later retry may succeed. */
  get passes() {
    return this.status === 0 || this.status === 429 || this.status >= 500 || this.code === 'in_flight';
  }
}

/** How far the server's clock is ahead of this machine's, in milliseconds. */
let ahead = 0;

/** The server's time, in epoch milliseconds: deadlines use it. */
export function serverNow() {
  return Date.now() + ahead;
}

/**
 * Takes the server's clock from a response. It has whole seconds, so only larger differences count.
 * @param {string | null} date
 */
function setClock(date) {
  const told = Date.parse(date ?? '') + 500;
  if (Math.abs(told - serverNow()) > 1_500) ahead = told - Date.now();
}

/** The newest commit that a node of the cluster has shown. The other nodes are asked for no earlier one. */
let seen = 0;

/**
 * @typedef {{ query?: Record<string, string | number | undefined | null>, signal?: AbortSignal }} Options
 */

/**
 * Sends one request.
 * @param {string} method
 * @param {string} path
 * @param {unknown} body
 * @param {Options} options
 * @returns {Promise<Response>} the head of the response
 */
async function send(method, path, body, { query = {}, signal }) {
  const url = new URL(path, location.origin);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
  }
  /** @type {Record<string, string>} */
  const headers = seen ? { 'Min-Commit': String(seen) } : {};
  /** @type {RequestInit} */
  const init = { method, headers, signal: signal ?? null, credentials: 'same-origin', redirect: 'error' };
  if (body !== undefined) {
    headers['Content-Type'] = 'application/json';
    init.body = JSON.stringify(body);
  }
  const least = seen;
  const response = await reach(fetch(url, init), signal);
  setClock(response.headers.get('Date'));
  const commit = Number(response.headers.get('Commit')) || 0;
  // A commit before the one that was asked for is of a server that was restored.
  seen = commit && commit < least ? commit : Math.max(seen, commit);
  if (!least || response.status !== 400 || errorOf(await response.clone().text()).field !== 'Min-Commit')
    return response;
  // The server cannot have this commit: the number is dropped once.
  if (seen === least) seen = 0;
  return send(method, path, body, { query, signal });
}

/**
 * What comes over the network; an ApiError with status 0 if it does not.
 * @template T
 * @param {Promise<T>} arriving
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>}
 */
export async function reach(arriving, signal) {
  try {
    return await arriving;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, { error: 'The server cannot be reached.' }, 1);
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} body
 * @param {Options} options
 * @returns {Promise<any>}
 */
async function ask(method, path, body, options = {}) {
  const response = await send(method, path, body, options);
  const text = await reach(response.text(), options.signal);
  if (!response.ok) throw refusal(response, text);
  return text === '' ? null : JSON.parse(text);
}

/**
 * Opens a stream.
 * @param {string} path
 * @param {Options} options
 * @returns {Promise<ReadableStream<Uint8Array>>} its bytes
 */
export async function open(path, options) {
  const response = await send('GET', path, undefined, options);
  if (response.ok && response.body) return response.body;
  throw refusal(response, await reach(response.text(), options.signal));
}

/**
 * @param {Response} response
 * @param {string} text its body
 */
function refusal(response, text) {
  return new ApiError(response.status, errorOf(text), Number(response.headers.get('Retry-After') ?? 1));
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
 * Waits; the signal ends the wait early.
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
 * Waits for a signal.
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
export function aborted(signal) {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/**
 * How long to wait before a retry: the server's Retry-After, or a growing time; randomised, so that clients do not
 * retry at the same moment.
 * @param {ApiError} error
 * @param {number} attempt from 0
 * @returns {number} milliseconds
 */
export function backOff(error, attempt) {
  const least = error.status === 0 ? Math.min(250 * 2 ** attempt, 8_000) : error.retryAfter * 1000;
  return least + Math.random() * Math.min(1_000, 200 + least / 4);
}

/** A quota that is free again only after this many seconds is reported at once to a person who waits. */
const LONGEST_WAIT = 10;

/**
 * Retries a request while a retry may help and is safe: for reads, and for requests with a reference or a count of
 * plies. `onTrouble` is called with each failure, and with null when it is over.
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

/** What this browser brings to the computation of a seed: 16 random bytes in hex. */
export function newSeed() {
  return toHex(crypto.getRandomValues(new Uint8Array(16)));
}

/** A reference for a request that must take effect once, however often it is sent. */
export function newRef() {
  // Only pages over https and on loopback have `crypto.randomUUID`.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return toHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
