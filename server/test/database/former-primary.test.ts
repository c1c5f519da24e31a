import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DatabaseHosts } from '../../src/database/database-hosts.js';
import { readDatabaseUrl } from '../../src/platform/config/database-url.js';
import { startForwarder, type Forwarder } from '../support/forwarder.js';
import {
  canReplicate,
  startReplicatedPostgres,
  type ReplicatedPostgres,
} from '../support/streaming-replica.js';
import { until } from '../support/until.js';

describe.skipIf(!canReplicate)('When a primary was replaced and accepts writes again', () => {
  let postgres: ReplicatedPostgres;
  let former: Forwarder;
  let successor: Forwarder;
  const opened: DatabaseHosts[] = [];
  beforeAll(async () => {
    postgres = await startReplicatedPostgres();
    former = await startForwarder(postgres.sockets.primary);
    successor = await startForwarder(postgres.sockets.replica);
  });
  afterAll(async () => {
    for (const hosts of opened) hosts.close();
    await former.close();
    await successor.close();
    await postgres.stop();
  });

  function open(): DatabaseHosts {
    const url = `postgresql://postgres@127.0.0.1:${former.port},127.0.0.1:${successor.port}/regrove`;
    const hosts = new DatabaseHosts(readDatabaseUrl(url), 'read-write', () => undefined);
    opened.push(hosts);
    return hosts;
  }

  it('it is not used: it lacks what its successor has acknowledged', async () => {
    const hosts = open();
    expect((await hosts.find()).port).toBe(former.port);
    await postgres.promoteReplica();
    former.pause();
    hosts.distrust(await hosts.find());
    await until('the successor to be found', async () => (await hosts.find()).port === successor.port);

    former.resume();
    successor.pause();
    hosts.distrust(await hosts.find());
    await expect(hosts.find()).rejects.toThrow(
      `127.0.0.1:${former.port} is a former primary (timeline 1, after 2 was used)`,
    );

    successor.resume();
    await until('the successor to be found', async () => {
      const host = await hosts.find().catch(() => undefined);
      return host?.port === successor.port;
    });
  });

  it('a process that starts then uses the successor', async () => {
    expect((await open().find()).port).toBe(successor.port);
  });
});
