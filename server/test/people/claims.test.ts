import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeAccountSettings } from '../../src/features/accounts/change-settings.js';
import { mailHtml } from '../../src/features/mail/mail-html.js';
import { mailText } from '../../src/features/mail/mail-text.js';
import type { Content, Mail } from '../../src/features/mail/mail.js';
import { renderMail } from '../../src/features/mail/render-mail.js';
import { catalogues } from '../../src/messages/catalogues.js';
import { isClassic } from '../../src/messages/claims.js';
import { i18nFor } from '../../src/messages/i18n.js';
import { countryName } from '../../src/messages/places/country-of.js';
import { locales, type Locale } from '../../src/messages/locales.js';
import { newId } from '../../src/platform/ids.js';
import { readConfig } from '../../src/platform/config/config.js';
import { forbiddenIn } from '../support/forbidden-claims.js';
import { impactOf } from '../support/impact.js';
import { createLinkAs, linkPathOf, requestQuote } from '../support/offers.js';
import { fetchPage, issueCertificate, type IssuedCertificate } from '../support/public-pages.js';
import { findSystemProgram } from '../support/system-programs.js';
import { signInVisitor, createInvitedUser } from '../support/visitor.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

describe('Words about trees', () => {
  it.each(locales)('claim nothing that is forbidden, in any text for people: %s', (locale) => {
    const found = Object.entries(catalogues[locale])
      .filter(([key]) => !isClassic(key))
      .flatMap(([key, text]) => forbiddenIn(text, locale).map((term) => `${key}: ${term}`));
    expect(found).toEqual([]);
  });

  it.each(locales)('are found if they do, as those of earlier versions did: %s', (locale) => {
    const footer = i18nFor(locale, 'classic').t('certificate.footer');
    expect(forbiddenIn(footer, locale)).not.toEqual([]);
    expect(forbiddenIn('A climate-neutral print', locale)).toContain('neutral');
  });
});

describe('REGROVE_CLAIMS', () => {
  it('is contribution, unless it is classic', () => {
    expect(readConfig({}).claims).toBe('contribution');
    expect(readConfig({ REGROVE_CLAIMS: 'classic' }).claims).toBe('classic');
    expect(() => readConfig({ REGROVE_CLAIMS: 'neutral' })).toThrow(
      'REGROVE_CLAIMS must be contribution or classic, not "neutral"',
    );
  });

  it('chooses texts only where both profiles have one', () => {
    for (const locale of locales) {
      const [own, classic] = [i18nFor(locale), i18nFor(locale, 'classic')];
      expect(own.t('certificate.footer')).not.toBe(classic.t('certificate.footer'));
      expect(own.t('certificate.title')).toBe(classic.t('certificate.title'));
    }
  });
});

const methodology = {
  name: 'Office paper',
  version: '3.1',
  publishedOn: '2026-03-31',
  source: 'A handbook, 4th edition',
  sourceUrl: null,
  uncertainty: '±20%',
};
const place = { latitude: -4.8, longitude: 38.4, place: 'Usambara' };
const planted = { day: '2026-11-01', trees: '250', covered: '99.96' };
const facts = { month: '2026-10-01', pages: 8_333, trees: '1' };
const contents: readonly Content[] = [
  { kind: 'invitation', facts: {} },
  {
    kind: 'month-end',
    facts: {
      ...facts,
      certificates: [{ id: newId(), project: 'Grove', place, pages: 8_333, trees: '1' }],
      planted,
      methodology,
    },
  },
  {
    kind: 'quote-accepted',
    facts: {
      quoteId: newId(),
      reference: null,
      trees: '1',
      price: '3',
      currency: 'EUR',
      certificateId: newId(),
      project: { project: 'Grove', place },
      planted,
      methodology,
    },
  },
];

const mailOf = (content: Content, locale: Locale): Mail =>
  ({
    ...content,
    id: newId(),
    accountId: newId(),
    accountName: 'Evergreen',
    fullName: null,
    address: 'who@example.com',
    locale,
    createdAt: new Date('2026-11-01T00:00:00Z'),
    secretSealed: null,
    attempts: 1,
  }) as Mail;

const links = { baseUrl: 'https://trees.example', secret: 'rl_x' };

describe('A mail', () => {
  it.each(locales)('says what was funded, and what that does not change: %s', (locale) => {
    const said = contents.map((content) => {
      const letter = renderMail(mailOf(content, locale), links);
      return `${letter.subject}\n${mailText(letter)}\n${mailHtml(letter, locale)}`;
    });
    for (const text of said) expect(forbiddenIn(text, locale)).toEqual([]);
    // Those that have figures.
    for (const text of said.slice(1)) {
      expect(text).toContain(i18nFor(locale).t('claims.note'));
      expect(text).toContain(i18nFor(locale).t('mail.monthEnd.pending'));
      const day = i18nFor(locale).date(new Date('2026-11-01'));
      const country = countryName('TZ', locale);
      const figures = [i18nFor(locale).rounded('99.9'), i18nFor(locale).rounded('150')];
      for (const part of [`Grove, Usambara, ${country}`, day, ...figures]) expect(text).toContain(part);
      for (const part of ['Office paper', '3.1', 'A handbook, 4th edition', '±20%'])
        expect(text).toContain(part);
    }
  });

  it('of an older version, which told less, says what it knows', () => {
    const older = {
      month: '2026-10-01',
      pages: 8_333,
      trees: '1',
      certificates: [{ id: newId(), project: 'Grove', pages: 8_333, trees: '1' }],
    };
    const text = mailText(renderMail(mailOf({ kind: 'month-end', facts: older }, 'en'), links));
    expect(text).toContain('\nGrove\n');
    for (const part of ['Methodology', 'All trees of', 'undefined']) expect(text).not.toContain(part);
    expect(text).toContain('pending until');
  });

  it('has the earlier wording in the classic profile', () => {
    const [, monthEnd] = contents;
    const letter = renderMail(mailOf(monthEnd as Content, 'en'), { ...links, claims: 'classic' });
    expect(mailText(letter)).toContain('1 tree reforested for 8,333 pages of paper');
  });
});

