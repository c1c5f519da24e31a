import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveAccountSettings } from '../../src/features/accounts/account-settings-store.js';
import type { Answer, Json } from '../support/api-client.js';
import { expectRefusal, unknownId } from '../support/refusal.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const order = (body: Json, by: TestAccount = world.customer): Promise<Answer> =>
  by.api.post('/orders', { items: [{ quantity: 1000 }], ...body });

/** Pages per project after the order is placed. */
async function pagesPlanted(draft: Json, by: TestAccount = world.customer): Promise<number[]> {
  const { body } = await by.api.patch(`/orders/${draft.id}/place`);
  const offsets = await Promise.all(
    body.biomass_offset_ids.map((id: string) => by.api.get(`/biomass/offsets/${id}`)),
  );
  return offsets.map((answer: Answer) => answer.body.pages);
}

const carbonSettings = (member: TestAccount, carbonProjectIds: string[]): Promise<void> =>
  world.server.running.instance.context.db.transaction((tx) =>
    saveAccountSettings(tx, member.account.id, {
      rate: null,
      carbonProjectIds,
    }),
  );

describe('project settings in the request', () => {
  it.each([
    ['evenly without percentages', [{}, {}], [500, 500]],
    ['evenly with percentages of null', [{ percentage: null }, {}], [500, 500]],
    ['by percentages', [{ percentage: 12.5 }, { percentage: 87.5 }], [125, 875]],
    ['by percentages with decimals', [{ percentage: 33.33 }, { percentage: 66.67 }], [333, 667]],
    ['all to one', [{ percentage: 100 }], [1000]],
  ])('split the pages %s', async (_, settings, pages) => {
    const ids = [world.projects.forest, world.projects.grove];
    const { status, body } = await order({
      biomass_project_settings: settings.map((setting, index) => ({ project_id: ids[index], ...setting })),
    });
    expect(status).toBe(200);
    expect(body.biomass_project_ids).toEqual(ids.slice(0, settings.length));
    expect(await pagesPlanted(body)).toEqual(pages);
  });

  it('assign the remainder of an even split to the first project', async () => {
    const settings = [{ project_id: world.projects.grove }, { project_id: world.projects.forest }];
    const { body } = await order({ items: [{ quantity: 11 }], biomass_project_settings: settings });
    expect(await pagesPlanted(body)).toEqual([6, 5]);
  });

  it("split tonnes the same way, each at its project's price", async () => {
    const { body } = await order({
      items: [{ mass: 1_000_000 }],
      carbon_project_settings: [
        { project_id: world.carbon.stoves, percentage: 25 },
        { project_id: world.carbon.mangroves, percentage: 75 },
      ],
    });
    expect(body).toMatchObject({ mtco2e: 1.3, carbon_price: 22.75 });
    const { body: placed } = await world.customer.api.patch(`/orders/${body.id}/place`);
    const offsets = await Promise.all(
      placed.carbon_offset_ids.map((id: string) => world.customer.api.get(`/carbon/offsets/${id}`)),
    );
    expect(offsets.map((answer: Answer) => answer.body.mtco2e)).toEqual([0.325, 0.975]);
  });

  describe.each(['biomass_project_settings', 'carbon_project_settings'])('as %s', (field) => {
    const pair = (): [string, string] =>
      field.startsWith('biomass')
        ? [world.projects.forest, world.projects.grove]
        : [world.carbon.stoves, world.carbon.mangroves];

    it.each([
      ['percentages for some only', [50, undefined]],
      ['a sum below 100', [50, 49.99]],
      ['a sum above 100', [50, 50.01]],
      ['more than 2 decimals', [33.333, 66.667]],
      ['a percentage of 0', [0, 100]],
      ['a negative percentage', [-10, 110]],
      ['a percentage as text', ['50', '50']],
    ])('refuse %s', async (_, percentages) => {
      const settings = percentages.map((percentage, index) => ({ project_id: pair()[index], percentage }));
      expectRefusal(await order({ [field]: settings }), 400, new RegExp(field));
    });

    it('refuse a project that appears twice, in any case', async () => {
      const [first] = pair();
      for (const again of [first, first.toUpperCase()]) {
        const settings = [{ project_id: first }, { project_id: again }];
        expectRefusal(await order({ [field]: settings }), 400, new RegExp(field));
      }
    });

    it('accept an id in capitals as the same project', async () => {
      const [first] = pair();
      const { status, body } = await order({ [field]: [{ project_id: first.toUpperCase() }] });
      expect(status).toBe(200);
      expect(body[field.replace('settings', 'ids')]).toEqual([first]);
    });

    it.each([
      ['a project that is missing', 400, () => ({})],
      ['an id that is not a UUID', 400, () => ({ project_id: 'mine' })],
      ['an unknown field', 400, () => ({ project_id: pair()[0], share: 1 })],
      ['an unknown project', 404, () => ({ project_id: unknownId })],
      [
        'a complete project',
        400,
        () => ({ project_id: field.startsWith('b') ? world.projects.complete : world.carbon.complete }),
      ],
      [
        'a project of the other kind',
        404,
        () => ({ project_id: field.startsWith('b') ? world.carbon.stoves : world.projects.forest }),
      ],
    ])('refuse %s with %s', async (_, code, setting) => {
      expectRefusal(await order({ [field]: [setting()] }), code, new RegExp(field));
    });
  });
});

