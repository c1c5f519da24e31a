import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fetchPage } from '../support/public-pages.js';
import { expectRefusal } from '../support/refusal.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let member: TestAccount;
let slug: string;
let count = 0;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  member = await world.newAccount('channel', world.distributor);
  slug = `page-${String(++count)}`;
});

const change = (page: object, { api }: TestAccount = member) => api.patch('/settings', { public_page: page });
const pageOf = async ({ api }: TestAccount = member): Promise<unknown> =>
  (await api.get('/settings?expand=public_page')).body.public_page;
const statusOf = async (name: string): Promise<number> =>
  (await fetchPage(world, `/impact/${name}.json`)).status;

describe('PATCH /settings with public_page', () => {
  it('switches the page on, and the answer shows it', async () => {
    const page = { slug, enabled: true, include_descendants: false };
    const { status, body } = await change(page);
    expect([status, body.public_page]).toEqual([200, page]);
    expect(await pageOf()).toEqual(page);
    expect(await statusOf(slug)).toBe(200);
  });

  it('is off by default, and other answers keep the shape that clients know', async () => {
    expect(await pageOf()).toEqual({ slug: null, enabled: false, include_descendants: false });
    await change({ slug, enabled: true });
    for (const { body } of [await member.api.get('/settings'), await member.api.patch('/settings', {})])
      expect(Object.keys(body).sort()).toEqual([
        'badge_enabled',
        'badge_url',
        'carbon_project_ids',
        'locale',
      ]);
  });

  it('keeps fields that are not given', async () => {
    await change({ slug, enabled: true, include_descendants: true });
    await change({ enabled: false });
    expect(await pageOf()).toEqual({ slug, enabled: false, include_descendants: true });
    await change({});
    await change({ slug: `${slug}-x` });
    expect(await pageOf()).toEqual({ slug: `${slug}-x`, enabled: false, include_descendants: true });
  });

  it('takes nothing as on without a slug', async () => {
    expectRefusal(await change({ enabled: true }), 400, /^public_page.slug is required/);
    expect((await change({ enabled: false })).status).toBe(200);
    expect(await pageOf()).toMatchObject({ slug: null, enabled: false });
  });

  it.each([
    ['capitals', 'Evergreen'],
    ['a blank', 'ever green'],
    ['a dot', 'evergreen.json'],
    ['a slash', 'ever/green'],
    ['another script', 'grün'],
    ['a line break', 'evergreen\n'],
    ['two characters', 'ab'],
    ['65 characters', 'a'.repeat(65)],
    ['no text', 5],
    ['null', null],
  ])('refuses a slug with %s and changes nothing', async (_, wrong) => {
    expectRefusal(
      await member.api.patch('/settings', { locale: 'de', public_page: { slug: wrong, enabled: true } }),
      400,
      /^public_page\.slug must be 3 to 64 characters of a-z, 0-9 and -/,
    );
    expect((await member.api.get('/settings')).body.locale).toBe('en');
    expect(await pageOf()).toMatchObject({ slug: null });
  });

  it.each(['abc', '---', '0-9', 'a'.repeat(64)])('accepts the slug %s', async (name) => {
    expect((await change({ slug: name, enabled: true })).status).toBe(200);
    expect(await statusOf(name)).toBe(200);
  });

  it.each([
    ['an unknown field', { slug: 'evergreen', colour: 'green' }, /^public_page\.colour is not a known field/],
    ['text for a boolean', { slug: 'evergreen', enabled: 'true' }, /^public_page\.enabled must be true/],
    ['a list', [], /^public_page must be/],
    ['null', null, /^public_page must be/],
  ])('refuses %s', async (_, page, message) => {
    expectRefusal(await member.api.patch('/settings', { public_page: page }), 400, message);
  });

  it('refuses the slug of another account, also while its page is off, and changes nothing', async () => {
    await change({ slug, enabled: true });
    const other = await world.newAccount('customer', world.channel);
    for (const enabled of [true, false]) {
      await change({ enabled });
      expectRefusal(
        await other.api.patch('/settings', { locale: 'ko', public_page: { slug, enabled: true } }),
        400,
        /^public_page\.slug is already taken/,
      );
    }
    expect((await other.api.get('/settings')).body.locale).toBe('en');
  });

  it('gives one account the slug that several take at once', async () => {
    const others = await Promise.all(
      Array.from({ length: 5 }, () => world.newAccount('customer', world.channel)),
    );
    const answers = await Promise.all(others.map((other) => change({ slug, enabled: true }, other)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
  });

  it('frees a slug that is given up', async () => {
    await change({ slug, enabled: true });
    await change({ slug: `${slug}-new` });
    expect([await statusOf(slug), await statusOf(`${slug}-new`)]).toEqual([404, 200]);
    const other = await world.newAccount('customer', world.channel);
    expect((await change({ slug, enabled: true }, other)).status).toBe(200);
    expect((await fetchPage(world, `/impact/${slug}.json`)).text).toContain(other.account.name);
  });

  it('is recorded in the audit trail', async () => {
    await change({ slug, enabled: true });
    const entries = await world.server.sql<{ action: string; after: unknown }>(
      "select action, after from audit_entries where account_id = $1 and action like 'public_page%'",
      [member.id],
    );
    expect(entries).toEqual([{ action: 'public_page.update', after: { slug, enabled: true } }]);
  });
});
