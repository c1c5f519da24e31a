import { Type, type Static } from '@sinclair/typebox';
import type { Coverage } from '../../../features/plantings/read-coverage.js';
import { exactNumber } from '../../../platform/exact-number.js';
import { Count, Decimal, Nullable } from '../../../wire/fields.js';
import { PlantingPhoto } from '../../../wire/planting.js';
import { presentPhoto } from '../../../wire/planting-photo.js';

/** Which plantings stand for the trees of a certificate, for programs. */
export const CoverageJson = Type.Object({
  covered_trees: Decimal,
  pending_trees: Decimal,
  planting_count: Count,
  /** The first ones. */
  plantings: Type.Array(
    Type.Object({
      id: Type.String(),
      reference: Type.String(),
      planted_on: Type.String(),
      /** How many of them are trees of the certificate. */
      trees: Decimal,
      partner: Type.String(),
      species: Type.Array(Type.String()),
      source_url: Nullable(Type.String()),
      photos: Type.Array(PlantingPhoto),
    }),
  ),
});

export const coverageJson = (
  { covered, pending, plantings, plantingCount }: Coverage,
  baseUrl: string,
): Static<typeof CoverageJson> => ({
  covered_trees: exactNumber(covered),
  pending_trees: exactNumber(pending),
  planting_count: plantingCount,
  plantings: plantings.map((planting) => ({
    id: planting.id,
    reference: planting.reference,
    planted_on: planting.plantedOn,
    trees: exactNumber(planting.coveringTrees),
    partner: planting.partner,
    species: [...planting.species],
    source_url: planting.sourceUrl,
    photos: planting.photos.map((photo) => presentPhoto(photo, baseUrl)),
  })),
});
