import { invalid } from '../errors.js';
import type { OpenPicture } from './sharp.js';

export const maxPictureBytes = 16_777_216;
/** Phones take 12, some 24. Decoding the most expensive kind of file costs 8 bytes a pixel. */
export const maxPixels = 25_000_000;
/** Panoramas have one long side; a row costs memory, too. */
const maxSide = 16_384;

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** What costs nothing to know: the size of the file, and whether it is the format of iPhones. */
export function checkFile(file: Buffer): void {
  if (file.length > maxPictureBytes)
    throw invalid('A picture must be at most 16 MiB', { code: 'picture-too-large' });
  if (isHeic(file))
    throw invalid('A picture must be a JPEG, PNG or WebP: this is HEIC, save it as a JPEG first', {
      code: 'picture-heic',
    });
}

/** The size that the header promises. It is checked before anything is decoded, which costs what the header promises. */
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
    // The library throws the same for what it does not know and for a damaged header.
    throw invalid('A picture must be a JPEG, PNG or WebP', { code: 'picture-format' });
  }
}

const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];

const isHeic = (file: Buffer): boolean =>
  file.toString('latin1', 4, 8) === 'ftyp' && heicBrands.includes(file.toString('latin1', 8, 12));
