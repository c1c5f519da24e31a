import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import jpeg from 'jpeg-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePictures, pictureLimits } from '../../src/platform/images/make-pictures.js';
import { type Operator, createOperator } from '../support/command-line.js';
import { examplePicture } from '../support/example-picture.js';
import { fetchPage, type PageResponse } from '../support/public-pages.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let operator: Operator;
beforeAll(async () => {
  world = await startWorld();
  operator = await createOperator({ database: world.server.database });
});
afterAll(async () => {
  await operator.close();
  await world.stop();
});

const picture = (id: string, headers: Record<string, string> = {}): Promise<PageResponse> =>
  fetchPage(world, `/projects/${id}/picture`, headers);

describe('projects picture', () => {
  it('sets and removes the picture of a project, by name or id, with an audit entry each', async () => {
    const { forest } = world.projects;
    // The file extension does not match the content.
    const file = join(operator.dataDir, 'drawing.jpg');
    await writeFile(file, examplePicture());
    await operator.json('projects', 'picture', 'Forest', file);
    const shown = await picture(forest);
    expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(shown.body.equals((await makePictures(examplePicture())).page)).toBe(true);
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

  it('requires a project and a file', async () => {
    expect(await operator.failure(2, 'projects', 'picture', 'Forest')).toMatch(/file/);
    expect(await operator.failure(1, 'projects', 'picture', 'Nowhere', '--remove')).toMatch(/Nowhere/);
  });
});

describe('A picture', () => {
  it('that cannot be read changes nothing, and the operator gets the reason', async () => {
    const file = join(operator.dataDir, 'broken.png');
    await writeFile(file, examplePicture().subarray(0, 90));
    expect(await operator.failure(1, 'projects', 'picture', 'Grove', file)).toMatch(
      /The picture is damaged and cannot be decoded/,
    );
    expect((await picture(world.projects.grove)).status).toBe(404);
  });

  it('of the demo is stored in its final form, within the limits', async () => {
    const folder = new URL('../../src/installation/demo/pictures/', import.meta.url);
    const names = await readdir(folder);
    expect(names).toHaveLength(6);
    for (const name of names) {
      const { bytes, side } = pictureLimits[name.endsWith('-print.jpg') ? 'print' : 'page'];
      const file = await readFile(new URL(name, folder));
      expect(file.length).toBeLessThanOrEqual(bytes);
      const { width, height } = jpeg.decode(file);
      expect([width, height]).toEqual([side, side]);
    }
  });
});
