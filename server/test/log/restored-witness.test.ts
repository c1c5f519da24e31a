import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { origin } from '../../../verify/test/support/example-log.js';
import type { Json } from '../support/api-client.js';
import { runInProcess } from '../support/command-line.js';
import type { ProcessResult } from '../support/regrove-process.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import {
  askServer,
  exampleLog,
  exampleLogKey,
  forkedLog,
  requestFor,
  type Answered,
} from '../support/witnessed-log.js';
import { TableSnapshot, runUnchecked } from '../support/table-snapshot.js';

const witnessTables = ['witnessed_logs', 'witnessed_checkpoints', 'witnessed_forks'];

let server: TestServer;
let folder: string;
let logs: string;
/** Before the last checkpoint was cosigned. */
let backup: TableSnapshot;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'regrove-restored-witness-'));
  logs = join(folder, 'logs');
  await writeFile(logs, `${await exampleLogKey()}\n`);
  server = await startTestServer({ REGROVE_WITNESS_LOGS: logs });
  await askFor(5, 0);
  backup = await TableSnapshot.take(server, witnessTables);
  await askFor(9, 5);
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});
beforeEach(() => backup.restore());

const askFor = async (size: number, oldSize: number, log = exampleLog(size)): Promise<Answered> =>
  askServer(server, await requestFor(await log, oldSize));
const command = (...args: string[]): Promise<ProcessResult> =>
  runInProcess(args, {
    REGROVE_DATABASE_URL: server.database.url,
    REGROVE_DATA_DIR: server.running.instance.config.dataDir,
    REGROVE_WITNESS_LOGS: logs,
  });
const cosignedTrees = (): string => server.running.instance.context.transparency.cosignedTreesPath;

describe('A witness whose database was restored from a backup', () => {
  it('cosigns no second tree of a size that it has cosigned since', async () => {
    expect(await askFor(9, 5, forkedLog(9))).toMatchObject({ status: 409, body: '9\n' });
    expect(await askFor(9, 9, forkedLog(9))).toMatchObject({ status: 409 });
    // Nor one that continues it.
    expect(await askFor(12, 5, exampleLog(12, 1))).toMatchObject({ status: 409, body: '9\n' });
    expect(await askFor(12, 9, exampleLog(12, 1))).toMatchObject({ status: 422 });
  });

  it('is found by `doctor --ledger`, as is everything else that was altered in its tables', async () => {
    const found = async (): Promise<string> => {
      const { stdout } = await command('doctor', '--ledger', '--json');
      return JSON.parse(stdout).find(({ detail }: Json) => detail.includes('cosigned of other logs')).detail;
    };
    expect(await found()).toContain(`${origin}: 9 entries were cosigned, and the database says another tree`);
    await askFor(9, 9);
    await askFor(9, 9, forkedLog(9));
    expect(await found()).toBe('what was cosigned of other logs is stored as it was');
    const sound = await TableSnapshot.take(server, witnessTables, 'sound');
    const flipped = `set_byte(root, 0, get_byte(root, 0) # 1)`;
    for (const [alteration, finding] of [
      [`update witnessed_logs set root = ${flipped}`, 'the database says another tree'],
      ['update witnessed_logs set size = size + 1', 'that was cosigned last is not there'],
      ['delete from witnessed_logs', 'the database says another tree'],
      ['delete from witnessed_checkpoints where size = 9', 'that was cosigned last is not there'],
      [`update witnessed_checkpoints set root = ${flipped}`, 'that was cosigned last is not there'],
      [`update witnessed_checkpoints set note = replace(note, '\n9\n', '\n8\n')`, 'The signature of'],
      [
        `update witnessed_forks set refused_note = replace(refused_note, '\n9\n', '\n8\n')`,
        'the evidence of a fork at 9 entries: The signature of',
      ],
      [
        'update witnessed_forks set size = 8',
        'the evidence of a fork at 8 entries: it is about another tree',
      ],
    ] as const) {
      await runUnchecked(server, alteration);
      expect(await found()).toContain(finding);
      await sound.restore();
    }
    expect(await found()).toBe('what was cosigned of other logs is stored as it was');
  });

  it('goes on with the log that it knows', async () => {
    expect(await askFor(9, 9)).toMatchObject({ status: 200 });
    expect(await server.sql('select size from witnessed_logs')).toEqual([{ size: '9' }]);
    await backup.restore();
    expect(await askFor(12, 9)).toMatchObject({ status: 200 });
    expect(await server.sql('select size from witnessed_logs')).toEqual([{ size: '12' }]);
  });

  it('cosigns nothing with a data directory that has forgotten it, too, until the operator vouches for the database', async () => {
    await rm(cosignedTrees(), { recursive: true });
    for (const size of [5, 9])
      expect(await askFor(size, 5, exampleLog(size))).toMatchObject({
        status: 503,
        body: `What was cosigned of ${origin} is not known here any more\n`,
      });
    const witnesses = async (): Promise<string> =>
      JSON.parse((await command('doctor', '--json')).stdout).find(({ check }: Json) => check === 'witness')
        .detail;
    expect(await witnesses()).toContain(`what it has cosigned of ${origin} is not known here`);
    // It was not taken back by `restore`, which would refuse this.
    await server.sql('update log_state set restored = true');
    expect((await command('log', 'join')).stderr).toContain('was restored from a backup');
    await server.sql('update log_state set restored = false');
    const [stored] = await server.sql<{ root: Buffer }>('select root from witnessed_logs');
    expect(JSON.parse((await command('log', 'join', '--json')).stdout)).toMatchObject({
      cosigned: [{ origin, size: 5, root: stored?.root.toString('base64') }],
    });
    expect(await witnesses()).not.toContain('is not known');
    expect(await askFor(9, 5)).toMatchObject({ status: 200 });
  });
});
