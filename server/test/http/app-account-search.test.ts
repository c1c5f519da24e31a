import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../support/api-client.js';
import { signInVisitor, createInvitedUser, type Visitor } from '../support/visitor.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let holder: Visitor;
beforeAll(async () => {
  world = await startWorld();
  holder = await signInVisitor(
    world.server,
    await createInvitedUser(world.server, world.distributor.account),
  );
  const { api } = world.channel;
  await api.post('/accounts', { name: 'Café Zürich', display_name: 'The 100% Bakery', external_id: 'K_17' });
  await api.post('/accounts', { name: 'Mill\\Stone' });
  await world.distributor.api.post('/accounts', { name: 'Cafe Partners' });
  await world.stranger.api.post('/accounts', { name: 'Café elsewhere' });
});
afterAll(() => world.stop());

const search = async (q: string, more = '', account = world.distributor.id): Promise<Json> =>
  (await holder.app('GET', `/app/accounts/${account}/search?q=${encodeURIComponent(q)}${more}`)).body;
const names = async (q: string): Promise<string[]> =>
  (await search(q)).map(({ name }: Json) => name as string);

describe('A search for accounts', () => {
  it('finds accounts at every depth, by name, and returns their parents', async () => {
    const found = await search('CAFE');
    expect(found).toMatchObject([
      {
        name: 'Cafe Partners',
        role: 'channel',
        parent_id: world.distributor.id,
        parent_display_name: world.distributor.account.displayName,
      },
      {
        name: 'Café Zürich',
        display_name: 'The 100% Bakery',
        external_id: 'K_17',
        role: 'customer',
        status: 'active',
        parent_id: world.channel.id,
        parent_display_name: world.channel.account.displayName,
      },
    ]);
  });

  it.each([
    ['zur', ['Café Zürich']],
    ['bäkery', ['Café Zürich']],
    ['k_17', ['Café Zürich']],
    ['K-17', []],
    ['100%', ['Café Zürich']],
    ['a%y', []],
    ['l\\s', ['Mill\\Stone']],
    ['elsewhere', []],
  ])('matches %s literally, except for case and accents', async (q, expected) => {
    expect(await names(q)).toEqual(expected);
  });

  it('searches only below the account in scope, excluding that account', async () => {
    expect(await search('partners', '', world.channel.id)).toEqual([]);
    expect(await names(world.distributor.account.name)).toEqual([]);
  });

  it('follows name changes', async () => {
    const { body } = await world.channel.api.post('/accounts', { name: 'Oak', external_id: 'before' });
    await world.channel.api.patch(`/accounts/${String(body.id)}`, {
      display_name: 'Olmo',
      external_id: 'after',
    });
    expect(await names('olmo')).toEqual(['Oak']);
    expect(await names('AFTER')).toEqual(['Oak']);
    expect(await names('before')).toEqual([]);
  });

  it('is paginated', async () => {
    expect(await search('cafe', '&limit=1')).toMatchObject([{ name: 'Cafe Partners' }]);
  });

  it.each(['', '%20', 'x'.repeat(256)])('requires a search term: %#', async (q) => {
    const { status, body } = await holder.app('GET', `/app/accounts/${world.distributor.id}/search?q=${q}`);
    expect(status).toBe(400);
    expect(body.error).toMatch(/^q must be text/);
  });
});
