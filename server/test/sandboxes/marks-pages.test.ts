import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { i18nFor } from '../../src/messages/i18n.js';
import { locales } from '../../src/messages/locales.js';
import { changePicture } from '../../src/features/projects/change-picture.js';
import type { Json } from '../support/api-client.js';
import { examplePicture } from '../support/example-picture.js';
import { startSandbox, type MarkedSandbox } from '../support/marked-sandbox.js';
import {
  fetchPage,
  issueCertificate,
  type IssuedCertificate,
  type PageResponse,
} from '../support/public-pages.js';
import { visitor } from '../support/visitor.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let sandbox: MarkedSandbox;
let live: TestAccount;
/** Of the same account name, pages and slug, so that only the mark tells them apart. */
let [inSandbox, inLive]: IssuedCertificate[] = [];
const page = { slug: 'evergreen', enabled: true };
beforeAll(async () => {
  world = await startWorld();
  await changePicture(world.server.running.instance.context, 'Forest', examplePicture());
  sandbox = await startSandbox(world);
  live = await world.newAccount('distributor');
  await world.server.sql(`update accounts set display_name = 'Evergreen' where id = $1`, [live.id]);
  const { forest } = world.projects;
  inSandbox = await issueCertificate({ ...live, api: sandbox.api }, 8_333, forest);
  inLive = await issueCertificate(live, 8_333, forest);
  for (const api of [sandbox.api, live.api])
    await api.patch('/settings', { public_page: page, badge_enabled: true });
});
afterAll(() => world.stop());

const get = (address: string, headers = {}): Promise<PageResponse> => fetchPage(world, address, headers);
const isHidden = ({ headers }: PageResponse): boolean => headers['x-robots-tag'] === 'noindex';
const noIndex = '<meta name="robots" content="noindex" />';
const { t } = i18nFor('en');
const pathsOf = (root: string, certificate: IssuedCertificate | undefined, account: string) => ({
  certificate: `${root}/certificates/${String(certificate?.id)}`,
  impact: `${root}/impact/evergreen`,
  badge: `${root}/accounts/${account}/badge.svg`,
});
const sandboxPaths = () => pathsOf(sandbox.root, inSandbox, sandbox.account.id);
const livePaths = () => pathsOf('', inLive, live.id);

describe('The public pages of a sandbox', () => {
  it.each(['certificate', 'impact'] as const)('say so on the %s page in every language', async (kind) => {
    for (const locale of locales) {
      const i18n = i18nFor(locale);
      const shown = await get(`${sandboxPaths()[kind]}?locale=${locale}`);
      expect([locale, shown.status, isHidden(shown)]).toEqual([locale, 200, true]);
      expect(shown.text).toContain(noIndex);
      expect(shown.text).toContain(`<strong>${i18n.t('sandbox.word')}</strong>`);
      expect(shown.text).toContain(i18n.t('sandbox.trees'));
      // Other sites show it next to a link.
      expect(shown.text).toContain(`<meta property="og:title" content="${i18n.t('sandbox.word')} – `);
    }
  });

  it.each(['certificate', 'impact'] as const)(
    'say so in the JSON and the picture of the %s',
    async (kind) => {
      const json = await get(`${sandboxPaths()[kind]}.json`);
      expect([JSON.parse(json.text).sandbox, isHidden(json)]).toEqual([true, true]);
      const [own, other] = [await get(`${sandboxPaths()[kind]}.png`), await get(`${livePaths()[kind]}.png`)];
      expect([own.status, other.status, isHidden(own)]).toEqual([200, 200, true]);
      expect(own.body.equals(other.body)).toBe(false);
    },
  );

  it('say so on the badge', async () => {
    const badge = await get(`${sandboxPaths().badge}?locale=de`);
    expect(isHidden(badge)).toBe(true);
    expect(badge.text).toMatch(/<title id="t">SANDBOX – Nur ein Test: /);
    expect(badge.text.match(/SANDBOX – Nur ein Test/g)).toHaveLength(2);
  });

  it('leave those of live as they are', async () => {
    for (const address of Object.values(livePaths())) {
      const { status, headers, text } = await get(address);
      expect([status, headers['x-robots-tag']]).toEqual([200, undefined]);
      expect(text).not.toMatch(/sandbox/i);
      expect(text).not.toContain(noIndex);
    }
    for (const kind of ['certificate', 'impact'] as const)
      expect(JSON.parse((await get(`${livePaths()[kind]}.json`)).text)).not.toHaveProperty('sandbox');
  });

  it('are not taken from a cache that live fills, nor the other way', async () => {
    const marked = async (paths: ReturnType<typeof livePaths>): Promise<boolean[]> =>
      [await get(paths.impact), await get(paths.certificate)].map(({ text }) => text.includes('SANDBOX'));
    for (let time = 0; time < 2; time++) {
      expect(await marked(livePaths())).toEqual([false, false]);
      expect(await marked(sandboxPaths())).toEqual([true, true]);
    }
  });

  it('lead to each other, and to their files', async () => {
    const { text } = await get(sandboxPaths().certificate);
    const pdf = /href="([^"]+\.pdf\?locale=en)"\s*>Download/.exec(text)?.[1] ?? '';
    const picture = /<img src="([^"]+)"/.exec(text)?.[1] ?? '';
    for (const address of [pdf, picture]) {
      expect(address.startsWith(`${sandbox.root}/`)).toBe(true);
      const file = await get(address);
      expect([file.status, isHidden(file)]).toEqual([200, true]);
    }
    const certificate = /href="([^"]+\/certificates\/[^"]+)"/.exec(
      (await get(sandboxPaths().impact)).text,
    )?.[1];
    expect(certificate).toBe(inSandbox?.url);
  });

  it('say so where there is nothing', async () => {
    for (const path of ['/certificates/x', '/impact/nobody', '/quotes/x']) {
      const { status, headers, text } = await get(sandbox.root + path);
      expect([status, headers['x-robots-tag']]).toEqual([404, 'noindex']);
      expect(text).toContain(t('sandbox.trees'));
    }
  });
});

describe('A quote of a sandbox', () => {
  let link: string;
  beforeAll(async () => {
    const order = { project_id: world.projects.forest, items: [{ quantity: 8_333 }] };
    const { body: quote } = await sandbox.api.post('/quotes', order);
    const path = `${sandbox.root}/app/accounts/${sandbox.account.id}/quotes/${String(quote.id)}/link`;
    const { body } = (await sandbox.user.app('POST', path)) as { body: Json };
    link = new URL(body.url).pathname;
  });

  it('says so on its page and when it is accepted', async () => {
    expect(link.startsWith(`${sandbox.root}/quotes/`)).toBe(true);
    const shown = await get(`${link}?locale=fr`);
    expect([shown.status, isHidden(shown)]).toEqual([200, true]);
    expect(shown.text).toContain(i18nFor('fr').t('sandbox.trees'));
    const pdf = await get(`${link}.pdf`);
    expect([pdf.headers['content-type'], isHidden(pdf)]).toEqual(['application/pdf', true]);
    const accepted = await visitor(world.server).visit('POST', link, {
      form: {},
      headers: { origin: world.server.running.baseUrl, 'sec-fetch-site': 'same-origin' },
    });
    expect(accepted.status).toBe(200);
    expect(accepted.text).toContain(t('offer.acceptedTitle'));
    expect(accepted.text).toContain(t('sandbox.trees'));
  });
});
