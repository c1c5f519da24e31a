import { describe, expect, it } from 'vitest';
import { coordinatesText, placeName, placeText } from '../../src/messages/places/place-name.js';
import { i18nFor } from '../../src/messages/i18n.js';
import { locales } from '../../src/messages/locales.js';
import { countryName, countryOf } from '../../src/messages/places/country-of.js';

describe('The country of a place', () => {
  it.each([
    ['inland', -4.8, 38.3, 'TZ'],
    ['a country within another', -29.5, 28.2, 'LS'],
    ['next to a border', 48.58, 7.75, 'FR'],
    ['on the other side of it', 48.57, 7.83, 'DE'],
    ['three kilometres from two others', 47.55, 7.59, 'CH'],
    ['islands', 4.17, 73.5, 'MV'],
    ['a city on an island', 1.35, 103.8, 'SG'],
    ['just off the coast', 38.93, -74.7, 'US'],
    ['east of the date line', 66, -175, 'RU'],
    ['on the date line', -16.9, 180, 'FJ'],
    ['without a number of ISO 3166', 42.6, 21, 'XK'],
    ['overseas', 4, -53, 'FR'],
    ['in the middle of an ocean', 0, -140, undefined],
    ['at the South Pole', -90, 0, undefined],
    ['at the North Pole', 90, 0, undefined],
  ])('%s', (_, latitude, longitude, code) => {
    expect(countryOf(latitude, longitude)).toBe(code);
  });

  it('has a name in every language', () => {
    expect(['en', 'de', 'ja', 'th'].map((locale) => countryName('TZ', locale))).toEqual([
      'Tanzania',
      'Tansania',
      'タンザニア',
      'แทนซาเนีย',
    ]);
    for (const locale of locales) expect(countryName('KE', locale)).not.toBe('KE');
  });
});

describe('A place', () => {
  const slopes = { latitude: -4.75, longitude: 38.5, place: 'Lushoto' };

  it('has its name and country before the coordinates', () => {
    expect(placeText(slopes, i18nFor('de'))).toBe('Lushoto, Tansania · −4,75°, 38,5°');
    expect(placeName({ ...slopes, place: '' }, i18nFor('en'))).toBe('Tanzania');
  });

  it('has only coordinates where there is no country', () => {
    const ocean = { latitude: 0, longitude: -140, place: '' };
    expect(placeText(ocean, i18nFor('en'))).toBe(coordinatesText(ocean, i18nFor('en')));
  });

  it('keeps a name in another direction apart from the rest', () => {
    const name = placeName({ ...slopes, place: 'المدينة' }, i18nFor('en'));
    expect(name).toBe('\u2068المدينة\u2069, Tanzania');
  });
});
