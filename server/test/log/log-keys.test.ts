import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openCheckpoint, parseNote, verifyProof } from '@regrove/verify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { updateLog } from '../../src/features/log/update-log.js';
import { rotateLogKey } from '../../src/features/log/rotate-key.js';
import { readSignedTrees, writeSignedTree } from '../../src/features/log/signed-tree.js';
import { restartLog } from '../../src/installation/log/restart-log.js';
import type { Json } from '../support/api-client.js';
import { runInProcess } from '../support/command-line.js';
import { fetchPublic } from '../support/log-parties.js';
import type { Environment, ProcessResult } from '../support/regrove-process.js';
import { startTestServer } from '../support/test-server.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
beforeEach(async () => {
  // A name that does not depend on the port, which the command does not know.
  world = await startWorld({ REGROVE_LOG_ORIGIN: 'trees.example/log' });
});
afterEach(() => world.stop());

const keep = (): Promise<void> => updateLog(world.server.running.instance.context);
const text = async (path: string): Promise<string> => (await fetchPublic(world, path)).body.toString();
const key = async (): Promise<string> => (await text('/log/key')).trim();
const keys = async (): Promise<string[]> => (await text('/log/keys')).trim().split('\n');

const run = (args: string[], settings: Environment = {}): Promise<ProcessResult> => {
  const { database, running } = world.server;
  return runInProcess(args, {
    REGROVE_DATABASE_URL: database.url,
    REGROVE_DATA_DIR: running.instance.config.dataDir,
    REGROVE_LOG_ORIGIN: 'trees.example/log',
    ...settings,
  });
};
const keyFile = (): string => join(world.server.running.instance.config.dataDir, 'log-key');

/** A new certificate in the log: its proof, and the entry. */
async function issue(): Promise<{ proof: string; entry: Buffer | undefined }> {
  const { body } = await world.distributor.api.post('/biomass/offsets', { pages: 10 });
  await keep();
  const [row] = await world.server.sql<{ entry: Buffer }>(
    'select entry from biomass_certificates join log_entries on index = log_index where id = $1',
    [body.certificate_id],
  );
  return { proof: await text(`/certificates/${body.certificate_id}.tlog-proof`), entry: row?.entry };
}

const verdict = async (proven: { proof: string; entry: Buffer | undefined }, ...trusted: string[]) =>
  (await verifyProof({ ...proven, keys: trusted })).verdict;

const signersOf = (note: string): number => parseNote(note).signatures.length;

