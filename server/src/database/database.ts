import pg from 'pg';
import { isDiscarded, discardIfUnusable, runStatement, useSchema } from './connection.js';
import { mapDatabaseError, isRetryable } from './failures.js';
import { unavailable } from '../platform/errors.js';
import { columnTypes } from './rows.js';
import type { Statement } from './statement.js';
import type { Instrumentation } from './instrumentation.js';
import { beginPerNode, beginSnapshot } from './snapshot.js';
import { defaultLayout, type StoreLayout } from './store-layout.js';

export interface Database {
  rows<Row>(statement: Statement<Row>, values?: readonly unknown[]): Promise<Row[]>;
  first<Row>(statement: Statement<Row>, values?: readonly unknown[]): Promise<Row | undefined>;
  /** Runs the work in a transaction. Inside a transaction, joins it. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * Reads with several statements that all see the same state, whatever is written meanwhile. Inside a transaction, joins it. On a
   * distributed store this holds for the rows of each node, and so for those of one account: nobody waits, unlike for `Pool.snapshot`.
   */
  repeatableRead<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /** The database without the account's limit, for lookups that are batched across accounts. */
  readonly unbounded?: Database;
  /** Missing: single. */
  readonly layout?: StoreLayout;
  /** Of a sandbox. Missing: live. */
  readonly schema?: string;
}

const transactional = Symbol('transactional');

/**
 * A database inside a transaction. Code that takes a lock or has to write atomically requires this; code that only reads
 * takes a `Database`, which can be either. Only this file creates one.
 */
export interface Transaction extends Database {
  readonly [transactional]: true;
}

export const isTransaction = (db: Database): db is Transaction => transactional in db;

export interface Pool extends Database {
  /** A dedicated connection, for locks that outlive a transaction and for scripts of several statements. */
  withClient<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T>;
  /**
   * A read-only transaction with a consistent view of the data, regardless of concurrent writes. On a distributed store, writes
   * are paused for a moment; `onPause` tells for how long.
   */
  snapshot<T>(work: (db: Database) => Promise<T>, onPause?: (milliseconds: number) => void): Promise<T>;
  /** For the job queue, which has its own SQL. */
  readonly driver: pg.Pool;
  close(): Promise<void>;
}

// The driver writes dates in the host's time zone, to the minute. Historical offsets with seconds would shift them.
pg.defaults.parseInputDatesAsUTC = true;

/** Settings of the database for every connection, such as its role and timeouts. */
export type SessionSettings = Readonly<Record<string, string | number | undefined>>;

export interface ConnectionSettings extends pg.PoolConfig {
  readonly session?: SessionSettings;
}

/**
 * Sets them once connected, and not by startup parameters, which poolers refuse or ignore. The time zone is UTC and
 * dates are ISO dates, regardless of the settings of the database, the role or the host.
 */
const prepareSession =
  (session: SessionSettings) =>
  async (client: pg.ClientBase): Promise<void> => {
    const all: SessionSettings = { timezone: 'UTC', datestyle: 'ISO', ...session };
    const settings = Object.entries(all).flatMap(([name, value]) =>
      value === undefined ? [] : [`set ${name} to ${client.escapeLiteral(String(value))}`],
    );
    await client.query(settings.join('; '));
  };

export function openPool(
  { session = {}, ...connection }: ConnectionSettings,
  onIdleFailure: (error: Error) => void,
  instrumentation?: Instrumentation,
  layout: StoreLayout = defaultLayout,
): Pool {
  const pool = new pg.Pool({
    max: 20,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    // Detects connections whose peer is gone without closing them.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'regrove',
    ...connection,
    types: columnTypes,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool awaits it, despite its types
    onConnect: prepareSession(session),
  });
  // Without a listener, a broken idle connection would end the process. The client attached to the error contains statements
  // and secrets, which must not be logged.
  pool.on('error', (error) => {
    if (!pool.ending) onIdleFailure(Object.assign(error, { client: undefined }));
  });
  // A connection that breaks while in use reports it through its query. Without a listener, the event would end the process.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return poolOver(pool, { instrumentation, layout });
}

interface PoolUse {
  readonly instrumentation?: Instrumentation | undefined;
  readonly layout: StoreLayout;
  /** Of a sandbox. */
  readonly schema?: string;
  readonly hasAsyncCommit?: boolean;
}

export interface SchemaPoolOptions {
  readonly schema: string;
  /** A crash of PostgreSQL may lose the last transactions, each as a whole, until a durable one follows. */
  readonly hasAsyncCommit: boolean;
  readonly instrumentation: Instrumentation | undefined;
}

