import { fileURLToPath } from 'node:url';
import { FontFace } from './font-face.js';

const weights = { regular: '400Regular', semibold: '600SemiBold' } as const;

export type Weight = keyof typeof weights;

const families = {
  sans: 'NotoSans',
  arabic: 'NotoSansArabic',
  armenian: 'NotoSansArmenian',
  bengali: 'NotoSansBengali',
  devanagari: 'NotoSansDevanagari',
  georgian: 'NotoSansGeorgian',
  hebrew: 'NotoSansHebrew',
  tamil: 'NotoSansTamil',
  thai: 'NotoSansThai',
  japanese: 'NotoSansJP',
  korean: 'NotoSansKR',
  simplified: 'NotoSansSC',
  traditional: 'NotoSansTC',
  emoji: 'NotoEmoji',
} as const;

export type Family = keyof typeof families;

/** The build copies the fonts there from their packages. */
const folder = new URL('../../../../fonts/', import.meta.url);

const faces = new Map<string, FontFace>();

/** Read on first use and cached: all fonts together are 60 MB, and most servers need few. */
export function fontFace(family: Family, weight: Weight): FontFace {
  const name = `${family}-${weight}`;
  const known = faces.get(name);
  if (known !== undefined) return known;
  const face = new FontFace(
    name,
    fileURLToPath(new URL(`${families[family]}_${weights[weight]}.ttf`, folder)),
  );
  faces.set(name, face);
  return face;
}
