import { join } from 'node:path';
import pg from 'pg';
import type { DataDirectory } from '../data-directory.js';
import { until } from '../until.js';

/** Looks into the embedded database of a directory without holding it up: whoever kills it finds nobody of ours there. */
export class Observer {
  readonly #settings: pg.ClientConfig;

  constructor(directory: DataDirectory) {
    this.#settings = {
      host: join(directory.path, 'postgres', 'cluster'),
      user: 'regrove',
      database: 'regrove',
      application_name: 'observer',
    };
  }

  /** The rows, or undefined while the database is away; a transaction that ends in doubt counts as away. */
  async tryAsk<Row extends pg.QueryResultRow>(
    sql: string,
    values: unknown[] = [],
  ): Promise<Row[] | undefined> {
    const client = new pg.Client(this.#settings);
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query<Row>(sql, values)).rows;
    } catch (error) {
      if (isAway(error)) return undefined;
      throw error;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** The rows, as soon as the database answers. Do not write with it: it may happen twice. */
  async ask<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
    let rows: Row[] | undefined;
    await until(async () => (rows = await this.tryAsk<Row>(sql, values)) !== undefined);
    return rows ?? [];
  }

  async count(from: string): Promise<number> {
    const [row] = await this.ask<{ count: number }>(`select count(*)::int ${from}`);
    return row?.count ?? 0;
  }
}

const isAway = (error: unknown): boolean =>
  error instanceof Error &&
  (/terminated|ECONN|EPIPE|ENOENT/.test(error.message) ||
    ('code' in error && /^(57P|08)/.test(String(error.code))));
