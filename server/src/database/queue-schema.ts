import { Logger, runMigrations } from 'graphile-worker';
import type pg from 'pg';

const silent = new Logger(() => () => undefined);

/** Brings the job queue's own tables up to date; reads one row when they are. */
export async function migrateQueue(pgPool: pg.Pool): Promise<void> {
  await runMigrations({ pgPool, logger: silent });
}

/** The queue shuts its tables to all but their owner; the application is not the owner, and has grants instead. */
export const openQueueTables = `
  do $$
  declare closed regclass;
  begin
    for closed in
      select oid from pg_class where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity
    loop
      execute format('alter table %s disable row level security', closed);
    end loop;
  end $$`;
