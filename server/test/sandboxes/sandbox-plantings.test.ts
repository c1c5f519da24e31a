import { afterAll, beforeAll, expect, it } from 'vitest';
import { examplePicture } from '../support/example-picture.js';
import { addPhotoTo } from '../support/planted-forest.js';
import { PlantedProject } from '../support/planted-project.js';
import { fetchPage } from '../support/public-pages.js';
import { advanceTo, createSandbox, schemaOf } from '../support/sandboxes.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

it('A sandbox begins with the plantings of the installation, which cover its own certificates', async () => {
  const project = await PlantedProject.open(world);
  await project.certify(3);
  await project.plant({ reference: 'a', trees: 4 });
  await project.cover();
  const path = `/forestry/projects/${project.id}/plantings`;
  const [live] = (await world.customer.api.get(path)).body;
  expect(live.covered_trees).toBe(3);

  const sandbox = await createSandbox(world);
  expect((await sandbox.api.get(path)).body).toEqual([{ ...live, covered_trees: 0 }]);
  await sandbox.api.post('/biomass/offsets', { pages: 8333 * 2, project_id: project.id });
  const later = new Date(new Date(sandbox.now).getTime() + 2 * 86_400_000).toISOString();
  await advanceTo(world.server, sandbox, later.replace(/\.\d+/, ''));
  expect((await sandbox.api.get(path)).body).toEqual([{ ...live, covered_trees: 2 }]);
  expect((await world.customer.api.get(path)).body).toEqual([live]);
  expect(await world.server.sql(`select from ${schemaOf(sandbox)}.planting_records`)).toEqual([]);
});

it('A sandbox shows the photos of the installation, at addresses of its own and without copies', async () => {
  const project = await PlantedProject.open(world);
  await project.plant({ reference: 'b', trees: 4 });
  const id = await addPhotoTo(world.server, project.reference('b'), examplePicture(), { caption: 'Rain' });
  const sandbox = await createSandbox(world);
  const [planting] = (await sandbox.api.get(`/forestry/projects/${project.id}/plantings`)).body;
  const root = `/sandbox/${sandbox.id}`;
  expect(planting.photos).toMatchObject([
    { url: `${world.server.running.baseUrl}${root}/planting-photos/${id}.jpg`, caption: 'Rain' },
  ]);
  const live = await fetchPage(world, `/planting-photos/${id}.jpg`);
  expect((await fetchPage(world, `${root}/planting-photos/${id}.jpg`)).body.equals(live.body)).toBe(true);
  expect(
    await world.server.sql(`select length(large) as size from ${schemaOf(sandbox)}.planting_photos`),
  ).toEqual([{ size: 0 }]);
  const { text } = await fetchPage(world, `${root}/projects/${project.id}?locale=en`);
  expect(text).toContain(`src="${root}/planting-photos/${id}-small.jpg"`);
  expect(text).toContain('SANDBOX');
});
