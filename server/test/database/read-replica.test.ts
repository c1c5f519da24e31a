import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportDatabase } from '../../src/database/report-database.js';
import { invalid } from '../../src/platform/errors.js';
import { runInProcess } from '../support/command-line.js';
import { scrape } from '../support/metrics.js';
import {
  canReplicate,
  startReplicatedPostgres,
  type ReplicatedPostgres,
} from '../support/streaming-replica.js';
import { until } from '../support/until.js';
import { signInVisitor, createInvitedUser, type Visitor } from '../support/visitor.js';
import { startWorld, type World } from '../support/world.js';

describe.skipIf(!canReplicate)('With a read replica', () => {
  let postgres: ReplicatedPostgres;
  let world: World;
  let person: Visitor;
  let env: Record<string, string>;
  beforeAll(async () => {
    postgres = await startReplicatedPostgres();
    const { url, replicaUrl } = postgres;
    const urls = { REGROVE_DATABASE_URL: url, REGROVE_DATABASE_REPLICA_URL: replicaUrl };
    world = await startWorld({ ...urls, REGROVE_METRICS_PORT: '0' });
    env = { ...urls, REGROVE_DATA_DIR: world.server.running.instance.config.dataDir };
    person = await signInVisitor(world.server, await createInvitedUser(world.server, world.customer.account));
  });
  afterAll(async () => {
    await world.stop();
    await postgres.stop();
  });

  const month = (): string => world.server.now().toISOString().slice(0, 7);
  const exported = async (): Promise<string> => {
    const path = `/app/accounts/${world.customer.id}/deposits/export?month=${month()}`;
    const { status, text } = await person.get(path);
    expect(status).toBe(200);
    return text;
  };
  const deposit = async (): Promise<string> =>
    (await world.customer.api.post('/deposits', { pages: 3 })).body.id;
  const isUsed = async (): Promise<number | undefined> =>
    (await scrape(world.server.running.metricsPort)).value('regrove_up_replica');
  /** How often the replica has run statements with these words. */
  const statements = async (words: RegExp): Promise<number> =>
    [...(await postgres.replicaLog()).matchAll(words)].length;

  /** Whether a command runs such statements on the replica. If the machine is busy, it may be too far behind at times. */
  const reads = async (args: string[], words: RegExp, given: Record<string, string>): Promise<boolean> => {
    const before = await statements(words);
    expect((await runInProcess(args, given)).code).toBe(0);
    return (await statements(words)) > before;
  };
  const isUsedAgain = (): Promise<unknown> =>
    until('the replica to be used', async () => {
      await exported();
      return (await isUsed()) === 1;
    });

  it('exports are read from it, and contain every deposit that was acknowledged before', async () => {
    const before = await statements(/from deposits/g);
    for (let count = 0; count < 20; count++) {
      const id = await deposit();
      expect(await exported()).toContain(id);
    }
    await isUsedAgain();
    expect(await statements(/from deposits/g)).toBeGreaterThan(before);
  });

  it.each([
    [['invoices', 'export', '--format', 'csv'], /from invoices/g],
    [['audit', 'list'], /from audit_entries/g],
    [['doctor', '--ledger'], /from settlements/g],
  ])('the command %j reads from it', async (args, words) => {
    await until('statements of the command', () => reads(args, words, env));
  });

  it('annual reports are read from it, in one transaction', async () => {
    await isUsedAgain();
    const report = async (): Promise<boolean> => {
      const before = await statements(/begin isolation level repeatable read read only/g);
      expect((await world.customer.api.get('/reports/annual?year=2026')).status).toBe(200);
      return (await statements(/begin isolation level repeatable read read only/g)) > before;
    };
    await until('a report from the replica', report);
  });

  it('a report that is refused is no reason to leave it', async () => {
    await isUsedAgain();
    const { context } = world.server.running.instance;
    const refused = reportDatabase(context).repeatableRead(() =>
      Promise.reject(invalid('Too many accounts')),
    );
    await expect(refused).rejects.toThrow('Too many accounts');
    expect(await isUsed()).toBe(1);
  });

  it('of several hosts a standby is preferred', async () => {
    const [primary, replica] = [postgres.url, postgres.replicaUrl].map((url) => new URL(url).host);
    const hosts = `postgresql://postgres@${primary},${replica}/regrove`;
    const readsWith = (target: string): Promise<boolean> => {
      const url = `${hosts}?target_session_attrs=${target}`;
      const others = { ...env, REGROVE_DATABASE_REPLICA_URL: url };
      return reads(['audit', 'list'], /from audit_entries/g, others);
    };
    for (const target of ['prefer-standby', 'standby', 'read-only'])
      await until(`reads from a host that is ${target}`, () => readsWith(target));
    expect(await readsWith('primary')).toBe(false);
  });

  it('the API does not read from it', async () => {
    const before = await statements(/from deposits/g);
    expect((await world.customer.api.get('/deposits')).status).toBe(200);
    expect(await statements(/from deposits/g)).toBe(before);
  });

  it('an account with many exports leaves connections to it for other accounts', async () => {
    const other = await signInVisitor(
      world.server,
      await createInvitedUser(world.server, world.stranger.account),
    );
    await isUsedAgain();
    // What locks a table on the primary locks it on the replica, too.
    const primary = new pg.Client({ connectionString: postgres.url });
    const replica = new pg.Client({ connectionString: postgres.replicaUrl });
    await Promise.all([primary.connect(), replica.connect()]);
    const waiting = async (): Promise<number> => {
      const { rows } = await replica.query<{ granted: boolean; mode: string }>(
        `select granted, mode from pg_locks where relation = 'deposits'::regclass`,
      );
      if (!rows.some(({ mode }) => mode === 'AccessExclusiveLock')) return -1;
      return rows.filter(({ granted }) => !granted).length;
    };
    await primary.query('begin; lock table deposits in access exclusive mode');
    const path = `/app/accounts/${world.customer.id}/deposits/export?month=${month()}`;
    let many: Promise<unknown>[] = [];
    try {
      await until('the lock on the replica', waiting, (count) => count === 0);
      many = Array.from({ length: 12 }, () => person.get(path).catch(() => undefined));
      await until('exports to wait for the lock', waiting, (count) => count >= 2);
      const before = await statements(/from invoices/g);
      const { status } = await other.get(`/app/accounts/${world.stranger.id}/invoices/export?format=csv`);
      expect(status).toBe(200);
      expect(await statements(/from invoices/g)).toBeGreaterThan(before);
      expect(await waiting()).toBeLessThanOrEqual(2);
      expect(await isUsed()).toBe(1);
    } finally {
      await primary.end();
      await Promise.all(many);
      await replica.end();
    }
  });

  it('the primary is used while it is behind, and it again once it has caught up', async () => {
    await postgres.pauseReplay();
    const id = await deposit();
    expect(await exported()).toContain(id);
    expect(await isUsed()).toBe(0);
    await postgres.resumeReplay();
    await isUsedAgain();
  });

  it('the primary is used while it is away, which commands report, and it again once it is back', async () => {
    await postgres.killReplica();
    const id = await deposit();
    expect(await exported()).toContain(id);
    expect(await isUsed()).toBe(0);
    const { code, stderr } = await runInProcess(['audit', 'list'], env);
    expect(code).toBe(0);
    expect(stderr).toContain('the read replica cannot be used; reports are read from the primary');
    const doctor = await runInProcess(['doctor'], env);
    expect(doctor.code).toBe(1);
    expect(doctor.stdout).toContain(
      'FAIL  replica   reports are read from the primary: connect ECONNREFUSED',
    );
    await postgres.startReplica();
    await isUsedAgain();
    expect(await exported()).toContain(id);
  });

  it('the primary is used once the replica has become a primary itself', async () => {
    await isUsedAgain();
    await postgres.promoteReplica();
    const id = await deposit();
    expect(await exported()).toContain(id);
    expect(await isUsed()).toBe(0);
  });
});
