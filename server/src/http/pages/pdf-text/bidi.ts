import createBidi from 'bidi-js';

/** 0 is left to right, 1 right to left, 2 left to right within right to left. */
export type Level = 0 | 1 | 2;
export type Direction = 0 | 1;

const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

const hasRightToLeft = (text: string): boolean => rightToLeft.test(text);

// The types declare a default export, but Node gets the function itself.
const bidi = (createBidi as unknown as typeof createBidi.default)();

/** The direction of the first strong character (UAX 9, rules P2 and P3). */
export const baseDirection = (text: string): Direction =>
  hasRightToLeft(text) && bidi.getEmbeddingLevels(inBasicPlane(text)).paragraphs[0]?.level === 1 ? 1 : 0;

/**
 * The level of each UTF-16 unit after the bidirectional algorithm (UAX 9). There are only three levels, because `cleanText`
 * removes explicit marks.
 */
export function bidiLevels(text: string, base: Direction): Level[] {
  if (base === 0 && !hasRightToLeft(text)) return new Array<Level>(text.length).fill(0);
  const { levels } = bidi.getEmbeddingLevels(inBasicPlane(text), base === 1 ? 'rtl' : 'ltr');
  return Array.from(levels, (level) => level as Level);
}

/** Replaces a character outside the basic plane with one of the same class inside it. */
const standIns: readonly (readonly [RegExp, string])[] = [
  [/[\p{Mn}\p{Me}]/u, '\u0301'],
  [/[\u{10D30}-\u{10D39}\u{10D40}-\u{10D49}\u{10E60}-\u{10E7E}]/u, '\u0663'],
  [/[\u{10D00}-\u{10D3F}\u{10EC0}-\u{10EFF}\u{10F30}-\u{10F6F}\u{1EC70}-\u{1EEFF}]/u, '\u0639'],
  [/[\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u, '\u05D0'],
  [/[\u{1D7CE}-\u{1D7FF}\u{1F100}-\u{1F10A}\u{1FBF0}-\u{1FBF9}]/u, '1'],
  [/\p{S}/u, '!'],
];

/** The library reads UTF-16 units and takes each half of an emoji for a Latin letter. */
const inBasicPlane = (text: string): string =>
  text.replace(/[\u{10000}-\u{10FFFF}]/gu, (character) =>
    (standIns.find(([pattern]) => pattern.test(character))?.[1] ?? 'a').repeat(2),
  );

/** Rule L2: from logical order to the order from left to right. */
export function inVisualOrder<Piece extends { readonly level: Level }>(pieces: readonly Piece[]): Piece[] {
  const order = [...pieces];
  const highest = Math.max(0, ...order.map(({ level }) => level));
  for (let level = highest; level > 0; level--) {
    for (let index = 0; index < order.length; index++) {
      let end = index;
      while ((order[end]?.level ?? -1) >= level) end++;
      if (end - index > 1) order.splice(index, end - index, ...order.slice(index, end).reverse());
      index = Math.max(index, end - 1);
    }
  }
  return order;
}
