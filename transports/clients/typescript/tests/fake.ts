// A scripted server: it records the requests, and its responses are given beforehand.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  method: string;
  path: string;
  body: any;
  token: string | undefined;
}

/** A response. `hangUp` reads the request and closes the connection without a response. */
export interface Says {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
  hangUp?: boolean;
}

export const LOST: Says = { hangUp: true };

export function no(status: number, code?: string, headers: Record<string, string> = {}): Says {
  return { status, body: { error: 'no', ...(code ? { code } : {}) }, headers };
}

export class Fake {
  readonly asked: Asked[] = [];
  #server: Server;

  private constructor(says: (asked: Asked) => Says) {
    this.#server = createServer(async (request, response) => {
      let written = '';
      for await (const piece of request) written += piece;
      const asked = {
        method: request.method ?? '',
        path: request.url ?? '',
        body: written ? JSON.parse(written) : undefined,
        token: request.headers.authorization?.replace('Bearer ', ''),
      };
      this.asked.push(asked);
      const { status = 200, body = { ok: true }, headers = {}, hangUp } = says(asked);
      if (hangUp) return void request.socket.destroy();
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

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }
}
