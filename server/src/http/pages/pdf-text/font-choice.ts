import type { FontFace } from './font-face.js';
import { fontFace, type Family, type Weight } from './font-files.js';

/** The locale selects between the national forms of Han characters. */
export interface TextStyle {
  readonly weight: Weight;
  readonly locale: string;
}

const ofScript: readonly (readonly [Family, RegExp])[] = [
  ['thai', /\p{Script_Extensions=Thai}/u],
  ['arabic', /\p{Script_Extensions=Arabic}|\p{Script=Inherited}/u],
  ['hebrew', /\p{Script=Hebrew}/u],
  ['devanagari', /\p{Script_Extensions=Devanagari}/u],
  ['bengali', /\p{Script_Extensions=Bengali}/u],
  ['tamil', /\p{Script_Extensions=Tamil}/u],
  ['georgian', /\p{Script=Georgian}/u],
  ['armenian', /\p{Script=Armenian}/u],
];

const hanOrders: Readonly<Record<string, readonly Family[]>> = {
  ja: ['japanese', 'simplified', 'traditional', 'korean'],
  ko: ['korean', 'simplified', 'traditional', 'japanese'],
  'zh-TW': ['traditional', 'simplified', 'japanese', 'korean'],
};
const hanOrder: readonly Family[] = ['simplified', 'traditional', 'japanese', 'korean'];

// Only these characters justify reading the large files. Otherwise a character that these files lack would load all of them.
const eastAsian =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{P}\p{S}\p{No}\u3000-\u33FF\uFF00-\uFFEF]/u;
const shownAsEmoji = /\p{Emoji_Presentation}|\uFE0F|\u20E3/u;
const latinGreekCyrillic = /^[\u0020-\u052F\u1E00-\u20CF]+$/u;

// These select a form of the preceding character or join two. A font need not contain them.
const invisible = /\p{Join_Control}|\p{Variation_Selector}|[\u{E0020}-\u{E007F}]/u;

const maxEntries = 20_000;
const chains = new Map<string, Map<string, FontFace | undefined>>();

/** Returns for each grapheme the first font in the locale's chain that has all of its characters, or undefined. */
export function fontChooser(style: TextStyle): (grapheme: string) => FontFace | undefined {
  const key = `${style.weight} ${style.locale}`;
  const choices = chains.get(key) ?? new Map<string, FontFace | undefined>();
  chains.set(key, choices);
  return (grapheme) => {
    const known = choices.get(grapheme);
    if (known !== undefined || choices.has(grapheme)) return known;
    const face = firstWithAll(grapheme, style);
    if (choices.size >= maxEntries) choices.clear();
    choices.set(grapheme, face);
    return face;
  };
}

function firstWithAll(grapheme: string, style: TextStyle): FontFace | undefined {
  const characters = Array.from(grapheme).filter((character) => !invisible.test(character));
  for (const family of familiesFor(grapheme, style.locale)) {
    const face = fontFace(family, style.weight);
    if (characters.every((character) => face.has(character.codePointAt(0) ?? 0))) return face;
  }
  return undefined;
}

function* familiesFor(grapheme: string, locale: string): Generator<Family> {
  const isEmoji = shownAsEmoji.test(grapheme);
  if (isEmoji) yield 'emoji';
  if (!latinGreekCyrillic.test(grapheme)) {
    for (const [family, script] of ofScript) if (script.test(grapheme)) yield family;
  }
  yield 'sans';
  if (!isEmoji && /\p{Extended_Pictographic}/u.test(grapheme)) yield 'emoji';
  if (eastAsian.test(grapheme)) yield* hanOrders[locale] ?? hanOrder;
}
