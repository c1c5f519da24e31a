import jpeg from 'jpeg-js';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../src/platform/errors.js';
import { maxPictureBytes } from '../../src/platform/images/check-picture.js';
import { makePictures, pictureLimits } from '../../src/platform/images/make-pictures.js';
import {
  drawJpeg,
  drawPng,
  examplePicture,
  phonePhoto,
  randomNumbers,
  type Colour,
} from '../support/example-picture.js';
import { hostilePictures } from '../support/hostile-pictures.js';

const red: Colour = [220, 30, 30];
const green: Colour = [30, 200, 40];
const blue: Colour = [30, 40, 210];
const white: Colour = [255, 255, 255];
const kinds = ['page', 'print'] as const;

const sideOf = (file: Buffer): [number, number] => {
  const { width, height } = jpeg.decode(file);
  return [width, height];
};

/** The colour at a position from 0 to 1 in both directions. */
function colourAt(file: Buffer, x: number, y: number): number[] {
  const { width, height, data } = jpeg.decode(file);
  const at = (Math.floor(y * height) * width + Math.floor(x * width)) * 4;
  return [...data.subarray(at, at + 3)];
}

const expectNear = (actual: readonly number[], expected: Colour | undefined): void =>
  actual.forEach((value, channel) => {
    expect(Math.abs(value - (expected?.[channel] ?? -1_000))).toBeLessThan(12);
  });

const expectWithinBars = async (file: Buffer): Promise<void> => {
  const made = await makePictures(file);
  for (const kind of kinds) {
    expect(made[kind].length).toBeLessThanOrEqual(pictureLimits[kind].bytes);
    const [width, height] = sideOf(made[kind]);
    expect(width).toBe(height);
    expect(width).toBeLessThanOrEqual(pictureLimits[kind].side);
  }
};

describe('Pictures generated from a file', () => {
  it('are its centre, as squares of two sizes', async () => {
    const stripes = drawPng(1_800, 600, (x) => [red, green, blue][Math.floor(x / 600)] ?? red);
    const made = await makePictures(stripes);
    expect([sideOf(made.page), sideOf(made.print)]).toEqual([
      [480, 480],
      [256, 256],
    ]);
    for (const kind of kinds)
      for (const x of [0.02, 0.5, 0.98]) expectNear(colourAt(made[kind], x, 0.5), green);
  });

  it("are no larger than the file's", async () => {
    const made = await makePictures(examplePicture());
    expect([sideOf(made.page), sideOf(made.print)]).toEqual([
      [30, 30],
      [30, 30],
    ]);
  });

  it('have in each pixel the average of the area it covers', async () => {
    const { page } = await makePictures(
      drawPng(710, 710, (x, y) => ((x + y) % 2 === 0 ? [0, 0, 0] : [255, 255, 255])),
    );
    for (const at of [0.01, 0.4, 0.77, 0.99])
      for (const value of colourAt(page, at, at)) expect(Math.abs(value - 127)).toBeLessThan(25);
  });

  it('are white where the file is transparent', async () => {
    const half: Colour = [30, 40, 210, 128];
    const { page } = await makePictures(drawPng(100, 100, (x) => (x < 50 ? half : [0, 0, 0, 0])));
    expectNear(colourAt(page, 0.2, 0.5), [142, 147, 232]);
    expectNear(colourAt(page, 0.8, 0.5), white);
  });

  it.each([
    [1, [red, green, blue, white]],
    [2, [green, red, white, blue]],
    [3, [white, blue, green, red]],
    [4, [blue, white, red, green]],
    [5, [red, blue, green, white]],
    [6, [blue, red, white, green]],
    [7, [white, green, blue, red]],
    [8, [green, white, red, blue]],
    [9, [red, green, blue, white]],
  ])('are upright for orientation %d, and have no other metadata', async (way, corners) => {
    const quarters = drawJpeg(
      120,
      120,
      (x, y) => [red, green, blue, white][(x < 60 ? 0 : 1) + (y < 60 ? 0 : 2)] ?? red,
    );
    for (const isLittleEndian of [true, false]) {
      const photo = withExif(quarters, way, isLittleEndian);
      expect(photo.includes('Exif')).toBe(true);
      for (const made of Object.values(await makePictures(photo)) as Buffer[]) {
        [0, 1, 2, 3].forEach((corner) =>
          expectNear(colourAt(made, corner % 2 ? 0.75 : 0.25, corner > 1 ? 0.75 : 0.25), corners[corner]),
        );
        expect(made.includes('Exif')).toBe(false);
        expect(made.includes('secret place')).toBe(false);
      }
    }
  });

  it('stay within their limits, even for twelve megapixels of noise', async () => {
    await expectWithinBars(await phonePhoto());
  });

  it('stay within their limits for the worst case of compression', async () => {
    const random = randomNumbers();
    const value = () => (random() < 0.5 ? 0 : 255);
    await expectWithinBars(drawPng(256, 256, () => [value(), value(), value()]));
  });

  it.each([
    ['one pixel', () => drawPng(1, 1, () => [1, 2, 3])],
    ['one row', () => drawPng(3_000, 1, (x) => [x % 256, 2, 3])],
    ['a panorama', () => drawPng(12_000, 200, (x, y) => [x % 256, y % 256, 3])],
  ])('are generated from %s', async (_, file) => {
    await expectWithinBars(file());
  });
});

