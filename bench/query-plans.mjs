import { bigLists, keyNearEnd, pageSize, queriesNearEnd } from './support/big-lists.mjs';
import { routes } from './support/compiled-server.mjs';
import { explainingDatabase } from './support/explain.mjs';
import { count } from './support/table.mjs';

// A row costs its own block and a few index blocks for each join.
const maxBlocks = 12 * pageSize;
// Where a page starts within a block, and how deep the index is there, is random.
const chanceBlocks = 20;

/**
 * What one page of every big list makes PostgreSQL read. The statements are those of the server's routes, but with
 * generic plans: a prepared statement may end up with one, and a bad plan would go unnoticed there.
 */
export async function measureQueryPlans({ installation, many, parent, sizes }) {
  const { context, pool, close } = await installation.open();
  const results = [];
  for (const list of bigLists) {
    const { account } = list.ofParent ? parent : many;
    const rows = list.ofParent ? sizes.children : sizes.rows;
    const route = routes.find(({ path, item }) => path === list.path && item);
    const read = (query, after) =>
      pool.withClient(async (client) => {
        const { db, seen } = await explainingDatabase(client);
        await route.page({ context: { ...context, db }, account, query }, { after, limit: pageSize + 1 });
        return seen();
      });

    const start = await read({}, undefined);
    for (const { name, query, after } of queriesNearEnd(list, await keyNearEnd(pool, list, account))) {
      const end = await read(query, after);
      const readsWhole = [...start.wholeTables, ...end.wholeTables].includes(list.table);
      // A page does not justify parallel workers, of which PostgreSQL has few.
      const callsWorkers = start.workers || end.workers;
      const isFlat = end.blocks <= Math.min(start.blocks + chanceBlocks, maxBlocks);
      const holds = isFlat && !readsWhole && !callsWorkers;
      if (!holds) console.log(end.text);
      results.push({
        what: `${list.path}, a page at the end of ${count(rows)} by ${name}`,
        ours: `${count(end.blocks)} blocks`,
        other: `${count(start.blocks)} blocks`,
        otherIs: 'at the start',
        ratio: end.blocks / start.blocks,
        bar: `the same (up to ${chanceBlocks} more), under ${count(maxBlocks)}`,
        holds,
      });
    }
  }
  await close();
  return results;
}
