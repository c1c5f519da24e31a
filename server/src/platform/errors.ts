/**
 * What a use case refuses, in the words of the domain. The HTTP edge and the command line each decide how to show it.
 *
 * - `invalid`: the input breaks a rule
 * - `forbidden`: this caller may not do this
 * - `missing`: it does not exist, or not in the caller's reach
 * - `unavailable`: not the caller's fault; the same request may work later
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(
    readonly kind: 'invalid' | 'forbidden' | 'missing' | 'unavailable',
    message: string,
  ) {
    super(message);
  }
}

export const invalid = (message: string): Refusal => new Refusal('invalid', message);
export const forbidden = (message: string): Refusal => new Refusal('forbidden', message);
export const missing = (message: string): Refusal => new Refusal('missing', message);
export const isUnavailable = (error: unknown): boolean =>
  error instanceof Refusal && error.kind === 'unavailable';
export const unavailable = (message: string): Refusal => new Refusal('unavailable', message);
