import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { changeForestryProject } from '../../src/features/projects/change-projects.js';
import { countTrees } from '../../src/features/projects/count-trees.js';
import { importForestryProjects } from '../../src/features/projects/import-projects.js';
import type { ForestryProjectChanges } from '../../src/features/projects/project-input.js';
import type { Json } from '../support/api-client.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { expectRefusal, unknownId } from '../support/refusal.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const idsOf = (projects: Json): string[] => projects.map(({ id }: Json) => id);

describe('forestry projects', () => {
  it('are listed in full, including complete ones, by creation', async () => {
    const { forest, grove, complete } = world.projects;
    await world.server.sql('update forestry_projects set created_at = $2 where id = $1', [
      grove,
      '2020-01-01',
    ]);
    const { status, body } = await world.customer.api.get('/forestry/projects');
    expect(status).toBe(200);
    expect(idsOf(body)).toEqual([grove, forest, complete]);
    expect(idsOf((await world.stranger.api.get('/forestry/projects')).body)).toEqual(idsOf(body));
  });

  it('are retrieved with all of their fields and no others', async () => {
    const { status, body } = await world.customer.api.get(`/forestry/projects/${world.projects.complete}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      id: world.projects.complete,
      name: 'Planted out',
      status: 'complete',
      forest_latitude: -4.75,
      forest_longitude: 38.48,
      content_logo: 'https://img.example/logo.png',
      content_masthead: 'https://img.example/masthead.jpg',
      content_body_html: '<p>A body</p>',
      content_images: ['https://img.example/1.jpg'],
    });
  });

  it.each([unknownId, 'not-a-uuid'])('return 404 for %s', async (id) => {
    expectRefusal(await world.customer.api.get(`/forestry/projects/${id}`), 404);
  });
});

describe('favorite projects', () => {
  it('are empty at first, then list what was added, in that order', async () => {
    const { api } = await world.newAccount();
    const { forest, grove } = world.projects;
    expect((await api.get('/projects')).body).toEqual([]);
    expect(idsOf((await api.post(`/projects/${grove}`)).body)).toEqual([grove]);
    const { status, body } = await api.post(`/projects/${forest}`);
    expect(status).toBe(200);
    expect(idsOf(body)).toEqual([grove, forest]);
    expect((await api.get('/projects')).body).toEqual(body);
    expect(body[1]).toEqual((await api.get(`/forestry/projects/${forest}`)).body);
  });

  it('do not change when a project is added twice', async () => {
    const { api } = await world.newAccount();
    const { forest, grove } = world.projects;
    await api.post(`/projects/${forest}`);
    const before = (await api.post(`/projects/${grove}`)).body;
    const again = await api.post(`/projects/${forest}`);
    expect(again.status).toBe(200);
    expect(again.body).toEqual(before);
  });

  it('contain a project once when it is added 16 times concurrently', async () => {
    const { api } = await world.newAccount();
    const { forest } = world.projects;
    const answers = await Promise.all(Array.from({ length: 16 }, () => api.post(`/projects/${forest}`)));
    for (const { status, body } of answers) {
      expect({ status, ids: idsOf(body) }).toEqual({ status: 200, ids: [forest] });
    }
  });

  it('are removed one by one; removing a project that is not a favorite returns 404', async () => {
    const { api } = await world.newAccount();
    const { forest, grove } = world.projects;
    await api.post(`/projects/${forest}`);
    await api.post(`/projects/${grove}`);
    const removed = await api.delete(`/projects/${forest}`);
    expect(removed.status).toBe(200);
    expect(idsOf(removed.body)).toEqual([grove]);
    expectRefusal(await api.delete(`/projects/${forest}`), 404);
    expectRefusal(await api.delete(`/projects/${unknownId}`), 404);
    expect(idsOf((await api.get('/projects')).body)).toEqual([grove]);
  });

  it('refuse a complete project (400) and an unknown one (404)', async () => {
    const { api } = await world.newAccount();
    expectRefusal(await api.post(`/projects/${world.projects.complete}`), 400, /complete/);
    expectRefusal(await api.post(`/projects/${unknownId}`), 404);
    expectRefusal(await api.post('/projects/not-a-uuid'), 404);
    expect((await api.get('/projects')).body).toEqual([]);
  });

  it('remain when they become complete, even when added again in capitals', async () => {
    const { api } = await world.newAccount();
    const { forest } = world.projects;
    await api.post(`/projects/${forest}`);
    await world.server.sql(`update forestry_projects set status = 'complete' where id = $1`, [forest]);
    for (const id of [forest, forest.toUpperCase()]) {
      const again = await api.post(`/projects/${id}`);
      expect({ status: again.status, ids: idsOf(again.body) }).toEqual({ status: 200, ids: [forest] });
    }
    await world.server.sql(`update forestry_projects set status = 'active' where id = $1`, [forest]);
  });

  it('are separate for each account', async () => {
    const { api } = await world.newAccount();
    await world.customer.api.post(`/projects/${world.projects.forest}`);
    expect((await api.get('/projects')).body).toEqual([]);
    const { body } = await world.distributor.api.get(`/accounts/${world.customer.id}/projects`);
    expect(idsOf(body)).toEqual([world.projects.forest]);
  });
});

describe('the capacity of a forestry project', () => {
  const count = () => countTrees(world.server.running.instance.context);
  const plant = (trees: number, projectId: string) =>
    world.customer.api.post('/biomass/offsets', { trees, project_id: projectId });
  const planted = async (id: string) => {
    const select = 'select planted_trees as trees from forestry_projects where id = $1';
    const [project] = await world.server.sql<{ trees: string }>(select, [id]);
    return Number(project?.trees);
  };
  const statusOf = async (id: string) =>
    (await world.customer.api.get(`/forestry/projects/${id}`)).body.status;
  const setCapacity = (id: string, trees: number | null) =>
    world.server.sql(`update forestry_projects set capacity_trees = $2, status = 'active' where id = $1`, [
      id,
      trees,
    ]);
  const change = (id: string, changes: ForestryProjectChanges) =>
    changeForestryProject(world.server.running.instance.context, id, changes);
  const importStatus = async (id: string, status: 'complete' | undefined) => {
    const { body } = await world.customer.api.get(`/forestry/projects/${id}`);
    await importForestryProjects(world.server.running.instance.context, [
      { name: body.name, forestLatitude: 1, forestLongitude: 1, status },
    ]);
  };
  const lastEntry = async (id: string) => {
    const select =
      'select action, before, after from audit_entries where subject_id = $1 order by id desc limit 1';
    return (await world.server.sql(select, [id]))[0];
  };
  afterEach(async () => {
    for (const id of [world.projects.forest, world.projects.grove]) await setCapacity(id, null);
    await count();
    await expectLedgerInBalance(world.server);
  });

  it('is updated only by the job, not by an offset itself, and the job also subtracts deleted trees', async () => {
    const { forest } = world.projects;
    const before = await planted(forest);
    const { body: offset } = await plant(2.5, forest);
    await plant(1, forest);
    expect(await planted(forest)).toBe(before);
    await count();
    expect(await planted(forest)).toBe(before + 3.5);
    await world.customer.api.delete(`/biomass/offsets/${offset.id}`);
    await count();
    expect(await planted(forest)).toBe(before + 1);
    await count();
    expect(await planted(forest)).toBe(before + 1);
  });

  it('makes the project complete when it is used up, and not earlier', async () => {
    const { grove, forest } = world.projects;
    await count();
    await setCapacity(grove, (await planted(grove)) + 3);
    await plant(2.999999, grove);
    await count();
    expect(await statusOf(grove)).toBe('active');
    await plant(1, grove);
    await count();
    expect(await statusOf(grove)).toBe('complete');
    expect(await statusOf(forest)).toBe('active');
    expectRefusal(await plant(1, grove), 400, /complete/);
    const random = await world.customer.api.post('/biomass/offsets', { pages: 1 });
    expect(random.body.project_id).toBe(forest);
  });

  it('makes the project complete when the operator lowers it below the planted trees', async () => {
    const { grove } = world.projects;
    await plant(2, grove);
    await count();
    await setCapacity(grove, 1);
    await count();
    expect(await statusOf(grove)).toBe('complete');
  });

  it('makes the project active again when deletions free some of it', async () => {
    const { grove } = world.projects;
    await count();
    await setCapacity(grove, (await planted(grove)) + 3);
    const { body: offset } = await plant(2, grove);
    await plant(1, grove);
    await count();
    expect(await statusOf(grove)).toBe('complete');
    await world.customer.api.delete(`/biomass/offsets/${offset.id}`);
    await count();
    expect(await statusOf(grove)).toBe('active');
    expect((await plant(1, grove)).status).toBe(200);
    expect(await lastEntry(grove)).toMatchObject({
      action: 'forestry_project.reopen',
      before: { status: 'complete' },
      after: { status: 'active' },
    });
    await plant(1, grove);
    await count();
    expect(await statusOf(grove)).toBe('complete');
  });

  it('makes the project active again when the operator raises it', async () => {
    const { grove } = world.projects;
    await plant(2, grove);
    await count();
    await change(grove, { capacityTrees: '1' });
    await count();
    expect(await statusOf(grove)).toBe('complete');
    await change(grove, { capacityTrees: String((await planted(grove)) + 1) });
    await count();
    expect(await statusOf(grove)).toBe('active');
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['has completed', (id) => change(id, { status: 'complete' })],
    ['has completed by an import', (id) => importStatus(id, 'complete')],
  ])('does not reactivate a project that the operator %s', async (_, complete) => {
    const { grove } = world.projects;
    await count();
    await setCapacity(grove, (await planted(grove)) + 2);
    const { body: offset } = await plant(2, grove);
    await count();
    expect(await statusOf(grove)).toBe('complete');
    await complete(grove);
    await world.customer.api.delete(`/biomass/offsets/${offset.id}`);
    await count();
    expect(await statusOf(grove)).toBe('complete');
  });

  it('still determines the status of a project after an import without a status', async () => {
    const { grove } = world.projects;
    await count();
    await setCapacity(grove, (await planted(grove)) + 2);
    const { body: offset } = await plant(2, grove);
    await count();
    await importStatus(grove, undefined);
    expect(await statusOf(grove)).toBe('complete');
    await world.customer.api.delete(`/biomass/offsets/${offset.id}`);
    await count();
    expect(await statusOf(grove)).toBe('active');
  });

  it('counts every tree once when several jobs add them up concurrently while offsets are created and deleted', async () => {
    const { forest, grove } = world.projects;
    await count();
    const before = (await planted(forest)) + (await planted(grove));
    const offsets = await Promise.all(
      Array.from({ length: 60 }, (_, index) => plant(1, index % 2 ? forest : grove)),
    );
    await Promise.all([
      ...Array.from({ length: 6 }, count),
      ...offsets.slice(0, 20).map(({ body }) => world.customer.api.delete(`/biomass/offsets/${body.id}`)),
      ...Array.from({ length: 6 }, count),
    ]);
    await count();
    expect((await planted(forest)) + (await planted(grove))).toBe(before + 40);
  });
});
