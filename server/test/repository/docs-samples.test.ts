import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAnyAccount } from '../../src/features/accounts/account-store.js';
import { seedDemo } from '../../src/installation/demo/seed-demo.js';
import { createKey } from '../../src/features/keys/create-key.js';
import { defaultRevision } from '../../src/wire/revisions/index.js';
import { linkSdk, makeClone } from '../support/docs-clone.js';
import { type ReaderEnvironment, Reader } from '../support/docs-reader.js';
import { isGuide, isProgram, type Page, readPage } from '../support/docs-samples.js';
import { repository } from '../support/regrove-process.js';
import { findSystemProgram } from '../support/system-programs.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { typeErrors } from '../support/type-errors.js';

const curl = findSystemProgram('curl');

/** The time when the pages were written. */
const shownNow = '2026-10-14T09:30:00Z';

// The samples of sdk/README.md are run by sdk/test.
const firstGuide = 'docs/guides/first-offset.md';
const pagesIn = async (place: string): Promise<string[]> =>
  (await readdir(join(repository, place))).sort().map((name) => `${place}/${name}`);
const paths = [
  'README.md',
  'docs/api.md',
  ...(await pagesIn('docs/guides')),
  ...(await pagesIn('docs/feeds')),
];
const pages = await Promise.all(paths.map(readPage));
const setUp = pages.find(({ path }) => path === firstGuide)?.samples ?? [];

let server: TestServer;
let folder: string;
let clone: string;
let distributorId: string;

// One server for all pages, with the demo that readers have, at the time when the pages were written.
beforeAll(async () => {
  server = await startTestServer({ REGROVE_RATE_LIMIT: '600' });
  server.setNow(shownNow);
  distributorId = (await seedDemo(server.running.instance.context)).distributor_id;
  folder = await realpath(await mkdtemp(join(tmpdir(), 'regrove-docs-')));
  clone = await makeClone(folder, server.running.certFile);
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

/** A key of the demo's distributor for each page: the rate limit is per key. */
async function newKey(): Promise<string> {
  const { context } = server.running.instance;
  const account = await findAnyAccount(context.db, distributorId);
  if (!account) throw new Error('The demo has no distributor');
  return (await createKey(context, account.id, { name: null, revision: defaultRevision })).key;
}

/** A reader with their own folder and key, who has followed the page that this one requires. */
async function startReader(page: Page): Promise<Reader> {
  const place: ReaderEnvironment = {
    server,
    clone,
    folder: await mkdtemp(join(folder, 'page-')),
    curl: curl.binary,
  };
  const isFirst = page.path === firstGuide || !page.path.startsWith('docs/');
  return Reader.start(page, place, await newKey(), isFirst ? [] : setUp);
}

describe.skipIf(curl.missing).each(pages.map((page) => [page.path, page] as const))('%s', (path, page) => {
  let reader: Reader;
  const ran: number[] = [];
  beforeAll(async () => {
    reader = await startReader(page);
  });
  afterAll(() => reader.stop());

  it('has no block that is neither run nor checked', () => {
    expect(page.problems).toEqual([]);
  });

  for (const sample of page.samples) {
    it(`line ${sample.line} runs (${sample.language})`, async () => {
      ran.push(sample.line);
      const outcome = await reader.run(sample);
      const expected = sample.expected ?? outcome.statuses.map(() => 200);
      expect(outcome.statuses, outcome.printed).toEqual(expected);
      if (sample.language === 'sh') {
        expect(outcome.statuses).toHaveLength(sample.text.match(/^curl /gm)?.length ?? 0);
      }
      for (const shown of sample.shown) {
        const differences = reader.differences(shown, outcome);
        expect(differences, `${path}:${shown.line}: ${outcome.body || outcome.printed}`).toEqual([]);
      }
    });
  }

  it('has been read to the end', () => {
    expect(ran).toEqual(page.samples.map(({ line }) => line));
    if (!isGuide(path) || path.endsWith('README.md')) return;
    expect(page.samples.filter(({ text }) => text.includes('curl ')).length).toBeGreaterThan(0);
    expect(page.samples.filter(isProgram).length).toBeGreaterThan(0);
  });

  const limited = page.illustrations.get('429');
  if (!limited) return;
  it('shows the response to a request beyond the rate limit', async () => {
    const outcome = await reader.limited();
    expect(outcome.statuses).toEqual([429]);
    for (const shown of limited) expect(reader.differences(shown, outcome)).toEqual([]);
  });
});

it('The client samples match the published types', async () => {
  const before = setUp.filter(isProgram).slice(0, 1);
  const programs = pages.filter(({ samples }) => samples.some(isProgram));
  const checked = join(folder, 'types');
  await mkdir(checked);
  await linkSdk(clone, checked);
  const files = programs.map(async ({ path, samples }) => {
    const file = join(checked, `${path.replaceAll('/', '-')}.mts`);
    const texts = [...(path === firstGuide ? [] : before), ...samples.filter(isProgram)];
    // Without types, anything would compile: this line must not.
    const proof = '// @ts-expect-error\nclient.thereIsNoSuchThing;';
    await writeFile(file, [...texts.map(({ text }) => text), proof].join('\n'));
    return file;
  });
  const options = { module: ts.ModuleKind.NodeNext, moduleDetection: ts.ModuleDetectionKind.Force };
  expect(typeErrors(await Promise.all(files), folder, options)).toEqual([]);
});

it('Every illustration is known', () => {
  const names = pages.flatMap(({ illustrations }) => [...illustrations.keys()]);
  expect(names).toEqual(['429']);
});
