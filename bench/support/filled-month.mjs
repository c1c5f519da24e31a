import { depositsPerAccount, fillMonth } from './close-data.mjs';
import { createProjects } from './members.mjs';
import { count, seconds } from './table.mjs';

/** A database with a month of deposits that is not closed. */
export async function filledMonth(databases, name, accounts, month, { isWhole = false } = {}) {
  const started = performance.now();
  console.log(
    `  filling ${count(accounts)} accounts with ${count(accounts * depositsPerAccount)} deposits ...`,
  );
  const database = await databases.create(name);
  await database.use(async ({ context, pool }) => {
    const projects = [await createProjects(context, ' 1'), await createProjects(context, ' 2')];
    const projectIds = projects.map(({ forestryId }) => forestryId);
    await fillMonth(pool, { accounts, month, projectIds, isWhole });
  });
  console.log(`  filled in ${seconds(performance.now() - started)}`);
  return database;
}

export const isoMonth = (month) => month.toISOString().slice(0, 7);

export function lastMonth() {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1));
}
