// One request over `fetch`, and its response.
import { BadAnswer, Unreachable } from './errors.js';
import { Parser, type StreamEvent } from './event-stream.js';

export const EVENT_STREAM = 'text/event-stream';

/** The newest commit that a node of each cluster has shown. The other nodes are asked for no earlier one. */
const seen = new Map<string, number>();

export interface Request {
  method: string;
  path: string;
  query?: Record<string, string | number | undefined> | undefined;
  body?: unknown;
  accept?: string;
  /** Seconds without a response, or without a byte of a stream, after which the connection is cut. */
  timeout: number;
  signal?: AbortSignal | undefined;
}

/** A response, with its parsed body or with the stream that it is. */
export interface Reply {
  response: Response;
  body?: unknown;
  stream?: Stream;
}

export function send(address: string, request: Request, token: string | undefined): Promise<Reply> {
  const { method, path, query = {}, body, accept = 'application/json' } = request;
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, `${value}`]]));
  const headers: Record<string, string> = { accept };
  if (token !== undefined) headers['authorization'] = `Bearer ${token}`;
  if (body !== undefined) headers['content-type'] = 'application/json';
  const { origin } = new URL(address);
  const newest = seen.get(origin);
  if (newest !== undefined) headers['min-commit'] = `${newest}`;
  const exchange = new Exchange(request);
  const reply = exchange.wait(async (signal): Promise<Reply> => {
    const response = await fetch(`${address}${path}${given.length ? `?${new URLSearchParams(given)}` : ''}`, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      signal,
      // A credential is sent only in the header, never by a browser's cookie.
      credentials: 'omit',
      // A redirect would take the body, with the recovery code in it, to another address.
      redirect: 'manual',
    });
    const commit = response.headers.get('commit') ?? '';
    // A commit before the one that was asked for is of a restored server, or of another one at this address.
    const fell = newest !== undefined && Number(commit) < newest;
    if (/^\d+$/.test(commit)) seen.set(origin, fell ? Number(commit) : Math.max(Number(commit), seen.get(origin) ?? 0));
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400))
      throw new BadAnswer(`${method} ${path}: redirects are not followed; give the address that the server has now`);
    if (response.body && response.headers.get('content-type')?.startsWith(EVENT_STREAM))
      return { response, stream: new Stream(response.body.getReader(), exchange) };
    return { response, body: parsed(response, await response.text()) };
  });
  if (newest === undefined) return reply;
  return reply.then((said) => {
    if (said.response.status !== 400 || (said.body as { field?: string } | undefined)?.field !== 'Min-Commit')
      return said;
    // The server cannot have this commit: the number is dropped once.
    if (seen.get(origin) === newest) seen.delete(origin);
    return send(address, request, token);
  });
}

/** A response that goes on, on a connection of its own. */
export class Stream {
  readonly #parser = new Parser();

  constructor(
    private readonly reader: ReadableStreamDefaultReader<Uint8Array>,
    private readonly exchange: Exchange,
  ) {}

  /** Wait for the next bytes, and return the events that they complete. */
  read(): Promise<StreamEvent[]> {
    return this.exchange.wait(async () => {
      const { done, value } = await this.reader.read();
      if (done) throw new Error('the stream broke off');
      return this.#parser.feed(value);
    });
  }

  close(): void {
    this.exchange.cut();
  }
}

class Exchange {
  readonly #ending = new AbortController();

  constructor(private readonly request: Request) {}

  cut(reason?: Error): void {
    this.#ending.abort(reason);
  }

  /** Wait for a part of the response. Any failure means that there is none. */
  async wait<T>(part: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { method, path, timeout, signal } = this.request;
    const late = setTimeout(() => this.cut(new Error(`nothing came for ${timeout} s`)), timeout * 1000);
    try {
      return await part(signal ? AbortSignal.any([signal, this.#ending.signal]) : this.#ending.signal);
    } catch (error) {
      if (signal?.aborted || error instanceof BadAnswer) throw error;
      const { message, cause } = error as Error;
      const code = (cause as { code?: string } | undefined)?.code;
      const sent = code !== 'ECONNREFUSED' && code !== 'ENOTFOUND';
      throw new Unreachable(`${method} ${path}: ${code ?? message}`, sent, { cause: error });
    } finally {
      clearTimeout(late);
    }
  }
}

/** The parsed body; an error without JSON is still an error. */
function parsed(response: Response, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (!response.ok) return undefined;
    throw new BadAnswer(`${response.status}, and its body is not JSON`, { cause });
  }
}
