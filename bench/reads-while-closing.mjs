import { setTimeout as pause } from 'node:timers/promises';
import { depositsPerAccount } from './support/close-data.mjs';
import { createDeposit } from './support/compiled-server.mjs';
import { databasesOf } from './support/databases.mjs';
import { filledMonth, isoMonth, lastMonth } from './support/filled-month.mjs';
import { latenciesDuring, p99 } from './support/load/steady-reads.mjs';
import { createAccountWithKey } from './support/members.mjs';
import { count, milliseconds } from './support/table.mjs';

const maxTimes = 3;
const ownDeposits = 200;

/** The latency of reads while a month is being closed, and while none is. */
export async function measureReadsWhileClosing({ installation, sizes }) {
  const { accounts, quietSeconds } = sizes.close;
  const databases = await databasesOf(installation);
  const month = lastMonth();
  const database = await filledMonth(databases, 'month_read', accounts, month);
  const requests = await database.use(({ context }) => requestsOfShop(context));
  const server = await installation.serve(database.settings, '--no-jobs');

  const reading = (work) => latenciesDuring(server, requests, work);
  // Warms up connections, prepared statements and compiled code.
  await reading(() => pause((quietSeconds * 1000) / 2));
  const before = await reading(() => pause(quietSeconds * 1000));
  await databases.checkpoint();
  const during = await reading(() =>
    installation.run(['month', 'close', isoMonth(month)], database.settings),
  );
  await server.stop();
  await databases.close();

  const without = p99(before);
  const ratio = p99(during) / without;
  return [
    {
      what: `p99 of reads while a month of ${count(accounts * depositsPerAccount)} deposits closes`,
      ours: milliseconds(p99(during)),
      other: milliseconds(without),
      otherIs: 'before it',
      ratio,
      bar: `at most ${maxTimes}`,
      holds: ratio <= maxTimes,
    },
  ];
}

async function requestsOfShop(context) {
  const { account, key } = await createAccountWithKey(context, 'Reader', 'customer');
  const paths = [];
  for (let number = 0; number < ownDeposits; number++) {
    const { id } = await createDeposit(context, account.id, { pages: 100, date: null });
    paths.push('/account', '/deposits?limit=100', `/deposits/${id}`);
  }
  return paths.map((path) => ({ path, key }));
}
