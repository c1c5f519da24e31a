import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { csvOf, depositsOf, importFile } from '../support/job-files.js';
import { signInVisitor, createInvitedUser, type Visitor } from '../support/visitor.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let holder: Visitor;
beforeAll(async () => {
  world = await startWorld();
  world.server.setNow('2026-10-20T12:00:00Z');
  holder = await signInVisitor(world.server, await createInvitedUser(world.server, world.channel.account));
});
afterAll(() => world.stop());

const side = fc.integer({ min: 1, max: 1_000_000 }).map((micrometres) => micrometres / 1_000_000);
const day = fc.integer({ min: 1, max: 20 }).map((date) => `2026-10-${String(date).padStart(2, '0')}`);
const deposit = fc.record(
  {
    pages: fc.integer({ min: -1_000_000, max: 1_000_000 }),
    width: side,
    length: side,
    gsm: fc.integer({ min: 1, max: 400 }),
    date: day,
  },
  { requiredKeys: ['pages'] },
);
const job = fc.record({
  name: fc
    .string({ unit: fc.constantFrom(...Array.from('aZ9 ,;"=+-@|äж中😀\'')), minLength: 1, maxLength: 12 })
    .filter((name) => name.trim() !== ''),
  weight: fc.integer({ min: 1, max: 9_999_999 }),
  unit: fc.constantFrom('kg', 'g', 'lb'),
});

it('What the dashboard exports is taken back without a change', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(deposit, { maxLength: 6 }),
      fc.uniqueArray(job, { maxLength: 6, selector: ({ name }) => name.trim() }),
      async (deposits, jobs) => {
        fc.pre(deposits.length + jobs.length > 0);
        const member = await world.newAccount('customer', world.channel);
        for (const body of deposits) await member.api.post('/deposits', body);
        const lines = jobs.map(({ name, weight, unit }) =>
          JSON.stringify({ job: name, weight: weight / 1000, unit }),
        );
        if (jobs.length > 0) expect((await importFile(member.api, `${lines.join('\n')}\n`)).status).toBe(200);
        const before = await depositsOf(member.api);
        const path = `/app/accounts/${member.id}`;
        const { text: csv } = await holder.get(`${path}/deposits/export?month=2026-10`);
        const preview = (await holder.app('POST', `${path}/deposit-imports/preview`, { csv })).body;
        expect(preview).toMatchObject({ good: 0, bad: 0, known: before.length });
        const { body } = await holder.app('POST', `${path}/deposit-imports`, { csv });
        expect(body).toMatchObject({ created: 0, unchanged: before.length, skipped: 0 });
        expect(await depositsOf(member.api)).toEqual(before);
      },
    ),
    { numRuns: 25 },
  );
}, 120_000);

it('What was made between two seconds is taken back, too, also by the API', async () => {
  world.server.setNow('2026-10-20T12:00:00.789Z');
  const member = await world.newAccount('customer', world.channel);
  await member.api.post('/deposits', { pages: 5 });
  await importFile(member.api, csvOf('job,sheets', 'a,6'));
  const before = await depositsOf(member.api);
  const path = `/app/accounts/${member.id}`;
  const { text: csv } = await holder.get(`${path}/deposits/export?month=2026-10`);
  const { body } = await holder.app('POST', `${path}/deposit-imports`, { csv });
  expect(body).toMatchObject({ created: 0, unchanged: 2, skipped: 0 });
  expect((await importFile(member.api, csv)).body).toMatchObject({ created: 0, unchanged: 2, errors: [] });
  const withoutId = csvOf('job,date,sheets', 'a,2026-10-20T12:00:00Z,6', 'a,2026-10-20T12:00:00.789Z,6');
  expect((await importFile(member.api, withoutId)).body).toMatchObject({ unchanged: 2 });
  const later = await importFile(member.api, csvOf('job,date,sheets', 'a,2026-10-20T12:00:01Z,6'));
  expect(later.status).toBe(400);
  expect(await depositsOf(member.api)).toEqual(before);
  world.server.setNow('2026-10-20T12:00:00Z');
});

it('An exported line that was changed is refused, not booked beside the former one', async () => {
  const member = await world.newAccount('customer', world.channel);
  await importFile(member.api, csvOf('job,date,sheets', 'a,2026-10-02,5'));
  const path = `/app/accounts/${member.id}`;
  const { text } = await holder.get(`${path}/deposits/export?month=2026-10`);
  const { status, body } = await holder.app('POST', `${path}/deposit-imports`, {
    csv: text.replace(',5,', ',6,'),
  });
  expect([status, body.reason.lines[0].reason.code]).toEqual([400, 'deposit-differs']);
});
