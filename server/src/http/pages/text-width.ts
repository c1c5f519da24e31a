/** Width per class of characters, in ems of a wide sans serif. Fonts differ, and extra space is better than clipped text. */
const classes: readonly (readonly [characters: RegExp, width: number])[] = [
  [/[\p{M}\p{Cf}]/u, 0],
  [/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\u3000-\u303F\uFF00-\uFF60]|\p{Emoji_Presentation}/u, 1.05],
  [/[ijl.,:;'’|!]/u, 0.4],
  [/[frtI()[\]\-\s]/u, 0.48],
  [/[mwMW@%&]/u, 1.05],
  [/\p{Lu}/u, 0.8],
  [/\p{Sm}/u, 0.85],
  [/\p{Nd}/u, 0.7],
  [/\p{sc=Thai}/u, 0.75],
];
const other = 0.7;

/** The maximum width of a text in ems, estimated without a font. */
export const textWidth = (text: string): number => {
  let width = 0;
  for (const character of text) {
    width += classes.find(([characters]) => characters.test(character))?.[1] ?? other;
  }
  return width;
};
