import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { request, Agent } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readVersion } from '../../src/platform/version.js';
import { type Checkout, createCheckout, createSmallCheckout, smallOutput } from '../support/checkout.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { freePort } from '../support/ports.js';
import { until } from '../support/until.js';

const building = 'Building Regrove (only after a change) ...\n';
const copying = 'Building its fonts (only after a change) ...\n';
const reading = 'Building what it reads printers with (only after a change) ...\n';
const verifying = 'Building what it verifies with (only after a change) ...\n';

/** The whole program, where it matters how it is built or how long that takes; a few lines elsewhere. */
let checkout: Checkout;
let small: Checkout;
let version: string;
beforeAll(async () => {
  checkout = await createCheckout();
  small = await createSmallCheckout();
  version = `${await readVersion()}\n`;
});
afterAll(() => Promise.all([checkout.remove(), small.remove()]));

const askVersion = (of = checkout) => of.start(['--version']).ending;

/** Checks that the next command works and the one after it has nothing to build. */
async function expectRepair(said: string, of = small): Promise<void> {
  const stdout = of === small ? smallOutput : version;
  expect(await askVersion(of)).toMatchObject({ code: 0, stdout, stderr: said });
  expect(await askVersion(of)).toMatchObject({ code: 0, stdout, stderr: '' });
  expect(await of.remains()).toEqual([]);
}

describe.each([
  ['A command in a checkout', () => checkout, () => version],
  ['A command of a small program', () => small, () => smallOutput],
])('%s', (_, of, output) => {
  it('builds what it needs, once', async () => {
    const { code, stdout, stderr } = await askVersion(of());
    expect({ code, stdout, said: stderr.split('\n').sort().join('\n') }).toEqual({
      code: 0,
      stdout: output(),
      said: `\n${building}${copying}${reading}${verifying}`.trimEnd(),
    });
    expect(await askVersion(of())).toMatchObject({ code: 0, stdout: output(), stderr: '' });
    // Only servers need the dashboard.
    expect(existsSync(of().path('dashboard'))).toBe(false);
  });
});

describe('A build', () => {
  it('has the files that are not code', () => {
    for (const file of [
      'messages/catalogues/th.json',
      'installation/demo/pictures/highland-birch.jpg',
      'http/pages/assets/icon.svg',
    ])
      expect(existsSync(checkout.path('dist', file))).toBe(true);
  });

  const damages: [what: string, said: string, damage: () => Promise<unknown>][] = [
    ['the whole build is deleted', building, () => rm(small.path('dist'), { recursive: true })],
    ['a module is deleted', building, () => rm(small.path('dist/main/welcome.js'))],
    ['a module is empty', building, () => truncate(small.path('dist/main/regrove.js'))],
    ['a catalogue is deleted', building, () => rm(small.path('dist/messages/catalogues/fr.json'))],
    ['the stamp is deleted', building, () => rm(small.path('dist/.built.json'))],
    ['the stamp is truncated', building, () => truncate(small.path('dist/.built.json'), 100)],
    [
      'there is a file in the folder’s place',
      building,
      async () => {
        await rm(small.path('dist'), { recursive: true });
        await writeFile(small.path('dist'), '');
      },
    ],
    ['a font is deleted', copying, () => rm(small.path('fonts/NotoSansThai_400Regular.ttf'))],
    ['half of a font is missing', copying, () => truncate(small.path('fonts/NotoSans_400Regular.ttf'), 999)],
  ];
  it.each(damages)('is repaired when %s', async (_, said, damage) => {
    await damage();
    await expectRepair(said);
  });

  it('has what was changed, added and removed', async () => {
    const source = small.path('src/main/added.ts');
    await writeFile(source, 'export const added: number = 1;\n');
    await expectRepair(building);
    expect(await readFile(small.path('dist/main/added.js'), 'utf8')).toContain('const added = 1');
    await rm(source);
    await expectRepair(building);
    expect(existsSync(small.path('dist/main/added.js'))).toBe(false);
  });

  it('is kept when a source has errors, which are reported', async () => {
    const source = small.path('src/main/wrong.ts');
    await writeFile(source, 'export const wrong = = 1;\n');
    const { code, stdout, stderr } = await askVersion(small);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/wrong\.ts:1:21/);
    expect(stderr).toContain('Regrove cannot be built into');
    expect(existsSync(small.path('dist/main/regrove.js'))).toBe(true);
    expect(await small.remains()).toEqual([]);
    await rm(source);
    await expectRepair('');
  });
});

