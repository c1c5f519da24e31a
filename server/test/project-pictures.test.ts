import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changePicture, mostPictureBytes, removePicture } from '../src/projects/change-picture.js';
import { type Operator, sitDown } from './support/command-line.js';
import { examplePicture } from './support/example-picture.js';
import { fetchPage, type Fetched } from './support/public-pages.js';
import { startWorld, type World } from './support/world.js';

const drawings = new URL('../src/demo/pictures/', import.meta.url);

let world: World;
let operator: Operator;
beforeAll(async () => {
  world = await startWorld();
  operator = await sitDown({ database: world.server.database });
});
afterAll(async () => {
  await operator.leave();
  await world.stop();
});

const picture = (id: string, headers: Record<string, string> = {}): Promise<Fetched> =>
  fetchPage(world, `/projects/${id}/picture`, headers);

const set = (bytes: Buffer): Promise<void> =>
  changePicture(world.server.running.instance.context, 'Grove', bytes);

describe('projects picture', () => {
  it('gives a project its picture, by name or id, and takes it away; the trail has both', async () => {
    const { forest } = world.projects;
    const [name = ''] = await readdir(drawings);
    const drawing = await readFile(new URL(name, drawings));
    // The name says nothing of what is in it.
    const file = join(operator.dataDir, 'drawing.png');
    await writeFile(file, drawing);
    await operator.json('projects', 'picture', 'Forest', file);
    const shown = await picture(forest);
    expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(shown.body.equals(drawing)).toBe(true);
    const tag = { 'if-none-match': String(shown.headers['etag']) };
    expect((await picture(forest, tag)).status).toBe(304);
    await operator.json('projects', 'picture', forest, '--remove');
    expect((await picture(forest)).status).toBe(404);
    expect(await operator.failure(1, 'projects', 'picture', forest, '--remove')).toMatch(/no picture/);
    const entries = await operator.json('audit', 'list', '--limit', '2');
    expect(entries.map(({ action }: { action: string }) => action)).toEqual([
      'forestry_project.picture',
      'forestry_project.picture',
    ]);
    expect(JSON.stringify(entries).length).toBeLessThan(2_000);
  });

  it('wants to know which project and which file', async () => {
    expect(await operator.failure(1, 'projects', 'picture', 'Forest')).toMatch(/file/);
    expect(await operator.failure(1, 'projects', 'picture', 'Nowhere', '--remove')).toMatch(/Nowhere/);
  });
});

describe('A picture', () => {
  it.each([
    ['nothing', () => Buffer.alloc(0)],
    ['a text', () => Buffer.from('nonsense')],
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a GIF', () => Buffer.from('GIF89a\u0001\u0000\u0001\u0000')],
    ['half a PNG', () => examplePicture().subarray(0, 90)],
    ['the start of a JPEG', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0])],
    ['more pixels than anyone needs', () => PNG.sync.write(new PNG({ width: 2_001, height: 2_000 }))],
    ['too many bytes', () => Buffer.concat([examplePicture(), Buffer.alloc(mostPictureBytes)])],
  ])('is not %s', async (_, bytes) => {
    await expect(set(bytes())).rejects.toThrow(/A picture must be/);
    expect((await picture(world.projects.grove)).status).toBe(404);
  });

  it('is each of the demo’s, and a PNG', async () => {
    for (const name of await readdir(drawings)) {
      const drawing = await readFile(new URL(name, drawings));
      expect(drawing.length).toBeLessThan(40_000);
      await set(drawing);
    }
    await set(examplePicture());
    expect((await picture(world.projects.grove)).headers['content-type']).toBe('image/png');
    await removePicture(world.server.running.instance.context, 'Grove');
  });
});
