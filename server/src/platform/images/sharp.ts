import type { Sharp, SharpInput, SharpOptions } from 'sharp';

export type OpenPicture = (input: SharpInput, options?: SharpOptions) => Sharp;

let loading: Promise<OpenPicture> | undefined;

/** Loads the image library on first use, because most processes never need it. */
export const loadSharp = (): Promise<OpenPicture> => (loading ??= load());

async function load(): Promise<OpenPicture> {
  const { default: sharp } = await import('sharp');
  // Each picture is decoded once, so a cache is useless. One thread per picture leaves threads for other work.
  sharp.cache(false);
  sharp.concurrency(1);
  // The library can also read SVG, PDF and more. Unneeded decoders are blocked to reduce the attack surface.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
  });
  return sharp;
}
