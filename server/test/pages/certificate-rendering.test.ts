import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { locales } from '../../src/messages/locales.js';
import { i18nFor } from '../../src/messages/i18n.js';
import { renderCertificatePdf } from '../../src/http/pages/certificate-pdf/render-certificate.js';
import { renderCertificateInThread } from '../../src/http/pages/certificate-pdf/render-certificate-in-thread.js';
import { BodyCache } from '../../src/http/pages/body-cache.js';
import { precompressBody, type PrecompressedBody } from '../../src/http/pages/precompressed-body.js';
import type { Context } from '../../src/database/context.js';
import { unavailable } from '../../src/platform/errors.js';
import { makePictures } from '../../src/platform/images/make-pictures.js';
import { changePicture } from '../../src/features/projects/change-picture.js';
import { exampleFacts } from '../support/example-certificate.js';
import { examplePicture } from '../support/example-picture.js';
import { fetchPage, issueCertificate, type IssuedCertificate } from '../support/public-pages.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let member: TestAccount;
let context: Context;
beforeAll(async () => {
  world = await startWorld();
  member = await world.newAccount();
  context = world.server.running.instance.context;
  await changePicture(context, 'Forest', examplePicture());
});
afterAll(() => world.stop());
afterEach(() => vi.restoreAllMocks());

const issue = (): Promise<IssuedCertificate> => issueCertificate(member, 10, world.projects.forest);

describe('A certificate’s PDF', () => {
  it.each(locales)('is the same from a worker thread as from this one, in %s', async (locale) => {
    const facts = {
      ...exampleFacts,
      accountName: 'شركة Northwind 森林',
      project: { ...exampleFacts.project, picture: (await makePictures(examplePicture())).print },
    };
    const made = await renderCertificateInThread(context.threads, facts, i18nFor(locale), 'an account');
    expect(made.equals(await renderCertificatePdf(facts, i18nFor(locale)))).toBe(true);
  });

  it('is generated once for concurrent requests, and cached', async () => {
    const { pdfUrl } = await issue();
    const run = vi.spyOn(context.threads, 'run');
    const answers = await Promise.all(Array.from({ length: 10 }, () => fetchPage(world, pdfUrl)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ headers }) => headers['etag'])).size).toBe(1);
    await fetchPage(world, pdfUrl);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('returns a 503 with Retry-After under overload, and works again afterwards', async () => {
    const { pdfUrl } = await issue();
    vi.spyOn(context.threads, 'run').mockRejectedValue(unavailable('There is too much to do'));
    const { status, headers } = await fetchPage(world, pdfUrl);
    expect([status, headers['retry-after']]).toEqual([503, '1']);
    vi.restoreAllMocks();
    expect((await fetchPage(world, pdfUrl)).status).toBe(200);
  });

  it('is limited per IP address when it has to be generated, but not when it is cached', async () => {
    const own = await startWorld();
    try {
      const { threads } = own.server.running.instance.context;
      vi.spyOn(threads, 'run').mockResolvedValue(Buffer.from('%PDF-'));
      const issued: IssuedCertificate[] = [];
      for (let count = 0; count < 10; count++)
        issued.push(await issueCertificate(own.customer, 10, own.projects.forest));
      const first = `${String(issued[0]?.pdfUrl)}?locale=en`;
      const statuses: number[] = [];
      for (const { pdfUrl } of issued)
        for (const locale of locales)
          statuses.push((await fetchPage(own, `${pdfUrl}?locale=${locale}`)).status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(120);
      expect(new Set(statuses.slice(120))).toEqual(new Set([429]));
      const refused = await fetchPage(own, `${String(issued[9]?.pdfUrl)}?locale=${String(locales.at(-1))}`);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(refused.text).toContain('Too many requests');
      expect((await fetchPage(own, first)).status).toBe(200);
      expect((await fetchPage(own, String(issued[9]?.url))).status).toBe(200);
    } finally {
      await own.stop();
    }
  });
});

describe('The cache', () => {
  const body = (): Promise<PrecompressedBody> => precompressBody('application/pdf', Buffer.from('x'));
  const yes = (): Promise<void> => Promise.resolve();

  it('serves stored bodies to everyone, and generates new ones once and only if admitted', async () => {
    const bodies = new BodyCache(1_000);
    const make = vi.fn(body);
    const no = (): Promise<void> => Promise.reject(new Error('too many'));
    await expect(bodies.get('a', make, no)).rejects.toThrow('too many');
    expect(make).not.toHaveBeenCalled();
    const both = [bodies.get('a', make, yes), bodies.get('a', make, yes)];
    await Promise.all(both);
    expect(make).toHaveBeenCalledTimes(1);
    await bodies.get('a', make, no);
    expect(make).toHaveBeenCalledTimes(1);
  });

  it('does not store failures', async () => {
    const bodies = new BodyCache(1_000);
    await expect(bodies.get('a', () => Promise.reject(new Error('no')), yes)).rejects.toThrow('no');
    expect((await bodies.get('a', body, yes)).plain.toString()).toBe('x');
  });
});
