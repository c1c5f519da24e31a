import { isolateBidi } from '../../platform/text/bidi-isolate.js';
import type { I18n } from '../i18n.js';
import { countryName, countryOf } from './country-of.js';

export interface Place {
  readonly latitude: number;
  readonly longitude: number;
  /** A region or town, if the operator has given one. */
  readonly place?: string | null;
}

/** Coordinates for people, with a real minus sign. */
export const coordinatesText = ({ latitude, longitude }: Place, { number }: I18n): string =>
  [latitude, longitude]
    .map((angle) => `${number(angle, { maximumFractionDigits: 2 }).replace('-', '−')}°`)
    .join(', ');

/** Region and country, as far as they are known. Empty in the middle of an ocean. */
export function placeName({ latitude, longitude, place }: Place, { locale }: I18n): string {
  const code = countryOf(latitude, longitude);
  return [
    ...(place ? [isolateBidi(place)] : []),
    ...(code === undefined ? [] : [countryName(code, locale)]),
  ].join(', ');
}

/** A name, and where that is, as far as it is known. */
export function withPlace(name: string, place: Place, i18n: I18n): string {
  const where = placeName(place, i18n);
  return where === '' ? name : `${name}, ${where}`;
}

/** The name, and the coordinates, which are what is certain. */
export function placeParts(place: Place, i18n: I18n): string[] {
  const name = placeName(place, i18n);
  return [...(name ? [name] : []), coordinatesText(place, i18n)];
}

export const partSeparator = ' · ';

/** The same in one line. */
export const placeText = (place: Place, i18n: I18n): string => placeParts(place, i18n).join(partSeparator);
