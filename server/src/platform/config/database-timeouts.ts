/** How long a request may keep the database busy, in milliseconds; 0: the database's own limit. */
export interface DatabaseTimeouts {
  /** Wait for a connection: for the account's share to have one, and for the pool to have one. */
  readonly connectionMs: number;
  readonly statementMs: number;
  /** Wait of a statement for a lock. */
  readonly lockMs: number;
  /** A transaction that runs no statement. */
  readonly idleTransactionMs: number;
  /** Until the response to a statement arrives. A hung database does not enforce its own statement timeout. */
  readonly queryMs: number;
}

type Read = (name: string, fallback: number, parse: (text: string) => number) => number;

const maxMs = 3_600_000;
/** Time for the database to report a statement timeout before the connection is considered dead. */
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
  if (wait === 0) throw new Error(`must be milliseconds from 1 to ${maxMs}`);
  return wait;
}

function milliseconds(text: string): number {
  if (!/^\d{1,7}$/.test(text) || Number(text) > maxMs)
    throw new Error(`must be milliseconds from 0 to ${maxMs}`);
  return Number(text);
}
