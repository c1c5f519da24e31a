/** The classes of the bidirectional algorithm (UAX 9) that are left once explicit marks are removed. */
export type BidiClass = 'L' | 'R' | 'AL' | 'EN' | 'AN' | 'ES' | 'ET' | 'CS' | 'NSM' | 'WS' | 'ON';

const hebrewLike =
  /[\u0590-\u05FF\u07C0-\u085F\uFB1D-\uFB4F\u{10800}-\u{10CFF}\u{10D40}-\u{10EBF}\u{1E800}-\u{1EC6F}]/u;
const arabicLike =
  /[\u0600-\u07BF\u0860-\u08FF\uFB50-\uFDFF\uFE70-\uFEFF\u{10D00}-\u{10D3F}\u{10EC0}-\u{10EFF}\u{1EC70}-\u{1EEFF}]/u;

/** Whether there is anything to reorder: most texts need none of this. */
export function hasRightToLeft(text: string): boolean {
  return hebrewLike.test(text) || arabicLike.test(text);
}

export function bidiClass(character: string): BidiClass {
  if (/[0-9\u06F0-\u06F9\uFF10-\uFF19\u00B2\u00B3\u00B9\u2070-\u2089]/u.test(character)) return 'EN';
  if (/[\u0660-\u0669\u066B\u066C\u0600-\u0605]/u.test(character)) return 'AN';
  if (/[+\-\u207A\u207B\u208A\u208B\u2212\uFF0B\uFF0D]/u.test(character)) return 'ES';
  if (/[#%\u00B0\u00B1\u066A\u2030-\u2034\p{Sc}]/u.test(character)) return 'ET';
  if (/[,./:\u00A0\u060C\u202F\u2044]/u.test(character)) return 'CS';
  if (/[\p{Mn}\p{Me}]/u.test(character)) return 'NSM';
  if (/\s/u.test(character)) return 'WS';
  if (arabicLike.test(character)) return /[\p{L}\p{P}]/u.test(character) ? 'AL' : 'ON';
  if (hebrewLike.test(character)) return 'R';
  return /[\p{L}\p{N}\p{Mc}\p{Co}]/u.test(character) ? 'L' : 'ON';
}
