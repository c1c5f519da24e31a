import type { Words } from '../../../messages/words.js';

export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** As people write it, with a true minus. */
export const placeText = ({ latitude, longitude }: Place, { number }: Words): string =>
  [latitude, longitude]
    .map((angle) => `${number(angle, { maximumFractionDigits: 2 }).replace('-', '−')}°`)
    .join(', ');
