/**
 * What a name may not bring along: control characters, halves of surrogate pairs, and marks that turn the direction of
 * the text around them (with those a name could rearrange what stands beside it). All white space is one blank. A letter
 * keeps as many marks as any script puts on one: a pile of them would cover what stands around.
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

// Noncharacters too: no font has them and no reader expects them. A lone surrogate has become U+FFFD before.
const unwanted =
  /[\p{Cc}\uFFFD\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\p{Noncharacter_Code_Point}]/gu;

const pile = /(\p{M}{8})\p{M}+/gu;
