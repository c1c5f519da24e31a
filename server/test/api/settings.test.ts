import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeAccountSettings } from '../../src/features/accounts/change-settings.js';
import { locales } from '../../src/messages/locales.js';
import { newId } from '../../src/platform/ids.js';
import { fetchPage } from '../support/public-pages.js';
import { expectRefusal } from '../support/refusal.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let member: TestAccount;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  member = await world.newAccount('channel', world.distributor);
});

const defaultsOf = ({ id }: TestAccount) => ({
  locale: 'en',
  badge_enabled: false,
  badge_url: `${world.server.running.baseUrl}/accounts/${id}/badge.svg`,
  carbon_project_ids: [],
});

const settingsOf = async ({ api }: TestAccount): Promise<unknown> => {
  const { status, body } = await api.get('/settings');
  expect(status).toBe(200);
  return body;
};

const badgeStatus = async (): Promise<number> =>
  (await fetchPage(world, defaultsOf(member).badge_url)).status;

describe('GET /settings', () => {
  it('returns defaults for an account without settings, and never the rate', async () => {
    expect(await settingsOf(member)).toEqual(defaultsOf(member));
  });

  it('returns what the operator set', async () => {
    const { stoves } = world.carbon;
    await changeAccountSettings(world.server.running.instance.context, member.account.id, {
      rate: '0.01',
      locale: 'de',
      badgeEnabled: true,
      carbonProjectIds: [stoves],
    });
    expect(await settingsOf(member)).toEqual({
      ...defaultsOf(member),
      locale: 'de',
      badge_enabled: true,
      carbon_project_ids: [stoves],
    });
  });
});

