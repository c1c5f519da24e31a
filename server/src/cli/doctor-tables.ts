import type { Instance } from '../database/instance.js';
import { pendingMigrations } from '../database/migrate.js';
import { abandonedBoundaries } from '../database/partitions/boundary.js';
import { growingTables } from '../database/partitions/growing-tables.js';
import { readPartitionState, type PartitionState } from '../database/partitions/partition-state.js';
import { addMonths, isoMonth } from '../platform/time/months.js';
import type { Advice } from './doctor-advice.js';
import { failure, success, warning, type Finding } from './doctor-finding.js';

/** From this many rows on, partitions by month save more than they cost; see docs/decisions/0026-partitions-by-month.md. */
const paysFromRows = 50_000_000;
/** How long before the last prepared month ends it is time to prepare more. */
const noticeMonths = 2;

/** How large the tables are that grow with every request, and whether they should be partitioned. */
export async function checkTables({ context, pool }: Instance, advice: Advice): Promise<Finding> {
  if ((await pendingMigrations(pool)).length > 0) return success('unknown until the schema is up to date');
  if (pool.layout === 'distributed') return success('distributed by account, not partitioned by month');
  const abandoned = await pool.withClient(abandonedBoundaries);
  if (abandoned.length > 0)
    return failure(
      `partitioning ${abandoned.join(', ')} was interrupted: unless it is finished, writes fail in a few weeks`,
      advice.unfinishedPartitions,
    );
  const states = await pool.withClient(async (client) => {
    const all: (PartitionState & { name: string })[] = [];
    for (const table of growingTables)
      all.push({ name: table.name, ...(await readPartitionState(client, table)) });
    return all;
  });
  const sizes = states.map(describe).join('; ');
  const soon = addMonths(context.clock(), noticeMonths);
  if (states.some(({ isPartitioned, rows }) => !isPartitioned && rows >= paysFromRows))
    return warning(`${sizes}. Partitioning by month pays now`, advice.partitionsPay);
  const unknown = states.filter(({ isPartitioned, isAnalyzed }) => isPartitioned && !isAnalyzed);
  if (unknown.length > 0)
    return warning(
      `${sizes}. PostgreSQL has no statistics of ${unknown.map(({ name }) => name).join(', ')}`,
      advice.noStatistics,
    );
  if (states.some(({ preparedUntil }) => preparedUntil !== undefined && preparedUntil <= soon))
    return warning(`${sizes}. Few months are left`, advice.fewMonths);
  return success(sizes);
}

function describe({ name, rows, bytes, preparedUntil }: PartitionState & { name: string }): string {
  const size = `${name} about ${rows.toLocaleString('en')} rows, ${(bytes / 1e9).toFixed(1)} GB`;
  return preparedUntil === undefined
    ? size
    : `${size}, partitioned by month until ${isoMonth(addMonths(preparedUntil, -1))}`;
}
