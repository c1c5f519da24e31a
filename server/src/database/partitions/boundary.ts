import type pg from 'pg';
import { unavailable } from '../../platform/errors.js';
import { changeCatalog } from '../lock-timeout.js';

/**
 * A check that is added to a table before it becomes a partition with an upper bound: PostgreSQL validates it while rows are
 * written, and then need not read the table under an exclusive lock. It refuses rows of later months, so it must not outlive
 * the run that added it.
 */
export const boundaryName = 'partition_boundary';

/** Any constant will do, as long as every Regrove process uses the same one, and migrations use another. */
const partitionLock = 7_265_677;

const tryLock = async (client: pg.ClientBase): Promise<boolean> =>
  (await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [partitionLock]))
    .rows[0]?.taken ?? false;

/** Runs work while no other process partitions tables; undefined if one does. */
export async function withPartitionLock<T>(
  client: pg.ClientBase,
  work: () => Promise<T>,
): Promise<T | undefined> {
  if (!(await tryLock(client))) return undefined;
  const unlock = (): Promise<unknown> => client.query('select pg_advisory_unlock($1)', [partitionLock]);
  const result = await work().catch(async (error: unknown) => {
    // If the connection is lost, so is the lock. The error of the work says more.
    await unlock().catch(() => undefined);
    throw error;
  });
  await unlock();
  return result;
}

interface WithBoundary {
  readonly name: string;
  readonly isOwn: boolean;
}

async function tablesWithBoundary(client: pg.ClientBase): Promise<WithBoundary[]> {
  const { rows } = await client.query<WithBoundary>(
    `select conrelid::regclass::text as name, pg_has_role(current_user, relowner, 'usage') as "isOwn"
     from pg_constraint join pg_class on pg_class.oid = conrelid
     where conname = $1 and connamespace = current_schema()::regnamespace order by 1`,
    [boundaryName],
  );
  return rows;
}

/** Of a run that was killed. Does nothing while one is in progress. */
export async function removeAbandonedBoundaries(client: pg.ClientBase): Promise<void> {
  if ((await tablesWithBoundary(client)).some(({ isOwn }) => isOwn))
    await withPartitionLock(client, () => removeBoundaries(client));
}

/** Tables with a boundary that no run will remove. */
export async function abandonedBoundaries(client: pg.ClientBase): Promise<string[]> {
  if ((await tablesWithBoundary(client)).length === 0) return [];
  const abandoned = await withPartitionLock(client, () => tablesWithBoundary(client));
  return abandoned?.map(({ name }) => name) ?? [];
}

/** Only with the partition lock. */
export async function removeBoundaries(client: pg.ClientBase): Promise<void> {
  for (const { name } of await tablesWithBoundary(client))
    await changeCatalog(client, () =>
      client.query(`alter table ${name} drop constraint if exists ${boundaryName}`),
    );
}

const checkViolation = '23514';

export interface Boundary {
  readonly table: string;
  readonly condition: string;
}

/** Adds the check and reads all rows, while others are written. False if some do not fulfil it; the check stays. */
export async function addBoundary(client: pg.ClientBase, { table, condition }: Boundary): Promise<boolean> {
  await changeCatalog(client, () =>
    client.query(`alter table ${table} add constraint ${boundaryName} check (${condition}) not valid`),
  );
  try {
    await client.query(`alter table ${table} validate constraint ${boundaryName}`);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === checkViolation) return false;
    throw error;
  }
}

/** Runs work that adds boundaries, and removes those that are left if it fails. */
export async function withBoundaries<T>(
  client: pg.ClientBase,
  boundaries: readonly Boundary[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await removeBoundaries(client).catch(() => {
      throw unavailable(
        `${error instanceof Error ? error.message : String(error)}. The check ${boundaryName} could not be removed from ` +
          `${boundaries.map(({ table }) => table).join(', ')}: run this command again, or writes fail in a few weeks`,
      );
    });
    throw error;
  }
}
