import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPhoto, maxPhotos } from '../../src/features/plantings/change-photos.js';
import { newId } from '../../src/platform/ids.js';
import { makePhotos, photoLimits } from '../../src/platform/images/make-photos.js';
import type { Json } from '../support/api-client.js';
import { createOperator, type Operator } from '../support/command-line.js';
import { drawPng, noisyPhoto, sidewaysPhoto } from '../support/example-picture.js';
import { hostilePictures } from '../support/hostile-pictures.js';
import { signInOperator, type SignedInOperator } from '../support/operator.js';
import { fetchPage } from '../support/public-pages.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let operator: Operator;
let signedIn: SignedInOperator;
beforeAll(async () => {
  world = await startWorld();
  operator = await createOperator({ database: world.server.database });
  signedIn = await signInOperator(world);
  const plantings = ['A-1', 'A-2', 'A-3'].map((reference) => ({
    project: 'Grove',
    reference,
    planted_on: '2024-03-01',
    trees: 500,
    partner: 'Green Hands',
    species: ['Olea africana'],
  }));
  await operator.json('plantings', 'import', await fileOf('plantings.json', JSON.stringify(plantings)));
});
afterAll(async () => {
  await operator.close();
  await world.stop();
});

async function fileOf(name: string, content: Buffer | string): Promise<string> {
  const path = join(operator.dataDir, name);
  await writeFile(path, content);
  return path;
}

const square = (shade: number): Buffer => drawPng(60, 40, () => [shade, 90, 40]);

const photosOf = (reference: string): Promise<Json[]> => operator.json('plantings', 'photos', reference);

const pathOf = (url: string): string => new URL(url).pathname;

describe('plantings photo', () => {
  it('adds a photo that is public at an address that never changes, in two sizes', async () => {
    const file = await fileOf('photo.jpg', noisyPhoto(2_000, 1_500));
    const added = await operator.json(
      ...['plantings', 'photo', 'A-1', file, '--taken-on', '2024-05-02', '--caption', 'First rains'],
    );
    expect(added).toMatchObject({
      taken_on: '2024-05-02',
      caption: 'First rains',
      width: 1_600,
      height: 1_200,
      created: true,
    });
    const sizes = [
      ['url', photoLimits.large],
      ['thumbnail_url', photoLimits.small],
    ] as const;
    for (const [field, { side, bytes }] of sizes) {
      const { status, headers, body } = await fetchPage(world, pathOf(added[field]));
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        'content-type': 'image/jpeg',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      });
      expect((await sharp(body).metadata()).width).toBe(side);
      expect(body.length).toBeLessThanOrEqual(bytes);
      const tag = { 'if-none-match': String(headers['etag']) };
      expect((await fetchPage(world, pathOf(added[field]), tag)).status).toBe(304);
    }
  });

  it('keeps no metadata, above all not the place, and turns the photo upright', async () => {
    const photo = await sidewaysPhoto([
      [200, 60, 60],
      [60, 190, 70],
      [60, 70, 200],
      [150, 150, 150],
    ]);
    expect((await sharp(photo).metadata()).exif).toBeDefined();
    const { url, thumbnail_url: small } = await operator.json(
      ...['plantings', 'photo', 'A-1', await fileOf('phone.jpg', photo)],
    );
    for (const address of [url, small]) {
      const { body } = await fetchPage(world, pathOf(address));
      const { exif, xmp, iptc, icc, orientation, width, height } = await sharp(body).metadata();
      expect([exif, xmp, iptc, icc, orientation]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
        undefined,
      ]);
      expect(height).toBeGreaterThan(width);
      expect(body.includes('secret phone') || body.includes('Exif') || body.includes('GPS')).toBe(false);
    }
  });

  it('keeps the same photo once, with the date and caption given last', async () => {
    const file = await fileOf('twice.png', square(10));
    const first = await operator.json('plantings', 'photo', 'A-2', file, '--caption', 'Before');
    const again = await operator.json('plantings', 'photo', 'A-2', file, '--caption', 'After');
    expect([first.created, again.created]).toEqual([true, false]);
    expect(await photosOf('A-2')).toMatchObject([{ id: first.id, caption: 'After', taken_on: null }]);
    const entries = await world.server.sql(
      'select action, before, after from audit_entries where subject_id = $1 order by at, id',
      [first.id],
    );
    expect(entries).toMatchObject([
      { action: 'planting_photo.create', before: null, after: { caption: 'Before', width: 60 } },
      { action: 'planting_photo.update', before: { caption: 'Before' }, after: { caption: 'After' } },
    ]);
    expect(JSON.stringify(entries).length).toBeLessThan(2_000);
  });

  it('deletes one, which is then gone', async () => {
    const { id, url } = await operator.json(
      'plantings',
      'photo',
      'A-2',
      await fileOf('gone.png', square(20)),
    );
    await operator.json('plantings', 'remove-photo', id);
    expect((await fetchPage(world, pathOf(url))).status).toBe(404);
    expect((await photosOf('A-2')).map((photo) => photo['id'])).not.toContain(id);
    expect(await operator.failure(1, 'plantings', 'remove-photo', id)).toMatch(/no photo/);
    const [entry] = await world.server.sql(
      `select before from audit_entries where subject_id = $1 and action = 'planting_photo.delete'`,
      [id],
    );
    expect(entry).toMatchObject({ before: { width: 60 } });
  });

  it('requires a known planting, and a day that was', async () => {
    const file = await fileOf('fine.png', square(30));
    expect(await operator.failure(1, 'plantings', 'photo', 'B-9', file)).toMatch(/no planting B-9/);
    expect(await operator.failure(1, 'plantings', 'photo', 'A-2', file, '--taken-on', '2190-01-01')).toMatch(
      /taken_on must be between/,
    );
    expect(await operator.failure(1, 'plantings', 'photos', 'B-9')).toMatch(/no planting B-9/);
  });
});

