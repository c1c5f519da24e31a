import { invalid } from '../errors.js';
import type { OpenPicture } from './sharp.js';

export const maxPictureBytes = 16_777_216;
/** Phones take 12 megapixels, some 24. Decoding the most expensive format costs 8 bytes per pixel. */
export const maxPixels = 25_000_000;
/** Panoramas have one long side, and each row costs memory. */
const maxSide = 16_384;

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Cheap checks, before the file is parsed: its size, and whether it is HEIC. */
export function checkFile(file: Buffer): void {
  if (file.length > maxPictureBytes)
    throw invalid('A picture must be at most 16 MiB', { code: 'picture-too-large' });
  if (isHeic(file))
    throw invalid('A picture must be a JPEG, PNG or WebP: this is HEIC, save it as a JPEG first', {
      code: 'picture-heic',
    });
}

/** Size according to the header. Checked before decoding, because that size determines the cost of decoding. */
export async function checkedSize(open: OpenPicture, file: Buffer): Promise<PictureSize> {
  const { width, height } = await sizeIn(open, file);
  if (width * height > maxPixels || Math.max(width, height) > maxSide)
    throw invalid(`A picture must be at most 25 megapixels, and ${maxSide} pixels wide or high`, {
      code: 'picture-too-many-pixels',
      params: { side: maxSide },
    });
  return { width, height };
}

async function sizeIn(open: OpenPicture, file: Buffer): Promise<PictureSize> {
  try {
    return await open(file, { limitInputPixels: false }).metadata();
  } catch {
    // The library throws the same error for unknown formats and damaged headers.
    throw invalid('A picture must be a JPEG, PNG or WebP', { code: 'picture-format' });
  }
}

const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];

const isHeic = (file: Buffer): boolean =>
  file.toString('latin1', 4, 8) === 'ftyp' && heicBrands.includes(file.toString('latin1', 8, 12));