const pdftotext = findSystemProgram('pdftotext');
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'regrove-claims-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function textOf(pdf: Buffer): Promise<string> {
  const path = join(folder, `${newId()}.pdf`);
  await writeFile(path, pdf);
  const { stdout } = await promisify(execFile)(pdftotext.binary, ['-raw', '-enc', 'UTF-8', path, '-']);
  return stdout;
}

const withoutSpace = (text: string): string => text.replace(/\s/gu, '');

describe('What an installation publishes', () => {
  let world: World;
  let member: TestAccount;
  let certificate: IssuedCertificate;
  let slug: string;
  let offer: string;
  beforeAll(async () => {
    world = await startWorld();
    member = await world.newAccount();
    certificate = await issueCertificate(member, 103_000, world.projects.grove);
    slug = await impactOf(world).publish(member);
    await changeAccountSettings(world.server.running.instance.context, member.account.id, {
      badgeEnabled: true,
    });
    const quote = await requestQuote(world, member, 8_333);
    offer = await createLinkAs(
      await signInVisitor(world.server, await createInvitedUser(world.server, member.account)),
      linkPathOf(member, quote.id),
    );
  });
  afterAll(() => world.stop());

  it.each(locales)('says what was funded where, by which methodology, and what not: %s', async (locale) => {
    const { t } = i18nFor(locale);
    const query = `?locale=${locale}`;
    const pages = {
      certificate: `/certificates/${certificate.id}${query}`,
      impact: `/impact/${slug}${query}`,
      offer: `${offer}${query}`,
      badge: `/accounts/${member.id}/badge.svg${query}`,
    };
    const texts = Object.fromEntries(
      await Promise.all(
        Object.entries(pages).map(async ([name, path]) => {
          const { status, text } = await fetchPage(world, path);
          expect([name, status]).toEqual([name, 200]);
          return [name, text] as const;
        }),
      ),
    );
    const pdfs = pdftotext.missing
      ? {}
      : {
          pdf: await textOf((await fetchPage(world, `/certificates/${certificate.id}.pdf${query}`)).body),
          quote: await textOf((await fetchPage(world, `${offer}.pdf${query}`)).body),
        };
    const found = Object.entries({ ...texts, ...pdfs }).flatMap(([name, text]) =>
      forbiddenIn(text, locale).map((term) => `${name}: ${term}`),
    );
    expect(found).toEqual([]);
    expect(texts['certificate']).toContain(
      t('certificate.pageDescription', {
        name: member.account.name,
        trees: '12.360494',
        pages: 103_000,
        project: 'Grove',
      }),
    );
    expect(texts['certificate']).toContain(t('certificate.footer'));
    for (const name of ['impact', 'offer', 'badge']) expect(texts[name]).toContain(t('claims.note'));
    for (const name of ['certificate', 'impact', 'offer'])
      expect(texts[name]).toContain('publication 1374.1');
    for (const text of Object.values(pdfs))
      expect(withoutSpace(text)).toContain(withoutSpace('EPA Victoria, publication 1374.1'));
  });

  it('tells the methodology in JSON, and where the project is', async () => {
    const { text } = await fetchPage(world, `/certificates/${certificate.id}.json`);
    const methodology = {
      name: 'Letter 75 g/m2, 8333 pages a tree, 1.30 t CO2e/t',
      version: '1',
      published_on: '2026-01-01',
      source: expect.stringContaining('a convention, not a measurement') as string,
      source_url: null,
      uncertainty: null,
    };
    expect(JSON.parse(text)).toMatchObject({
      trees: 12.360494,
      methodology,
      project: { country: 'TZ', place: null },
    });
    const impact = await fetchPage(world, `/impact/${slug}.json`);
    expect(JSON.parse(impact.text)).toMatchObject({ methodology });
  });

  it('includes the widget of other sites', async () => {
    const { text } = await fetchPage(world, '/widget.js');
    const said = JSON.parse(/texts = (\{.*\});/.exec(text)?.[1] ?? '{}') as Record<Locale, unknown>;
    expect(Object.keys(said)).toEqual(locales);
    for (const locale of locales) {
      const own = JSON.stringify(said[locale]);
      expect(forbiddenIn(own, locale)).toEqual([]);
      expect(own).toContain(i18nFor(locale).t('claims.note'));
    }
  });
});

describe('An installation with the classic profile', () => {
  it('says what earlier versions said', async () => {
    const world = await startWorld({ REGROVE_CLAIMS: 'classic' });
    try {
      const member = await world.newAccount();
      const { id } = await issueCertificate(member, 8_333, world.projects.grove);
      const { t } = i18nFor('en', 'classic');
      const { text } = await fetchPage(world, `/certificates/${id}`);
      expect(text).toContain(t('certificate.footer'));
      expect(text).toContain('to offset 8,333 pages of paper');
      if (!pdftotext.missing)
        expect(
          withoutSpace(await textOf((await fetchPage(world, `/certificates/${id}.pdf`)).body)),
        ).toContain(withoutSpace(t('certificate.footer')));
    } finally {
      await world.stop();
    }
  });
});
