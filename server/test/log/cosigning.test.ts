import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCheckpoint, verifyProof } from '@regrove/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { witnessFindings } from '../support/witness-findings.js';
import { newestSigned } from '../../src/features/log/log-store.js';
import { requestCosignatures } from '../../src/features/log/cosigning/request-cosignatures.js';
import { writeCosignedTree } from '../../src/features/log/witnessing/cosigned-tree.js';
import { updateLog } from '../../src/features/log/update-log.js';
import { startJobs } from '../../src/jobs/start-jobs.js';
import type { Context } from '../../src/database/context.js';
import {
  fetchPublic,
  identityOf,
  keyOfParty,
  logParty,
  startParty,
  type LogParty,
} from '../support/log-parties.js';
import { scrape } from '../support/metrics.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';

let folder: string;
let parties: LogParty[];
let worlds: World[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'regrove-cosigning-'));
  const [one, other] = [await logParty('one', 11), await logParty('other', 12)];
  parties = [one, other];
  worlds = [await startParty(folder, one, other), await startParty(folder, other, one)];
});
afterAll(async () => {
  for (const world of worlds) await world.stop();
  await rm(folder, { recursive: true });
});

const world = (at: number): World => worlds[at] as World;
const party = (at: number): LogParty => parties[at] as LogParty;
const contextOf = (at: number): Context => world(at).server.running.instance.context;

async function enter(at: number): Promise<void> {
  await world(at).distributor.api.post('/biomass/offsets', { pages: 10 });
  await updateLog(contextOf(at));
}

async function checkpointOf(at: number): Promise<{ status: number; note: string }> {
  const { status, body } = await fetchPublic(world(at), '/log/checkpoint');
  return { status, note: body.toString() };
}

const open = async (at: number, note: string) =>
  openCheckpoint(note, {
    keys: [await keyOfParty(party(at), 1)],
    witnesses: [await keyOfParty(party(1 - at), 4)],
  });

/** Another time for both, so that cosignatures can be told apart and failures are forgotten. */
function setNow(time: string | undefined): void {
  for (const { server } of worlds) server.setNow(time);
}

const states = (at: number): Promise<{ size: string; failures: number; trouble: string | null }[]> =>
  world(at).server.sql('select size, failures, trouble from log_witnesses');

