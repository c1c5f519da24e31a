import { cleanText } from '../../platform/text/clean-text.js';
import { isolateBidi } from '../../platform/text/bidi-isolate.js';

const maxInSubject = 40;
const maxInBody = 100;

/** Makes a user-supplied name safe for the subject of a mail. */
export const nameInSubject = (name: string): string =>
  isolateBidi(shortened(withoutSites(name), maxInSubject));

/** Makes a user-supplied name safe for the body of a mail. */
export const nameInBody = (name: string): string => isolateBidi(shortened(withoutSites(name), maxInBody));

const left = '…';

// Some programs treat these as the dot of an address, too.
const dot = '[.\u2024\u3002\uFE52\uFF0E\uFF61]';
const label = '[\\p{L}\\p{M}\\p{N}_-]+';

/** What mail programs turn into links. */
const addresses = [
  // https://evil.example/pay
  /[a-z0-9+.-]*[:\uFF1A][/\uFF0F\\]{2}\S*/giu,
  /\b(?:https?|ftp|mailto|tel|sms|data|javascript):\S*/giu,
  new RegExp(`\\bwww${dot}\\S*`, 'giu'),
  // somebody@evil.example
  new RegExp(`[^\\s@]*[@\\uFF20]\\S*`, 'gu'),
  // evil.example/pay, evil.example:8443
  new RegExp(`${label}(?:${dot}${label})+(?:[/\\uFF0F?#]\\S*|:\\d\\S*)`, 'gu'),
  /\d+(?:\.\d+){3}\S*/gu,
];

// A dot inside a word; numbers keep theirs.
const innerDot = new RegExp(`(?<=\\S)(?:(?<!\\d)${dot}|${dot}(?!\\d))(?=[^\\s.,;:!?)\\]}"'’”»])`, 'gu');

/**
 * Leaves nothing that mail programs could turn into a link: addresses are removed, and a space is added after dots
 * inside words.
 */
const withoutSites = (name: string): string =>
  addresses.reduce((text, address) => text.replace(address, left), cleanText(name)).replace(innerDot, '$& ');

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Cuts between graphemes, which may have several code points. */
function shortened(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  let kept = '';
  for (const { segment } of graphemes.segment(text)) {
    if (kept.length + segment.length >= maxLength) break;
    kept += segment;
  }
  return kept.trimEnd() + left;
}
