import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOperator, type Operator } from '../support/command-line.js';
import { unknownId } from '../support/refusal.js';
import { visitor } from '../support/visitor.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let operator: Operator;
beforeAll(async () => {
  world = await startWorld();
  operator = await createOperator({ database: world.server.database });
  const page = { slug: 'evergreen', enabled: true, include_descendants: true };
  await world.customer.api.patch('/settings', { public_page: page });
});
afterAll(async () => {
  await operator.close();
  await world.stop();
});

const statusOf = async (slug: string): Promise<number> =>
  (await visitor(world.server).get(`/impact/${slug}`)).status;
const actions = () =>
  world.server.sql(
    `select actor_kind, before, after from audit_entries where account_id = $1 and action = 'public_page.update'
     order by at desc, id desc`,
    [world.customer.id],
  );

it('public-page disable switches a page off at once, by its slug or its account; enable switches it on again', async () => {
  for (const which of [
    ['--slug', 'evergreen'],
    ['--account', world.customer.id],
  ]) {
    expect(await statusOf('evergreen')).toBe(200);
    const off = await operator.json('public-page', 'disable', ...which);
    expect(off).toEqual({
      account_id: world.customer.id,
      slug: 'evergreen',
      enabled: false,
      include_descendants: true,
      url: expect.stringMatching(/\/impact\/evergreen$/),
    });
    expect(await statusOf('evergreen')).toBe(404);
    expect((await actions())[0]).toEqual({
      actor_kind: 'operator',
      before: { enabled: true },
      after: { enabled: false },
    });
    // Repeating it changes nothing.
    const { length } = await actions();
    expect(await operator.json('public-page', 'disable', ...which)).toEqual(off);
    expect(await actions()).toHaveLength(length);
    expect(await operator.json('public-page', 'enable', ...which)).toEqual({ ...off, enabled: true });
    expect(await operator.json('public-page', 'show', ...which)).toEqual({ ...off, enabled: true });
  }
});

it('public-page prints a sentence for people', async () => {
  const { stdout } = await operator.run('public-page', 'show', '--slug', 'evergreen');
  expect(stdout).toMatch(/\/impact\/evergreen of .* is on, with accounts below\n$/);
  const none = await operator.run('public-page', 'show', '--account', world.channel.id);
  expect(none.stdout).toBe(`${world.channel.account.name} has no public page\n`);
});

it('public-page refuses what is not there, and says what is missing', async () => {
  expect(await operator.failure(1, 'public-page', 'disable', '--slug', 'nobody')).toMatch(
    /no public page nobody/,
  );
  expect(await operator.failure(1, 'public-page', 'show', '--account', unknownId)).toMatch(/no account/);
  expect(await operator.failure(1, 'public-page', 'enable', '--account', world.channel.id)).toMatch(
    /no public page yet/,
  );
  expect(await operator.json('public-page', 'disable', '--account', world.channel.id)).toMatchObject({
    slug: null,
    enabled: false,
  });
  for (const words of [[], ['--slug', 'evergreen', '--account', world.customer.id]])
    expect(await operator.failure(2, 'public-page', 'disable', ...words)).toMatch(
      /either --account or --slug/,
    );
  expect(await operator.failure(2, 'public-page', 'disable', '--account', 'x')).toMatch(/id/);
});
