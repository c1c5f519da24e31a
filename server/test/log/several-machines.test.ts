import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../../src/database/context.js';
import { keepLog } from '../../src/features/log/keep-log.js';
import { lockLog } from '../../src/features/log/log-store.js';
import { noteLogTrouble } from '../../src/features/log/log-trouble-store.js';
import { logAuditor } from '../support/log-auditor.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { startWorld, type World } from '../support/world.js';

const settings = {
  REGROVE_LOG_ORIGIN: 'trees.example/log',
  REGROVE_LOG_KEY: Buffer.alloc(32, 9).toString('base64'),
};

let world: World;
/** With its own data directory. */
let second: TestServer;
beforeAll(async () => {
  world = await startWorld(settings);
  second = await startTestServer({ ...settings, REGROVE_DATABASE_URL: world.server.database.url });
});
afterAll(async () => {
  await second.stop();
  await world.stop();
});

const contextOf = ({ running }: TestServer): Context => running.instance.context;
const signedBy = ({ running }: TestServer): Promise<string> =>
  readFile(join(running.instance.config.dataDir, 'log-signed'), 'utf8');
const trouble = async (): Promise<string | null | undefined> =>
  (await world.server.sql<{ trouble: string | null }>('select trouble from log_state'))[0]?.trouble;
const issue = (): Promise<unknown> => world.distributor.api.post('/biomass/offsets', { pages: 10 });
const checkpoint = (): Promise<string> => logAuditor(world.server).text('/log/checkpoint');

/** What a server logs, by level. */
function recorded(server: TestServer): { context: Context; logged: string[] } {
  const context = contextOf(server);
  const logged: string[] = [];
  const log = new Proxy(context.log, {
    get: (target, level) =>
      level === 'warn' || level === 'error'
        ? (_: object, message: string) => void logged.push(`${level}: ${message}`)
        : Reflect.get(target, level),
  });
  return { context: { ...context, log }, logged };
}

describe('Several machines with one database', () => {
  it('all know what any of them has signed, and one that knew nothing says so once', async () => {
    await issue();
    await keepLog(contextOf(world.server));
    await expect(signedBy(second)).rejects.toThrow('ENOENT');
    const { context, logged } = recorded(second);
    await keepLog(context);
    expect(await signedBy(second)).toBe(await signedBy(world.server));
    await issue();
    await keepLog(contextOf(world.server));
    await keepLog(context);
    expect(await signedBy(second)).toBe(await signedBy(world.server));
    expect(logged).toEqual([
      'warn: nothing was known here of what the log has signed, except from the database',
    ]);
  });

  it('believe the database only what a key of the log has signed', async () => {
    const before = await signedBy(second);
    await issue();
    await keepLog(contextOf(world.server));
    const note = await checkpoint();
    const change = (to: string): Promise<unknown> =>
      world.server.sql('update log_checkpoints set note = $1 where note = $2 or note = $3', [
        to,
        note,
        note.replace(/.{9}\n$/, 'AAAAAAAA=\n'),
      ]);
    await change(note.replace(/.{9}\n$/, 'AAAAAAAA=\n'));
    await keepLog(contextOf(second));
    expect(await trouble()).toMatch(/signature/);
    expect(await signedBy(second)).toBe(before);
    await change(note);
    await keepLog(contextOf(second));
    expect(await trouble()).toBeNull();
    expect(await signedBy(second)).toBe(await signedBy(world.server));
  });

  it('leave the trouble of one alone while they are not let in', async () => {
    const { db } = contextOf(second);
    await noteLogTrouble(db, 'The disk is full', new Date());
    await db.transaction(async (tx) => {
      expect(await lockLog(tx)).toBeDefined();
      await keepLog(contextOf(world.server));
    });
    expect(await trouble()).toBe('The disk is full');
    await keepLog(contextOf(world.server));
    expect(await trouble()).toBeNull();
  });

  it('do not take turns under two names', async () => {
    const stray = await startTestServer({
      ...settings,
      // As a worker without the settings of the servers.
      REGROVE_LOG_ORIGIN: '127.0.0.1:8443/log',
      REGROVE_DATABASE_URL: world.server.database.url,
    });
    try {
      const { context, logged } = recorded(stray);
      await keepLog(context);
      const before = await checkpoint();
      expect(await trouble()).toBeNull();
      for (let round = 0; round < 2; round++) {
        await issue();
        await keepLog(context);
        expect(await trouble()).toContain(
          'The log is called trees.example/log, and this process would sign it as 127.0.0.1:8443/log: set REGROVE_LOG_ORIGIN or',
        );
        if (round === 0) expect(await checkpoint()).toBe(before);
        await keepLog(contextOf(world.server));
        expect(await trouble()).toBeNull();
        expect(await checkpoint()).toMatch(/^trees\.example\/log\n/);
      }
      expect(logged).toEqual(['error: the transparency log is not signed any more']);
    } finally {
      await stray.stop();
    }
  });
});

it('A log without a public address may change its port', async () => {
  const local = await startWorld();
  const again = await startTestServer({ REGROVE_DATABASE_URL: local.server.database.url });
  try {
    await local.distributor.api.post('/biomass/offsets', { pages: 10 });
    await keepLog(contextOf(local.server));
    await local.distributor.api.post('/biomass/offsets', { pages: 10 });
    await keepLog(contextOf(again));
    const { host } = new URL(again.running.baseUrl);
    expect(await logAuditor(again).text('/log/checkpoint')).toMatch(`${host}/log\n`);
  } finally {
    await again.stop();
    await local.stop();
  }
});
