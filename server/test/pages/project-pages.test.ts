import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { countTrees } from '../../src/features/projects/count-trees.js';
import { placeText } from '../../src/messages/places/place-name.js';
import { survivalTable } from '../../src/http/pages/project-page/survival-table.js';
import { i18nFor } from '../../src/messages/i18n.js';
import { locales } from '../../src/messages/locales.js';
import { newId } from '../../src/platform/ids.js';
import { drawPng } from '../support/example-picture.js';
import { forbiddenIn } from '../support/forbidden-claims.js';
import { addPhotoTo, plant, ringAround } from '../support/planted-forest.js';
import { PlantedProject } from '../support/planted-project.js';
import { fetchPage, type PageResponse } from '../support/public-pages.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let project: PlantedProject;
let certificates: { certificate: string }[];
beforeAll(async () => {
  world = await startWorld();
  project = await PlantedProject.open(world);
  await world.server.sql(
    `update forestry_projects set content_introduction = 'Oaks on the ridge <b>', website = 'https://ridge.example/',
       forest_latitude = -4.75, forest_longitude = 38.48, place = 'Ridge <i>' where id = $1`,
    [project.id],
  );
  certificates = [await project.certify(6), await project.certify(10), await project.certify(5)];
  await plant(world.server, project.name, [
    {
      reference: 'R-1',
      trees: 10,
      planted_on: '2024-03-01',
      survival: [
        { audited_on: '2025-03-10', rate: 0.9, auditor: 'Audit One' },
        { audited_on: '2026-03-10', rate: 0.8, auditor: 'Audit Two' },
      ],
      polygon: { type: 'Polygon', coordinates: [ringAround([2, 1], 0.01)] },
      source_url: 'https://partner.example/R-1',
    },
    {
      reference: 'R-2',
      trees: 4,
      planted_on: '2025-05-01',
      species: ['بلوط'],
      partner: '<script>x</script>',
    },
  ]);
  await addPhotoTo(
    world.server,
    'R-1',
    drawPng(80, 60, () => [10, 90, 20]),
    {
      takenOn: '2024-06-01',
      caption: 'Seedlings "in" rows',
    },
  );
  await countTrees(world.server.running.instance.context);
});
afterAll(() => world.stop());

const page = (query = '', id = project.id): Promise<PageResponse> =>
  fetchPage(world, `/projects/${id}${query}`);

