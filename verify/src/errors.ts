/** What is wrong, for programs. `message` says it for people. */
export type LogErrorCode =
  | 'malformed-bundle'
  | 'malformed-checkpoint'
  | 'malformed-entry'
  | 'malformed-key'
  | 'malformed-note'
  | 'malformed-pdf'
  | 'malformed-proof'
  | 'malformed-request'
  | 'malformed-tile'
  | 'bad-consistency'
  | 'bad-inclusion'
  | 'bad-signature'
  /** A size, an index or a number of hashes that cannot be. */
  | 'out-of-range'
  /** The entry is of another type than the file says. */
  | 'other-entry'
  /** The checkpoint's origin is not the name of the key that signed it. */
  | 'other-origin'
  /** Entries and checkpoint have different roots. */
  | 'other-root'
  /** Entries and tiles have different hashes. */
  | 'other-tile'
  /** What an older checkpoint covers has been changed since. */
  | 'rewritten'
  /** The log is smaller than in an older checkpoint. */
  | 'shrunk'
  /** No known key has signed. */
  | 'unknown-key'
  /** The environment has no Web Crypto with Ed25519. */
  | 'unsupported';

/** Something is not as it has to be. */
export class LogError extends Error {
  static {
    this.prototype.name = 'LogError';
  }
  readonly code: LogErrorCode;

  constructor(code: LogErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/** Throws a `LogError` unless it holds. */
export function assert(holds: unknown, code: LogErrorCode, message: string): asserts holds {
  if (!holds) throw new LogError(code, message);
}
