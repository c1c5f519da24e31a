import type { Words } from '../../../messages/words.js';

export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** Formatted for people, with a real minus sign. */
export const placeText = ({ latitude, longitude }: Place, { number }: Words): string =>
  [latitude, longitude]
    .map((angle) => `${number(angle, { maximumFractionDigits: 2 }).replace('-', '−')}°`)
    .join(', ');
