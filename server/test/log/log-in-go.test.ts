import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { env } from 'node:process';
import { promisify } from 'node:util';
import { parseCheckpoint, parseNote } from '@regrove/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestCosignatures } from '../../src/features/log/cosigning/request-cosignatures.js';
import { updateLog } from '../../src/features/log/update-log.js';
import { proveConsistency } from '../../src/platform/tlog/prove.js';
import { formatWitnessRequest } from '../../src/platform/tlog/witness-request.js';
import { fetchPublic, keyOfParty, logParty, startParty } from '../support/log-parties.js';
import { repository } from '../support/regrove-process.js';
import { findSystemProgram } from '../support/system-programs.js';
import { tileReader } from '../support/tile-reader.js';
import type { World } from '../support/world.js';

const run = promisify(execFile);
const { binary, missing } = findSystemProgram('go');
/** Where Debian's golang-golang-x-mod-dev has its sources. */
const sources = '/usr/share/gocode';
const hasSources = existsSync(join(sources, 'src/golang.org/x/mod/sumdb/note'));

describe.skipIf(missing || !hasSources)('Go (skipped if it is not installed)', () => {
  let folder: string;
  let worlds: World[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'regrove-go-log-'));
  });
  afterAll(async () => {
    for (const world of worlds) await world.stop();
    await rm(folder, { recursive: true });
  });

  it('opens the checkpoint of a server with its cosignature, and finds tiles and proofs right', async () => {
    const [one, other] = [await logParty('one', 21), await logParty('other', 22)];
    const world = await startParty(folder, one, other);
    worlds = [world, await startParty(folder, other, one)];
    const { context } = world.server.running.instance;
    const { body: offset } = await world.distributor.api.post('/biomass/offsets', { pages: 943 });
    await updateLog(context);
    await requestCosignatures(context);

    const get = async (path: string): Promise<Buffer> => {
      const { status, body } = await fetchPublic(world, path);
      expect(status, path).toBe(200);
      return body;
    };
    const checkpoint = (await get('/log/checkpoint')).toString();
    const { size } = parseCheckpoint(parseNote(checkpoint).text);
    const tiles = [`tile/0/000.p/${size}`, `tile/entries/000.p/${size}`];
    const fetchResource = (path: string): Promise<Buffer> => get(`/log/${path}`);
    const files = new Map<string, string | Buffer>([
      ['checkpoint', checkpoint],
      ['key', await get('/log/key')],
      ['witness-key', `${await keyOfParty(other, 4)}\n`],
      ['inclusion', await get(`/certificates/${offset.certificate_id}.tlog-proof`)],
      [
        'consistency-1',
        formatWitnessRequest({
          oldSize: 1,
          hashes: await proveConsistency(1, size, tileReader(size, fetchResource)),
          checkpoint,
        }),
      ],
    ]);
    for (const path of tiles) files.set(path, await get(`/log/${path}`));
    // The program has no use for the salt of a name.
    const proof = String(files.get('inclusion')).replace(/^extra .*\n/m, '');
    files.set(`inclusion-${/^index (\d+)$/m.exec(proof)?.[1] ?? ''}`, proof);
    for (const [path, content] of files) {
      await mkdir(dirname(join(folder, 'log', path)), { recursive: true });
      await writeFile(join(folder, 'log', path), content);
    }
    expect(await check(join(folder, 'log'))).toBe('ok');
    const note = await readFile(join(folder, 'log/checkpoint'), 'utf8');
    // Without the cosignature it is not what the program expects.
    await writeFile(join(folder, 'log/checkpoint'), note.replace(/— other.*\n/, ''));
    expect(await check(join(folder, 'log'))).toBe('checkpoint: 1 signatures are right, not 2');
  });

  async function check(log: string): Promise<string> {
    const program = join(folder, 'check');
    if (!existsSync(program)) {
      const settings = { GO111MODULE: 'off', GOFLAGS: '', GOPATH: sources, GOCACHE: join(folder, 'cache') };
      await run(binary, ['build', '-o', program, join(repository, 'verify/test/go/check.go')], {
        env: { ...env, ...settings, CGO_ENABLED: '0', HOME: folder },
      });
    }
    const { stdout } = await run(program, [log]).catch((error: unknown) => error as { stdout: string });
    return stdout.trim();
  }
});
