import type { Context } from '../../../database/context.js';
import { findPhotoBytes } from '../../../features/plantings/planting-photo-store.js';
import { bufferOf } from '../../../platform/thread-task.js';
import type { CertificateFacts } from '../certificate-facts.js';

type PrintedCoverage = CertificateFacts['coverage'];

/** So that a file stays small enough to mail it. */
const maxPictures = 4;

/** With the newest photo of the first plantings that have one. */
export async function withPictures({ db }: Context, coverage: PrintedCoverage): Promise<PrintedCoverage> {
  const shown = coverage.plantings.filter(({ photos }) => photos.length > 0).slice(0, maxPictures);
  const pictures = new Map<string, Buffer | undefined>();
  for (const { id, photos } of shown) {
    const newest = photos.at(-1);
    if (newest) pictures.set(id, await findPhotoBytes(db, newest.id, 'small'));
  }
  return {
    ...coverage,
    plantings: coverage.plantings.map((one) => ({ ...one, picture: pictures.get(one.id) })),
  };
}

/** A thread receives bytes without what Node adds to them. */
export const withBuffers = (coverage: PrintedCoverage): PrintedCoverage => ({
  ...coverage,
  plantings: coverage.plantings.map((one) => ({ ...one, picture: one.picture && bufferOf(one.picture) })),
});
