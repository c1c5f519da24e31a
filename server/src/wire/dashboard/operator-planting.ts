import { Type, type Static } from '@sinclair/typebox';
import type { AddedPhoto } from '../../features/plantings/change-photos.js';
import type { ListedPlanting } from '../../features/plantings/listed-planting-store.js';
import type { PlantingPhoto } from '../../features/plantings/planting-photo-store.js';
import { photoPath } from '../../features/plantings/photo-path.js';
import { exactNumber } from '../../platform/exact-number.js';
import { Decimal, Id, Nullable } from '../fields.js';
import { PhotoCaption, PhotoDay } from '../planting-photo.js';

const OperatorPhoto = Type.Object({
  id: Id,
  /** Paths on the same host. */
  url: Type.String(),
  thumbnail_url: Type.String(),
  taken_on: Nullable(Type.String()),
  caption: Nullable(Type.String()),
});

/** A planting as operators see it, without its area. */
export const OperatorPlanting = Type.Object(
  {
    id: Id,
    project_id: Id,
    project_name: Type.String(),
    reference: Type.String(),
    planted_on: Type.String(),
    trees: Decimal,
    surviving_trees: Decimal,
    covered_trees: Decimal,
    partner: Type.String(),
    species: Type.Array(Type.String()),
    source_url: Nullable(Type.String()),
    photos: Type.Array(OperatorPhoto),
  },
  { title: 'OperatorPlanting' },
);

export const AddedPlantingPhoto = Type.Object(
  {
    photo: OperatorPhoto,
    /** False: the same photo was there already. */
    created: Type.Boolean(),
  },
  { title: 'AddedPlantingPhoto' },
);

export const PhotoDetails = Type.Object({
  taken_on: Type.Optional(PhotoDay),
  caption: Type.Optional(PhotoCaption),
});

export const presentOperatorPlanting = (
  planting: ListedPlanting,
  photos: readonly PlantingPhoto[],
): Static<typeof OperatorPlanting> => ({
  id: planting.id,
  project_id: planting.projectId,
  project_name: planting.projectName,
  reference: planting.reference,
  planted_on: planting.plantedOn,
  trees: exactNumber(planting.trees),
  surviving_trees: exactNumber(planting.survivingTrees),
  covered_trees: exactNumber(planting.coveredTrees),
  partner: planting.partner,
  species: [...planting.species],
  source_url: planting.sourceUrl,
  photos: photos.map(presentOperatorPhoto),
});

const presentOperatorPhoto = ({ id, takenOn, caption }: PlantingPhoto): Static<typeof OperatorPhoto> => ({
  id,
  url: photoPath(id, 'large'),
  thumbnail_url: photoPath(id, 'small'),
  taken_on: takenOn,
  caption,
});

export const presentAddedPhoto = ({ photo, created }: AddedPhoto): Static<typeof AddedPlantingPhoto> => ({
  photo: presentOperatorPhoto(photo),
  created,
});
