import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../support/api-client.js';
import { bill } from '../support/billing.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { type Operator, createOperator } from '../support/command-line.js';
import { expectRefusal, unknownId } from '../support/refusal.js';
import { signInVisitor, createInvitedUser, type Visitor } from '../support/visitor.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let operator: Operator;
let holder: Visitor;
beforeAll(async () => {
  world = await startWorld();
  operator = await createOperator({ database: world.server.database });
  holder = await signInVisitor(world.server, await createInvitedUser(world.server, world.channel.account));
  const project_id = world.projects.forest;
  for (const [member, pages, date] of [
    [world.customer, 1001, '2020-03-01'],
    [world.customer, 2001, '2020-03-31T23:59:59Z'],
    [world.customer, 4000, '2020-04-02'],
    [world.stranger, 5000, '2020-03-15'],
  ] as const)
    await member.api.post('/biomass/offsets', { pages, date, project_id });
  for (const month of ['2020-03', '2020-04']) await bill(world.server, month);
});
afterAll(async () => {
  await expectLedgerInBalance(world.server);
  await operator.close();
  await world.stop();
});

const url = (member: TestAccount, path = ''): string => `/app/accounts/${member.id}/invoices${path}`;
const listed = async (member: TestAccount): Promise<Json> => (await holder.app('GET', url(member))).body;
const commanded = (...words: string[]): Promise<Json> =>
  operator.json('invoices', ...words, '--account', world.customer.id);

describe('Invoices in the dashboard', () => {
  it('are those that the command lists, newest first and paginated', async () => {
    const all = await listed(world.customer);
    const invoices = (await commanded('list')).toReversed();
    expect(all).toMatchObject(invoices.map(({ net: _, ...invoice }: Json) => invoice));
    expect(all[0]).toMatchObject({ tax: null, credited: 0, due_on: expect.any(String), paid_on: null });
    for (const { total, gross, remaining } of all) expect([gross, remaining]).toEqual([total, total]);
    expect(all.map(({ month }: Json) => month)).toEqual(['2020-04', '2020-03']);
    const first = await holder.app('GET', url(world.customer, '?limit=1'));
    expect(first.body).toEqual(all.slice(0, 1));
    const next = /<https:\/\/[^/]+([^>]+)>; rel="next"/.exec(String(first.headers['link']))?.[1] ?? '';
    expect((await holder.app('GET', next)).body).toEqual(all.slice(1));
    expect(await listed(world.channel)).toEqual([]);
  });

  it('are returned with their lines, as the command shows them', async () => {
    const [, march] = await listed(world.customer);
    const { status, body } = await holder.app('GET', url(world.customer, `/${String(march.id)}`));
    expect(status).toBe(200);
    const { net, ...shown } = await operator.json('invoices', 'show', march.number);
    expect(body).toMatchObject({ ...shown, total: net });
    expect(body).toMatchObject({
      seller: null,
      buyer: { name: world.customer.account.name },
    });
    expect(body.lines.map(({ pages }: Json) => pages)).toEqual([1001, 2001]);
  });

  it.each(['csv', 'json'])('are exported as by the command: %s', async (format) => {
    for (const month of [[], ['2020-03']]) {
      const query = month.map((one) => `&month=${one}`).join('');
      const { status, headers, text } = await holder.get(
        url(world.customer, `/export?format=${format}${query}`),
      );
      expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
      expect(headers['content-type']).toMatch(format);
      expect(headers['content-disposition']).toBe(
        `attachment; filename="invoices${month.map((one) => `-${one}`).join('')}.${format}"`,
      );
      const options = month.flatMap((one) => ['--month', one]);
      const { stdout } = await operator.run(
        ...['invoices', 'export', '--format', format, '--account', world.customer.id, ...options],
      );
      expect(text).toBe(stdout);
      expect(text.match(/2020-0[34]-\d\dT/g)).toHaveLength(month.length > 0 ? 2 : 3);
    }
  });

  it.each(['', '?format=xml', '?format=csv&month=2020', '?format=csv&month=2020-13'])(
    'are not exported for %s',
    async (query) => {
      expectRefusal(await holder.get(url(world.customer, `/export${query}`)), 400);
    },
  );

  it('of other accounts are not found', async () => {
    const { number } = (await operator.json('invoices', 'list', '--account', world.stranger.id))[0];
    const { id: theirs } = await operator.json('invoices', 'show', number);
    const [{ id: child }] = await listed(world.customer);
    for (const id of [theirs, child, unknownId])
      expectRefusal(await holder.app('GET', url(world.channel, `/${String(id)}`)), 404, /no such invoice/);
    const { text } = await holder.get(url(world.channel, '/export?format=json'));
    expect(JSON.parse(text)).toEqual([]);
  });
});
