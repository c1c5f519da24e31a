/**
 * Removes control characters, unpaired surrogates, and marks that change text direction, which could rearrange the text
 * around a name. Collapses white space to single spaces. Limits combining marks to as many as any script uses, because a
 * stack of them would cover the surrounding text.
 */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\u0085]/gu, ' ')
    .replace(unwanted, '')
    .replace(/ +/gu, ' ')
    .normalize('NFC')
    .replace(pile, '$1')
    .trim();
}

// Includes noncharacters, which no font can show. Unpaired surrogates have already become U+FFFD.
const unwanted =
  /[\p{Cc}\uFFFD\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\p{Noncharacter_Code_Point}]/gu;

const pile = /(\p{M}{8})\p{M}+/gu;
