// Whether a failed request may be sent again, and after how many seconds.
import type { ErrorCode } from './api.js';
import { Refused, type Unreachable } from './errors.js';

const FIRST_PAUSE = 0.2;
const LONGEST_PAUSE = 5;
/** The longest total time for which the first request of a reference may be in progress, a duel's for example. */
const FLIGHT_TIME = 900;

/**
 * `safe` says that repeating it has no further effect: it is a read, or the server recognises it by its `clientRef` or
 * `expectedPlies`. Only such a request is repeated when its response was lost. A 429 and `in_flight` are answered
 * before anything is done, so that every request may follow them. All pauses together take no longer than `patience`,
 * except for those of `in_flight`, because that request is being processed.
 */
export class Attempts {
  repeated = false;
  #count = 0;
  #flight = FLIGHT_TIME;

  constructor(
    readonly safe: boolean,
    public patience: number,
  ) {}

  /** Seconds to wait before it is sent again; throws the error if it may not be repeated. */
  afterLoss(lost: Unreachable): number {
    if (lost.sent && !this.safe) throw lost;
    this.repeated ||= lost.sent;
    return this.#pause(undefined, lost);
  }

  /** Seconds to wait before it is sent again; throws the error response if waiting does not help. */
  afterRefusal(refused: Refused): number {
    const { status, code } = refused;
    if (code === 'in_flight' && this.#flight > 0) {
      const pause = refused.retryAfter ?? 1;
      this.#flight -= pause;
      return pause;
    }
    const again = status === 429 || (status === 503 && this.safe);
    if (!again || code === 'not_configured') throw refused;
    return this.#pause(refused.retryAfter, refused);
  }

  #pause(told: number | undefined, why: Error): number {
    const grown = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(this.#count, 10));
    this.#count += 1;
    const pause = told ?? grown * (0.5 + Math.random() / 2);
    if (pause > this.patience) throw why;
    this.patience -= pause;
    return pause;
  }
}

/** The error of a response. */
export function refusal(response: Response, body: unknown, repeated: boolean): Refused {
  const told = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const after = response.headers.get('retry-after') ?? '';
  const text = (name: string) => (typeof told[name] === 'string' ? told[name] : undefined);
  const optional = <T>(name: string, value: T | null | undefined) => (value == null ? {} : { [name]: value });
  return new Refused({
    status: response.status,
    error: text('error') ?? 'no reason was given',
    repeated,
    ...optional('code', text('code') as ErrorCode | undefined),
    ...optional('field', text('field')),
    ...optional('hint', text('hint')),
    ...optional('retryAfter', /^\d+$/.test(after) ? Number(after) : undefined),
    ...optional('requestId', response.headers.get('x-request-id')),
  });
}

/** Waits; the signal ends the wait early. */
export function sleep(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, seconds * 1000);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