describe('A file', () => {
  it.each(hostilePictures)('is refused if it is %s', async (_, make) => {
    const refused = makePictures(make());
    await expect(refused).rejects.toThrow(/^(A picture must be|The picture is damaged)/);
    await expect(refused).rejects.toThrow(Refusal);
  });

  it('is refused if it is too large, before it is decoded', async () => {
    const file = Buffer.concat([examplePicture(), Buffer.alloc(maxPictureBytes)]);
    await expect(makePictures(file)).rejects.toThrow('A picture must be at most 16 MiB');
  });

  it.each([
    ['PNG', () => examplePicture()],
    ['JPEG', () => drawJpeg(40, 30, (x, y) => [x * 6, y * 8, x * y])],
  ])('gives pictures or is refused wherever it is damaged: %s', async (_, make) => {
    const random = randomNumbers();
    const file = make();
    let refused = 0;
    for (let turn = 0; turn < 120; turn++) {
      const damaged = Buffer.from(turn % 4 === 0 ? file.subarray(0, random() * file.length) : file);
      for (let times = turn % 5; times > 0; times--)
        damaged[Math.floor(random() * damaged.length)] = random() * 256;
      try {
        expect((await makePictures(damaged)).print.length).toBeLessThanOrEqual(pictureLimits.print.bytes);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(30);
  });
});

/** With an EXIF segment that contains the orientation and the location. */
function withExif(file: Buffer, orientation: number, isLittleEndian: boolean): Buffer {
  const short = (value: number) => (isLittleEndian ? [value, 0] : [0, value]);
  const long = (value: number) => (isLittleEndian ? [value, 0, 0, 0] : [0, 0, 0, value]);
  const tiff = Buffer.concat([
    Buffer.from(isLittleEndian ? 'II' : 'MM'),
    Buffer.from([...short(42), ...long(8), ...short(2)]),
    Buffer.from([...short(0x0b), ...short(2), ...long(1), ...long(0)]),
    Buffer.from(isLittleEndian ? [0x12, 0x01] : [0x01, 0x12]),
    Buffer.from([...short(3), ...long(1), ...short(orientation), 0, 0, ...long(0)]),
    Buffer.from('secret place'),
  ]);
  const segment = Buffer.concat([Buffer.from('Exif\0\0'), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, segment.length + 2]);
  return Buffer.concat([file.subarray(0, 2), head, segment, file.subarray(2)]);
}
