import { invalid } from '../errors.js';
import { decodePicture, jpegWithin, type PictureLimit } from './decode-picture.js';
import type { OpenPicture } from './sharp.js';

/** A photo in full, as JPEGs without metadata: it may have been taken by someone who does not want to tell where they were. */
export interface PhotoVariants {
  readonly large: Buffer;
  readonly small: Buffer;
  /** Of the large one. */
  readonly width: number;
  readonly height: number;
}

/** A page shows several small ones, and a PDF contains them. */
export const photoLimits = {
  large: { side: 1_600, bytes: 500_000 },
  small: { side: 480, bytes: 36_000 },
} as const satisfies Readonly<Record<string, PictureLimit>>;

export const makePhotos = (file: Buffer): Promise<PhotoVariants> =>
  decodePicture(file, {
    check: refuseAnimation,
    size: () => {
      const { side } = photoLimits.large;
      return { width: side, height: side, fit: 'inside', withoutEnlargement: true };
    },
    use: async (pixels) => {
      const { bytes, width, height } = await jpegWithin(pixels, photoLimits.large);
      const small = await jpegWithin(pixels, photoLimits.small);
      return { large: bytes, small: small.bytes, width, height };
    },
  });

/** Only its first frame would be kept, which may not be the one that is meant. */
async function refuseAnimation(open: OpenPicture, file: Buffer): Promise<void> {
  const { pages = 1 } = await open(file, { limitInputPixels: false }).metadata();
  if (pages > 1 || isAnimatedPng(file))
    throw invalid('A photo must not be animated', { code: 'picture-animated' });
}

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The image library ignores the chunk that makes a PNG an animation, which comes before the pixels. */
function isAnimatedPng(file: Buffer): boolean {
  if (!file.subarray(0, pngStart.length).equals(pngStart)) return false;
  for (let at = pngStart.length; at + 8 <= file.length; at += 12 + file.readUInt32BE(at)) {
    const name = file.toString('latin1', at + 4, at + 8);
    if (name === 'acTL') return true;
    if (name === 'IDAT') return false;
  }
  return false;
}
