import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

// An advisory lock belongs to the whole database. Whoever takes one with a bare key makes live accounts and all sandboxes wait for each
// other: stores take theirs with database/advisory-lock.ts.

const root = fileURLToPath(new URL('../../src/', import.meta.url));
const migrations = fileURLToPath(new URL('../../migrations/', import.meta.url));

/** Locks on something that live accounts and sandboxes share, or that no sandbox has. */
const exceptions: Readonly<Record<string, string>> = {
  'database/advisory-lock.ts': 'declares the locks of live accounts and of each sandbox',
  'database/embedded-postgres/lease.ts': 'the embedded database',
  'database/migrate.ts': 'the schemas, of live accounts and of sandboxes',
  'database/partitions/boundary.ts': 'partitions, which only live tables have',
  'features/sandboxes/sandbox-store.ts': 'the list of sandboxes, which is live',
  'installation/demo/demo-store.ts': 'the demo, which is live',
  'installation/secrets/key-file-store.ts': 'the file with the keys, which seal secrets of sandboxes, too',
  'jobs/webhooks/run-webhooks.ts': 'the process that delivers all events, also those of sandboxes',
  'jobs/queue-store.ts': 'workers of the live job queue, which also run the jobs of sandboxes',
};

const takingLocks = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(
      (name) => /\.(ts|sql)$/.test(name) && /\bpg_(try_)?advisory_/.test(readFileSync(folder + name, 'utf8')),
    )
    .sort();

it('Every advisory lock is one of live accounts or of a sandbox, but for named exceptions', () => {
  expect(takingLocks(root)).toEqual(Object.keys(exceptions).sort());
  expect(takingLocks(migrations)).toEqual([]);
});
