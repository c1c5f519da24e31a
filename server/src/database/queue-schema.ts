import { Logger, runMigrations } from 'graphile-worker';
import type pg from 'pg';

const silent = new Logger(() => () => undefined);

/** Migrates the job queue's own tables. Reads a single row if they are up to date. */
export async function migrateQueue(pgPool: pg.Pool): Promise<void> {
  await runMigrations({ pgPool, logger: silent });
}

/** The queue enables row level security, which blocks all but the owner. The application is not the owner, and uses grants. */
export const disableQueueRowSecurity = `
  do $$
  declare closed regclass;
  begin
    for closed in
      select oid from pg_class where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity
    loop
      execute format('alter table %s disable row level security', closed);
    end loop;
  end $$`;
