import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { env } from 'node:process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findSystemProgram } from '../../server/test/support/system-programs.js';
import { formatProof } from '../../server/src/platform/tlog/format.js';
import { proveConsistency, proveInclusion } from '../../server/src/platform/tlog/prove.js';
import { cosign } from '../../server/src/platform/tlog/sign.js';
import { formatWitnessRequest } from '../../server/src/platform/tlog/witness-request.js';
import { tileReader } from '../../server/test/support/tile-reader.js';
import { formatVerifierKey, parseNote, setSha256 } from '../src/index.js';
import { makeLog, origin, someEntries } from './support/example-log.js';
import { signerOf } from './support/keys.js';
import { useNodeHash } from './support/reference.js';

const run = promisify(execFile);
const { binary, missing } = findSystemProgram('go');
/** Where Debian's golang-golang-x-mod-dev has its sources. */
const sources = '/usr/share/gocode';
const hasSources = existsSync(join(sources, 'src/golang.org/x/mod/sumdb/tlog'));
if (!hasSources && env['CI'] === 'true')
  throw new Error('golang-golang-x-mod-dev is not installed: run node scripts/system-packages.mjs as root');

const size = 66_000;

describe.skipIf(missing || !hasSources)('Go (skipped if it is not installed)', () => {
  let folder: string;
  let program: string;

  beforeAll(async () => {
    useNodeHash();
    folder = await mkdtemp(join(tmpdir(), 'regrove-go-'));
    program = join(folder, 'check');
    // The packages of Debian, with no modules and nothing from the network.
    const settings = { GO111MODULE: 'off', GOFLAGS: '', GOPATH: sources, GOCACHE: join(folder, 'cache') };
    await run(binary, ['build', '-o', program, join(import.meta.dirname, 'go/check.go')], {
      env: { ...env, ...settings, CGO_ENABLED: '0', HOME: folder },
    });
    await writeLog(join(folder, 'log'));
  });
  afterAll(async () => {
    setSha256();
    await rm(folder, { recursive: true });
  });

  /** All that the program checks. */
  async function writeLog(to: string): Promise<void> {
    const signer = await signerOf(origin, 1);
    const witness = await signerOf('witness.example.com/w1', 4, 3);
    const plain = await makeLog(someEntries(size), signer);
    const checkpoint =
      plain.checkpoint + (await cosign(parseNote(plain.checkpoint).text, witness, 1_790_000_000));
    const log = { ...plain, checkpoint };
    const files = new Map<string, string | Uint8Array>(log.files);
    files.set('checkpoint', checkpoint);
    files.set('key', `${formatVerifierKey(signer.key)}\n`);
    files.set('witness-key', `${formatVerifierKey(witness.key)}\n`);
    const readHash = tileReader(size, log.fetchResource);
    for (const index of [0, 1, 255, 256, 4711, 65_535, 65_536, size - 1]) {
      const hashes = await proveInclusion(index, size, readHash);
      files.set(`inclusion-${index}`, formatProof({ index, hashes, checkpoint }));
    }
    for (const oldSize of [1, 2, 3, 255, 256, 257, 4711, 65_535, 65_536, 65_537, size - 1, size]) {
      const hashes = await proveConsistency(oldSize, size, readHash);
      files.set(`consistency-${oldSize}`, formatWitnessRequest({ oldSize, hashes, checkpoint }));
    }
    for (const [path, content] of files) {
      await mkdir(dirname(join(to, path)), { recursive: true });
      await writeFile(join(to, path), content);
    }
  }

  const check = async (log: string): Promise<string> => {
    const { stdout } = await run(program, [log]).catch((error: unknown) => error as { stdout: string });
    return stdout.trim();
  };

  it('opens our checkpoint, and finds our tiles and proofs right', async () => {
    expect(await check(join(folder, 'log'))).toBe('ok');
  });

  it.each([
    ['checkpoint', /^checkpoint: .*invalid signature/],
    ['tile/entries/007', /^the root is/],
    ['tile/0/007', /^tiles: tile\/0\/007 is another/],
    ['tile/2/000.p/1', /^tiles: tile\/2\/000.p\/1 is another/],
    ['inclusion-4711', /^inclusion: inclusion-4711: /],
    ['consistency-4711', /^consistency: consistency-4711: /],
  ])('would find a change of %s', async (path, message) => {
    const copy = join(folder, `changed-${path.replaceAll('/', '-')}`);
    await cp(join(folder, 'log'), copy, { recursive: true });
    const content = await readFile(join(copy, path));
    const at = path === 'checkpoint' ? content.indexOf('66000') : Math.min(60, content.length - 1);
    // Still a digit or a letter.
    content[at] = (content[at] ?? 0) ^ 1;
    await writeFile(join(copy, path), content);
    expect(await check(copy)).toMatch(message);
  });
});
