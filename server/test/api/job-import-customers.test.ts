import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Json } from '../support/api-client.js';
import { csvOf, customerOf, depositsOf, importAnswer, importFile } from '../support/job-files.js';
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

const accountsBelow = async (member = shop): Promise<Json[]> => (await member.api.get('/accounts')).body;

describe('A file of jobs of customers', () => {
  it('creates customers if asked to, with an audit entry and an event like others', async () => {
    const file = csvOf('customer,job,sheets', 'new-1,1,5', 'new-2,1,6', 'new-1,2,7', 'new-1,2,7');
    expect((await importFile(shop.api, file, { query: '?create_customers=true' })).body).toEqual(
      importAnswer(3, 1, 2),
    );
    const below = await accountsBelow();
    expect(below).toMatchObject([
      { name: 'new-1', display_name: 'new-1', external_id: 'new-1', role: 'customer', status: 'active' },
      { external_id: 'new-2' },
    ]);
    for (const { id, external_id: externalId } of below) {
      const events = (await shop.api.get(`/accounts/${id}/events`)).body as Json[];
      const jobs = externalId === 'new-1' ? 2 : 1;
      expect(events.map(({ type }) => type).sort()).toEqual([
        'account.created',
        ...Array.from({ length: jobs }, () => 'deposit.created'),
      ]);
    }
    expect((await shop.api.get('/account')).body.accounts_count).toBe(2);
    expect((await importFile(shop.api, file, { query: '?create_customers=true' })).body).toEqual(
      importAnswer(0, 4),
    );
  });

  it('creates no customers where there can be none, or whose name is taken, or for ids', async () => {
    const query = '?create_customers=true';
    expect((await importFile(world.customer.api, csvOf('job,sheets', '1,1'), { query })).status).toBe(403);
    await shop.api.post('/accounts', { name: 'Taken' });
    const stranger = world.stranger.id;
    const { status, body } = await importFile(
      shop.api,
      csvOf('customer,job,sheets', 'fresh,1,1', 'Taken,1,1', `${stranger},1,1`),
      { query },
    );
    expect([status, body.errors]).toEqual([
      400,
      [{ line: 4, message: `customer is no external id or id of an accessible account: ${stranger}` }],
    ]);
    const named = await importFile(shop.api, csvOf('customer,job,sheets', 'fresh,1,1', 'Taken,1,1'), {
      query,
    });
    expect(named.body.errors).toEqual([
      { line: 3, message: 'customer is the name of another account: Taken' },
    ]);
    expect(await accountsBelow()).toMatchObject([{ name: 'Taken' }]);
  });

  it('reaches no accounts beside or above, and no inactive ones', async () => {
    const elsewhere = await world.newAccount('channel', world.distributor);
    await customerOf(elsewhere, 'theirs');
    const closed = await customerOf(shop, 'closed');
    await shop.api.post(`/accounts/${closed}/deactivate`);
    const { body } = await importFile(
      shop.api,
      csvOf(
        'customer,job,sheets',
        'theirs,1,1',
        `${world.distributor.id},1,1`,
        `${elsewhere.id},1,1`,
        'closed,1,1',
        `${closed},1,1`,
      ),
    );
    expect(body.errors.map(({ line, message }: Json) => [line, message.split(':')[0]])).toEqual([
      [2, 'customer is no external id or id of an accessible account'],
      [3, 'customer is no external id or id of an accessible account'],
      [4, 'customer is no external id or id of an accessible account'],
      [5, 'The account is inactive and cannot take deposits'],
      [6, 'The account is inactive and cannot take deposits'],
    ]);
  });

  it('that is to create customers is refused for a customer before its query and body are judged', async () => {
    const customer = await world.newAccount('customer', shop);
    for (const [file, query] of [
      [csvOf('nonsense', '1'), '?create_customers=true'],
      ['', '?create_customers=true'],
      [csvOf('job,sheets', '1,1'), '?create_customers=true&partial=maybe&colour=red'],
    ] as const) {
      const { status, body } = await importFile(customer.api, file, { query });
      expect([status, body.error]).toEqual([403, 'A customer account cannot have accounts below it']);
    }
    const { status } = await importFile(customer.api, csvOf('job,sheets', '1,1'), {
      query: '?create_customers=false',
    });
    expect(status).toBe(200);
  });

  it('of an inactive account books jobs of active ones below it, and none of its own', async () => {
    const bakery = await customerOf(shop, 'bakery');
    await world.distributor.api.post(`/accounts/${shop.id}/deactivate`);
    const file = csvOf('customer,job,sheets', ',1,1', 'bakery,1,1');
    const { body } = await importFile(shop.api, file, { query: '?partial=true' });
    expect(body).toEqual(
      importAnswer(1, 0, 0, [{ line: 2, message: 'The account is inactive and cannot take deposits' }]),
    );
    expect(await depositsOf(shop.api)).toEqual([]);
    expect(await depositsOf(shop.api, `/accounts/${bakery}`)).toHaveLength(1);
  });

  it('leaves what is booked unchanged when its account has become inactive', async () => {
    const closed = await customerOf(shop, 'closing');
    const file = csvOf('customer,job,sheets', 'closing,1,5');
    expect((await importFile(shop.api, file)).body).toEqual(importAnswer(1));
    await shop.api.post(`/accounts/${closed}/deactivate`);
    expect((await importFile(shop.api, file)).body).toEqual(importAnswer(0, 1));
    const more = await importFile(shop.api, csvOf('customer,job,sheets', 'closing,1,5', 'closing,2,5'));
    expect(more.body.errors).toEqual([
      { line: 3, message: 'The account is inactive and cannot take deposits' },
    ]);
  });

  it('does not guess between two customers with one external id', async () => {
    const other = await world.newAccount('channel', world.distributor);
    await customerOf(shop, 'same');
    await customerOf(other, 'same');
    const { body } = await importFile(world.distributor.api, csvOf('customer,job,sheets', 'same,1,1'));
    expect(body.errors[0].message).toBe('customer is the external id of several accessible accounts: same');
  });
});
