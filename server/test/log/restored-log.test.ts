import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updateLog } from '../../src/features/log/update-log.js';
import { apiClient, type Json } from '../support/api-client.js';
import { runInProcess, type Operator } from '../support/command-line.js';
import { logAuditor } from '../support/log-auditor.js';
import { backupFolder, emptyInstallation, serveInstallation } from '../support/restored-installation.js';
import { startWorld, type World } from '../support/world.js';

const origin = 'trees.example/log';
const newOrigin = 'trees.example/log-2';

let world: World;
let folder: Awaited<ReturnType<typeof backupFolder>>;
let file: string;
let dataDir: string;
/** What was signed when the backup was taken, and after that. */
let then: { signed: string; checkpoint: string; size: number };
let since: { signed: string; checkpoint: string };
beforeAll(async () => {
  world = await startWorld({ REGROVE_LOG_ORIGIN: origin });
  folder = await backupFolder();
  file = folder.path('log.backup');
  const { instance } = world.server.running;
  dataDir = instance.config.dataDir;
  const log = logAuditor(world.server);
  const sign = async (): Promise<typeof since> => {
    await world.distributor.api.post('/biomass/offsets', { pages: 10 });
    await updateLog(instance.context);
    return {
      signed: await readFile(join(dataDir, 'log-signed'), 'utf8'),
      checkpoint: await log.text('/log/checkpoint'),
    };
  };
  then = { ...(await sign()), size: (await log.audit()).length };
  const { code } = await runInProcess(['backup', file], {
    REGROVE_DATABASE_URL: world.server.database.url,
    REGROVE_DATA_DIR: dataDir,
  });
  expect(code).toBe(0);
  since = await sign();
});
afterAll(async () => {
  await folder.remove();
  await world.stop();
});

/** The backup in a new database, with this file of what was signed, and a server for it. */
async function restored(signed?: string): Promise<Operator> {
  const place = await emptyInstallation();
  if (signed !== undefined) await writeFile(join(place.dataDir, 'log-signed'), signed);
  await place.json('restore', file);
  return place;
}

