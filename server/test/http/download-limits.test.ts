import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountRoutes } from '../../src/http/dashboard/account-routes/index.js';
import { pdfsPerMinute } from '../../src/http/dashboard/dashboard-route.js';
import { insertOffsets } from '../support/billing.js';
import { readSlowly } from '../support/slow-reader.js';
import { createAcceptedUser, signInVisitor, type Visitor } from '../support/visitor.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const userOf = async ({ account }: TestAccount): Promise<Visitor> =>
  signInVisitor(world.server, await createAcceptedUser(world.server, account));

/** More than all buffers between the server and a client that does not read. */
async function fillDeposits(member: TestAccount): Promise<void> {
  const { body } = await member.api.post('/deposits', { pages: 1 });
  await world.server.sql(
    `insert into deposits
     select (jsonb_populate_record(deposits, jsonb_build_object('id', gen_random_uuid()))).*
     from deposits, generate_series(1, 60000) where id = $1`,
    [body.id],
  );
}

it('Every document that is rendered for the dashboard is limited per minute', () => {
  const documents = accountRoutes.filter((route) => route.path.endsWith('/pdf'));
  expect(documents.length).toBeGreaterThanOrEqual(3);
  for (const route of documents) expect(route).toMatchObject({ perMinute: pdfsPerMinute });
});

describe('Downloads that nobody reads to the end', () => {
  it('keep the places of the person, then those of the account, and none of others', async () => {
    await fillDeposits(world.customer);
    const [first, second, third] = [
      await userOf(world.customer),
      await userOf(world.customer),
      await userOf(world.customer),
    ] as const;
    const deposits = `/app/accounts/${world.customer.id}/exports/deposits?format=csv`;
    const users = `/app/accounts/${world.customer.id}/exports/users?format=csv`;
    const slow = [
      await readSlowly(world.server, first, deposits),
      await readSlowly(world.server, first, deposits),
    ];
    expect(slow.map(({ status }) => status)).toEqual([200, 200]);

    // Eight of this person wait, and one more is too many.
    const more = await Promise.all(
      Array.from({ length: 9 }, async () => {
        const answer = await first.app('GET', users);
        // Those that wait get their places only now.
        if (answer.status === 503) for (const reader of slow) reader.hangUp();
        return answer;
      }),
    );
    for (const { status } of more) expect([200, 503]).toContain(status);
    const refused = more.find(({ status }) => status === 503);
    expect(refused?.headers['retry-after']).toBe('1');
    expect(refused?.body.error).toMatch(/downloads of this account are in progress/);

    expect((await first.app('GET', users)).status).toBe(200);

    const again = [];
    for (const person of [first, first, second]) again.push(await readSlowly(world.server, person, deposits));
    expect((await third.app('GET', users)).status).toBe(200);
    const stranger = await userOf(world.stranger);
    const theirs = `/app/accounts/${world.stranger.id}/exports/users?format=xlsx`;
    expect((await stranger.app('GET', theirs)).status).toBe(200);
    for (const reader of again) reader.hangUp();
  });

  it('do not keep others below the same root account from having their certificates as files', async () => {
    const [one, other] = [
      await world.newAccount('customer', world.channel),
      await world.newAccount('customer', world.channel),
    ] as const;
    await insertOffsets(world.server, one, world.projects.forest, 200);
    await insertOffsets(world.server, other, world.projects.forest, 1);
    const archiveOf = ({ id }: TestAccount): string =>
      `/app/accounts/${id}/exports/certificate-pdfs?month=2020-05`;
    const slow = await readSlowly(world.server, await userOf(one), archiveOf(one));
    expect(slow.status).toBe(200);
    expect((await (await userOf(other)).app('GET', archiveOf(other))).status).toBe(200);
    const parent = await userOf(world.distributor);
    expect((await parent.app('GET', archiveOf(other))).status).toBe(200);
    slow.hangUp();
  });
});