/** The tables of another schema, with the connections of a pool. */
export const poolInSchema = (pool: Pool, use: SchemaPoolOptions): Pool =>
  poolOver(pool.driver, { ...use, layout: defaultLayout });

function poolOver(pool: pg.Pool, { instrumentation, layout, schema, hasAsyncCommit = false }: PoolUse): Pool {
  const withClient = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const client = await pool.connect().catch((error: unknown) => {
      // Requests that still wait for a connection during shutdown. Most of their clients have disconnected.
      throw pool.ending ? unavailable('The server is stopping') : mapDatabaseError(error);
    });
    let broken: Error | undefined;
    const onError = (error: Error): void => void (broken = error);
    client.on('error', onError);
    try {
      if (schema !== undefined) await useSchema(client, schema, hasAsyncCommit);
      return await work(client);
    } catch (error) {
      discardIfUnusable(client, error);
      throw mapDatabaseError(error);
    } finally {
      client.off('error', onError);
      client.release(broken ?? isDiscarded(client));
    }
  };

  const transaction = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
    again(() => withClient((client) => runTransaction(client, work, { instrumentation, layout, schema })));

  const snapshot: Pool['snapshot'] = (work, onPause) =>
    withClient((client) =>
      runTransaction(client, work, { instrumentation, layout, schema }, async () => {
        const paused = await beginSnapshot({ withClient }, client, { begin: beginReading, layout });
        if (paused !== undefined) onPause?.(paused);
      }),
    );

  const consistently: Pool['repeatableRead'] = (work) =>
    again(() =>
      withClient((client) =>
        runTransaction(client, work, { instrumentation, layout, schema }, () =>
          beginPerNode(client, { begin: beginReading, layout }),
        ),
      ),
    );

  // Not pool.query, which discards the connection whenever a statement fails.
  const rows = <Row>(statement: Statement<Row>, values?: readonly unknown[]): Promise<Row[]> => {
    const steps = layout === 'distributed' ? statement.distributed : undefined;
    if (steps && steps.length > 1) return transaction((tx) => tx.rows(statement, values));
    const run = (): Promise<Row[]> =>
      again(() => withClient((client) => runStatement(layout, client, statement, values)));
    return instrumentation ? instrumentation.statement(statement, run) : run();
  };

  return {
    rows,
    first: async (statement, values) => (await rows(statement, values))[0],
    transaction,
    repeatableRead: consistently,
    snapshot,
    withClient,
    layout,
    ...(schema !== undefined && { schema }),
    driver: pool,
    close: () => pool.end(),
  };
}

const maxAttempts = 3;

/** Work that was rolled back as a whole because of the work of others, as by a migration that locks several tables. */
async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= maxAttempts || !isRetryable(error)) throw error;
    }
  }
}

const beginReading = 'begin isolation level repeatable read read only';

async function runTransaction<T>(
  client: pg.PoolClient,
  work: (tx: Transaction) => Promise<T>,
  options: TransactionOptions,
  begin: () => Promise<unknown> = () => client.query('begin'),
): Promise<T> {
  try {
    await begin();
    const result = await work(transactionOn(client, options));
    await client.query('commit');
    return result;
  } catch (error) {
    discardIfUnusable(client, error);
    // On a dead connection the rollback fails too, but the server then rolls back by itself.
    await client.query('rollback').catch(() => undefined);
    throw mapDatabaseError(error);
  }
}

interface TransactionOptions {
  readonly instrumentation?: Instrumentation | undefined;
  readonly layout?: StoreLayout;
  readonly schema?: string | undefined;
}

/** Runs statements on a connection that is already in a transaction. The caller commits or rolls back. */
export function transactionOn(
  client: pg.ClientBase,
  { instrumentation, layout = defaultLayout, schema }: TransactionOptions = {},
): Transaction {
  const rows = <Row>(statement: Statement<Row>, values?: readonly unknown[]): Promise<Row[]> => {
    const run = (): Promise<Row[]> => runStatement(layout, client, statement, values);
    return instrumentation ? instrumentation.statement(statement, run) : run();
  };
  const tx: Transaction = {
    rows,
    first: async (statement, values) => (await rows(statement, values))[0],
    transaction: (inner) => inner(tx),
    repeatableRead: (inner) => inner(tx),
    layout,
    ...(schema !== undefined && { schema }),
    [transactional]: true,
  };
  return tx;
}
