import type { PhotoSize } from './planting-photo-store.js';

/** A photo never changes, so its URL can be cached forever. */
export const photoPath = (id: string, size: PhotoSize): string =>
  `/planting-photos/${id}${size === 'small' ? '-small' : ''}.jpg`;
