import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { request } from 'undici';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { i18nFor } from '../../src/messages/i18n.js';
import type { Json } from '../support/api-client.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { acceptOffer, createLinkAs, linkPathOf, requestQuote } from '../support/offers.js';
import { unknownId } from '../support/refusal.js';
import { findSystemProgram } from '../support/system-programs.js';
import { signInVisitor, createInvitedUser, visitor, type Visitor } from '../support/visitor.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let member: TestAccount;
let seller: Visitor;
let quote: Json;
beforeAll(async () => {
  world = await startWorld({ REGROVE_TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => world.stop());
beforeEach(async () => {
  member = await world.newAccount('customer', world.channel);
  seller = await signInVisitor(world.server, await createInvitedUser(world.server, member.account));
  quote = await requestQuote(world, member, 8_333, 'Q-77');
});
afterEach(async () => {
  world.server.setNow(undefined);
  await expectLedgerInBalance(world.server);
});

const linkPath = (id: unknown = quote.id): string => linkPathOf(member, id);
const { t } = i18nFor('en');

describe('A quote as PDF', () => {
  it('comes with the link and from the dashboard, in any language and for any name', async () => {
    await world.server.sql('update accounts set display_name = $2 where id = $1', [
      member.id,
      'Grün & 森林 شركة ป่าไม้',
    ]);
    const path = await createLinkAs(seller, linkPath());
    for (const locale of ['en', 'th', 'zh-TW']) {
      const answers = [
        await visitor(world.server).get(`${path}.pdf?locale=${locale}`),
        await seller.get(`${linkPath().replace('/link', '/pdf')}?locale=${locale}`),
      ];
      for (const { status, headers, text } of answers) {
        expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
        expect(text).toMatch(/^%PDF-1\.7/);
      }
    }
    const other = linkPath(unknownId).replace('/link', '/pdf');
    expect((await seller.get(`${other}?locale=en`)).status).toBe(404);
  });
});

describe.skipIf(findSystemProgram('pdftotext').missing)('A quote as PDF', () => {
  const linesOf = async (pdf: Buffer): Promise<string[]> => {
    const folder = await mkdtemp(join(tmpdir(), 'regrove-quote-'));
    try {
      const path = join(folder, 'quote.pdf');
      await writeFile(path, pdf);
      const { stdout } = await promisify(execFile)(findSystemProgram('pdftotext').binary, [
        '-raw',
        path,
        '-',
      ]);
      return stdout.split('\n').map((line) => line.trim());
    } finally {
      await rm(folder, { recursive: true });
    }
  };
  const download = async (id: unknown = quote.id, more = ''): Promise<string[]> => {
    const path = `${linkPath(id).replace('/link', '/pdf')}?locale=en${more}`;
    const { body } = await request(world.server.running.baseUrl + path, {
      dispatcher: world.server.agent,
      headers: { cookie: [...seller.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    return linesOf(Buffer.from(await body.arrayBuffer()));
  };
  const { date } = i18nFor('en');
  const fixNow = (): Date => {
    const now = new Date();
    world.server.setNow(now);
    return now;
  };
  const daysAfter = (day: Date, days: number): Date => new Date(day.getTime() + days * 86_400_000);

  it('has the paper, a note on taxes, and an end of its validity without a link, too', async () => {
    const now = fixNow();
    const text = (await download()).join(' ');
    for (const part of ['8,333 sheets · 216 × 279 mm · 75 g/m²', t('offer.taxNote'), '$2.50', 'Q-77'])
      expect(text).toContain(part);
    expect(text).toContain(`${t('offer.validUntil')} ${date(daysAfter(now, 30))}`);
  });

  it('names a recipient, however long, next to a sender with a long name', async () => {
    await world.server.sql('update accounts set display_name = $2 where id = $1', [
      member.id,
      'Print and Packaging Company of the Northern Provinces, '.repeat(4),
    ]);
    const words =
      'Green Paper Trading House of the Southern Provinces and Islands, Department of Reports and Catalogs';
    for (const recipient of ['Green Paper', words.slice(0, 100), 'W'.repeat(100), '森'.repeat(100)]) {
      const lines = await download(quote.id, `&recipient=${encodeURIComponent(recipient)}`);
      const text = lines.join(' ');
      expect(text).toContain(t('offer.recipient'));
      expect(text.replaceAll(' ', '')).toContain(recipient.replaceAll(' ', ''));
    }
    const path = `${linkPath().replace('/link', '/pdf')}?locale=en&recipient=`;
    for (const wrong of ['', 'x'.repeat(101), '%0A'])
      expect((await seller.get(path + wrong)).status).toBe(400);
    expect((await download()).join(' ')).not.toContain('Green Paper');
  });

  it('ends with its link, and has no end once it is executed', async () => {
    const now = fixNow();
    const path = await createLinkAs(seller, linkPath());
    world.server.setNow(daysAfter(now, 1));
    expect((await download()).join(' ')).toContain(`${t('offer.validUntil')} ${date(daysAfter(now, 30))}`);
    await acceptOffer(world, path);
    expect((await download()).join(' ')).not.toContain(t('offer.validUntil'));
  });

  it('breaks a long reference at its hyphens', async () => {
    const reference = 'Q-2026-003-with-a-very-long-external-reference-from-erp-0000001-of-the-second-quarter';
    const { id } = await requestQuote(world, member, 8_333, reference);
    const lines = await download(id);
    const first = lines.find((line) => line.startsWith('Q-2026')) ?? '';
    expect(first).toMatch(/-$/);
    expect(lines.join('')).toContain(reference);
  });
});
