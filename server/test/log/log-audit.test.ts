import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { link, lstat, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { formatVerifierKey, setSha256, type Entry } from '@regrove/verify';
import { issued, makeLog, origin } from '../../../verify/test/support/example-log.js';
import { signerOf } from '../../../verify/test/support/keys.js';
import { LogSums, formatTrees } from '../../src/cli/log-sums.js';
import { updateLog } from '../../src/features/log/update-log.js';
import { formatEntry } from '../../src/platform/tlog/format.js';
import type { Signer } from '../../src/platform/tlog/sign.js';
import { runInProcess } from '../support/command-line.js';
import type { ProcessResult } from '../support/regrove-process.js';
import { startWorld } from '../support/world.js';

let folder: string;
let signer: Signer;
let server: Server;
let served: ReadonlyMap<string, Uint8Array>;
/** Answers before those of the log, by path. */
let interruptions: Map<string, number[]>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'regrove-audit-'));
  signer = await signerOf(origin, 1);
  interruptions = new Map();
  server = createServer((request, response) => {
    const path = (request.url ?? '').replace('/log/', '');
    const status = interruptions.get(path)?.shift();
    const file = served.get(path);
    if (status === 0) response.destroy();
    else response.writeHead(status ?? (file ? 200 : 404)).end(status === undefined ? file : 'later');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => setSha256());
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

const address = (): string => `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;

async function serve(entries: readonly Entry[]): Promise<void> {
  const log = await makeLog(entries.map(formatEntry), signer);
  served = log.files.set('key', Buffer.from(`${formatVerifierKey(signer.key)}\n`));
}

const audit = (...args: string[]): Promise<ProcessResult> =>
  runInProcess(['log', 'audit', ...args], { REGROVE_DATA_DIR: join(folder, 'nothing') });

const uuid = (number: number): string => `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const certificate = (number: number, changes: object = {}): Entry => ({
  ...issued(number),
  id: uuid(number),
  ...changes,
});
const withdrawal = (number: number): Entry => ({
  v: 1,
  type: 'certificate.withdrawn',
  id: uuid(number),
  at: '2026-03-02T00:00:00Z',
});

const some = (count: number): Entry[] => [
  ...Array.from({ length: count }, (_, at) => certificate(at)),
  certificate(count, { date: '2026-03-31', pages: 9_007_199_254_740_991, trees: '9007199254740993.000001' }),
  certificate(count + 1, { date: '2026-03-31' }),
  withdrawal(count),
  {
    v: 1,
    type: 'planting.recorded',
    id: 'a',
    at: '2026-03-02T00:00:00Z',
    reference: 'P-1',
    project: { id: 'b', name: 'Forest' },
    planted_on: '2024-05-01',
    trees: '1000.000000',
    partner: 'Green Hands',
    species: ['Olea africana'],
    survival: [{ audited_on: '2025-05-01', rate: '0.900000', auditor: 'Tree Counters' }],
    polygon: 'ab'.repeat(32),
  },
  { v: 1, type: 'forest.seen' },
];

describe('log audit', () => {
  it('recomputes the log and adds up its certificates by month', async () => {
    await serve(some(600));
    for (const url of [address(), `${address()}/log`, `${address()}/log/`]) {
      const { code, stdout, stderr } = await audit(url);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(/^Entries +605, each as it was signed$/m);
      expect(stdout).toContain('trusted on first use');
      expect(stdout).toMatch(/^2026-02 +600 +0 +600 +565800 +67\.898400$/m);
      expect(stdout).toMatch(/^2026-03 +2 +1 +1 +943 +0\.113164$/m);
      expect(stdout).toMatch(/^All +602 +1 +601 +566743 +68\.011564$/m);
      expect(stdout).toMatch(/^forest\.seen +1$/m);
      expect(stdout).toMatch(/^planting\.recorded +1$/m);
    }
    const { stdout } = await audit(address(), '--key', formatVerifierKey(signer.key), '--json');
    expect(JSON.parse(stdout)).toMatchObject({ origin, size: 605, total: { net: 601, trees: '68.011564' } });
  });

  it('goes on after an outage, and keeps its checkpoint for the next time', async () => {
    await serve(some(300));
    interruptions.set('tile/0/000', [503, 0]).set('tile/entries/001.p/49', [429]);
    const file = join(folder, 'checkpoint');
    expect((await audit(address(), '--save', file)).code).toBe(0);
    expect(await readFile(file)).toEqual(Buffer.from(served.get('checkpoint') ?? []));
    await serve([...some(300), certificate(999)]);
    const { code, stdout } = await audit(address(), '--since', file);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Since +the first 305 entries are still the same$/m);

    const rewritten = some(301);
    await serve(rewritten);
    const failed = await audit(address(), '--since', file, '--save', file);
    expect(failed).toMatchObject({ code: 1, stdout: '' });
    expect(failed.stderr).toMatch(/^The log is not as it was signed: /);
    await serve(some(10));
    expect((await audit(address(), '--since', file)).stderr).toContain('had 305 entries, and now has 15');
  });

  it('replaces the checkpoint from before as a whole', async () => {
    await serve(some(10));
    const file = join(folder, 'saved');
    const [before, symbolic] = [`${file}-before`, `${file}-symbolic`];
    await writeFile(file, 'a checkpoint');
    await link(file, before);
    await symlink(file, symbolic);
    expect((await audit(address(), '--save', symbolic)).code).toBe(0);
    expect(await readFile(file)).toEqual(Buffer.from(served.get('checkpoint') ?? []));
    expect(await readFile(before, 'utf8')).toBe('a checkpoint');
    expect((await lstat(symbolic)).isSymbolicLink()).toBe(true);
    expect((await audit(address(), '--save', '/dev/null')).code).toBe(0);
    expect((await stat('/dev/null')).isCharacterDevice()).toBe(true);
  });

  it('goes on when the server was restarted in the meantime', async () => {
    await serve(some(600));
    const { port } = server.address() as AddressInfo;
    const restart = (): void => {
      server.close(() => setTimeout(() => server.listen(port, '127.0.0.1'), 1_000));
      server.closeAllConnections();
    };
    server.on('request', function onRequest({ url }: IncomingMessage) {
      if (url !== '/log/tile/entries/001') return;
      server.off('request', onRequest);
      restart();
    });
    const { code, stdout, stderr } = await audit(address());
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^All +602 /m);
  });

  it('knows the keys from before a rotation, and says that it trusts them', async () => {
    await serve(some(20));
    const former = formatVerifierKey(signer.key);
    const file = join(folder, 'before-rotation');
    expect((await audit(address(), '--save', file)).code).toBe(0);
    const next = await signerOf(origin, 1, 8);
    const fresh = formatVerifierKey(next.key);
    const log = await makeLog([...some(20), certificate(99)].map(formatEntry), next);
    served = log.files.set('key', Buffer.from(`${fresh}\n`));
    // A copy of the log without them.
    expect((await audit(address())).code).toBe(0);
    expect((await audit(address(), '--since', file)).stderr).toContain('give both keys with --key');

    served = log.files.set('keys', Buffer.from(`${fresh}\n${former}\n`));
    const { code, stdout } = await audit(address(), '--since', file);
    expect(code).toBe(0);
    for (const key of [fresh, former]) expect(stdout).toContain(`${key} (trusted on first use`);
    const { stdout: json } = await audit(address(), '--since', file, '--json');
    expect(JSON.parse(json)).toMatchObject({ keys_trusted_on_first_use: [fresh, former] });
    // Given keys are the only ones.
    expect((await audit(address(), '--since', file, '--key', fresh)).code).toBe(1);
    const given = await audit(address(), '--since', file, '--key', fresh, '--key', `${former}\n`);
    expect(given.code).toBe(0);
    expect(given.stdout).not.toContain('trusted on first use');
  });

  it('takes a checkpoint that was copied from a mail, and no other change', async () => {
    await serve(some(20));
    const note = Buffer.from(served.get('checkpoint') ?? []).toString();
    const since = async (text: string): Promise<number> => {
      const file = join(folder, 'copied');
      await writeFile(file, text);
      return (await audit(address(), '--since', file)).code ?? -1;
    };
    expect(await since(note.replaceAll('\n', '\r\n'))).toBe(0);
    expect(await since(note.trimEnd())).toBe(0);
    expect(await since(note.replaceAll('\n', '\r\n').trimEnd())).toBe(0);
    expect(await since(note.replace('\n', ' \n'))).toBe(1);
    expect(await since(` ${note}`)).toBe(1);
    expect(await since('')).toBe(1);
  });

  it('reports certificates that are issued or withdrawn twice, or withdrawn without having been issued', async () => {
    await serve([
      certificate(1),
      certificate(2),
      certificate(1),
      withdrawal(2),
      withdrawal(2),
      withdrawal(7),
    ]);
    const file = join(folder, 'unsaved');
    const { code, stdout } = await audit(address(), '--save', file);
    expect(code).toBe(1);
    expect(stdout).toContain('3 problems:');
    expect(stdout).toContain(`Entry 2 issues the certificate ${uuid(1)} once more.`);
    expect(stdout).toContain(`Entry 4 withdraws the certificate ${uuid(2)} once more.`);
    expect(stdout).toContain(`Entry 5 withdraws the certificate ${uuid(7)}, which was never issued.`);
    expect(stdout).toMatch(/^2026-02 +2 +1 +1 /m);
    await expect(readFile(file)).rejects.toThrow('ENOENT');
  });

  it('fails where there is no log, another key, or an answer without end', async () => {
    await serve(some(3));
    const other = formatVerifierKey((await signerOf(origin, 1, 8)).key);
    expect((await audit(address(), '--key', other)).stderr).toContain('No known key has signed it');
    expect((await audit(address(), '--since', join(folder, 'none'))).stderr).toContain('cannot be read');
    expect((await audit(`${address()}/elsewhere`)).stderr).toContain('the server answers 404');
    served = new Map([...served, ['key', Buffer.alloc(2_000_000, 'a')]]);
    expect((await audit(address())).stderr).toContain('longer than 1000 bytes');
    server.closeAllConnections();
    const { code, stderr } = await audit('http://127.0.0.1:9');
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('ECONNREFUSED') });
  });

  it('reads the log of a server with the certificate that it made itself', async () => {
    const world = await startWorld();
    try {
      await world.distributor.api.post('/biomass/offsets', { pages: 943 });
      await updateLog(world.server.running.instance.context);
      const { baseUrl, certFile } = world.server.running;
      const env = { REGROVE_DATA_DIR: dirname(dirname(certFile)) };
      const { code, stdout, stderr } = await runInProcess(['log', 'audit', baseUrl], env);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(/^All +1 +0 +1 +943 /m);
    } finally {
      await world.stop();
    }
  });
});

