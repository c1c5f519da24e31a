import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unavailableNodes } from '../../src/database/cluster-store.js';
import {
  waitForPreparedBeforeJob,
  waitForPreparedTransactions,
} from '../../src/database/prepared-transaction-store.js';
import { crossAccountStatement } from '../../src/database/statement.js';
import { sendMails } from '../../src/features/mail/send-mails.js';
import { findFeedsOnNodes } from '../../src/features/feeds/feed-store.js';
import { sendRequestedLink } from '../../src/features/sessions/request-sign-in-link.js';
import { signIn } from '../../src/features/sessions/sign-in.js';
import { createSignInLink } from '../../src/features/users/sign-in-link.js';
import type { User } from '../../src/features/users/user-store.js';
import { hashToken } from '../../src/platform/secrets/tenant-token.js';
import {
  createCitusDatabase,
  findCitus,
  query,
  startCitusCluster,
  type CitusCluster,
} from '../support/citus-cluster.mjs';
import { prepareCitusDatabase } from '../support/citus-server.js';
import { runInProcess } from '../support/command-line.js';
import { isDistributed } from '../support/database.js';
import { scrape } from '../support/metrics.js';
import { fetchPage, issueCertificate } from '../support/public-pages.js';
import { freePort } from '../support/ports.js';
import { until } from '../support/until.js';
import { createAcceptedUser, signInVisitor, createInvitedUser, type Visitor } from '../support/visitor.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

const countAccounts = crossAccountStatement<{ count: number }>(
  'the accounts of every node are counted',
  'select count(*)::integer from account_states',
);

