import { expectRightAdvice } from './right-advice.js';
import { expect } from 'vitest';
import { recordRetirements } from '../../src/features/carbon/record-retirements.js';
import { readRetirementFile } from '../../src/features/carbon/retirement-file.js';
import { keepLog } from '../../src/features/log/keep-log.js';
import type { Json } from './api-client.js';
import { CarbonOrders } from './carbon-orders.js';
import { runInProcess } from './command-line.js';
import { logAuditor, type LogAuditor } from './log-auditor.js';
import { PlantedProject } from './planted-project.js';
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
    await keepLog(context);
    const seen = await auditor.text('/log/checkpoint');
    await world.distributor.api.post('/biomass/offsets', { pages: 5 });
    await keepLog(context);
    const { length } = await auditor.audit(seen);
    const log = new AlterableLog(
      world,
      auditor,
      kept?.certificate_id ?? '',
      deleted?.certificate_id ?? '',
      seen,
      length,
    );
    await log.run(...tables.map((table) => `create table kept_${table} as table ${table}`));
    return log;
  }

  /** Constraints and triggers are what somebody with access to the files would not meet. */
  async run(...statements: string[]): Promise<void> {
    await this.world.server.sql(
      ['begin', 'set local session_replication_role = replica', ...statements, 'commit'].join('; '),
    );
  }

  restore(): Promise<void> {
    return this.run(
      ...tables.flatMap((table) => [
        `delete from ${table}`,
        `insert into ${table} select * from kept_${table}`,
      ]),
    );
  }

  keep(): Promise<void> {
    return keepLog(this.world.server.running.instance.context);
  }

  /** Neither the ledger check nor an auditor who has seen an earlier checkpoint finds anything. */
  async expectIntact(): Promise<void> {
    expect(await this.doctor()).toEqual({ code: 0, failures: [] });
    expect(await this.auditor.audit(this.seen)).toHaveLength(this.size);
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
