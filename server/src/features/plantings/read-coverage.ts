import type { Database } from '../../database/database.js';
import { decimal, type Decimal } from '../../platform/decimals.js';
import type { PublicCertificate } from '../certificates/public-certificate-store.js';
import { coveredTreesOf, listCoveringPlantings, type CoveringPlanting } from './covering-store.js';
import { photosOf, type PlantingPhoto } from './planting-photo-store.js';

/** Which plantings stand for the trees of a certificate. */
export interface Coverage {
  readonly covered: Decimal;
  readonly pending: Decimal;
  /** The first ones, in the order in which they were planted. */
  readonly plantings: readonly (CoveringPlanting & { readonly photos: readonly PlantingPhoto[] })[];
  /** How many there are in all. */
  readonly plantingCount: number;
}

/** A certificate that is known together with what covers it. */
export type CoveredCertificate = PublicCertificate & { readonly coverage: Coverage };

/** A large certificate may be covered by very many small plantings. */
const maxPlantings = 12;

export async function withCoverage(
  db: Database,
  certificate: PublicCertificate,
): Promise<CoveredCertificate> {
  const { accountId, id, trees } = certificate;
  const covering = await listCoveringPlantings(db, accountId, id, maxPlantings);
  const { covered, plantings: plantingCount } = await coveredTreesOf(db, accountId, id);
  const photos =
    covering.length > 0
      ? await photosOf(
          db,
          covering.map((planting) => planting.id),
        )
      : undefined;
  return {
    ...certificate,
    coverage: {
      covered,
      pending: decimal(trees).minus(covered).toFixed(),
      plantings: covering.map((planting) => ({ ...planting, photos: photos?.get(planting.id) ?? [] })),
      plantingCount,
    },
  };
}