describe('The page of a project', () => {
  it('has figures that add up, for people and for programs', async () => {
    const { status, headers, text } = await fetchPage(world, `/projects/${project.id}.json`);
    expect([status, headers['access-control-allow-origin']]).toEqual([200, '*']);
    const facts = JSON.parse(text);
    expect(facts).toMatchObject({
      id: project.id,
      name: project.name,
      planted: 14,
      surviving: 12,
      certified: 21,
      covered: 12,
      pending: 9,
      species: ['Juniperus procera', 'Olea africana', 'بلوط'],
      survival: [
        { month: '2024-03', planted: 10, surviving: 10 },
        { month: '2025-03', planted: 10, surviving: 9 },
        { month: '2025-05', planted: 14, surviving: 13 },
        { month: '2026-03', planted: 14, surviving: 12 },
      ],
      planting_count: 2,
      plantings: [
        { reference: 'R-2', photos: [] },
        {
          reference: 'R-1',
          surviving_trees: 8,
          covered_trees: 8,
          survival: [{ rate: 0.9 }, { audited_on: '2026-03-10', rate: 0.8, auditor: 'Audit Two' }],
          photos: [{ taken_on: '2024-06-01', caption: 'Seedlings "in" rows' }],
        },
      ],
    });
    const shown = (await page('?locale=en')).text;
    const figures = [...shown.matchAll(/<dd>([\d.,]+)<\/dd>/g)].map(([, figure]) => figure);
    expect(figures).toEqual(['14', '12', '21', '9']);
  });

  it('tells where the project is, with the place that the operator has given', async () => {
    const { text } = await fetchPage(world, `/projects/${project.id}.json`);
    expect(JSON.parse(text)).toMatchObject({ country: 'TZ', place: 'Ridge <i>', latitude: -4.75 });
    const shown = (await page('?locale=de')).text;
    expect(shown).toContain(
      placeText({ place: 'Ridge &lt;i&gt;', latitude: -4.75, longitude: 38.48 }, i18nFor('de')),
    );
    expect(shown).toContain('Tansania');
  });

  it('shows what was planted where and by whom, and lets no text become markup', async () => {
    const { text } = await page('?locale=en');
    expect(text).toContain('Oaks on the ridge &lt;b&gt;');
    expect(text).toContain('Planted by &lt;script&gt;x&lt;/script&gt;');
    expect(text).toContain('<a href="https://partner.example/R-1" rel="noopener nofollow">Source</a>');
    expect(text).toContain('<li dir="auto">بلوط</li>');
    expect(text).toContain('Seedlings &quot;in&quot; rows');
    expect(text.match(/class="area"/g)).toHaveLength(1);
    expect(text).toMatch(/<meta property="og:image" content="https:[^"]+\/planting-photos\/[^"]+\.jpg"/);
    expect(forbiddenIn(text, 'en')).toEqual([]);
  });

  it('names no account', async () => {
    const { text } = await page();
    const [account] = await world.server.sql<{ name: string }>(
      'select display_name as name from accounts where id = $1',
      [world.customer.id],
    );
    expect(text).not.toContain(account?.name);
  });

  it.each(locales)('is there in %s', async (locale) => {
    const { status, headers, text } = await page(`?locale=${locale}`);
    expect([status, headers['content-language']]).toEqual([200, locale]);
    expect(text).toContain(`<html lang="${locale}">`);
    expect(text).toContain(i18nFor(locale).t('claims.note'));
  });

  it('may be cached for a minute, and loads nothing from elsewhere', async () => {
    const { headers } = await page();
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=60',
      'content-security-policy': expect.stringContaining("img-src 'self'"),
      'x-content-type-options': 'nosniff',
    });
    expect((await page('', project.id.toUpperCase())).status).toBe(200);
    expect(
      (await fetchPage(world, `/projects/${project.id}`, { 'if-none-match': String(headers['etag']) }))
        .status,
    ).toBe(304);
  });

  it.each(['0b6f9b2e-8f0e-4f4d-9a55-3f6c1d2e4b5a', 'nothing', '%00'])('is missing for %s', async (id) => {
    const missing = await page('?locale=de', id);
    expect([missing.status, missing.headers['cache-control']]).toEqual([404, 'no-store']);
    expect(missing.text).toContain('<html lang="de">');
    const json = await fetchPage(world, `/projects/${id}.json`);
    expect([json.status, JSON.parse(json.text).code]).toEqual([404, 404]);
  });

  it('is there while very many are asked for that do not exist, which are limited per address', async () => {
    const own = await startWorld();
    try {
      const statusOf = async (id: string) => (await fetchPage(own, `/projects/${id}`)).status;
      const ask = (count: number) => Promise.all(Array.from({ length: count }, () => statusOf(newId())));
      const [missing, real] = await Promise.all([ask(260), statusOf(own.projects.grove)]);
      expect([...new Set(missing), real]).toEqual([404, 200]);
      expect(new Set(await ask(400))).toEqual(new Set([404, 429]));
      expect(await statusOf(own.projects.grove)).toBe(200);
    } finally {
      await own.stop();
    }
  });

  it('of a project without plantings says so', async () => {
    const { status, text } = await page('?locale=en', world.projects.grove);
    expect(status).toBe(200);
    expect(text).toContain('No plantings recorded yet.');
    expect(text).not.toContain('class="area"');
  });
});