describe('Two installations', () => {
  it('cosign the logs of each other, over HTTPS', async () => {
    for (const at of [0, 1]) {
      await enter(at);
      // It waits for the witness.
      expect((await checkpointOf(at)).status).toBe(404);
      await requestCosignatures(contextOf(at));
      const first = await open(at, (await checkpointOf(at)).note);
      expect(first.cosignatures).toMatchObject([{ name: party(1 - at).origin }]);
      await enter(at);
      expect(await open(at, (await checkpointOf(at)).note)).toMatchObject({ size: first.size });
      await requestCosignatures(contextOf(at));
      const second = await open(at, (await checkpointOf(at)).note);
      expect(second.size).toBeGreaterThan(first.size);
      expect(second.cosignatures).toHaveLength(1);
      expect(await witnessFindings(world(at).server.running.instance)).toEqual([
        {
          ok: true,
          detail: `the log is cosigned by ${party(1 - at).origin}; this one cosigns 1 log of others`,
          advice: null,
        },
      ]);
      const metrics = await scrape(world(at).server.running.metricsPort);
      expect(
        metrics.value('regrove_log_cosignature_age_seconds', { witness: party(1 - at).origin }),
      ).toBeLessThan(60);
    }
  });

  it('do so without being told, while jobs run', async () => {
    const { body: offset } = await world(0).distributor.api.post('/biomass/offsets', { pages: 11 });
    const jobs = startJobs(world(0).server.running.instance);
    try {
      await until(
        'a cosigned checkpoint with the certificate',
        async () => {
          const path = `/certificates/${offset.certificate_id}.tlog-proof`;
          const { status, body } = await fetchPublic(world(0), path);
          return status === 200 ? body.toString() : '';
        },
        (proof) => proof.includes(`— ${party(1).origin} `),
      );
    } finally {
      await jobs.stop();
    }
  });

  it('give proofs with the cosignature', async () => {
    const { body: offset } = await world(0).distributor.api.post('/biomass/offsets', { pages: 12 });
    await updateLog(contextOf(0));
    await requestCosignatures(contextOf(0));
    const { body } = await fetchPublic(world(0), `/certificates/${offset.certificate_id}.tlog-proof`);
    const [row] = await world(0).server.sql<{ entry: Buffer }>(
      'select entry from biomass_certificates join log_entries on index = log_index where id = $1',
      [offset.certificate_id],
    );
    const result = await verifyProof({
      proof: body.toString(),
      entry: row?.entry,
      keys: [await keyOfParty(party(0), 1)],
      witnesses: [await keyOfParty(party(1), 4)],
    });
    expect(result.verdict).toBe('proven');
  });

  it('find out from the other what it has cosigned last', async () => {
    await enter(0);
    await world(0).server.sql('update log_witnesses set size = 0');
    await requestCosignatures(contextOf(0));
    const opened = await open(0, (await checkpointOf(0)).note);
    expect(opened.cosignatures).toHaveLength(1);
    expect(await states(0)).toMatchObject([{ size: String(opened.size), failures: 0 }]);
  });

  it('put no cosignature below the text of another name, which the log got meanwhile', async () => {
    await enter(0);
    const context = contextOf(0);
    const signed = await newestSigned(context.db);
    const renamed = signed?.note.replace(party(0).origin, 'renamed.example/log') ?? '';
    const replace = (note?: string): Promise<unknown> =>
      world(0).server.sql('update log_checkpoints set note = $1 where size = $2', [note, signed?.size]);
    let isRenamed = false;
    const db = new Proxy(context.db, {
      get: (target, name) =>
        name === 'transaction'
          ? async (work: Parameters<typeof target.transaction>[0]) => {
              if (!isRenamed) await replace(renamed);
              isRenamed = true;
              return target.transaction(work);
            }
          : Reflect.get(target, name),
    });
    await requestCosignatures({ ...context, db });
    expect((await newestSigned(context.db))?.note).toBe(renamed);
    await replace(signed?.note);
    await requestCosignatures(context);
    expect((await open(0, (await checkpointOf(0)).note)).cosignatures).toHaveLength(1);
  });

  it('cosign again a log that has not grown for half a day', async () => {
    const before = (await open(0, (await checkpointOf(0)).note)).cosignatures[0]?.time ?? 0;
    await requestCosignatures(contextOf(0));
    expect((await open(0, (await checkpointOf(0)).note)).cosignatures).toMatchObject([{ time: before }]);
    const later = new Date(Date.now() + 13 * 3_600_000);
    setNow(later.toISOString());
    await requestCosignatures(contextOf(0));
    expect((await open(0, (await checkpointOf(0)).note)).cosignatures).toMatchObject([
      { time: Math.floor(later.getTime() / 1000) },
    ]);
  });
});

