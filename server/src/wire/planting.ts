import { Type, type Static } from '@sinclair/typebox';
import type { Area, Planting as PlantingRow } from '../features/plantings/planting.js';
import { exactNumber } from '../platform/exact-number.js';
import { Decimal, Field, Id, Nullable } from './fields.js';

const Day = Type.String({ format: 'date' });

export const SurvivalAudit = Type.Object(
  {
    audited_on: Field('The day on which the trees were counted.', Day),
    rate: Field('Which part of the trees lived, from 0 to 1.', Decimal),
    auditor: Field('Who counted them.', Type.String()),
  },
  { title: 'SurvivalAudit' },
);

export const PlantingPhoto = Type.Object(
  {
    url: Field('Address of the picture.', Type.String()),
    thumbnail_url: Field('Address of the picture in small.', Type.String()),
    taken_on: Field('The day on which it was taken. Null: unknown.', Nullable(Day)),
    caption: Field('What it shows. Null: nobody has said.', Nullable(Type.String())),
  },
  { title: 'PlantingPhoto' },
);

export const Planting = Type.Object(
  {
    id: Field('Its id.', Id),
    project_id: Field('The forestry project.', Id),
    reference: Field('How the partner calls it.', Type.String()),
    planted_on: Field('The day on which it was planted.', Day),
    trees: Field('Trees that were planted.', Decimal),
    surviving_trees: Field('Trees times the rate of the newest audit, rounded down to 6 decimals.', Decimal),
    covered_trees: Field('Trees that stand for trees of certificates.', Decimal),
    partner: Field('Who planted it.', Type.String()),
    species: Field('Species that were planted.', Type.Array(Type.String())),
    polygon: Field(
      'Where, as a GeoJSON Polygon or MultiPolygon. Null: not known exactly.',
      Nullable(Type.Unsafe<Area>({ type: 'object', additionalProperties: true })),
    ),
    survival: Field('Audits of how many trees live, the oldest first.', Type.Array(SurvivalAudit)),
    source_url: Field('A web page of the partner about it, or null.', Nullable(Type.String())),
    photos: Field('Pictures of it.', Type.Array(PlantingPhoto)),
  },
  { title: 'Planting' },
);

export const presentPlanting = (
  planting: PlantingRow,
  photos: Static<typeof PlantingPhoto>[],
): Static<typeof Planting> => ({
  id: planting.id,
  project_id: planting.projectId,
  reference: planting.reference,
  planted_on: planting.plantedOn,
  trees: exactNumber(planting.trees),
  surviving_trees: exactNumber(planting.survivingTrees),
  covered_trees: exactNumber(planting.coveredTrees),
  partner: planting.partner,
  species: [...planting.species],
  polygon: planting.polygon,
  survival: planting.survival.map(({ auditedOn, rate, auditor }) => ({
    audited_on: auditedOn,
    rate,
    auditor,
  })),
  source_url: planting.sourceUrl,
  photos,
});
