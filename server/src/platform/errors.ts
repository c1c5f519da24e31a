import type { Reason } from './reason.js';

/**
 * What a use case refuses, in the words of the domain. The HTTP edge and the command line each decide how to show it.
 *
 * - `invalid`: the input breaks a rule
 * - `forbidden`: this caller may not do this
 * - `missing`: it does not exist, or not in the caller's reach
 * - `unavailable`: not the caller's fault; the same request may work later
 *
 * The message is for programs and those who write them; `reason` lets people read it in their own language.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(
    readonly kind: 'invalid' | 'forbidden' | 'missing' | 'unavailable',
    message: string,
    readonly reason?: Reason,
  ) {
    super(message);
  }
}

export const invalid = (message: string, reason?: Reason): Refusal => new Refusal('invalid', message, reason);
export const forbidden = (message: string, reason?: Reason): Refusal =>
  new Refusal('forbidden', message, reason);
/** Whatever is not there, people are told the same of it. */
export const missing = (message: string, field?: string): Refusal =>
  new Refusal('missing', message, { code: 'not-found', ...(field !== undefined && { field }) });
export const isUnavailable = (error: unknown): boolean =>
  error instanceof Refusal && error.kind === 'unavailable';
export const unavailable = (message: string): Refusal => new Refusal('unavailable', message);
