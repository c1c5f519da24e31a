import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectRightAdvice } from './right-advice.js';
import { formatVerifierKey, parseCheckpoint, parseNote, setSha256 } from '@regrove/verify';
import { expect } from 'vitest';
import { signerOf } from '../../../verify/test/support/keys.js';
import { recordRetirements } from '../../src/features/carbon/record-retirements.js';
import { readRetirementFile } from '../../src/features/carbon/retirement-file.js';
import { updateLog } from '../../src/features/log/update-log.js';
import { formatNote, signNote } from '../../src/platform/tlog/sign.js';
import type { Json } from './api-client.js';
import { CarbonOrders } from './carbon-orders.js';
import { runInProcess } from './command-line.js';
import { TableSnapshot, runUnchecked } from './table-snapshot.js';
import { logAuditor, type LogAuditor } from './log-auditor.js';
import { PlantedProject } from './planted-project.js';
import type { ProcessResult } from './regrove-process.js';
import { startWorld, type World } from './world.js';

/** So many that there are tiles of two levels. */
const certificates = 300;
const tables = [
  'biomass_certificates',
  'carbon_allocations',
  'carbon_lots',
  'carbon_retirements',
  'log_checkpoints',
  'log_entries',
  'log_keys',
  'log_state',
  'log_tiles',
  'methodologies',
  'planting_records',
  'plantings',
];

/** With numbers that JavaScript and PostgreSQL write differently. */
const smallTriangle = [
  [0.0000003, -0.0000001],
  [10.0000001, 0],
  [0, -20.5],
  [0.0000003, -0.0000001],
];

/** A log whose tables can be altered and restored, with all that it tells of. */
export class AlterableLog {
  private constructor(
    readonly world: World,
    readonly auditor: LogAuditor,
    /** A certificate that is valid. */
    readonly valid: string,
    readonly withdrawn: string,
    /** A checkpoint that somebody has seen before anything was altered. */
    readonly seen: string,
    readonly size: number,
    /** A key that is not the log's, and a checkpoint of the log that it has signed. */
    readonly stranger: { readonly key: string; readonly note: string },
    private readonly kept: TableSnapshot,
  ) {}

  static async open(): Promise<AlterableLog> {
    const world = await startWorld();
    const auditor = logAuditor(world.server);
    const { context } = world.server.running.instance;
    const orders = await CarbonOrders.open(world);
    await orders.credits(1, 10);
    await orders.offset(3);
    await orders.fulfil();
    await recordRetirements(
      context,
      await readRetirementFile(`serial,retired_on\n${orders.serial(1, 2)},2026-01-31\n`),
    );
    await (
      await PlantedProject.open(world)
    ).plant({
      reference: 'a',
      trees: 10,
      survival: [{ audited_on: '2025-05-01', rate: 1, auditor: 'Tree Counters' }],
      polygon: { type: 'Polygon', coordinates: [smallTriangle] },
    });
    const offsets: { id: string; certificate_id: string }[] = [];
    for (let made = 0; made < certificates; made += 20) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, one) =>
          world.distributor.api.post('/biomass/offsets', { pages: 100 + made + one }),
        ),
      );
      offsets.push(...answers.map(({ body }) => body));
    }
    const [deleted, kept] = [offsets[3], offsets[100]];
    await world.distributor.api.delete(`/biomass/offsets/${deleted?.id}`);
    await updateLog(context);
    const seen = await auditor.text('/log/checkpoint');
    await world.distributor.api.post('/biomass/offsets', { pages: 5 });
    await updateLog(context);
    const { length } = await auditor.audit(seen);
    return new AlterableLog(
      world,
      auditor,
      kept?.certificate_id ?? '',
      deleted?.certificate_id ?? '',
      seen,
      length,
      await strangerFor(await auditor.text('/log/checkpoint')),
      await TableSnapshot.take(world.server, tables),
    );
  }

  run(...statements: string[]): Promise<void> {
    return runUnchecked(this.world.server, ...statements);
  }

  restore(): Promise<void> {
    return this.kept.restore();
  }

  keep(): Promise<void> {
    return updateLog(this.world.server.running.instance.context);
  }

  /** What was signed, as the data directory says. */
  signed(): Promise<string> {
    return readFile(this.world.server.running.instance.context.transparency.signedTreePath, 'utf8');
  }

  /** Neither the ledger check nor an auditor who has seen an earlier checkpoint finds anything. */
  async expectIntact(): Promise<void> {
    expect(await this.doctor()).toEqual({ code: 0, failures: [] });
    expect(await this.auditor.audit(this.seen)).toHaveLength(this.size);
  }

  /** What `log audit --since` finds, with the checkpoint that was seen. */
  async auditByCommand(): Promise<ProcessResult> {
    const { running } = this.world.server;
    const { dataDir } = running.instance.config;
    const since = join(dataDir, 'seen.checkpoint');
    await writeFile(since, this.seen);
    try {
      return await runInProcess(['log', 'audit', running.baseUrl, '--since', since], {
        REGROVE_DATA_DIR: dataDir,
      });
    } finally {
      setSha256();
    }
  }

  /** What `doctor --ledger` finds. */
  async doctor(): Promise<{ code: number | null; failures: string[] }> {
    const { dataDir } = this.world.server.running.instance.config;
    const { code, stdout } = await runInProcess(['doctor', '--ledger', '--json'], {
      REGROVE_DATABASE_URL: this.world.server.database.url,
      REGROVE_DATA_DIR: dataDir,
    });
    const failed = JSON.parse(stdout).filter(({ ok }: Json) => ok === false);
    for (const { advice } of failed) await expectRightAdvice(advice);
    return { code, failures: failed.map(({ detail }: Json) => detail) };
  }
}

async function strangerFor(checkpoint: string): Promise<{ key: string; note: string }> {
  const { text } = parseNote(checkpoint);
  const signer = await signerOf(parseCheckpoint(text).origin, 1, 3);
  return { key: formatVerifierKey(signer.key), note: formatNote(text, await signNote(text, signer)) };
}