// With a cluster of its own, because other tests use the nodes of the shared one.
describe.skipIf(!isDistributed)('A node that is down', () => {
  let directory: string;
  let cluster: CitusCluster;
  let world: World;
  let there: TestAccount;
  let elsewhere: TestAccount;
  let user: User;
  let person: Visitor;
  let lost = 0;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'regrove-citus-down-'));
    cluster = await startCitusCluster({
      programs: (await findCitus()) ?? '',
      directory,
      ports: [await freePort(), await freePort(), await freePort()],
      settings: { fsync: 'off', 'citus.recover_2pc_interval': '1s' },
    });
    await createCitusDatabase(cluster, 'regrove');
    const url = cluster.urlOf('regrove');
    await prepareCitusDatabase(url);
    world = await startWorld({ REGROVE_DATABASE_URL: url, REGROVE_METRICS_PORT: '0' });
    lost = cluster.ports[1] ?? 0;
    const portOf = async ({ id }: TestAccount): Promise<unknown> =>
      (
        await query(url, [
          `select nodeport from pg_dist_shard_placement
           where shardid = get_shard_id_for_distribution_column('account_states', '${id}'::uuid)`,
        ])
      )[0]?.['nodeport'];
    const find = async (isThere: boolean): Promise<TestAccount> => {
      for (;;) {
        const member = await world.newAccount();
        if (((await portOf(member)) === lost) === isThere) return member;
      }
    };
    there = await find(true);
    elsewhere = await find(false);
    user = await createInvitedUser(world.server, elsewhere.account);
    person = await signInVisitor(world.server, user);
  });
  afterAll(async () => {
    await world.stop();
    await cluster.stop();
    await rm(directory, { recursive: true });
  });

  /** What the metric and `doctor` tell. */
  const monitored = async (): Promise<unknown[]> => {
    const { running } = world.server;
    const { stdout } = await runInProcess(['doctor', '--json'], {
      REGROVE_DATABASE_URL: cluster.urlOf('regrove'),
      REGROVE_DATA_DIR: running.instance.config.dataDir,
    });
    const checks = JSON.parse(stdout) as { check: string; detail: string }[];
    const metrics = await scrape(running.metricsPort);
    return [
      metrics.value('regrove_database_nodes_away'),
      checks.find(({ check }) => check === 'cluster')?.detail,
    ];
  };
  /** The metric is cached for a second. */
  const untilMonitored = (expected: unknown[]): Promise<unknown> =>
    until('the metric and `doctor` to tell', monitored, (told) => isDeepStrictEqual(told, expected));
  const allRespond = '2 workers, 4 shards, all of them respond to regrove_app';
  const deposit = ({ api }: TestAccount) => api.post('/deposits', { pages: 1 });
  const ready = async (): Promise<unknown> => {
    const { body } = await request(`${world.server.running.baseUrl}/health/ready`, {
      dispatcher: world.server.agent,
    });
    return body.json();
  };

  const loseNode = async (): Promise<void> => {
    await cluster.stopNode(lost, 'SIGKILL');
    await until(
      'the node to be missed',
      () => unavailableNodes(world.server.running.instance.context.db),
      (nodes) => nodes.length === 1,
    );
  };
  const untilServed = (): Promise<unknown> =>
    until(
      'its accounts to be served',
      () => deposit(there),
      ({ status }) => status === 200,
    );
  const withoutNode = async (work: () => Promise<void>): Promise<void> => {
    await loseNode();
    try {
      await work();
    } finally {
      await cluster.startNode(lost);
      await untilServed();
    }
  };

  it('makes requests of its accounts fail with 503 until it is back, and no others', async () => {
    const { context } = world.server.running.instance;
    expect(await ready()).toEqual({ ready: true });
    expect(await monitored()).toEqual([0, allRespond]);
    await loseNode();
    expect(await deposit(there)).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
    expect(await deposit(elsewhere)).toMatchObject({ status: 200 });
    expect(await person.get('/app/session')).toMatchObject({
      status: 200,
      body: { accounts: [{ account_id: elsewhere.id }] },
    });
    await createSignInLink(context, user, { isSent: true });
    await sendMails(context, { account: elsewhere.account.id });
    await createSignInLink(context, user, { isSent: true });
    await sendMails(context);
    const mails = 'select state from mails where account_id = $1 and kind = $2';
    expect(await world.server.sql(mails, [elsewhere.id, 'sign-in'])).toEqual([
      { state: 'sent' },
      { state: 'sent' },
    ]);
    await until(
      'the server to say so',
      ready,
      (body) => JSON.stringify(body) === '{"ready":true,"nodes_away":1}',
    );
    await untilMonitored([
      1,
      `no response to regrove_app from 127.0.0.1:${lost}: requests of the accounts there get a 503`,
    ]);

    await cluster.startNode(lost);
    await untilServed();
    await until('the server to say so', ready, (body) => JSON.stringify(body) === '{"ready":true}');
    await untilMonitored([0, allRespond]);
  });

  it('leaves sign-in, certificates and feeds to others', async () => {
    const { context } = world.server.running.instance;
    const [shown, hidden] = [
      await issueCertificate(elsewhere, 20_000, world.projects.forest),
      await issueCertificate(there, 20_000, world.projects.forest),
    ];
    const absent = await createAcceptedUser(world.server, there.account);
    for (const { api } of [there, elsewhere]) await api.post('/feeds', { type: 'fmaudit' });
    const link = (email: string): Promise<void> =>
      sendRequestedLink(context, { email, browser_hash: '00', asked_at: new Date().toISOString() });
    const linksOf = async (member: TestAccount): Promise<number> =>
      (await world.server.sql('select id from sign_in_links where account_id = $1', [member.id])).length;
    const before = { elsewhere: await linksOf(elsewhere), there: await linksOf(there) };

    await withoutNode(async () => {
      await link(user.email);
      expect(await linksOf(elsewhere)).toBe(before.elsewhere + 1);
      await expect(link(absent.email)).rejects.toThrow(/node of the database does not respond/);
      expect(await fetchPage(world, shown.url)).toMatchObject({ status: 200 });
      expect(await fetchPage(world, hidden.url)).toMatchObject({ status: 503 });
      const { rows, isComplete } = await findFeedsOnNodes(context.db, {});
      expect([rows.map(({ accountId }) => accountId), isComplete]).toEqual([[elsewhere.id], false]);
    });
    await link(absent.email);
    expect(await linksOf(there)).toBe(before.there + 1);
    expect(await fetchPage(world, hidden.url)).toMatchObject({ status: 200 });
    expect(await findFeedsOnNodes(context.db, {})).toMatchObject({ rows: [{}, {}], isComplete: true });
  });

  it('does not sign people in to another account than the one they chose', async () => {
    const { context } = world.server.running.instance;
    const email = 'both@example.com';
    await createAcceptedUser(world.server, there.account, { email });
    const here = await createAcceptedUser(world.server, elsewhere.account, { email });
    const { token } = await createSignInLink(context, here, {
      isSent: false,
      browserHash: hashToken('browser'),
    });
    const attempt = (accountId: string): Promise<unknown> =>
      signIn(context, token, { browser: 'browser', email: undefined, accountId, userAgent: undefined });
    await withoutNode(async () => {
      await expect(attempt(there.id)).rejects.toThrow(/node of the database does not respond/);
      expect(await attempt(elsewhere.id)).toMatchObject({
        is: 'signedIn',
        session: { accountId: elsewhere.id },
      });
    });
  });

  const snapshot = (): Promise<unknown> =>
    world.server.running.instance.pool.snapshot((db) => db.first(countAccounts));

  it('does not make others wait while it hangs', async () => {
    const { db } = world.server.running.instance.context;
    const resume = await cluster.hangNode(lost);
    try {
      await expect(snapshot()).rejects.toThrow(/node of the database does not respond/);
      await expect(waitForPreparedTransactions(db)).rejects.toThrow(/node of the database does not respond/);
      await waitForPreparedBeforeJob(db, new AbortController().signal);
      expect(await deposit(elsewhere)).toMatchObject({ status: 200 });
      await until('the server to say so', ready, (body) =>
        isDeepStrictEqual(body, { ready: true, nodes_away: 1 }),
      );
      await until(
        'the metric to tell',
        () => scrape(world.server.running.metricsPort),
        (metrics) => metrics.value('regrove_database_nodes_away') === 1,
      );
    } finally {
      resume();
    }
    await untilServed();
    expect(await snapshot()).toEqual({ count: expect.any(Number) as number });
  });

  it('delays a snapshot while it has to finish a transaction, and no writes', async () => {
    const { db } = world.server.running.instance.context;
    const node = cluster.urlOf('regrove', lost);
    // Of a group that does not exist, so that no node of the cluster finishes it.
    await query(node, ['begin', 'select txid_current()', "prepare transaction 'citus_99_1_1_1'"]);
    const ended: string[] = [];
    const reading = snapshot().then(() => ended.push('snapshot'));
    const job = waitForPreparedBeforeJob(db, new AbortController().signal).then(() => ended.push('job'));
    for (const member of Array.from({ length: 5 }, () => [there, elsewhere]).flat())
      expect(await deposit(member)).toMatchObject({ status: 200 });
    expect(ended).toEqual([]);
    await query(node, ["rollback prepared 'citus_99_1_1_1'"]);
    await Promise.all([reading, job]);
    expect(ended.toSorted()).toEqual(['job', 'snapshot']);
  });
});
