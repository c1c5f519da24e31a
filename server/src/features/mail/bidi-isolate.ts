import { cleanText } from '../../platform/text/clean-text.js';

const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/**
 * A name that others gave, as it may stand in a sentence of ours: on one line, without what would steer the text around
 * it, and set apart where it runs the other way.
 */
export function isolateBidi(name: string): string {
  const clean = cleanText(name);
  return rightToLeft.test(clean) ? `\u2068${clean}\u2069` : clean;
}
