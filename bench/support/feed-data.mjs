import { createAccount, createFeed, createServer } from './compiled-server.mjs';
import { groupName, token } from './print-queues.mjs';

/** Creates accounts with one print server each, and feeds that each read a group of its devices. */
export async function createFeeds(context, { servers, feedsPerServer, port }) {
  for (let server = 0; server < servers; server++) {
    const account = await createAccount(context, undefined, 'customer', { name: `Customer ${server}` });
    const { id: serverId } = await createServer(context, account.id, {
      type: 'papercut',
      url: `http://127.0.0.1:${port}`,
      username: 'reader',
      password: token,
    });
    for (let group = 0; group < feedsPerServer; group++) {
      const source = { type: 'papercut', serverId, externalId: groupName(group), createdBy: account.id };
      const input = { ...source, collectionScope: 'all' };
      await createFeed(context, account, input, { health: 'healthy' });
    }
  }
}

/** Switches the feeds of the print servers at this port on or off. */
export const switchFeeds = (pool, port, isOn) =>
  pool.withClient((client) =>
    client.query(
      `update feeds set status = $1 from servers where servers.id = feeds.server_id and url = $2`,
      [isOn ? 'active' : 'inactive', `http://127.0.0.1:${port}`],
    ),
  );

const collecting = `
  update feeds set collected_at = null;
  select graphile_worker.add_job('collect-feeds', '{}'::json, max_attempts => 1)`;

/** Queues a collection and returns the milliseconds until this many feeds were collected. */
export const collectAll = (pool, feeds, pause) =>
  pool.withClient(async (client) => {
    const began = Date.now();
    await client.query(collecting);
    for (;;) {
      const { rows } = await client.query(
        'select count(*)::int as done, max(collected_at) as last from feeds where collected_at is not null',
      );
      const [{ done, last }] = rows;
      if (done === feeds) return new Date(last).getTime() - began;
      await pause(100);
    }
  });

/** Checks that the deposits contain exactly the pages between the first and the last reading of each device. */
export async function requireExactDeposits(pool) {
  const { rows } = await pool.withClient((client) =>
    client.query(`
      select (select sum(pages) from deposits where feed_id is not null) as deposited,
        (select sum(mark) from feed_devices)
          - (select sum(total) from feed_readings where note = 'baseline') as printed`),
  );
  const [{ deposited, printed }] = rows;
  if (Number(deposited) !== Number(printed))
    throw new Error(`${deposited} of ${printed} pages were deposited`);
}
