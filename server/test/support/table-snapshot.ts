import type { TestServer } from './test-server.js';

/** Tables as they are now, so that they can be put back. */
export class TableSnapshot {
  private constructor(
    private readonly server: Pick<TestServer, 'sql'>,
    private readonly tables: readonly string[],
    private readonly prefix: string,
  ) {}

  static async take(
    server: Pick<TestServer, 'sql'>,
    tables: readonly string[],
    prefix = 'kept',
  ): Promise<TableSnapshot> {
    const kept = new TableSnapshot(server, tables, prefix);
    await runUnchecked(server, ...tables.map((table) => `create table ${prefix}_${table} as table ${table}`));
    return kept;
  }

  restore(): Promise<void> {
    return runUnchecked(
      this.server,
      ...this.tables.flatMap((table) => [
        `delete from ${table}`,
        `insert into ${table} select * from ${this.prefix}_${table}`,
      ]),
    );
  }
}

/** Constraints and triggers are what somebody with access to the files would not meet. */
export async function runUnchecked(server: Pick<TestServer, 'sql'>, ...statements: string[]): Promise<void> {
  await server.sql(
    ['begin', 'set local session_replication_role = replica', ...statements, 'commit'].join('; '),
  );
}
