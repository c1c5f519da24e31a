import type { Raw, ResizeOptions } from 'sharp';
import { invalid } from '../errors.js';
import { Semaphore } from '../limits/semaphore.js';
import { checkedSize, checkFile, maxPixels, type PictureSize } from './check-picture.js';
import { loadSharp, type OpenPicture } from './sharp.js';

/** Pixels that come from an untrusted file. Nothing else of it is left, so no metadata either. */
export interface Pixels {
  readonly data: Buffer;
  readonly raw: Raw;
}

export interface PictureLimit {
  /** The longest side. */
  readonly side: number;
  readonly bytes: number;
}

interface Decoding<T> {
  /** Further checks, by the header. */
  readonly check?: (open: OpenPicture, file: Buffer) => Promise<void>;
  /** To which size, given that of the header. */
  readonly size: (original: PictureSize) => ResizeOptions;
  readonly use: (pixels: Pixels) => Promise<T>;
}

/** One at a time, because a picture of the maximum size takes a few hundred megabytes. */
const decoding = new Semaphore({
  permits: 1,
  queue: { maxLength: 8, maxWaitMs: 15_000, refusal: 'Too many pictures are being read: try again shortly' },
});

const maxSeconds = 15;

/** Decodes and scales in threads of the image library, so the event loop is not blocked. */
export async function decodePicture<T>(file: Buffer, { check, size, use }: Decoding<T>): Promise<T> {
  checkFile(file);
  return decoding.run(async () => {
    const open = await loadSharp();
    const original = await checkedSize(open, file);
    await check?.(open, file);
    return use(await upright(open, file, size(original)));
  });
}

/** Upright, on white, in sRGB. */
async function upright(open: OpenPicture, file: Buffer, size: ResizeOptions): Promise<Pixels> {
  try {
    const { data, info } = await open(file, { limitInputPixels: maxPixels, failOn: 'error' })
      .autoOrient()
      .resize(size)
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .raw()
      .timeout({ seconds: maxSeconds })
      .toBuffer({ resolveWithObject: true });
    return { data, raw: { width: info.width, height: info.height, channels: info.channels } };
  } catch {
    // The library has no specific error for a damaged file.
    throw invalid('The picture is damaged and cannot be decoded', { code: 'picture-broken' });
  }
}

// Below the last value, compression artifacts look worse than a lower resolution.
const qualities = [85, 78, 71, 64, 57, 50, 43];

export interface Jpeg extends PictureSize {
  readonly bytes: Buffer;
}

/** A JPEG of this size at most, in pixels and in bytes. */
export async function jpegWithin(pixels: Pixels, { side, bytes }: PictureLimit): Promise<Jpeg> {
  const open = await loadSharp();
  const { data, raw } = pixels;
  const scaled = open(data, { raw }).resize({
    width: side,
    height: side,
    fit: 'inside',
    withoutEnlargement: true,
  });
  for (const quality of qualities) {
    const jpeg = await scaled.clone().jpeg({ quality }).toBuffer({ resolveWithObject: true });
    const { width, height } = jpeg.info;
    if (jpeg.data.length <= bytes) return { bytes: jpeg.data, width, height };
  }
  const smaller = Math.floor(Math.min(side, Math.max(raw.width, raw.height)) * 0.8);
  return jpegWithin(pixels, { side: smaller, bytes });
}
