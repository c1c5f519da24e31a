import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plant, ringAround } from '../support/planted-forest.js';
import { PlantedProject } from '../support/planted-project.js';
import { fetchPage } from '../support/public-pages.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

describe('A project with 1,000 plantings of 1,000 points each', () => {
  it('has a page of bounded size, with the largest areas', async () => {
    const large = await PlantedProject.open(world);
    const rows = Array.from({ length: 1_000 }, (_, index) => ({
      reference: large.reference(String(index)),
      trees: index + 1,
      polygon: {
        type: 'Polygon',
        coordinates: [ringAround([2 + (index % 40) * 0.05, 1 + Math.floor(index / 40) * 0.05], 0.02, 999)],
      },
    }));
    for (let start = 0; start < rows.length; start += 250)
      await plant(world.server, large.name, rows.slice(start, start + 250));
    const { status, text } = await fetchPage(world, `/projects/${large.id}?locale=en`);
    expect(status).toBe(200);
    expect(text.match(/class="area"/g)).toHaveLength(400);
    expect(text).toContain('The newest 100 of 1,000 plantings.');
    expect(text.length).toBeLessThan(400_000);
    const json = await fetchPage(world, `/projects/${large.id}.json`);
    expect(JSON.parse(json.text)).toMatchObject({ planting_count: 1_000, planted: 500_500 });
    expect(json.text.length).toBeLessThan(100_000);
  });
});
