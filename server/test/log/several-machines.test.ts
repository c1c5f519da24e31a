import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatVerifierKey } from '@regrove/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../../src/database/context.js';
import { updateLog } from '../../src/features/log/update-log.js';
import { lockLog } from '../../src/features/log/log-store.js';
import { readSignedTrees, writeSignedTree } from '../../src/features/log/signed-tree.js';
import { noteLogTrouble } from '../../src/features/log/log-trouble-store.js';
import { joinLog } from '../../src/installation/log/join-log.js';
import type { Json } from '../support/api-client.js';
import { runInProcess } from '../support/command-line.js';
import { logAuditor } from '../support/log-auditor.js';
import { pause } from '../support/pause.js';
import type { ProcessResult } from '../support/regrove-process.js';
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

const command = ({ running, database }: TestServer, ...args: string[]): Promise<ProcessResult> =>
  runInProcess(args, {
    ...settings,
    REGROVE_DATABASE_URL: database.url,
    REGROVE_DATA_DIR: running.instance.config.dataDir,
  });

/** What it says about each check. */
async function doctor(server: TestServer): Promise<Record<string, string>> {
  const { stdout } = await command(server, 'doctor', '--json');
  return Object.fromEntries(JSON.parse(stdout).map(({ check, detail }: Json) => [check, detail]));
}

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
  it('all know what any of them has signed, once the operator has said so of one that knew nothing', async () => {
    await issue();
    await updateLog(contextOf(world.server));
    const { context, logged } = recorded(second);
    // It leaves it to the others, and does not mind.
    await updateLog(context);
    expect(await trouble()).toBeNull();
    expect((await doctor(second))['log']).toContain('nothing is signed with this data directory');
    await issue();
    const before = await checkpoint();
    await updateLog(context);
    expect(await checkpoint()).toBe(before);
    expect(await trouble()).toContain('log-signed does not say what the log has signed');
    expect(logged).toEqual(['error: the transparency log is not signed any more']);
    await expect(signedBy(second)).rejects.toThrow('ENOENT');
    await updateLog(contextOf(world.server));
    expect(await trouble()).toBeNull();

    const { stdout } = await command(second, 'log', 'join', '--json');
    const [, size, root] = (await checkpoint()).split('\n');
    expect(JSON.parse(stdout)).toEqual({
      origin: settings.REGROVE_LOG_ORIGIN,
      size: Number(size),
      root,
      keys: [formatVerifierKey((await context.transparency.signer()).key)],
      cosigned: [],
    });
    expect(await signedBy(second)).toBe(await signedBy(world.server));
    expect((await doctor(second))['log']).toMatch(/^(\d+) of \1 entries are signed$/);
    await issue();
    await updateLog(context);
    expect(await trouble()).toBeNull();
    await updateLog(contextOf(world.server));
    expect(await signedBy(second)).toBe(await signedBy(world.server));
  });

  it('do not forget what a server signs while the operator runs log join with its data directory', async () => {
    const context = contextOf(second);
    const file = context.transparency.signedTreePath;
    const before = await signedBy(second);
    const [tree] = await readSignedTrees(file);
    const larger = { origin: tree?.origin ?? '', size: (tree?.size ?? 0) + 1, root: Buffer.alloc(32, 1) };
    let joining: Promise<unknown> = Promise.resolve();
    await context.db.transaction(async (tx) => {
      await lockLog(tx);
      joining = joinLog(context).catch((error: unknown) => error);
      await pause(500);
      await writeSignedTree(file, larger);
    });
    expect(await joining).toMatchObject({ message: expect.stringContaining('was signed before') });
    expect(await readSignedTrees(file)).toEqual([larger]);
    await writeFile(file, before);
  });

  it('begin no log with a key that may have signed another one', async () => {
    const empty = await startTestServer(settings);
    const third = await startTestServer({ ...settings, REGROVE_DATABASE_URL: empty.database.url });
    try {
      const begun = (): Promise<unknown[]> => third.sql('select size from log_checkpoints');
      await updateLog(contextOf(third));
      expect(await begun()).toEqual([]);
      expect((await command(third, 'log', 'join', '--json')).stdout).toContain('"size":0');
      await updateLog(contextOf(third));
      expect(await begun()).toHaveLength(1);
    } finally {
      await third.stop();
      await empty.stop();
    }
  });

  it('do not sign while one of them contradicts, until that one has the right file again', async () => {
    const file = contextOf(second).transparency.signedTreePath;
    const right = await signedBy(second);
    await writeFile(file, `5000 ${Buffer.alloc(32, 1).toString('base64')} ${settings.REGROVE_LOG_ORIGIN}\n`);
    await updateLog(contextOf(second));
    expect(await trouble()).toContain('A log of 5000 entries was signed before');
    const before = await checkpoint();
    await issue();
    await updateLog(contextOf(world.server));
    expect(await checkpoint()).toBe(before);
    await writeFile(file, right);
    await updateLog(contextOf(second));
    expect(await trouble()).toBeNull();
    expect(await checkpoint()).not.toBe(before);
    await updateLog(contextOf(world.server));
    expect(await signedBy(world.server)).toBe(await signedBy(second));
  });

  it('believe the database only what a key of the log has signed', async () => {
    const before = await signedBy(second);
    await issue();
    await updateLog(contextOf(world.server));
    const note = await checkpoint();
    const change = (to: string): Promise<unknown> =>
      world.server.sql('update log_checkpoints set note = $1 where note = $2 or note = $3', [
        to,
        note,
        note.replace(/.{9}\n$/, 'AAAAAAAA=\n'),
      ]);
    await change(note.replace(/.{9}\n$/, 'AAAAAAAA=\n'));
    await updateLog(contextOf(second));
    expect(await trouble()).toMatch(/signature/);
    expect(await signedBy(second)).toBe(before);
    await change(note);
    await updateLog(contextOf(second));
    expect(await trouble()).toBeNull();
    expect(await signedBy(second)).toBe(await signedBy(world.server));
  });

  it('leave the trouble of one alone while they are not let in', async () => {
    const { db } = contextOf(second);
    await noteLogTrouble(db, 'The disk is full', new Date());
    await db.transaction(async (tx) => {
      expect(await lockLog(tx)).toBeDefined();
      await updateLog(contextOf(world.server));
    });
    expect(await trouble()).toBe('The disk is full');
    await updateLog(contextOf(world.server));
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
      await updateLog(context);
      const before = await checkpoint();
      expect(await trouble()).toBeNull();
      for (let round = 0; round < 2; round++) {
        await issue();
        await updateLog(context);
        expect(await trouble()).toContain(
          'The log is called trees.example/log, and this process would sign it as 127.0.0.1:8443/log: set REGROVE_LOG_ORIGIN or',
        );
        if (round === 0) expect(await checkpoint()).toBe(before);
        await updateLog(contextOf(world.server));
        expect(await trouble()).toBeNull();
        expect(await checkpoint()).toMatch(/^trees\.example\/log\n/);
      }
      expect(logged).toEqual(['error: the transparency log is not signed any more']);
    } finally {
      await stray.stop();
    }
  });
});

