import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAnyAccount } from '../src/accounts/account-store.js';
import { seedDemo } from '../src/demo/seed-demo.js';
import { createKey } from '../src/keys/create-key.js';
import { Comparison } from './support/docs-samples-answers.js';
import { type Outcome, Program, Shell, writeCurl } from './support/docs-samples-sessions.js';
import { isGuide, type Page, readPage, type Sample, type Shown } from './support/docs-samples.js';
import { userAgent } from './support/api-client.js';
import { repository } from './support/regrove-process.js';
import { peer } from './support/system-peers.js';
import { startTestServer, type TestServer } from './support/test-server.js';

const curl = peer('curl');
const tsc = join(repository, 'node_modules/typescript/bin/tsc');

/** What the pages say, in place of what is so here. */
const shownOrigin = 'https://127.0.0.1:8443';
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
let distributorId: string;

// One server for all pages, with the demo that readers have, at the time at which they were written.
beforeAll(async () => {
  server = await startTestServer({ REGROVE_RATE_LIMIT: '600' });
  server.setNow(shownNow);
  distributorId = (await seedDemo(server.running.instance.context)).distributor_id;
  folder = await mkdtemp(join(tmpdir(), 'regrove-docs-'));
  await installSdk();
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

/** The client as it is now, whatever was built when. */
async function installSdk(): Promise<void> {
  const installed = join(folder, 'node_modules/@regrove/sdk');
  await mkdir(installed, { recursive: true });
  await cp(join(repository, 'sdk/package.json'), join(installed, 'package.json'));
  const flags = '--composite false --incremental false --tsBuildInfoFile null --declaration true'.split(' ');
  const args = [tsc, '-p', join(repository, 'sdk'), '--outDir', join(installed, 'dist'), ...flags];
  await promisify(execFile)(process.execPath, args);
}

/** A key of the demo's distributor, for one page alone: the rate limit is per key. */
async function newKey(revision: string): Promise<string> {
  const { context } = server.running.instance;
  const account = await findAnyAccount(context.db, distributorId);
  if (!account) throw new Error('The demo has no distributor');
  return (await createKey(context, account.id, { name: null, revision })).key;
}

/** Somebody who reads a page from top to bottom, and does what it says. */
class Reader {
  readonly #page: Page;
  readonly #keys: Readonly<Record<string, string>>;
  readonly #shell: Shell;
  readonly #folder: string;
  readonly #comparison = new Comparison();
  #program: Program | undefined;

  private constructor(page: Page, keys: Record<string, string>, shell: Shell, itsFolder: string) {
    this.#page = page;
    this.#keys = keys;
    this.#shell = shell;
    this.#folder = itsFolder;
  }

  static async start(page: Page): Promise<Reader> {
    const itsFolder = await mkdtemp(join(folder, 'page-'));
    await mkdir(join(itsFolder, 'bin'));
    await writeCurl(itsFolder, curl.binary);
    await cp(server.running.certFile, join(itsFolder, '.regrove/tls/cert.pem'));
    const keys = { current: await newKey('1.6.6'), OLD_KEY: await newKey('1.6.3') };
    const reader = new Reader(page, keys, Shell.start(itsFolder), itsFolder);
    const [variables] = setUp;
    if (reader.#needsSetUp && variables) await reader.#shell.run(reader.#real(variables.text));
    return reader;
  }

  async run(sample: Sample): Promise<Outcome> {
    if (sample.language === 'sh') return this.#shell.run(this.#real(sample.text));
    this.#program ??= await this.#startProgram();
    return this.#program.run();
  }

  /** What of the shown is not so. */
  differences({ language, text }: Shown, { headers, body, printed }: Outcome): string[] {
    const asShown = (real: string): string => real.replaceAll(server.running.baseUrl, shownOrigin);
    if (language === 'json') return this.#comparison.json(text, asShown(body));
    if (language === 'http') return this.#comparison.http(text, asShown(headers));
    return this.#comparison.text(text, asShown(printed));
  }

  /** What the page's own key gets when it has used up its minute. */
  async limited(): Promise<Outcome> {
    const authorization = `Bearer ${this.#keys['current'] ?? ''}`;
    for (;;) {
      const answer = await request(`${server.url}/account`, {
        dispatcher: server.agent,
        headers: { authorization, 'user-agent': userAgent },
      });
      const body = await answer.body.text();
      const fields = Object.entries(answer.headers).map(([name, value]) => `${name}: ${String(value)}`);
      const headers = ['HTTP/1.1 429 Too Many Requests', ...fields].join('\n');
      if (answer.statusCode !== 200) return { statuses: [answer.statusCode], headers, body, printed: '' };
    }
  }

  async stop(): Promise<void> {
    await this.#program?.stop();
    await this.#shell.stop();
  }

  get #needsSetUp(): boolean {
    return this.#page.path.startsWith('docs/') && this.#page.path !== firstGuide;
  }

  async #startProgram(): Promise<Program> {
    const own = this.#page.samples.filter(isProgram);
    const before = this.#needsSetUp ? setUp.filter(isProgram).slice(0, 1) : [];
    const texts = [...before, ...own].map(({ text }) => text);
    const program = await Program.start(this.#folder, texts, await this.#shell.environment());
    if (before.length > 0) await program.run();
    return program;
  }

  #real(text: string): string {
    const withKeys = text.replace(/^(export (\w+)=)rg_\.\.\.$/gm, (_, start: string, name: string) =>
      [start, this.#keys[name] ?? this.#keys['current']].join(''),
    );
    return this.#comparison.fill(withKeys).replaceAll(shownOrigin, server.running.baseUrl);
  }
}

const isProgram = ({ language }: Sample): boolean => language !== 'sh';

describe.skipIf(curl.missing).each(pages.map((page) => [page.path, page] as const))('%s', (path, page) => {
  let reader: Reader;
  const ran: number[] = [];
  beforeAll(async () => {
    reader = await Reader.start(page);
  });
  afterAll(() => reader.stop());

  it('has no block that nothing runs or checks', () => {
    expect(page.complaints).toEqual([]);
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
  it('shows the answer to one request too many', async () => {
    const outcome = await reader.limited();
    expect(outcome.statuses).toEqual([429]);
    for (const shown of limited) expect(reader.differences(shown, outcome)).toEqual([]);
  });
});

it('has client samples that fit the published types', async () => {
  const before = setUp.filter(isProgram).slice(0, 1);
  const programs = pages.filter(({ samples }) => samples.some(isProgram));
  const files = programs.map(async ({ path, samples }) => {
    const file = join(folder, `${path.replaceAll('/', '-')}.mts`);
    const texts = [...(path === firstGuide ? [] : before), ...samples.filter(isProgram)];
    // Without types anything would fit: this line must not.
    const proof = '// @ts-expect-error\nclient.thereIsNoSuchThing;';
    await writeFile(file, [...texts.map(({ text }) => text), proof].join('\n'));
    return file;
  });
  const flags = '--noEmit --module nodenext --target es2022 --moduleDetection force --types node'.split(' ');
  const types = ['--typeRoots', join(repository, 'node_modules/@types')];
  const checked = await promisify(execFile)(process.execPath, [
    tsc,
    ...flags,
    ...types,
    ...(await Promise.all(files)),
  ]).catch((error: unknown) => error as { stdout: string });
  expect(checked.stdout).toBe('');
});

it('knows every illustration', () => {
  const names = pages.flatMap(({ illustrations }) => [...illustrations.keys()]);
  expect(names).toEqual(['429']);
});
