import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Transaction } from '../../src/database/database.js';
import { lockAcrossNodes } from '../../src/database/reference-lock-store.js';
import { statement } from '../../src/database/statement.js';
import { lockRootNames } from '../../src/features/accounts/root-account-store.js';
import { lockImports } from '../../src/features/carbon/carbon-lot-store.js';
import { closeMonth } from '../../src/features/closing/close-month.js';
import { lockMonths } from '../../src/features/closing/month-end-store.js';
import { lockLimits } from '../../src/features/mail/mail-limit-store.js';
import { lockRollups } from '../../src/features/rollups/rollup-store.js';
import { lockFullUsers } from '../../src/features/users/full-user-store.js';
import { lockForImport } from '../../src/features/users/import-lock-store.js';
import { addMonths, startOfMonth } from '../../src/platform/time/months.js';
import { advanceTo, createSandbox, schemaOf, type TestSandbox } from '../support/sandboxes.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let sandbox: TestSandbox;
let other: TestSandbox;
beforeAll(async () => {
  world = await startWorld();
  sandbox = await createSandbox(world);
  other = await createSandbox(world);
});
afterAll(() => world.stop());

const live = () => world.server.running.instance.context.db;
const within = ({ id }: TestSandbox) => world.server.running.instance.context.sandboxes.open(id);
const briefly = statement("select set_config('lock_timeout', '300', true)");

/** The clock of a sandbox in the first hours of the next month. */
const nextMonth = async ({ api }: TestSandbox): Promise<string> => {
  const { now } = (await api.get('/sandbox')).body;
  const first = addMonths(startOfMonth(new Date(now)), 1);
  return new Date(first.getTime() + 3 * 3_600_000).toISOString().replace('.000', '');
};

describe('Closing a month', () => {
  it('goes on in a sandbox while live months are locked, and those of another sandbox', async () => {
    await live().transaction(async (tx) => {
      await lockMonths(tx);
      await within(other).transaction(async (inOther) => {
        await lockMonths(inOther);
        await advanceTo(world.server, sandbox, await nextMonth(sandbox));
      });
    });
    const closed = await world.server.sql(
      `select from ${schemaOf(sandbox)}.month_ends where closed_at is not null`,
    );
    expect(closed).toHaveLength(1);
  });

  it('goes on live while those of a sandbox are locked', async () => {
    const { context } = world.server.running.instance;
    await within(sandbox).transaction(async (tx) => {
      await lockMonths(tx);
      const month = addMonths(startOfMonth(context.clock()), -1);
      expect(await closeMonth(context, month)).toMatchObject({ isClosed: true });
    });
  });
});

const locks: Readonly<Record<string, (tx: Transaction) => Promise<unknown>>> = {
  months: lockMonths,
  'roll-ups': lockRollups,
  'limits of mails': lockLimits,
  'names of root accounts': lockRootNames,
  'imports of credits': lockImports,
  'full users': (tx) => lockFullUsers(tx, world.customer.account.id),
  'imports of users': async (tx) => {
    if (!(await lockForImport(tx, [world.customer.account.id]))) throw new Error('took too long');
  },
  'what is on several nodes': (tx) => lockAcrossNodes({ ...tx, layout: 'distributed' }, 'something'),
};

describe.each(Object.entries(locks))('The lock of %s', (_, take) => {
  const soon = async (tx: Transaction): Promise<void> => {
    await tx.rows(briefly);
    await take(tx);
  };

  it('is one of its own live and in each sandbox', async () => {
    await live().transaction(async (tx) => {
      await take(tx);
      await within(sandbox).transaction(async (inSandbox) => {
        await soon(inSandbox);
        await within(other).transaction(soon);
        await expect(within(sandbox).transaction(soon)).rejects.toThrow(/took too long/);
      });
      await expect(live().transaction(soon)).rejects.toThrow(/took too long/);
    });
  });
});

it('Live locks are those of servers of earlier versions, which run during an update', async () => {
  const keys = await live().transaction(async (tx) => {
    for (const take of Object.values(locks)) await take(tx);
    return world.server.sql<{ key: string }>(
      `select (classid::bigint << 32 | objid::bigint)::text as key from pg_locks
       where locktype = 'advisory' and objsubid = 1 and mode = 'ExclusiveLock'
         and database = (select oid from pg_database where datname = current_database())`,
    );
  });
  const [named] = await world.server.sql<{ keys: string[] }>(
    `select array_agg(hashtextextended(name, 0)::text) as keys from unnest($1::text[]) name`,
    [['roll-up', 'something', `full users ${world.customer.id}`, `import of users ${world.customer.id}`]],
  );
  const before = ['7306938414', '7265640', '7265678', '7265690', ...(named?.keys ?? [])];
  expect(keys.map(({ key }) => key)).toEqual(expect.arrayContaining(before));
});