describe('A planting', () => {
  it(`has at most ${maxPhotos} photos, also if they come at once`, async () => {
    const { context } = world.server.running.instance;
    const made = Array.from({ length: maxPhotos + 4 }, (_, index) => ({
      large: square(index),
      small: square(index),
      width: 60,
      height: 40,
    }));
    const outcomes = await Promise.allSettled(made.map((photo) => addPhoto(context, 'A-3', photo, {})));
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(4);
    expect(await photosOf('A-3')).toHaveLength(maxPhotos);
    expect(
      await operator.failure(1, 'plantings', 'photo', 'A-3', await fileOf('more.png', square(200))),
    ).toMatch(/has 20 photos already: delete one first/);
  });
});

const animations: readonly (readonly [string, () => Promise<Buffer>])[] = [
  [
    'an animated WebP',
    async () =>
      sharp(
        [0, 1].map(
          (shade) =>
            ({
              create: { width: 20, height: 20, channels: 3, background: { r: shade * 200, g: 9, b: 9 } },
            }) as never,
        ) as never,
        {
          join: { animated: true },
        },
      )
        .webp({ loop: 0 })
        .toBuffer(),
  ],
  [
    'an animated PNG',
    () => Promise.resolve(withChunk(square(5), 'acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))),
  ],
];

/** After the header of a PNG. */
function withChunk(png: Buffer, name: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const at = 33;
  return Buffer.concat([
    png.subarray(0, at),
    length,
    Buffer.from(name),
    content,
    Buffer.alloc(4),
    png.subarray(at),
  ]);
}

describe('A file that is no photo is refused with a reason, and nothing is stored:', () => {
  const refuse = async (content: Buffer): Promise<string> => {
    const before = await world.server.sql('select count(*)::int as photos from planting_photos');
    const error = await operator.failure(1, 'plantings', 'photo', 'A-1', await fileOf('bad.jpg', content));
    expect(await world.server.sql('select count(*)::int as photos from planting_photos')).toEqual(before);
    return error;
  };

  it('HTML', async () => {
    expect(await refuse(Buffer.from('<!doctype html><script>alert(1)</script>'))).toMatch(
      /JPEG, PNG or WebP/,
    );
  });

  it.each(animations)('%s', async (_, make) => {
    expect(await refuse(await make())).toMatch(/must not be animated/);
  });

  it('50 megapixels, whatever the size of the file', async () => {
    const large = await sharp({
      create: { width: 10_000, height: 5_000, channels: 3, background: 'green' },
    })
      .jpeg()
      .toBuffer();
    expect(await refuse(large)).toMatch(/at most 25 megapixels/);
  });

  it.each(hostilePictures)('%s', async (_, make) => {
    await expect(makePhotos(make())).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('a truncated photo', async () => {
    const whole = noisyPhoto(400, 300);
    expect(await refuse(whole.subarray(0, whole.length / 2))).toMatch(/damaged/);
  });
});

describe('An address', () => {
  it.each(['x.jpg', `${'0'.repeat(36)}.jpg`, '0b6f9b2e-8f0e-4f4d-9a55-3f6c1d2e4b5a.png', '%2e%2e.jpg'])(
    'of no photo is not found: %s',
    async (name) => {
      expect((await fetchPage(world, `/planting-photos/${name}`)).status).toBe(404);
    },
  );
});

describe('Photos', () => {
  it('are limited per address, but not if the client has them, for which nothing is read', async () => {
    const own = await startWorld();
    try {
      const path = `/planting-photos/${newId()}`;
      const statuses = await Promise.all(
        Array.from({ length: 1_250 }, async () => (await fetchPage(own, `${path}.jpg`)).status),
      );
      expect(statuses.filter((status) => status === 404)).toHaveLength(1_200);
      expect(new Set(statuses)).toEqual(new Set([404, 429]));
      const refused = await fetchPage(own, `${path}.jpg`);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      const tag = `"${path.split('/').at(-1) ?? ''}-small"`;
      expect((await fetchPage(own, `${path}-small.jpg`, { 'if-none-match': tag })).status).toBe(304);
    } finally {
      await own.stop();
    }
  });
});

describe('On the dashboard', () => {
  it('a photo is added with date and caption, and deleted', async () => {
    const find = async (): Promise<Json> =>
      (await signedIn.sendOk('GET', 'plantings')).find(({ reference }: Json) => reference === 'A-2');
    const planting = await find();
    const path = `plantings/${planting.id}/photos`;
    const before = Number(planting.photos.length);
    const send = (file: Buffer, details: string, type = 'image/png') =>
      signedIn.upload(`${path}?${details}`, file, type, 'POST');
    const { status, body } = await send(square(70), 'taken_on=2024-06-07&caption=In%20the%20rain');
    expect([status, body]).toMatchObject([
      200,
      { created: true, photo: { taken_on: '2024-06-07', caption: 'In the rain' } },
    ]);
    expect(await send(square(70), '')).toMatchObject({ status: 200, body: { created: false } });
    expect((await find()).photos).toHaveLength(before + 1);
    for (const [file, details, type, error] of [
      [square(71), 'taken_on=2024-02-30', 'image/png', /taken_on/],
      [square(71), 'caption=', 'image/png', /caption/],
      [square(71), 'where=here', 'image/png', /where/],
      [Buffer.from('<html>'), '', 'image/png', /JPEG, PNG or WebP/],
      [square(71), '', 'text/html', /image\/jpeg/],
    ] as const)
      expect(await send(file, details, type)).toMatchObject({
        status: 400,
        body: { error: expect.stringMatching(error) },
      });
    await signedIn.sendOk('DELETE', `planting-photos/${body.photo.id}`);
    expect((await signedIn.send('DELETE', `planting-photos/${body.photo.id}`)).status).toBe(404);
    expect((await find()).photos).toHaveLength(before);
    const [entry] = await world.server.sql(
      `select actor_kind, actor_id from audit_entries where subject_id = $1 and action = 'planting_photo.delete'`,
      [body.photo.id],
    );
    expect(entry).toEqual({ actor_kind: 'user', actor_id: signedIn.userId });
  });
});
