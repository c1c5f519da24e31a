import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addMethodology,
  activateMethodology,
} from '../../src/features/methodologies/change-methodologies.js';
import type { Answer, Json } from '../support/api-client.js';
import { createPushFeed } from '../support/readings.js';
import { expectRefusal } from '../support/refusal.js';
import { signInVisitor, createInvitedUser, type Visitor } from '../support/visitor.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

const bound = 1_000_000_000;
const tooMuch = /at most 1000000000 standard pages/;

let world: World;
let holder: Visitor;
let member: TestAccount;
beforeAll(async () => {
  world = await startWorld();
  holder = await signInVisitor(world.server, await createInvitedUser(world.server, world.channel.account));
});
beforeEach(async () => {
  world.server.setNow('2026-10-20T12:00:00Z');
  member = await world.newAccount('customer', world.channel);
});
afterAll(() => world.stop());

const deposit = (body: Json): Promise<Answer> => member.api.post('/deposits', body);
const deposits = async (): Promise<Json[]> => (await member.api.get('/deposits')).body;

describe('A deposit sent to the API', () => {
  it.each([
    ['default paper', { pages: bound }],
    ['default paper, negative', { pages: -bound }],
    ['paper of the same mass', { pages: bound / 2, width: 0.2159, length: 0.2794, gsm: 150 }],
    ['one very large sheet', { pages: 1, width: 1000, length: 1000, gsm: 4524 }],
  ])('can be as many standard pages as the limit: %s', async (_, body) => {
    expect(await deposit(body)).toMatchObject({ status: 200, body });
  });

  it.each([
    ['twice the mass', { pages: bound, gsm: 150 }],
    ['twice the mass, negative', { pages: -bound, gsm: 150 }],
    ['slightly more than the limit by its width', { pages: bound, width: 0.21590001 }],
    ['the largest of everything', { pages: bound, width: 1000, length: 1000, gsm: 10_000 }],
    ['a sheet that is too large', { pages: 1, width: 1000, length: 1000, gsm: 5000 }],
  ])('is refused above the limit, for any paper: %s', async (_, body) => {
    expectRefusal(await deposit(body), 400, /pages/);
    expectRefusal(await deposit(body), 400, tooMuch);
    expect(await deposits()).toEqual([]);
  });
});

describe('Deposits in a file', () => {
  const send = (path: string, csv: string) =>
    holder.app('POST', `/app/accounts/${member.id}/deposit-imports${path}`, { csv });

  it('are each limited, with the line named, and none is imported', async () => {
    const csv = 'pages,width,length,gsm\n5,,,\n1000000000,1,1,80\n-1000000000,,,76\n1000000000,,,\n';
    const { body: preview } = await send('/preview', csv);
    expect(preview).toMatchObject({ good: 2, bad: 2, pages: bound + 5 });
    expect(preview.lines.map(({ faults: [fault] }: Json) => fault?.error ?? null)).toEqual([
      null,
      expect.stringMatching(tooMuch),
      expect.stringMatching(tooMuch),
      null,
    ]);
    const { status, body } = await send('', csv);
    expect([status, body.error]).toEqual([400, expect.stringMatching(/\nline 3: pages .*\nline 4: pages /)]);
    expect(await deposits()).toEqual([]);
  });
});

describe('Readings of a feed', () => {
  /** Each device at its baseline, or far ahead of it. */
  const devices = (count: number, total: number, readAt: string): Json[] =>
    Array.from({ length: count }, (_, index) => ({ device: `device ${index}`, total, read_at: readAt }));

  it('are refused when one day would exceed the limit, and none is kept', async () => {
    const feed = await createPushFeed(world, { owner: member });
    await feed.push(devices(11, 0, '2026-10-18'));
    expect(await feed.push(devices(10, 100_000_000, '2026-10-19T08:00:00Z'))).toMatchObject({
      status: 200,
      body: { pages: bound, deposit: { pages: bound } },
    });
    const before = await feed.state();
    expectRefusal(
      await feed.push([{ device: 'device 10', total: 1, read_at: '2026-10-19T09:00:00Z' }]),
      400,
      tooMuch,
    );
    expect(await feed.state()).toEqual(before);
    // Another day has its own limit.
    expect(await feed.push([{ device: 'device 10', total: 1, read_at: '2026-10-20' }])).toMatchObject({
      status: 200,
      body: { pages: 1 },
    });
  });

  it('are refused when together they exceed the limit', async () => {
    const feed = await createPushFeed(world, { owner: member });
    await feed.push(devices(11, 0, '2026-10-18'));
    const before = await feed.state();
    expectRefusal(await feed.push(devices(11, 100_000_000, '2026-10-19')), 400, tooMuch);
    expect(await feed.state()).toEqual(before);
  });
});

it('The limit is measured in standard pages of the current methodology', async () => {
  const { context } = world.server.running.instance;
  const light = await addMethodology(context, 'A page of a tenth', { standardWidth: '0.02159' });
  await activateMethodology(context, light.id);
  expectRefusal(await deposit({ pages: bound }), 400, tooMuch);
  expect(await deposit({ pages: bound / 10 })).toMatchObject({ status: 200 });
});

it('The limit also applies to an offset by trees', async () => {
  const { context } = world.server.running.instance;
  const many = await addMethodology(context, 'Many pages to a tree', { pagesPerTree: '1000000' });
  await activateMethodology(context, many.id);
  expectRefusal(await member.api.post('/biomass/offsets', { trees: 1000.000001 }), 400, tooMuch);
  expect(await member.api.post('/biomass/offsets', { trees: 1000 })).toMatchObject({
    status: 200,
    body: { pages: bound, trees: 1000 },
  });
});
