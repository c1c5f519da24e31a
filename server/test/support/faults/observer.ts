import { join } from 'node:path';
import pg from 'pg';
import type { DataDirectory } from '../data-directory.js';
import { until } from '../until.js';

/** Queries the embedded database of a directory without starting it: that is up to the processes under test. */
export const observe = (directory: DataDirectory): Observer =>
  new Observer({ host: join(directory.path, 'postgres', 'cluster'), user: 'regrove', database: 'regrove' });

/** Queries a database that may be down. */
export class Observer {
  readonly #settings: pg.ClientConfig;
  #client: pg.Client | undefined;

  constructor(settings: pg.ClientConfig) {
    this.#settings = { ...settings, application_name: 'observer' };
  }

  /** The rows, or undefined while the database is down. A statement that was interrupted may have been executed. */
  async tryQuery<Row extends pg.QueryResultRow>(
    sql: string,
    values: unknown[] = [],
  ): Promise<Row[] | undefined> {
    try {
      const client = (this.#client ??= await this.#connect());
      return (await client.query<Row>(sql, values)).rows;
    } catch (error) {
      await this.close();
      if (isAway(error)) return undefined;
      throw error;
    }
  }

  async close(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client(this.#settings);
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  /** The rows, as soon as the database responds. Do not use it for writes: they may be executed twice. */
  async query<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
    let rows: Row[] | undefined;
    await until(
      'the database to answer',
      async () => (rows = await this.tryQuery<Row>(sql, values)),
      (seen) => seen !== undefined,
    );
    return rows ?? [];
  }

  async count(from: string): Promise<number> {
    const [row] = await this.query<{ count: number }>(`select count(*)::int ${from}`);
    return row?.count ?? 0;
  }
}

const isAway = (error: unknown): boolean =>
  error instanceof Error &&
  (/terminat|not queryable|was closed|ECONN|EPIPE|ENOENT/.test(error.message) ||
    ('code' in error && /^(57P|08|25006)/.test(String(error.code))));
