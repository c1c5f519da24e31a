import type { I18n } from '../../../messages/i18n.js';

export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** Formatted for people, with a real minus sign. */
export const placeText = ({ latitude, longitude }: Place, { number }: I18n): string =>
  [latitude, longitude]
    .map((angle) => `${number(angle, { maximumFractionDigits: 2 }).replace('-', '−')}°`)
    .join(', ');
