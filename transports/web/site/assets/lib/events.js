// Event streams (text/event-stream), read with fetch: unlike an EventSource, it gives the status and the error of a stream
// that is not opened.

import { ApiError, open, reach } from './api.js';

/** How long the beginning of a stream may take, in milliseconds. Some proxies hold a response back until its end. */
export const BEGINNING = 8_000;
/** The same for a stream that continues, in milliseconds: without news it begins with a comment, after 15 s. */
const CONTINUATION = 20_000;
/** How long a stream may be silent, in milliseconds: two of its comments are missing. */
const SILENCE = 40_000;

/** A stream does not begin. */
export class HeldBack extends ApiError {
  constructor() {
    super(0, { error: 'The event stream does not begin.' }, 1);
  }
}

/** @typedef {{ id: string, name: string, data: any }} StreamEvent */

/** @type {StreamEvent} */
const COMMENT = { id: '', name: 'comment', data: null };

/**
 * The events of a stream, until it ends or its connection breaks. Comments are events without data; a stream that
 * continues has one more when it is open.
 * @param {string} path
 * @param {{ query: Record<string, string | number | undefined>, signal: AbortSignal }} options
 * @returns {AsyncGenerator<StreamEvent, void>}
 */
export async function* events(path, { query, signal }) {
  const watch = new AbortController();
  const either = AbortSignal.any([watch.signal, signal]);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let begun = false;
  const silent = () => watch.abort();
  try {
    timer = setTimeout(silent, query['after'] ? CONTINUATION : BEGINNING);
    const reader = (await open(path, { query, signal: either })).getReader();
    if (query['after']) yield COMMENT;
    const decoder = new TextDecoder();
    let text = '';
    for (;;) {
      const { done, value } = await reach(reader.read(), either);
      if (done) return;
      begun = true;
      clearTimeout(timer);
      timer = setTimeout(silent, SILENCE);
      const blocks = (text + decoder.decode(value, { stream: true })).split('\n\n');
      text = blocks.pop() ?? '';
      yield* blocks.map(parsed);
    }
  } catch (error) {
    if (!watch.signal.aborted || signal.aborted) throw error;
    throw begun ? new ApiError(0, { error: 'The connection is silent.' }, 1) : new HeldBack();
  } finally {
    clearTimeout(timer);
    watch.abort();
  }
}

/**
 * One event of this server: a line for each field.
 * @param {string} block
 * @returns {StreamEvent}
 */
function parsed(block) {
  const fields = new Map(block.split('\n').map((line) => /** @type {[string, string]} */ (cut(line))));
  const data = fields.get('data');
  if (data === undefined) return COMMENT;
  return { id: fields.get('id') ?? '', name: fields.get('event') ?? 'message', data: JSON.parse(data) };
}

/** @param {string} line */
function cut(line) {
  const at = line.indexOf(': ');
  return [line.slice(0, at), line.slice(at + 2)];
}
