import { describe, expect, it } from 'vitest';
import { methodologyNote, methodologyParts } from '../../src/http/pages/methodology-part.js';
import { i18nFor } from '../../src/messages/i18n.js';
import { locales } from '../../src/messages/locales.js';

const origin = {
  name: 'Office paper',
  version: '3.1',
  publishedOn: '2026-03-31',
  source: 'A handbook, 4th edition',
  sourceUrl: 'https://handbook.example/4?a=1&b=2',
  uncertainty: '±20%',
};
const notStated = { version: null, publishedOn: null, source: null, sourceUrl: null, uncertainty: null };

describe('What is said of a methodology', () => {
  it('is its name, version, date, source and uncertainty', () => {
    expect(methodologyParts(origin, i18nFor('en'))).toEqual([
      'Methodology: Office paper',
      'Version 3.1, March 31, 2026',
      'Source: A handbook, 4th edition',
      'Uncertainty: ±20%',
    ]);
    for (const locale of locales)
      for (const part of ['Office paper', '3.1', 'A handbook', '±20%', '2026'])
        expect(methodologyParts(origin, i18nFor(locale)).join(' ')).toContain(part);
  });

  it('is that nothing is stated, if that is so', () => {
    expect(methodologyParts({ ...origin, ...notStated }, i18nFor('en'))).toEqual([
      'Methodology: Office paper',
      'Source: not stated',
      'Uncertainty: not stated',
    ]);
  });

  it('links to the source, if it has an address of a page', () => {
    const note = (sourceUrl: string | null) => methodologyNote({ ...origin, sourceUrl }, i18nFor('en'))?.text;
    expect(note(origin.sourceUrl)).toContain(
      '<a href="https://handbook.example/4?a=1&amp;b=2" rel="noopener nofollow">Source: A handbook, 4th edition</a>',
    );
    for (const none of [null, 'javascript:alert(1)', 'https://a:b@c.example'])
      expect(note(none)).not.toContain('<a ');
  });
});
