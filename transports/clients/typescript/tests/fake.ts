// A scripted server: it records the requests, and its responses are given beforehand.
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client, type ClientOptions } from '@turnstone-games/client';

export const TABLE = `t_${'0'.repeat(32)}`;

export interface Asked {
  method: string;
  path: string;
  body: any;
  token: string | undefined;
  minCommit?: string;
}

/**
 * A response. `hangUp` reads the request and closes the connection without a response. With `then` it is a stream, which
 * ends after the body, is cut off there, or stays open.
 */
export interface Says {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
  hangUp?: boolean;
  then?: 'end' | 'cut' | 'stay';
}

export const LOST: Says = { hangUp: true };

export function no(status: number, code?: string, headers: Record<string, string> = {}): Says {
  return { status, body: { error: 'no', ...(code ? { code } : {}) }, headers };
}

export function stream(pieces: string[], then: 'end' | 'cut' | 'stay' = 'stay'): Says {
  return { body: pieces.join(''), headers: { 'content-type': 'text/event-stream' }, then };
}

export function view(plies: number, { mine = true, terminal = false } = {}) {
  const legalActions = mine ? [{ type: 'go' }] : [];
  const state = { view: {}, yourTurn: mine, legalActions, plies, terminal, eventsAt: plies };
  return { id: TABLE, status: 'playing', mySeat: 0, state };
}

export function client({ address }: Fake, more: ClientOptions = {}): Client {
  return new Client(address, { token: 'tsn1.x.y', ...more });
}

export class Fake {
  readonly asked: Asked[] = [];
  /** The peer of an open stream has closed its connection. */
  readonly left: Promise<void>;
  #hasLeft = () => {};
  #server: Server;

  private constructor(says: (asked: Asked) => Says) {
    this.left = new Promise((resolve) => (this.#hasLeft = resolve));
    this.#server = createServer(async (request, response) => {
      let written = '';
      for await (const piece of request) written += piece;
      const asked = {
        method: request.method ?? '',
        path: request.url ?? '',
        body: written ? JSON.parse(written) : undefined,
        token: request.headers.authorization?.replace('Bearer ', ''),
        ...('min-commit' in request.headers ? { minCommit: `${request.headers['min-commit']}` } : {}),
      };
      this.asked.push(asked);
      const { status = 200, body = { ok: true }, headers = {}, hangUp, then } = says(asked);
      if (hangUp) return void request.socket.destroy();
      if (then) return this.#stream(response.writeHead(status, headers), `${body}`, then);
      response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  }

  /** Runs a story against a server with these responses one after the other, or the results of a function. */
  static async run(script: Says[] | ((asked: Asked) => Says), story: (fake: Fake) => Promise<void>): Promise<void> {
    const rest = Array.isArray(script) ? [...script] : [];
    const fake = new Fake(Array.isArray(script) ? () => rest.shift() ?? no(500) : script);
    await new Promise<void>((resolve) => fake.#server.listen(0, '127.0.0.1', resolve));
    try {
      await story(fake);
    } finally {
      fake.#server.closeAllConnections();
      fake.#server.close();
    }
  }

  #stream(response: ServerResponse, written: string, then: Says['then']): void {
    response.flushHeaders();
    if (then === 'end') response.end(written);
    // Later: what a peer has not read yet is lost with the connection.
    if (then === 'cut') response.write(written, () => setTimeout(() => response.destroy(), 50));
    if (then === 'stay') response.on('close', this.#hasLeft).write(written);
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }
}
