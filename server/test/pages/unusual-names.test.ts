import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locales } from '../../src/messages/locales.js';
import { i18nFor } from '../../src/messages/i18n.js';
import { composeMessage } from '../../src/features/mail/compose-message.js';
import type { Content, Mail } from '../../src/features/mail/mail.js';
import type { CertificateFacts } from '../../src/http/pages/certificate-facts.js';
import { readCertificateAssets } from '../../src/http/pages/certificate-page/certificate-assets.js';
import { certificatePage } from '../../src/http/pages/certificate-page/certificate-page.js';
import { renderCertificatePdf } from '../../src/http/pages/certificate-pdf/render-certificate.js';
import { cleanText } from '../../src/platform/text/clean-text.js';
import { newId } from '../../src/platform/ids.js';
import { exampleFacts } from '../support/example-certificate.js';
import { Random } from '../support/faults/random.js';
import { fetchPage, issueCertificate } from '../support/public-pages.js';
import { startWorld, type World } from '../support/world.js';

const maxLength = 255;

/** Ranges of characters with special behaviour next to others. */
const ranges: readonly (readonly [number, number])[] = [
  [0x20, 0x7e], // Latin
  [0x300, 0x36f], // combining marks for any letter
  [0x483, 0x489], // combining marks of Cyrillic, some enclosing
  [0x591, 0x5f4], // Hebrew and its points
  [0x600, 0x6ff], // Arabic, with signs that precede numbers
  [0x900, 0xbff], // Indic scripts, with vowels before and around letters
  [0xe01, 0xe4e], // Thai
  [0x1100, 0x11ff], // Korean jamo, any number of which join
  [0x1ab0, 0x1aff], // more combining marks
  [0x200b, 0x200f], // joiners and direction marks
  [0x2028, 0x202e],
  [0x2066, 0x2069],
  [0x20d0, 0x20f0], // enclosing marks
  [0x3042, 0x30ff], // Japanese
  [0x4e00, 0x4eff], // Han
  [0xd800, 0xdfff], // surrogates
  [0xe000, 0xe0ff], // private use
  [0xfb1d, 0xfdff], // Arabic ligatures, some as wide as a line
  [0xfe00, 0xfe0f], // variation selectors
  [0xff9e, 0xff9f], // marks as wide as letters
  [0xfff0, 0xffff],
  [0x1f1e6, 0x1f1ff], // flags
  [0x1f468, 0x1f469], // people, which join into families
  [0x1f3fb, 0x1f3ff],
  [0xe0020, 0xe007f], // tags
  [0x10fffe, 0x10ffff],
];

const character = fc
  .oneof(...ranges.map(([first, last]) => fc.integer({ min: first, max: last })))
  .map((code) => String.fromCodePoint(code));
const mixed = fc.array(character, { minLength: 1, maxLength: 40 }).map((parts) => parts.join(''));
/** A few characters repeated to the maximum length of a name. */
const repeated = fc
  .array(character, { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join('').repeat(maxLength).slice(0, maxLength));
const anyName = fc.oneof(mixed, repeated);

const seeded = (numRuns: number) => ({ seed: new Random().seed, numRuns });

const named = (name: string): CertificateFacts => ({
  ...exampleFacts,
  accountName: name,
  project: { ...exampleFacts.project, name },
});

/** Repeated to the maximum length of a name. Each has broken a font, or could. */
const worst: readonly (readonly [string, string])[] = [
  ['only accents', '\u0301'],
  ['stacked accents', 'a\u0301\u0302\u0303\u0304'],
  ['Tamil vowel signs', '\u0bbe'],
  ['the sign that joins Devanagari letters', '\u094d'],
  ['endlessly joined letters', 'क\u094d'],
  ['Arabic vowel marks', '\u064b'],
  ['Thai tone marks', '\u0e49'],
  ['Korean initial consonants', '\u1100'],
  ['joined emoji', '👩\u200d'],
  ['signs that precede numbers', '\u0600'],
  ['marks as wide as letters', '\uff9e'],
  ['the widest ligature', '\ufdfa'],
  ['enclosing circles without a letter', '\u20dd'],
  ['nested brackets of two directions', '(א['],
];

describe('Any name', () => {
  it.each(worst)('made of %s can be printed on a certificate', async (_, text) => {
    const name = text.repeat(maxLength).slice(0, maxLength);
    for (const locale of ['en', 'th'] as const) {
      const pdf = await renderCertificatePdf(named(name), i18nFor(locale));
      expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
      expect(pdf.length).toBeLessThan(200_000);
    }
  });

  it('can be printed on a certificate', async () => {
    await fc.assert(
      fc.asyncProperty(anyName, fc.constantFrom(...locales), async (name, locale) => {
        const pdf = await renderCertificatePdf(named(name), i18nFor(locale));
        expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
      }),
      seeded(60),
    );
  });

  it('can be shown on a page', async () => {
    const assets = await readCertificateAssets();
    fc.assert(
      fc.property(anyName, fc.constantFrom(...locales), (name, locale) => {
        const { text } = certificatePage(assets, named(name), i18nFor(locale), undefined);
        expect(text.isWellFormed()).toBe(true);
        expect(text).not.toContain('\u0000');
      }),
      seeded(60),
    );
  });

  it('can be used in every kind of mail', async () => {
    const contents = (name: string): Content[] => [
      { kind: 'invitation', facts: {} },
      { kind: 'sign-in', facts: { minutes: 15 } },
      {
        kind: 'month-end',
        facts: {
          month: '2026-10-01',
          pages: 1,
          trees: '0.5',
          certificates: [{ id: newId(), project: name, pages: 1, trees: '0.5' }],
        },
      },
      { kind: 'feed-trouble', facts: { feedId: newId(), feed: name, reason: 'login' } },
      { kind: 'feed-recovered', facts: { feedId: newId(), feed: name } },
    ];
    await fc.assert(
      fc.asyncProperty(anyName, fc.constantFrom(...locales), async (name, locale) => {
        for (const content of contents(name)) {
          const mail = {
            ...content,
            id: newId(),
            accountName: name,
            fullName: name,
            address: 'who@example.com',
            locale,
            createdAt: new Date('2026-11-01T00:00:00Z'),
          } as Mail;
          const { raw } = await composeMessage(
            mail,
            { baseUrl: 'https://r.example', from: undefined },
            'rl_x',
          );
          expect(raw.includes(0)).toBe(false);
        }
      }),
      seeded(20),
    );
  });

  it('is limited to as many combining marks in a row as real scripts use', () => {
    expect(cleanText('a' + '\u0301'.repeat(200) + 'b').length).toBeLessThan(20);
    for (const real of [
      'ẩ',
      'שָׁ֑',
      'น้ำ',
      'क्षेत्र',
      '👩‍🌾',
      '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    ])
      expect(cleanText(`x ${real} y`)).toBe(`x ${real.normalize('NFC')} y`);
  });
});

describe('A name that the API accepts', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.stop());

  it('is displayed everywhere; all others are refused', async () => {
    const { distributor, projects } = world;
    const member = await world.newAccount('channel', distributor);
    const issued = await issueCertificate(member, 10, projects.forest);
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(anyName, async (name) => {
        const { status } = await distributor.api.patch(`/accounts/${member.id}`, { display_name: name });
        expect([200, 400]).toContain(status);
        if (status === 200) taken++;
        for (const ending of ['', '.pdf', '.json'])
          expect((await fetchPage(world, issued.url + ending)).status).toBe(200);
      }),
      seeded(15),
    );
    expect(taken).toBeGreaterThan(3);
  });
});
