import { updateCounters, fillAccount, fillChildren, vacuum } from './fill.mjs';
import { createInstallation } from './installation.mjs';
import { createAccountWithKey, createProjects } from './members.mjs';

export const fullSizes = {
  rows: 1_000_000,
  fewRows: 100,
  children: 100_000,
  turns: { warmUp: 20, rounds: 20, perRound: 25 },
  screenTurns: { warmUp: 5, rounds: 5, perRound: 5 },
  starts: 7,
  firstStarts: 3,
  demos: 5,
  blocks: 7,
  close: { accounts: 100_000, rounds: 2, quietSeconds: 30 },
  citus: { accounts: 20_000, rounds: 3 },
  exports: { rows: 20_000, atOnce: 8 },
  jobImport: { lines: 10_000, quietMs: 5_000 },
  report: { deposits: 1_000_000, certificates: 100_000, quietMs: 5_000 },
  agent: { printers: 1_000 },
  feeds: { servers: 100, feedsPerServer: 10, rounds: 3 },
  webhooks: { events: 20_000, rounds: 4, dead: 1_000, probes: 100 },
  log: { entries: 1_000_000, more: 100_000 },
  load: { seconds: 5, rounds: 5, accounts: 64 },
  against: { seconds: 2, rounds: 20 },
  sandbox: { months: 12, sandboxes: 20 },
  scale: {
    accounts: [10_000, 100_000, 1_000_000],
    clients: 200,
    turns: { warmUp: 200, rounds: 15, perRound: 200 },
  },
  certificates: 10_000,
  certificateTurns: { warmUp: 20, rounds: 5, perRound: 13 },
};

export const quickSizes = {
  rows: 2_000,
  fewRows: 100,
  children: 500,
  turns: { warmUp: 1, rounds: 2, perRound: 5 },
  screenTurns: { warmUp: 1, rounds: 1, perRound: 1 },
  starts: 1,
  firstStarts: 1,
  demos: 1,
  blocks: 1,
  close: { accounts: 300, rounds: 1, quietSeconds: 1 },
  citus: { accounts: 300, rounds: 1 },
  exports: { rows: 2_000, atOnce: 2 },
  jobImport: { lines: 500, quietMs: 500 },
  report: { deposits: 2_000, certificates: 6_000, quietMs: 500 },
  agent: { printers: 20 },
  feeds: { servers: 5, feedsPerServer: 2, rounds: 2 },
  webhooks: { events: 500, rounds: 2, dead: 40, probes: 3 },
  sandbox: { months: 1, sandboxes: 2 },
  log: { entries: 3_000, more: 500 },
  load: { seconds: 0.5, rounds: 1, accounts: 8 },
  against: { seconds: 0.5, rounds: 2 },
  scale: { accounts: [100, 200], clients: 5, turns: { warmUp: 5, rounds: 2, perRound: 5 } },
  certificates: 20,
  certificateTurns: { warmUp: 1, rounds: 1, perRound: 2 },
};

/**
 * A filled installation: an account with few rows in each of the tables, one with many, and one with many children
 * and users.
 */
export async function createFilledInstallation(sizes, tables) {
  const installation = await createInstallation();
  const { context, pool, close } = await installation.open();
  const projects = await createProjects(context);
  const few = await createAccountWithKey(context, 'Few', 'customer');
  const many = await createAccountWithKey(context, 'Many', 'customer');
  const parent = await createAccountWithKey(context, 'Parent', 'channel');
  if (tables.size > 0) console.log(`filling ${[...tables].join(', ')} ...`);
  const ofMany = [...tables].filter((table) => table !== 'accounts' && table !== 'users');
  await fillAccount(pool, sizes.fewRows, ofMany, { ...few, projects });
  await fillAccount(pool, sizes.rows, ofMany, { ...many, projects });
  if (tables.has('users')) await fillAccount(pool, sizes.children, ['users'], { ...parent, projects });
  if (tables.has('accounts')) await fillChildren(pool, sizes.children, parent);
  if (tables.size > 0) await updateCounters(pool);
  // Not an empty database: PostgreSQL would plan for empty tables until it analyzes them again a minute later.
  if (tables.size > 0) await vacuum(pool);
  // Released, so that the next server starts the database itself, as it does for an operator.
  await close();
  return { installation, few, many, parent, sizes };
}
