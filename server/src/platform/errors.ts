import type { Reason } from './reason.js';

/**
 * An expected failure of a use case, in domain terms. HTTP and the command line each decide how to show it.
 *
 * - `invalid`: the input breaks a rule
 * - `forbidden`: this caller may not do this
 * - `missing`: it does not exist, or the caller cannot see it
 * - `unavailable`: not the caller's fault; the same request may work later
 *
 * The message is for programs and developers; `reason` can be translated for users.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(
    readonly kind: 'invalid' | 'forbidden' | 'missing' | 'unavailable',
    message: string,
    readonly reason?: Reason,
    /** What the answer of the API contains besides its code and error. */
    readonly details?: Readonly<Record<string, unknown>>,
  ) {
    super(message);
  }
}

export const invalid = (message: string, reason?: Reason): Refusal => new Refusal('invalid', message, reason);
export const forbidden = (message: string, reason?: Reason): Refusal =>
  new Refusal('forbidden', message, reason);
/** Users see the same message whatever is missing. */
export const missing = (message: string, field?: string): Refusal =>
  new Refusal('missing', message, { code: 'not-found', ...(field !== undefined && { field }) });
export const isUnavailable = (error: unknown): boolean =>
  error instanceof Refusal && error.kind === 'unavailable';
export const unavailable = (message: string): Refusal => new Refusal('unavailable', message);

/** For operators: what has failed, and why. The message alone often only says what callers may know. */
export function messageWithCauses(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${messageWithCauses(error.cause)}` : error.message;
}

/** Unlike a client of the API, the operator also gets the cause of a refusal. */
export function messageForOperator(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!(error instanceof Refusal && error.cause instanceof Error)) return error.message;
  const { cause } = error;
  return `${error.message} (${cause.message || ('code' in cause ? String(cause.code) : cause.name)})`;
}
