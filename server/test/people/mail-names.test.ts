import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameInBody, nameInSubject } from '../../src/features/mail/tenant-name.js';

describe('A name chosen by others', () => {
  it.each([
    ['Your invoice http://evil.example', 'Your invoice …'],
    ['Your invoice HTTPS://evil.example/pay?x=1 now', 'Your invoice … now'],
    ['請付款https://evil.example', '請付款…'],
    ['Pay at www.evil.example', 'Pay at …'],
    ['Pay at evil.example/pay', 'Pay at …'],
    ['Pay at evil.example:8443', 'Pay at …'],
    ['Pay at 203.0.113.7', 'Pay at …'],
    ['Call tel:+15550100', 'Call …'],
    ['Write to help@evil.example', 'Write to …'],
    ['Pay at evil.example', 'Pay at evil. example'],
    ['evil。example', 'evil。 example'],
    ['evil\u00AD.\u00ADexample', 'evil\u00AD. \u00ADexample'],
    ['evil.exa\u200Bmple', 'evil. example'],
    ['two\r\nlines\r\nBcc: all', 'two lines Bcc: all'],
  ])('contains no URL: %j', (name, shown) => {
    expect(nameInSubject(name)).toBe(shown);
    expect(nameInBody(name)).toBe(shown);
  });

  it.each([
    'Müller & Söhne GmbH & Co. KG',
    'Evergreen Print Supply, Inc.',
    'Ltd. (Germany)',
    'Version 1.5',
    'Wait...',
    '株式会社みどり',
    'Druck/Kopie: Nord',
    'papercut (floor-3)',
  ])('is otherwise unchanged: %s', (name) => {
    expect(nameInSubject(name)).toBe(name);
  });

  it('is shorter in a subject, and cut between characters', () => {
    const name = '👩‍👩‍👧'.repeat(30);
    for (const [shown, longest] of [
      [nameInSubject(name), 40],
      [nameInBody(name), 100],
    ] as const) {
      expect(shown.length).toBeLessThanOrEqual(longest);
      expect(shown.replaceAll('👩‍👩‍👧', '')).toBe('…');
    }
    expect(nameInSubject('e' + '\u0301'.repeat(255)).length).toBeLessThanOrEqual(40);
    expect(nameInSubject('x'.repeat(41))).toBe('x'.repeat(39) + '…');
    expect(nameInSubject('x'.repeat(40))).toBe('x'.repeat(40));
  });

  it('never contains line breaks or anything that looks like a link', () => {
    const piece = fc.constantFrom(
      'http',
      ':',
      '/',
      '//',
      '.',
      'www',
      'evil',
      'example',
      '@',
      ' ',
      '\n',
      '。',
      '1',
      '-',
      'ß',
      '\u202E',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        for (const shown of [nameInSubject(pieces.join('')), nameInBody(pieces.join(''))])
          expect(shown).not.toMatch(/[\r\n\u202E@]|:\/\/|www\.\S|[a-zß]\.[a-zß]/i);
      }),
      { seed: 7 },
    );
  });
});
