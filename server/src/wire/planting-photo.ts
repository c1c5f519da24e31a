import { Type, type Static } from '@sinclair/typebox';
import { photoPath } from '../features/plantings/photo-path.js';
import type { PlantingPhoto as PhotoRow } from '../features/plantings/planting-photo-store.js';
import { SingleLineText } from './fields.js';
import type { PlantingPhoto } from './planting.js';

/** `baseUrl`: of the installation, or of the sandbox. */
export const presentPhoto = (
  { id, takenOn, caption }: PhotoRow,
  baseUrl: string,
): Static<typeof PlantingPhoto> => ({
  url: baseUrl + photoPath(id, 'large'),
  thumbnail_url: baseUrl + photoPath(id, 'small'),
  taken_on: takenOn,
  caption,
});

export const PhotoCaption = SingleLineText(300);
export const PhotoDay = Type.String({ format: 'day' });
