import pg from 'pg';
import { invalid, isUnavailable, Refusal, unavailable } from '../platform/errors.js';
import type { Reason } from '../platform/reason.js';

/** A write violated a unique key. The use case that knows its meaning turns it into a refusal. */
export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation';
  constructor(readonly constraint: string) {
    super(`unique key ${constraint}`);
  }
}

/** The only place that interprets SQLSTATEs and socket errors. */
export function mapDatabaseError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Refusal || error instanceof UniqueViolation) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const taken = violatedKey(code, error);
  if (taken !== undefined) return new UniqueViolation(taken);
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

const keyInMessage = /^duplicate key value violates unique constraint "(\w+)"/;

/** Citus adds the number of the shard to the name, and may pass the error of another node on as an internal one. */
function violatedKey(code: string, error: Error): string | undefined {
  if (code !== '23505' && code !== 'XX000') return undefined;
  const named = 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : undefined;
  const name = named ?? keyInMessage.exec(error.message)?.[1];
  if (name === undefined) return code === '23505' ? '' : undefined;
  return name.replace(/_\d{6,}$/, '');
}

/** Deadlocks and serialization failures: the transaction was rolled back and can be retried. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001');

const readOnly = '25006';

/** A number too large for its type. */
const outOfRange = '22003';

/** Whether a statement was cancelled because it, or its wait for a lock, took too long. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '55P03' || error.code === '57014');

/**
 * Whether other work would fail too, because the database is unavailable. A timeout of this work alone, for example while
 * waiting for a lock, is no reason to stop other work.
 */
export const isGeneralOutage = (error: unknown): boolean =>
  isUnavailable(error) && !(error instanceof Error && isTimeout(error.cause));

/** The same without refusals of the use case itself: these have no cause. */
export const isDatabaseOutage = (error: unknown): boolean =>
  isGeneralOutage(error) && error instanceof Error && error.cause !== undefined;

/** Whether it was the database that failed, for whatever reason: it is away, or it refused a login or a statement. */
export const isDatabaseFailure = (error: unknown): boolean =>
  error instanceof pg.DatabaseError ||
  (isUnavailable(error) && error instanceof Error && error.cause !== undefined);

/**
 * Whether the database rejected the work and rolled all of it back, so that it can be done another way. After a lost
 * connection, the outcome is unknown.
 */
export function isRolledBack(error: unknown): boolean {
  if (isGeneralOutage(error)) return false;
  return (
    error instanceof UniqueViolation ||
    error instanceof pg.DatabaseError ||
    (error instanceof Refusal && error.cause instanceof pg.DatabaseError)
  );
}

/** Codes with a more specific message than "not reachable". */
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

// 08 connection; 53 insufficient resources; 57P01-57P05 server shutting down or starting; 57014 and 55P03 statement and lock
// timeouts; 25P03 and 25P04 transaction timeouts; 25006 read-only (a standby after a failover); 3D000 and 55000 the database
// does not exist or accepts no connections (for example during a restore)
const outageCodes =
  /^(08...|53...|57P0[1-5]|57014|55P03|25P0[34]|25006|3D000|55000|ECONN\w+|EPIPE|ENOENT|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH)$/;
/** The driver's message when no response arrives in time. */
const noAnswer = 'Query read timeout';

/** Whether a statement got no response, which leaves its connection in an unknown state. */
export const isResponseTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === noAnswer;

/** Whether the server has ended the session: it reports that first, and closes the connection a moment later. */
export const isSessionEnded = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^(57P0[1-5]|25P0[34])$/.test(error.code ?? '');

/** Whether a write failed because the server accepts none, for example because another one has taken over. */
export const isReadOnly = (error: unknown): boolean =>
  error instanceof Error &&
  ('code' in error ? error.code === readOnly : error.cause instanceof Error && isReadOnly(error.cause));

const outageMessages =
  /Connection terminated|timeout exceeded when trying to connect|not queryable|Client was closed|after calling end on the pool/;

const isOutage = (code: string, message: string): boolean =>
  outageCodes.test(code) || outageMessages.test(message) || message === noAnswer;

/** For what needs all nodes of a distributed store. */
export const nodeUnavailable = (): Refusal =>
  unavailable('A node of the database does not respond; try again shortly');

/** What to report when a unique key is already taken. */
export interface UniqueConflict {
  readonly message: string;
  readonly reason: Reason;
}

/** Runs a write, and reports violations of the given unique keys as refusals. */
export async function mapUniqueViolation<T>(
  taken: Readonly<Record<string, UniqueConflict>>,
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