describe('A certificate', () => {
  const pageOf = async (index: number, ending = ''): Promise<PageResponse> =>
    fetchPage(world, `/certificates/${certificates[index]?.certificate ?? ''}${ending}`);

  it('tells which plantings cover it, in the order they were planted', async () => {
    const { text } = await pageOf(0, '.json');
    expect(JSON.parse(text)).toMatchObject({
      trees: 6,
      covered_trees: 6,
      pending_trees: 0,
      planting_count: 1,
      plantings: [
        {
          reference: 'R-1',
          planted_on: '2024-03-01',
          trees: 6,
          partner: 'Green Hands',
          photos: [{ thumbnail_url: expect.stringMatching(/-small\.jpg$/) }],
        },
      ],
      project: { url: `${world.server.running.baseUrl}/projects/${project.id}` },
    });
    const shown = (await pageOf(0, '?locale=en')).text;
    expect(shown).toContain('All of these trees are planted.');
    expect(shown).toContain('Trees of this certificate: 6');
    expect(shown).toContain(`href="/projects/${project.id}"`);
    expect(shown).toMatch(/<img\s+src="\/planting-photos\/[^"]+-small\.jpg"/);
  });

  it('is covered in part, and the rest is pending', async () => {
    const facts = JSON.parse((await pageOf(1, '.json')).text);
    expect(facts).toMatchObject({ trees: 10, covered_trees: 6, pending_trees: 4, planting_count: 2 });
    expect(facts.plantings.map(({ trees }: { trees: number }) => trees)).toEqual([2, 4]);
    const { text } = await pageOf(1, '?locale=en');
    expect(text).toContain('6 of 10 trees are planted, 4 are pending.');
    expect(text).toContain('Pending trees are funded, but no recorded planting covers them yet.');
  });

  it('is pending as a whole, and says what that means', async () => {
    const facts = JSON.parse((await pageOf(2, '.json')).text);
    expect(facts).toMatchObject({ covered_trees: 0, pending_trees: 5, planting_count: 0, plantings: [] });
    expect((await pageOf(2, '?locale=en')).text).toContain('The planting of these trees is pending.');
  });

  it('has a page of plantings in its PDF, unless all is pending', async () => {
    const pagesOf = async (index: number): Promise<number> =>
      [...(await pageOf(index, '.pdf')).body.toString('latin1').matchAll(/\/Type \/Page\b/g)].length;
    expect([await pagesOf(0), await pagesOf(1), await pagesOf(2)]).toEqual([2, 2, 1]);
  });

  it('that changes what covers it changes what it says', async () => {
    const before = await pageOf(2, '?locale=en');
    await plant(world.server, project.name, [{ reference: 'R-3', trees: 100, planted_on: '2025-06-01' }]);
    const after = await pageOf(2, '?locale=en');
    expect(after.text).toContain('All of these trees are planted.');
    expect(after.headers['etag']).not.toBe(before.headers['etag']);
  });
});

describe('What other certificates get of the same planting', () => {
  it('changes neither page nor PDF nor picture of a certificate', async () => {
    const shared = await PlantedProject.open(world);
    const { certificate } = await shared.certify(3);
    await shared.plant({ reference: 'S-1', trees: 50 });
    await shared.cover();
    const { context } = world.server.running.instance;
    const reads = vi.spyOn(context.threads, 'run');
    const visit = async (): Promise<void> => {
      for (const ending of ['.pdf', '.png'])
        expect((await fetchPage(world, `/certificates/${certificate}${ending}`)).status).toBe(200);
    };
    await visit();
    expect(reads).toHaveBeenCalledTimes(2);
    await shared.certify(4, world.stranger);
    await shared.cover();
    await visit();
    expect(reads).toHaveBeenCalledTimes(2);
    // What covers the certificate itself is on the PDF, but not on the picture.
    await shared.plant({ reference: 'S-1', trees: 50, species: ['Quercus robur'] });
    await visit();
    expect(reads.mock.calls.map(([{ name }]) => name)).toEqual([
      'certificate PDF',
      'share card',
      'certificate PDF',
    ]);
    reads.mockRestore();
  });
});

describe('Survival', () => {
  it('is never shown as that of all trees while some have died', () => {
    const months = [
      { month: '2025-03-01', planted: '10000', surviving: '10000' },
      { month: '2026-03-01', planted: '10000', surviving: '9999.6' },
    ];
    const { text } = survivalTable(months, i18nFor('en'));
    const cells = [...text.matchAll(/<td>\s*([\d.,%]+)/g)].map(([, cell]) => cell);
    expect(cells).toEqual(['10,000', '9,999', '99.9%', '10,000', '10,000', '100.0%']);
  });
});
