import { decodePicture, jpegWithin, type PictureLimit } from './decode-picture.js';

/** A project's picture as shown on certificates: square JPEGs without metadata. */
export interface PictureVariants {
  readonly page: Buffer;
  readonly print: Buffer;
}

/** The budget is 100 kB for a whole page and 30 kB for a whole PDF. */
export const pictureLimits: Readonly<Record<keyof PictureVariants, PictureLimit>> = {
  page: { side: 480, bytes: 45_000 },
  print: { side: 256, bytes: 6_500 },
};

/** The center of a picture. */
export const makePictures = (file: Buffer): Promise<PictureVariants> =>
  decodePicture(file, {
    size: ({ width, height }) => {
      const side = Math.min(width, height, pictureLimits.page.side);
      return { width: side, height: side, fit: 'cover' };
    },
    use: async (middle) => ({
      page: (await jpegWithin(middle, pictureLimits.page)).bytes,
      print: (await jpegWithin(middle, pictureLimits.print)).bytes,
    }),
  });
