import pg from 'pg';
import { failureOf, isUnanswered, isWorthAnotherTry } from './failures.js';
import { unavailable } from '../platform/errors.js';
import { columnTypes, readRows } from './rows.js';
import type { Statement } from './statement.js';
import type { Instrumentation } from './instrumentation.js';
import { defaultLayout, type StoreLayout } from './store-layout.js';

export interface Database {
  /** All rows of a statement. */
  rows<Row>(statement: Statement<Row>, values?: readonly unknown[]): Promise<Row[]>;
  /** The first row, if there is one. */
  first<Row>(statement: Statement<Row>, values?: readonly unknown[]): Promise<Row | undefined>;
  /** Runs the work in one transaction; inside one already, it joins that one. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** What is behind one account's share, for look-ups that are made for several accounts together. */
  readonly shared?: Database;
  /** Missing: single. */
  readonly layout?: StoreLayout;
}

const transactional = Symbol('transactional');

/**
 * A database inside a transaction. What takes a lock, or writes something that has to happen together with something else,
 * asks for this; a read asks for a `Database`, and gets along with either. Only this file makes one.
 */
export interface Transaction extends Database {
  readonly [transactional]: true;
}

export const isTransaction = (db: Database): db is Transaction => transactional in db;

export interface Pool extends Database {
  /** A connection of one's own, for locks that outlive a transaction and for scripts of several statements. */
  withClient<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T>;
  /** Reads only, all of it as of one moment, whatever others write meanwhile. */
  snapshot<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /** For the job queue, which brings its own SQL. */
  readonly driver: pg.Pool;
  close(): Promise<void>;
}

// The driver writes dates in the host's zone, to the minute: where a zone has seconds, as many had once, it would move them.
pg.defaults.parseInputDatesAsUTC = true;

/** Whatever zone the database, the role or the host has. */
const useUtc = async (client: pg.ClientBase): Promise<void> => {
  await client.query("set timezone to 'UTC'");
};

export type ConnectionSettings = pg.PoolConfig;

export function openPool(
  connection: ConnectionSettings,
  onIdleFailure: (error: Error) => void,
  watch?: Instrumentation,
  layout: StoreLayout = defaultLayout,
): Pool {
  const pool = new pg.Pool({
    max: 20,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    // One whose other end is gone without a word is noticed, instead of waited for.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'regrove',
    ...connection,
    types: columnTypes,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, whatever its types say
    onConnect: useUtc,
  });
  let isClosing = false;
  // Without a listener an idle connection that breaks would end the process. The client that comes with the error knows
  // statements and secrets of the connection, and has no place in a log.
  pool.on('error', (error) => {
    if (!isClosing) onIdleFailure(Object.assign(error, { client: undefined }));
  });
  // One that breaks while it is in use says so through its query; unheard, the event would end the process.
  pool.on('connect', (client) => void client.on('error', () => undefined));

  const withClient = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const client = await pool.connect().catch((error: unknown) => {
      // Whoever waited while the process stops: mostly for callers who have left.
      throw isClosing ? unavailable('The server is stopping') : failureOf(error);
    });
    let broken: Error | undefined;
    const onError = (error: Error): void => void (broken = error);
    client.on('error', onError);
    try {
      return await work(client);
    } catch (error) {
      leaveIfUnanswered(client, error);
      throw failureOf(error);
    } finally {
      client.off('error', onError);
      client.release(broken ?? left.has(client));
    }
  };

  const transaction = async <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await withClient((client) => runTransaction(client, work, watch));
      } catch (error) {
        if (attempt >= 3 || !isWorthAnotherTry(error)) throw error;
      }
    }
  };

  const snapshot = <T>(work: (db: Database) => Promise<T>): Promise<T> =>
    withClient((client) =>
      runTransaction(client, work, watch, 'begin isolation level repeatable read read only'),
    );

  // Not by the pool's own query, which throws a connection away for every statement that is refused.
  const rows = <Row>(statement: Statement<Row>, values?: readonly unknown[]): Promise<Row[]> => {
    const run = (): Promise<Row[]> => withClient((client) => ask(client, statement, values));
    return watch ? watch.statement(statement, run) : run();
  };

  return {
    rows,
    first: async (statement, values) => (await rows(statement, values))[0],
    transaction,
    snapshot,
    withClient,
    layout,
    driver: pool,
    close: () => {
      isClosing = true;
      return pool.end();
    },
  };
}

async function runTransaction<T>(
  client: pg.PoolClient,
  work: (tx: Transaction) => Promise<T>,
  watch: Instrumentation | undefined,
  begin = 'begin',
): Promise<T> {
  try {
    await client.query(begin);
    const result = await work(transactionOn(client, watch));
    await client.query('commit');
    return result;
  } catch (error) {
    leaveIfUnanswered(client, error);
    // On a dead connection the rollback fails too; the server has rolled back by itself then.
    await client.query('rollback').catch(() => undefined);
    throw failureOf(error);
  }
}

/** Connections that are not used again. */
const left = new WeakSet<pg.ClientBase>();

/** Cuts a connection off on which no answer has come: what it is asked from now on fails at once. */
function leaveIfUnanswered(client: pg.ClientBase, error: unknown): void {
  if (!isUnanswered(error)) return;
  left.add(client);
  (client as unknown as { connection: pg.Connection }).connection.stream.destroy();
}

/** Statements on a connection that is in a transaction already; whoever began it ends it. */
export function transactionOn(client: pg.ClientBase, watch?: Instrumentation): Transaction {
  const rows = <Row>(statement: Statement<Row>, values?: readonly unknown[]): Promise<Row[]> => {
    const run = (): Promise<Row[]> => ask(client, statement, values);
    return watch ? watch.statement(statement, run) : run();
  };
  const tx: Transaction = {
    rows,
    first: async (statement, values) => (await rows(statement, values))[0],
    transaction: (inner) => inner(tx),
    [transactional]: true,
  };
  return tx;
}

async function ask<Row>(
  client: pg.ClientBase,
  statement: Statement<Row>,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  try {
    const result = await client.query<unknown[]>({
      name: statement.name,
      text: statement.text,
      values: [...values],
      rowMode: 'array',
    });
    return readRows(statement, result);
  } catch (error) {
    leaveIfUnanswered(client, error);
    throw failureOf(error);
  }
}
