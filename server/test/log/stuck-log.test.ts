import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { updateLog } from '../../src/features/log/update-log.js';
import type { Json } from '../support/api-client.js';
import { createOperator, type Operator } from '../support/command-line.js';
import { scrape } from '../support/metrics.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let operator: Operator;
beforeAll(async () => {
  world = await startWorld({ REGROVE_METRICS_PORT: '0' });
  operator = await createOperator({ database: world.server.database });
});
afterAll(async () => {
  await operator.close();
  await world.stop();
});
beforeEach(() => keep());

const keep = (): Promise<void> => updateLog(world.server.running.instance.context);
const sql: World['server']['sql'] = (text, values) => world.server.sql(text, values);

async function issue(): Promise<string> {
  const { body } = await world.distributor.api.post('/biomass/offsets', { pages: 10 });
  return body.certificate_id;
}

/** The details of what has failed, by check. */
async function doctor(): Promise<Record<string, string>> {
  const { stdout } = await operator.run('doctor', '--ledger', '--json');
  const failed = JSON.parse(stdout).filter(({ ok }: Json) => ok === false);
  return Object.fromEntries(failed.map(({ check, detail }: Json) => [check, detail]));
}

/** What monitoring tells. */
async function isHalted(): Promise<number | undefined> {
  return (await scrape(world.server.running.metricsPort)).value('regrove_log_halted');
}

describe('doctor and metrics', () => {
  it('says which certificate cannot be entered', async () => {
    const id = await issue();
    await sql(`update biomass_certificates set project_name = '' where id = $1`, [id]);
    await keep();
    expect((await doctor())['log']).toContain(`certificate.issued ${id} cannot be entered in the log: `);
    expect(await isHalted()).toBe(1);
    await sql(`update biomass_certificates set project_name = 'Forest' where id = $1`, [id]);
    await keep();
    expect(await doctor()).toEqual({});
    await until('a log that goes on', isHalted, (halted) => halted === 0);
  });

  it('says that a tile is incomplete', async () => {
    await sql('create table kept_tiles as table log_tiles');
    await sql('delete from log_tiles');
    await issue();
    await keep();
    expect((await doctor())['log']).toContain('Tile 0 of level 0 of the log is incomplete');
    await sql('insert into log_tiles table kept_tiles');
    await keep();
    expect(await doctor()).toEqual({});
  });

  it('says that nobody has entered anything for minutes, and what waits', async () => {
    const id = await issue();
    const old = `now() - interval '6 minutes'`;
    await sql(`update log_state set passed_at = ${old}`);
    // It may be entered in a moment.
    expect(await doctor()).toEqual({});
    await sql(`update biomass_certificates set issued_at = ${old} where id = $1`, [id]);
    const failures = await doctor();
    expect(failures['log']).toMatch(/^no worker has entered anything since \d{4}-.* wait/);
    expect(failures['ledger']).toContain(`certificate ${id} was not entered`);
    await sql('update log_state set passed_at = null');
    expect((await doctor())['log']).toMatch(/^no worker has entered anything yet/);
    // A backup was restored, and is looked at before it is in use.
    await sql('update log_state set restored = true');
    expect(await doctor()).toEqual({});
    await sql('update log_state set restored = false');
    await keep();
    expect(await doctor()).toEqual({});
  });

  it('does not mind that nobody has looked for long if nothing waits', async () => {
    await sql(`update log_state set passed_at = now() - interval '1 year'`);
    expect(await doctor()).toEqual({});
  });
});