describe('A witness that does not cosign', () => {
  it('is not waited for longer than a few seconds, and asked again later', async () => {
    await world(1).stop();
    const before = await open(0, (await checkpointOf(0)).note);
    setNow('2031-01-01T00:00:00Z');
    await enter(0);
    await requestCosignatures(contextOf(0));
    // It has failed: the checkpoint is shown without it.
    const alone = await open(0, (await checkpointOf(0)).note);
    expect(alone.size).toBeGreaterThan(before.size);
    expect(alone.cosignatures).toEqual([]);
    expect(await states(0)).toMatchObject([{ failures: 1, trouble: 'failed' }]);
    // Not before the pause has passed.
    await requestCosignatures(contextOf(0));
    expect(await states(0)).toMatchObject([{ failures: 1 }]);
    setNow('2031-01-01T00:00:06Z');
    await requestCosignatures(contextOf(0));
    expect(await states(0)).toMatchObject([{ failures: 2 }]);
    setNow('2031-01-02T00:00:00Z');
    expect(await witnessFindings(world(0).server.running.instance)).toEqual([
      {
        ok: false,
        detail: expect.stringMatching(/^other.example\/log has not cosigned for a day: .*ECONNREFUSED/),
        advice: expect.stringContaining('ask its operator whether it is running'),
      },
    ]);
  });

  it('is waited for at most ten seconds while it is being asked', async () => {
    await world(0).server.sql(`update log_witnesses set failures = 0, next_attempt_at = '2040-01-01'`);
    const shown = (await checkpointOf(0)).note;
    await enter(0);
    await requestCosignatures(contextOf(0));
    expect((await checkpointOf(0)).note).toBe(shown);
    setNow('2031-01-02T00:00:11Z');
    await requestCosignatures(contextOf(0));
    expect((await checkpointOf(0)).note).not.toBe(shown);
    // Of each day the last one is kept.
    const kept = await world(0).server.sql<{ days: string; all: string }>(
      `select count(distinct date_trunc('day', signed_at, 'UTC')) as days, count(*) as all from log_checkpoints`,
    );
    expect(kept[0]?.all).toBe(kept[0]?.days);
  });

  it('and knows a larger or another log is reported as a fork', async () => {
    // The same address and keys, with an empty database: it forgot nothing, but everything that it sees is put there by hand.
    worlds[1] = await startParty(folder, party(1), party(0));
    setNow('2031-01-03T00:00:00Z');
    const { server } = world(1);
    const ours = (await open(0, (await checkpointOf(0)).note)).size;
    const know = async (size: number, root = Buffer.alloc(32, 1)): Promise<void> => {
      await server.sql('delete from witnessed_logs');
      await writeCosignedTree(server.running.instance.context.transparency.cosignedTreesPath, {
        origin: party(0).origin,
        size,
        root,
      });
      await server.sql('insert into witnessed_logs (origin, size, root) values ($1, $2, $3)', [
        party(0).origin,
        size,
        root,
      ]);
      await world(0).server.sql(
        `update log_witnesses set failures = 0, trouble = null, next_attempt_at = '2031-01-01'`,
      );
      await enter(0);
      await requestCosignatures(contextOf(0));
    };
    for (const [size, message] of [
      [ours + 100, `it has cosigned a log of ${ours + 100} entries, and this one has`],
      [ours, `it has cosigned a log whose first ${ours} entries are not those of this one`],
    ] as const) {
      await know(size);
      expect(await states(0)).toMatchObject([{ trouble: 'contradicts', failures: 1 }]);
      expect(await witnessFindings(world(0).server.running.instance)).toEqual([
        {
          ok: false,
          detail: expect.stringMatching(
            new RegExp(`^FORK\\? other.example/log knows another log than this one: ${message}`),
          ),
          advice: expect.stringContaining('an older backup was restored'),
        },
      ]);
    }
    const metrics = await scrape(world(0).server.running.metricsPort);
    expect(metrics.value('regrove_log_forks', { log: 'own' })).toBe(1);
    // The log itself goes on.
    expect((await checkpointOf(0)).status).toBe(200);
  });

  it('because it does not know the log is reported at once', async () => {
    const file = join(folder, 'logs-12');
    await writeFile(file, '# none\n');
    await world(1).stop();
    worlds[1] = await startWorld({ ...identityOf(party(1)), REGROVE_WITNESS_LOGS: file });
    setNow('2031-01-04T00:00:00Z');
    await requestCosignatures(contextOf(0));
    // A year in the future, in the other tests: it has cosigned within a day.
    await world(0).server.sql(`update log_witnesses set cosigned_at = '2031-01-04'`);
    expect(await witnessFindings(world(0).server.running.instance)).toEqual([
      {
        ok: false,
        detail: 'other.example/log refuses to cosign: it answered 404: one.example/log is not witnessed here',
        advice: expect.stringContaining('npx regrove log key'),
      },
    ]);
  });

  it('because it is no witness is reported, too', async () => {
    await world(1).stop();
    worlds[1] = await startWorld(identityOf(party(1)));
    setNow('2031-01-05T00:00:00Z');
    await requestCosignatures(contextOf(0));
    expect(await states(0)).toMatchObject([{ trouble: 'refused' }]);
    expect((await fetchPublic(world(1), '/log/witness/key')).status).toBe(404);
  });

  it('does not get a wrong signature into the log', async () => {
    await world(1).stop();
    // Another key than that in the list of witnesses.
    worlds[1] = await startParty(folder, { ...party(1), seed: 13 }, party(0));
    setNow('2031-01-06T00:00:00Z');
    await enter(0);
    await requestCosignatures(contextOf(0));
    const [state] = await world(0).server.sql<{ failure: string }>('select failure from log_witnesses');
    expect(state?.failure).toBe('its answer is not its cosignature: No known key has signed it');
    expect((await checkpointOf(0)).note).not.toContain('other.example');
  });
});