it('A log without a public address may change its port, but not as long as a server with the former one signs it', async () => {
  const local = await startWorld();
  const again = await startTestServer({ REGROVE_DATABASE_URL: local.server.database.url });
  const sell = () => local.distributor.api.post('/biomass/offsets', { pages: 10 });
  const note = () => logAuditor(again).text('/log/checkpoint');
  const [first, other] = [local.server, again].map(({ running }) => `${new URL(running.baseUrl).host}/log\n`);
  let waited = 0;
  const updateAgain = (): Promise<void> => {
    const context = contextOf(again);
    const clock = (): Date => new Date(Date.now() + waited);
    return updateLog({ ...context, clock });
  };
  try {
    for (let round = 0; round < 3; round++) {
      await sell();
      await updateLog(contextOf(local.server));
      const before = await note();
      waited += 60_000;
      await updateAgain();
      expect(await note()).toBe(before);
      expect(before).toMatch(`${first}`);
      await sell();
      await updateAgain();
      expect(await note()).toBe(before);
    }
    waited += 60_000;
    await updateAgain();
    expect(await note()).toMatch(`${other}`);
    // From then on it is its name.
    await sell();
    await updateAgain();
    expect((await note()).split('\n')[1]).toBe(String((await logAuditor(again).audit()).length));
  } finally {
    await again.stop();
    await local.stop();
  }
});