describe('PATCH /settings', () => {
  it('changes each field alone, keeps the rest, and leaves the rate unchanged', async () => {
    const { context } = world.server.running.instance;
    const { stoves, mangroves } = world.carbon;
    await changeAccountSettings(context, member.account.id, { rate: '0.01' });
    let expected: object = defaultsOf(member);
    for (const change of [
      { locale: 'zh-TW' },
      { badge_enabled: true },
      { carbon_project_ids: [mangroves, stoves] },
      {},
      { carbon_project_ids: [] },
      { locale: 'en', badge_enabled: false, carbon_project_ids: [stoves] },
    ]) {
      expected = { ...expected, ...change };
      const answer = await member.api.patch('/settings', change);
      expect([answer.status, answer.body]).toEqual([200, expected]);
      expect(await settingsOf(member)).toEqual(expected);
    }
    const [{ rate } = {}] = await world.server.sql<{ rate?: string }>(
      'select rate from account_settings where account_id = $1',
      [member.id],
    );
    expect(Number(rate)).toBe(0.01);
  });

  it('accepts every language that pages support', async () => {
    for (const locale of locales)
      expect((await member.api.patch('/settings', { locale })).body).toMatchObject({ locale });
  });

  it('accepts an id in capitals as the same project', async () => {
    const { stoves } = world.carbon;
    const answer = await member.api.patch('/settings', { carbon_project_ids: [stoves.toUpperCase()] });
    expect(answer.body).toMatchObject({ carbon_project_ids: [stoves] });
  });

  it('determines the carbon projects of an order that names none', async () => {
    const { stoves } = world.carbon;
    await member.api.patch('/settings', { carbon_project_ids: [stoves] });
    const order = await member.api.post('/orders', { items: [{ quantity: 1000 }] });
    expect(order.body).toMatchObject({ carbon_project_ids: [stoves] });
  });

  it('turns the badge on and off', async () => {
    expect(await badgeStatus()).toBe(404);
    await member.api.patch('/settings', { badge_enabled: true });
    expect(await badgeStatus()).toBe(200);
    await member.api.patch('/settings', { badge_enabled: false });
    expect(await badgeStatus()).toBe(404);
  });

  it('works for an inactive account', async () => {
    await world.distributor.api.post(`/accounts/${member.id}/deactivate`);
    const answer = await member.api.patch('/settings', { locale: 'fr' });
    expect([answer.status, answer.body.locale]).toEqual([200, 'fr']);
  });

  it.each<[string, (world: World) => unknown, RegExp]>([
    ['an unknown field', () => ({ nonsense: 1 }), /^nonsense\b/],
    ['the rate', () => ({ rate: 0.0001 }), /^rate\b/],
    ['an unknown language', () => ({ locale: 'tlh' }), /^locale must be one of en, de/],
    ['a number for a language', () => ({ locale: 1 }), /^locale\b/],
    ['no language', () => ({ locale: null }), /^locale\b/],
    ['text for a boolean', () => ({ badge_enabled: 'true' }), /^badge_enabled must be true or false/],
    ['neither on nor off', () => ({ badge_enabled: null }), /^badge_enabled\b/],
    ['no list of projects', () => ({ carbon_project_ids: null }), /^carbon_project_ids\b/],
    ['one project instead of a list', ({ carbon }) => ({ carbon_project_ids: carbon.stoves }), /an array/],
    ['a project that is not an id', () => ({ carbon_project_ids: ['Stoves'] }), /^carbon_project_ids\[0\]/],
    ['a complete project', ({ carbon }) => ({ carbon_project_ids: [carbon.complete] }), /is complete/],
    [
      'a project twice',
      ({ carbon: { stoves } }) => ({ carbon_project_ids: [stoves, stoves.toUpperCase()] }),
      /must not contain a project twice/,
    ],
    [
      'too many projects',
      () => ({ carbon_project_ids: Array.from({ length: 101 }, newId) }),
      /at most 100 entries/,
    ],
    ['a list of changes', () => [{ locale: 'de' }], /object/],
  ])('refuses %s and changes nothing', async (_, body, message) => {
    expectRefusal(await member.api.patch('/settings', body(world)), 400, message);
    expect(await settingsOf(member)).toEqual(defaultsOf(member));
  });

  it('refuses everything if one part is invalid, and checks for unknown ids before rules', async () => {
    const { complete } = world.carbon;
    const body = { locale: 'de', badge_enabled: true, carbon_project_ids: [complete, newId()] };
    expectRefusal(await member.api.patch('/settings', body), 404, /^carbon_project_ids: there is no project/);
    const forest = { carbon_project_ids: [world.projects.forest] };
    expectRefusal(await member.api.patch('/settings', forest), 404, /there is no project/);
    expect(await settingsOf(member)).toEqual(defaultsOf(member));
  });

  it('keeps both of two concurrent changes', async () => {
    await Promise.all([
      member.api.patch('/settings', { locale: 'de' }),
      member.api.patch('/settings', { badge_enabled: true }),
    ]);
    expect(await settingsOf(member)).toMatchObject({ locale: 'de', badge_enabled: true });
  });
});

describe('/accounts/:account_id/settings', () => {
  it('works for every account that reaches this one, and affects only this one', async () => {
    const path = `/accounts/${member.id}/settings`;
    const answer = await world.distributor.api.patch(path, { locale: 'ja' });
    expect([answer.status, answer.body]).toEqual([200, { ...defaultsOf(member), locale: 'ja' }]);
    expect((await world.distributor.api.get(path)).body).toEqual(answer.body);
    expect(await settingsOf(member)).toEqual(answer.body);
    expect(await settingsOf(world.distributor)).toEqual(defaultsOf(world.distributor));
  });

  it('returns 404 for all other accounts', async () => {
    const path = `/accounts/${member.id}/settings`;
    for (const { api } of [world.stranger, world.channel]) {
      expectRefusal(await api.get(path), 404, /^There is no such account$/);
      expectRefusal(await api.patch(path, { locale: 'ja' }), 404, /^There is no such account$/);
    }
    expectRefusal(await member.api.get(`/accounts/${world.distributor.id}/settings`), 404);
    expect(await settingsOf(member)).toEqual(defaultsOf(member));
  });
});
