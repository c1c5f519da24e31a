import { afterAll, beforeAll, expect, it } from 'vitest';
import { PlantedProject } from '../support/planted-project.js';
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
