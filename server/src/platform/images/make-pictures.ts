import type { Raw, Sharp } from 'sharp';
import { invalid } from '../errors.js';
import { Semaphore } from '../limits/semaphore.js';
import { checkedSize, checkFile, maxPixels } from './check-picture.js';
import { loadSharp } from './sharp.js';

/** A project's picture as shown on certificates: square JPEGs without metadata. */
export interface Pictures {
  readonly page: Buffer;
  readonly print: Buffer;
}

interface PictureLimit {
  readonly side: number;
  readonly bytes: number;
}

/** The budget is 100 kB for a whole page and 30 kB for a whole PDF. */
export const pictureLimits: Readonly<Record<keyof Pictures, PictureLimit>> = {
  page: { side: 480, bytes: 45_000 },
  print: { side: 256, bytes: 6_500 },
};

/** One at a time, because a picture of the maximum size takes a few hundred megabytes. */
const decoding = new Semaphore({
  permits: 1,
  queue: { maxLength: 8, maxWaitMs: 15_000, refusal: 'Too many pictures are being read: try again shortly' },
});

const maxSeconds = 15;

/** Decodes and scales in threads of the image library, so the event loop is not blocked. */
export async function makePictures(file: Buffer): Promise<Pictures> {
  checkFile(file);
  return decoding.run(async () => {
    const open = await loadSharp();
    const { width, height } = await checkedSize(open, file);
    const side = Math.min(width, height, pictureLimits.page.side);
    const middle = await square(open(file, { limitInputPixels: maxPixels, failOn: 'error' }), side);
    return {
      page: await fitted(middle, pictureLimits.page),
      print: await fitted(middle, pictureLimits.print),
    };
  });
}

interface Square {
  readonly pixels: Buffer;
  readonly raw: Raw;
}

/** The center of a picture, upright, on white, in sRGB. */
async function square(picture: Sharp, side: number): Promise<Square> {
  try {
    const { data, info } = await picture
      .autoOrient()
      .resize({ width: side, height: side, fit: 'cover' })
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .raw()
      .timeout({ seconds: maxSeconds })
      .toBuffer({ resolveWithObject: true });
    return { pixels: data, raw: { width: side, height: side, channels: info.channels } };
  } catch {
    // The library has no specific error for a damaged file.
    throw invalid('The picture is damaged and cannot be decoded', { code: 'picture-broken' });
  }
}

// Below the last value, compression artifacts look worse than a lower resolution.
const qualities = [85, 78, 71, 64, 57, 50, 43];

async function fitted({ pixels, raw }: Square, { side, bytes }: PictureLimit): Promise<Buffer> {
  const open = await loadSharp();
  const scaled = open(pixels, { raw }).resize({ width: side, withoutEnlargement: true });
  for (const quality of qualities) {
    const jpeg = await scaled.clone().jpeg({ quality }).toBuffer();
    if (jpeg.length <= bytes) return jpeg;
  }
  return fitted({ pixels, raw }, { side: Math.floor(Math.min(side, raw.width) * 0.8), bytes });
}
