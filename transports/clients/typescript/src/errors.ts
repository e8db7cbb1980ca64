// Errors: everything here is a TurnstoneError.
import type { ErrorCode, TicketEnd } from './api.js';

export class TurnstoneError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** There was no response. `sent` says whether the request may have reached the server, and so may have taken effect. */
export class Unreachable extends TurnstoneError {
  constructor(
    message: string,
    readonly sent: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The response is not one of this API: another program listens there, or is in between. */
export class BadAnswer extends TurnstoneError {}

/** A search for an opponent ended without a table: `cancelled` after the timeout, `chips` if the stake could not be paid. */
export class NoOpponent extends TurnstoneError {
  constructor(readonly reason: TicketEnd) {
    super(`no opponent: ${reason}`);
  }
}

export interface Refusal {
  status: number;
  error: string;
  code?: ErrorCode;
  field?: string;
  hint?: string;
  retryAfter?: number;
  requestId?: string;
  repeated: boolean;
}

/**
 * The server returned an error. This request has changed nothing. Branch on `code` (see `refused`), never on the text.
 *
 * `repeated` is true if the same request had been sent before and its response was lost: then the first one may have
 * taken effect.
 */
export class Refused extends TurnstoneError {
  readonly status: number;
  readonly error: string;
  readonly code: ErrorCode | undefined;
  readonly field: string | undefined;
  readonly hint: string | undefined;
  readonly retryAfter: number | undefined;
  readonly requestId: string | undefined;
  readonly repeated: boolean;

  constructor(refusal: Refusal) {
    const { status, error, code, hint } = refusal;
    super(`${status}${code ? ` ${code}` : ''}: ${error}${hint ? ` (${hint})` : ''}`);
    this.status = status;
    this.error = error;
    this.code = code;
    this.field = refusal.field;
    this.hint = hint;
    this.retryAfter = refusal.retryAfter;
    this.requestId = refusal.requestId;
    this.repeated = refusal.repeated;
  }
}

/** Whether an error is an error response with one of these codes, or with any if none is named. */
export function refused<Code extends ErrorCode>(
  error: unknown,
  ...codes: Code[]
): error is Refused & { readonly code: Code } {
  return error instanceof Refused && (codes.length === 0 || codes.some((code) => code === error.code));
}
