/** Why a source could not be read, in the terms in which people are told. `server`: it is not allowed to be. */
export type TroubleReason = 'login' | 'noAnswer' | 'noDevice' | 'noReading' | 'other' | 'server';

/** A source that cannot be read, for a reason that is known. */
export class SourceTrouble extends Error {
  override readonly name = 'SourceTrouble';

  constructor(
    readonly reason: TroubleReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** An answer whose status says no. */
export class StatusTrouble extends SourceTrouble {
  constructor(readonly status: number) {
    super(status === 401 || status === 403 ? 'login' : 'other', `the server answered ${String(status)}`);
  }
}

const silence: ReadonlySet<unknown> = new Set([
  'AbortError',
  'TimeoutError',
  'RequestTimedOutError',
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  // What servers of names say, or do not say.
  'ENODATA',
  'ESERVFAIL',
  'EREFUSED',
  'ETIMEOUT',
  'ECANCELLED',
]);

export function reasonOf(error: unknown): TroubleReason {
  if (error instanceof SourceTrouble) return error.reason;
  const isSilence =
    error instanceof Error && (silence.has(error.name) || ('code' in error && silence.has(error.code)));
  return isSilence ? 'noAnswer' : 'other';
}
