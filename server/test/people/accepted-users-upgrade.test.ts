import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { expect, it } from 'vitest';
import { openPool } from '../../src/database/database.js';
import { migrate, migrationFiles } from '../../src/database/migrate.js';
import { findUsersByEmail } from '../../src/features/users/user-store.js';
import { createTestDatabase } from '../support/database.js';

const before = '0033';

it('After an upgrade, users who have signed in count as accepted, and all others as invited', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'regrove-upgrade-'));
  const older = (await migrationFiles()).filter((name) => name < before);
  await mkdir(join(directory, 'older'));
  for (const name of older)
    await copyFile(
      new URL(`../../migrations/${name}.sql`, import.meta.url),
      join(directory, 'older', `${name}.sql`),
    );
  const database = await createTestDatabase({ empty: true });
  const pool = openPool({ connectionString: database.url }, () => undefined);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await migrate(pool, pathToFileURL(`${join(directory, 'older')}/`));
    await client.query(`
      create temporary table made as select gen_random_uuid() as account, gen_random_uuid() as regular,
        gen_random_uuid() as newcomer;
      insert into accounts (id, lineage, name, name_sort, display_name, role, status, created_at, search_text)
        select account, array[account], 'A', 'a', 'A', 'customer', 'active', now(), 'a' from made;
      insert into users (account_id, id, email, email_key, locale, created_at)
        select account, regular, 'regular@example.com', 'regular@example.com', 'en', now() from made union all
        select account, newcomer, 'newcomer@example.com', 'newcomer@example.com', 'en', now() from made;
      insert into audit_entries (account_id, id, at, actor_kind, actor_id, action, subject_id)
        select account, gen_random_uuid(), moment, 'user', regular::text, 'session.create', gen_random_uuid()
        from made, unnest(array['2026-03-02 10:00Z', '2026-03-01 10:00Z']::timestamptz[]) moment union all
        select account, gen_random_uuid(), now(), 'key', newcomer::text, 'user.create', newcomer from made`);
    await migrate(pool);
    const acceptedAt = async (email: string) => (await findUsersByEmail(pool, email))[0]?.acceptedAt;
    expect(await acceptedAt('regular@example.com')).toEqual(new Date('2026-03-01T10:00:00Z'));
    expect(await acceptedAt('newcomer@example.com')).toBeNull();
  } finally {
    await client.end();
    await pool.close();
    await database.drop();
    await rm(directory, { recursive: true });
  }
});
