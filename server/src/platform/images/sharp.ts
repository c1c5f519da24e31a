import type { Sharp, SharpInput, SharpOptions } from 'sharp';

export type OpenPicture = (input: SharpInput, options?: SharpOptions) => Sharp;

let loading: Promise<OpenPicture> | undefined;

/** The image library. It is loaded with the first picture: most processes never see one. */
export const loadSharp = (): Promise<OpenPicture> => (loading ??= load());

async function load(): Promise<OpenPicture> {
  const { default: sharp } = await import('sharp');
  // A picture is decoded once, so there is nothing to cache; and one thread each keeps the others free.
  sharp.cache(false);
  sharp.concurrency(1);
  // The library also reads SVG, PDF and many more. No file gets as far as a decoder that is not needed.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
  });
  return sharp;
}
