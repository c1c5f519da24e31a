import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Json } from '../support/api-client.js';
import { csvOf, importAnswer, importFile } from '../support/job-files.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let shop: TestAccount;
beforeAll(async () => {
  world = await startWorld();
});
beforeEach(async () => {
  world.server.setNow('2026-11-10T12:00:00Z');
  shop = await world.newAccount('channel', world.distributor);
});
afterAll(async () => {
  await expectLedgerInBalance(world.server);
  await world.stop();
});

describe('A large file of jobs', () => {
  it('does not read all customers for each line, although they are too new for the statistics', async () => {
    const read = async (): Promise<number> => {
      const [{ rows }] = (await world.server.sql(
        `select (seq_tup_read + idx_tup_fetch)::float8 as rows from pg_stat_user_tables where relname = 'accounts'`,
        [],
      )) as [Json];
      return Number(rows);
    };
    const fileOf = (name: string): string =>
      csvOf('customer,job,sheets', ...Array.from({ length: 2_000 }, (_, at) => `k${at},${name},1`));
    await importFile(shop.api, fileOf('first'), { query: '?create_customers=true' });
    const before = await read();
    expect((await importFile(shop.api, fileOf('second'))).body).toEqual(importAnswer(2_000));
    expect((await read()) - before).toBeLessThan(500_000);
  });

  it('takes 10,000 jobs of new customers, and 10,000 more of known ones', async () => {
    const lines = Array.from(
      { length: 10_000 },
      (_, index) => `n${index},job ${index},2026-11-05,${index + 1},A4,80`,
    );
    const file = csvOf('customer,job,date,sheets,size,gsm', ...lines);
    const { body } = await importFile(shop.api, file, { query: '?create_customers=true' });
    expect(body).toEqual(importAnswer(10_000, 0, 10_000));
    expect((await importFile(shop.api, file)).body).toEqual(importAnswer(0, 10_000));
    const other = csvOf(
      'customer,job,date,sheets,size,gsm',
      ...lines.map((line) => line.replace('job', 'more')),
    );
    expect((await importFile(shop.api, other)).body).toEqual(importAnswer(10_000));
  });
});