describe('log rotate-key', () => {
  it('replaces the key while the server runs, and leaves proofs from before valid with the former one', async () => {
    const before = await issue();
    const former = await key();
    expect(await keys()).toEqual([former]);
    const { code, stdout } = await run(['log', 'rotate-key', '--json']);
    const rotated = JSON.parse(stdout);
    expect({ code, rotated }).toEqual({ code: 0, rotated: { before: former, after: await key() } });
    const fresh = await key();
    expect(fresh).not.toBe(former);
    expect(await keys()).toEqual([fresh, former]);

    // Whoever knows one of them can read the checkpoint.
    const note = await text('/log/checkpoint');
    expect(signersOf(note)).toBe(2);
    for (const one of [former, fresh])
      expect((await openCheckpoint(note, { keys: [one] })).keyId).toBeDefined();

    const after = await issue();
    expect(signersOf(await text('/log/checkpoint'))).toBe(1);
    expect(await verdict(before, former)).toBe('proven');
    expect(await verdict(after, fresh)).toBe('proven');
    expect(await verdict(after, former)).not.toBe('proven');
    // What both have signed can be found later, too.
    expect(await text(`/log/keys/${fresh.split('+')[1]}`)).toBe(note);
    expect((await fetchPublic(world, '/log/keys/00000000')).status).toBe(404);
    expect((await fetchPublic(world, '/log/keys/%00')).status).toBe(404);

    const shown = JSON.parse((await run(['log', 'key', '--json'])).stdout);
    const sizes = shown.keys.map((one: { first_size: number; last_size: number }) => [
      one.first_size,
      one.last_size,
    ]);
    const { size } = await openCheckpoint(note, { keys: [fresh] });
    expect(shown).toMatchObject({ key: fresh, keys: [{ key: fresh }, { key: former }] });
    expect(sizes).toEqual([
      [size, size + 1],
      [size, size],
    ]);
    expect((await run(['log', 'key'])).stdout).toBe(`${fresh}\n`);
    const [entry] = await world.server.sql<{ after: unknown }>(
      `select after from audit_entries where action = 'log_key.replace'`,
    );
    expect(entry?.after).toEqual({ key: fresh });

    const ofKeys = async (): Promise<string[]> =>
      JSON.parse((await run(['doctor', '--ledger', '--json'])).stdout)
        .map(({ detail }: Json) => detail)
        .filter((detail: string) => detail.includes('keys of the log'));
    const sound = 'the listed keys of the log are those that have signed it';
    expect(await ofKeys()).toEqual([sound]);
    // Without the signature of the former key, nobody who trusts that one can follow.
    const [, own] = note.split(/^(?=— )/m).filter((line) => line.startsWith('—'));
    await world.server.sql('update log_keys set first_note = $2 where key = $1', [
      fresh,
      `${parseNote(note).text}\n${own}`,
    ]);
    expect((await ofKeys())[0]).toContain(`the key ${fresh} was not introduced with a checkpoint`);
    await world.server.sql('update log_keys set first_note = $2 where key = $1', [fresh, note]);
    expect(await ofKeys()).toEqual([sound]);
  });

  it('loses no key if it is interrupted', async () => {
    const before = await issue();
    const former = await key();
    const oldSeed = await readFile(keyFile(), 'utf8');
    // Before the key is replaced: nothing has happened.
    const { context } = world.server.running.instance;
    const broken = { ...context.transparency, replaceKey: () => Promise.reject(new Error('killed')) };
    await expect(rotateLogKey({ ...context, transparency: broken })).rejects.toThrow('killed');
    expect(await key()).toBe(former);
    expect(await readFile(keyFile(), 'utf8')).toBe(oldSeed);
    // After it, and before the checkpoint has the new signature: the next process to sign adds it.
    await context.transparency.replaceKey?.();
    const fresh = await key();
    expect(await readFile(keyFile(), 'utf8')).not.toContain(oldSeed.trim());
    expect(signersOf(await text('/log/checkpoint'))).toBe(1);
    expect(await keys()).toEqual([fresh, former]);
    await world.distributor.api.post('/biomass/offsets', { pages: 10 });
    await keep();
    expect(signersOf(await text('/log/checkpoint'))).toBe(2);
    await keep();
    const note = await text('/log/checkpoint');
    expect(signersOf(note)).toBe(1);
    expect((await openCheckpoint(note, { keys: [fresh] })).keyId).toBeDefined();
    expect(await keys()).toEqual([fresh, former]);
    expect(await verdict(before, former)).toBe('proven');
  });

  it('works before anything is in the log, and more than once', async () => {
    const first = await key();
    await run(['log', 'rotate-key']);
    await run(['log', 'rotate-key']);
    const third = await key();
    expect(await keys()).toEqual([third]);
    expect(third).not.toBe(first);
    expect(await verdict(await issue(), third)).toBe('proven');
  });

  it('is refused without the name of the log', async () => {
    await issue();
    const before = await key();
    const { code, stderr } = await run(['log', 'rotate-key'], { REGROVE_LOG_ORIGIN: '' });
    expect(code).toBe(1);
    expect(stderr).toContain(
      'The log is called trees.example/log, and this command would sign it as 127.0.0.1:8443/log',
    );
    expect(await key()).toBe(before);
    await keep();
    expect(signersOf(await text('/log/checkpoint'))).toBe(1);
  });

  it('is refused while the key is configured, and says what to do', async () => {
    const before = await key();
    const { code, stderr } = await run(['log', 'rotate-key'], {
      REGROVE_LOG_KEY: Buffer.alloc(32, 9).toString('base64'),
    });
    expect(code).toBe(1);
    expect(stderr).toContain('The key of the log is set by REGROVE_LOG_KEY: set that to another key');
    expect(await key()).toBe(before);
  });
});

describe('REGROVE_LOG_KEY', () => {
  it('may be changed: the former key stays in the list, and the newest checkpoint has both signatures', async () => {
    const before = await issue();
    const former = await key();
    const server = await startTestServer({
      REGROVE_DATABASE_URL: world.server.database.url,
      REGROVE_LOG_ORIGIN: 'trees.example/log',
      REGROVE_LOG_KEY: Buffer.alloc(32, 9).toString('base64'),
    });
    try {
      const get = async (path: string): Promise<string> =>
        (await fetchPublic({ server }, path)).body.toString();
      const join = (...args: string[]): Promise<ProcessResult> =>
        run(['log', 'join', '--json', ...args], {
          REGROVE_DATA_DIR: server.running.instance.config.dataDir,
          REGROVE_LOG_KEY: Buffer.alloc(32, 9).toString('base64'),
        });
      // Its data directory knows neither what was signed nor the former key, which only the database says.
      await updateLog(server.running.instance.context);
      expect(signersOf(await get('/log/checkpoint'))).toBe(1);
      expect((await join()).stderr).toContain('is signed by no key that is known here');
      expect(JSON.parse((await join('--key', former)).stdout)).toMatchObject({ keys: [former] });
      await updateLog(server.running.instance.context);
      const fresh = (await get('/log/key')).trim();
      expect(await get('/log/keys')).toBe(`${fresh}\n${former}\n`);
      const note = await get('/log/checkpoint');
      for (const one of [former, fresh])
        expect((await openCheckpoint(note, { keys: [one] })).keyId).toBeDefined();
      expect(await verdict(before, former)).toBe('proven');
    } finally {
      await server.stop();
    }
  });
});

