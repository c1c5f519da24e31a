import pg from 'pg';
import { invalid, isUnavailable, Refusal, unavailable } from '../platform/errors.js';
import type { Reason } from '../platform/reason.js';

/** A unique key that a write would have broken; the use case that knows its meaning turns it into a refusal. */
export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation';
  constructor(readonly constraint: string) {
    super(`unique key ${constraint}`);
  }
}

/** The one place that reads SQLSTATEs and socket errors. */
export function failureOf(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Refusal || error instanceof UniqueViolation) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === '23505') {
    return new UniqueViolation('constraint' in error ? String(error.constraint) : '');
  }
  if (code === outOfRange) {
    const failure = invalid('This is more than Regrove can count', { code: 'too-large-to-count' });
    failure.cause = error;
    return failure;
  }
  if (isOutage(code, error.message)) {
    const failure = unavailable(
      `The database ${troubles[code] ?? 'is not reachable at the moment'}; try again shortly`,
    );
    failure.cause = error;
    return failure;
  }
  return error;
}

/** Deadlocks and serialization failures: the transaction was undone whole and may simply run again. */
export const isWorthAnotherTry = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001');

/** A sum that a column does not hold. */
const outOfRange = '22003';

const tookTooLong: ReadonlySet<unknown> = new Set(['55P03', '57014']);

/**
 * Whether everybody's work would fail alike: the database is away. One that works but took too long over this work, for a
 * lock that somebody holds, say, is no reason to leave the work of others.
 */
export const isOutageForAll = (error: unknown): boolean =>
  isUnavailable(error) &&
  !(
    error instanceof Error &&
    error.cause instanceof Error &&
    'code' in error.cause &&
    tookTooLong.has(error.cause.code)
  );

/**
 * Whether the database has refused the work and undone all of it, so that it may be done in another way. After a lost
 * connection nobody knows whether it was done.
 */
export function isRolledBack(error: unknown): boolean {
  if (isOutageForAll(error)) return false;
  return (
    error instanceof UniqueViolation ||
    error instanceof pg.DatabaseError ||
    (error instanceof Refusal && error.cause instanceof pg.DatabaseError)
  );
}

/** What is more than "away" can be said of. */
const troubles: Readonly<Record<string, string>> = {
  '25P03': 'took too long',
  '25P04': 'took too long',
  '25006': 'is read-only at the moment',
  '53100': 'is out of disk space',
  '53200': 'is out of memory',
  '53300': 'has too many connections',
  '55P03': 'took too long',
  '57014': 'took too long',
};

// 08 connection, 53 resources used up, 57P01-57P05 the server stops or starts, 57014 and 55P03 it was told not to go on
// for longer, 25P03 and 25P04 the same of a transaction, 25006 read-only (a standby after a failover), 3D000 and 55000 the
// database is not there or takes no connections (while it is restored, say)
const outageCodes =
  /^(08...|53...|57P0[1-5]|57014|55P03|25P0[34]|25006|3D000|55000|ECONN\w+|EPIPE|ENOENT|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH)$/;
/** Says the driver when no answer has come in time. */
const noAnswer = 'Query read timeout';

/** Whether the database has left a statement without an answer: what becomes of its connection nobody knows. */
export const isUnanswered = (error: unknown): boolean => error instanceof Error && error.message === noAnswer;

const outageMessages =
  /Connection terminated|timeout exceeded when trying to connect|not queryable|Client was closed|after calling end on the pool/;

const isOutage = (code: string, message: string): boolean =>
  outageCodes.test(code) || outageMessages.test(message) || message === noAnswer;

/** What is said of a unique key that is taken. */
export interface Taken {
  readonly message: string;
  readonly reason: Reason;
}

/** Runs a write and explains the unique keys that it may break. */
export async function mapUniqueViolation<T>(
  taken: Readonly<Record<string, Taken>>,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const known = error instanceof UniqueViolation ? taken[error.constraint] : undefined;
    if (!known) throw error;
    throw invalid(known.message, known.reason);
  }
}
