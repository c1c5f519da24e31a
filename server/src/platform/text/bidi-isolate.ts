import { cleanText } from './clean-text.js';

const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/**
 * Makes a user-supplied name safe inside our own sentences: on one line, without control characters that affect the
 * surrounding text, and isolated if it is written right to left.
 */
export function isolateBidi(name: string): string {
  const clean = cleanText(name);
  return rightToLeft.test(clean) ? `\u2068${clean}\u2069` : clean;
}