describe('REGROVE_LOG_ORIGIN', () => {
  it('may be changed by log restart: the same tree is signed under its new name', async () => {
    await issue();
    const before = await text('/log/checkpoint');
    const settings = {
      REGROVE_LOG_ORIGIN: 'forest.example/log',
      REGROVE_LOG_KEY: (await readFile(keyFile(), 'utf8')).trim(),
    };
    const server = await startTestServer({ REGROVE_DATABASE_URL: world.server.database.url, ...settings });
    try {
      const { context } = server.running.instance;
      const get = async (path: string): Promise<string> =>
        (await fetchPublic({ server }, path)).body.toString();
      await updateLog(context);
      expect(await get('/log/checkpoint')).toBe(before);
      // Without the setting, nothing is renamed by mistake.
      const args = ['log', 'restart', '--origin', 'forest.example/log', '--json'];
      expect((await run(args)).stderr).toContain('first set REGROVE_LOG_ORIGIN=forest.example/log');
      const { stdout } = await run(args, settings);
      const { size } = await openCheckpoint(before, { keys: [await key()] });
      expect(JSON.parse(stdout)).toMatchObject({
        origin: 'forest.example/log',
        size,
        former: { origin: 'trees.example/log', size },
      });
      const renamed = (await run(['log', 'key'], settings)).stdout.trim();
      expect(await openCheckpoint(await get('/log/checkpoint'), { keys: [renamed] })).toMatchObject({
        origin: 'forest.example/log',
        size,
      });
      await run(['log', 'join'], { ...settings, REGROVE_DATA_DIR: server.running.instance.config.dataDir });
      // Who still has the old name does not sign any more.
      await world.distributor.api.post('/biomass/offsets', { pages: 10 });
      await keep();
      expect(await get('/log/checkpoint')).toContain(`forest.example/log\n${size}\n`);
      await updateLog(context);
      expect(await get('/log/checkpoint')).toContain(`forest.example/log\n${size + 1}\n`);
    } finally {
      await server.stop();
    }
  });
});

it('log restart forgets nothing that a server signs under the new name at the same time', async () => {
  await issue();
  const server = await startTestServer({
    REGROVE_DATABASE_URL: world.server.database.url,
    REGROVE_LOG_ORIGIN: 'forest.example/log',
    REGROVE_LOG_KEY: (await readFile(keyFile(), 'utf8')).trim(),
  });
  try {
    const { context } = server.running.instance;
    const file = context.transparency.signedTreePath;
    const larger = { origin: 'forest.example/log', size: 1_000, root: Buffer.alloc(32, 1) };
    const db = new Proxy(context.db, {
      get: (target, name) =>
        name === 'transaction'
          ? async (work: Parameters<typeof target.transaction>[0]) => {
              const done = await target.transaction(work);
              await writeSignedTree(file, larger);
              return done;
            }
          : Reflect.get(target, name),
    });
    await restartLog({ ...context, db }, 'forest.example/log');
    expect(await readSignedTrees(file)).toEqual([larger]);
  } finally {
    await server.stop();
  }
});

describe('The files of keys', () => {
  it.each([
    ['REGROVE_WITNESS_LOGS', 'nonsense', 'line 2 of .*: A verifier key has the form name\\+id\\+key'],
    [
      'REGROVE_LOG_WITNESSES',
      'https://a.example',
      'line 2 of .*: a line has the address and the key of a witness',
    ],
    [
      'REGROVE_LOG_WITNESSES',
      'http://a.example/log KEY',
      'line 2 of .*: the address must begin with https://',
    ],
    ['REGROVE_LOG_WITNESSES', 'https://a.example/log KEY', 'line 2 of .*: this is the key of a log; that of'],
    ['REGROVE_WITNESS_LOGS', 'KEY\nKEY', 'has a key twice: trees.example/log'],
  ])('are checked at start: %s with %s', async (name, content, message) => {
    const file = join(world.server.running.instance.config.dataDir, 'peers');
    await writeFile(file, `# Peers\n${content.replaceAll('KEY', await key())}\n`);
    const { code, stderr } = await run(['doctor'], { [name]: file });
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`The configuration is invalid:\\s+${name} .*${message}`, 's'));
  });

  it('must exist', async () => {
    const { code, stderr } = await run(['doctor'], { REGROVE_WITNESS_LOGS: '/no/such/file' });
    expect(code).toBe(1);
    expect(stderr).toContain('REGROVE_WITNESS_LOGS names a file that cannot be read: ENOENT');
  });
});
