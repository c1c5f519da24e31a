import jpeg from 'jpeg-js';
import { decodePicture, type DecodedPicture } from './decode-picture.js';
import { squarePicture } from './square-picture.js';

/** A project's picture as certificates show it: square JPEGs without any metadata. */
export interface Pictures {
  readonly page: Buffer;
  readonly print: Buffer;
}

interface Bar {
  readonly side: number;
  readonly bytes: number;
}

/** A page may weigh 100 kB and a PDF 30 kB, each with all that is in it. */
export const pictureBars: Readonly<Record<keyof Pictures, Bar>> = {
  page: { side: 480, bytes: 45_000 },
  print: { side: 256, bytes: 6_500 },
};

export function makePictures(file: Buffer): Pictures {
  const picture = decodePicture(file);
  return { page: fitted(picture, pictureBars.page), print: fitted(picture, pictureBars.print) };
}

// Below the last, blocks show more than fewer pixels would.
const qualities = [85, 78, 71, 64, 57, 50, 43];

function fitted(picture: DecodedPicture, { side, bytes }: Bar): Buffer {
  const { width, height, rgba } = squarePicture(picture, side);
  for (const quality of qualities) {
    const { data } = jpeg.encode({ width, height, data: rgba }, quality);
    if (data.length <= bytes) return data;
  }
  return fitted(picture, { side: Math.floor(width * 0.8), bytes });
}
