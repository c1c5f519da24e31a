import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Answer, Json } from '../support/api-client.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { expectRefusal } from '../support/refusal.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let member: TestAccount;
beforeAll(async () => {
  world = await startWorld();
});
beforeEach(async () => {
  member = await world.newAccount('customer', world.channel);
});
afterAll(async () => {
  await expectLedgerInBalance(world.server);
  await world.stop();
});

const send = (deposits: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  member.api.post('/deposits/batch', { deposits }, { headers });
const listed = async (): Promise<Json> => (await member.api.get('/deposits')).body;
const many = (count: number): Json[] => Array.from({ length: count }, (_, index) => ({ pages: index }));

describe('POST /deposits/batch', () => {
  it('creates the same deposits as single requests, in the given order', async () => {
    const date = '2026-01-31T10:00:00Z';
    const sent = [
      { pages: 7, date },
      { pages: -3, width: 0.21, length: 0.297, gsm: 80, date: '2026-01-30' },
      { pages: 0, width: null, length: null, gsm: null, date: null },
    ];
    const { status, body } = await send(sent);
    expect(status).toBe(200);
    const singles = [];
    for (const one of sent) singles.push((await member.api.post('/deposits', one)).body);
    const plain = ({ id, date: when, ...rest }: Json): Json => rest;
    expect(body.deposits.map(plain)).toEqual(singles.map(plain));
    expect(body.deposits[0].date).toBe(date);
    for (const deposit of body.deposits)
      expect((await member.api.get(`/deposits/${String(deposit.id)}`)).body).toEqual(deposit);
  });

  it('accepts 1,000 deposits in one statement, and keeps their order', async () => {
    const { status, body } = await send(many(1000));
    expect(status).toBe(200);
    expect(body.deposits.map(({ pages }: Json) => pages)).toEqual(many(1000).map(({ pages }) => pages));
    expect(await listed()).toHaveLength(1000);
    const [row] = await world.server.sql<{ moments: number; entries: number }>(
      `select count(distinct xmin::text)::int as moments,
         (select count(*)::int from audit_entries where account_id = $1 and action = 'deposit.create') as entries
       from deposits where account_id = $1`,
      [member.id],
    );
    expect(row).toEqual({ moments: 1, entries: 1000 });
  });

  it('works for accounts below the caller', async () => {
    const path = `/accounts/${member.id}/deposits/batch`;
    const { status, body } = await world.distributor.api.post(path, { deposits: [{ pages: 5 }] });
    expect([status, body.deposits[0].account_id]).toEqual([200, member.id]);
    expectRefusal(await world.stranger.api.post(path, { deposits: [{ pages: 5 }] }), 404);
  });

  const good = { pages: 1 };
  it.each<[string, () => unknown, RegExp]>([
    ['no deposits', () => [], /^deposits must be an array of 1 to 1000 entries$/],
    ['more than 1,000', () => many(1001), /^deposits must be an array of 1 to 1000 entries$/],
    ['a value that is not a list', () => good, /^deposits must be an array/],
    ['a value that is not a deposit', () => [good, 5], /^deposits\[1\] must be a JSON object$/],
    ['a deposit without pages', () => [good, {}], /^deposits\[1\]\.pages is required$/],
    ['part of a page', () => [...many(17), { pages: 1.5 }], /^deposits\[17\]\.pages must be a whole number/],
    [
      'pages as text at the end of the list',
      () => [...many(999), { pages: '1' }],
      /^deposits\[999\]\.pages must be/,
    ],
    [
      'an unknown field',
      () => [good, { pages: 1, feed_id: null }],
      /^deposits\[1\]\.feed_id is not a known field/,
    ],
    ['an invalid date', () => [{ pages: 1, date: 'x' }], /^deposits\[0\]\.date must be a timestamp/],
    [
      'a date too early',
      () => [good, { pages: 1, date: '1969-12-31' }],
      /^deposits\[1\]\.date must be between/,
    ],
    [
      'a date to come',
      () => [good, { pages: 1, date: '2190-01-01' }],
      /^deposits\[1\]\.date must be between/,
    ],
    [
      'more than a deposit may come to',
      () => [good, good, { pages: -900_000_000, width: 1, length: 1 }],
      /^deposits\[2\]\.pages and paper must be at most 1000000000 standard pages$/,
    ],
  ])('refuses %s by its index, and creates none', async (_, deposits, words) => {
    expectRefusal(await send(deposits()), 400, words);
    expect(await listed()).toEqual([]);
  });

  it('refuses a body without deposits or with other fields', async () => {
    expectRefusal(await member.api.post('/deposits/batch', {}), 400, /^deposits is required$/);
    expectRefusal(await member.api.post('/deposits/batch', { deposits: [good], date: null }), 400, /^date/);
  });

  it('accepts many deposits of the largest allowed size', async () => {
    const most = Array.from({ length: 1000 }, () => ({ pages: 1_000_000_000 }));
    expect((await send(most)).status).toBe(200);
  });

  it('refuses a deactivated account', async () => {
    await world.channel.api.post(`/accounts/${member.id}/deactivate`);
    expectRefusal(await send([good]), 400, /is inactive/);
    expect(await listed()).toEqual([]);
  });

  it('runs once per Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'a month of meters' };
    const answers = await Promise.all([send(many(20), headers), send(many(20), headers)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0].body).toEqual(answers[1].body);
    expect((await send(many(20), headers)).headers['idempotent-replayed']).toBe('true');
    expect(await listed()).toHaveLength(20);
    expectRefusal(await send(many(21), headers), 400, /Idempotency-Key/);
  });

  it("uses the revision's name for the paper weight", async () => {
    const deposits = [{ pages: 1 }, { pages: 1, density: 90 }];
    const older = { 'api-revision': '1.6.3' };
    const raw = JSON.stringify({ deposits });
    const { status, body } = await member.api.call('POST', '/deposits/batch', { raw, headers: older });
    // The client validates the older revision's response, then translates it to the default one.
    expect([status, body.deposits.map(({ gsm }: Json) => gsm)]).toEqual([200, [75, 90]]);
    expectRefusal(
      await member.api.call('POST', '/deposits/batch', { raw, headers: { 'api-revision': '1.6.6' } }),
      400,
      /^deposits\[1\]\.density is not a known field in revision 1\.6\.6: it exists in revision 1\.6\.3$/,
    );
  });
});
