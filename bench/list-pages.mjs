import { URLSearchParams } from 'node:url';
import { apiClient } from './support/api-client.mjs';
import { bigLists, keyNearEnd, pageSize, queriesNearEnd } from './support/big-lists.mjs';
import { compareCost } from './support/compare-cost.mjs';
import { count } from './support/table.mjs';

/** One page of every big list, at its start and near its end. */
export async function measureListPages({ installation, many, parent, sizes }) {
  const server = await installation.serve();
  const database = await installation.open();
  const results = [];
  for (const list of bigLists) {
    const { account, key } = list.ofParent ? parent : many;
    const rows = list.ofParent ? sizes.children : sizes.rows;
    const client = apiClient(server, key);
    const near = await keyNearEnd(database.pool, list, account);
    for (const { name, query, cursor } of queriesNearEnd(list, near)) {
      const start = `${list.path}?limit=${pageSize}`;
      const end = `${start}&${new URLSearchParams({ ...query, ...(cursor && { cursor }) })}`;
      results.push(
        await compareCost({
          what: `GET ${list.path}, ${pageSize} at the end of ${count(rows)} by ${name}`,
          otherIs: 'at the start',
          ours: () => fullPage(client, end),
          other: () => fullPage(client, start),
          turns: sizes.turns,
        }),
      );
    }
    client.close();
  }
  await database.close();
  await server.stop();
  return results;
}

// A short page would be cheap for the wrong reason.
async function fullPage(client, path) {
  const text = await client.get(path);
  if (text.split('"id":').length <= pageSize) throw new Error(`GET ${path} is not a full page`);
}
