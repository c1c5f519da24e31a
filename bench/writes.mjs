import { createDeposit, createOffset } from './support/compiled-server.mjs';
import { startBare } from './support/load/bare-server.mjs';
import { compareRates } from './support/load/compare-rates.mjs';
import { runPgbench } from './support/load/pgbench.mjs';
import { generatedIds, pgbenchScript, recordStatements } from './support/load/recorded-statements.mjs';
import { runWrk } from './support/load/wrk.mjs';
import { createAccountWithKey, createProjects } from './support/members.mjs';

const connections = 64;

/** The writes of point-of-sale traffic, compared with the database alone executing the same statements. */
export async function measureWrites({ installation, sizes }) {
  const { seconds, rounds, accounts } = sizes.load;
  const database = await installation.open();
  const { context, pool } = database;
  const { forestryId } = await createProjects(context, ' of writes');
  const members = [];
  for (let number = 0; number < accounts; number++)
    members.push(await createAccountWithKey(context, `Shop ${number}`, 'customer'));
  const oneMember = members.slice(0, 1);

  const known = new Set([forestryId, ...members.map(({ account }) => account.id)]);
  const { rows } = await pool.driver.query('select id from methodologies');
  for (const { id } of rows) known.add(id);
  const isKnown = (id) => known.has(id);
  const kinds = {
    deposits: {
      path: '/deposits',
      body: { pages: 100 },
      create: (tx, account) => createDeposit(tx, account, { pages: 100, date: null }),
    },
    offsets: {
      path: '/biomass/offsets',
      body: { pages: 100, project_id: forestryId },
      create: (tx, account) => createOffset(tx, account, { amount: { pages: 100 }, projectId: forestryId }),
    },
  };

  const server = await installation.serve();
  const requests = async ({ path, body }, some, { url } = server) => {
    const sent = some.map(({ key }) => ({ method: 'POST', path: `/v1${path}`, key, body }));
    return (await runWrk(url, sent, { connections, seconds })).rate;
  };
  const titleOf = ({ path }, { length }) =>
    `POST ${path}, ${connections} connections, ${length === 1 ? 'one account' : `${length} accounts`}`;
  // The statements of one request of each account: within a transaction, writes are not batched with others.
  const recorded = async (kind, some) => {
    const all = [];
    for (const { account } of some) {
      const alone = () => context.db.transaction((db) => kind.create({ ...context, db }, account.id));
      all.push(await recordStatements(pool, alone));
    }
    return all;
  };
  const { host, port, user, database: name } = pool.driver.options;
  const connection = { host, port, user, database: name };
  const besidePgbench = async (kind, some, bars) => {
    const scripts = (await recorded(kind, some)).map((sent) => pgbenchScript(sent, isKnown));
    return compareRates({
      what: titleOf(kind, some),
      otherIs: 'pgbench, the same statements',
      ours: () => requests(kind, some),
      other: () => runPgbench(connection, scripts, seconds),
      rounds,
      ...bars,
    });
  };

  const besideFastify = async (kind, some) => {
    const inserts = (await recorded(kind, some)).map(([insert]) => ({
      ...insert,
      ids: generatedIds(insert, isKnown),
    }));
    const bare = await startBare(installation, connection, { inserts });
    const result = await compareRates({
      what: titleOf(kind, some),
      otherIs: 'Fastify and one INSERT',
      ours: () => requests(kind, some),
      other: () => requests(kind, some, bare),
      rounds,
    });
    await bare.stop();
    return result;
  };

  const bars = { atLeast: 0.6, aim: 1 };
  const results = [
    await besidePgbench(kinds.deposits, oneMember, bars),
    await besidePgbench(kinds.deposits, members, bars),
    // No limit: it shows how much of the rest is the cost of Node.
    await besideFastify(kinds.deposits, members),
    await besidePgbench(kinds.offsets, members, bars),
    await compareRates({
      what: 'the same, one account',
      otherIs: `${accounts} accounts`,
      ours: () => requests(kinds.offsets, oneMember),
      other: () => requests(kinds.offsets, members),
      rounds,
      atLeast: 0.5,
    }),
  ];
  await server.stop();
  await database.close();
  return results;
}