describe('The sums of a log', () => {
  it('are exact, and need little memory for a million certificates', () => {
    const before = process.memoryUsage().heapUsed;
    const sums = new LogSums();
    for (let at = 0; at < 1_000_000; at++) sums.add(certificate(at), at);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(300e6);
    expect(sums.months.get('2026-02')).toMatchObject({ issued: 1_000_000, pages: 943_000_000n });
    expect(formatTrees(sums.months.get('2026-02')?.trees ?? 0n)).toBe('113164.000000');
    expect(formatTrees(1n)).toBe('0.000001');
  });

  it('are exact for pages beyond what numbers in JSON are', () => {
    const sums = new LogSums();
    sums.add(certificate(1, { pages: '9223372036854775807' }), 0);
    sums.add(certificate(2, { pages: '9007199254740993' }), 1);
    sums.add(certificate(3), 2);
    expect(sums.months.get('2026-02')?.pages).toBe(
      9_223_372_036_854_775_807n + 9_007_199_254_740_993n + 943n,
    );
    sums.add(withdrawal(1), 3);
    expect(sums.months.get('2026-02')?.pages).toBe(9_007_199_254_740_993n + 943n);
  });

  it('report ids and types that no server makes in one line, however long they are', () => {
    const sums = new LogSums();
    const long = `x\nAll is well${'y'.repeat(60_000)}`;
    for (let at = 0; at < 50; at++) sums.add(certificate(at, { id: `${at}${long}` }), at);
    sums.add(certificate(0, { id: `0${long}` }), 50);
    sums.add(certificate(1), 51);
    expect(sums.months.get('2026-02')?.issued).toBe(51);
    expect(sums.problems).toEqual([
      expect.stringMatching(/^Entry 50 issues the certificate 0x\\u000aAll is welly+…? once more\.$/),
    ]);
    expect(sums.problems[0]?.length).toBeLessThan(200);
    for (let at = 0; at < 200; at++) sums.add({ v: 1, type: `${at}${long}` }, at);
    for (const type of sums.others.keys()) expect(type.length).toBeLessThan(200);
  });

  it('have a limit of types', () => {
    const sums = new LogSums();
    for (let at = 0; at < 1_000; at++) sums.add({ v: 1, type: `type-${at}` }, at);
    expect(sums.others.size).toBe(101);
    expect(sums.others.get('of further types')).toBe(900);
  });
});
