import { Type, type Static } from '@sinclair/typebox';
import type { PlantingPhoto } from '../../../features/plantings/planting-photo-store.js';
import { photoPath } from '../../../features/plantings/photo-path.js';
import { Nullable } from '../../../wire/fields.js';

/** A photo for programs. */
export const Photo = Type.Object({
  url: Type.String(),
  thumbnail_url: Type.String(),
  taken_on: Nullable(Type.String()),
  caption: Nullable(Type.String()),
});

export const photoJson = (
  { id, takenOn, caption }: PlantingPhoto,
  baseUrl: string,
): Static<typeof Photo> => ({
  url: baseUrl + photoPath(id, 'large'),
  thumbnail_url: baseUrl + photoPath(id, 'small'),
  taken_on: takenOn,
  caption,
});