describe('an order without project settings', () => {
  it.each([{}, { biomass_project_settings: null, carbon_project_settings: null }])(
    "is split evenly over the account's active favorites, in their order: %j",
    async (body) => {
      const member = await world.newAccount();
      await member.api.post(`/projects/${world.projects.grove}`);
      await member.api.post(`/projects/${world.projects.forest}`);
      const { body: draft } = await order({ ...body, items: [{ quantity: 3 }] }, member);
      expect(draft).toMatchObject({
        biomass_project_ids: [world.projects.grove, world.projects.forest],
        carbon_project_ids: [],
        mtco2e: 0,
      });
      expect(await pagesPlanted(draft, member)).toEqual([2, 1]);
    },
  );

  it('skips complete favorites', async () => {
    const member = await world.newAccount();
    const { forest, grove } = world.projects;
    await member.api.post(`/projects/${grove}`);
    await member.api.post(`/projects/${forest}`);
    const set = (status: string) =>
      world.server.sql('update forestry_projects set status = $2 where id = $1', [grove, status]);
    await set('complete');
    expect((await order({}, member)).body.biomass_project_ids).toEqual([forest]);
    await member.api.delete(`/projects/${forest}`);
    expect((await order({}, member)).body.biomass_project_ids).toEqual([forest]);
    await set('active');
  });

  it('uses one random active project when there are no favorites', async () => {
    const member = await world.newAccount();
    const answers = await Promise.all(Array.from({ length: 50 }, () => order({}, member)));
    const chosen = answers.map(({ body }) => body.biomass_project_ids);
    expect(new Set(chosen.map((ids) => ids.length))).toEqual(new Set([1]));
    expect(new Set(chosen.flat())).toEqual(new Set([world.projects.forest, world.projects.grove]));
  });

  it("uses the account's carbon projects, without complete ones", async () => {
    const member = await world.newAccount();
    const { stoves, mangroves, complete } = world.carbon;
    await carbonSettings(member, [mangroves, complete, stoves]);
    const { body } = await order({ items: [{ mass: 1_000_000 }] }, member);
    expect(body).toMatchObject({ carbon_project_ids: [mangroves, stoves], mtco2e: 1.3, carbon_price: 19.5 });
    expect((await order({ carbon_project_settings: [] }, member)).body.carbon_project_ids).toEqual([]);
  });

  it.each([
    ['two empty arrays', { biomass_project_settings: [], carbon_project_settings: [] }],
    ['no biomass and no carbon projects of the account', { biomass_project_settings: [] }],
  ])('is refused when it would offset nothing: %s', async (_, body) => {
    expectRefusal(await order(body), 400, /biomass or a carbon project/);
  });

  it("can be for carbon only, by the account's settings", async () => {
    const member = await world.newAccount();
    await carbonSettings(member, [world.carbon.stoves]);
    const { body } = await order({ biomass_project_settings: [] }, member);
    expect(body).toMatchObject({
      biomass_project_ids: [],
      trees: 0,
      carbon_project_ids: [world.carbon.stoves],
    });
    const placed = await member.api.patch(`/orders/${body.id}/place`);
    expect(placed.body).toMatchObject({ biomass_offset_ids: [], carbon_offset_ids: [expect.any(String)] });
    expect((await member.api.get('/biomass/offsets')).body).toEqual([]);
  });
});