async function served<T>(
  place: Operator,
  name: string,
  work: (server: Awaited<ReturnType<typeof serveInstallation>>) => Promise<T>,
): Promise<T> {
  const server = await serveInstallation({ env: { ...place.env, REGROVE_LOG_ORIGIN: name } });
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

const doctor = async (place: Operator, name = origin): Promise<string[]> =>
  JSON.parse(
    (await runInProcess(['doctor', '--ledger', '--json'], { ...place.env, REGROVE_LOG_ORIGIN: name })).stdout,
  )
    .filter(({ ok }: Json) => ok === false)
    .map(({ check, detail }: Json) => `${check}: ${detail}`);

describe('A restored backup', () => {
  it('contains the key of the log, but neither brings nor changes what was signed', async () => {
    const place = await restored();
    expect(await readFile(join(place.dataDir, 'log-key'), 'utf8')).toBe(
      await readFile(join(dataDir, 'log-key'), 'utf8'),
    );
    await expect(readFile(join(place.dataDir, 'log-signed'))).rejects.toThrow('ENOENT');
    await place.close();
    const other = await restored(since.signed);
    expect(await readFile(join(other.dataDir, 'log-signed'), 'utf8')).toBe(since.signed);
    await other.close();
  });

  it('does not replace a key of the log that is there', async () => {
    const place = await emptyInstallation();
    const key = `${Buffer.alloc(32, 7).toString('base64')}\n`;
    await writeFile(join(place.dataDir, 'log-key'), key);
    await place.json('restore', file);
    expect(await readFile(join(place.dataDir, 'log-key'), 'utf8')).toBe(key);
    await place.close();
  });

  it('has no secrets if they were left out', async () => {
    const bare = folder.path('bare.backup');
    await runInProcess(['backup', bare, '--without-secrets'], {
      REGROVE_DATABASE_URL: world.server.database.url,
      REGROVE_DATA_DIR: dataDir,
    });
    const place = await emptyInstallation();
    await place.json('restore', bare);
    await expect(readFile(join(place.dataDir, 'log-key'))).rejects.toThrow('ENOENT');
    await place.close();
  });

  it('continues the log if nothing was signed after it, and the installation knows', async () => {
    const place = await restored(then.signed);
    expect(await doctor(place)).toEqual([]);
    await served(place, origin, async (server) => {
      await apiClient(server, world.distributor.key).post('/biomass/offsets', { pages: 3 });
      await updateLog(server.running.instance.context);
      const entries = await logAuditor(server).audit(then.checkpoint);
      expect(entries.length).toBeGreaterThan(then.size);
    });
    expect(await doctor(place)).toEqual([]);
    await place.close();
  });

  it.each([
    ['not known', () => undefined, /does not say what was signed after that backup/],
    ['more', () => since.signed, /entries of the log are not those that were signed before/],
    // As on a server that has signed nothing for a long time.
    [
      'less than it has',
      () => `1 ${Buffer.alloc(32).toString('base64')} ${origin}\n`,
      /does not say what was/,
    ],
  ])('signs nothing if what was signed is %s, and does all else', async (_, signed, reason) => {
    const place = await restored(signed());
    await served(place, origin, async (server) => {
      const { context } = server.running.instance;
      const { body: offset } = await apiClient(server, world.distributor.key).post('/biomass/offsets', {
        pages: 3,
      });
      await updateLog(context);
      await updateLog(context);
      const log = logAuditor(server);
      expect(await log.text('/log/checkpoint')).toBe(then.checkpoint);
      await expect(log.text(`/certificates/${offset.certificate_id}.tlog-proof`)).rejects.toThrow('404');
      expect((await log.audit(then.checkpoint)).length).toBe(then.size);
      const { body } = await request(`${server.running.baseUrl}/health/ready`, { dispatcher: server.agent });
      expect(await body.json()).toEqual({ ready: true, log_halted: true });
    });
    expect((await doctor(place)).find((line) => line.startsWith('log:'))).toMatch(reason);
    await place.close();
  });
});

describe('log restart', () => {
  it('continues under a new name, and keeps on record how the old log ended', async () => {
    const place = await restored(since.signed);
    await served(place, origin, (server) => updateLog(server.running.instance.context));
    const restart = (name: string, setting: string) =>
      runInProcess(['log', 'restart', '--origin', name, '--json'], {
        ...place.env,
        REGROVE_LOG_ORIGIN: setting,
      });
    expect((await restart(newOrigin, origin)).stderr).toContain(`set REGROVE_LOG_ORIGIN=${newOrigin}`);
    expect((await restart(origin, origin)).stderr).toContain('was signed under the name');
    // The new name alone changes nothing.
    await served(place, newOrigin, async (server) => {
      await updateLog(server.running.instance.context);
      expect(await logAuditor(server).text('/log/checkpoint')).toBe(then.checkpoint);
    });
    const [size = '', root] = since.signed.split(' ');
    const { stdout } = await restart(newOrigin, newOrigin);
    expect(JSON.parse(stdout)).toEqual({
      origin: newOrigin,
      size: then.size,
      former: { origin, size: Number(size), root },
    });
    await served(place, newOrigin, async (server) => {
      await apiClient(server, world.distributor.key).post('/biomass/offsets', { pages: 3 });
      await updateLog(server.running.instance.context);
      const log = logAuditor(server);
      expect(await log.key()).toMatch(`${newOrigin}+`);
      expect(await log.audit()).toHaveLength(then.size + 1);
      // Whoever knows the old log cannot take this one for it.
      await expect(log.audit(then.checkpoint)).rejects.toThrow();
      const { body } = await request(`${server.running.baseUrl}/health/ready`, { dispatcher: server.agent });
      expect(await body.json()).toEqual({ ready: true });
    });
    expect(await doctor(place, newOrigin)).toEqual([]);
    expect(await place.sql("select before, after from audit_entries where action = 'log.restart'")).toEqual([
      {
        before: { signed: { origin, size: Number(size), root }, checkpoint: then.checkpoint },
        after: { origin: newOrigin, size: then.size, root: expect.any(String) },
      },
    ]);
    // A machine with its own data directory learns of it, and is in no doubt from then on.
    const path = join(place.dataDir, 'log-signed');
    const signed = await readFile(path, 'utf8');
    await writeFile(path, since.signed);
    await served(place, newOrigin, (server) => updateLog(server.running.instance.context));
    expect((await doctor(place, newOrigin)).find((line) => line.startsWith('log:'))).toContain('not signed');
    const joined = await restart(newOrigin, newOrigin);
    expect(JSON.parse(joined.stdout)).toEqual({ origin: newOrigin, size: then.size + 1, joined: true });
    expect(await readFile(path, 'utf8')).toBe(signed);
    await served(place, newOrigin, (server) => updateLog(server.running.instance.context));
    expect(await doctor(place, newOrigin)).toEqual([]);
    expect(await place.sql("select count(*)::int from audit_entries where action = 'log.restart'")).toEqual([
      { count: 1 },
    ]);
    // Unless it knows better: the database was restored without Regrove.
    const more = `${then.size + 5} ${Buffer.alloc(32).toString('base64')} ${newOrigin}\n`;
    await writeFile(path, more);
    expect((await restart(newOrigin, newOrigin)).stderr).toContain('was signed under the name');
    expect(await readFile(path, 'utf8')).toBe(more);
    await place.close();
  });
});
