import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodesAway } from '../../src/database/cluster-store.js';
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
import { freePort } from '../support/ports.js';
import { until } from '../support/until.js';
import { startWorld, type Member, type World } from '../support/world.js';

// With a cluster of its own, because other tests use the nodes of the shared one.
describe.skipIf(!isDistributed)('A node that is away', () => {
  let directory: string;
  let cluster: CitusCluster;
  let world: World;
  let there: Member;
  let elsewhere: Member;
  let lost = 0;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'regrove-citus-away-'));
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
    const portOf = async ({ id }: Member): Promise<unknown> =>
      (
        await query(url, [
          `select nodeport from pg_dist_shard_placement
           where shardid = get_shard_id_for_distribution_column('account_states', '${id}'::uuid)`,
        ])
      )[0]?.['nodeport'];
    const find = async (isThere: boolean): Promise<Member> => {
      for (;;) {
        const member = await world.member();
        if (((await portOf(member)) === lost) === isThere) return member;
      }
    };
    there = await find(true);
    elsewhere = await find(false);
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
  const allRespond = '2 workers, 4 shards, all of them respond to regrove_app';
  const deposit = ({ api }: Member) => api.post('/deposits', { pages: 1 });
  const ready = async (): Promise<unknown> => {
    const { body } = await request(`${world.server.running.baseUrl}/health/ready`, {
      dispatcher: world.server.agent,
    });
    return body.json();
  };

  it('makes requests of its accounts fail with 503 until it is back, and no others', async () => {
    const { db } = world.server.running.instance.context;
    expect(await ready()).toEqual({ ready: true });
    expect(await monitored()).toEqual([0, allRespond]);
    await cluster.stopNode(lost, 'SIGKILL');
    await until(
      'the node to be missed',
      () => nodesAway(db),
      (nodes) => nodes.length === 1,
    );
    expect(await deposit(there)).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
    expect(await deposit(elsewhere)).toMatchObject({ status: 200 });
    await until(
      'the server to say so',
      ready,
      (body) => JSON.stringify(body) === '{"ready":true,"nodes_away":1}',
    );
    expect(await monitored()).toEqual([
      1,
      `no response to regrove_app from 127.0.0.1:${lost}: requests of the accounts there get a 503`,
    ]);

    await cluster.startNode(lost);
    await until(
      'its accounts to be served',
      () => deposit(there),
      ({ status }) => status === 200,
    );
    await until('the server to say so', ready, (body) => JSON.stringify(body) === '{"ready":true}');
    expect(await monitored()).toEqual([0, allRespond]);
  });
});
