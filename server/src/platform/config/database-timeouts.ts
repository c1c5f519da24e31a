/** How long a request may keep the database busy, in milliseconds; 0: as long as the database itself allows. */
export interface DatabaseTimeouts {
  /** A request's wait for a connection: for its turn within its account's share, and for one that is free. */
  readonly connectionMs: number;
  /** One statement. */
  readonly statementMs: number;
  /** A statement's wait for a lock. */
  readonly lockMs: number;
  /** A transaction in which nothing is asked. */
  readonly idleTransactionMs: number;
  /** Until the answer to a statement is here: a database that stands still does not end the statement by itself. */
  readonly queryMs: number;
}

type Read = (name: string, fallback: number, parse: (text: string) => number) => number;

const longestMs = 3_600_000;
/** For the database to say that a statement took too long, before it is taken for dead. */
const answerMs = 5_000;

export function databaseTimeouts(read: Read): DatabaseTimeouts {
  const statementMs = read('REGROVE_STATEMENT_TIMEOUT_MS', 15_000, milliseconds);
  return {
    connectionMs: read('REGROVE_CONNECTION_TIMEOUT_MS', 5_000, fromOneMillisecond),
    statementMs,
    lockMs: read('REGROVE_LOCK_TIMEOUT_MS', 5_000, milliseconds),
    idleTransactionMs: read('REGROVE_IDLE_TRANSACTION_TIMEOUT_MS', 15_000, milliseconds),
    queryMs: read('REGROVE_QUERY_TIMEOUT_MS', statementMs === 0 ? 0 : statementMs + answerMs, milliseconds),
  };
}

function fromOneMillisecond(text: string): number {
  const wait = milliseconds(text);
  if (wait === 0) throw new Error(`must be milliseconds from 1 to ${longestMs}`);
  return wait;
}

function milliseconds(text: string): number {
  if (!/^\d{1,7}$/.test(text) || Number(text) > longestMs)
    throw new Error(`must be milliseconds from 0 to ${longestMs}`);
  return Number(text);
}
