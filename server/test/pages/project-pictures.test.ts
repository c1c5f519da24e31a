import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import jpeg from 'jpeg-js';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maxPictureBytes } from '../../src/platform/images/check-picture.js';
import { makePictures, pictureLimits } from '../../src/platform/images/make-pictures.js';
import type { Json } from '../support/api-client.js';
import { type Operator, createOperator } from '../support/command-line.js';
import { drawPng, examplePicture, sidewaysPhoto, type Colour } from '../support/example-picture.js';
import { signInOperator, type SignedInOperator } from '../support/operator.js';
import { fetchPage, type PageResponse } from '../support/public-pages.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let operator: Operator;
let signedIn: SignedInOperator;
beforeAll(async () => {
  world = await startWorld();
  operator = await createOperator({ database: world.server.database });
  signedIn = await signInOperator(world);
});
afterAll(async () => {
  await operator.close();
  await world.stop();
});

const picture = (id: string, headers: Record<string, string> = {}): Promise<PageResponse> =>
  fetchPage(world, `/projects/${id}/picture`, headers);

const upload = (id: string, file: Buffer, mediaType: string) =>
  signedIn.upload(`forestry-projects/${id}/picture`, file, mediaType);

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

describe('On the dashboard', () => {
  it('a project gets a picture, which is public at a new URL, and can lose it again', async () => {
    const { forest } = world.projects;
    const put = (bytes: Buffer, type = 'image/png') => upload(forest, bytes, type);
    const kept = async () =>
      (await signedIn.sendOk('GET', 'forestry-projects')).find((one: Json) => one.id === forest);
    const { status, body } = await put(examplePicture());
    expect(status).toBe(200);
    const { picture_url: url } = body;
    const shown = await signedIn.visitor.get(url as string);
    expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(await put(examplePicture(), 'text/plain')).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/image\/jpeg, image\/png or image\/webp/) },
    });
    expect(await put(Buffer.from('no picture'))).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/must be a JPEG, PNG or WebP/) },
    });
    expect((await kept()).picture_url).toBe(url);
    const { body: other } = await put(drawPng(20, 20, () => [9, 9, 9]));
    expect(other.picture_url).not.toBe(url);
    const [entry] = await world.server.sql(
      'select actor_kind, actor_id, action from audit_entries where subject_id = $1 order by at desc, id desc',
      [forest],
    );
    expect(entry).toEqual({
      actor_kind: 'user',
      actor_id: signedIn.userId,
      action: 'forestry_project.picture',
    });
    const path = `forestry-projects/${forest}/picture`;
    expect(await signedIn.sendOk('DELETE', path)).toMatchObject({ picture_url: null });
    const again = await signedIn.send('DELETE', path);
    expect([again.status, again.body.code, again.body.error]).toEqual([
      404,
      404,
      expect.stringMatching(/has no picture/),
    ]);
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

const red: Colour = [200, 60, 60];
const green: Colour = [60, 190, 70];
const blue: Colour = [60, 70, 200];
const grey: Colour = [150, 150, 150];

/** Every way in which a picture comes in. Returns the error message, if it is refused. */
const ways: readonly [string, (file: Buffer) => Promise<string | undefined>][] = [
  [
    'the command line',
    async (file) => {
      const name = join(operator.dataDir, 'photo.jpg');
      await writeFile(name, file);
      const { code, stderr } = await operator.run('projects', 'picture', 'Grove', name);
      return code === 0 ? undefined : stderr;
    },
  ],
  [
    'the dashboard',
    async (file) => {
      const { status, body } = await upload(world.projects.grove, file, 'image/jpeg');
      return status === 200 ? undefined : `${status}: ${String(body.error)}`;
    },
  ],
];

let photo: Buffer;
beforeAll(async () => {
  photo = await sidewaysPhoto([red, green, blue, grey]);
});

describe.each(ways)('A photo from a phone, by %s,', (_, send) => {
  it('is served at the size of the page, upright and without metadata', async () => {
    expect(photo.length).toBeGreaterThan(4_000_000);
    expect(await sharp(photo).metadata()).toMatchObject({ width: 4_032, height: 3_024, orientation: 6 });
    expect(photo.includes('secret phone')).toBe(true);
    expect(await send(photo)).toBeUndefined();
    const { status, headers, body } = await picture(world.projects.grove);
    expect([status, headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(body.length).toBeLessThanOrEqual(pictureLimits.page.bytes);
    const { side } = pictureLimits.page;
    const { width, height, orientation, exif, xmp, iptc } = await sharp(body).metadata();
    expect({ width, height, orientation, exif, xmp, iptc }).toEqual({ width: side, height: side });
    expect(body.includes('secret phone')).toBe(false);
    const { data } = jpeg.decode(body);
    const colourAt = (x: number, y: number): number[] => {
      const at = (Math.floor(y * side) * side + Math.floor(x * side)) * 4;
      return [...data.subarray(at, at + 3)];
    };
    const corners = [colourAt(0.25, 0.25), colourAt(0.75, 0.25), colourAt(0.25, 0.75), colourAt(0.75, 0.75)];
    for (const [corner, expected] of [blue, red, grey, green].entries())
      for (const [channel, value] of (corners[corner] ?? []).entries())
        expect(Math.abs(value - (expected[channel] ?? 0))).toBeLessThan(25);
  });

  it.each([
    [
      'bytes',
      () => Buffer.concat([examplePicture(), Buffer.alloc(maxPictureBytes + 1 - examplePicture().length)]),
      /must be at most 16 MiB/,
    ],
    [
      'pixels',
      () =>
        sharp({ create: { width: 5_001, height: 5_000, channels: 3, background: '#345' } })
          .jpeg()
          .toBuffer(),
      /A picture must be at most 25 megapixels/,
    ],
  ])('with a few %s too many is refused and changes nothing', async (__, make, why) => {
    const state = async () => [
      (await picture(world.projects.grove)).body.toString('base64'),
      await world.server.sql('select count(*)::integer as count from audit_entries'),
    ];
    const before = await state();
    expect(await send(await make())).toMatch(why);
    expect(await state()).toEqual(before);
  });
});
