import jpeg from 'jpeg-js';
import { PNG } from 'pngjs';
import { invalid } from '../errors.js';
import { headerOf, type PictureHeader } from './picture-header.js';

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Four bytes a pixel, row by row. */
  readonly rgba: Uint8Array;
}

export interface DecodedPicture extends Pixels {
  /** As EXIF counts: 1 is upright. */
  readonly orientation: number;
}

export const maxPictureBytes = 2_097_152;
// More than a certificate can show.
const maxPixels = 4_000_000;
// The decoders spend on every row, too.
const maxSide = 8_192;
// What four megapixels in four channels take, and some air.
const maxDecoderMegabytes = 160;

/** The pixels of a JPEG or PNG. Its limits are checked before anything is unpacked. */
export function decodePicture(file: Buffer): DecodedPicture {
  if (file.length > maxPictureBytes)
    throw invalid('A picture must be at most 2 MiB', { code: 'picture-too-large' });
  const header = headerOf(file);
  if (!header)
    throw invalid('A picture must be a JPEG or a PNG (not interlaced)', { code: 'picture-format' });
  const { width, height, orientation } = header;
  if (width * height > maxPixels || Math.max(width, height) > maxSide)
    throw invalid(`A picture must be at most 4 megapixels, and ${maxSide} pixels wide or high`, {
      code: 'picture-too-many-pixels',
      params: { side: maxSide },
    });
  return { ...pixelsOf(file, header), orientation };
}

function pixelsOf(file: Buffer, { format }: PictureHeader): Pixels {
  try {
    const { width, height, data } =
      format === 'png'
        ? PNG.sync.read(file)
        : jpeg.decode(file, {
            useTArray: true,
            maxResolutionInMP: maxPixels / 1_000_000,
            maxMemoryUsageInMB: maxDecoderMegabytes,
          });
    if (width > 0 && height > 0) return { width, height, rgba: data };
  } catch {
    // The decoders have no errors of their own for a file that is broken: anything may have been thrown.
  }
  throw invalid('A picture must be whole: this one cannot be decoded', { code: 'picture-broken' });
}
