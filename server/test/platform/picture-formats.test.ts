import jpeg from 'jpeg-js';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { makePictures } from '../../src/platform/images/make-pictures.js';

const blue = { r: 30, g: 40, b: 210 };
const plain = (): Sharp => sharp({ create: { width: 90, height: 60, channels: 3, background: blue } });

const middleOf = (file: Buffer): number[] => {
  const { width, height, data } = jpeg.decode(file);
  const at = (Math.floor(height / 2) * width + Math.floor(width / 2)) * 4;
  return [...data.subarray(at, at + 3)];
};

describe('A picture is generated from', () => {
  it.each<[string, () => Promise<Buffer>]>([
    ['a progressive JPEG', () => plain().jpeg({ progressive: true }).toBuffer()],
    ['an interlaced PNG', () => plain().png({ progressive: true }).toBuffer()],
    ['a 16-bit PNG', () => plain().toColourspace('rgb16').png().toBuffer()],
    ['a PNG with a palette', () => plain().png({ palette: true }).toBuffer()],
    ['a WebP', () => plain().webp().toBuffer()],
    ['a lossless WebP', () => plain().webp({ lossless: true }).toBuffer()],
  ])('%s', async (_, file) => {
    const made = await makePictures(await file());
    for (const picture of [made.page, made.print]) {
      const [red = 0, green = 0, deepBlue = 0] = middleOf(picture);
      expect(Math.abs(red - blue.r)).toBeLessThan(12);
      expect(Math.abs(green - blue.g)).toBeLessThan(12);
      expect(Math.abs(deepBlue - blue.b)).toBeLessThan(12);
    }
  });

  it('a CMYK JPEG, with similar colours', async () => {
    const file = await plain().toColourspace('cmyk').jpeg().toBuffer();
    expect((await sharp(file).metadata()).space).toBe('cmyk');
    const [red = 0, green = 0, deepBlue = 0] = middleOf((await makePictures(file)).page);
    expect(deepBlue).toBeGreaterThan(Math.max(red, green) + 60);
  });

  it('a greyscale image', async () => {
    const file = await plain().greyscale().jpeg().toBuffer();
    const [red, green, deepBlue] = middleOf((await makePictures(file)).page);
    expect([green, deepBlue]).toEqual([red, red]);
  });
});

describe('A picture is refused if it is', () => {
  const box = (brand: string): Buffer =>
    Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}\0\0\0\0mif1heic`)]);

  it.each(['heic', 'mif1'])('HEIC (%s), with advice on what to do', async (brand) => {
    await expect(makePictures(box(brand))).rejects.toMatchObject({
      kind: 'invalid',
      message: 'A picture must be a JPEG, PNG or WebP: this is HEIC, save it as a JPEG first',
      reason: { code: 'picture-heic' },
    });
  });

  it.each<[string, () => Promise<Buffer>]>([
    ['a GIF', () => plain().gif().toBuffer()],
    ['a TIFF', () => plain().tiff().toBuffer()],
    ['an AVIF', () => plain().avif().toBuffer()],
  ])('%s, even though the library could read it', async (_, file) => {
    await expect(makePictures(await file())).rejects.toMatchObject({ reason: { code: 'picture-format' } });
  });
});

describe('Many concurrent pictures', () => {
  it('wait for each other, and are refused when too many are waiting', async () => {
    const file = await plain().png().toBuffer();
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => makePictures(file)));
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(3);
    for (const outcome of refused) expect(outcome).toMatchObject({ reason: { kind: 'unavailable' } });
  });
});