describe('A build that is killed', () => {
  it('is repeated by the next command', async () => {
    await rm(checkout.path('dist'), { recursive: true });
    const killed = checkout.start(['--version']);
    await until(
      'the build of the server to begin',
      async () => (await checkout.remains()).includes('.building-server.lock') || killed.ended,
    );
    killed.signal('SIGKILL');
    expect((await killed.ending).signal).toBe('SIGKILL');
    expect(await checkout.remains()).not.toEqual([]);
    await expectRepair(building, checkout);
  });

  it('is repeated if it was killed after the old folder was moved away and before the new one was in place', async () => {
    const made = small.path('.building-server-Abc123');
    await mkdir(made);
    await writeFile(`${made}/half.js`, '');
    await rename(small.path('dist'), `${made}-old`);
    await expectRepair(building);
  });

  it('does not block others if the process id in its lock has been reused', async () => {
    await rm(small.path('dist'), { recursive: true });
    await writeFile(small.path('.building-server.lock'), String(process.pid));
    await expectRepair(building);
  });
});

describe('Commands that start concurrently', () => {
  it('build once, and all work', async () => {
    await rm(checkout.path('dist'), { recursive: true });
    const endings = await Promise.all([1, 2, 3, 4].map(() => askVersion()));
    for (const { code, stdout } of endings) expect({ code, stdout }).toEqual({ code: 0, stdout: version });
    expect(endings.map(({ stderr }) => stderr).join('')).toBe(building);
    expect(await checkout.remains()).toEqual([]);
  });
});

describe('A server in a checkout', () => {
  let database: TestDatabase;
  let port: number;
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
  beforeAll(async () => {
    database = await createTestDatabase();
    port = await freePort();
  });
  afterAll(async () => {
    await dispatcher.destroy();
    await database.drop();
  });

  const serve = () =>
    checkout.start(['serve', '--no-jobs'], {
      REGROVE_DATABASE_URL: database.url,
      REGROVE_DATA_DIR: checkout.path('../data'),
      REGROVE_PORT: String(port),
      REGROVE_HTTP_PORT: '0',
    });
  const get = async (path: string): Promise<{ status: number; text: string }> => {
    const address = `https://127.0.0.1:${port}${path}`;
    const { statusCode, body } = await request(address, { dispatcher, headers: { accept: 'text/html' } });
    return { status: statusCode, text: await body.text() };
  };

  it('builds the dashboard during startup, and is ready when that is done', async () => {
    const server = serve();
    let first: Awaited<ReturnType<typeof get>> | undefined;
    await until('the dashboard to be shown', async () => {
      if (server.ended) throw new Error(server.stderr);
      first = await get('/').catch(() => undefined);
      return first !== undefined;
    });
    // The first request waits until the dashboard is built.
    expect(first?.status).toBe(200);
    const [, script = ''] = /src="(\/assets\/[^"]+)"/.exec(first?.text ?? '') ?? [];
    expect((await get(script)).status).toBe(200);
    expect(server.stderr).toContain('Building its dashboard');
    await server.printed(/ready: (https:\S+)/);
    expect((await get('/health/ready')).status).toBe(200);
    expect((await server.stop()).code).toBe(0);
  });

  it('repairs the dashboard after its build was killed', async () => {
    await rm(checkout.path('dashboard'), { recursive: true });
    // Builds faster than the whole dashboard.
    await writeFile(checkout.path('../web/src/main.tsx'), "document.title = 'small';\n");
    const killed = serve();
    await until(
      'the build of the dashboard to begin',
      async () => (await checkout.remains()).includes('.building-dashboard.lock') || killed.ended,
    );
    killed.signal('SIGKILL');
    expect((await killed.ending).signal).toBe('SIGKILL');
    const server = serve();
    await server.printed(/ready: (https:\S+)/);
    expect((await get('/')).status).toBe(200);
    await server.stop();
    expect(existsSync(checkout.path('dashboard/index.html'))).toBe(true);
  });

  it('does not start if the dashboard cannot be built, and reports why', async () => {
    const source = checkout.path('../web/src/wrong.tsx');
    await writeFile(checkout.path('../web/src/main.tsx'), "import './wrong.js';\n");
    await writeFile(source, 'export const wrong = = 1;\n');
    const { code, stdout, stderr } = await serve().ending;
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/its dashboard cannot be built into .*: vite build ended with exit code 1/);
  });
});
